//! Messages for people, on standard error: with colours, lines and the source on a terminal, plain elsewhere.

use std::io::IsTerminal;

use miette::{GraphicalReportHandler, LabeledSpan, NamedSource};
use tumble::rig::source::{Diagnostic, Diagnostics};

use crate::error::Failure;

/// Prints why a command stopped.
pub(crate) fn failure(failure: &Failure) {
    match failure {
        Failure::Closed => {}
        Failure::Scene(error) if !error.reports().is_empty() => {
            for report in error.reports() {
                diagnostics(report);
            }
        }
        other => eprintln!("tumble: {other}"),
    }
}

/// Prints every mistake of a file.
pub(crate) fn diagnostics(report: &Diagnostics) {
    if !std::io::stderr().is_terminal() {
        eprint!("{report}");
        return;
    }
    for diagnostic in &report.list {
        let shown = Shown {
            diagnostic,
            source: NamedSource::new(&diagnostic.file, report.source.clone()),
        };
        let mut text = String::new();
        match GraphicalReportHandler::new().render_report(&mut text, &shown) {
            Ok(()) => eprint!("{text}"),
            Err(_) => eprintln!("{diagnostic}"),
        }
    }
}

/// A mistake as miette wants it.
#[derive(Debug)]
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    source: NamedSource<String>,
}

impl std::fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // With the place in numbers: the frame around the source has it too, but this line can be copied.
        write!(f, "{}", self.diagnostic)
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        let help = &self.diagnostic.help;
        (!help.is_empty()).then(|| Box::new(help) as Box<dyn std::fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.diagnostic.span.clone();
        Some(Box::new(std::iter::once(LabeledSpan::underline(span))))
    }
}

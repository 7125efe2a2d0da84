//! What is told about the mistakes in a file.

use core::fmt;
use core::ops::Range;

use super::{Format, Problem, tree};

/// One mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the file, as it was given.
    pub file: String,
    /// Line [1..].
    pub line: usize,
    /// Column, in characters [1..].
    pub column: usize,
    /// The piece of the text that is wrong \[bytes\]; inside the text, on character boundaries. Empty at its end.
    pub span: Range<usize>,
    /// The piece in a person's words: ``bone `left_arm`, field `length` ``; empty where there is nothing to name.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it; empty where there is nothing to add.
    pub help: String,
}

impl Diagnostic {
    /// Makes a diagnostic about `span` of `text`; a span that isn't in the text is moved to the nearest that is.
    pub fn new(
        file: &str,
        text: &str,
        span: Range<usize>,
        place: String,
        message: String,
        help: String,
    ) -> Self {
        let start = boundary_at_or_before(text, span.start);
        let end = boundary_at_or_before(text, span.end.max(start));
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span: start..end,
            place,
            message,
            help,
        }
    }
}

/// The nearest character boundary of `text` at or before `offset`.
fn boundary_at_or_before(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

impl fmt::Display for Diagnostic {
    /// One line, without the source: `file:line:column: place: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

/// All mistakes found in one file, with its text.
///
/// `Display` prints each with its source line, a caret under the piece that is wrong, and the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The file's text.
    pub source: String,
    /// The mistakes, in the order of the text.
    pub list: Vec<Diagnostic>,
}

impl core::error::Error for Diagnostics {}

impl Diagnostics {
    /// A report of one mistake.
    pub fn one(source: &str, diagnostic: Diagnostic) -> Self {
        Self {
            source: source.to_owned(),
            list: vec![diagnostic],
        }
    }

    /// Ties problems to the text they came from. A problem without a `place` gets one from the text.
    pub fn from_problems(
        file: &str,
        text: &str,
        format: Format,
        problems: impl IntoIterator<Item = Problem>,
    ) -> Self {
        let root = tree::scan(text, format);
        let mut list: Vec<Diagnostic> = problems
            .into_iter()
            .map(|problem| {
                let span = root.find(text, &problem.path);
                let place = if problem.place.is_empty() {
                    root.place_at(text, span.start)
                } else {
                    problem.place
                };
                Diagnostic::new(file, text, span, place, problem.message, problem.help)
            })
            .collect();
        list.sort_by_key(|diagnostic| diagnostic.span.start);
        Self {
            source: text.to_owned(),
            list,
        }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.list.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{diagnostic}")?;
            let excerpt = Excerpt::of(&self.source, diagnostic);
            let number = diagnostic.line.to_string();
            let margin = " ".repeat(number.len());
            writeln!(f, " {margin} |")?;
            writeln!(f, " {number} | {}", excerpt.line)?;
            writeln!(f, " {margin} | {}{}", excerpt.indent, "^".repeat(excerpt.carets))?;
            if !diagnostic.help.is_empty() {
                writeln!(f, " {margin} = help: {}", diagnostic.help)?;
            }
        }
        Ok(())
    }
}

/// Longer source lines are cut around the mistake [characters].
const WIDEST_LINE: usize = 110;

/// The source line of a diagnostic, as it is printed.
struct Excerpt {
    line: String,
    indent: String,
    carets: usize,
}

impl Excerpt {
    fn of(text: &str, diagnostic: &Diagnostic) -> Self {
        let start = boundary_at_or_before(text, diagnostic.span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..]
            .find('\n')
            .map_or(text.len(), |newline| start + newline);
        let end = boundary_at_or_before(text, diagnostic.span.end).clamp(start, line_end.max(start));
        let all: Vec<char> = text[line_start..line_end].trim_end().chars().collect();
        let at = text[line_start..start].chars().count();
        let wide = text[start..end].trim_end().chars().count().max(1);

        let (first, cut) = if all.len() > WIDEST_LINE {
            (at.saturating_sub(WIDEST_LINE / 2).min(all.len()), true)
        } else {
            (0, false)
        };
        let last = all.len().min(first + WIDEST_LINE);
        let mut line: String = all[first..last].iter().collect();
        // Tabs stay tabs under the caret line too, so that both lines shift alike.
        let mut indent: String = (first..at)
            .map(|i| if all.get(i) == Some(&'\t') { '\t' } else { ' ' })
            .collect();
        if cut && first > 0 {
            line.insert(0, '…');
            indent.insert(0, ' ');
        }
        if cut && last < all.len() {
            line.push('…');
        }
        Self {
            line,
            indent,
            carets: wide.min(last.saturating_sub(at).max(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, span: Range<usize>) -> Diagnostics {
        let diagnostic = Diagnostic::new(
            "f.ron",
            text,
            span,
            String::new(),
            "wrong".into(),
            "mend it".into(),
        );
        Diagnostics::one(text, diagnostic)
    }

    #[test]
    fn caret_stands_under_the_piece() {
        let text = "(\n    größe: 12,\n)";
        let start = text.find("12").expect("is there");
        let report = at(text, start..start + 2).to_string();
        assert_eq!(
            report,
            "f.ron:2:12: wrong\n   |\n 2 |     größe: 12,\n   |            ^^\n   = help: mend it\n"
        );
    }

    #[test]
    fn spans_outside_the_text_end_up_in_it() {
        let text = "aé";
        for start in 0..6 {
            for end in 0..6 {
                let report = at(text, start..end);
                assert!(report.list[0].span.end <= text.len());
                assert!(report.to_string().contains('^'));
            }
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_piece() {
        let text = format!("{}X{}", "a".repeat(500), "b".repeat(500));
        let report = at(&text, 500..501).to_string();
        let lines: Vec<&str> = report.lines().collect();
        assert!(lines[2].chars().count() < 130, "{}", lines[2]);
        let caret = lines[3].chars().position(|c| c == '^').expect("a caret");
        assert_eq!(lines[2].chars().nth(caret), Some('X'));
    }
}

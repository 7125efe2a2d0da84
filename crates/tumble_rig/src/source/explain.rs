//! What the two parsers say, in a person's words, at the place that is meant.

use core::ops::Range;

use ron::error::{Error as Ron, Position, SpannedError};
use serde_json::error::Category;

use super::tree::{self, Node};
use super::{Diagnostic, Format, did_you_mean};

/// A finding before it has a place in words.
struct Finding {
    span: Range<usize>,
    message: String,
    help: String,
}

/// Explains an error of `ron`.
pub(super) fn ron(file: &str, text: &str, error: &SpannedError) -> Diagnostic {
    let root = tree::scan(text, Format::Ron);
    let end = offset_of(text, error.span.end);
    let finding = match &error.code {
        Ron::NoSuchStructField { expected, found, .. } => unknown_field(&root, text, end, found, expected),
        Ron::NoSuchEnumVariant { expected, found, .. } => unknown_variant(&root, text, end, found, expected),
        Ron::MissingStructField { field, .. } => missing_field(&root, text, Format::Ron, end, field),
        Ron::DuplicateStructField { field, .. } => duplicate_field(&root, text, end, field),
        Ron::InvalidValueForType { expected, found } => wrong_value(&root, text, end, found, expected),
        Ron::ExpectedDifferentLength { expected, found } => {
            wrong_length(&root, text, inside_of(text, end), &found.to_string(), expected)
        }
        Ron::Message(message) => plain(&root, text, end, message),
        code => {
            if let Some(open) = root.text_over_lines(text, end) {
                return diagnostic(file, text, &root, unclosed(open));
            }
            let (message, help) = syntax(code);
            let at_end = text.get(end..).is_some_and(|rest| rest.trim().is_empty());
            let help = if at_end {
                "the file ends here: is it cut off, or is a closing bracket missing?"
            } else {
                help
            };
            let span = root.scalar_at(end).filter(|span| span.start == end);
            Finding {
                span: span.unwrap_or_else(|| one_letter(text, end)),
                message,
                help: help.to_owned(),
            }
        }
    };
    diagnostic(file, text, &root, finding)
}

/// What is wrong with the notation, and what to do.
fn syntax(code: &Ron) -> (String, &'static str) {
    let (message, help) = match code {
        Ron::Eof => ("the file ends in the middle of something", ""),
        Ron::ExpectedArray => (
            "a list is expected here",
            "lists are written in square brackets: `[a, b]`",
        ),
        Ron::ExpectedArrayEnd => (
            "this list isn't closed",
            "end the list with `]`, and put commas between its items",
        ),
        Ron::ExpectedMap => (
            "a map is expected here",
            "maps are written in braces: `{ key: value }`",
        ),
        Ron::ExpectedMapColon => ("a colon is expected here", "write `name: value`"),
        Ron::ExpectedMapEnd => ("this map isn't closed", "end the map with `}`"),
        Ron::ExpectedComma => (
            "a comma or the end of the list is expected here",
            "is there a comma missing before this?",
        ),
        Ron::ExpectedStructLike | Ron::ExpectedNamedStructLike(_) => (
            "a value in round brackets is expected here",
            "write `(field: value, …)` or `(x, y)`",
        ),
        Ron::ExpectedStructLikeEnd => (
            "the closing `)` is expected here",
            "is there a value too many, or a comma missing before this?",
        ),
        Ron::ExpectedOption | Ron::ExpectedOptionEnd => (
            "an optional value is expected here",
            "write `None`, `Some(value)` or the value alone",
        ),
        Ron::ExpectedBoolean => ("`true` or `false` is expected here", ""),
        Ron::ExpectedFloat | Ron::FloatUnderscore => {
            ("a number is expected here", "write it like `12`, `-3.5` or `1e3`")
        }
        Ron::ExpectedInteger | Ron::InvalidIntegerDigit { .. } => ("a whole number is expected here", ""),
        Ron::IntegerOutOfBounds => (
            "this whole number is too large, or negative where it can't be",
            "",
        ),
        Ron::ExpectedString => (
            "a text in quotes is expected here",
            "write it like `\"left_arm\"`",
        ),
        Ron::ExpectedStringEnd => ("this text isn't closed", "end it with `\"`"),
        Ron::ExpectedIdentifier => (
            "a name is expected here",
            "is there a closing bracket missing before this? Field names are written like `length: 200`",
        ),
        Ron::UnclosedBlockComment => ("this comment isn't closed", "end it with `*/`"),
        Ron::TrailingCharacters => (
            "there is more text after the end of the file's value",
            "remove it",
        ),
        Ron::ExceededRecursionLimit => (
            "brackets are nested too deeply here",
            "no file needs this; flatten it",
        ),
        other => return (lower_first(&other.to_string()), ""),
    };
    (message.to_owned(), help)
}

/// Explains an error of `serde_json`.
pub(super) fn json(file: &str, text: &str, error: &serde_json::Error) -> Diagnostic {
    let root = tree::scan(text, Format::Json);
    let line_start = start_of_line(text, error.line());
    // The column counts the bytes read of this line: it stands on the last of them.
    let after = floor_boundary(text, line_start + error.column());
    let on = floor_boundary(text, (line_start + error.column()).saturating_sub(1));
    let full = error.to_string();
    let message = full
        .rsplit_once(" at line ")
        .map_or(full.as_str(), |(message, _)| message);
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (name, known) = names
        .split_first()
        .map_or(("", &[][..]), |(name, known)| (*name, known));
    let finding = match error.classify() {
        Category::Data if message.starts_with("unknown field") => unknown_field(&root, text, after, name, known),
        Category::Data if message.starts_with("unknown variant") => {
            unknown_variant(&root, text, after, name, known)
        }
        Category::Data if message.starts_with("missing field") => missing_field(&root, text, Format::Json, on, name),
        Category::Data if message.starts_with("duplicate field") => duplicate_field(&root, text, after, name),
        Category::Data if message.starts_with("invalid length ") => {
            let (found, expected) = message["invalid length ".len()..]
                .split_once(", expected ")
                .unwrap_or((message, ""));
            wrong_length(&root, text, on, found, expected)
        }
        Category::Data => match message
            .strip_prefix("invalid type: ")
            .or_else(|| message.strip_prefix("invalid value: "))
            .and_then(|rest| rest.rsplit_once(", expected "))
        {
            Some((found, expected)) => wrong_value(&root, text, after, found, expected),
            None => plain(&root, text, after, message),
        },
        Category::Eof => Finding {
            span: point(text.len()),
            message: "the file ends in the middle of something".to_owned(),
            help: "the file ends here: is it cut off, or is a closing bracket missing?".to_owned(),
        },
        Category::Syntax | Category::Io => Finding {
            span: one_letter(text, on),
            message: lower_first(message),
            help: "JSON wants names and texts in double quotes, a comma between two items and none after the last"
                .to_owned(),
        },
    };
    diagnostic(file, text, &root, finding)
}

fn diagnostic(file: &str, text: &str, root: &Node, finding: Finding) -> Diagnostic {
    let place = root.place_at(text, finding.span.start);
    Diagnostic::new(file, text, finding.span, place, finding.message, finding.help)
}

fn unknown_field(root: &Node, text: &str, end: usize, found: &str, known: &[&str]) -> Finding {
    Finding {
        span: root
            .last_key_before(text, found, end)
            .unwrap_or_else(|| one_letter(text, end)),
        message: format!("unknown field `{found}`"),
        help: did_you_mean(found, "fields", known.iter().copied()),
    }
}

fn unknown_variant(root: &Node, text: &str, end: usize, found: &str, known: &[&str]) -> Finding {
    Finding {
        span: root
            .last_word_before(text, found, end)
            .unwrap_or_else(|| one_letter(text, end)),
        message: format!("`{found}` isn't known here"),
        help: did_you_mean(found, "values", known.iter().copied()),
    }
}

fn missing_field(root: &Node, text: &str, format: Format, on: usize, field: &str) -> Finding {
    let at_end = text.get(on..).is_some_and(|rest| rest.trim().is_empty());
    Finding {
        span: root
            .innermost_group(inside_of(text, on))
            .map_or_else(|| point(on), Node::start),
        message: format!("the field `{field}` is missing"),
        help: match format {
            _ if at_end => format!("add `{field}`; or is the file cut off?"),
            Format::Ron => format!("add `{field}: …`"),
            Format::Json => format!("add `\"{field}\": …`"),
        },
    }
}

fn duplicate_field(root: &Node, text: &str, end: usize, field: &str) -> Finding {
    Finding {
        span: root
            .last_key_before(text, field, end)
            .unwrap_or_else(|| one_letter(text, end)),
        message: format!("the field `{field}` is given twice"),
        help: "keep one of the two".to_owned(),
    }
}

/// `on` is inside the group or list.
fn wrong_length(root: &Node, text: &str, on: usize, found: &str, expected: &str) -> Finding {
    let expected = expected
        .strip_prefix("a tuple of size ")
        .map_or_else(|| expected.to_owned(), |count| format!("{count} values"));
    Finding {
        span: root
            .innermost_holding(on)
            .map_or_else(|| one_letter(text, on), Node::start),
        message: if found == "1" {
            "this has only one value".to_owned()
        } else {
            format!("this has {found} values")
        },
        help: format!("write {expected}"),
    }
}

/// A text that began at `open` and took in the lines after it.
fn unclosed(open: Range<usize>) -> Finding {
    Finding {
        span: open,
        message: "this text goes on over several lines".to_owned(),
        help: "is its closing quote `\"` missing?".to_owned(),
    }
}

fn wrong_value(root: &Node, text: &str, end: usize, found: &str, expected: &str) -> Finding {
    let expected = match expected {
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, not negative",
        "i32" | "i64" => "a whole number",
        "a string" => "a text in quotes",
        "a sequence" => "a list",
        other => other,
    };
    Finding {
        span: value_near(root, text, end),
        message: format!("{found} isn't what belongs here"),
        help: format!("{expected} is expected"),
    }
}

/// A message of our own: what is wrong, then, after ` | `, what to do.
fn plain(root: &Node, text: &str, end: usize, message: &str) -> Finding {
    let (message, help) = message.split_once(" | ").unwrap_or((message, ""));
    Finding {
        span: value_near(root, text, end),
        message: message.to_owned(),
        help: help.to_owned(),
    }
}

/// The value that was just read when the parser stood at `end`.
fn value_near(root: &Node, text: &str, end: usize) -> Range<usize> {
    let trimmed = text.get(..end).map_or(end, |before| before.trim_end().len());
    root.scalar_at(end)
        .or_else(|| root.scalar_at(trimmed))
        .unwrap_or_else(|| one_letter(text, trimmed.saturating_sub(1)))
}

/// The first place at or after `at` that isn't blank: a closing bracket's, when a struct ended.
fn inside_of(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + (rest.len() - rest.trim_start().len())
}

fn point(at: usize) -> Range<usize> {
    at..at
}

/// The letter at `at`; empty at the end.
fn one_letter(text: &str, at: usize) -> Range<usize> {
    let at = floor_boundary(text, at);
    let letter = text[at..].chars().next().map_or(0, char::len_utf8);
    at..at + letter
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Byte offset of the start of a line [1..]; the text's end when there is no such line.
fn start_of_line(text: &str, line: usize) -> usize {
    if line <= 1 {
        return 0;
    }
    text.match_indices('\n')
        .nth(line - 2)
        .map_or(text.len(), |(newline, _)| newline + 1)
}

/// Byte offset of a position of `ron`, whose columns count characters.
fn offset_of(text: &str, position: Position) -> usize {
    let start = start_of_line(text, position.line);
    let rest = &text[start..];
    rest.char_indices()
        .nth(position.col.saturating_sub(1))
        .map_or(text.len(), |(i, _)| start + i)
}

fn lower_first(message: &str) -> String {
    let mut letters = message.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().collect::<String>() + letters.as_str()
    })
}

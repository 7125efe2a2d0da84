//! A tolerant scanner over RON and JSON that only knows where things are.

use super::Format;
use super::tree::{Entry, Kind, Node};
use core::ops::Range;

/// Deeper nesting than this is not looked into (both parsers refuse it anyway).
const DEEPEST: usize = 160;

/// Scans the whole text.
pub(super) fn scan(text: &str, format: Format) -> Node {
    let mut scanner = Scanner {
        text,
        bytes: text.as_bytes(),
        at: 0,
        format,
    };
    scanner.skip_attributes();
    scanner.value(0).unwrap_or(Node {
        span: text.len()..text.len(),
        kind: Kind::Scalar,
    })
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    format: Format,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn starts_with(&self, what: &str) -> bool {
        self.bytes[self.at.min(self.bytes.len())..].starts_with(what.as_bytes())
    }

    /// Goes on to behind the next `what`, or to the end of the text.
    fn skip_past(&mut self, what: &str) {
        let rest = self.text.get(self.at..).unwrap_or_default();
        self.at = rest
            .find(what)
            .map_or(self.bytes.len(), |found| self.at + found + what.len());
    }

    /// Blanks and comments.
    fn skip_blank(&mut self) {
        loop {
            match self.peek() {
                Some(byte) if byte.is_ascii_whitespace() => self.at += 1,
                Some(b'/') if self.starts_with("//") => self.skip_past("\n"),
                Some(b'/') if self.starts_with("/*") => self.skip_block_comment(),
                _ => return,
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.bytes.len() {
            if self.starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += 1;
            }
        }
    }

    /// `#![enable(…)]` lines in front of a RON value.
    fn skip_attributes(&mut self) {
        self.skip_blank();
        while self.starts_with("#!") {
            self.skip_past("]");
            self.skip_blank();
        }
    }

    /// The next value; `None` at the end of the text.
    fn value(&mut self, depth: usize) -> Option<Node> {
        self.skip_blank();
        let start = self.at;
        let kind = match self.peek()? {
            _ if depth >= DEEPEST => {
                self.word();
                Kind::Scalar
            }
            b'[' => {
                self.at += 1;
                Kind::List(self.body(b']', depth).1)
            }
            open @ (b'(' | b'{') => {
                self.at += 1;
                let (fields, items) = self.body(if open == b'(' { b')' } else { b'}' }, depth);
                Kind::Group {
                    tag: None,
                    fields,
                    items,
                }
            }
            _ => {
                self.word();
                let tag = start..self.at;
                let named = self.text.get(tag.clone()).is_some_and(is_name);
                if named && self.format == Format::Ron {
                    let end = self.at;
                    self.skip_blank();
                    if self.peek() == Some(b'(') {
                        self.at += 1;
                        let (fields, items) = self.body(b')', depth);
                        return Some(Node {
                            span: start..self.at,
                            kind: Kind::Group {
                                tag: Some(tag),
                                fields,
                                items,
                            },
                        });
                    }
                    self.at = end;
                }
                Kind::Scalar
            }
        };
        Some(Node {
            span: start..self.at,
            kind,
        })
    }

    /// What is between brackets, up to and including `close`.
    fn body(&mut self, close: u8, depth: usize) -> (Vec<Entry>, Vec<Node>) {
        let (mut fields, mut items) = (Vec::new(), Vec::new());
        loop {
            self.skip_blank();
            match self.peek() {
                None => break,
                Some(byte) if byte == close => {
                    self.at += 1;
                    break;
                }
                // Another bracket's end: this one was never closed.
                Some(b')' | b']' | b'}') if depth > 0 => break,
                Some(b',' | b')' | b']' | b'}' | b':') => {
                    self.at += 1;
                    continue;
                }
                Some(_) => {}
            }
            let Some(node) = self.value(depth + 1) else { break };
            let key = self.unquoted(&node.span);
            self.skip_blank();
            if matches!(node.kind, Kind::Scalar) && self.peek() == Some(b':') {
                self.at += 1;
                self.skip_blank();
                let value = match self.peek() {
                    None | Some(b',' | b')' | b']' | b'}') => None,
                    Some(_) => self.value(depth + 1),
                };
                let value = value.unwrap_or(Node {
                    span: self.at.min(self.bytes.len())..self.at.min(self.bytes.len()),
                    kind: Kind::Scalar,
                });
                fields.push(Entry { key, value });
            } else {
                items.push(node);
            }
        }
        (fields, items)
    }

    /// The span inside the quotes of a string.
    fn unquoted(&self, span: &Range<usize>) -> Range<usize> {
        let quoted = self
            .text
            .get(span.clone())
            .is_some_and(|text| text.len() >= 2 && text.starts_with('"') && text.ends_with('"'));
        if quoted {
            span.start + 1..span.end - 1
        } else {
            span.clone()
        }
    }

    /// A string, a character, or a run of anything up to the next blank or delimiter; at least one byte.
    fn word(&mut self) {
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'\'') if self.format == Format::Ron => self.character(),
            Some(b'r') if self.raw_string() => {}
            Some(b'b') if self.starts_with("b\"") => {
                self.at += 1;
                self.string();
            }
            _ => {
                let start = self.at;
                while let Some(byte) = self.peek() {
                    let comment = byte == b'/' && (self.starts_with("//") || self.starts_with("/*"));
                    if byte.is_ascii_whitespace() || b",:()[]{}\"".contains(&byte) || comment {
                        break;
                    }
                    self.at += 1;
                }
                if self.at == start && self.at < self.bytes.len() {
                    self.at += 1;
                }
            }
        }
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at = self.bytes.len();
    }

    /// `'x'`; a lone quote is one byte.
    fn character(&mut self) {
        let rest = self.text.get(self.at + 1..).unwrap_or_default();
        let mut letters = rest.char_indices();
        let escaped = match letters.next() {
            Some((_, '\\')) => letters.next().is_some(),
            Some(_) => false,
            None => {
                self.at += 1;
                return;
            }
        };
        let from = letters.next().map_or(rest.len(), |(i, _)| i);
        let close = if escaped {
            // `'\u{1F600}'` is the longest.
            rest[from..].find('\'').filter(|&length| length <= 12)
        } else {
            rest[from..].starts_with('\'').then_some(0)
        };
        self.at += 1 + close.map_or(0, |length| from + length + 1);
    }

    /// `r"…"`, `r#"…"#`; false (and nowhere) if there is none here.
    fn raw_string(&mut self) -> bool {
        let hashes = self.bytes[self.at + 1..]
            .iter()
            .take_while(|&&byte| byte == b'#')
            .count();
        if self.bytes.get(self.at + 1 + hashes) != Some(&b'"') {
            return false;
        }
        self.at += hashes + 2;
        self.skip_past(&format!("\"{}", "#".repeat(hashes)));
        true
    }
}

/// Whether a word can be the name of a struct or an enum variant.
fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_')
}

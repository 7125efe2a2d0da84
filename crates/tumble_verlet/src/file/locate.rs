//! Where in a file's text something is written, for messages. The parsers tell of syntax only.

/// Line and column, both from 1, of a byte.
pub(super) fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// A piece of RON or JSON, as far as places need it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    Open,
    Close,
    Comma,
    Colon,
    /// A name, a number, or a string's inside.
    Word(&'a str),
}

/// Tokens with their first byte; comments and blanks are left out.
fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let token = match bytes[at] {
            b'(' | b'[' | b'{' => Token::Open,
            b')' | b']' | b'}' => Token::Close,
            b',' => Token::Comma,
            b':' => Token::Colon,
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = text[at..].find('\n').map_or(bytes.len(), |end| at + end);
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at..].find("*/").map_or(bytes.len(), |end| at + end + 2);
                continue;
            }
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(bytes.len());
                Token::Word(text.get(start + 1..end).unwrap_or_default())
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                while at + 1 < bytes.len()
                    && !b"()[]{},:/\"".contains(&bytes[at + 1])
                    && !bytes[at + 1].is_ascii_whitespace()
                {
                    at += 1;
                }
                Token::Word(text.get(start..=at).unwrap_or_default())
            }
        };
        found.push((start, token));
        at += 1;
    }
    found
}

/// The index among the tokens of a field's name in the outermost record.
fn field_token(tokens: &[(usize, Token<'_>)], name: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (i, &(_, token)) in tokens.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            Token::Word(word)
                if depth == 1
                    && word == name
                    && tokens.get(i + 1).is_some_and(|&(_, next)| next == Token::Colon) =>
            {
                return Some(i);
            }
            _ => {}
        }
    }
    None
}

/// Where a field of the outermost record is written.
pub(super) fn field(text: &str, name: &str) -> Option<usize> {
    let tokens = tokens(text);
    field_token(&tokens, name).map(|i| tokens[i].0)
}

/// Where an element of a list in the outermost record is written.
pub(super) fn element(text: &str, list: &str, index: usize) -> Option<usize> {
    let tokens = tokens(text);
    let name = field_token(&tokens, list)?;
    let (mut depth, mut passed) = (0_usize, 0);
    for (i, &(start, token)) in tokens.iter().enumerate().skip(name + 2) {
        let begins =
            depth == 1 && token != Token::Close && matches!(tokens[i - 1].1, Token::Open | Token::Comma);
        if begins && passed == index {
            return Some(start);
        }
        match token {
            Token::Open => depth += 1,
            Token::Close if depth <= 1 => return None,
            Token::Close => depth -= 1,
            Token::Comma if depth == 1 => passed += 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(\n  // points: [no]\n  name: \"a, (b\",\n  points: [ (at: (1, 2)), /* , */\n    (x: [3, 4]),\n ],\n)";

    #[test]
    fn finds_elements_behind_comments_and_strings() {
        let second = element(TEXT, "points", 1).expect("there are two");
        assert_eq!(line_column(TEXT, second), (5, 5));
        assert!(TEXT[second..].starts_with("(x:"));
        assert_eq!(element(TEXT, "points", 2), None);
        assert_eq!(
            line_column(TEXT, field(TEXT, "name").expect("it has one")),
            (3, 3)
        );
    }

    #[test]
    fn a_text_cut_off_anywhere_gives_no_panic() {
        for end in (0..TEXT.len()).filter(|&end| TEXT.is_char_boundary(end)) {
            let _ = element(&TEXT[..end], "points", 1);
        }
    }
}

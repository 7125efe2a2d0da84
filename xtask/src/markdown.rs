//! Links, paths and crate names in Markdown files must exist.
//!
//! Checked: relative links and images, their `#anchors` too; words in backticks that start with one of the project's folders; words
//! in backticks that look like one of the project's crates. Code blocks are left out: they have tests of their own.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files;

/// Folders whose mention in backticks is a path.
const FOLDERS: &[&str] = &[
    ".ci/",
    "assets/",
    "benches/",
    "crates/",
    "docs/",
    "integrations/",
    "tests/",
    "xtask/",
];

/// Checks every Markdown file of the project.
pub fn check(root: &Path) -> Result<(), String> {
    let crates = crate_names(root)?;
    let mut findings = Vec::new();
    for path in files::below(root, ".md") {
        let text = files::read(root, &path)?;
        let folder = path.parent().unwrap_or(root);
        let mut fenced = false;
        for (i, line) in text.lines().enumerate() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
                continue;
            }
            if fenced {
                continue;
            }
            let mut report = |what: String| {
                findings.push(format!("{}:{}: {what}", files::shown(root, &path), i + 1));
            };
            for target in links(line) {
                if let Err(what) = check_link(folder, &text, target) {
                    report(what);
                }
            }
            for word in code_words(line) {
                if FOLDERS.iter().any(|folder| word.starts_with(folder)) && !exists(root, folder, word) {
                    report(format!("`{word}` does not exist"));
                }
                if is_crate_name(word) && !crates.contains(word) {
                    report(format!("there is no crate `{word}`"));
                }
            }
        }
    }
    files::verdict(&findings)
}

fn crate_names(root: &Path) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for path in files::below(root, "Cargo.toml") {
        let text = files::read(root, &path)?;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("name = \"") {
                names.insert(name.trim_end_matches('"').to_owned());
            }
        }
    }
    Ok(names)
}

/// Whether a word reads as the name of one of the project's crates and not as an item in one.
fn is_crate_name(word: &str) -> bool {
    word.strip_prefix("tumble_")
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_lowercase()))
}

/// The targets of `[text](target)` and `![text](target)`; code in backticks is no link.
fn links(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (k, prose) in line.split('`').enumerate() {
        if k % 2 == 1 {
            continue;
        }
        let mut rest = prose;
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let Some(end) = rest.find(')') else { break };
            found.push(rest[..end].split_whitespace().next().unwrap_or_default());
            rest = &rest[end..];
        }
    }
    // A link whose text is code, [`x`](target), is cut in two by the backticks.
    let mut rest = line;
    while let Some(at) = rest.find("`](") {
        rest = &rest[at + 3..];
        let Some(end) = rest.find(')') else { break };
        let target = rest[..end].split_whitespace().next().unwrap_or_default();
        if !found.contains(&target) {
            found.push(target);
        }
        rest = &rest[end..];
    }
    found
}

fn check_link(folder: &Path, text: &str, target: &str) -> Result<(), String> {
    let foreign = target.contains("://") || target.starts_with("mailto:") || target.is_empty();
    if foreign {
        return Ok(());
    }
    let (file, anchor) = target
        .split_once('#')
        .map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let linked = folder.join(file);
    if !file.is_empty() && !linked.exists() {
        return Err(format!("the link `{target}` leads nowhere"));
    }
    if let Some(anchor) = anchor {
        let text = if file.is_empty() {
            text.to_owned()
        } else if linked.extension().is_some_and(|extension| extension == "md") {
            std::fs::read_to_string(&linked).unwrap_or_default()
        } else {
            return Ok(());
        };
        if !headings(&text).any(|heading| heading == anchor) {
            return Err(format!("the link `{target}` names a heading that isn't there"));
        }
    }
    Ok(())
}

/// The anchors of a file's headings, as the usual renderers make them.
fn headings(text: &str) -> impl Iterator<Item = String> + '_ {
    text.lines().filter(|line| line.starts_with('#')).map(|line| {
        line.trim_start_matches('#')
            .trim()
            .to_lowercase()
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    })
}

/// The words within backticks.
fn code_words(line: &str) -> impl Iterator<Item = &str> {
    line.split('`')
        .skip(1)
        .step_by(2)
        .flat_map(str::split_whitespace)
        .map(|word| word.trim_end_matches([',', '.', ';', ':']))
}

/// Whether a path of the project exists, from the root or from the file's own folder. `{a,b}` and `*` stand for any of several.
fn exists(root: &Path, folder: &Path, word: &str) -> bool {
    let word = word.split(['#']).next().unwrap_or(word);
    if let (Some(open), Some(close)) = (word.find('{'), word.find('}'))
        && open < close
    {
        return word[open + 1..close].split(',').all(|middle| {
            exists(
                root,
                folder,
                &format!("{}{middle}{}", &word[..open], &word[close + 1..]),
            )
        });
    }
    if let Some(star) = word.find(['*', '…', '<']) {
        let fixed = word[..star].rsplit_once('/').map_or("", |(fixed, _)| fixed);
        return root.join(fixed).exists();
    }
    // `path/file.rs:12` names a line.
    let path = word.split(':').next().unwrap_or(word);
    root.join(path).exists() || folder.join(path).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found() {
        assert_eq!(links("see [a](b.md) and ![c](d.png \"t\")"), ["b.md", "d.png"]);
        assert_eq!(links("[`a`](b.md#c), but not `[x](y)`"), ["b.md#c"]);
    }

    #[test]
    fn words_in_backticks_are_found() {
        assert_eq!(code_words("a `b c`, d `e`.").collect::<Vec<_>>(), ["b", "c", "e"]);
        assert!(
            is_crate_name("tumble_rig") && !is_crate_name("tumble_rig::Rig") && !is_crate_name("tumble_")
        );
    }

    #[test]
    fn headings_become_anchors() {
        let anchors: Vec<String> = headings("# One *two*\ntext\n## `three`-four: 5").collect();
        assert_eq!(anchors, ["one-two", "three-four-5"]);
    }
}

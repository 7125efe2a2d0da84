//! Walks the project's files.

use std::path::{Path, PathBuf};

/// All files below `folder` whose name ends in `suffix`, in the order of their paths; build output, version control and pictures of runs are
/// left out.
pub fn below(folder: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    walk(folder, suffix, &mut found);
    found.sort();
    found
}

fn walk(folder: &Path, suffix: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            let skipped = ["target", ".git", "out", "node_modules"].contains(&name.as_str());
            if !skipped {
                walk(&path, suffix, found);
            }
        } else if name.ends_with(suffix) {
            found.push(path);
        }
    }
}

/// `path` below `root`, with `/` between its parts.
pub fn shown(root: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(root).unwrap_or(path);
    inner
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
}

/// A file's text.
///
/// # Errors
/// Names the file that can't be read.
pub fn read(root: &Path, path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", shown(root, path)))
}

/// Ok when nothing was found, else all of it in one message.
///
/// # Errors
/// The findings, one a line.
pub fn verdict(findings: &[String]) -> Result<(), String> {
    if findings.is_empty() {
        Ok(())
    } else {
        Err(findings.join("\n"))
    }
}

//! Operations that simulation code may not use, because their results differ between machines, threads, runs or optimisers.
//!
//! A plain search over the sources: comments and test modules (from `#[cfg(test)]` to the end of the file) are left out. Exceptions
//! stand in `xtask/denied-allow.txt`, each with its reason.

use std::path::Path;

use crate::files;

/// Folders whose results must be the same everywhere.
const SIMULATION: &[&str] = &[
    "crates/tumble_math/src",
    "crates/tumble_rig/src",
    "crates/tumble_physics/src",
    "crates/tumble_verlet/src",
    "crates/tumble/src",
    "crates/tumble_scene/src",
    "integrations/tumble_rapier/src",
];

/// Folders of libraries that parse bytes, and open no file themselves.
const NO_FILES: &[&str] = &[
    "crates/tumble_math/src",
    "crates/tumble_rig/src",
    "crates/tumble_physics/src",
    "crates/tumble_verlet/src",
    "crates/tumble/src",
    "crates/tumble_view/src",
    "integrations/tumble_rapier/src",
];

/// Functions of std's floats whose last bits differ between platforms; as methods, and as `f32::…` and `f64::…`.
const FLOAT_FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh",
    "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt",
    "hypot", "mul_add",
];
const FLOAT_REASON: &str = "differs between platforms; use tumble_math::trig, products, or sqrt";

/// What else is denied in simulation code, and why.
const DENIED: &[(&str, &str)] = &[
    ("Vec2::from_angle", "uses std trigonometry; use Rot"),
    (".to_angle()", "uses std trigonometry; use trig::atan2"),
    (".angle_to(", "uses std trigonometry; use tumble_math::angle"),
    (".angle_between(", "uses std trigonometry; use tumble_math::angle"),
    (".rotate_towards(", "uses std trigonometry; use Rot"),
    (".slerp(", "uses std trigonometry"),
    (
        "HashMap",
        "its order differs from run to run; use BTreeMap or Vec",
    ),
    (
        "HashSet",
        "its order differs from run to run; use BTreeSet or Vec",
    ),
    ("Instant", "no clock in libraries; the caller measures"),
    ("SystemTime", "no clock in libraries; the caller measures"),
    ("thread::spawn", "no threads of their own in libraries"),
];

/// What is denied where no file may be opened.
const FILE_ACCESS: &[(&str, &str)] = &[
    (
        "std::fs",
        "libraries parse bytes; only tumble_scene and tumble_app open files",
    ),
    (
        "File::open",
        "libraries parse bytes; only tumble_scene and tumble_app open files",
    ),
    (
        "File::create",
        "libraries parse bytes; only tumble_scene and tumble_app open files",
    ),
];

const ALLOW_FILE: &str = "xtask/denied-allow.txt";

/// An exception: this pattern in this file.
struct Allowed {
    path: String,
    pattern: String,
    used: bool,
}

fn owned(patterns: &[(&str, &'static str)]) -> Vec<(String, &'static str)> {
    patterns
        .iter()
        .map(|&(pattern, reason)| (pattern.to_owned(), reason))
        .collect()
}

/// Everything that is denied in simulation code.
fn simulation_patterns() -> Vec<(String, &'static str)> {
    let mut patterns = owned(DENIED);
    for name in FLOAT_FUNCTIONS {
        for pattern in [
            format!(".{name}("),
            format!("f32::{name}"),
            format!("f64::{name}"),
        ] {
            patterns.push((pattern, FLOAT_REASON));
        }
    }
    patterns
}

/// Searches all simulation code.
pub fn check(root: &Path) -> Result<(), String> {
    let mut findings = Vec::new();
    let mut allowed = read_allowed(root, &mut findings)?;
    for folder in SIMULATION {
        search(root, folder, &simulation_patterns(), &mut allowed, &mut findings)?;
    }
    for folder in NO_FILES {
        search(root, folder, &owned(FILE_ACCESS), &mut allowed, &mut findings)?;
    }
    for entry in allowed.iter().filter(|entry| !entry.used) {
        findings.push(format!(
            "{ALLOW_FILE}: `{}` is no longer used in {}; remove the line",
            entry.pattern, entry.path
        ));
    }
    files::verdict(&findings)
}

/// Lines of the form `path | pattern | reason`; `#` starts a comment.
fn read_allowed(root: &Path, findings: &mut Vec<String>) -> Result<Vec<Allowed>, String> {
    let text = files::read(root, &root.join(ALLOW_FILE))?;
    let mut allowed = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split('|').map(str::trim).collect::<Vec<_>>().as_slice() {
            [path, pattern, reason] if !path.is_empty() && !pattern.is_empty() && !reason.is_empty() => {
                allowed.push(Allowed {
                    path: (*path).to_owned(),
                    pattern: (*pattern).to_owned(),
                    used: false,
                });
            }
            _ => findings.push(format!(
                "{ALLOW_FILE}:{}: write `path | pattern | reason`",
                number + 1
            )),
        }
    }
    Ok(allowed)
}

fn search(
    root: &Path,
    folder: &str,
    patterns: &[(String, &str)],
    allowed: &mut [Allowed],
    findings: &mut Vec<String>,
) -> Result<(), String> {
    for path in files::below(&root.join(folder), ".rs") {
        let text = files::read(root, &path)?;
        let shown = files::shown(root, &path);
        for (number, pattern, reason) in find(&text, patterns) {
            let exception = allowed
                .iter_mut()
                .find(|entry| entry.path == shown && entry.pattern == pattern);
            match exception {
                Some(entry) => entry.used = true,
                None => findings.push(format!("{shown}:{number}: `{pattern}`: {reason}")),
            }
        }
    }
    Ok(())
}

/// Line number [1..], pattern and reason of each find.
fn find<'a>(text: &str, patterns: &'a [(String, &'a str)]) -> Vec<(usize, &'a str, &'a str)> {
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("#[cfg(test)]") {
            break;
        }
        let code = line.split("//").next().unwrap_or_default();
        for (pattern, reason) in patterns {
            if holds(code, pattern) {
                found.push((i + 1, pattern.as_str(), *reason));
            }
        }
    }
    found
}

/// Whether `code` has `pattern`, not as a part of a longer name.
fn holds(code: &str, pattern: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(pattern).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + pattern.len()..].chars().next();
        let starts_word = pattern.starts_with(is_word);
        let ends_word = pattern.ends_with(is_word);
        let longer =
            (starts_word && before.is_some_and(is_word)) || (ends_word && after.is_some_and(is_word));
        !longer
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(text: &str) -> Vec<String> {
        find(text, &simulation_patterns())
            .into_iter()
            .map(|(_, pattern, _)| pattern.to_owned())
            .collect()
    }

    #[test]
    fn finds_what_is_denied() {
        assert_eq!(patterns("let y = x.sin();"), [".sin("]);
        assert_eq!(patterns("let y = a.mul_add(b, c);"), [".mul_add("]);
        assert_eq!(patterns("let y = points.map(f32::cos);"), ["f32::cos"]);
        assert_eq!(patterns("use std::collections::HashMap;"), ["HashMap"]);
        assert_eq!(patterns("let t = Instant::now();"), ["Instant"]);
    }

    #[test]
    fn leaves_comments_names_and_tests_alone() {
        assert_eq!(patterns("// x.sin() is not used"), [""; 0]);
        assert_eq!(
            patterns("trig::sin(x); instantiate(); MyInstant::new(); Instantly"),
            [""; 0]
        );
        assert_eq!(patterns("a\n#[cfg(test)]\nmod tests { x.sin(); }"), [""; 0]);
    }
}

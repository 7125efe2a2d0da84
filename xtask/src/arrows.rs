//! Which crate may use which: the arrows of ARCHITECTURE.md point down only, and the library stays small.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files;

/// The crates that each may use in its own code (tests and benches may use more).
const ALLOWED: &[(&str, &[&str])] = &[
    ("tumble_math", &[]),
    ("tumble_rig", &["tumble_math"]),
    ("tumble_physics", &["tumble_math"]),
    ("tumble_verlet", &["tumble_math"]),
    (
        "tumble",
        &["tumble_math", "tumble_rig", "tumble_physics", "tumble_verlet"],
    ),
    ("tumble_scene", &["tumble"]),
    ("tumble_view", &["tumble", "tumble_scene"]),
    ("tumble_harness", &["tumble", "tumble_scene", "tumble_view"]),
    (
        "tumble_app",
        &[
            "tumble",
            "tumble_scene",
            "tumble_view",
            "tumble_harness",
            "tumble_rapier",
        ],
    ),
    ("tumble_rapier", &["tumble"]),
    ("tumble_conformance", &["tumble", "tumble_scene"]),
    ("tumble_bench", &["tumble_physics"]),
];

/// The library may depend on fewer crates than this in total.
const MOST_DEPENDENCIES: usize = 25;

/// Looks for arrows that are not drawn.
pub fn check(root: &Path) -> Result<(), String> {
    let mut findings = Vec::new();
    for path in files::below(root, "Cargo.toml") {
        let text = files::read(root, &path)?;
        let shown = files::shown(root, &path);
        let Some(name) = package_name(&text) else { continue };
        let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
            continue;
        };
        for used in dependencies(&text) {
            let ours = used == "tumble" || used.starts_with("tumble_");
            if ours && !allowed.contains(&used.as_str()) {
                findings.push(format!("{shown}: {name} may not use {used}"));
            }
        }
    }
    files::verdict(&findings)
}

/// Counts what the library pulls in.
pub fn few_dependencies(root: &Path) -> Result<(), String> {
    let output = crate::cargo_command(root)
        .args([
            "tree",
            "--package",
            "tumble",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--quiet",
        ])
        .output()
        .map_err(|error| format!("`cargo tree` can't be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let tree = String::from_utf8_lossy(&output.stdout);
    let crates: BTreeSet<&str> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "tumble")
        .collect();
    eprintln!("tumble has {} dependencies in total", crates.len());
    if crates.len() < MOST_DEPENDENCIES {
        Ok(())
    } else {
        let names: Vec<&str> = crates.into_iter().collect();
        Err(format!(
            "tumble has {} dependencies, fewer than {MOST_DEPENDENCIES} are allowed: {}",
            names.len(),
            names.join(", ")
        ))
    }
}

fn package_name(manifest: &str) -> Option<&str> {
    let mut section = "";
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if section == "[package]"
            && let Some(rest) = line.strip_prefix("name")
        {
            return rest
                .trim()
                .strip_prefix('=')
                .map(|name| name.trim().trim_matches('"'));
        }
    }
    None
}

/// The names under `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let name: String = line
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '-')
                .collect();
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[package]\nname = \"a\"\n\n[dependencies]\ntumble.workspace = true\nron = \"1\"\n\n[dev-dependencies]\nb = \"1\"\n";

    #[test]
    fn reads_manifests() {
        assert_eq!(package_name(MANIFEST), Some("a"));
        assert_eq!(dependencies(MANIFEST), ["tumble", "ron"]);
    }
}

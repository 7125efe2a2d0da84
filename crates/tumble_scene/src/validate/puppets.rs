//! Puppets, alone and in crowds.

use tumble::math::Vec2;
use tumble::puppet::Preset;
use tumble::rig::steps;

use super::checker::{Checker, Named, Span};
use crate::file::{CrowdFile, PresetFile, PuppetFile, SceneFile};
use crate::scene::Doll;

/// More puppets than this in one scene are surely a mistake.
const MOST_PUPPETS: u32 = 100_000;

/// How many puppets each entry stands for; 1 where its numbers can't be, or there would be too many in all.
fn counts(file: &SceneFile) -> Vec<u32> {
    let mut total = 0;
    file.puppets
        .iter()
        .map(|puppet| {
            let wanted = puppet.crowd.map_or(1, |crowd| size(crowd).unwrap_or(1));
            let count = if total + wanted > MOST_PUPPETS { 1 } else { wanted };
            total += count;
            count
        })
        .collect()
}

/// How many a crowd is; `None` when it is nobody or too many.
fn size(crowd: CrowdFile) -> Option<u32> {
    let count = crowd.columns.checked_mul(crowd.rows)?;
    (1..=MOST_PUPPETS).contains(&count).then_some(count)
}

/// The name of a crowd's `k`-th puppet, from 0.
fn member(name: &str, k: u32) -> String {
    format!("{name}{}", k + 1)
}

/// Registers the names of all puppets.
pub(super) fn collect_names(check: &mut Checker<'_>, file: &SceneFile) {
    let mut first = 0;
    for (i, (puppet, count)) in file.puppets.iter().zip(counts(file)).enumerate() {
        let path = steps!["puppets", i, "name"];
        check.name(
            &puppet.name,
            Named::Puppet(Span { first, count }),
            path.clone(),
            "puppet",
        );
        if puppet.crowd.is_some() {
            for k in 0..count {
                let one = Span {
                    first: first + k,
                    count: 1,
                };
                check.name(
                    &member(&puppet.name, k),
                    Named::Member(one),
                    path.clone(),
                    "puppet",
                );
            }
        }
        first += count;
    }
}

/// One entry a puppet, as many as [`collect_names`] counted; `None` where it can't be made, which has been reported.
pub(super) fn puppets(check: &mut Checker<'_>, file: &SceneFile) -> Vec<Option<Doll>> {
    let mut dolls = Vec::new();
    for (i, (puppet, count)) in file.puppets.iter().zip(counts(file)).enumerate() {
        dolls.extend(entry(check, i, puppet, count));
        if puppet.crowd.and_then(size).is_some_and(|size| size != count)
            || dolls.len() > MOST_PUPPETS as usize
        {
            check.problem(
                steps!["puppets", i],
                &format!("puppet `{}`", puppet.name),
                format!("more than {MOST_PUPPETS} puppets in one scene"),
                "make the crowds smaller",
            );
        }
    }
    dolls
}

fn entry(check: &mut Checker<'_>, i: usize, puppet: &PuppetFile, count: u32) -> Vec<Option<Doll>> {
    let place = |field: &str| format!("puppet `{}`, field `{field}`", puppet.name);
    let at = check.point(puppet.at, &steps!["puppets", i, "at"], &place("at"));
    let sound = check.positive(puppet.scale, steps!["puppets", i, "scale"], &place("scale"));
    if let Some(crowd) = puppet.crowd {
        check.point(
            crowd.every,
            &steps!["puppets", i, "crowd", "every"],
            &place("crowd"),
        );
        check.finite(
            crowd.shift,
            steps!["puppets", i, "crowd", "shift"],
            &place("crowd"),
        );
        if size(crowd).is_none() {
            check.problem(
                steps!["puppets", i, "crowd"],
                &place("crowd"),
                format!("{} × {} puppets make no crowd", crowd.columns, crowd.rows),
                format!("give 1 to {MOST_PUPPETS} in all"),
            );
        }
    }
    let scale = if sound { puppet.scale } else { 1.0 };
    let (figure, unit) = match check.files.figure(&puppet.figure, scale) {
        Ok(found) => found,
        Err((field, fault)) => {
            check.fault(steps!["puppets", i, field], &place(field), fault);
            return vec![None; count as usize];
        }
    };
    let one = |name: String, offset: Vec2| {
        Some(Doll {
            name,
            figure: std::sync::Arc::clone(&figure),
            at: at + offset,
            unit,
            preset: match puppet.preset {
                PresetFile::Default => Preset::Default,
                PresetFile::Classic => Preset::Classic,
            },
        })
    };
    match puppet.crowd {
        None => vec![one(puppet.name.clone(), Vec2::ZERO)],
        Some(crowd) => (0..count)
            .map(|k| {
                let (column, row) = (k % crowd.columns.max(1), k / crowd.columns.max(1));
                let offset = Vec2::new(
                    crowd.every.0 * column as f32 + crowd.shift * row as f32,
                    crowd.every.1 * row as f32,
                );
                one(member(&puppet.name, k), offset)
            })
            .collect(),
    }
}

//! The known name that a misspelt one most likely means.

/// The candidate nearest to `found` by edits (insert, delete, replace, swap of neighbours, letter case free), if it is
/// near enough to be worth suggesting: at most a third of the letters differ, and at least one may.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found: Vec<char> = found.to_lowercase().chars().take(LONGEST).collect();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let letters: Vec<char> = candidate.to_lowercase().chars().take(LONGEST).collect();
            let edits = edit_distance(&found, &letters);
            let allowed = (found.len().max(letters.len()) / 3).max(1);
            (edits <= allowed && edits < letters.len()).then_some((edits, candidate))
        })
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// A help text for an unknown name: the nearest known one, else all of them (`what`: "fields", "bones").
pub fn did_you_mean<'a>(
    found: &str,
    what: &str,
    candidates: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> String {
    let candidates = candidates.into_iter();
    if let Some(name) = nearest(found, candidates.clone()) {
        return format!("did you mean `{name}`?");
    }
    let all: Vec<String> = candidates.map(|name| format!("`{name}`")).collect();
    if all.is_empty() {
        format!("there are no {what} here")
    } else {
        format!("known {what}: {}", all.join(", "))
    }
}

/// Names are compared up to this many letters, so that a file with one endless name costs nothing.
const LONGEST: usize = 64;

/// Optimal string alignment distance.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_wins() {
        let bones = ["torso", "head", "left_arm", "right_arm"];
        assert_eq!(nearest("left_amr", bones), Some("left_arm"));
        assert_eq!(nearest("Head", bones), Some("head"));
        assert_eq!(nearest("rigth_arm", bones), Some("right_arm"));
        assert_eq!(nearest("banana", bones), None);
        assert_eq!(nearest("", bones), None);
    }

    #[test]
    fn help_lists_all_names_when_none_is_near() {
        assert_eq!(
            did_you_mean("lenght", "fields", ["length", "name"]),
            "did you mean `length`?"
        );
        assert_eq!(
            did_you_mean("xyz", "fields", ["length", "name"]),
            "known fields: `length`, `name`"
        );
        assert_eq!(did_you_mean("xyz", "bones", []), "there are no bones here");
    }
}

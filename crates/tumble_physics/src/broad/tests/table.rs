//! The table of pairs against an ordered map.

use std::collections::BTreeMap;

use super::*;
use crate::broad::PairTable;

#[test]
fn holds_what_a_map_holds() {
    let dice = &mut Dice(31);
    let mut table = PairTable::new();
    let mut map = BTreeMap::new();
    assert_eq!(
        (table.get(1, 2), table.remove(1, 2), table.len()),
        (None, None, 0)
    );
    // Few keys, so that all is inserted, replaced and removed often; growing and shrinking in turn.
    for round in 0..200_000_u32 {
        let key = (dice.below(60) as u32, dice.below(60) as u32);
        let growing = (round / 20_000) % 2 == 0;
        if dice.below(10) < if growing { 7 } else { 3 } {
            assert_eq!(table.insert(key.0, key.1, round), map.insert(key, round));
        } else {
            assert_eq!(table.remove(key.0, key.1), map.remove(&key));
        }
        assert_eq!(table.len(), map.len());
        let key = (dice.below(60) as u32, dice.below(60) as u32);
        assert_eq!(table.get(key.0, key.1), map.get(&key).copied());
        if round % 5000 == 0 {
            assert!(table.is_whole());
        }
    }
    for (&(a, b), &value) in &map {
        assert_eq!(table.get(a, b), Some(value));
    }
    table.clear();
    assert!(table.is_empty() && table.is_whole());
    assert_eq!(table.get(3, 4), None);
    table.insert(3, 4, 5);
    assert_eq!(
        (table.get(3, 4), table.get(4, 3), table.len()),
        (Some(5), None, 1)
    );
}

#[test]
fn the_greatest_numbers_are_told_apart() {
    let mut table = PairTable::new();
    let most = u32::MAX;
    for (i, (a, b)) in [(0, 0), (0, most), (most - 1, most), (most - 1, 0), (1, 0)]
        .into_iter()
        .enumerate()
    {
        assert_eq!(table.insert(a, b, i as u32), None);
    }
    assert_eq!(table.get(0, most), Some(1));
    assert_eq!(table.get(most - 1, most), Some(2));
    assert_eq!(table.get(most, most), None);
    assert_eq!(table.remove(most, 0), None);
    assert_eq!(table.insert(0, 0, most), Some(0));
    assert_eq!(table.get(0, 0), Some(most));
}

/// Pairs as worlds have them: neighbours in rows, all with the ground, all with all. Half full, a look-up of a pair that is there
/// should see about 1.5 slots (Knuth, §6.4, equation 17), however regular the pairs.
#[test]
fn regular_pairs_are_spread_like_random_ones() {
    let rows = (0..30_000_u32)
        .map(|i| (i, i + 1))
        .chain((0..30_000).map(|i| (i, i + 173)));
    let ground = (0..60_000_u32).map(|i| (i, 60_000));
    let square = (0..245_u32).flat_map(|a| (0..245).map(move |b| (a, b)));
    let steps = (0..60_000_u32).map(|i| (i * 64, i * 4096));
    let sets: [(&str, Vec<(u32, u32)>); 4] = [
        ("rows", rows.collect()),
        ("ground", ground.collect()),
        ("square", square.collect()),
        ("steps", steps.collect()),
    ];
    for (name, set) in sets {
        let mut table = PairTable::new();
        for &(a, b) in &set {
            table.insert(a, b, 0);
        }
        let seen: usize = set.iter().map(|&(a, b)| table.seen_from_home(a, b)).sum();
        let mean = seen as f64 / set.len() as f64;
        assert!(mean < 1.6, "{name}: {mean}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_stored_table_is_the_same_and_a_broken_one_is_found_out() {
    let mut table = PairTable::new();
    for i in 0..100 {
        table.insert(i, i * i, i);
    }
    let text = serde_json::to_string(&table).unwrap();
    let again: PairTable = serde_json::from_str(&text).unwrap();
    assert!(again.is_whole());
    assert!((0..100).all(|i| again.get(i, i * i) == Some(i)));
    let lying: PairTable = serde_json::from_str(&text.replace("\"len\":100", "\"len\":99")).unwrap();
    assert!(!lying.is_whole());
    let full: PairTable =
        serde_json::from_str(r#"{"slots":[{"a":1,"b":1,"value":0},{"a":2,"b":1,"value":0}],"len":2}"#)
            .unwrap();
    assert!(!full.is_whole());
}

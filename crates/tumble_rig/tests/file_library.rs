//! The rigs and clips that ship, against the numbers of record.

use tumble_rig::library;

#[test]
fn every_built_in_rig_and_clip_reads() {
    for name in library::rigs() {
        let rig = library::rig(name).expect("listed");
        assert_eq!(rig.name, name);
        let clips = library::clips(name).expect("listed");
        assert!(!clips.0.is_empty());
        for clip in &clips.0 {
            clip.check(&rig).expect("good");
        }
        assert!(library::about(name).is_some());
    }
    assert!(library::rig("unicorn").is_none());
    assert!(library::clips("unicorn").is_none());
}

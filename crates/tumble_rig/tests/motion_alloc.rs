//! In steady state nothing is allocated: playing, fading, solving, drawing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use tumble_rig::controls::solve;
use tumble_rig::library::{stickman, stickman_clips};
use tumble_rig::math::Placement;
use tumble_rig::{Animator, Pose};

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

/// The system's allocator, counting for each thread.
struct Counting;

#[expect(
    unsafe_code,
    reason = "an allocator can't be written without; it only counts and passes on"
)]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

#[test]
fn the_counter_counts() {
    assert!(allocations(|| drop(vec![1_u8; 100])) >= 1);
}

#[test]
fn a_playing_and_fading_character_allocates_nothing() {
    let rig = stickman();
    let clips = stickman_clips();
    let [walk, idle] = ["walk_right", "idle"].map(|name| Arc::clone(clips.get(name).expect("it ships")));
    let mut animator = Animator::default();
    let mut controls = rig.stand.clone();
    let mut root = Placement::default();
    let mut pose = Pose::rest(&rig, root);
    let mut bones = Vec::with_capacity(rig.bones.len());
    let mut step = |animator: &mut Animator, steps: usize| {
        for _ in 0..steps {
            root.position += animator.advance(1.0 / 60.0, |_, _| {});
            animator.sample(&rig, &mut controls);
            solve(&rig, &controls, root, &mut pose);
            pose.world_bones(&rig, &mut bones);
        }
    };
    animator.play(Arc::clone(&walk));
    animator.play_from(Arc::clone(&idle), &rig.stand);
    step(&mut animator, 2);
    assert_eq!(allocations(|| step(&mut animator, 300)), 0, "one clip");
    // Starting one may; the fade itself must not.
    animator.play(walk);
    assert_eq!(allocations(|| step(&mut animator, 300)), 0, "a fade");
    animator.play(idle);
    assert_eq!(allocations(|| step(&mut animator, 5)), 0, "another fade");
}

//! What an animated character costs a frame: advance, sample, solve, forward kinematics.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use tumble_rig::controls::solve;
use tumble_rig::ik::{TwoBone, solve_two_bone};
use tumble_rig::library::{stickman, stickman_clips};
use tumble_rig::math::{Placement, Vec2, trig};
use tumble_rig::{Animator, Bend, Pose};

const DT: f32 = 1.0 / 60.0;

fn motion(criterion: &mut Criterion) {
    let rig = stickman();
    let clips = stickman_clips();
    let [walk, idle] = ["walk_right", "idle"].map(|name| Arc::clone(clips.get(name).expect("it ships")));
    let mut group = criterion.benchmark_group("motion");

    group.bench_function("sin_cos", |bencher| {
        bencher.iter(|| trig::sin_cos(black_box(1.234)));
    });
    group.bench_function("atan2", |bencher| {
        bencher.iter(|| trig::atan2(black_box(1.234), black_box(-0.7)));
    });
    group.bench_function("two_bone_ik", |bencher| {
        let leg = TwoBone::new(200.0, 200.0);
        bencher.iter(|| {
            solve_two_bone(
                black_box(leg),
                black_box(Vec2::new(40.0, 350.0)),
                Bend::Normal,
                0.0,
            )
        });
    });

    let mut animator = Animator::default();
    animator.play(Arc::clone(&walk));
    animator.advance(0.3, |_, _| {});
    let mut controls = rig.stand.clone();
    animator.sample(&rig, &mut controls);
    let root = Placement::at(Vec2::new(100.0, -385.0));
    let mut pose = Pose::rest(&rig, root);
    solve(&rig, &controls, root, &mut pose);
    let mut bones = Vec::new();

    group.bench_function("advance", |bencher| {
        let mut animator = animator.clone();
        bencher.iter(|| animator.advance(black_box(DT), |_, _| {}));
    });
    group.bench_function("sample", |bencher| {
        let mut controls = controls.clone();
        bencher.iter(|| animator.sample(&rig, black_box(&mut controls)));
    });
    group.bench_function("sample_fading", |bencher| {
        let mut animator = animator.clone();
        animator.play(Arc::clone(&idle));
        animator.advance(0.1, |_, _| {});
        let mut controls = controls.clone();
        bencher.iter(|| animator.sample(&rig, black_box(&mut controls)));
    });
    group.bench_function("solve", |bencher| {
        let mut pose = pose.clone();
        bencher.iter(|| solve(&rig, black_box(&controls), root, black_box(&mut pose)));
    });
    group.bench_function("world_bones", |bencher| {
        bencher.iter(|| pose.world_bones(&rig, black_box(&mut bones)));
    });
    group.bench_function("whole_frame", |bencher| {
        let (mut animator, mut controls, mut pose) = (animator.clone(), controls.clone(), pose.clone());
        let mut root = root;
        bencher.iter(|| {
            root.position.x += animator.advance(black_box(DT), |_, _| {}).x * 1e-6;
            animator.sample(&rig, &mut controls);
            solve(&rig, &controls, root, &mut pose);
            pose.world_bones(&rig, &mut bones);
            black_box(&bones);
        });
    });
    group.finish();
}

criterion_group!(benches, motion);
criterion_main!(benches);

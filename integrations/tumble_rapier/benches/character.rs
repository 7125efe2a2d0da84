//! What a character costs: each state's share of a frame, and the hand-overs between them.
//!
//! `stub` is a world that does nothing but keep what it is told, so that the figure is the character's own; `rapier` has what
//! rapier does for the same calls, its step left out. README.md beside this file has figures.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use tumble::backend::{
    BodyDesc, BodyHandle, BodyKind, BodyState, Gone, InvalidDesc, Layer, Motor, PairRule, PinDesc, PinHandle,
    PinState, Ray, RayFilter, RayHit, Shape, Touch, WorldEvent, WorldStats,
};
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::{ProxySpec, Rig, library};
use tumble::{Backend, Character, CharacterDesc, RecoverWhen, State};
use tumble_rapier::{RapierSettings, RapierWorld};

const DT: f32 = 1.0 / 60.0;
/// So many frames are timed before the figure is put back to where it began.
const FRAMES: u64 = 600;
/// Frames of a stand-up that are timed: all but the first and the last two.
const STANDING_UP: u64 = 117;

/// A world that keeps what it is told and does nothing: gravity points down, and the ground is at y = 0 everywhere.
#[derive(Default)]
struct Stub {
    bodies: Vec<Option<BodyState>>,
    free: Vec<usize>,
    pins: u64,
}

/// The handle of the ground.
const GROUND: BodyHandle = BodyHandle(u64::MAX);

impl Stub {
    fn get_mut(&mut self, body: BodyHandle) -> Result<&mut BodyState, Gone> {
        self.bodies
            .get_mut(body.0 as usize)
            .and_then(Option::as_mut)
            .ok_or(Gone)
    }
}

impl Backend for Stub {
    fn name(&self) -> &'static str {
        "stub"
    }

    fn gravity(&self) -> Vec2 {
        Vec2::new(0.0, 980.0)
    }

    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc> {
        let state = BodyState {
            pose: desc.pose,
            velocity: desc.velocity,
            spin: desc.spin,
            asleep: false,
        };
        let index = self.free.pop().unwrap_or_else(|| {
            self.bodies.push(None);
            self.bodies.len() - 1
        });
        self.bodies[index] = Some(state);
        Ok(BodyHandle(index as u64))
    }

    fn remove_body(&mut self, body: BodyHandle) -> Result<(), Gone> {
        self.get_mut(body)?;
        self.bodies[body.0 as usize] = None;
        self.free.push(body.0 as usize);
        Ok(())
    }

    fn add_pin(&mut self, _: &PinDesc) -> Result<PinHandle, InvalidDesc> {
        self.pins += 1;
        Ok(PinHandle(self.pins))
    }

    fn remove_pin(&mut self, _: PinHandle) -> Result<(), Gone> {
        Ok(())
    }

    fn set_limits(&mut self, _: PinHandle, _: Option<[f32; 2]>) -> Result<(), Gone> {
        Ok(())
    }

    fn set_motor(&mut self, _: PinHandle, _: Option<Motor>) -> Result<(), Gone> {
        Ok(())
    }

    fn body(&self, body: BodyHandle) -> Option<BodyState> {
        if body == GROUND {
            return Some(BodyState::default());
        }
        self.bodies.get(body.0 as usize).copied().flatten()
    }

    fn tag(&self, _: BodyHandle) -> Option<u64> {
        None
    }

    fn pin(&self, _: PinHandle) -> Option<PinState> {
        None
    }

    fn set_pose(&mut self, body: BodyHandle, pose: Pose2) -> Result<(), Gone> {
        self.get_mut(body).map(|state| state.pose = pose)
    }

    fn move_to(&mut self, body: BodyHandle, pose: Pose2, _: f32) -> Result<(), Gone> {
        self.get_mut(body).map(|state| state.pose = pose)
    }

    fn set_velocity(&mut self, body: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        self.get_mut(body).map(|state| {
            state.velocity = velocity;
            state.spin = spin;
        })
    }

    fn apply_impulse(&mut self, _: BodyHandle, _: Vec2, _: Vec2) -> Result<(), Gone> {
        Ok(())
    }

    fn grab(&mut self, _: BodyHandle, _: Vec2, _: Vec2) -> Result<(), Gone> {
        Ok(())
    }

    fn release(&mut self, _: BodyHandle) {}

    fn set_pair(&mut self, _: BodyHandle, _: BodyHandle, _: PairRule) -> Result<(), Gone> {
        Ok(())
    }

    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        let fraction = -ray.origin.y / ray.way.y;
        ((0.0..=1.0).contains(&fraction) && !filter.exclude.contains(&GROUND)).then(|| RayHit {
            body: GROUND,
            point: ray.origin + ray.way * fraction,
            normal: Vec2::new(0.0, -1.0),
            fraction,
        })
    }

    fn touches(&self, _: BodyHandle, out: &mut Vec<Touch>) {
        out.push(Touch {
            other: GROUND,
            point: Vec2::ZERO,
            normal: Vec2::new(0.0, -1.0),
            impulse: 1.0,
        });
    }

    fn step(&mut self, _: f32) {}

    fn drain_events(&mut self, _: &mut Vec<WorldEvent>) {}

    fn stats(&self) -> WorldStats {
        WorldStats::default()
    }
}

/// A world with ground at y = 0, and the stickman on it.
struct Stage {
    world: Box<dyn Backend>,
    hero: Character,
}

fn rapier() -> RapierWorld {
    let mut world = RapierWorld::new(RapierSettings::default());
    let ground = BodyDesc {
        kind: BodyKind::Static,
        layer: Layer::Terrain,
        shape: Shape::Box {
            half: Vec2::new(20_000.0, 100.0),
        },
        pose: Pose2::new(Vec2::new(0.0, 100.0), 0.0),
        ..BodyDesc::default()
    };
    world.add_body(&ground).expect("the ground is valid");
    world
}

const HOME: Vec2 = Vec2::new(0.0, -385.0);

impl Stage {
    fn new(world: &str, rig: &Arc<Rig>, ground_follow: bool) -> Self {
        let mut stage = Self {
            world: if world == "stub" {
                Box::<Stub>::default()
            } else {
                Box::new(rapier())
            },
            hero: Character::new(
                CharacterDesc {
                    root: Placement::at(HOME),
                    ground_follow,
                    ..CharacterDesc::default()
                },
                Arc::clone(rig),
                library::stickman_clips(),
            )
            .expect("the hero is valid"),
        };
        stage.step();
        stage
    }

    fn update(&mut self) {
        self.hero.update(&mut *self.world, DT);
    }

    fn step(&mut self) {
        self.update();
        self.world.step(DT);
        self.hero.after_step(&mut *self.world, DT);
    }

    /// Standing at home, as if it had never been elsewhere.
    fn go_home(&mut self) {
        if self.hero.state() != State::Animated {
            self.hero.snap_to_standing(&mut *self.world);
        }
        self.hero
            .teleport(&mut *self.world, HOME)
            .expect("home is finite");
        self.step();
        self.drain();
    }

    fn fall(&mut self) {
        self.hero
            .set_ragdoll(&mut *self.world, true)
            .expect("the world takes it");
    }

    /// Lying on its side at home, as a ragdoll.
    fn lie(&mut self) {
        self.go_home();
        self.fall();
        for (_, body, _) in self.hero.bodies() {
            if let Some(state) = self.world.body(body) {
                // A quarter turn about the hips, then down to the ground.
                let arm = state.pose.position - HOME;
                let position = HOME + Vec2::new(-arm.y, arm.x) + Vec2::new(0.0, 265.0);
                let angle = state.pose.angle + std::f32::consts::FRAC_PI_2;
                self.world
                    .set_pose(body, Pose2::new(position, angle))
                    .expect("it is there");
            }
        }
    }

    fn get_up(&mut self) {
        self.hero
            .set_ragdoll(&mut *self.world, false)
            .expect("nothing is made");
    }

    fn drain(&mut self) {
        let mut events = Vec::new();
        self.hero.drain_events(&mut events);
        self.world.drain_events(&mut Vec::new());
    }
}

/// Times `work` only, `repeat` times after each `prepare`.
fn bench(
    criterion: &mut Criterion,
    name: &str,
    stage: &mut Stage,
    repeat: u64,
    mut prepare: impl FnMut(&mut Stage),
    mut work: impl FnMut(&mut Stage),
) {
    criterion.bench_function(name, |bencher| {
        bencher.iter_custom(|count| {
            let (mut left, mut time) = (count, Duration::ZERO);
            while left > 0 {
                let now = left.min(repeat);
                prepare(stage);
                let start = Instant::now();
                for _ in 0..now {
                    work(stage);
                    black_box(stage.hero.bones());
                }
                time += start.elapsed();
                left -= now;
            }
            time
        });
    });
}

fn rig(change: impl FnOnce(&mut Rig)) -> Arc<Rig> {
    let mut rig = Rig::clone(&library::stickman());
    change(&mut rig);
    Arc::new(rig)
}

fn animated(criterion: &mut Criterion) {
    let proxies = [("no proxy", ProxySpec::None), ("bones", ProxySpec::Bones)];
    for world in ["stub", "rapier"] {
        for (proxy, spec) in proxies {
            let rig = rig(|rig| rig.proxy = spec);
            for (what, clip, ground_follow) in [
                ("stand", None, false),
                ("walk", Some("walk_right"), false),
                ("walk, ground followed", Some("walk_right"), true),
            ] {
                let mut stage = Stage::new(world, &rig, ground_follow);
                if let Some(clip) = clip {
                    stage.hero.play(clip).expect("it ships");
                }
                let name = format!("animated/{what}/{proxy}/{world}");
                bench(
                    criterion,
                    &name,
                    &mut stage,
                    FRAMES,
                    Stage::go_home,
                    Stage::update,
                );
            }
        }
    }
}

fn falling(criterion: &mut Criterion) {
    for world in ["stub", "rapier"] {
        // Never calm, never tired of waiting.
        let rig = rig(|rig| {
            rig.recovery.settle.speed = 0.0;
            rig.recovery.settle.timeout = f32::MAX;
        });
        let mut stage = Stage::new(world, &rig, true);
        for (what, waiting) in [("fall", false), ("wait to settle", true)] {
            let lie = |stage: &mut Stage| {
                if !stage.hero.is_in_ragdoll() {
                    stage.lie();
                    (0..30).for_each(|_| stage.step());
                }
                if waiting {
                    stage.hero.recover(RecoverWhen::Settled);
                }
            };
            bench(
                criterion,
                &format!("ragdoll/{what}/{world}"),
                &mut stage,
                FRAMES,
                lie,
                |stage| stage.hero.after_step(&mut *stage.world, DT),
            );
        }
    }
}

fn recovering(criterion: &mut Criterion) {
    for world in ["stub", "rapier"] {
        for (proxy, spec) in [("no proxy", ProxySpec::None), ("bones", ProxySpec::Bones)] {
            let rig = rig(|rig| rig.proxy = spec);
            let mut stage = Stage::new(world, &rig, true);
            let lie = |stage: &mut Stage| {
                stage.lie();
                stage.get_up();
                stage.step();
            };
            let name = format!("recovering/{proxy}/{world}");
            lie(&mut stage);
            (0..STANDING_UP).for_each(|_| stage.update());
            assert_eq!(stage.hero.state(), State::Recovering, "nothing else is timed");
            bench(criterion, &name, &mut stage, STANDING_UP, lie, Stage::update);
        }
    }
}

fn handing_over(criterion: &mut Criterion) {
    for world in ["stub", "rapier"] {
        for (proxy, spec) in [("no proxy", ProxySpec::None), ("bones", ProxySpec::Bones)] {
            let rig = rig(|rig| rig.proxy = spec);
            let mut stage = Stage::new(world, &rig, true);
            let name = format!("enter the ragdoll/{proxy}/{world}");
            bench(criterion, &name, &mut stage, 1, Stage::go_home, Stage::fall);
            let name = format!("leave the ragdoll/{proxy}/{world}");
            bench(criterion, &name, &mut stage, 1, Stage::lie, Stage::get_up);
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(50);
    targets = animated, falling, recovering, handing_over
}
criterion_main!(benches);

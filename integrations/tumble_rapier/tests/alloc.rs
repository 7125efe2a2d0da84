//! In steady state the character allocates nothing, whatever moves it. What rapier allocates for the calls that the character
//! makes of it is counted apart, and printed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tumble::backend::{
    BodyDesc, BodyHandle, BodyKind, BodyState, Gone, InvalidDesc, Layer, Motor, PairRule, PinDesc, PinHandle,
    PinState, Ray, RayFilter, RayHit, Shape, Touch, WorldEvent, WorldStats,
};
use tumble::math::{Placement, Pose2, Vec2};
use tumble::rig::{Facing, library};
use tumble::{Backend, Character, CharacterDesc, RecoverWhen, State};
use tumble_rapier::{RapierSettings, RapierWorld};

const DT: f32 = 1.0 / 60.0;

thread_local! {
    /// Allocations of our own, and of the world.
    static COUNT: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    static IN_WORLD: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator, counting for each thread, the world's apart.
struct Counting;

impl Counting {
    fn count() {
        let in_world = IN_WORLD.get();
        COUNT.with(|count| {
            let (ours, worlds) = count.get();
            count.set((ours + usize::from(!in_world), worlds + usize::from(in_world)));
        });
    }
}

#[expect(
    unsafe_code,
    reason = "an allocator can't be written without; it only counts and passes on"
)]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Self::count();
        // SAFETY: the caller's promises are handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are handed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        Self::count();
        // SAFETY: the caller's promises are handed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` allocates: ours, the world's.
fn allocations(work: impl FnOnce()) -> (usize, usize) {
    let before = COUNT.get();
    work();
    let after = COUNT.get();
    (after.0 - before.0, after.1 - before.1)
}

/// A world whose allocations are counted apart.
struct Fenced(RapierWorld);

fn fenced<R>(work: impl FnOnce() -> R) -> R {
    let outer = IN_WORLD.replace(true);
    let result = work();
    IN_WORLD.set(outer);
    result
}

impl Backend for Fenced {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn gravity(&self) -> Vec2 {
        fenced(|| self.0.gravity())
    }

    fn add_body(&mut self, desc: &BodyDesc) -> Result<BodyHandle, InvalidDesc> {
        fenced(|| self.0.add_body(desc))
    }

    fn remove_body(&mut self, body: BodyHandle) -> Result<(), Gone> {
        fenced(|| self.0.remove_body(body))
    }

    fn add_pin(&mut self, desc: &PinDesc) -> Result<PinHandle, InvalidDesc> {
        fenced(|| self.0.add_pin(desc))
    }

    fn remove_pin(&mut self, pin: PinHandle) -> Result<(), Gone> {
        fenced(|| self.0.remove_pin(pin))
    }

    fn set_limits(&mut self, pin: PinHandle, limits: Option<[f32; 2]>) -> Result<(), Gone> {
        fenced(|| self.0.set_limits(pin, limits))
    }

    fn set_motor(&mut self, pin: PinHandle, motor: Option<Motor>) -> Result<(), Gone> {
        fenced(|| self.0.set_motor(pin, motor))
    }

    fn body(&self, body: BodyHandle) -> Option<BodyState> {
        fenced(|| self.0.body(body))
    }

    fn tag(&self, body: BodyHandle) -> Option<u64> {
        fenced(|| self.0.tag(body))
    }

    fn pin(&self, pin: PinHandle) -> Option<PinState> {
        fenced(|| self.0.pin(pin))
    }

    fn set_pose(&mut self, body: BodyHandle, pose: Pose2) -> Result<(), Gone> {
        fenced(|| self.0.set_pose(body, pose))
    }

    fn move_to(&mut self, body: BodyHandle, pose: Pose2, dt: f32) -> Result<(), Gone> {
        fenced(|| self.0.move_to(body, pose, dt))
    }

    fn set_velocity(&mut self, body: BodyHandle, velocity: Vec2, spin: f32) -> Result<(), Gone> {
        fenced(|| self.0.set_velocity(body, velocity, spin))
    }

    fn apply_impulse(&mut self, body: BodyHandle, impulse: Vec2, at: Vec2) -> Result<(), Gone> {
        fenced(|| self.0.apply_impulse(body, impulse, at))
    }

    fn grab(&mut self, body: BodyHandle, local: Vec2, target: Vec2) -> Result<(), Gone> {
        fenced(|| self.0.grab(body, local, target))
    }

    fn release(&mut self, body: BodyHandle) {
        fenced(|| self.0.release(body));
    }

    fn set_pair(&mut self, a: BodyHandle, b: BodyHandle, rule: PairRule) -> Result<(), Gone> {
        fenced(|| self.0.set_pair(a, b, rule))
    }

    fn cast_ray(&self, ray: Ray, filter: RayFilter<'_>) -> Option<RayHit> {
        fenced(|| self.0.cast_ray(ray, filter))
    }

    // The list of touches is the caller's and grows here: it counts as ours.
    fn touches(&self, body: BodyHandle, out: &mut Vec<Touch>) {
        let (room, used) = (out.capacity(), out.len());
        fenced(|| self.0.touches(body, out));
        if out.capacity() != room && out.len() > used {
            Counting::count();
        }
    }

    fn step(&mut self, dt: f32) {
        fenced(|| self.0.step(dt));
    }

    fn drain_events(&mut self, out: &mut Vec<WorldEvent>) {
        fenced(|| self.0.drain_events(out));
    }

    fn stats(&self) -> WorldStats {
        fenced(|| self.0.stats())
    }
}

/// A floor with a ramp beside it, and the stickman.
struct Stage {
    world: Fenced,
    hero: Character,
}

impl Stage {
    fn new(ground_follow: bool) -> Self {
        let mut world = Fenced(RapierWorld::new(RapierSettings::default()));
        let ground = BodyDesc {
            kind: BodyKind::Static,
            layer: Layer::Terrain,
            shape: Shape::Polygon {
                points: [
                    (-9000.0, 0.0),
                    (400.0, 0.0),
                    (9000.0, -1500.0),
                    (9000.0, 400.0),
                    (-9000.0, 400.0),
                ]
                .map(|(x, y)| Vec2::new(x, y))
                .to_vec(),
            },
            ..BodyDesc::default()
        };
        world.add_body(&ground).expect("the ground is valid");
        let desc = CharacterDesc {
            root: Placement::at(Vec2::new(0.0, -385.0)),
            facing: Facing::Right,
            ground_follow,
            ..CharacterDesc::default()
        };
        let hero = Character::new(desc, library::stickman(), library::stickman_clips());
        Self {
            world,
            hero: hero.expect("the hero is valid"),
        }
    }

    /// So many steps; what the character allocated in them, and the world for it. Events are drained at each step, as a game
    /// does.
    fn steps(&mut self, count: usize) -> (usize, usize) {
        let mut sum = (0, 0);
        let mut events = Vec::with_capacity(64);
        for _ in 0..count {
            let before = allocations(|| self.hero.update(&mut self.world, DT));
            self.world.step(DT);
            let after = allocations(|| self.hero.after_step(&mut self.world, DT));
            events.clear();
            self.hero.drain_events(&mut events);
            sum = (sum.0 + before.0 + after.0, sum.1 + before.1 + after.1);
        }
        sum
    }

    /// The same, and that nothing of it was ours.
    fn steps_for_free(&mut self, count: usize, what: &str) {
        let (ours, worlds) = self.steps(count);
        println!("{what}: {count} steps, {ours} allocations of the character, {worlds} of the world for it");
        assert_eq!(ours, 0, "{what}: allocations in {count} steps");
    }
}

#[test]
fn the_counter_counts_ours_and_the_worlds() {
    assert_eq!(allocations(|| drop(vec![1_u8; 100])), (1, 0));
    assert_eq!(allocations(|| fenced(|| drop(vec![1_u8; 100]))), (0, 1));
    let mut growing = Vec::with_capacity(1);
    growing.push(1);
    assert_eq!(
        allocations(|| growing.push(2)),
        (1, 0),
        "growing is an allocation"
    );
}

#[test]
fn an_animated_character_allocates_nothing() {
    for ground_follow in [false, true] {
        let mut stage = Stage::new(ground_follow);
        stage.steps(2);
        stage.steps_for_free(300, "stands");
        stage.hero.play("walk_right").expect("it ships");
        stage.steps(2);
        stage.steps_for_free(600, "walks over the flat and up the ramp");
        assert!(stage.hero.pose().root.position.x > 800.0, "it was on both");
        stage.hero.play("idle").expect("it ships");
        stage.steps_for_free(300, "fades into another clip");
    }
}

#[test]
fn a_ragdoll_allocates_nothing_neither_falling_nor_waiting_to_settle() {
    let mut stage = Stage::new(true);
    stage.steps(2);
    stage.hero.set_ragdoll(&mut stage.world, true).expect("a ragdoll");
    stage.steps(2);
    stage.steps_for_free(90, "falls");
    let chest = stage.hero.body(tumble::rig::BoneId::TORSO).expect("a torso");
    stage.hero.recover(RecoverWhen::Settled);
    // The list of touches finds its size.
    stage.steps(30);
    for _ in 0..12 {
        // Never calm: it is pushed again and again.
        let push = Vec2::new(60.0, -60.0);
        stage.world.set_velocity(chest, push, 0.0).expect("it is there");
        stage.steps_for_free(10, "waits to settle");
    }
    assert_eq!(stage.hero.state(), State::Ragdoll, "it still waits");
}

#[test]
fn a_recovering_character_allocates_nothing() {
    let mut stage = Stage::new(true);
    stage.steps(2);
    let head = stage.hero.rig().bone("head").expect("a head");
    stage
        .hero
        .hit(&mut stage.world, head, Vec2::new(3000.0, -500.0), None)
        .expect("a hit");
    stage.steps(180);
    stage.hero.recover(RecoverWhen::Now);
    stage.steps(1);
    assert_eq!(stage.hero.state(), State::Recovering);
    stage.steps_for_free(119, "gets up");
    assert_eq!(
        stage.hero.state(),
        State::Recovering,
        "the whole way was looked at"
    );
    stage.steps(3);
    assert_eq!(stage.hero.state(), State::Animated);
    stage.steps_for_free(60, "is up again");
}

//! What props feel of a character that is not a ragdoll: kinematic bodies that follow the pose.

use tumble_math::{Pose2, Vec2};
use tumble_rig::{BodySpec, BoneId, Pose, ProxySpec, Rig, WorldBone};

use crate::backend::{Backend, BodyDesc, BodyHandle, BodyKind, InvalidDesc, Layer, PairRule, Shape, Touch};
use crate::ragdoll::body_pose;
use crate::template::{RagdollTemplate, body_shape};

/// How a proxy gets to the new pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrive {
    /// In the course of the next step, pushing what is in the way.
    Moving,
    /// At once, as after a teleport.
    AtOnce,
}

/// The kinematic bodies of a character while it is animated or recovering.
#[derive(Debug, Default)]
pub(crate) struct Proxy {
    /// With the bone each follows; the box follows the root and counts as the torso's.
    bodies: Vec<(BoneId, BodyHandle)>,
    /// What carries the figure, which the proxy must not meet: it would push away what it stands on, and ride after it.
    carrier: Option<BodyHandle>,
    /// While the carrier is a loose thing: the loose things that lean on it, directly or over others. Pushing them would push
    /// the carrier, and the figure with it, again and again.
    leaning: Vec<BodyHandle>,
    touches: Vec<Touch>,
}

/// So many leaning things are looked after at most.
const MOST_LEANING: usize = 32;

/// What a proxy is made from.
pub(crate) struct ProxyEntry<'a> {
    pub rig: &'a Rig,
    pub template: &'a RagdollTemplate,
    pub figure: u32,
    pub pose: &'a Pose,
    pub bones: &'a [WorldBone],
    pub down: Vec2,
}

impl Proxy {
    /// Puts the proxy into the world, at rest on the pose.
    ///
    /// # Errors
    /// When the world refuses a body; everything made so far has been removed again.
    pub fn enter(world: &mut dyn Backend, entry: &ProxyEntry<'_>) -> Result<Self, InvalidDesc> {
        let mut proxy = Self::default();
        let scale = entry.pose.root.scale;
        let mut add = |bone: BoneId, shape: Shape, pose: Pose2, friction: f32| {
            let desc = BodyDesc {
                kind: BodyKind::Kinematic,
                layer: Layer::Proxy,
                shape,
                pose,
                friction,
                figure: entry.figure,
                tag: u64::from(bone.0),
                ..BodyDesc::default()
            };
            world
                .add_body(&desc)
                .map(|handle| proxy.bodies.push((bone, handle)))
        };
        let made = match entry.rig.proxy {
            ProxySpec::None => Ok(()),
            ProxySpec::Box { size } => {
                let half = size * (0.5 * scale);
                add(
                    BoneId::TORSO,
                    Shape::Box { half },
                    box_pose(entry, half.y),
                    BodyDesc::default().friction,
                )
            }
            ProxySpec::Bones => entry.template.bodies.iter().try_for_each(|&bone| {
                let Some(spec) = entry.rig.ragdoll.bodies[bone.index()] else {
                    return Ok(());
                };
                let shape = body_shape(spec.shape, entry.rig.bones[bone.index()].length, scale);
                add(bone, shape, bone_pose(entry, bone, &spec), spec.friction)
            }),
        };
        if let Err(error) = made {
            proxy.remove(world);
            return Err(error);
        }
        Ok(proxy)
    }

    /// Has the proxy follow the pose.
    pub fn follow(&self, world: &mut dyn Backend, entry: &ProxyEntry<'_>, arrive: Arrive, dt: f32) {
        for &(bone, handle) in &self.bodies {
            let to = match (entry.rig.proxy, entry.rig.ragdoll.bodies[bone.index()]) {
                (ProxySpec::Box { size }, _) => box_pose(entry, 0.5 * size.y * entry.pose.root.scale),
                (ProxySpec::Bones, Some(spec)) => bone_pose(entry, bone, &spec),
                _ => continue,
            };
            // A body that has gone is not missed: its owner may have cleared the world.
            let _ = match arrive {
                Arrive::Moving => world.move_to(handle, to, dt),
                Arrive::AtOnce => world
                    .set_pose(handle, to)
                    .and_then(|()| world.set_velocity(handle, Vec2::ZERO, 0.0)),
            };
        }
    }

    /// Stands on `carrier` from now on. The world is only told of changes.
    pub fn stand_on(&mut self, world: &mut dyn Backend, carrier: Option<BodyHandle>) {
        let loose = |body: &BodyHandle| world.kind(*body) == Some(BodyKind::Dynamic);
        let on_loose = carrier.filter(loose);
        if carrier != self.carrier {
            if let Some(old) = self.carrier.filter(|old| !self.leaning.contains(old)) {
                self.set_rule(world, old, PairRule::Collide);
            }
            if let Some(new) = carrier.filter(|new| !self.leaning.contains(new)) {
                self.set_rule(world, new, PairRule::Ignore);
            }
            self.carrier = carrier;
        }
        match on_loose {
            Some(carrier) => self.find_leaning(world, carrier),
            None => {
                while let Some(body) = self.leaning.pop() {
                    if Some(body) != carrier {
                        self.set_rule(world, body, PairRule::Collide);
                    }
                }
            }
        }
    }

    /// Adds what leans on `carrier` now. What has leant on it once is let alone until the figure stands on firm ground again.
    fn find_leaning(&mut self, world: &mut dyn Backend, carrier: BodyHandle) {
        let mut touches = core::mem::take(&mut self.touches);
        if !self.leaning.contains(&carrier) {
            self.leaning.push(carrier);
        }
        let mut next = 0;
        while let Some(&body) = self.leaning.get(next) {
            next += 1;
            touches.clear();
            world.touches(body, &mut touches);
            for touch in &touches {
                let other = touch.other;
                if self.leaning.len() < MOST_LEANING
                    && !self.leaning.contains(&other)
                    && world.kind(other) == Some(BodyKind::Dynamic)
                {
                    self.leaning.push(other);
                    self.set_rule(world, other, PairRule::Ignore);
                }
            }
        }
        self.touches = touches;
    }

    fn set_rule(&self, world: &mut dyn Backend, body: BodyHandle, rule: PairRule) {
        for &(_, handle) in &self.bodies {
            let _ = world.set_pair(handle, body, rule);
        }
    }

    /// Takes the proxy out of the world.
    pub fn remove(&mut self, world: &mut dyn Backend) {
        for (_, handle) in self.bodies.drain(..) {
            let _ = world.remove_body(handle);
        }
    }

    /// The bone that a body follows.
    pub fn bone_of(&self, body: BodyHandle) -> Option<BoneId> {
        self.bodies
            .iter()
            .find(|(_, handle)| *handle == body)
            .map(|&(bone, _)| bone)
    }
}

/// On its bone, as the bone's body would be. Nearly every body's centre is on its bone: then it is between the two ends, which
/// are known, and no direction has to be worked out ten times a frame.
fn bone_pose(entry: &ProxyEntry<'_>, bone: BoneId, spec: &BodySpec) -> Pose2 {
    let at = &entry.bones[bone.index()];
    let length = entry.rig.bones[bone.index()].length;
    if spec.center.y == 0.0 && length > 1.0 {
        Pose2::new(
            at.origin + (at.tip - at.origin) * (spec.center.x / length),
            at.heading,
        )
    } else {
        body_pose(spec, at, entry.pose)
    }
}

/// A box standing on the level that the root stands on.
fn box_pose(entry: &ProxyEntry<'_>, half_height: f32) -> Pose2 {
    let root = entry.pose.root;
    let height = entry.rig.stand_height() * root.scale - half_height;
    Pose2::new(root.position + entry.down * height, root.angle)
}

#[cfg(test)]
mod tests {
    use tumble_math::Placement;
    use tumble_rig::library::stickman;
    use tumble_rig::{Facing, controls};

    use super::*;
    use crate::double::Double;

    const DT: f32 = 1.0 / 60.0;

    /// The stickman standing somewhere.
    struct Standing {
        rig: Rig,
        template: RagdollTemplate,
        pose: Pose,
        bones: Vec<WorldBone>,
    }

    impl Standing {
        fn new(proxy: ProxySpec, root: Placement) -> Self {
            let mut rig = Rig::clone(&stickman());
            rig.proxy = proxy;
            let mut standing = Self {
                template: RagdollTemplate::new(&rig),
                pose: Pose::rest(&rig, root),
                bones: Vec::new(),
                rig,
            };
            standing.stand(root);
            standing
        }

        fn stand(&mut self, root: Placement) {
            controls::solve(&self.rig, &self.rig.stand, root, &mut self.pose);
            self.pose.world_bones(&self.rig, &mut self.bones);
        }

        fn entry(&self) -> ProxyEntry<'_> {
            ProxyEntry {
                rig: &self.rig,
                template: &self.template,
                figure: 7,
                pose: &self.pose,
                bones: &self.bones,
                down: Vec2::Y,
            }
        }

        fn enter(&self, world: &mut Double) -> Proxy {
            Proxy::enter(world, &self.entry()).expect("this world takes everything")
        }
    }

    fn roots() -> impl Iterator<Item = Placement> {
        let at = |scale| {
            Placement::at(Vec2::new(120.0, -385.0 * scale))
                .with_scale(scale)
                .with_angle(0.2)
        };
        [0.5, 1.0, 2.0]
            .into_iter()
            .flat_map(move |scale| Facing::ALL.map(|facing| at(scale).with_mirror(facing.is_mirrored())))
    }

    #[test]
    fn the_bones_proxy_is_where_the_ragdolls_bodies_would_be() {
        for root in roots() {
            let mut standing = Standing::new(ProxySpec::Bones, root);
            // One body off its bone, one bone without a length: they take the long way round.
            if let Some(head) = &mut standing.rig.ragdoll.bodies[1] {
                head.center = Vec2::new(80.0, 30.0);
            }
            standing.rig.bones[3].length = 0.0;
            standing.stand(root);
            let mut world = Double::default();
            let proxy = standing.enter(&mut world);
            assert_eq!(proxy.bodies.len(), 10);
            for &(bone, body) in &proxy.bodies {
                let desc = world.desc(body).expect("it is there");
                assert_eq!((desc.kind, desc.layer), (BodyKind::Kinematic, Layer::Proxy));
                assert_eq!((desc.figure, desc.velocity), (7, Vec2::ZERO));
                let spec = standing.rig.ragdoll.bodies[bone.index()].expect("it has a body");
                let wanted = body_pose(&spec, &standing.bones[bone.index()], &standing.pose);
                let off = (desc.pose.position - wanted.position).length();
                assert!(off < 1e-3 * root.scale, "{bone:?}: {off} px off at {root:?}");
                assert_eq!(desc.pose.angle, wanted.angle);
                assert_eq!(proxy.bone_of(body), Some(bone));
            }
        }
    }

    #[test]
    fn the_box_stands_on_the_ground_under_the_root() {
        let size = Vec2::new(240.0, 1000.0);
        for root in roots() {
            let standing = Standing::new(ProxySpec::Box { size }, root);
            let mut world = Double::default();
            let proxy = standing.enter(&mut world);
            let desc = world.desc(proxy.bodies[0].1).expect("it is there");
            let half = 0.5 * size * root.scale;
            assert_eq!((proxy.bodies.len(), &desc.shape), (1, &Shape::Box { half }));
            // The root is `stand_height` above the ground, which is at y = 0.
            assert!((desc.pose.position.y + half.y).abs() < 1e-3, "{:?}", desc.pose);
            assert_eq!(desc.pose.position.x, root.position.x);
        }
    }

    #[test]
    fn without_a_proxy_nothing_is_there() {
        let standing = Standing::new(ProxySpec::None, Placement::default());
        let mut world = Double::default();
        assert!(standing.enter(&mut world).bodies.is_empty());
        assert_eq!(world.stats().bodies, 0);
    }

    #[test]
    fn it_arrives_moving_or_at_once() {
        let mut standing = Standing::new(ProxySpec::Bones, Placement::default());
        let mut world = Double::default();
        let proxy = standing.enter(&mut world);
        let by = Vec2::new(6.0, -3.0);
        standing.stand(Placement::at(by));
        proxy.follow(&mut world, &standing.entry(), Arrive::Moving, DT);
        for &(_, body) in &proxy.bodies {
            let state = world.body(body).expect("it is there");
            assert!((state.velocity - by * 60.0).length() < 0.02, "{state:?}");
        }
        standing.stand(Placement::at(Vec2::new(5000.0, 0.0)));
        proxy.follow(&mut world, &standing.entry(), Arrive::AtOnce, DT);
        for &(_, body) in &proxy.bodies {
            let state = world.body(body).expect("it is there");
            assert!(state.pose.position.x > 4000.0);
            assert_eq!((state.velocity, state.spin), (Vec2::ZERO, 0.0));
        }
    }

    #[test]
    fn the_world_is_told_of_a_new_carrier_once() {
        let standing = Standing::new(ProxySpec::Bones, Placement::default());
        let mut world = Double::default();
        let [floor, lift] = [0.0, 50.0].map(|x| world.ground((x, x + 1.0), 0.0));
        let mut proxy = standing.enter(&mut world);
        let all = |other, rule| -> Vec<_> {
            let pairs = proxy.bodies.iter().map(|&(_, body)| (body, other, rule));
            pairs.collect()
        };
        let (on, off, other) = (
            all(floor, PairRule::Ignore),
            all(floor, PairRule::Collide),
            all(lift, PairRule::Ignore),
        );
        for (carrier, wanted) in [
            (None, vec![]),
            (Some(floor), on),
            (Some(floor), vec![]),
            (Some(lift), [off, other].concat()),
        ] {
            proxy.stand_on(&mut world, carrier);
            assert_eq!(core::mem::take(&mut world.told), wanted, "on {carrier:?}");
        }
    }

    #[test]
    fn refused_or_removed_it_leaves_nothing_behind() {
        let standing = Standing::new(ProxySpec::Bones, Placement::default());
        for room in 0..10 {
            let mut world = Double::default();
            world.room = Some(room);
            assert!(Proxy::enter(&mut world, &standing.entry()).is_err());
            assert_eq!(world.stats().bodies, 0, "refused the body {room}");
        }
        let mut world = Double::default();
        let mut proxy = standing.enter(&mut world);
        assert_eq!(world.stats().bodies, 10);
        proxy.remove(&mut world);
        assert_eq!(world.stats().bodies, 0);
    }
}

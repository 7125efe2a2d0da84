//! The joints of a world.

use tumble_math::{Vec2, angle};

use super::{DistanceDesc, JointDesc, MouseDesc, PinDesc, PoseSpring, SpeedMotor, Spring, WeldDesc};
use crate::error::InvalidDesc;
use crate::id::{JointId, Slots};
use crate::world::bodies::FARTHEST;

/// A turn \[rad\]: ranges from here on are free.
pub(crate) const TURN: f32 = core::f32::consts::TAU;

/// One joint, anchors in the frames of the bodies' centres of mass.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Joint {
    /// Parent or A. For a mouse joint, the body itself.
    pub a: u32,
    /// Child or B.
    pub b: u32,
    pub a_anchor: Vec2,
    pub b_anchor: Vec2,
    pub kind: Kind,
    pub collide: bool,
    pub break_force: f32,
    /// Whether its tree solves it exactly; else it is a row.
    pub in_tree: bool,
    /// Accumulated impulses of its rows: point, angle, lower, upper or spring, motor.
    pub impulse: Impulse,
    /// Which limit held it in the last sub-step, when its tree solves it: −1 the lower, 1 the upper (in the tree's sense), 0 none.
    pub held: f32,
    /// Force and torque in the last step, on B.
    pub force: Vec2,
    pub torque: f32,
}

/// What a joint does.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Kind {
    /// A pin; a weld is one with equal limits.
    Pin(Pin),
    Distance {
        least: f32,
        greatest: f32,
        spring: Option<Spring>,
        rest: f32,
    },
    Mouse {
        target: Vec2,
        spring: Spring,
        max_force: f32,
    },
}

impl Kind {
    /// Whether its numbers are such as were taken from a description.
    pub(crate) fn is_sound(&self) -> bool {
        match *self {
            Self::Pin(pin) => {
                pin.zero.is_finite()
                    && pin.softness.is_finite()
                    && pin.softness >= 0.0
                    && check_limits(pin.limits) == Ok(pin.limits)
                    && check_pose_spring(pin.pose_spring).is_ok()
                    && check_motor(pin.motor).is_ok()
            }
            Self::Distance {
                least,
                greatest,
                spring,
                rest,
            } => {
                least >= 0.0
                    && least <= greatest
                    && greatest.is_finite()
                    && rest.is_finite()
                    && spring.is_none_or(|spring| check_spring(spring).is_ok())
            }
            Self::Mouse {
                target,
                spring,
                max_force,
            } => finite("target", target).is_ok() && check_spring(spring).is_ok() && max_force >= 0.0,
        }
    }
}

/// A pin's own data.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Pin {
    /// The joint's angle is `angle(b) − angle(a) − zero`, which includes the turn.
    pub zero: f32,
    pub limits: Option<[f32; 2]>,
    pub softness: f32,
    pub pose_spring: Option<PoseSpring>,
    pub motor: Option<SpeedMotor>,
}

/// Impulses of a joint's rows.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Impulse {
    pub point: Vec2,
    pub lower: f32,
    pub upper: f32,
    pub spring: f32,
    pub motor: f32,
}

/// All joints.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Joints {
    pub slots: Slots,
    pub joint: Vec<Joint>,
    /// Those that no tree solves, ascending; made anew when `stale`.
    pub rows: Vec<u32>,
    pub stale: bool,
}

impl Joints {
    pub(crate) const fn new() -> Self {
        Self {
            slots: Slots::new(),
            joint: Vec::new(),
            rows: Vec::new(),
            stale: false,
        }
    }

    pub(crate) fn find(&self, id: JointId) -> Option<usize> {
        self.slots
            .holds(id.index, id.generation)
            .then_some(id.index as usize)
    }

    pub(crate) fn id(&self, index: usize) -> JointId {
        JointId {
            index: index as u32,
            generation: self.slots.generation(index),
        }
    }

    /// Finds out anew which joints no tree solves, if that may have changed.
    pub(crate) fn refresh_rows(&mut self) {
        if !core::mem::take(&mut self.stale) {
            return;
        }
        self.rows.clear();
        for (at, joint) in self.joint.iter().enumerate() {
            if self.slots.is_used(at) && !joint.in_tree {
                self.rows.push(at as u32);
            }
        }
    }

    pub(crate) fn add(&mut self, joint: Joint) -> JointId {
        self.stale = true;
        let (index, generation) = self.slots.take();
        if index as usize == self.joint.len() {
            self.joint.push(joint);
        } else {
            self.joint[index as usize] = joint;
        }
        JointId { index, generation }
    }
}

/// Limits as they are kept: a range of a turn or more is none.
///
/// # Errors
/// NaN, infinite, or lower above upper.
pub(crate) fn check_limits(limits: Option<[f32; 2]>) -> Result<Option<[f32; 2]>, InvalidDesc> {
    let Some([lower, upper]) = limits else {
        return Ok(None);
    };
    if !(lower.is_finite() && upper.is_finite()) {
        return Err(InvalidDesc::NotFinite("limits"));
    }
    if lower > upper {
        return Err(InvalidDesc::Limits);
    }
    Ok((upper - lower < TURN).then_some([lower, upper]))
}

/// A spring's numbers.
///
/// # Errors
/// NaN, infinite, no frequency, negative damping.
pub(crate) fn check_spring(spring: Spring) -> Result<(), InvalidDesc> {
    if !spring.hertz.is_finite() {
        return Err(InvalidDesc::NotFinite("spring.hertz"));
    }
    if spring.hertz <= 0.0 {
        return Err(InvalidDesc::NotPositive("spring.hertz"));
    }
    if !spring.damping_ratio.is_finite() {
        return Err(InvalidDesc::NotFinite("spring.damping_ratio"));
    }
    if spring.damping_ratio < 0.0 {
        return Err(InvalidDesc::Negative("spring.damping_ratio"));
    }
    Ok(())
}

/// A pose spring's numbers.
///
/// # Errors
/// As [`check_spring`], and for the target and the torque.
pub(crate) fn check_pose_spring(spring: Option<PoseSpring>) -> Result<(), InvalidDesc> {
    let Some(spring) = spring else { return Ok(()) };
    check_spring(spring.spring)?;
    if !spring.target.is_finite() {
        return Err(InvalidDesc::NotFinite("pose_spring.target"));
    }
    bound("pose_spring.max_torque", spring.max_torque)
}

/// A motor's numbers.
///
/// # Errors
/// As for the spring.
pub(crate) fn check_motor(motor: Option<SpeedMotor>) -> Result<(), InvalidDesc> {
    let Some(motor) = motor else { return Ok(()) };
    if !motor.speed.is_finite() {
        return Err(InvalidDesc::NotFinite("motor.speed"));
    }
    bound("motor.max_torque", motor.max_torque)
}

/// Without infinities, which not every file format can hold.
pub(crate) fn finite_spring(spring: PoseSpring) -> PoseSpring {
    PoseSpring {
        max_torque: spring.max_torque.min(f32::MAX),
        ..spring
    }
}

/// The same.
pub(crate) fn finite_motor(motor: SpeedMotor) -> SpeedMotor {
    SpeedMotor {
        max_torque: motor.max_torque.min(f32::MAX),
        ..motor
    }
}

/// A greatest force or torque: may be infinite.
fn bound(name: &'static str, value: f32) -> Result<(), InvalidDesc> {
    if value.is_nan() {
        return Err(InvalidDesc::NotFinite(name));
    }
    if value < 0.0 {
        return Err(InvalidDesc::Negative(name));
    }
    Ok(())
}

fn finite(name: &'static str, value: Vec2) -> Result<(), InvalidDesc> {
    if !value.is_finite() {
        return Err(InvalidDesc::NotFinite(name));
    }
    if value.abs().max_element() > FARTHEST {
        return Err(InvalidDesc::TooLarge(name));
    }
    Ok(())
}

/// Checks a pin, and says what it is; `turn` is the bodies' relative angle now.
pub(crate) fn pin(desc: &PinDesc, turn: f32) -> Result<Pin, InvalidDesc> {
    finite("parent_anchor", desc.parent_anchor)?;
    finite("child_anchor", desc.child_anchor)?;
    if !desc.zero.is_finite() {
        return Err(InvalidDesc::NotFinite("zero"));
    }
    if !(desc.softness.is_finite()) {
        return Err(InvalidDesc::NotFinite("softness"));
    }
    if desc.softness < 0.0 {
        return Err(InvalidDesc::Negative("softness"));
    }
    check_pose_spring(desc.pose_spring)?;
    check_motor(desc.motor)?;
    bound("break_force", desc.break_force)?;
    let mut zero = desc.zero;
    if let Some(start) = desc.angle {
        if !start.is_finite() {
            return Err(InvalidDesc::NotFinite("angle"));
        }
        // Whole turns go into the zero, so that the bodies' own angles keep theirs.
        let now = turn - zero;
        let turns = ((now - start) / TURN).round();
        zero += turns * TURN;
    }
    Ok(Pin {
        zero,
        limits: check_limits(desc.limits)?,
        softness: desc.softness,
        pose_spring: desc.pose_spring.map(finite_spring),
        motor: desc.motor.map(finite_motor),
    })
}

/// Checks a weld, and says which pin it is.
pub(crate) fn weld(desc: &WeldDesc, turn: f32) -> Result<Pin, InvalidDesc> {
    finite("parent_anchor", desc.parent_anchor)?;
    finite("child_anchor", desc.child_anchor)?;
    if !desc.angle.is_finite() {
        return Err(InvalidDesc::NotFinite("angle"));
    }
    bound("break_force", desc.break_force)?;
    // On the turn that is nearest to where the bodies are.
    let zero = turn - angle::wrap(turn - desc.angle);
    Ok(Pin {
        zero,
        limits: Some([0.0, 0.0]),
        softness: 0.0,
        pose_spring: None,
        motor: None,
    })
}

/// Checks a distance joint.
pub(crate) fn distance(desc: &DistanceDesc) -> Result<Kind, InvalidDesc> {
    finite("a_anchor", desc.a_anchor)?;
    finite("b_anchor", desc.b_anchor)?;
    let [least, greatest] = desc.range;
    if least.is_nan() || greatest.is_nan() || !least.is_finite() {
        return Err(InvalidDesc::NotFinite("range"));
    }
    if least < 0.0 {
        return Err(InvalidDesc::Negative("range"));
    }
    if least > greatest {
        return Err(InvalidDesc::Limits);
    }
    if let Some(spring) = desc.spring {
        check_spring(spring)?;
        if !desc.rest.is_finite() {
            return Err(InvalidDesc::NotFinite("rest"));
        }
    }
    bound("break_force", desc.break_force)?;
    Ok(Kind::Distance {
        least,
        greatest: greatest.min(f32::MAX),
        spring: desc.spring,
        // Without a spring it means nothing, whatever it is.
        rest: if desc.spring.is_some() { desc.rest } else { 0.0 },
    })
}

/// Checks a mouse joint.
pub(crate) fn mouse(desc: &MouseDesc) -> Result<Kind, InvalidDesc> {
    finite("local", desc.local)?;
    finite("target", desc.target)?;
    check_spring(desc.spring)?;
    bound("max_force", desc.max_force)?;
    Ok(Kind::Mouse {
        target: desc.target,
        spring: desc.spring,
        max_force: desc.max_force.min(f32::MAX),
    })
}

impl JointDesc {
    /// The bodies it names.
    pub(crate) fn bodies(&self) -> (crate::BodyId, crate::BodyId) {
        match self {
            Self::Pin(desc) => (desc.parent, desc.child),
            Self::Distance(desc) => (desc.a, desc.b),
            Self::Weld(desc) => (desc.parent, desc.child),
            Self::Mouse(desc) => (desc.body, desc.body),
        }
    }
}

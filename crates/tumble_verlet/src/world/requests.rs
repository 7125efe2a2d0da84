//! What a game asks of figures, between steps.

use super::grab::{Grab, GrabState};
use super::{FigureId, Gone, World};
use crate::event::Event;
use crate::lanes::pack::Pack;
use crate::real::Real;
use crate::settings::GrabLaw;

/// Why a request can't be met.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The figure doesn't exist any more.
    #[error("the figure doesn't exist any more")]
    Gone,
    /// The figure is disabled; reset it.
    #[error("the figure is disabled since its numbers stopped being numbers; reset it")]
    Quarantined,
    /// It has no such point.
    #[error("the figure has no point {index}; it has {count}")]
    NoSuchPoint {
        /// What was asked for.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A fixed point can't be held.
    #[error("point {index} is fixed")]
    Fixed {
        /// The point.
        index: usize,
    },
    /// Nobody holds this point.
    #[error("nobody holds point {index}")]
    NotHeld {
        /// The point.
        index: usize,
    },
    /// NaN, infinite, or too large to compute with.
    #[error("`{field}` is not a finite number below 1e15")]
    NotFinite {
        /// The argument.
        field: &'static str,
    },
    /// A hand that can't be.
    #[error("a grab's hertz, ratio and bounds must be finite and more than 0")]
    InvalidGrab,
}

impl From<Gone> for RequestError {
    fn from(_: Gone) -> Self {
        Self::Gone
    }
}

/// Numbers from outside are below this, so that nothing computed from one of them overflows at once.
const MOST: f64 = 1e15;

pub(super) fn finite<const N: usize>(field: &'static str, values: [f64; N]) -> Result<(), RequestError> {
    if values.iter().all(|value| value.abs() < MOST) {
        Ok(())
    } else {
        Err(RequestError::NotFinite { field })
    }
}

/// A jump.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Jump {
    /// How fast \[units/s\]; default the figure's own.
    pub speed: Option<f64>,
    /// Whether a foot must be on something.
    pub from: JumpFrom,
}

/// Where a figure may jump from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JumpFrom {
    /// Only while a foot touches something.
    #[default]
    Ground,
    /// From anywhere.
    Anywhere,
}

impl<R: Real> World<R> {
    fn able(&self, id: FigureId) -> Result<(usize, usize), RequestError> {
        let at = self.at(id)?;
        if self.slots[id.slot as usize].quarantined {
            return Err(RequestError::Quarantined);
        }
        Ok(at)
    }

    fn able_point(&self, id: FigureId, point: usize) -> Result<(usize, usize), RequestError> {
        let (group, index) = self.able(id)?;
        let count = self.groups[group].program.points;
        if point < count {
            Ok((group, index))
        } else {
            Err(RequestError::NoSuchPoint { index: point, count })
        }
    }

    /// Accelerates every point \[units/s²\] for some time \[s\]; another push replaces it. No time: until the end of the next
    /// sub-step at least.
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, a number isn't finite.
    pub fn push(&mut self, id: FigureId, acceleration: [f64; 2], seconds: f64) -> Result<(), RequestError> {
        let (group, index) = self.able(id)?;
        finite("acceleration", acceleration)?;
        finite("seconds", [seconds])?;
        let group = &mut self.groups[group];
        let (state, lane) = (group.figure_mut(index), index % R::LANES);
        state.push_x.set(lane, R::from_f64(acceleration[0]));
        state.push_y.set(lane, R::from_f64(acceleration[1]));
        state.push_time.set(lane, R::from_f64(seconds.max(self.sub_step)));
        group.wake(index);
        self.events.push(Event::Pushed {
            figure: id,
            acceleration,
            seconds,
        });
        Ok(())
    }

    /// Gives every point a speed against gravity (along −y where there is none). Tells whether it jumped: a figure without a foot on
    /// something doesn't, unless asked for.
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, the speed isn't finite.
    pub fn jump(&mut self, id: FigureId, jump: Jump) -> Result<bool, RequestError> {
        let (group, index) = self.able(id)?;
        let group = &mut self.groups[group];
        let speed = jump.speed.unwrap_or(group.figure.controls().jump);
        finite("speed", [speed])?;
        let grounded = group.figure.feet().iter().any(|&foot| group.touches(index, foot));
        if jump.from == JumpFrom::Ground && !grounded {
            self.events.push(Event::JumpRefused { figure: id });
            return Ok(false);
        }
        let (gx, gy) = self.settings.gravity;
        let size = (gx * gx + gy * gy).sqrt();
        let up = if size > 0.0 {
            [-gx / size, -gy / size]
        } else {
            [0.0, -1.0]
        };
        let (state, lane) = (group.figure_mut(index), index % R::LANES);
        for (kick, up) in [&mut state.kick_x, &mut state.kick_y].into_iter().zip(up) {
            kick.set(lane, kick.get(lane) + R::from_f64(up * speed));
        }
        group.wake(index);
        self.events.push(Event::Jumped { figure: id, speed });
        Ok(true)
    }

    /// Adds a velocity to every point that isn't fixed \[units/s\].
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, a number isn't finite.
    pub fn throw(&mut self, id: FigureId, velocity: [f64; 2]) -> Result<(), RequestError> {
        let (group, index) = self.able(id)?;
        finite("velocity", velocity)?;
        let h = self.sub_step;
        let group = &mut self.groups[group];
        for p in 0..group.program.points {
            if group.program.each[p].w > R::ZERO {
                let [dx, dy] = group.moved(index, p);
                let more = velocity.map(|speed| R::from_f64(speed * h));
                group.set_moved(index, p, [dx + more[0], dy + more[1]]);
            }
        }
        group.wake(index);
        self.events.push(Event::Thrown { figure: id, velocity });
        Ok(())
    }

    /// Gives every point that isn't fixed this velocity \[units/s\], whatever it had.
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, a number isn't finite.
    pub fn set_velocity(&mut self, id: FigureId, velocity: [f64; 2]) -> Result<(), RequestError> {
        let (group, index) = self.able(id)?;
        finite("velocity", velocity)?;
        let h = self.sub_step;
        let group = &mut self.groups[group];
        for p in 0..group.program.points {
            if group.program.each[p].w > R::ZERO {
                group.set_moved(index, p, velocity.map(|speed| R::from_f64(speed * h)));
            }
        }
        group.wake(index);
        Ok(())
    }

    /// Lets every point go that somebody holds.
    ///
    /// # Errors
    ///
    /// The figure is gone.
    pub fn release_all(&mut self, id: FigureId) -> Result<(), RequestError> {
        let (group, index) = self.at(id)?;
        let held = self.groups[group].grabs.iter();
        let points: Vec<usize> = held
            .filter(|grab| grab.figure == index)
            .map(|grab| grab.point)
            .collect();
        for point in points {
            self.release(id, point)?;
        }
        Ok(())
    }

    /// Adds a velocity to one point \[units/s\]: its mass times this is the impulse.
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, there is no such point, a number isn't finite.
    pub fn kick(&mut self, id: FigureId, point: usize, velocity: [f64; 2]) -> Result<(), RequestError> {
        let (group, index) = self.able_point(id, point)?;
        finite("velocity", velocity)?;
        let h = self.sub_step;
        let group = &mut self.groups[group];
        if group.program.each[point].w == R::ZERO {
            return Err(RequestError::Fixed { index: point });
        }
        let [dx, dy] = group.moved(index, point);
        let more = velocity.map(|speed| R::from_f64(speed * h));
        group.set_moved(index, point, [dx + more[0], dy + more[1]]);
        group.wake(index);
        Ok(())
    }

    /// Takes hold of a point: it follows `target` \[units\] as `hand` can. Where the settings' law is to overwrite, `hand` means
    /// nothing. A point that is held is held anew.
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, there is no such point, it is fixed, a number isn't finite or in range.
    pub fn grab(
        &mut self,
        id: FigureId,
        point: usize,
        target: [f64; 2],
        hand: Grab,
    ) -> Result<(), RequestError> {
        let (group, index) = self.able_point(id, point)?;
        finite("target", target)?;
        if !hand.valid() {
            return Err(RequestError::InvalidGrab);
        }
        let group = &mut self.groups[group];
        if group.program.each[point].w == R::ZERO {
            return Err(RequestError::Fixed { index: point });
        }
        let mass = group.program.mass.to_f64();
        let omega = core::f64::consts::TAU * hand.hertz;
        let real = R::from_f64;
        let state = GrabState {
            figure: index,
            point,
            from: if self.settings.grab == GrabLaw::Overwrite {
                target
            } else {
                group.place(index, point)
            },
            target,
            stiffness: real(mass * omega * omega),
            damping: real(2.0 * hand.ratio * omega * mass),
            reach: real(2.0 * hand.ratio * hand.max_speed / omega),
            max_speed: real(hand.max_speed),
            max_force: real(hand.max_acceleration * mass),
            strained: false,
            strains: false,
        };
        match group.find_grab(index, point) {
            Ok(at) => group.grabs[at] = state,
            Err(at) => group.grabs.insert(at, state),
        }
        group.wake(index);
        self.events.push(Event::Grabbed { figure: id, point });
        Ok(())
    }

    /// Moves a hand's target; it will have gone there evenly by the end of the next step.
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, nobody holds the point, a number isn't finite.
    pub fn move_grab(&mut self, id: FigureId, point: usize, target: [f64; 2]) -> Result<(), RequestError> {
        let (group, index) = self.able_point(id, point)?;
        finite("target", target)?;
        let group = &mut self.groups[group];
        let at = group
            .find_grab(index, point)
            .map_err(|_| RequestError::NotHeld { index: point })?;
        group.grabs[at].target = target;
        group.wake(index);
        Ok(())
    }

    /// Lets a point go; it keeps the motion it has. Returns its velocity \[units/s\].
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, nobody holds the point.
    pub fn release(&mut self, id: FigureId, point: usize) -> Result<[f64; 2], RequestError> {
        let (group, index) = self.able_point(id, point)?;
        let h = self.sub_step;
        let group = &mut self.groups[group];
        let at = group
            .find_grab(index, point)
            .map_err(|_| RequestError::NotHeld { index: point })?;
        group.grabs.remove(at);
        let velocity = group.moved(index, point).map(|moved| moved.to_f64() / h);
        self.events.push(Event::Released {
            figure: id,
            point,
            velocity,
        });
        Ok(velocity)
    }

    /// Whether somebody holds a point.
    pub fn is_held(&self, id: FigureId, point: usize) -> bool {
        self.at(id)
            .is_ok_and(|(group, index)| self.groups[group].find_grab(index, point).is_ok())
    }

    /// Puts a figure back to rest with its anchor at a place; hands let go, and a disabled figure is whole again.
    ///
    /// # Errors
    ///
    /// The figure is gone, a number isn't finite.
    pub fn reset(&mut self, id: FigureId, at: [f64; 2]) -> Result<(), RequestError> {
        let (group, index) = self.at(id)?;
        finite("at", at)?;
        self.slots[id.slot as usize].quarantined = false;
        self.groups[group].grabs.retain(|grab| grab.figure != index);
        self.put_at_rest(group, index, at);
        Ok(())
    }

    /// Moves a figure as it is, with its motion \[units\].
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled, a number isn't finite.
    pub fn shift(&mut self, id: FigureId, by: [f64; 2]) -> Result<(), RequestError> {
        let (group, index) = self.able(id)?;
        finite("by", by)?;
        let group = &mut self.groups[group];
        let origin = group.origins[index];
        group.origins[index] = [origin[0] + by[0], origin[1] + by[1]];
        group.wake(index);
        Ok(())
    }

    /// Wakes a figure.
    ///
    /// # Errors
    ///
    /// The figure is gone or disabled.
    pub fn wake(&mut self, id: FigureId) -> Result<(), RequestError> {
        let (group, index) = self.able(id)?;
        self.groups[group].wake(index);
        Ok(())
    }
}

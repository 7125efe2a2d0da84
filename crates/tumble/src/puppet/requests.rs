//! What a game asks of puppets, between steps.

use tumble_math::Vec2;
use tumble_verlet::{Grab, Jump, JumpFrom, RequestError};

use super::{PuppetError, PuppetId, Puppets, from_px, px};

/// Which point to take hold of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Grip<'a> {
    /// The one that the figure's file names.
    #[default]
    Usual,
    /// By name.
    Named(&'a str),
    /// By number.
    Point(usize),
    /// The nearest to this place \[px\].
    Nearest(Vec2),
}

impl Puppets {
    /// Takes hold of a point, with the pull that suits the figure's scale ([`Puppets::hand`]); it follows `target` \[px\]. Returns its
    /// number. A point that is held is held anew; several may be held at once.
    ///
    /// # Errors
    /// The puppet is gone or disabled, there is no such point, it is fixed, a number isn't finite.
    pub fn grab(&mut self, id: PuppetId, grip: Grip<'_>, target: Vec2) -> Result<usize, PuppetError> {
        let hand = self.hand(id)?;
        self.grab_with(id, grip, target, hand)
    }

    /// The same with a hand of one's own: how quick, how strong. Means nothing to the preset `Classic`.
    ///
    /// # Errors
    /// As [`Puppets::grab`], and when the hand's numbers aren't finite and greater than zero.
    pub fn grab_with(
        &mut self,
        id: PuppetId,
        grip: Grip<'_>,
        target: Vec2,
        hand: Grab,
    ) -> Result<usize, PuppetError> {
        let point = self.grip(id, grip)?;
        self.request(id, |world, figure| {
            world.grab(figure, point, from_px(target), hand)
        })?;
        Ok(point)
    }

    /// The hand of [`Puppets::grab`], in px: 10 Hz, critically damped; it pulls with at most 500 m/s² of the whole figure and drags at
    /// 30 m/s at most, a metre being the figure's unit.
    ///
    /// # Errors
    /// The puppet is gone.
    pub fn hand(&self, id: PuppetId) -> Result<Grab, PuppetError> {
        let entry = self.entry(id)?;
        Ok(Grab::of_scale(self.stages[entry.stage].key.metre))
    }

    /// Which point a grip means.
    ///
    /// # Errors
    /// The puppet is gone, no point has that name, there is no point that can be held.
    pub fn grip(&self, id: PuppetId, grip: Grip<'_>) -> Result<usize, PuppetError> {
        let puppet = self.get(id).ok_or(PuppetError::Gone)?;
        let who = || puppet.name().to_owned();
        match grip {
            Grip::Usual => Ok(puppet.figure().grab_point()),
            Grip::Point(point) => Ok(point),
            Grip::Named(name) => puppet.point_index(name).ok_or_else(|| {
                let names = puppet.figure().points().iter().map(|point| point.name.as_str());
                PuppetError::UnknownPoint {
                    who: who(),
                    point: name.to_owned(),
                    known: names.collect::<Vec<_>>().join(", "),
                }
            }),
            Grip::Nearest(to) => puppet.nearest_point(to).ok_or_else(|| PuppetError::Refused {
                who: who(),
                source: RequestError::Fixed { index: 0 },
            }),
        }
    }

    /// Moves a held point's target \[px\]; it will have gone there evenly by the end of the next step.
    ///
    /// # Errors
    /// The puppet is gone or disabled, nobody holds the point, a number isn't finite.
    pub fn move_grab(&mut self, id: PuppetId, point: usize, target: Vec2) -> Result<(), PuppetError> {
        self.request(id, |world, figure| {
            world.move_grab(figure, point, from_px(target))
        })
    }

    /// Lets a point go; it keeps the motion it has, which is returned \[px/s\].
    ///
    /// # Errors
    /// The puppet is gone or disabled, nobody holds the point.
    pub fn release(&mut self, id: PuppetId, point: usize) -> Result<Vec2, PuppetError> {
        self.request(id, |world, figure| world.release(figure, point))
            .map(px)
    }

    /// Lets all its held points go.
    ///
    /// # Errors
    /// The puppet is gone.
    pub fn release_all(&mut self, id: PuppetId) -> Result<(), PuppetError> {
        self.request(id, tumble_verlet::World::release_all)
    }

    /// Accelerates every point \[px/s²\] for some time \[s\]; another push replaces it.
    ///
    /// # Errors
    /// The puppet is gone or disabled, a number isn't finite.
    pub fn push(&mut self, id: PuppetId, acceleration: Vec2, seconds: f32) -> Result<(), PuppetError> {
        self.request(id, |world, figure| {
            world.push(figure, from_px(acceleration), f64::from(seconds))
        })
    }

    /// Has it jump with the speed of its file, if a foot is on something. Tells whether it did; an event says so too.
    ///
    /// # Errors
    /// The puppet is gone or disabled.
    pub fn jump(&mut self, id: PuppetId) -> Result<bool, PuppetError> {
        self.jump_with(id, None, JumpFrom::Ground)
    }

    /// Has it jump with a speed \[px/s, default the file's\], from the ground or wherever it is.
    ///
    /// # Errors
    /// The puppet is gone or disabled, the speed isn't finite.
    pub fn jump_with(
        &mut self,
        id: PuppetId,
        speed: Option<f32>,
        from: JumpFrom,
    ) -> Result<bool, PuppetError> {
        let speed = speed.map(f64::from);
        self.request(id, |world, figure| world.jump(figure, Jump { speed, from }))
    }

    /// Adds a velocity to all of it \[px/s\].
    ///
    /// # Errors
    /// The puppet is gone or disabled, a number isn't finite.
    pub fn throw(&mut self, id: PuppetId, velocity: Vec2) -> Result<(), PuppetError> {
        self.request(id, |world, figure| world.throw(figure, from_px(velocity)))
    }

    /// Gives all of it this velocity \[px/s\], whatever it had.
    ///
    /// # Errors
    /// The puppet is gone or disabled, a number isn't finite.
    pub fn set_velocity(&mut self, id: PuppetId, velocity: Vec2) -> Result<(), PuppetError> {
        self.request(id, |world, figure| world.set_velocity(figure, from_px(velocity)))
    }

    /// Hits one point with an impulse \[kg·px/s\].
    ///
    /// # Errors
    /// The puppet is gone or disabled, there is no such point, it is fixed, a number isn't finite.
    pub fn hit(&mut self, id: PuppetId, point: usize, impulse: Vec2) -> Result<(), PuppetError> {
        let puppet = self.get(id).ok_or(PuppetError::Gone)?;
        let weight = puppet.figure().points().get(point);
        let weight = weight.map_or(1.0, |point| point.inverse_mass);
        let velocity = from_px(impulse).map(|part| part * weight);
        self.request(id, |world, figure| world.kick(figure, point, velocity))
    }

    /// Moves it as it is, with its motion, so that its [anchor](super::Puppet::anchor) is at `to` \[px\]. Hands let go.
    ///
    /// # Errors
    /// The puppet is gone or disabled, a number isn't finite.
    pub fn teleport(&mut self, id: PuppetId, to: Vec2) -> Result<(), PuppetError> {
        let anchor = self.get(id).ok_or(PuppetError::Gone)?.anchor_f64();
        let to = from_px(to);
        self.request(id, |world, figure| {
            world.shift(figure, [to[0] - anchor[0], to[1] - anchor[1]])?;
            world.release_all(figure)
        })
    }

    /// Puts it back to rest with its anchor at `at` \[px\], or where it was made. Hands let go, a disabled one is whole again.
    ///
    /// # Errors
    /// The puppet is gone, a number isn't finite.
    pub fn reset(&mut self, id: PuppetId, at: Option<Vec2>) -> Result<(), PuppetError> {
        let at = from_px(at.unwrap_or(self.entry(id)?.made_at));
        self.request(id, |world, figure| world.reset(figure, at))
    }

    /// Wakes it.
    ///
    /// # Errors
    /// The puppet is gone or disabled.
    pub fn wake(&mut self, id: PuppetId) -> Result<(), PuppetError> {
        self.request(id, tumble_verlet::World::wake)
    }
}

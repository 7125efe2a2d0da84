//! A side as X sees it.

use tumble_math::Vec2;

use super::super::edge::Clipped;
use super::super::{OF_B, SAME_WAY};
use crate::shape::{Corner, Frame, Side};

/// A side in the world's axes from X's origin, turned so that X's middle is in front when it is two-sided. What is only asked for
/// at corners is computed when it is.
#[derive(Clone, Copy, Debug)]
pub(in crate::collide) struct View<'a> {
    pub(super) side: &'a Side,
    frame: &'a Frame,
    offset: Vec2,
    /// Whether it is seen from behind: `a` is then the side's b.
    turned: bool,
    pub(super) a: Vec2,
    pub(super) b: Vec2,
    /// Direction from a to b.
    pub(super) along: Vec2,
    pub(super) normal: Vec2,
    pub(super) length: f32,
}

impl<'a> View<'a> {
    /// `offset` leads from X's origin to the side's.
    #[inline]
    pub(in crate::collide) fn new(side: &'a Side, frame: &'a Frame, offset: Vec2) -> Self {
        let normal = frame.rotate(side.normal);
        let along = Vec2::new(-normal.y, normal.x);
        let (a, b) = (offset + frame.rotate(side.a), offset + frame.rotate(side.b));
        let view = Self {
            side,
            frame,
            offset,
            turned: false,
            a,
            b,
            along,
            normal,
            length: (b - a).dot(along),
        };
        if side.two_sided && !view.faces_middle() {
            view.turned()
        } else {
            view
        }
    }

    pub(super) fn normal_before(&self) -> Vec2 {
        if self.turned {
            -self.frame.rotate(self.side.normal_after)
        } else {
            self.frame.rotate(self.side.normal_before)
        }
    }

    pub(super) fn normal_after(&self) -> Vec2 {
        if self.turned {
            -self.frame.rotate(self.side.normal_before)
        } else {
            self.frame.rotate(self.side.normal_after)
        }
    }

    #[inline]
    pub(super) fn corner_a(&self) -> Corner {
        if self.turned {
            self.side.corner_b.reversed()
        } else {
            self.side.corner_a
        }
    }

    #[inline]
    pub(super) fn corner_b(&self) -> Corner {
        if self.turned {
            self.side.corner_a.reversed()
        } else {
            self.side.corner_b
        }
    }

    /// Ids of a and b.
    #[inline]
    pub(super) fn ids(&self) -> [u16; 2] {
        if self.turned {
            [OF_B + 1, OF_B]
        } else {
            [OF_B, OF_B + 1]
        }
    }

    /// Whether X's middle, the origin, is in front. Beyond a corner both sides of it are asked, so that both give the same answer.
    pub(super) fn faces_middle(&self) -> bool {
        let own = -self.a.dot(self.normal);
        let (corner, other) = if -self.b.dot(self.along) > 0.0 {
            (self.corner_b(), -self.b.dot(self.normal_after()))
        } else if -self.a.dot(self.along) < 0.0 {
            (self.corner_a(), -self.a.dot(self.normal_before()))
        } else {
            return own >= 0.0;
        };
        match corner {
            Corner::Convex => own >= 0.0 || other >= 0.0,
            Corner::Hollow => own >= 0.0 && other >= 0.0,
            Corner::Open | Corner::Flat => own >= 0.0,
        }
    }

    /// Seen from behind.
    pub(super) fn turned(self) -> Self {
        Self {
            turned: true,
            a: self.b,
            b: self.a,
            along: -self.along,
            normal: -self.normal,
            ..self
        }
    }

    /// Whether X's middle is so deep behind that another side is nearer and pushes it.
    #[inline]
    pub(super) fn is_beyond(&self) -> bool {
        let height = -self.a.dot(self.normal);
        height < 0.0 && !self.side.two_sided && self.others_are_nearer(height)
    }

    pub(super) fn others_are_nearer(&self, height: f32) -> bool {
        let half = (-self.a.dot(self.along) / self.length).clamp(0.0, 1.0) * 2.0;
        let [a, mid, b] = self.side.depth;
        let depth = if half < 1.0 {
            a + (mid - a) * half
        } else {
            mid + (b - mid) * (half - 1.0)
        };
        if -height > depth {
            return true;
        }
        // Of two sides at a corner that sticks out, the nearer one.
        let nearer = |corner: Corner, at: Vec2, end: Vec2| {
            let d = end - at;
            let share = (-at.dot(d) / d.length_squared()).clamp(0.0, 1.0);
            corner == Corner::Convex && (at + d * share).length_squared() < height * height
        };
        // Only polylines are seen from behind.
        let (before, after) = (
            self.frame.rotate(self.side.before),
            self.frame.rotate(self.side.after),
        );
        nearer(self.side.corner_a, self.a, self.offset + before)
            || nearer(self.side.corner_b, self.b, self.offset + after)
    }

    pub(super) fn seen(&self, point: Vec2, id: u16) -> Clipped {
        let from = point - self.a;
        Clipped {
            x: from.dot(self.along),
            y: from.dot(self.normal),
            id,
        }
    }

    /// Where an end is, and the normals of the cone there, in order of their angles. `None` where there is no cone.
    pub(super) fn cone(&self, end: End) -> Option<(Vec2, Vec2, Vec2)> {
        match end {
            End::A => match self.corner_a() {
                Corner::Convex => Some((self.a, self.normal_before(), self.normal)),
                Corner::Open => Some((self.a, -self.normal, self.normal)),
                Corner::Flat | Corner::Hollow => None,
            },
            End::B => match self.corner_b() {
                Corner::Convex => Some((self.b, self.normal, self.normal_after())),
                Corner::Open => Some((self.b, self.normal, -self.normal)),
                Corner::Flat | Corner::Hollow => None,
            },
        }
    }

    pub(super) fn owns(&self, end: End) -> bool {
        match end {
            End::A => self.corner_a() == Corner::Open,
            End::B => true,
        }
    }

    /// Whether an edge of X whose normal is −`w` leans over an end so far that the point there is the neighbour's.
    pub(super) fn leans_over(&self, end: End, w: Vec2) -> bool {
        match end {
            End::A => {
                matches!(self.corner_a(), Corner::Convex | Corner::Flat) && w.perp_dot(self.normal) > SAME_WAY
            }
            End::B => {
                matches!(self.corner_b(), Corner::Convex | Corner::Flat) && self.normal.perp_dot(w) > SAME_WAY
            }
        }
    }
}

/// Which end of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    A,
    B,
}

//! From the world to the picture.

use tumble::math::Vec2;

use crate::list::Transform;
use crate::{Bounds, Size};

/// Which part of the world a picture shows: a point of the world in the picture's middle, and a uniform zoom. The
/// picture's y points down, like the world's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the world in the middle \[px\].
    pub center: Vec2,
    /// Pixels of the picture a px of the world \[> 0\].
    pub zoom: f32,
    /// The picture's size.
    pub size: Size,
}

impl Camera {
    /// The smallest zoom [pixels a px].
    pub const MIN_ZOOM: f32 = 1e-4;
    /// The largest zoom [pixels a px].
    pub const MAX_ZOOM: f32 = 1e3;

    /// The camera about `center` \[px\] at `zoom`; what isn't finite becomes the origin or 1, and the zoom is clamped to
    /// [[`Camera::MIN_ZOOM`], [`Camera::MAX_ZOOM`]].
    pub fn new(center: Vec2, zoom: f32, size: Size) -> Self {
        Self {
            center: if center.is_finite() { center } else { Vec2::ZERO },
            zoom: if zoom.is_finite() {
                zoom.clamp(Self::MIN_ZOOM, Self::MAX_ZOOM)
            } else {
                1.0
            },
            size,
        }
    }

    /// The camera that shows all of `bounds` and, along one axis, no more.
    pub fn showing(bounds: Bounds, size: Size) -> Self {
        if bounds.is_empty() {
            return Self::new(Vec2::ZERO, 0.3, size);
        }
        let zoom = size.vec() / bounds.size().max(Vec2::splat(1e-3));
        Self::new(bounds.center(), zoom.min_element(), size)
    }

    /// A point of the world in the picture [pixels from its upper left corner].
    pub fn picture_from_world(&self, world: Vec2) -> Vec2 {
        (world - self.center) * self.zoom + self.size.vec() * 0.5
    }

    /// A point of the picture \[pixels\] in the world \[px\].
    pub fn world_from_picture(&self, picture: Vec2) -> Vec2 {
        (picture - self.size.vec() * 0.5) / self.zoom + self.center
    }

    /// What it shows of the world.
    pub fn visible(&self) -> Bounds {
        Bounds::new(
            self.world_from_picture(Vec2::ZERO),
            self.world_from_picture(self.size.vec()),
        )
    }

    /// The world's group in the picture.
    pub(crate) fn transform(&self) -> Transform {
        Transform {
            position: self.picture_from_world(Vec2::ZERO),
            angle: 0.0,
            scale: self.zoom,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_and_the_world_agree_both_ways() {
        let camera = Camera::new(Vec2::new(300.0, -200.0), 0.25, Size::new(800, 450).unwrap());
        assert_eq!(camera.picture_from_world(camera.center), Vec2::new(400.0, 225.0));
        // 100 px to the right and down are 25 pixels to the right and down.
        assert_eq!(
            camera.picture_from_world(Vec2::new(400.0, -100.0)),
            Vec2::new(425.0, 250.0)
        );
        for point in [Vec2::ZERO, Vec2::new(-917.0, 33.5), Vec2::new(1e4, -1e4)] {
            let back = camera.world_from_picture(camera.picture_from_world(point));
            assert!((back - point).length() < 1e-2, "{point} {back}");
        }
    }

    #[test]
    fn showing_a_box_shows_all_of_it() {
        let size = Size::new(640, 360).unwrap();
        for (min, max) in [
            (Vec2::new(-10.0, -10.0), Vec2::new(10.0, 10.0)),
            (Vec2::new(100.0, -900.0), Vec2::new(4000.0, 30.0)),
            (Vec2::new(0.0, 0.0), Vec2::new(1.0, 5000.0)),
        ] {
            let visible = Camera::showing(Bounds::new(min, max), size)
                .visible()
                .grown(Vec2::splat(0.01));
            assert!(visible.contains(min) && visible.contains(max), "{visible:?}");
        }
    }

    #[test]
    fn odd_boxes_give_a_usable_camera() {
        let size = Size::DEFAULT;
        for bounds in [
            Bounds::EMPTY,
            Bounds::new(Vec2::ZERO, Vec2::ZERO),
            Bounds::new(Vec2::splat(-1e30), Vec2::splat(1e30)),
            Bounds::new(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX)),
        ] {
            let camera = Camera::showing(bounds, size);
            assert!(
                camera.center.is_finite() && camera.zoom.is_finite() && camera.zoom > 0.0,
                "{bounds:?}"
            );
        }
        let camera = Camera::new(Vec2::NAN, f32::NAN, size);
        assert_eq!((camera.center, camera.zoom), (Vec2::ZERO, 1.0));
    }
}

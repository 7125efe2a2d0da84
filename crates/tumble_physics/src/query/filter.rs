//! Which bodies a query sees.

use core::fmt;

use crate::id::BodyId;
use crate::world::World;
use crate::world::bodies::Health;

/// What decides which bodies a query sees: a [`QueryFilter`], alone or with a predicate, or something of the caller's own.
pub trait BodyFilter {
    /// Whether a query sees a body of this [category](crate::Filter::category). It is asked only of what the query would find, possibly
    /// several times, in no particular order.
    fn sees(&self, body: BodyId, category: u32) -> bool;
}

/// Which bodies a query sees, by their category and one by one. By default all.
///
/// ```
/// use tumble_physics::math::Vec2;
/// use tumble_physics::{BodyDesc, QueryFilter, Ray, Settings, World};
///
/// let mut world = World::new(Settings::default());
/// let ball = world.add_body(&BodyDesc { tag: 7, ..BodyDesc::default() })?;
/// let ray = Ray { origin: Vec2::new(-50.0, 0.0), way: Vec2::new(100.0, 0.0) };
///
/// let hit = world.cast_ray(ray, QueryFilter::default()).expect("it is on its way");
/// assert_eq!(hit.body, ball);
/// assert!(world.cast_ray(ray, QueryFilter { exclude: &[ball], ..QueryFilter::default() }).is_none());
/// let even = QueryFilter::default().and(|body| world.tag(body).is_some_and(|tag| tag % 2 == 0));
/// assert!(world.cast_ray(ray, even).is_none());
/// # Ok::<(), tumble_physics::InvalidDesc>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct QueryFilter<'a> {
    /// Categories that it sees, by bits: a body is seen when its category has one of them. Default all.
    pub mask: u32,
    /// Bodies that it doesn't see; handles of what is gone do no harm. Default none.
    pub exclude: &'a [BodyId],
}

impl Default for QueryFilter<'_> {
    fn default() -> Self {
        Self {
            mask: u32::MAX,
            exclude: &[],
        }
    }
}

impl<'a> QueryFilter<'a> {
    /// The same, but only bodies for which `predicate` is true.
    pub fn and<P: Fn(BodyId) -> bool>(self, predicate: P) -> Picked<'a, P> {
        Picked {
            filter: self,
            predicate,
        }
    }
}

impl BodyFilter for QueryFilter<'_> {
    fn sees(&self, body: BodyId, category: u32) -> bool {
        category & self.mask != 0 && !self.exclude.contains(&body)
    }
}

/// A [`QueryFilter`] with a predicate, as [`QueryFilter::and`] makes it.
#[derive(Clone, Copy)]
pub struct Picked<'a, P> {
    filter: QueryFilter<'a>,
    predicate: P,
}

impl<P: Fn(BodyId) -> bool> BodyFilter for Picked<'_, P> {
    fn sees(&self, body: BodyId, category: u32) -> bool {
        self.filter.sees(body, category) && (self.predicate)(body)
    }
}

impl<P> fmt::Debug for Picked<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picked")
            .field("filter", &self.filter)
            .finish_non_exhaustive()
    }
}

impl World {
    /// Whether a query with this filter sees a body.
    #[inline]
    pub(super) fn sees(&self, body: u32, filter: &impl BodyFilter) -> bool {
        let record = &self.bodies.body[body as usize];
        record.health != Health::Quarantined
            && filter.sees(self.bodies.id(body as usize), record.filter.category)
    }
}

//! Which pairs meet, beyond what layers say.

use rapier2d::dynamics::RigidBodyHandle;
use rapier2d::geometry::SolverFlags;
use rapier2d::pipeline::{PairFilterContext, PhysicsHooks};
use tumble::backend::BodyHandle;

use crate::body::Body;
use crate::slots::Slots;

pub(crate) struct Filter<'a> {
    pub(crate) bodies: &'a Slots<Body>,
}

impl Filter<'_> {
    fn find(
        &self,
        context: &PairFilterContext,
        rigid: Option<RigidBodyHandle>,
    ) -> Option<(BodyHandle, &Body)> {
        let handle = BodyHandle(context.bodies.get(rigid?)?.user_data as u64);
        Some((handle, self.bodies.get(handle.0)?))
    }
}

impl PhysicsHooks for Filter<'_> {
    fn filter_contact_pair(&self, context: &PairFilterContext) -> Option<SolverFlags> {
        let (_, a) = self.find(context, context.rigid_body1)?;
        let (b_handle, b) = self.find(context, context.rigid_body2)?;
        a.may_meet(b, b_handle).then(SolverFlags::default)
    }
}

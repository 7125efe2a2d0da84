//! The whole character on a backend: it falls on some ground and gets up, measured from the trace.
//!
//! [`ground`] builds the places, [`fall`] runs one fall and measures it, [`bounds`] says what must hold and checks it.

pub mod bounds;
pub mod chaos;
pub mod fall;
pub mod golden;
pub mod ground;
pub mod stage;
pub mod symptoms;

//! Scene files, the fixed-step runner (generic over `Backend`) and the trace.

pub mod frame;

//! Scene files, the fixed-step runner (generic over [`Backend`](tumble::Backend)) and the trace.
//!
//! ```text
//! scene file ─ load ─► Scene ─ Runner::new ─► Runner ─ step ─► Frame ─► pictures (tumble_view)
//!              (checked)                        ▲                 └───► trace rows
//!                                             Clock: how many steps a screen frame takes
//! ```
//!
//! Whatever is the same scene, `dt` and world gives the same bytes: a run depends on nothing but its steps.

pub mod clock;
mod figures;
pub mod file;
pub mod frame;
pub mod library;
pub mod load;
mod outline;
pub mod runner;
pub mod scene;
pub mod trace;
pub mod validate;

pub use clock::Clock;
pub use figures::read_figure;
pub use file::SceneFile;
pub use frame::{Frame, SceneEvent};
pub use load::{Reports, SceneError, load};
pub use runner::{RunError, Runner};
pub use scene::Scene;
pub use trace::{TraceReader, TraceRow, TraceWriter};

/// The name of the scene in a file: the file's without folder and extension.
fn scene_name(file_name: &str) -> String {
    std::path::Path::new(file_name).file_stem().map_or_else(
        || file_name.to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

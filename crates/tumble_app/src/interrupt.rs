//! Ctrl-C and termination set a flag; the work looks at it between steps and pictures.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::Failure;

/// Whether somebody asked to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. Where signals can't be had, the default action of the system stays: the process ends at once, and what
    /// it was writing stays under a temporary name.
    pub(crate) fn listen() -> Self {
        let flag = Self::default();
        let seen = Arc::clone(&flag.0);
        if let Err(error) = ctrlc::set_handler(move || seen.store(true, Ordering::SeqCst)) {
            eprintln!("note: Ctrl-C can't be caught: {error}");
        }
        flag
    }

    /// Fails once somebody asked to stop.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.0.load(Ordering::SeqCst) {
            Err(Failure::Interrupted)
        } else {
            Ok(())
        }
    }
}

//! The tree solver against closed forms, energy bounds and its own promises.

mod crowd;
mod quality;
mod timing;

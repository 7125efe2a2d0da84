//! The tree solver against closed forms, energy bounds and its own promises.

mod bench;
mod contacts;
mod crowd;
mod hanging;
mod hinges;
mod inner;
mod promises;
mod quality;
mod timing;

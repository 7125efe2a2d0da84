//! Rays, distances and casts.

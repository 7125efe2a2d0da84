//! Counts what Rust code holds of memory: the global allocator of programs that use this library.

#![expect(
    unsafe_code,
    reason = "a global allocator is an unsafe trait; it only passes calls on and counts"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicI64, Ordering};

static HELD: AtomicI64 = AtomicI64::new(0);

/// The system's allocator, counted.
struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

// SAFETY: every call is passed on unchanged to the system's allocator, which keeps the promises of the trait.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size().cast_signed() as i64, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        HELD.fetch_add(layout.size().cast_signed() as i64, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size().cast_signed() as i64, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_add(
            size.cast_signed() as i64 - layout.size().cast_signed() as i64,
            Ordering::Relaxed,
        );
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What is held now \[bytes\].
pub fn held() -> i64 {
    HELD.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_counted_and_given_back() {
        const BIG: i64 = 64 << 20;
        // Other tests allocate at the same time, but nothing this big.
        let slack = BIG / 4;
        let before = held();
        let mut block = vec![1_u8; BIG as usize];
        assert!((held() - before - BIG).abs() < slack);
        block.truncate(BIG as usize / 2);
        block.shrink_to_fit();
        assert!((held() - before - BIG / 2).abs() < slack);
        drop(block);
        assert!((held() - before).abs() < slack);
    }
}

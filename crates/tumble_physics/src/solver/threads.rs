//! Threads, where the feature `parallel` is on: work is cut into pieces that don't see each other, so that the bytes are the same for any
//! number of threads.

/// The threads that a world steps with; without the feature there are none.
#[cfg(feature = "parallel")]
pub(crate) type Threads = rayon::ThreadPool;

/// The threads that a world steps with; without the feature there are none.
#[cfg(not(feature = "parallel"))]
#[derive(Debug)]
pub(crate) enum Threads {}

/// Does `work` to each item, with scratch of its own for each thread.
#[cfg(feature = "parallel")]
pub(crate) fn each<T: Send, S: Default>(
    threads: Option<&Threads>,
    items: &mut [T],
    scratch: &mut S,
    work: impl Fn(&mut T, &mut S) + Sync,
) {
    use rayon::prelude::*;
    match threads {
        Some(threads) if items.len() >= 8 => threads.install(|| {
            items
                .par_iter_mut()
                .with_min_len(4)
                .for_each_init(S::default, |scratch, item| work(item, scratch));
        }),
        _ => {
            for item in items {
                work(item, scratch);
            }
        }
    }
}

/// Does `work` to each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn each<T, S>(
    _threads: Option<&Threads>,
    items: &mut [T],
    scratch: &mut S,
    work: impl Fn(&mut T, &mut S),
) {
    for item in items {
        work(item, scratch);
    }
}

/// Does `work` to each of a few large items; what it does may call [`each`] again.
#[cfg(feature = "parallel")]
pub(crate) fn each_alone<T: Send>(
    threads: Option<&Threads>,
    items: &mut [T],
    work: impl Fn(&mut T) + Sync + Send,
) {
    use rayon::prelude::*;
    match threads {
        Some(threads) if items.len() > 1 => threads.install(|| {
            items.par_iter_mut().with_max_len(1).for_each(work);
        }),
        _ => items.iter_mut().for_each(work),
    }
}

/// Does `work` to each item.
#[cfg(not(feature = "parallel"))]
pub(crate) fn each_alone<T>(_threads: Option<&Threads>, items: &mut [T], work: impl Fn(&mut T)) {
    items.iter_mut().for_each(work);
}

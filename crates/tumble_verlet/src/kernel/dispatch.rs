//! The kernel, compiled for each instruction set.

use super::{Job, run};
use crate::lanes::Isa;
use crate::lanes::one::One;
use crate::lanes::scalar::Sixteen;

#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "compiled with AVX2; called only when the machine has it"
)]
#[target_feature(enable = "avx2")]
unsafe fn with_avx2(job: &mut Job<'_, f32>) {
    run::<crate::lanes::avx2::Avx2>(job);
}

/// Sixteen lanes of single precision.
pub(crate) fn run_f32(isa: Isa, job: &mut Job<'_, f32>) {
    match isa.available() {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => {
            // SAFETY: `Isa::available` has asked the machine.
            #[expect(unsafe_code, reason = "the machine has AVX2: `Isa::available` asked it")]
            unsafe {
                with_avx2(job);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Sse2 => run::<crate::lanes::sse2::Sse2>(job),
        _ => run::<Sixteen>(job),
    }
}

/// One lane of double precision.
pub(crate) fn run_f64(job: &mut Job<'_, f64>) {
    run::<One>(job);
}

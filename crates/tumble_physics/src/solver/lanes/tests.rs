//! Lanes against plain arithmetic, bit by bit.

use tumble_math::trig;

use super::{Isa, Kernel, LANES, Lane, Mask, Wide, cos_sin, nearest_whole};

/// All sorts of numbers, side by side.
const AWKWARD: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    f32::MIN_POSITIVE,
    1e-42,
    3.0e38,
    -3.0e38,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    0.1,
    -7.25e5,
    16_777_217.0,
    2.5,
    -0.333,
];

/// The sets of instructions that this machine has.
fn here() -> impl Iterator<Item = Isa> {
    [Isa::Scalar, Isa::Sse2, Isa::Avx2]
        .into_iter()
        .filter(|isa| isa.is_here())
}

struct Operations {
    a: Wide,
    b: Wide,
}

impl Kernel for Operations {
    type Out = [Wide; 13];

    #[inline(always)]
    fn run<L: Lane>(self) -> [Wide; 13] {
        let (a, b): (L, L) = (self.a.get(), self.b.get());
        let mask = a.lt(b);
        let (cos, sin) = cos_sin(a);
        let truth = |mask| L::splat(1.0).only(mask);
        let results = [
            a + b,
            a - b,
            a * b,
            a / b,
            -a,
            a.min(b),
            a.max(b),
            a.abs(),
            L::select(mask, a, b),
            truth(!mask & a.is_set() | b.lt(a)),
            cos,
            sin,
            nearest_whole(b.within(L::splat(1000.0))),
        ];
        let mut out = [Wide::ZERO; 13];
        for (out, result) in out.iter_mut().zip(results) {
            out.put(result);
        }
        out
    }
}

/// Bits, all NaNs being one: their payload is the machine's business.
fn bits(value: f32) -> u32 {
    if value.is_nan() {
        f32::NAN.to_bits()
    } else {
        value.to_bits()
    }
}

#[test]
fn all_instructions_give_the_same_bits() {
    for shift in 0..AWKWARD.len() {
        for half in [0, 8] {
            let a = Wide(core::array::from_fn(|i| AWKWARD[half + i]));
            let b = Wide(core::array::from_fn(|i| {
                AWKWARD[(half + i + shift) % AWKWARD.len()]
            }));
            let plain = Isa::Scalar.run(Operations { a, b });
            for isa in here() {
                let other = isa.run(Operations { a, b });
                for (which, (plain, other)) in plain.iter().zip(&other).enumerate() {
                    for lane in 0..LANES {
                        let pair = (plain.0[lane], other.0[lane]);
                        assert_eq!(
                            bits(pair.0),
                            bits(pair.1),
                            "operation {which} of {} and {} in {isa:?}: {pair:?}",
                            a.0[lane],
                            b.0[lane]
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn minimum_and_maximum_take_the_second_of_nan_and_of_zeros() {
    let a = Wide([f32::NAN, 1.0, 0.0, -0.0, 2.0, f32::NAN, f32::INFINITY, -1.0]);
    let b = Wide([1.0, f32::NAN, -0.0, 0.0, 3.0, f32::NAN, 5.0, -2.0]);
    for isa in here() {
        let out = isa.run(Operations { a, b });
        let (min, max) = (out[5].0, out[6].0);
        assert_eq!((min[0], max[0]), (1.0, 1.0), "{isa:?}");
        assert!(min[1].is_nan() && max[1].is_nan(), "{isa:?}");
        assert!(min[2].is_sign_negative() && max[3].is_sign_positive(), "{isa:?}");
        assert_eq!(
            (min[4], max[4], min[6], max[6], min[7], max[7]),
            (2.0, 3.0, 5.0, f32::INFINITY, -2.0, -1.0)
        );
    }
}

struct AnyOf(Wide);

impl Kernel for AnyOf {
    type Out = (bool, bool);

    #[inline(always)]
    fn run<L: Lane>(self) -> (bool, bool) {
        let mask = self.0.get::<L>().is_set();
        (mask.any(), (mask & L::Mask::splat(false)).any())
    }
}

#[test]
fn any_sees_each_lane() {
    for isa in here() {
        assert_eq!(
            isa.run(AnyOf(Wide([0.0, -0.0, f32::NAN, 0.0, 0.0, 0.0, 0.0, 0.0]))),
            (false, false),
            "{isa:?}"
        );
        for lane in 0..LANES {
            let mut one = Wide::ZERO;
            one.0[lane] = -1e-30;
            assert_eq!(isa.run(AnyOf(one)), (true, false), "lane {lane} in {isa:?}");
        }
    }
}

#[test]
fn cosine_and_sine_are_within_their_bound() {
    let mut worst = 0.0_f64;
    for i in 0..200_000_u32 {
        let angle = (i as f32 - 100_000.0) * 0.100_013;
        let out = Isa::detect().run(Operations {
            a: Wide::splat(angle),
            b: Wide::ZERO,
        });
        let (sin, cos) = trig::sin_cos_f64(f64::from(angle));
        worst = worst
            .max((f64::from(out[10].0[0]) - cos).abs())
            .max((f64::from(out[11].0[0]) - sin).abs());
    }
    println!("worst error of cosine and sine {worst:.2e}");
    assert!(worst < 2e-7, "{worst:e}");
}

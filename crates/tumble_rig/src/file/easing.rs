//! Easing curves by name.

use serde::{Deserialize, Serialize};
use tumble_math::Easing;

/// Declares the file's names beside the curves they stand for.
macro_rules! easings {
    ($($name:ident),* $(,)?) => {
        /// An easing curve by the name of its [`Easing`].
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[expect(missing_docs, reason = "each is the curve of the same name in `Easing`, described there")]
        pub enum EasingFile {
            #[default]
            $($name),*
        }

        impl From<EasingFile> for Easing {
            fn from(file: EasingFile) -> Self {
                match file {
                    $(EasingFile::$name => Self::$name),*
                }
            }
        }

        impl From<Easing> for EasingFile {
            fn from(easing: Easing) -> Self {
                match easing {
                    $(Easing::$name => Self::$name),*
                }
            }
        }
    };
}

easings!(
    Linear, Step, SineIn, SineOut, SineInOut, QuadIn, QuadOut, QuadInOut, CubicIn, CubicOut, CubicInOut,
    Smooth,
);

//! The small enums of rig and clip files.

use serde::{Deserialize, Serialize};

use crate::{Bend, Facing, LandedPose, LimbKind, LookFrame, PathChoice};

/// Declares the file's names for a small enum beside the values they stand for.
macro_rules! names {
    ($(#[$doc:meta])* $file:ident = $of:ty { $($name:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[expect(missing_docs, reason = "each is the value of the same name in the type that it stands for")]
        pub enum $file {
            #[default]
            $($name),*
        }

        impl From<$file> for $of {
            fn from(file: $file) -> Self {
                match file {
                    $($file::$name => Self::$name),*
                }
            }
        }

        impl From<$of> for $file {
            fn from(of: $of) -> Self {
                match of {
                    $(<$of>::$name => Self::$name),*
                }
            }
        }
    };
}

names!(
    /// A [`Bend`] by name.
    BendFile = Bend { Normal, Inverted }
);
names!(
    /// A [`LimbKind`] by name.
    LimbKindFile = LimbKind { Arm, Leg }
);
names!(
    /// A [`LookFrame`] by name.
    LookFrameFile = LookFrame { Parent, World }
);
names!(
    /// A [`PathChoice`] by name.
    PathFile = PathChoice { Auto, Shortest, ThroughStraight }
);
names!(
    /// A [`LandedPose`] by name.
    LandedFile = LandedPose { Back, Belly, Sitting, UpsideDown }
);
names!(
    /// A [`Facing`] by name.
    FacingName = Facing { Right, Left, Forward }
);

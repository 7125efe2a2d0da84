//! One key of a track: `(time, value)` or `(time, value, easing)`.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::EasingFile;

/// A key: `(0.2, (60, 385))` or `(0.2, (60, 385), SineInOut)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyFile<T> {
    /// When [s, 0..=duration].
    pub time: f32,
    /// What: a position \[px\], an angle \[deg\], a weight [0..1].
    pub value: T,
    /// How the value goes on to the next key; default: the clip's `easing`.
    pub easing: Option<EasingFile>,
}

impl<T: Serialize> Serialize for KeyFile<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(if self.easing.is_some() { 3 } else { 2 })?;
        tuple.serialize_element(&self.time)?;
        tuple.serialize_element(&self.value)?;
        if let Some(easing) = &self.easing {
            tuple.serialize_element(easing)?;
        }
        tuple.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for KeyFile<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Key<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Key<T> {
            type Value = KeyFile<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key, (time, value) or (time, value, easing)")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let time = seq
                    .next_element()?
                    .ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let value = seq
                    .next_element()?
                    .ok_or_else(|| A::Error::invalid_length(1, &self))?;
                let easing = seq.next_element()?;
                Ok(KeyFile { time, value, easing })
            }
        }
        deserializer.deserialize_tuple(3, Key(PhantomData))
    }
}

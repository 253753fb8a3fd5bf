//! Reading what is written as text and has a form of its own.

use serde::{
    Deserializer,
    de::{Error, Visitor},
};
use std::{fmt, marker::PhantomData, str::FromStr};

/// Parses the text that `deserializer` holds, where it lies: `deserialize_with`, or the whole of a `Deserialize`.
pub fn parsed<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    struct Text<T>(PhantomData<T>);
    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Text(PhantomData))
}

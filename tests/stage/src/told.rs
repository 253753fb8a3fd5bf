//! How often something is tried: as often as it usually is, or as somebody asks for who has more time.

use std::{env, fmt, str::FromStr};

/// The number that an environment variable says, such as `RACE_TRIES`; else `usually`.
#[track_caller]
pub fn told<N: FromStr<Err: fmt::Debug>>(variable: &str, usually: N) -> N {
    env::var(variable)
        .map_or(usually, |text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

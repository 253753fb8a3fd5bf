//! How much there is of something. Environment variables make it smaller, to try the measurements themselves.

use std::env;

const START: &str = "BENCH_";

pub fn figure(name: &str, usual: u32) -> u32 {
    env::var(format!("{START}{name}")).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Whether anything is measured in another size than rows say.
pub fn is_any_smaller() -> bool {
    env::vars_os().any(|(name, _)| name.to_string_lossy().starts_with(START))
}

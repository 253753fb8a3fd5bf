//! What a person and the log call a request by.

use kernel::Rng;
use std::{fmt, future::Future};

/// Letters and digits that are not taken for one another when read aloud.
const ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH: usize = 10;

tokio::task_local! {
    static CURRENT: Reference;
}

/// The name of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference([u8; LENGTH]);

impl Reference {
    /// The letters of one number, so that there is one draw and not one for each.
    pub fn draw(rng: &Rng) -> Self {
        let base = ALPHABET.len() as u64;
        let mut rest = rng.below((0..LENGTH).fold(1, |product, _| product * base));
        Self(std::array::from_fn(|_| {
            let letter = usize::try_from(rest % base).unwrap_or_default();
            rest /= base;
            ALPHABET[letter]
        }))
    }

    pub fn as_str(&self) -> &str {
        // Made of ASCII letters and digits only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The request that is being answered here, if one is. A log line within it tells which; a span for each request would do
    /// the same, at a price that shows beside reading a poll.
    pub fn current() -> Option<Self> {
        CURRENT.try_get().ok()
    }

    /// Does `work` in the name of this request.
    pub fn within<F: Future>(self, work: F) -> impl Future<Output = F::Output> + use<F> {
        CURRENT.scope(self, work)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

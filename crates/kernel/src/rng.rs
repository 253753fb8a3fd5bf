//! The only source of randomness: the system's, or a seeded stream in tests.

use jiff::Timestamp;
use rand::{RngCore, SeedableRng, TryRngCore, rngs::OsRng};
use rand_chacha::ChaCha20Rng;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// A handle to one stream of randomness; clones share it.
#[derive(Clone)]
pub struct Rng(Arc<Mutex<Stream>>);

struct Stream {
    random: ChaCha20Rng,
    /// The millisecond of the newest time-ordered id, and its random part.
    newest: (u64, u128),
}

/// The random part of a time-ordered id: 12 bits after its version, 62 after its variant (RFC 9562).
const LOW_BITS: u32 = 62;
const RANDOM_BITS: u32 = 12 + LOW_BITS;

impl Rng {
    /// A cryptographic stream seeded from the operating system.
    pub fn system() -> Result<Self, rand::rand_core::OsError> {
        let mut seed = [0; 32];
        OsRng.try_fill_bytes(&mut seed)?;
        Ok(Self::over(ChaCha20Rng::from_seed(seed)))
    }

    /// A stream that is the same for the same seed.
    pub fn seeded(seed: u64) -> Self {
        Self::over(ChaCha20Rng::seed_from_u64(seed))
    }

    fn over(random: ChaCha20Rng) -> Self {
        Self(Arc::new(Mutex::new(Stream { random, newest: (0, 0) })))
    }

    fn stream(&self) -> MutexGuard<'_, Stream> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.stream().random.fill_bytes(&mut bytes);
        bytes
    }

    /// A number from 0 up to, not including, `bound`; 0 for a bound of 0.
    pub fn below(&self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // Draws past the last whole multiple are thrown away, so that every outcome is equally likely.
        let usable = u64::MAX - u64::MAX % bound;
        loop {
            let draw = u64::from_le_bytes(self.bytes());
            if draw < usable {
                return draw % bound;
            }
        }
    }

    /// `below` for picking from slices.
    pub fn index(&self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).unwrap_or(0)
    }

    pub fn shuffle<T>(&self, slice: &mut [T]) {
        for last in (1..slice.len()).rev() {
            slice.swap(last, self.index(last + 1));
        }
    }

    pub fn uuid_v4(&self) -> Uuid {
        uuid::Builder::from_random_bytes(self.bytes()).into_uuid()
    }

    /// Returns an id that sorts by time. Of ids made in one millisecond by one process, a later one is greater, so that what was made
    /// first is listed first.
    pub fn uuid_v7(&self, now: Timestamp) -> Uuid {
        let millis = u64::try_from(now.as_millisecond()).unwrap_or(0);
        let mut stream = self.stream();
        let mut bytes = [0; 16];
        stream.random.fill_bytes(&mut bytes[6..]);
        let drawn = u128::from_be_bytes(bytes);
        let part = match stream.newest {
            // An unguessable step ahead.
            (newest, part) if newest == millis => part + 1 + (drawn & u128::from(u32::MAX)),
            _ => (drawn >> 64 & 0xfff) << LOW_BITS | drawn & low_mask(LOW_BITS),
        } & low_mask(RANDOM_BITS);
        stream.newest = (millis, part);
        let spread = (part >> LOW_BITS) << 64 | part & low_mask(LOW_BITS);
        let mut tail = [0; 10];
        tail.copy_from_slice(&spread.to_be_bytes()[6..]);
        uuid::Builder::from_unix_timestamp_millis(millis, &tail).into_uuid()
    }

    /// 256 random bits as text that fits in an address.
    pub fn token(&self) -> String {
        data_encoding::BASE64URL_NOPAD.encode(&self.bytes::<32>())
    }

    /// `len` characters drawn from `alphabet` (ASCII).
    pub fn text(&self, alphabet: &[u8], len: usize) -> String {
        (0..len).map(|_| char::from(alphabet[self.index(alphabet.len())])).collect()
    }
}

fn low_mask(bits: u32) -> u128 {
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_gives_one_stream() {
        let draws = |seed| (0..8).map(|_| Rng::seeded(seed).below(1000)).collect::<Vec<_>>();
        assert_eq!(draws(7), draws(7));
        assert_ne!(Rng::seeded(7).token(), Rng::seeded(8).token());
    }

    #[test]
    fn draws_stay_below_their_bound_and_reach_every_value() {
        let rng = Rng::seeded(1);
        let mut seen = [false; 10];
        for _ in 0..1000 {
            seen[rng.index(10)] = true;
        }
        assert_eq!(seen, [true; 10]);
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn time_ordered_ids_sort_by_time() {
        let rng = Rng::seeded(1);
        let at = |second| rng.uuid_v7(Timestamp::from_second(second).unwrap());
        assert!(at(1_000).to_string() < at(1_001).to_string());
        let at_once: Vec<String> = (0..1_000).map(|_| at(1_002).to_string()).collect();
        assert!(at_once.is_sorted_by(|one, next| one < next), "in the order in which they were made");
        assert!(at_once.iter().all(|id| id.parse::<Uuid>().unwrap().get_version_num() == 7));
        assert!(at(1_001).to_string() < at_once[0]);
    }
}

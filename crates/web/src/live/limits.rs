//! How many streams may be open: each holds a connection, and those of one address must leave room for everyone else's.

use crate::{Settings, address};
use jiff::SignedDuration;
use kernel::{Class, Classify};
use std::{
    collections::{HashMap, hash_map::Entry},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// When to try again.
const WAIT: SignedDuration = SignedDuration::from_secs(30);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyWatchers {
    #[error(
        "More pages are open at your address than can be kept live. Close some, or try again in a moment."
    )]
    AtOneAddress,
    #[error("More pages are open than this server can keep live. Try again in a moment.")]
    Altogether,
}

impl Classify for TooManyWatchers {
    fn class(&self) -> Class {
        match self {
            Self::AtOneAddress => Class::TooMany(WAIT),
            Self::Altogether => Class::Full(WAIT),
        }
    }
}

/// How many streams are open, for whoever operates the server.
const GAUGE: &str = "roundtable_live_streams";

/// The streams that are open in this process.
#[derive(Default)]
pub struct Streams(Mutex<Open>);

#[derive(Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The right to one open stream; given back when dropped.
pub struct Seat {
    streams: Arc<Streams>,
    address: IpAddr,
}

impl Streams {
    pub fn take(self: &Arc<Self>, address: IpAddr, settings: &Settings) -> Result<Seat, TooManyWatchers> {
        let address = address::counted(address);
        let most = settings.most_streams as usize;
        let here = match settings.streams_per_address as usize {
            0 => most / 2,
            some => some.min(most / 2),
        };
        let mut open = self.open();
        if open.total >= most {
            return Err(TooManyWatchers::Altogether);
        }
        let of_address = open.by_address.entry(address).or_default();
        if *of_address >= here {
            return Err(TooManyWatchers::AtOneAddress);
        }
        *of_address += 1;
        open.total += 1;
        metrics::gauge!(GAUGE).increment(1.0);
        Ok(Seat { streams: self.clone(), address })
    }

    pub fn total(&self) -> usize {
        self.open().total
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        open.total -= 1;
        metrics::gauge!(GAUGE).decrement(1.0);
        if let Entry::Occupied(mut of_address) = open.by_address.entry(self.address) {
            *of_address.get_mut() -= 1;
            if *of_address.get() == 0 {
                of_address.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn one_address_gets_its_number_and_never_more_than_half_of_all() {
        for (streams_per_address, granted) in [(3, 3), (9, 5), (0, 5)] {
            let settings = Settings { streams_per_address, most_streams: 10, ..Settings::default() };
            let streams = Arc::new(Streams::default());
            let held: Vec<_> = std::iter::repeat_with(|| streams.take(at(1), &settings)).take(20).collect();
            assert_eq!(held.iter().filter(|seat| seat.is_ok()).count(), granted);
            assert!(
                held.iter()
                    .filter_map(|seat| seat.as_ref().err())
                    .all(|e| *e == TooManyWatchers::AtOneAddress)
            );
            streams.take(at(2), &settings).unwrap();
        }
    }

    #[test]
    fn when_all_are_taken_nobody_gets_one_until_one_is_given_back() {
        let settings = Settings { streams_per_address: 0, most_streams: 2, ..Settings::default() };
        let streams = Arc::new(Streams::default());
        let first = streams.take(at(1), &settings).unwrap();
        let _second = streams.take(at(2), &settings).unwrap();
        assert_eq!(streams.take(at(3), &settings).err(), Some(TooManyWatchers::Altogether));
        drop(first);
        let _third = streams.take(at(3), &settings).unwrap();
        assert_eq!((streams.total(), streams.open().by_address.len()), (2, 2));
    }
}

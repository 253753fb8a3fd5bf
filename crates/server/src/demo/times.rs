//! When things happen in the example: on evenings before today, one shortly after the other.

use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Time, time},
    tz::TimeZone,
};
use kernel::{Clock, FakeClock};
use std::{collections::HashMap, sync::Arc};

/// Where the club is.
const ZONE: &str = "Europe/Lisbon";
/// When an evening begins.
const BEGINNING: Time = time(19, 0, 0, 0);
const BETWEEN: SignedDuration = SignedDuration::from_mins(7);

/// The days around the present, as the club counts them.
#[derive(Debug, Clone)]
pub struct Calendar {
    today: Date,
    zone: TimeZone,
}

impl Calendar {
    pub fn around(now: Timestamp) -> Self {
        let zone = TimeZone::get(ZONE).unwrap_or(TimeZone::UTC);
        Self { today: now.to_zoned(zone.clone()).date(), zone }
    }

    /// The day that comes so many days after today.
    pub fn day(&self, days: i64) -> Option<Date> {
        self.today.checked_add(SignedDuration::from_hours(24 * days)).ok()
    }

    /// A time of that day at the club.
    pub fn at(&self, days: i64, time: Time) -> Option<Timestamp> {
        Some(self.day(days)?.to_datetime(time).to_zoned(self.zone.clone()).ok()?.timestamp())
    }
}

/// Moves the clock. Nothing happens at the same moment as something else.
pub struct Evenings {
    clock: Arc<FakeClock>,
    present: Timestamp,
    calendar: Calendar,
    /// How much has happened on each day.
    happened: HashMap<i64, i32>,
}

impl Evenings {
    /// Before the present, where the clock stands.
    pub fn of(clock: Arc<FakeClock>) -> Self {
        let present = clock.now();
        Self { clock, present, calendar: Calendar::around(present), happened: HashMap::new() }
    }

    /// What follows happens so many days ago.
    pub fn next(&mut self, days_ago: i64) {
        let before = self.happened.entry(days_ago).or_default();
        if let Some(beginning) = self.calendar.at(-days_ago, BEGINNING) {
            self.clock.set(beginning + BETWEEN * *before);
        }
        *before += 1;
    }

    /// What follows happens now.
    pub fn are_over(&self) {
        self.clock.set(self.present);
    }
}

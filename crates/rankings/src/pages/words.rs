//! Numbers and times in words.

use crate::model::{Poll, State};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use kernel::Moment;
use web::TimeLeft;

/// "1 ballot", "3 ballots".
pub fn counted(number: u64, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// "Friday 20 November, 18:00 UTC". Whoever reads it may be anywhere, so the zone is told.
pub fn time(at: Moment) -> String {
    at.to_zoned(TimeZone::UTC).strftime("%A %-d %B, %H:%M UTC").to_string()
}

/// Whether a poll takes ballots, as a badge and in words.
pub struct Stage {
    pub open: bool,
    pub left: Option<TimeLeft>,
    /// "Closed", or nothing while it is open.
    pub over: &'static str,
}

impl Stage {
    pub fn of(poll: &Poll, now: Timestamp) -> Self {
        let state = poll.state(now);
        let left = poll.expires_at.filter(|_| state.is_open());
        let left = left.map(|end| TimeLeft::new("Closes", *poll.created_at, *end, now, &TimeZone::UTC));
        let over = match state {
            State::Open => "",
            State::Closed => "Closed",
            State::Expired => "Time is up",
        };
        Self { open: state.is_open(), left, over }
    }
}

/// When voting may end by itself, as a form offers it: no clock of ours knows the reader's zone, so it is told from now.
pub const ENDS: [(&str, &str); 6] = [
    ("", "When I close it"),
    ("1h", "In an hour"),
    ("1d", "In a day"),
    ("3d", "In 3 days"),
    ("7d", "In a week"),
    ("30d", "In 30 days"),
];

/// The time that one of [`ENDS`] means now; anything else means none.
pub fn end_of(choice: &str, now: Timestamp) -> Option<Moment> {
    let hours = match choice {
        "1h" => 1,
        "1d" => 24,
        "3d" => 72,
        "7d" => 168,
        "30d" => 720,
        _ => return None,
    };
    Some(Moment::from(now).plus(SignedDuration::from_hours(hours)))
}

/// Who sees results when, as a form offers it.
pub const VISIBILITIES: [(&str, &str); 3] = [
    ("always", "Everyone, as ballots come in"),
    ("afterVote", "Whoever has voted; everyone once it is over"),
    ("afterClose", "Nobody but me until it is over"),
];

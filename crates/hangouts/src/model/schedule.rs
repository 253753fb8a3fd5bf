//! When and where a hangout takes place, and a change of it that people have not been told of yet.

use super::Hangout;
use jiff::SignedDuration;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};

/// The part of a hangout whose changes people are told of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Moment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    pub cancelled: bool,
}

/// A change of the schedule that people have not been sent a message about.
pub type Unannounced = web::changes::Unannounced<Schedule>;

impl Hangout {
    pub fn schedule(&self) -> Schedule {
        Schedule {
            start: self.start,
            end: self.end,
            location: self.location.clone(),
            cancelled: self.cancelled,
        }
    }

    pub fn set_schedule(&mut self, schedule: Schedule) {
        let Schedule { start, end, location, cancelled } = schedule;
        (self.start, self.end, self.location, self.cancelled) = (start, end, location, cancelled);
    }

    /// Notes when it moved, and when what calendars show was changed. A move that is undone before people are told of it is none.
    pub fn note_move(&mut self, before: &Self, now: Moment) {
        let shown = |hangout: &Self| (hangout.title.clone(), hangout.description.clone(), hangout.schedule());
        if shown(self) != shown(before) || self.time_zone != before.time_zone {
            (self.changed_at, self.sequence) = (Some(now), before.sequence + 1);
        }
        let elsewhere = before.location.is_some() && self.location != before.location;
        if self.start == before.start && !elsewhere {
            return;
        }
        self.moved_at = match &before.unannounced {
            Some(change) if change.was == self.schedule() => change.moved_before,
            _ => Some(now),
        };
    }

    /// Notes that `by` changed the schedule from what it was in `before`. Returns whether there is a change to announce.
    pub fn note_change(&mut self, before: &Self, by: UserId, now: Moment, delay: SignedDuration) -> bool {
        if self.schedule() == before.schedule() {
            return false;
        }
        let (earlier, last) = (before.unannounced.as_ref(), before.announced_at);
        self.unannounced = Some(Unannounced::after(
            earlier,
            last,
            (before.schedule(), before.moved_at),
            Some(by),
            now,
            delay,
        ));
        true
    }
}

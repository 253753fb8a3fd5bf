//! When and where a hangout takes place, and a change of it that people have not been told of yet.

use super::Hangout;
use jiff::SignedDuration;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};

/// Messages about what follows a message wait until this many delays after it.
const QUIET_DELAYS: i32 = 10;

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

/// A change that is announced when it is due, with the state as it is then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unannounced {
    /// The schedule that people know.
    pub was: Schedule,
    pub due: Moment,
    /// When the hangout had moved before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_before: Option<Moment>,
    /// The one person who made every change since, and needs no message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<UserId>,
}

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
        let first = now.plus(delay);
        let next = before.announced_at.map(|last| last.plus(delay * QUIET_DELAYS));
        self.unannounced = Some(match &before.unannounced {
            Some(earlier) => Unannounced { by: earlier.by.filter(|one| *one == by), ..earlier.clone() },
            None => Unannounced {
                was: before.schedule(),
                moved_before: before.moved_at,
                due: next.map_or(first, |next| next.max(first)),
                by: Some(by),
            },
        });
        true
    }
}

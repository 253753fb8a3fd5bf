//! What people are told when they are not looking: one announcement per person and occasion, by mail and by push, as they have chosen.
//!
//! A feature says whom it tells what, in the transaction or the work that makes it necessary; it is written down as background work.
//! `identity`, which knows people's addresses and choices, delivers it. Nothing has to be set up: where there is neither mail nor
//! push, an announcement goes nowhere.

use crate::work;
use jiff::Timestamp;
use kernel::UserId;
pub use outbound::CalendarPart;
use serde::{Deserialize, Serialize};
use store::Write;

/// The kind of work that an announcement is.
pub const WORK: &str = "announce";

/// What an announcement is about; people choose by this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Somebody's vote is missing.
    VoteNudge,
    PickAnnounce,
    NewRound,
    HangoutNew,
    /// Moved or cancelled.
    HangoutChanged,
    HangoutReminder,
}

impl Topic {
    pub const ALL: [Self; 6] = [
        Self::VoteNudge,
        Self::PickAnnounce,
        Self::NewRound,
        Self::HangoutNew,
        Self::HangoutChanged,
        Self::HangoutReminder,
    ];

    /// The name of the choice, as it is stored and sent.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::VoteNudge => "vote_nudge",
            Self::PickAnnounce => "pick_announce",
            Self::NewRound => "new_round",
            Self::HangoutNew => "hangout_new",
            Self::HangoutChanged => "hangout_changed",
            Self::HangoutReminder => "hangout_reminder",
        }
    }
}

/// Something that one person is told, once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    pub user: UserId,
    /// The choice that it falls under; without one it is always told.
    #[serde(default)]
    pub topic: Option<Topic>,
    /// Names the occasion: told again under the same name, it is not told twice. `hangout-moved#{id}#{version}`.
    pub occasion: String,
    /// One line: “Supper moved to Friday 20 November, 18:30”.
    pub title: String,
    pub text: String,
    /// Where there is more about it, on this server.
    pub path: String,
    /// Further links below the text: what they do, and where, on this server.
    #[serde(default)]
    pub links: Vec<(String, String)>,
    /// The entry for calendar programs of what has a date.
    #[serde(default)]
    pub calendar: Option<CalendarPart>,
}

impl Announcement {
    /// The write that has it delivered; ring [`crate::Services::work_bell`] after the commit.
    pub fn write(&self, now: Timestamp) -> store::Result<Write> {
        work::enqueue(WORK, &self.id(), self, now)
    }

    /// What it is known by: one person and one occasion.
    pub fn id(&self) -> String {
        format!("{}#{}", self.user, self.occasion)
    }
}

//! A vote, and the mark by which processes learn of it.

use super::{PollId, VoteId};
use jiff::{SignedDuration, Timestamp};
use kernel::Moment;
use serde::{Deserialize, Serialize};

/// One voter's ranking, first choice first; it may leave candidates out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Vote {
    pub id: VoteId,
    pub poll_id: PollId,
    pub rankings: Vec<String>,
    pub voted_at: Moment,
}

/// Says that a vote was cast, replaced or withdrawn; what it is now, the vote itself says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    pub vote_id: VoteId,
    /// Unix seconds.
    pub ttl: i64,
}

impl Mark {
    /// How long marks are kept. Who has not looked for longer reads everything anew.
    pub const KEPT: SignedDuration = SignedDuration::from_hours(1);

    pub fn of(vote: VoteId, now: Timestamp) -> Self {
        Self { vote_id: vote, ttl: (now + Self::KEPT).as_second() }
    }
}

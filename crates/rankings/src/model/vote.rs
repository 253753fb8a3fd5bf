//! A vote.

use super::{PollId, VoteId};
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

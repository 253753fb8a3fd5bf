//! Key shapes and named access patterns, numbered as in `docs/design/rankings.md`. Nothing else builds a key.

use crate::{
    model::{PollId, VoteId},
    tables::RANKED_CHOICE_POLLS,
};
use store::{Key, Query};

pub const METADATA: &str = "METADATA";
const VOTE: &str = "VOTE#";

fn partition(poll: PollId) -> String {
    format!("POLL#{poll}")
}

/// AP1: a poll by its id.
pub fn poll(id: PollId) -> Key {
    Key::new(partition(id), METADATA)
}

/// AP2: every vote of a poll.
pub fn votes_of(poll: PollId) -> Query {
    Query::table(&RANKED_CHOICE_POLLS, partition(poll)).begins_with(VOTE)
}

/// AP3: one voter's vote.
pub fn vote(poll: PollId, vote: VoteId) -> Key {
    Key::new(partition(poll), format!("{VOTE}{vote}"))
}

/// The poll of the partition that a vote lies in, whatever its id looks like.
pub fn poll_in(pk: &str) -> Key {
    Key::new(pk, METADATA)
}

/// The vote that a row holds; nothing for the poll itself.
pub fn vote_of(sk: &str) -> Option<VoteId> {
    sk.strip_prefix(VOTE)?.parse().ok()
}

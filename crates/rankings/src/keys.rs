//! Key shapes and named access patterns, numbered as in `docs/design/rankings.md`. Nothing else builds a key.

use crate::{
    model::{PollId, VoteId},
    tables::RANKED_CHOICE_POLLS,
};
use store::{Key, Query};

const METADATA: &str = "METADATA";
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

/// The poll that a row of the table belongs to.
pub fn poll_of(pk: &str) -> Option<PollId> {
    pk.strip_prefix("POLL#")?.parse().ok()
}

/// The vote that a row holds; nothing for the poll itself.
pub fn vote_of(sk: &str) -> Option<VoteId> {
    sk.strip_prefix(VOTE)?.parse().ok()
}

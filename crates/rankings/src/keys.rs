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

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> PollId {
        "123e4567-e89b-12d3-a456-426614174000".parse().unwrap()
    }

    #[test]
    fn keys_read_as_the_design_document_writes_them() {
        let voter: VoteId = "987fcdeb-51a2-43d1-b234-567890abcdef".parse().unwrap();
        assert_eq!(poll(id()), Key::new("POLL#123e4567-e89b-12d3-a456-426614174000", "METADATA"));
        assert_eq!(
            vote(id(), voter),
            Key::new(
                "POLL#123e4567-e89b-12d3-a456-426614174000",
                "VOTE#987fcdeb-51a2-43d1-b234-567890abcdef"
            )
        );
        assert_eq!(poll_of("POLL#123e4567-e89b-12d3-a456-426614174000"), Some(id()));
        assert_eq!(vote_of("VOTE#987fcdeb-51a2-43d1-b234-567890abcdef"), Some(voter));
        assert_eq!(vote_of("METADATA"), None);
    }
}

//! Entities, value types and rules of ranked polls, all pure.

mod candidates;
mod code;
mod key;
mod poll;
pub mod read;

pub use candidates::{Candidates, FEWEST_CANDIDATES, LONGEST_NAME, MOST_CANDIDATES, drawn_tie_order};
pub use code::PollCode;
pub use key::{ManageKey, Voter};
pub use poll::{KEPT_DAYS, Poll, PollSettings, ResultsVisibility, State, Vote};

kernel::uuid_id! {
    /// A ranked poll.
    PollId
}

kernel::uuid_id! {
    /// One voter's vote in one poll: a keyed hash of both, so that it names nobody.
    VoteId
}

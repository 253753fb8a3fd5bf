//! Entities, value types and rules of ranked polls, all pure.

mod candidates;
mod code;
mod credentials;
mod key;
mod poll;
pub mod read;
mod vote;

pub use candidates::{Candidates, MOST_CANDIDATES, drawn_tie_order};
pub use code::PollCode;
pub use credentials::Credentials;
pub use key::{ManageKey, Voter};
pub use poll::{Poll, PollSettings, ResultsVisibility, State};
pub use vote::Vote;

kernel::uuid_id! {
    /// A ranked poll.
    PollId
}

kernel::uuid_id! {
    /// One voter's vote in one poll: a keyed hash of both, so that it names nobody.
    VoteId
}

//! Entities, value types and rules of ranked polls, all pure.

mod code;
mod key;
mod poll;
pub mod read;

pub use code::PollCode;
pub use key::{ManageKey, Voter};
pub use poll::{KEPT_DAYS, Poll, PollSettings, ResultsVisibility, Vote};
pub use web::mine::State;

kernel::uuid_id! {
    /// A ranked poll.
    PollId
}

kernel::uuid_id! {
    /// One voter's vote in one poll: a keyed hash of both, so that it names nobody.
    VoteId
}

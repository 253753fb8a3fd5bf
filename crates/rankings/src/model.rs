//! Entities, value types and rules of ranked polls, all pure.

pub mod candidates;
mod key;
mod poll;

pub use key::{ManageKey, Voter};
pub use poll::{KEPT_DAYS, Poll, PollSettings, ResultsVisibility, StoredSettings, Vote};
pub use web::mine::State;

use kernel::code::{digits, letters};

kernel::uuid_id! {
    /// A ranked poll.
    #[derive(Default)]
    PollId
}

kernel::uuid_id! {
    /// One voter's vote in one poll: a keyed hash of both, so that it names nobody.
    VoteId
}

kernel::short_code! {
    /// Three letters, five digits, three letters: unlike those of shareables, so that each is known by its shape.
    PollCode: letters(3), digits(5), letters(3)
}

//! Entities, value types and rules of groups and hangouts, all pure.

mod feed_key;
mod group;
mod hangout;
mod ids;
mod invite;
mod membership;
mod merge;
mod pointer;
mod removal;
mod response;
mod schedule;

pub use feed_key::FeedKey;
pub use group::{Group, LONGEST_DESCRIPTION, LONGEST_NAME, UNNAMED};
pub use hangout::{Counts, Details, Hangout, MOST_TARGETS, Standing, StoredAs};
pub use ids::{GroupId, HangoutId, PersonId, accounts};
pub use invite::{Invite, InviteId, InviteToken, KEEPS_FOR};
pub use membership::{GroupRole, Membership};
pub use merge::{Direction, Merge, Place, Watermark};
pub use pointer::{Pointer, Step, Target};
pub use removal::Removal;
pub use response::{Answer, Response};
pub use schedule::{Schedule, Unannounced};

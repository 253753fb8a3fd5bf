//! Entities, value types and rules of movie night, all pure.

mod constraints;
mod film;
mod household;
mod ids;
mod invite;
mod loose;
mod member;
mod pick;
mod preferences;
mod rating;
pub mod read;
mod removal;
mod round;
mod shortlist;
mod suggest;
mod suggestion;
mod vote;

pub use constraints::{Constraints, Taste, Wish};
pub use film::{Film, GENRES, GenreId, SERVICES, service_key, service_name};
pub use household::Household;
pub use ids::{FilmId, HouseholdId, InviteId, MemberId, PickId, RoundId};
pub use invite::{Invite, InviteStatus, InviteToken};
pub use member::{Member, MemberType, Membership, Role, User};
pub use pick::{FilmRating, Pick, Verdict, Verdicts};
pub use preferences::Preferences;
pub use rating::{Ceiling, DEFAULT_REGION, RatingList, strictest};
pub use removal::Removal;
pub use round::{Move, Round, Status};
pub use shortlist::{Ranked, rank, waiting_for};
pub use suggest::{Fitting, MOST_SUGGESTIONS, relaxations, suggest};
pub use suggestion::Suggestion;
pub use vote::{Vote, VoteKind};

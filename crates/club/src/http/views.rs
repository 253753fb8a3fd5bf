//! What the API shows of the club's things.

mod catalogue;
mod people;
mod squash;

pub use catalogue::{CommentView, ImportView, RatingView, SiteView, TagView};
pub use people::{MemberView, PermissionsView, ProfileView, RoleGroupView};
pub use squash::{CourtView, MatchView, PairsView, PlayerView, StandingView, StatsView, whole};

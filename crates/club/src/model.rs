//! What the club is made of, and its rules. Pure: nothing here reads or writes storage.

pub mod bookmarks;
pub mod catalogue;
pub mod comment;
pub mod ids;
pub mod ladder;
pub mod matches;
pub mod player;
pub mod profile;
pub mod rating;
pub mod role_group;
pub mod rules;
pub mod site;
pub mod tag;

pub use bookmarks::Bookmark;
pub use comment::{Comment, CommentPlace};
pub use ids::{CommentId, MatchId, PersonId, PlayerId, SiteId};
pub use matches::{Match, Participation, Team, Teams};
pub use player::Player;
pub use profile::Profile;
pub use rating::{Given, Rating, Stars};
pub use role_group::{Membership, Permission, RoleGroup, RoleGroupName};
pub use rules::{Access, Act};
pub use site::{Scrape, ScrapeStatus, Site};
pub use tag::{SiteTag, Tag, TagCount};

//! The one table of `docs/design/club.md`, and its indexes by name.

use store::{Index, KeySchema, Table, n, s};

/// Lists everything of one kind: sites, tags, role groups, players, matches.
pub const BY_ENTITY: &str = "byEntity";
/// Sites by tag.
pub const BY_TAG: &str = "byTag";
/// Ratings by their number of stars.
pub const BY_STARS: &str = "byStars";
/// Members of a role group.
pub const BY_GROUP: &str = "byGroup";
/// Matches of one day.
pub const BY_SQUASH_DATE: &str = "bySquashDate";
/// Comments on a site, oldest first. The document proposes it.
pub const BY_SITE: &str = "bySite";

/// Everything of the club.
pub const FUS_MAIN: Table = Table::new("fus-main", KeySchema::composite(s("PK"), s("SK"))).with_indexes(&[
    Index { name: BY_ENTITY, key: KeySchema::composite(s("entityType"), s("entitySk")) },
    Index { name: BY_TAG, key: KeySchema::composite(s("tag"), s("siteId")) },
    Index { name: BY_STARS, key: KeySchema::composite(n("starRating"), s("siteId")) },
    Index { name: BY_GROUP, key: KeySchema::composite(s("groupName"), s("userId")) },
    Index { name: BY_SQUASH_DATE, key: KeySchema::composite(s("squashDate"), s("matchId")) },
    Index { name: BY_SITE, key: KeySchema::composite(s("siteId"), s("commentSk")) },
]);

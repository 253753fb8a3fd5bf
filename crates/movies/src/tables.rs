//! The ten tables of movie night, as `docs/design/movies.md` draws them; the eleventh, `Users`, is identity's.

use store::{Index, KeySchema, Table, n, s};

/// Lists the household of a user.
pub const USER_GROUPS_INDEX: &str = "user-groups-index";
/// Lists the invite with a token.
pub const TOKEN_INDEX: &str = "token-index";
/// Lists a household's invites by time.
pub const GROUP_INVITES_INDEX: &str = "group-invites-index";
/// Lists a household's rounds by time.
pub const GROUP_ROUNDS_INDEX: &str = "group-rounds-index";
/// Lists a household's picks by time.
pub const GROUP_PICKS_INDEX: &str = "group-picks-index";
/// Lists the pick of a round. Whether a round has one is decided by the round itself.
pub const ROUND_PICK_INDEX: &str = "round-pick-index";

/// Households.
pub const GROUPS: Table = Table::new("Groups", KeySchema::simple(s("group_id")));

/// Who is in which household.
pub const GROUP_MEMBERSHIPS: Table =
    Table::new("GroupMemberships", KeySchema::composite(s("group_id"), s("user_id")))
        .with_indexes(&[Index { name: USER_GROUPS_INDEX, key: KeySchema::simple(s("user_id")) }]);

/// What each member likes.
pub const PREFERENCES: Table = Table::new("Preferences", KeySchema::composite(s("group_id"), s("user_id")));

/// Invite links.
pub const INVITES: Table = Table::new("Invites", KeySchema::simple(s("invite_id")))
    .with_indexes(&[
        Index { name: TOKEN_INDEX, key: KeySchema::simple(s("invite_token")) },
        Index { name: GROUP_INVITES_INDEX, key: KeySchema::composite(s("group_id"), s("created_at")) },
    ])
    .with_ttl("ttl");

/// Movie nights.
pub const ROUNDS: Table = Table::new("Rounds", KeySchema::simple(s("round_id"))).with_indexes(&[Index {
    name: GROUP_ROUNDS_INDEX,
    key: KeySchema::composite(s("group_id"), s("created_at")),
}]);

/// The shortlist of each round.
pub const SUGGESTIONS: Table =
    Table::new("Suggestions", KeySchema::composite(s("round_id"), n("tmdb_movie_id")));

/// Each member's vote on each film of a round.
pub const VOTES: Table = Table::new("Votes", KeySchema::composite(s("round_id"), s("vote_key")));

/// What was chosen.
pub const PICKS: Table = Table::new("Picks", KeySchema::simple(s("pick_id"))).with_indexes(&[
    Index { name: GROUP_PICKS_INDEX, key: KeySchema::composite(s("group_id"), s("picked_at")) },
    Index { name: ROUND_PICK_INDEX, key: KeySchema::simple(s("round_id")) },
]);

/// What each member thought of it.
pub const RATINGS: Table = Table::new("Ratings", KeySchema::composite(s("round_id"), s("member_id")));

/// Answers of TMDB.
pub const TMDB_CACHE: Table = Table::new("TmdbCache", KeySchema::simple(s("cache_key"))).with_ttl("ttl");

/// All of them.
pub const ALL: [&Table; 10] = [
    &GROUPS,
    &GROUP_MEMBERSHIPS,
    &PREFERENCES,
    &INVITES,
    &ROUNDS,
    &SUGGESTIONS,
    &VOTES,
    &PICKS,
    &RATINGS,
    &TMDB_CACHE,
];

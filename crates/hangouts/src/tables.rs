//! The one table of `docs/design/hangouts.md`.

use store::{Index, KeySchema, Table, n, s};

/// Groups with their members, invite links and hangout pointers; hangouts with the answers to them.
pub const INVITER_TABLE: Table = Table::new("InviterTable", KeySchema::composite(s("PK"), s("SK")))
    .with_indexes(&[
        Index { name: USER_GROUP_INDEX, key: KeySchema::composite(s("gsi1pk"), s("gsi1sk")) },
        Index { name: ENTITY_TIME_INDEX, key: KeySchema::composite(s("gsi1pk"), n("startTimestamp")) },
    ])
    .with_ttl("ttl");

/// The groups of a user.
pub const USER_GROUP_INDEX: &str = "UserGroupIndex";
/// The hangouts of a user or group by time. Both indexes go by `gsi1pk`; an item is in the one whose sort key it has.
pub const ENTITY_TIME_INDEX: &str = "EntityTimeIndex";

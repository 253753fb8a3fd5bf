//! The tables that measurements write into by themselves, as the design documents draw them.

use store::{Index, KeySchema, Table, n, s};

pub static SHAREABLES: Table =
    Table::new("Shareables", KeySchema::composite(s("pk"), s("sk"))).with_ttl("ttl");
pub static RANKED_CHOICE_POLLS: Table =
    Table::new("ranked-choice-polls", KeySchema::composite(s("PK"), s("SK")));
pub static INVITER_TABLE: Table = Table::new("InviterTable", KeySchema::composite(s("PK"), s("SK")))
    .with_indexes(&[
        Index { name: "UserGroupIndex", key: KeySchema::composite(s("gsi1pk"), s("gsi1sk")) },
        Index { name: "EntityTimeIndex", key: KeySchema::composite(s("gsi1pk"), n("startTimestamp")) },
    ])
    .with_ttl("ttl");
pub static SYSTEM: Table = Table::new("System", KeySchema::composite(s("PK"), s("SK"))).with_ttl("ttl");

/// The file that the program keeps in its data folder.
pub const FILE: &str = "roundtable.redb";

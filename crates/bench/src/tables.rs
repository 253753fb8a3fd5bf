//! The tables that measurements write into by themselves, as the design documents draw them.

use store::{KeySchema, Table, s};

pub static SHAREABLES: Table =
    Table::new("Shareables", KeySchema::composite(s("pk"), s("sk"))).with_ttl("ttl");
pub static RANKED_CHOICE_POLLS: Table =
    Table::new("ranked-choice-polls", KeySchema::composite(s("PK"), s("SK")));
pub static SYSTEM: Table = Table::new("System", KeySchema::composite(s("PK"), s("SK"))).with_ttl("ttl");

/// The file that the program keeps in its data folder.
pub const FILE: &str = "roundtable.redb";

//! The one table of `docs/design/rankings.md`.

use store::{KeySchema, Table, s};

/// Every ranked poll, and in its partition the ballots cast in it.
pub const RANKED_CHOICE_POLLS: Table =
    Table::new("ranked-choice-polls", KeySchema::composite(s("PK"), s("SK")));

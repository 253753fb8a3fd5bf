//! The two tables of `docs/design/shareables.md`.

use store::{KeySchema, Table, n, s};

/// Every shareable, and beside each its ticks, RSVPs and votes.
pub const SHAREABLES: Table =
    Table::new("Shareables", KeySchema::composite(s("pk"), s("sk"))).with_ttl("ttl");

/// ShortIds that nothing has yet, in 1,000 partitions so that creating never queues at one place.
pub const SHORT_ID_POOL: Table = Table::new("ShortIdPool", KeySchema::composite(n("pk"), s("sk")));

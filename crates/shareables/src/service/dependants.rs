//! Everything that hangs on a share, in pieces that fit a transaction.

use crate::{keys, model::ShortId, tables::SHAREABLES};
use store::{Item, Key, Store};

/// Writes of one transaction.
pub const CHUNK: u32 = 100;

/// AP9: some of what hangs on a share, at most one transaction's worth; nothing when nothing is left.
pub async fn some(store: &dyn Store, id: &ShortId) -> store::Result<Vec<Key>> {
    for query in keys::dependants_of(id) {
        // Expired rows are hidden after they are counted, so a page may be empty with more behind it.
        let mut query = query.limit(CHUNK);
        loop {
            let rows = store.query(query.clone()).await?;
            if !rows.items.is_empty() {
                return rows.items.iter().map(key_of).collect();
            }
            match rows.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
    }
    Ok(Vec::new())
}

pub fn key_of(item: &Item) -> store::Result<Key> {
    Key::of(item, &SHAREABLES.key)
}

//! Many items put straight into a storage file: by HTTP they would take hours.

use crate::Measured;
use std::sync::Arc;
use store::{Store, Transaction, Write};

/// Transactions under way at once, so that they share commits, and how many writes each takes.
const WRITERS: usize = 32;
const TOGETHER: usize = 100;

pub async fn put_all(store: &Arc<dyn Store>, writes: impl Iterator<Item = Write>) -> Measured<()> {
    let mut writes = writes.peekable();
    while writes.peek().is_some() {
        let mut under_way = Vec::new();
        for _ in 0..WRITERS {
            let some: Vec<Write> = writes.by_ref().take(TOGETHER).collect();
            if !some.is_empty() {
                let store = store.clone();
                under_way.push(tokio::spawn(async move { store.transact(Transaction::of(some)).await }));
            }
        }
        for transaction in under_way {
            transaction.await??;
        }
    }
    Ok(())
}

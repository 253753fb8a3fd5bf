//! Creations that take more than one transaction: the first one records the key and the body, the last one removes the record. In
//! between, the same request goes on where it stopped, and another body under that key is refused.

use super::{Once, Seed, find, record};
use crate::{Ctx, Fault, system::SYSTEM};
use store::Write;

/// Returns whether this request began a creation before that was not finished. Fails with [`Fault::KeyUsed`] when the key came with
/// another body.
pub async fn is_begun(ctx: &Ctx, once: &Once, seed: &Seed) -> Result<bool, Fault> {
    Ok(find(ctx, once, seed).await?.is_some())
}

/// Returns the write that records a creation, for its first transaction; `None` without a key.
pub fn begin(
    ctx: &Ctx,
    once: &Once,
    seed: &Seed,
    kind: &str,
    id: impl ToString,
) -> store::Result<Option<Write>> {
    record(ctx, once, seed, kind, &id.to_string())
}

/// Returns the write that removes the record, for the last transaction; `None` without a key.
pub fn finish(seed: &Seed) -> Option<Write> {
    seed.record().map(|key| Write::delete(&SYSTEM, key))
}

//! Changing a stored share: load, change, and store if nobody else did in between.

use crate::{
    Error, keys,
    model::{Shareable, ShortId},
    service::{live, open},
    tables::SHAREABLES,
};
use store::{Condition, StoreError, Transaction, Write};
use web::Ctx;

/// How often an edit is tried when others edit at the same moment.
const TRIES: usize = 8;

/// What an edit came to: its answer, and what is to be written in the same transaction.
pub struct Edit<T> {
    pub answer: T,
    pub with: Vec<Write>,
}

impl<T> Edit<T> {
    pub fn of(answer: T) -> Self {
        Self { answer, with: Vec::new() }
    }

    pub fn with(mut self, writes: impl IntoIterator<Item = Write>) -> Self {
        self.with.extend(writes);
        self
    }
}

/// Makes the organiser's `change` to a share that lasts. When somebody else was faster it is made again on what is there then; who
/// sent `If-Match` is told instead.
pub async fn edit<T>(
    ctx: &Ctx,
    id: &ShortId,
    mut change: impl FnMut(&mut Shareable) -> Result<Edit<T>, Error>,
) -> Result<(Shareable, T), Error> {
    for _ in 0..TRIES {
        let before = open::for_editing(ctx, id).await?.share;
        check_version(ctx, &before)?;
        let mut share = before.clone();
        let Edit { answer, with } = change(&mut share)?;
        if share == before && with.is_empty() {
            return Ok((share, answer));
        }
        share.edited(ctx.clock.now());
        let put = store::put(&SHAREABLES, keys::shareable(id), &share)?.when(unchanged(&before));
        match commit(ctx, put, with).await {
            Ok(()) => {
                live::tell_edited(ctx, id);
                return Ok((share, answer));
            }
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Error::Contended)
}

/// Holds while nobody edited or deleted the share.
pub fn unchanged(share: &Shareable) -> Condition {
    Condition::equals("version", share.version).and(Condition::absent("deletedAt"))
}

/// Refuses a change to what is not the version the caller saw.
pub fn check_version(ctx: &Ctx, share: &Shareable) -> Result<(), Error> {
    ctx.check_if_match(&share.version).map_err(|_| Error::Stale)
}

async fn commit(ctx: &Ctx, put: Write, with: Vec<Write>) -> store::Result<()> {
    if with.is_empty() {
        return ctx.store.write(put).await;
    }
    ctx.store.transact(Transaction::of(std::iter::once(put).chain(with))).await
}

//! Taking a share away: it is gone for everyone at once, what hangs on it goes in pieces, its own item last.

use crate::{
    Error, keys,
    model::{Shareable, ShortId},
    service::{
        audit, dependants, live, open,
        save::{check_version, unchanged},
    },
    tables::SHAREABLES,
};
use async_trait::async_trait;
use kernel::Moment;
use store::{StoreError, Transaction, Write};
use web::{Ctx, Progress, Services, WorkHandler, WorkItem, work};

const KIND: &str = "shareables.delete";
const TRIES: usize = 8;

/// The organiser deletes a share, expired or not.
pub async fn delete_shareable(ctx: &Ctx, id: &ShortId) -> Result<(), Error> {
    for _ in 0..TRIES {
        let share = open::for_organising(ctx, id).await?.share;
        check_version(ctx, &share)?;
        if hide(ctx, &share).await? {
            return Ok(());
        }
    }
    Err(Error::Contended)
}

/// Hides a share and writes down that the rest is to be removed. Whether it did: an edit may have been faster.
pub async fn hide(services: &Services, share: &Shareable) -> Result<bool, Error> {
    let now = services.clock.now();
    let id = &share.short_id;
    let hidden = Write::update(&SHAREABLES, keys::shareable(id))
        .set("deletedAt", Moment::from(now).to_string())
        .when(unchanged(share));
    let work = work::enqueue(KIND, id.compact(), &(), now)?;
    match services.store.transact(Transaction::of([hidden, work])).await {
        Ok(()) => {
            services.work_bell.notify_one();
            live::tell_edited(services, id);
            audit::line(services, id, "shareable deleted");
            Ok(true)
        }
        Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

pub struct Delete;

#[async_trait]
impl WorkHandler for Delete {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(id) = item.id.parse() else { return Ok(Progress::Done) };
        let found = dependants::some(services.store.as_ref(), &id).await?;
        if found.is_empty() {
            services.store.write(Write::delete(&SHAREABLES, keys::shareable(&id))).await?;
            return Ok(Progress::Done);
        }
        let deletes = found.into_iter().map(|key| Write::delete(&SHAREABLES, key));
        services.store.transact(Transaction::of(deletes)).await?;
        Ok(Progress::More)
    }
}

//! Deleting a share: it is gone for everyone at once, what belongs to it goes in pieces, its own item last.

use super::change_passcodes::reset_passcodes;
use crate::{
    Error,
    gate::{To, Visitor},
    keys,
    live::{Rsvps, Votes},
    model::{Entity, Shareable, ShortId},
    stored,
    tables::SHAREABLES,
};
use async_trait::async_trait;
use std::sync::Arc;
use store::{Write, remove_some};
use web::{
    Ctx, Edit, Expected, Problem, Progress, Services, TakesDown, WorkHandler, WorkItem, participants,
    system::SYSTEM, work,
};

pub const KIND: &str = "shareables.delete";

/// The organiser deletes a share, expired or not.
pub async fn delete_shareable(ctx: &Ctx, visitor: &Visitor, expected: &Expected) -> Result<Shareable, Error> {
    hide(ctx, expected, || visitor.share(ctx, To::Organise)).await
}

/// The operator takes a share down.
pub struct Operator;

#[async_trait]
impl TakesDown for Operator {
    async fn take_down(&self, services: &Arc<Services>, id: &str) -> Result<(), Problem> {
        let id: ShortId = id.parse().map_err(|_| Error::NotFound)?;
        hide(services, &Expected::any(), || stored::load_to_change(services, &id)).await?;
        Ok(())
    }

    fn resets(&self) -> Option<&'static str> {
        Some("Make new passcodes, shown once; the old ones open nothing any more")
    }

    async fn reset(&self, services: &Arc<Services>, id: &str) -> Result<Vec<String>, Problem> {
        let id: ShortId = id.parse().map_err(|_| Error::NotFound)?;
        Ok(reset_passcodes(services, &id).await?)
    }
}

/// Hides a share and writes down that the rest is to be removed.
async fn hide<L: Future<Output = Result<Shareable, Error>>>(
    services: &Services,
    expected: &Expected,
    load: impl Fn() -> L,
) -> Result<Shareable, Error> {
    let now = services.clock.now();
    let (share, ()) = web::edit(services, expected, load, |share| {
        share.deleted_at = Some(now.into());
        Ok::<_, Error>(Edit::of(()).with([work::enqueue(KIND, share.short_id.compact(), &(), now)?]))
    })
    .await?;
    let id = &share.short_id;
    services.forget::<Votes>(id);
    services.forget::<Rsvps>(id);
    web::audit(services, "share", id.compact(), "share deleted");
    Ok(share)
}

pub struct Delete;

#[async_trait]
impl WorkHandler for Delete {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(id) = item.id.parse() else { return Ok(Progress::Done) };
        if remove_some(services.store.as_ref(), &SHAREABLES, keys::parts_of(&id)).await? {
            return Ok(Progress::More);
        }
        let answered =
            [Entity::Event, Entity::Poll].map(|kind| participants::rows_of(kind.name(), &id.to_string()));
        if remove_some(services.store.as_ref(), &SYSTEM, answered).await? {
            return Ok(Progress::More);
        }
        services.store.write(Write::delete(&SHAREABLES, keys::shareable(&id))).await?;
        Ok(Progress::Done)
    }
}

//! How a request gets at a share: the one place that decides who may go how far.

use crate::{
    Error, cookies, keys,
    model::{Access, Checklist, Content, Entity, Event, Poll, Shareable, ShortId},
    tables::SHAREABLES,
};
use web::{Ctx, Services};

/// A share, and how far the caller may go in it.
#[derive(Debug, Clone)]
pub struct Opened {
    pub share: Shareable,
    pub access: Access,
}

/// AP2: a share that is there. Deleted ones are not.
pub async fn load(services: &Services, id: &ShortId) -> Result<Shareable, Error> {
    let item = services.store.get(&SHAREABLES, &keys::shareable(id)).await?.ok_or(Error::NotFound)?;
    let share = Shareable::from_item(&item)?;
    if share.deleted_at.is_some() { Err(Error::NotFound) } else { Ok(share) }
}

/// A share as the caller finds it, whatever they may do with it.
pub async fn find(ctx: &Ctx, id: &ShortId) -> Result<Opened, Error> {
    let share = load(ctx, id).await?;
    let token = ctx.bearer.as_deref().or_else(|| ctx.cookie(cookies::ACCESS));
    let access = share.access(&ctx.keys, ctx.clock.now(), token);
    Ok(Opened { share, access })
}

/// For looking: viewers while it lasts, the organiser also afterwards.
pub async fn for_reading(ctx: &Ctx, id: &ShortId) -> Result<Opened, Error> {
    let opened = find(ctx, id).await?;
    opened.check_reading(ctx)?;
    Ok(opened)
}

/// For taking part: everyone who may view, while it lasts.
pub async fn for_answering(ctx: &Ctx, id: &ShortId) -> Result<Opened, Error> {
    let opened = for_reading(ctx, id).await?;
    opened.check_lasts(ctx)?;
    Ok(opened)
}

/// For what the organiser may always do.
pub async fn for_organising(ctx: &Ctx, id: &ShortId) -> Result<Opened, Error> {
    let opened = find(ctx, id).await?;
    match opened.access {
        Access::Admin => Ok(opened),
        Access::Viewer => Err(Error::AdminOnly),
        Access::Visitor => Err(Error::AdminNeeded),
    }
}

/// For what the organiser may do while it lasts.
pub async fn for_editing(ctx: &Ctx, id: &ShortId) -> Result<Opened, Error> {
    let opened = for_organising(ctx, id).await?;
    opened.check_lasts(ctx)?;
    Ok(opened)
}

impl Opened {
    fn check_reading(&self, ctx: &Ctx) -> Result<(), Error> {
        if !self.access.is_admin() {
            self.check_lasts(ctx)?;
        }
        if self.share.may_view(self.access) { Ok(()) } else { Err(Error::PasscodeNeeded) }
    }

    fn check_lasts(&self, ctx: &Ctx) -> Result<(), Error> {
        if self.share.has_expired(ctx.clock.now()) { Err(Error::Expired) } else { Ok(()) }
    }
}

impl Shareable {
    pub fn checklist(&self) -> Result<&Checklist, Error> {
        match &self.content {
            Content::Checklist(checklist) => Ok(checklist),
            _ => Err(Error::NotA(Entity::Checklist)),
        }
    }

    pub fn checklist_mut(&mut self) -> Result<&mut Checklist, Error> {
        match &mut self.content {
            Content::Checklist(checklist) => Ok(checklist),
            _ => Err(Error::NotA(Entity::Checklist)),
        }
    }

    pub fn event(&self) -> Result<&Event, Error> {
        match &self.content {
            Content::Event(event) => Ok(event),
            _ => Err(Error::NotA(Entity::Event)),
        }
    }

    pub fn poll(&self) -> Result<&Poll, Error> {
        match &self.content {
            Content::Poll(poll) => Ok(poll),
            _ => Err(Error::NotA(Entity::Poll)),
        }
    }

    pub fn poll_mut(&mut self) -> Result<&mut Poll, Error> {
        match &mut self.content {
            Content::Poll(poll) => Ok(poll),
            _ => Err(Error::NotA(Entity::Poll)),
        }
    }
}

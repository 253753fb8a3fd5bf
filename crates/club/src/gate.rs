//! Who is let in. A handler says what its caller must be allowed to do by the type of its first argument, and a use case takes that
//! argument as proof. The rule itself is [`Access::may`].

use crate::{
    Error, keys,
    model::{Access, Act, Permission, RoleGroup, ids::membership_ref},
    stored::{self, sk},
};
use axum::extract::FromRequestParts;
use http::request::Parts;
use kernel::{Open, Role, UserId};
use std::{marker::PhantomData, ops::Deref};
use web::{App, Ctx, Problem, Services};

/// A request of somebody who may do `A`.
pub struct Allowed<A> {
    ctx: Ctx,
    act: PhantomData<A>,
}

/// What an [`Allowed`] is allowed to do.
pub trait Allows: Send + Sync + 'static {
    const ACT: Act;
}

macro_rules! allows {
    ($($(#[$meta:meta])* $name:ident: $act:expr;)*) => {
        $($(#[$meta])*
        pub struct $name;

        impl Allows for $name {
            const ACT: Act = $act;
        })*
    };
}

allows! {
    /// See sites and tags.
    Reads: Act::ReadSites;
    /// Rate, comment, and everything of one's own.
    TakesPart: Act::TakePart;
    /// Add, edit and delete sites.
    Writes: Act::WriteSites;
    /// See role groups.
    SeesRoles: Act::SeeRoles;
    /// Change roles and role groups, in person.
    Governs: Act::GovernRoles;
    /// See the squash ladder.
    SeesSquash: Act::SeeSquash;
    /// Enter players and matches.
    KeepsSquash: Act::ChangeSquash;
}

impl<A> Deref for Allowed<A> {
    type Target = Ctx;

    fn deref(&self) -> &Ctx {
        &self.ctx
    }
}

impl<A: Allows> Allowed<A> {
    /// The account that asks. Only [`Reads`] lets in anyone without one.
    pub fn user_id(&self) -> Result<UserId, Error> {
        Ok(self.ctx.actor.signed_in()?.user_id)
    }
}

impl<A: Allows> FromRequestParts<App> for Allowed<A> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let ctx = Ctx::from_request_parts(parts, app).await?;
        may(&ctx, A::ACT).await?;
        Ok(Self { ctx, act: PhantomData })
    }
}

/// Whether the caller may do this. Role groups can only add to what an account may do, so they are read where it matters.
pub async fn may(ctx: &Ctx, act: Act) -> Result<(), Error> {
    let alone = Access {
        account: ctx.actor.account.clone(),
        open_to_all: ctx.settings.public_catalogue,
        ..Access::default()
    };
    let by_group = matches!(act, Act::WriteSites | Act::Moderate | Act::SeeSquash | Act::ChangeSquash);
    match (alone.may(act), ctx.actor.account.is_some() && by_group) {
        (Err(_), true) => access(ctx).await?.may(act)?,
        (decided, _) => decided?,
    }
    // A token that is lost must not give anybody rights.
    if act == Act::GovernRoles {
        ctx.in_person()?;
    }
    Ok(())
}

/// The same as a yes or a no, for what a page offers.
pub async fn allows(ctx: &Ctx, act: Act) -> Result<bool, Error> {
    match may(ctx, act).await {
        Ok(()) => Ok(true),
        Err(Error::Hidden | Error::Fault(web::Fault::Refused(_))) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The caller with the role groups they are in: one query, and one batch read of the groups for what they carry.
pub async fn access(ctx: &Ctx) -> Result<Access, Error> {
    let account = ctx.actor.account.clone();
    let mut access = Access { open_to_all: ctx.settings.public_catalogue, ..Access::default() };
    if let Some(account) = &account {
        for group in groups_of(ctx, account.user_id).await? {
            access.permissions.extend(group.permissions);
            access.groups.push(group.name);
        }
        if account.has(Role::SuperAdmin) {
            access.permissions.extend(Permission::ALL.map(Open::Known));
        }
    }
    Ok(Access { account, ..access })
}

/// The role groups that somebody is in; one that is being deleted gives nothing any more.
pub async fn groups_of(services: &Services, user: UserId) -> store::Result<Vec<RoleGroup>> {
    let memberships = store::query_all(services.store.as_ref(), keys::memberships_of(user)).await?;
    // By their keys alone, so that whatever else is in such a row, it says the same everywhere.
    let groups = memberships.iter().filter_map(|row| membership_ref::parse(sk(row)));
    let keys: Vec<_> = groups.map(|group| keys::role_group(&group)).collect();
    let groups: Vec<RoleGroup> = stored::each(services, &keys).await?;
    Ok(groups.into_iter().filter(|group| group.deleted_at.is_none()).collect())
}

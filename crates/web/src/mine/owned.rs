//! What belongs to an account: kept by whoever created it signed out, given up, and left behind when the account is deleted.

use super::{Mine, Part, forget, note};
use crate::{Ctx, Edit, Entity, Expected, Fault, Services, edit};
use kernel::{Class, Classify, UserId};

/// Something that an account may own.
pub trait Owned: Entity {
    fn owner(&mut self) -> &mut Option<UserId>;
    /// Its place among its owner's things.
    fn row(&self) -> Mine;
    /// Takes off it what tells of an owner whose account is gone.
    fn leave_behind(&mut self) {
        *self.owner() = None;
    }
}

/// What becomes of the ownership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Whoever is signed in keeps what was created signed out. `created_here`: whether this is the browser that created it.
    Claim { created_here: bool },
    /// Its owner gives it up: it stays, without an owner.
    GiveUp,
}

/// Makes the thing that `load` gives the caller's own, or nobody's.
pub async fn change_owner<T, E, L>(ctx: &Ctx, keep: Keep, load: impl Fn() -> L) -> Result<T, E>
where
    T: Owned,
    E: From<Fault>,
    L: Future<Output = Result<T, E>>,
{
    let user = ctx.actor.signed_in().map_err(Fault::from)?.user_id;
    let change = |thing: &mut T| match keep {
        Keep::Claim { created_here } => claim(thing, user, created_here),
        Keep::GiveUp => give_up(thing, user),
    };
    let (thing, ()) = edit(ctx, &Expected::any(), load, |thing| Ok(change(thing)?)).await?;
    Ok(thing)
}

fn claim<T: Owned>(thing: &mut T, user: UserId, created_here: bool) -> Result<Edit<()>, Fault> {
    match *thing.owner() {
        Some(owner) if owner == user => return Ok(Edit::of(())),
        Some(_) => return Err(Fault::Owned),
        None if !created_here => return Err(Fault::NotCreatedHere),
        None => {}
    }
    *thing.owner() = Some(user);
    Ok(Edit::of(()).with([note(user, Part::Made, thing.row())?]))
}

fn give_up<T: Owned>(thing: &mut T, user: UserId) -> Result<Edit<()>, Fault> {
    if *thing.owner() != Some(user) {
        return Err(Fault::NotOwned);
    }
    *thing.owner() = None;
    Ok(Edit::of(()).with([forget(user, Part::Made, &thing.row())]))
}

/// Leaves a thing that `load` gives without `user`, whose account is being deleted. Returns whether it was theirs; what is not
/// there any more needs nothing.
pub async fn leave_behind<T, E, L>(services: &Services, user: UserId, load: impl Fn() -> L) -> Result<bool, E>
where
    T: Owned,
    E: From<Fault> + Classify,
    L: Future<Output = Result<T, E>>,
{
    let left = edit(services, &Expected::any(), load, |thing: &mut T| {
        let is_theirs = *thing.owner() == Some(user);
        if is_theirs {
            thing.leave_behind();
        }
        Ok(Edit::of(is_theirs))
    })
    .await;
    match left {
        Ok((_, was_theirs)) => Ok(was_theirs),
        Err(error) if error.class() == Class::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

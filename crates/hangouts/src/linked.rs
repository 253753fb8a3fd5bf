//! Hangouts that another program wrote without saying which groups have them. They are found by the pointers that the groups of the
//! person who asks hold, and are told what only those pointers say. The first change stores that.

use crate::{
    keys,
    model::{GroupId, Hangout, Membership, Pointer, Target},
    stored,
    tables::INVITER_TABLE,
};
use kernel::UserId;
use std::collections::BTreeSet;
use store::batch_get_all;
use web::Services;

/// What pointers say of a hangout that the hangout does not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Linked(Vec<Pointer>);

impl Linked {
    /// What a person finds by their own groups and invitations. Nothing of a hangout that names everyone it is for.
    pub async fn find(services: &Services, hangout: &Hangout, user: UserId) -> store::Result<Self> {
        if !hangout.may_have_more_groups() {
            return Ok(Self::default());
        }
        let groups: Vec<Membership> = stored::all(services, keys::groups_of(user)).await?;
        let named = hangout.targets();
        let targets =
            groups.into_iter().map(|mine| Target::Group(mine.group_id)).chain([Target::User(user.into())]);
        let keys: Vec<_> = targets
            .filter(|target| !named.contains(target))
            .map(|target| keys::pointer(&target, &hangout.hangout_id))
            .collect();
        let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
        let pointers: Vec<Pointer> = stored::read_all(rows.into_iter().flatten());
        let there = there(services, &pointers).await?;
        let live = |pointer: &Pointer| pointer.target().group().is_none_or(|group| there.contains(group));
        Ok(Self(pointers.into_iter().filter(live).collect()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tells the hangout.
    pub fn join(&self, hangout: &mut Hangout) {
        for pointer in &self.0 {
            hangout.adopt(pointer);
        }
    }
}

/// The groups of these pointers that have not been deleted.
async fn there(services: &Services, pointers: &[Pointer]) -> store::Result<BTreeSet<GroupId>> {
    let groups: Vec<GroupId> =
        pointers.iter().filter_map(|pointer| pointer.target().group().cloned()).collect();
    let keys: Vec<_> = groups.iter().map(keys::group).collect();
    let rows = batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let there = stored::there();
    let held = groups.into_iter().zip(rows).filter(|(_, row)| there.holds(row.as_ref()));
    Ok(held.map(|(group, _)| group).collect())
}

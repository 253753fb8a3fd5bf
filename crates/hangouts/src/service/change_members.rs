//! Adding people to a group and taking them out, under race: the group's count of members and its owners change with the membership.

use crate::{
    Error, announce, keys, live,
    model::{Group, GroupId, GroupRole, Invite, Membership, PersonId, Removal},
    stored,
    tables::INVITER_TABLE,
};
use kernel::{Account, Moment, UserId};
use store::{Comparison, Condition, Key, StoreError, Write};
use web::{Entity, Fault, Services};

/// How often it is tried anew when the group changes at the same moment.
const TRIES: usize = 8;
/// Links that are revoked in one transaction, beside the change of members.
const MOST_LINKS: usize = 90;

/// How a person is let in.
pub enum Entry<'a> {
    /// An owner adds them, and they are told so.
    Owner(&'a Account),
    Link(&'a Invite),
}

impl Entry<'_> {
    /// The writes beside the membership. A link must work at the very moment of joining, and be newer than the person's removal.
    fn writes(&self, group: &GroupId, user: UserId, now: Moment) -> Vec<Write> {
        let let_in = Write::delete(&INVITER_TABLE, keys::removal(group, user));
        match self {
            Self::Owner(_) => vec![let_in],
            Self::Link(link) => {
                let works = Condition::compare("expiresAt", Comparison::Greater, now.to_string());
                let older = Condition::compare("removedAt", Comparison::Less, link.created_at.to_string());
                vec![
                    Write::check(&INVITER_TABLE, keys::invite(group, &link.invite_id), works),
                    let_in.when(Condition::absent(INVITER_TABLE.key.pk.name).or(older)),
                ]
            }
        }
    }

    fn owner(&self) -> Option<&Account> {
        match self {
            Self::Owner(account) => Some(account),
            Self::Link(_) => None,
        }
    }

    /// Returns why a transaction was refused, where that was for one of the [`Self::writes`], which come after two others.
    fn refusal(&self, error: &StoreError) -> Option<Error> {
        match self {
            Self::Link(_) if error.failed_at(2) => Some(Error::NoInvite),
            Self::Link(_) if error.failed_at(3) => Some(Error::Removed),
            _ => None,
        }
    }
}

/// Lets somebody in; who is in already stays as they are.
pub async fn admit(
    services: &Services,
    id: &GroupId,
    (user, name): (UserId, &str),
    entry: &Entry<'_>,
) -> Result<(Group, Membership), Error> {
    for _ in 0..TRIES {
        let group = stored::group_to_change(services, id).await?.ok_or(Error::NoGroup)?;
        if let Some(member) = stored::find_membership(services, id, user).await? {
            return Ok((group, member));
        }
        let now = Moment::from(services.clock.now());
        let member = Membership::of(&group, user.into(), name, GroupRole::Member, now)
            .but(|member| member.added_by = entry.owner().map(|by| by.user_id.into()));
        let writes = [stored::count_member(&group, 1), stored::put_membership(&member)?.if_new()];
        let told = entry.owner().map(|by| announce::added(user, id, by, *now)).transpose()?;
        let writes = writes.into_iter().chain(entry.writes(id, user, now)).chain(told.into_iter().flatten());
        match services.commit(writes).and(live::of_members(id, &member.user_id)).await {
            Ok(()) => {
                return Ok((Group { member_count: group.member_count + 1, ..group }, member));
            }
            Err(error) => match (entry.refusal(&error), error) {
                (Some(refusal), _) => return Err(refusal),
                (None, StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
                (None, error) => return Err(error.into()),
            },
        }
    }
    Err(Fault::Contended.into())
}

/// Takes somebody out. The last owner stays. Where another person removes them, older links no longer let them in, and links that
/// they made let nobody in.
pub async fn dismiss(
    services: &Services,
    id: &GroupId,
    user: &PersonId,
    removed_by: Option<&PersonId>,
) -> Result<(), Error> {
    for _ in 0..TRIES {
        let group = stored::group_to_change(services, id).await?.ok_or(Error::NoGroup)?;
        stored::find_membership(services, id, user).await?.ok_or(Error::NoMember)?;
        if group.needs(user) {
            return Err(Error::LastOwner);
        }
        let membership = Write::delete(&INVITER_TABLE, keys::membership(id, user)).if_there();
        let mut writes = vec![one_fewer(services, &group, user)?, membership];
        if let Some(by) = removed_by {
            let removal =
                Removal::new(id.clone(), user.clone(), by.clone(), Moment::from(services.clock.now()));
            writes.push(store::put(&INVITER_TABLE, keys::removal(id, user), &removal)?);
            writes.extend(revocations(services, id, user).await?);
        }
        match services.commit(writes).and(live::of_members(id, user)).await {
            Ok(()) => {
                if removed_by.is_some() {
                    revoke_rest(services, id, user).await?;
                }
                return Ok(());
            }
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(Fault::Contended.into())
}

/// Deletes links that somebody made for a group: as many as fit beside a change of members.
async fn revocations(services: &Services, id: &GroupId, maker: &PersonId) -> store::Result<Vec<Write>> {
    let links: Vec<Invite> = stored::all(services, keys::invites_of(id)).await?;
    let theirs = links.iter().filter(|link| link.created_by == *maker).take(MOST_LINKS);
    Ok(theirs.map(|link| Write::delete(&INVITER_TABLE, keys::invite(id, &link.invite_id))).collect())
}

/// Revokes links that did not fit, or were made at the moment of the removal. Until then the removal of their maker keeps them from
/// letting anyone in.
async fn revoke_rest(services: &Services, id: &GroupId, maker: &PersonId) -> store::Result<()> {
    loop {
        let rest = revocations(services, id, maker).await?;
        if rest.is_empty() {
            return Ok(());
        }
        services.commit(rest).await?;
    }
}

/// The group without this member. Who owned it is no owner any more, which is an edit; that somebody has left is none.
fn one_fewer(services: &Services, group: &Group, user: &PersonId) -> store::Result<Write> {
    let mut after = group.clone();
    if group.role_of(user) == GroupRole::Owner {
        after.set_role(user, GroupRole::Member);
        after.edited(services.clock.now());
    }
    let (table, key): (_, Key) = group.place();
    Ok(store::difference(table, key, group, &after)?.add("memberCount", -1).when(group.unchanged()))
}

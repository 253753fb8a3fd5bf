//! What becomes of groups and hangouts when an account is opened, exported, renamed or deleted.

use crate::{
    Error, keys,
    live::{self, WatchGroup},
    model::{
        Group, GroupId, GroupRole, Hangout, HangoutId, InviteToken, Membership, PersonId, Pointer, Removal,
        Response, Target,
    },
    pointers,
    service::{change_members, delete_group, get_invite},
    stored,
    tables::INVITER_TABLE,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::json;
use std::collections::BTreeSet;
use store::Write;
use web::{AccountHooks, Edit, Expected, Exported, Notices, Services, mine, system::SYSTEM};

pub struct Accounts;

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(&self, services: &Services, user: UserId) -> store::Result<Exported> {
        let groups = stored::groups_of(services, user).await?;
        let responses: Vec<Response> = stored::all(services, keys::responses_by(user)).await?;
        let invited: Vec<Pointer> = stored::all(services, keys::pointers_of(user)).await?;
        let groups: Vec<_> = groups
            .iter()
            .map(|mine| json!({ "groupId": mine.group_id, "name": mine.group_name, "role": mine.role(), "joinedAt": mine.joined_at }))
            .collect();
        let responses: Vec<_> = responses
            .iter()
            .map(|said| json!({ "hangoutId": said.hangout_id, "response": said.response, "respondedAt": said.responded_at }))
            .collect();
        let invited: Vec<_> = invited
            .iter()
            .map(|pointer| json!({ "hangoutId": pointer.hangout_id, "title": pointer.title, "startTime": pointer.start }))
            .collect();
        let made: Vec<_> = mine::all_of(services, user, mine::Part::Made, &["group", "hangout"])
            .await?
            .iter()
            .map(|one| json!({ "kind": one.kind, "id": one.id, "createdAt": one.created_at }))
            .collect();
        let hangouts = hangouts_made(services, user).await?;
        let removals: Vec<Removal> = stored::all(services, keys::removals_from(user)).await?;
        let removed: Vec<_> = removals
            .iter()
            .map(|removal| json!({ "groupId": removal.group_id, "removedAt": removal.removed_at }))
            .collect();
        let held = json!({ "groups": groups, "responses": responses, "invitedTo": invited,
            "made": made, "hangouts": hangouts, "removedFrom": removed });
        Ok(Some(("hangouts", held)))
    }

    async fn objection(&self, services: &Services, user: UserId) -> store::Result<Option<String>> {
        let memberships: Vec<Membership> = stored::all(services, keys::groups_of(user)).await?;
        // An index may not show yet a group that was made a moment ago.
        let made: Vec<GroupId> = mine::ids_of(services, user, mine::Part::Made, &["group"]).await?;
        let ids: BTreeSet<_> = memberships.iter().map(|mine| mine.group_id.clone()).chain(made).collect();
        let keys: Vec<_> = ids.iter().map(keys::group).collect();
        let groups = store::batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
        let person = PersonId::from(user);
        for group in stored::read_all::<Group>(groups.into_iter().flatten()) {
            if group.deleted_at.is_none() && group.needs(&person) && group.member_count > 1 {
                let sentence =
                    "You are the last owner of “{}”. Make someone else an owner first, or delete the group.";
                return Ok(Some(sentence.replace("{}", &group.name)));
            }
        }
        Ok(None)
    }

    async fn renamed(&self, services: &Services, user: UserId, name: &str) -> store::Result<bool> {
        let mut changed = false;
        let memberships: Vec<Membership> = stored::all(services, keys::groups_of(user)).await?;
        for before in memberships.into_iter().filter(|mine| mine.display_name != name) {
            let after = before.but(|mine| name.clone_into(&mut mine.display_name));
            let mut notices = Notices::default();
            notices.edited::<WatchGroup>(&before.group_id);
            let write = stored::change_membership(&before, &after)?;
            changed |= if_still_there(services, [write], notices).await?;
        }
        let responses: Vec<Response> = stored::all(services, keys::responses_by(user)).await?;
        for before in responses.into_iter().filter(|said| said.display_name != name) {
            let write = stored::change_response(&before, &before.by(name))?;
            let notices = live::of_response(&before.hangout_id, &before.user_id);
            changed |= if_still_there(services, [write], notices).await?;
        }
        Ok(changed)
    }

    async fn invites(&self, services: &Services, token: &str) -> store::Result<bool> {
        let Some(token) = InviteToken::parse(token) else { return Ok(false) };
        match get_invite::get_invite(services, &token).await {
            Ok(_) => Ok(true),
            Err(Error::NoInvite | Error::InviteExpired) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    async fn forget(&self, services: &Services, user: UserId) -> store::Result<bool> {
        let mut changed = false;
        while store::remove_some(services.store.as_ref(), &SYSTEM, [keys::waiting_of(user)]).await? {}
        services.store.write(Write::delete(&SYSTEM, keys::released(user))).await?;
        let memberships: Vec<Membership> = stored::all(services, keys::groups_of(user)).await?;
        for mine in memberships {
            changed |= leave(services, &mine, user).await?;
        }
        // After the groups: nobody removes them from one any more.
        let removals: Vec<Removal> = stored::all(services, keys::removals_from(user)).await?;
        for removal in removals {
            let gone = Write::delete(&INVITER_TABLE, keys::removal(&removal.group_id, user)).if_there();
            changed |= if_still_there(services, [gone], Notices::default()).await?;
        }
        // Read from the table itself, which does not lag: no pass need follow.
        let invited: Vec<Pointer> = stored::all(services, keys::pointers_of(user)).await?;
        for pointer in invited {
            pointers::drop_targets(services, &pointer.hangout_id, vec![Target::User(user.into())]).await?;
        }
        let responses: Vec<Response> = stored::all(services, keys::responses_by(user)).await?;
        for said in responses {
            let gone = Write::delete(&INVITER_TABLE, keys::response(&said.hangout_id, user)).if_there();
            let note = pointers::note_to_count(&said.hangout_id, &said.user_id, services.clock.now())?;
            let notices = live::of_response(&said.hangout_id, &said.user_id);
            changed |= if_still_there(services, [gone, note], notices).await?;
        }
        Ok(changed)
    }
}

/// What a person wrote about the hangouts that they made.
async fn hangouts_made(services: &Services, user: UserId) -> store::Result<Vec<serde_json::Value>> {
    let ids: Vec<HangoutId> = mine::ids_of(services, user, mine::Part::Made, &["hangout"]).await?;
    let keys: Vec<_> = ids.iter().map(keys::hangout).collect();
    let rows = store::batch_get_all(services.store.as_ref(), &INVITER_TABLE, &keys).await?;
    let made = rows.into_iter().flatten().filter_map(stored::hangout);
    let made = made.filter(|hangout| hangout.deleted_at.is_none() && hangout.is_by(&user.into()));
    let text = |hangout: Hangout| {
        json!({ "hangoutId": hangout.hangout_id, "title": hangout.title, "description": hangout.description,
            "location": hangout.location, "startTime": hangout.start, "endTime": hangout.end,
            "timeZone": hangout.time_zone, "cancelled": hangout.cancelled, "createdAt": hangout.created_at })
    };
    Ok(made.map(text).collect())
}

/// Takes a person out of a group for good. A group in which nobody else is goes with them. Returns whether they were in it.
async fn leave(services: &Services, mine: &Membership, user: UserId) -> store::Result<bool> {
    let (id, person) = (&mine.group_id, PersonId::from(user));
    let left = match change_members::dismiss(services, id, &person, None).await {
        Err(Error::LastOwner) => match hand_over(services, id, &person).await {
            Ok(true) => change_members::dismiss(services, id, &person, None).await,
            Ok(false) => delete_group::hide(services, id, &Expected::any()).await,
            Err(error) => Err(error),
        },
        left => left,
    };
    match left {
        Ok(()) => Ok(true),
        Err(Error::NoGroup | Error::NoMember) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Makes the member of the longest standing an owner in the place of the last one. Who joins after the deletion was allowed, or was
/// not shown by an index then, keeps the group. Returns whether there is anyone else.
async fn hand_over(services: &Services, id: &GroupId, from: &PersonId) -> Result<bool, Error> {
    let load = async || stored::group_to_change(services, id).await?.ok_or(Error::NoGroup);
    if load().await?.member_count <= 1 {
        return Ok(false);
    }
    let members: Vec<Membership> = stored::all(services, keys::members_of(id)).await?;
    let others = members.into_iter().filter(|member| member.user_id != *from);
    let Some(heir) = others.min_by_key(|member| (member.joined_at, member.user_id.clone())) else {
        return Ok(false);
    };
    let owner = heir.but(|member| member.role = Some(GroupRole::Owner.into()));
    web::edit(services, &Expected::any(), load, |group: &mut Group| {
        group.set_role(&heir.user_id, GroupRole::Owner);
        let member = (heir != owner).then(|| stored::change_membership(&heir, &owner)).transpose()?;
        Ok::<_, Error>(Edit::of(()).with(member))
    })
    .await?;
    web::audit(
        services,
        "group",
        &id.to_string(),
        "a member became its owner when the last one's account went",
    );
    Ok(true)
}

/// Makes the first of `writes`, with what belongs to it, of a row that is still there. Returns whether it was.
async fn if_still_there(
    services: &Services,
    writes: impl IntoIterator<Item = Write>,
    notices: Notices,
) -> store::Result<bool> {
    match services.commit(writes).and(notices).await {
        Ok(()) => Ok(true),
        Err(error) if error.is_condition_failed() => Ok(false),
        Err(error) => Err(error),
    }
}

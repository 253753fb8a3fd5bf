//! What becomes of shares and of answers to them when an account is exported or deleted.

use crate::{
    keys,
    live::{Followed, Following},
    model::{Ballot, Claim, Entity, ItemId, Reply, Said, Shareable, ShortId},
    service::list_things::{KINDS, code},
    stored,
    tables::SHAREABLES,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::{Value, json};
use store::{Condition, Item, View, Write};
use web::{
    AccountHooks, Exported, Services,
    mine::{self, Mine, Part},
    participants,
    system::SYSTEM,
};

pub struct Accounts;

/// What is told instead of the name of somebody whose account is gone.
const FORMER: &str = "Former member";

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(&self, services: &Services, user: UserId) -> store::Result<Exported> {
        let (mut made, mut answers) = (Vec::new(), Vec::new());
        for id in mine::ids_of(services, user, Part::Made, &KINDS).await? {
            let share = stored::find(services, &id).await?.filter(|share| share.is_of(Some(user)));
            made.extend(share.as_deref().map(told));
        }
        for one in mine::all_of(services, user, Part::Answered, &KINDS).await? {
            answers.extend(if one.kind == Entity::Event.name() {
                answered::<Reply>(services, &one).await?
            } else {
                answered::<Ballot>(services, &one).await?
            });
        }
        let mut claims = Vec::new();
        for (id, item) in claimed(services, user).await? {
            let Some(claim) = claim_of(services, user, &id, item).await? else { continue };
            claims.push(json!({ "shortId": id, "checklistItemId": item, "claimedBy": claim.claimed_by,
                "claimedAt": claim.claimed_at }));
        }
        Ok(Some(("shareables", json!({ "made": made, "answers": answers, "claims": claims }))))
    }

    /// What they made stays without them, what they answered without their name.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<bool> {
        let mut changed = false;
        for id in mine::ids_of(services, user, Part::Made, &KINDS).await? {
            changed |= mine::leave_behind(services, user, || stored::load_to_change(services, &id)).await?;
        }
        for one in mine::all_of(services, user, Part::Answered, &KINDS).await? {
            services.store.write(participants::forget(&one.kind, &one.id, user)).await?;
            changed |= if one.kind == Entity::Event.name() {
                let nameless = |reply| Reply { name: FORMER.into(), note: None, ..reply };
                unname(services, &one, nameless).await?
            } else {
                unname(services, &one, |ballot| Ballot { name: None, ..ballot }).await?
            };
        }
        for (id, item) in claimed(services, user).await? {
            let mut writes = vec![Write::delete(&SYSTEM, keys::claim_of(user, &id, item))];
            if claim_of(services, user, &id, item).await?.is_some() {
                let unnamed = Write::update(&SHAREABLES, keys::Part::Claim.of_item(&id, item))
                    .set("claimedBy", FORMER)
                    .remove("userId")
                    .when(Condition::equals("userId", user.to_string()));
                writes.push(unnamed);
            }
            match services.commit(writes).touched::<Shareable>(&id).await {
                Ok(()) => changed = true,
                // Released at this moment: the next pass finds nothing.
                Err(error) if error.is_condition_failed() => changed = true,
                Err(error) => return Err(error),
            }
        }
        Ok(changed)
    }
}

/// The items that an account claimed, as far as is noted.
async fn claimed(services: &Services, user: UserId) -> store::Result<Vec<(ShortId, ItemId)>> {
    let rows = store::query_all(services.store.as_ref(), keys::claims_of(user)).await?;
    let named = |row: &Item| row.get("SK").and_then(View::as_str).and_then(keys::claimed_in);
    Ok(rows.iter().filter_map(named).collect())
}

/// The claim on an item, if it is still this account's.
async fn claim_of(
    services: &Services,
    user: UserId,
    id: &ShortId,
    item: ItemId,
) -> store::Result<Option<Claim>> {
    let claim: Option<Claim> = stored::find_mark(services, keys::Part::Claim, id, item).await?;
    Ok(claim.filter(|claim| claim.user_id == Some(user)))
}

fn told(share: &Shareable) -> Value {
    json!({
        "shortId": share.short_id,
        "kind": share.entity().name(),
        "name": share.name,
        "by": share.by,
        "createdAt": share.created_at,
    })
}

/// An answer of theirs, and to what.
async fn answered<A: Followed>(services: &Services, one: &Mine) -> store::Result<Option<Value>> {
    Ok(find::<A>(services, one).await?.map(|answer| {
        let mut told = json!(answer.what);
        told["shortId"] = json!(answer.short_id);
        told["kind"] = json!(one.kind);
        told["createdAt"] = json!(answer.created_at);
        told
    }))
}

async fn find<A: Followed>(services: &Services, one: &Mine) -> store::Result<Option<Said<A>>> {
    // A code that another program wrote opens with no key of ours: the answer is not known to be theirs.
    match (one.id.parse(), code(services, one).ok().flatten()) {
        (Ok(id), Some(code)) => stored::find_answer(services, &id, code).await,
        _ => Ok(None),
    }
}

/// Takes the name off an answer. Only what tells of the person is written, so that a change of the answer at the same moment
/// stays. Returns whether there was anything to take off.
async fn unname<A: Followed>(
    services: &Services,
    one: &Mine,
    nameless: impl FnOnce(A) -> A,
) -> store::Result<bool> {
    let Some(before) = find::<A>(services, one).await? else { return Ok(false) };
    let (id, key) = (before.short_id, A::PART.of_code(&before.short_id, before.code));
    let after = Said { what: nameless(before.what.clone()), ..before.clone() };
    if after == before {
        return Ok(false);
    }
    let write = store::difference(&SHAREABLES, key.clone(), &before, &after)?.if_there();
    match services.commit([write]).rows::<Following<A>>(&id, [key]).answered::<Shareable>(&id).await {
        Ok(()) => Ok(true),
        Err(error) if error.is_condition_failed() => Ok(false),
        Err(error) => Err(error),
    }
}

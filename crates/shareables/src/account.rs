//! What becomes of shares and of answers to them when an account is exported or deleted.

use crate::{
    live::{Followed, Following},
    model::{Ballot, Entity, Reply, Said, Shareable, ShortId},
    service::list_things::{KINDS, code},
    stored,
    tables::SHAREABLES,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::{Value, json};
use web::{
    AccountHooks, Exported, Services,
    mine::{self, Mine, Part},
};

pub struct Accounts;

/// What is told instead of the name of somebody whose account is gone.
const FORMER: &str = "Former member";

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(&self, services: &Services, user: UserId) -> store::Result<Exported> {
        let (mut made, mut answers) = (Vec::new(), Vec::new());
        for id in mine::ids_of(services, user, Part::Made, &KINDS).await? {
            made.extend(stored::find(services, &id).await?.filter(|share| share.is_of(Some(user))).map(told));
        }
        for one in mine::all_of(services, user, Part::Answered, &KINDS).await? {
            answers.extend(answered(services, &one).await?);
        }
        Ok(Some(("shareables", json!({ "made": made, "answers": answers }))))
    }

    /// What they made stays without them, what they answered without their name.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<()> {
        for id in mine::ids_of(services, user, Part::Made, &KINDS).await? {
            mine::leave_behind(services, user, || stored::load(services, &id)).await?;
        }
        for one in mine::all_of(services, user, Part::Answered, &KINDS).await? {
            if one.kind == Entity::Event.name() {
                let nameless = |reply| Reply { name: FORMER.into(), note: None, ..reply };
                unname(services, &one, nameless).await?;
            } else {
                unname(services, &one, |ballot| Ballot { name: None, ..ballot }).await?;
            }
        }
        Ok(())
    }
}

fn told(share: Shareable) -> Value {
    json!({
        "shortId": share.short_id,
        "kind": share.entity().name(),
        "name": share.name,
        "by": share.by,
        "createdAt": share.created_at,
    })
}

async fn answered(services: &Services, one: &Mine) -> store::Result<Option<Value>> {
    let (Ok(id), Some(code)) = (one.id.parse::<ShortId>(), code(services, one)) else { return Ok(None) };
    if one.kind == Entity::Event.name() {
        let rsvp = stored::find_answer::<Reply>(services, &id, code).await?;
        return Ok(rsvp.map(|rsvp| {
            json!({
                "shortId": id,
                "kind": one.kind,
                "name": rsvp.name,
                "response": rsvp.response,
                "guestCount": rsvp.guest_count,
                "note": rsvp.note,
                "createdAt": rsvp.created_at,
            })
        }));
    }
    let vote = stored::find_answer::<Ballot>(services, &id, code).await?;
    Ok(vote.map(|vote| {
        json!({
            "shortId": id,
            "kind": one.kind,
            "name": vote.name,
            "answers": vote.answers,
            "createdAt": vote.created_at,
        })
    }))
}

async fn unname<A: Followed>(
    services: &Services,
    one: &Mine,
    nameless: impl FnOnce(A) -> A,
) -> store::Result<()> {
    let (Ok(id), Some(code)) = (one.id.parse::<ShortId>(), code(services, one)) else { return Ok(()) };
    let Some(answer) = stored::find_answer::<A>(services, &id, code).await? else { return Ok(()) };
    let key = A::PART.of_code(&id, code);
    let unnamed = Said { what: nameless(answer.what.clone()), ..answer };
    let put = store::put(&SHAREABLES, key.clone(), &unnamed)?.if_there();
    match services.store.write(put).await {
        Err(error) if !error.is_condition_failed() => Err(error),
        _ => {
            services.answered::<Following<A>>(&id, [key]);
            Ok(())
        }
    }
}

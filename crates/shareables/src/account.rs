//! What becomes of shares and of answers to them when an account is exported or deleted.

use crate::{
    Error,
    model::{Entity, Rsvp, Shareable, ShortId, Vote},
    service::list_things::code,
    stored::{self, Answer},
    tables::SHAREABLES,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::{Value, json};
use store::StoreError;
use web::{
    AccountHooks, Edit, Expected, Fault, Services,
    mine::{self, Mine, Part},
};

pub struct Accounts;

const KINDS: [&str; 3] = ["checklist", "event", "poll"];
/// What is told instead of the name of somebody whose account is gone.
const FORMER: &str = "Former member";

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(
        &self,
        services: &Services,
        user: UserId,
    ) -> store::Result<Option<(&'static str, Value)>> {
        let (mut made, mut answers) = (Vec::new(), Vec::new());
        for id in ids(&mine::all_of(services, user, Part::Made, &KINDS).await?) {
            made.extend(stored::find(services, &id).await?.filter(|share| share.is_of(Some(user))).map(told));
        }
        for one in mine::all_of(services, user, Part::Answered, &KINDS).await? {
            answers.extend(answered(services, &one).await?);
        }
        Ok(Some(("shareables", json!({ "made": made, "answers": answers }))))
    }

    async fn objection(&self, _: &Services, _: UserId) -> store::Result<Option<String>> {
        Ok(None)
    }

    /// What they made stays without them, what they answered without their name.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<()> {
        for id in ids(&mine::all_of(services, user, Part::Made, &KINDS).await?) {
            disown(services, &id, user).await?;
        }
        for one in mine::all_of(services, user, Part::Answered, &KINDS).await? {
            if one.kind == Entity::Event.name() {
                let nameless = |rsvp: Rsvp| Rsvp { name: FORMER.into(), note: None, ..rsvp };
                unname(services, &one, nameless).await?;
            } else {
                unname(services, &one, |vote: Vote| Vote { name: None, ..vote }).await?;
            }
        }
        Ok(())
    }
}

fn ids(mine: &[Mine]) -> Vec<ShortId> {
    mine.iter().filter_map(|one| one.id.parse().ok()).collect()
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
        let rsvp = stored::find_answer::<Rsvp>(services, &id, code).await?;
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
    let vote = stored::find_answer::<Vote>(services, &id, code).await?;
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

async fn disown(services: &Services, id: &ShortId, user: UserId) -> store::Result<()> {
    let load = async || stored::load(services, id).await;
    let expected = Expected::any();
    let edited = web::edit(services, &expected, load, |share: &mut Shareable| {
        if share.is_of(Some(user)) {
            share.owner_id = None;
            share.by = None;
        }
        Ok::<_, Error>(Edit::of(()))
    });
    match edited.await {
        Ok(_) | Err(Error::NotFound) => Ok(()),
        Err(Error::Fault(Fault::Store(error))) => Err(error),
        Err(error) => Err(StoreError::Unavailable(error.to_string())),
    }
}

async fn unname<A: Answer>(
    services: &Services,
    one: &Mine,
    nameless: impl FnOnce(A) -> A,
) -> store::Result<()> {
    let (Ok(id), Some(code)) = (one.id.parse::<ShortId>(), code(services, one)) else { return Ok(()) };
    let Some(answer) = stored::find_answer::<A>(services, &id, code).await? else { return Ok(()) };
    let key = A::PART.of_code(&id, code);
    let put = store::put(&SHAREABLES, key.clone(), &nameless(answer))?.if_there();
    match services.store.write(put).await {
        Err(error) if !error.is_condition_failed() => Err(error),
        _ => {
            services.answered::<A::Followed>(&id, [key]);
            Ok(())
        }
    }
}

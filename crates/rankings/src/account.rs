//! What becomes of ranked polls and ballots when an account is exported or deleted.

use crate::{
    Error,
    model::{Poll, PollId, Voter},
    service::create_poll::KIND,
    stored,
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

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(
        &self,
        services: &Services,
        user: UserId,
    ) -> store::Result<Option<(&'static str, Value)>> {
        let (mut made, mut ballots) = (Vec::new(), Vec::new());
        for id in ids(&mine::all_of(services, user, Part::Made, &[KIND]).await?) {
            let poll = stored::find_poll(services, id).await?.filter(|poll| poll.owner_id == Some(user));
            made.extend(poll.map(|poll| {
                json!({ "id": poll.id.to_string(), "title": poll.title, "createdAt": poll.created_at })
            }));
        }
        for id in ids(&mine::all_of(services, user, Part::Answered, &[KIND]).await?) {
            let vote = Voter::Account(user).vote_in(id, &services.keys);
            let vote = stored::find_vote(services, id, vote).await?;
            ballots.extend(vote.map(|vote| {
                json!({ "pollId": id.to_string(), "rankings": vote.rankings, "votedAt": vote.voted_at })
            }));
        }
        Ok(Some(("rankings", json!({ "made": made, "ballots": ballots }))))
    }

    async fn objection(&self, _: &Services, _: UserId) -> store::Result<Option<String>> {
        Ok(None)
    }

    /// What they made stays without them. Ballots carry no name, and nobody can tell whose they were.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<()> {
        for id in ids(&mine::all_of(services, user, Part::Made, &[KIND]).await?) {
            disown(services, id, user).await?;
        }
        Ok(())
    }
}

fn ids(mine: &[Mine]) -> Vec<PollId> {
    mine.iter().filter_map(|one| one.id.parse().ok()).collect()
}

async fn disown(services: &Services, id: PollId, user: UserId) -> store::Result<()> {
    let load = async || stored::get_poll(services, id).await;
    let expected = Expected::any();
    let edited = web::edit(services, &expected, load, |poll: &mut Poll| {
        if poll.owner_id == Some(user) {
            poll.owner_id = None;
        }
        Ok::<_, Error>(Edit::of(()))
    });
    match edited.await {
        Ok(_) | Err(Error::NotFound) => Ok(()),
        Err(Error::Fault(Fault::Store(error))) => Err(error),
        Err(error) => Err(StoreError::Unavailable(error.to_string())),
    }
}

//! What becomes of ranked polls and ballots when an account is exported or deleted.

use crate::{
    model::{PollId, Voter},
    service::create_poll::KIND,
    stored,
};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::json;
use web::{
    AccountHooks, Exported, Services,
    mine::{self, Part},
};

pub struct Accounts;

#[async_trait]
impl AccountHooks for Accounts {
    async fn export(&self, services: &Services, user: UserId) -> store::Result<Exported> {
        let (mut made, mut ballots) = (Vec::new(), Vec::new());
        for id in mine::ids_of(services, user, Part::Made, &[KIND]).await? {
            let poll = stored::find_poll(services, id).await?.filter(|poll| poll.owner_id == Some(user));
            made.extend(poll.map(|poll| {
                json!({ "id": poll.id.to_string(), "title": poll.title, "createdAt": poll.created_at })
            }));
        }
        for id in mine::ids_of::<PollId>(services, user, Part::Answered, &[KIND]).await? {
            let vote = Voter::Account(user).vote_in(id, &services.keys);
            let vote = stored::find_vote(services, id, vote).await?;
            ballots.extend(vote.map(|vote| {
                json!({ "pollId": id.to_string(), "rankings": vote.rankings, "votedAt": vote.voted_at })
            }));
        }
        Ok(Some(("rankings", json!({ "made": made, "ballots": ballots }))))
    }

    /// What they made stays without them. Ballots carry no name, and nobody can tell whose they were.
    async fn forget(&self, services: &Services, user: UserId) -> store::Result<bool> {
        let mut changed = false;
        for id in mine::ids_of(services, user, Part::Made, &[KIND]).await? {
            changed |= mine::leave_behind(services, user, || stored::get_poll(services, id)).await?;
        }
        Ok(changed)
    }
}

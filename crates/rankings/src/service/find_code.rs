//! Finds a poll by its short code, or by its id as it stands in a link.

use crate::{
    model::{PollCode, PollId},
    service::create_poll::KIND,
    stored, urls,
};
use async_trait::async_trait;
use web::{Coded, Codes, Services, codes};

pub struct FindCode;

#[async_trait]
impl Codes for FindCode {
    async fn find(&self, services: &Services, typed: &str) -> store::Result<Option<Coded>> {
        let found = find_poll(services, typed).await?;
        Ok(found.map(|id| Coded { kind: KIND.into(), id: id.to_string(), path: urls::poll(id) }))
    }
}

/// The poll that was meant, if it is there.
pub async fn find_poll(services: &Services, typed: &str) -> store::Result<Option<PollId>> {
    let id = match (typed.trim().parse::<PollId>(), typed.parse::<PollCode>()) {
        (Ok(id), _) => Some(id),
        (_, Ok(code)) => {
            let claimed = codes::find(services, &code.to_string()).await?;
            claimed.filter(|claimed| claimed.kind == KIND).and_then(|claimed| claimed.id.parse().ok())
        }
        _ => None,
    };
    let Some(id) = id else { return Ok(None) };
    Ok(stored::find_poll(services, id).await?.map(|poll| poll.id))
}

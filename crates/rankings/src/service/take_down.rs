//! What an operator may do without anybody's key: delete a poll with every vote in it, by its id or its code.

use crate::{
    Error,
    model::PollId,
    service::{delete_poll, find_code},
    stored,
};
use async_trait::async_trait;
use std::sync::Arc;
use web::{Expected, Problem, Services, TakesDown};

pub struct TakeDownPoll;

#[async_trait]
impl TakesDown for TakeDownPoll {
    async fn take_down(&self, services: &Arc<Services>, id: &str) -> Result<(), Problem> {
        Ok(take_down(services, id).await?)
    }
}

async fn take_down(services: &Services, typed: &str) -> Result<(), Error> {
    let id: PollId = find_code::find_poll(services, typed).await?.ok_or(Error::NotFound)?;
    let load = async || stored::get_poll(services, id).await;
    let now = services.clock.now();
    web::edit(services, &Expected::any(), load, |poll| delete_poll::hide(poll, now)).await?;
    delete_poll::hidden(services, id);
    Ok(())
}

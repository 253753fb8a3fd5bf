//! What an operator may do without anybody's key.

use crate::{Error, model::PollId, service};
use std::sync::Arc;
use web::Services;

/// Deletes a poll with every vote in it.
pub async fn take_down(services: &Arc<Services>, id: &str) -> Result<(), Error> {
    let id: PollId = id.trim().parse().map_err(|_| Error::NotFound)?;
    let poll = service::load::poll(services.as_ref(), id).await?;
    service::delete_poll::delete(services.as_ref(), &poll).await
}

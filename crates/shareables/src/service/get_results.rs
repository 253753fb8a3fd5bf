//! The results of a poll, for those who may see them.

use super::list_answers::has_answered;
use crate::{
    Error,
    gate::Opened,
    live::{Tally, Votes},
};
use std::sync::Arc;
use web::Services;

pub async fn get_results(services: &Services, opened: &Opened) -> Result<Arc<Tally>, Error> {
    let poll = opened.share.poll()?;
    let now = services.clock.now();
    let shown = poll.shows_results(opened.access, false, now)
        || (poll.shows_results(opened.access, true, now) && has_answered(services, opened).await?);
    if !shown {
        return Err(Error::ResultsHidden);
    }
    Ok(services.followed::<Votes>(&opened.share).await?)
}

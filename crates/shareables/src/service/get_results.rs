//! The results of a poll, for those who may see them.

use super::list_answers::sees_answers;
use crate::{
    Error,
    gate::Opened,
    live::{Tally, Votes},
};
use std::sync::Arc;
use web::Services;

pub async fn get_results(services: &Services, opened: &Opened) -> Result<Arc<Tally>, Error> {
    opened.share.poll()?;
    if !sees_answers(services, opened).await? {
        return Err(Error::ResultsHidden);
    }
    Ok(services.followed::<Votes>(&opened.share).await?)
}

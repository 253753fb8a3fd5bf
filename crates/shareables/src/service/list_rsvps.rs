//! Who is coming, for those who may know.

use super::list_answers::sees_answers;
use crate::{
    Error,
    gate::Opened,
    live::Rsvps,
    model::{Place, Rsvp},
};
use web::Services;

/// Replies after `after`, the oldest first, at most `limit`; and whether there are more.
pub async fn list_rsvps(
    services: &Services,
    opened: &Opened,
    after: Option<Place>,
    limit: usize,
) -> Result<(Vec<Rsvp>, bool), Error> {
    opened.share.event()?;
    if !sees_answers(services, opened).await? {
        return Err(Error::RsvpsHidden);
    }
    let page = |rsvps: &crate::model::Answers<Rsvp>| rsvps.page(after, limit, |_, rsvp| rsvp.clone());
    Ok(services.with_followed::<Rsvps, _>(&opened.share, page).await?)
}

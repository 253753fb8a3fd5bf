//! Who is coming, for those who may know.

use super::list_answers::sees_answers;
use crate::{
    Error,
    gate::Opened,
    live::Rsvps,
    model::{Place, Rsvp, RsvpSummary},
};
use web::Services;

/// Replies after `after`, the oldest first, at most `limit`; the sum of all; and whether there are more.
pub async fn list_rsvps(
    services: &Services,
    opened: &Opened,
    after: Option<Place>,
    limit: usize,
) -> Result<(Vec<Rsvp>, RsvpSummary, bool), Error> {
    opened.share.event()?;
    if !sees_answers(services, opened).await? {
        return Err(Error::RsvpsHidden);
    }
    let look = |rsvps: &crate::model::Rsvps| {
        let (found, more) = rsvps.all().page(after, limit, |_, rsvp| rsvp.clone());
        (found, rsvps.summary(), more)
    };
    Ok(services.with_followed::<Rsvps, _>(&opened.share, look).await?)
}

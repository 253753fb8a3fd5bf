//! Who is coming, for those who may know.

use super::list_answers::has_answered;
use crate::{
    Error,
    gate::Opened,
    live::{Coming, Rsvps},
    model::{Place, Rsvp, RsvpSummary, RsvpVisibility},
};
use std::sync::Arc;
use web::Services;

/// Replies after `after`, the oldest first, at most `limit`; the sum of all; and whether there are more.
pub async fn list_rsvps(
    services: &Services,
    opened: &Opened,
    after: Option<Place>,
    limit: usize,
) -> Result<(Vec<Rsvp>, RsvpSummary, bool), Error> {
    let coming = get_coming(services, opened).await?;
    let page = services.with_followed::<Rsvps, _>(&opened.share, |rsvps| {
        rsvps.all().page(after, limit, |_, rsvp| rsvp.clone())
    });
    let (found, more) = page.await?;
    Ok((found, coming.summary, more))
}

/// The sum of all replies and the first of them, when the visitor may see who is coming.
pub async fn get_coming(services: &Services, opened: &Opened) -> Result<Arc<Coming>, Error> {
    let event = opened.share.event()?;
    let decides = event.rsvp_visibility == RsvpVisibility::AfterRsvp && !opened.access.is_admin();
    let answered = decides && has_answered(services, opened).await?;
    if !event.shows_rsvps(opened.access, answered) {
        return Err(Error::RsvpsHidden);
    }
    Ok(services.followed::<Rsvps>(&opened.share).await?)
}

//! Who is coming, for those who may know.

use crate::{
    Error, keys,
    model::{Rsvp, RsvpSummary, RsvpVisibility, ShortId},
    service::{guess::by_code, open, open::Opened, rsvp},
};
use store::{Store, from_item, query_all};
use web::Ctx;

/// Every answer, oldest first, and the sum of them.
#[derive(Debug, Clone)]
pub struct Rsvps {
    pub all: Vec<Rsvp>,
    pub summary: RsvpSummary,
    /// Whether the caller may see the codes.
    pub with_codes: bool,
}

/// AP5: the answers to an event, when the caller may see them. `code` is that of their own answer.
pub async fn list_rsvps(ctx: &Ctx, id: &ShortId, code: Option<&str>) -> Result<Rsvps, Error> {
    let opened = open::for_reading(ctx, id).await?;
    if !may_see(ctx, &opened, code).await? {
        return Err(Error::RsvpsHidden);
    }
    let all = all(ctx.store.as_ref(), id).await?;
    Ok(Rsvps { summary: RsvpSummary::of(&all), with_codes: opened.access.is_admin(), all })
}

/// Whether the caller may see who is coming. The code is looked at only where it decides.
pub async fn may_see(ctx: &Ctx, opened: &Opened, code: Option<&str>) -> Result<bool, Error> {
    let event = opened.share.event()?;
    let answered = match code {
        Some(code) if event.rsvp_visibility == RsvpVisibility::AfterRsvp && !opened.access.is_admin() => {
            let id = &opened.share.short_id;
            let found = by_code(ctx, opened, code, async |code| rsvp::find(ctx, id, &code).await).await;
            holds(found)?
        }
        _ => false,
    };
    Ok(event.shows_rsvps(opened.access, answered))
}

/// A code that belongs to nothing shows nothing; that is no failure of the request.
pub fn holds<T>(found: Result<T, Error>) -> Result<bool, Error> {
    match found {
        Ok(_) => Ok(true),
        Err(Error::NoSuchAnswer) => Ok(false),
        Err(error) => Err(error),
    }
}

pub async fn all(store: &dyn Store, id: &ShortId) -> Result<Vec<Rsvp>, Error> {
    let items = query_all(store, keys::rsvps_of(id)).await?;
    let mut rsvps: Vec<Rsvp> = items.into_iter().map(from_item).collect::<store::Result<_>>()?;
    rsvps.sort_by_key(|rsvp| (rsvp.created_at, rsvp.code));
    Ok(rsvps)
}

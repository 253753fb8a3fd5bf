//! Who said what, for everyone who may see the hangout.

use super::get_hangout;
use crate::{
    Error, keys,
    model::{Hangout, HangoutId, Response},
    stored,
};
use kernel::PageRequest;
use store::Position;
use web::Ctx;

pub async fn list_responses(
    ctx: &Ctx,
    id: &HangoutId,
    page: PageRequest<Position>,
) -> Result<(Hangout, Vec<Response>, Option<Position>), Error> {
    let hangout = get_hangout::get_hangout(ctx, id).await?.hangout;
    let rows = ctx.store.query(keys::responses_of(id).limit(page.limit).after(page.after)).await?;
    Ok((hangout, stored::with_names(ctx, stored::read_all(rows.items)).await?, rows.next))
}

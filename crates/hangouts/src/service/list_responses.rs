//! Who said what, for everyone who may see the hangout.

use super::get_hangout;
use crate::{
    Error, keys,
    model::{HangoutId, Response},
};
use kernel::PageRequest;
use store::{Position, from_item};
use web::Ctx;

pub async fn list_responses(
    ctx: &Ctx,
    id: HangoutId,
    page: PageRequest<Position>,
) -> Result<(Vec<Response>, Option<Position>), Error> {
    get_hangout::get_hangout(ctx, id).await?;
    let rows = ctx.store.query(keys::responses_of(id).limit(page.limit).after(page.after)).await?;
    let responses = rows.items.into_iter().map(from_item).collect::<store::Result<_>>()?;
    Ok((responses, rows.next))
}

//! Lists that are read whole, because their sums need all of it, and told in pages.

use crate::model::Code;
use kernel::Moment;
use serde::Deserialize;
use utoipa::IntoParams;
use web::{Ctx, PageQuery, Problem};

/// `?code=&limit=&cursor=`
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// The participant's own code, where what is shown depends on having answered.
    pub code: Option<String>,
    /// At most how many: 1 to 100, 50 by default.
    pub limit: Option<String>,
    /// The `nextCursor` of the page before.
    pub cursor: Option<String>,
}

/// `?code=`
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CodeQuery {
    /// The participant's own code, where what is shown depends on having answered.
    pub code: Option<String>,
}

/// Where an answer stands in its list. Cursors are sealed, so the code in one tells nobody anything.
pub type Place = (Moment, Code);

/// One page of `all`, which is sorted by `place`, and the cursor to the next.
pub fn page<T>(
    ctx: &Ctx,
    list: &str,
    query: ListQuery,
    all: Vec<T>,
    place: impl Fn(&T) -> Place,
) -> Result<(Vec<T>, Option<String>), Problem> {
    let limit = ctx.page_request(list, &PageQuery { limit: query.limit, cursor: None })?.limit as usize;
    let after: Option<Place> = query.cursor.map(|cursor| ctx.open_cursor(list, &cursor)).transpose()?;
    let mut rest = all.into_iter().filter(|one| after.is_none_or(|after| place(one) > after));
    let items: Vec<T> = rest.by_ref().take(limit).collect();
    let more = rest.next().is_some();
    let next = items.last().filter(|_| more).map(|last| ctx.seal_cursor(list, &place(last))).transpose()?;
    Ok((items, next))
}

//! What is one's own: everything that the account created or answered.

use super::failures::Reading;
use crate::gate::Me;
use kernel::{Moment, Page};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    Ctx, Json, PageQuery, Problem, Query,
    mine::{Listed, Part, State},
};

#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ThingsQuery {
    /// `made` or `answered`; both when left out.
    #[param(pattern = "^(made|answered)$")]
    role: Option<String>,
    /// At most how many: 1 to 100, 50 by default.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The `nextCursor` of the page before.
    #[param(max_length = 4096)]
    cursor: Option<String>,
}

/// Something that the account created or answered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Thing)]
pub struct ThingView {
    /// `checklist`, `event`, `poll`, `ranked`, `hangout` or `group`.
    kind: String,
    id: String,
    /// Where it opens for its owner, or with one's own answer.
    url: String,
    title: String,
    role: Part,
    created_at: Moment,
    state: State,
}

impl ThingView {
    fn of(ctx: &Ctx, Listed { part, mine, thing }: Listed) -> Self {
        Self {
            kind: mine.kind,
            id: mine.id,
            url: ctx.url(&thing.path),
            title: thing.title,
            role: part,
            created_at: mine.created_at,
            state: thing.state,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ThingPage)]
pub struct ThingPage {
    items: Vec<ThingView>,
    /// `null` on the last page.
    next_cursor: Option<String>,
}

/// What you created and answered, the newest first. What you created stays while you can read it, what you answered until it expires.
#[utoipa::path(get, path = "/me/things", tag = "identity", params(ThingsQuery), security(("bearer" = [])),
    responses((status = 200, body = ThingPage), Reading, (status = 422, description = "no such role")))]
pub async fn list_things(me: Me, Query(query): Query<ThingsQuery>) -> Result<Json<ThingPage>, Problem> {
    let ThingsQuery { role, limit, cursor } = query;
    let page = me.my_things(role.as_deref().unwrap_or_default(), &PageQuery { limit, cursor }).await?;
    let Page { items, next_cursor } = page;
    let items = items.into_iter().map(|listed| ThingView::of(&me, listed)).collect();
    Ok(Json(ThingPage { items, next_cursor }))
}

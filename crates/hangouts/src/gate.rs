//! Who is asking about a group or hangout: always somebody who is signed in. What they may see and do is judged by the services, from
//! memberships; who may not know of a thing is told that it is not there.

use crate::model::{GroupId, HangoutId};
use axum::extract::{FromRequestParts, RawPathParams};
use http::request::Parts;
use std::str::FromStr;
use web::{App, Ctx, Problem};

/// A request about the thing whose id stands in the path as `{id}`.
pub struct Gate<Id> {
    pub ctx: Ctx,
    pub id: Id,
}

pub type GroupGate = Gate<GroupId>;
pub type HangoutGate = Gate<HangoutId>;

impl<Id: FromStr> FromRequestParts<App> for Gate<Id> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let ctx = Ctx::from_request_parts(parts, app).await?;
        ctx.actor.signed_in()?;
        let nothing = || Problem::not_found(web::NO_SUCH_PAGE);
        let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| nothing())?;
        let id = params.iter().find(|(name, _)| *name == "id").and_then(|(_, id)| id.parse().ok());
        Ok(Self { ctx, id: id.ok_or_else(nothing)? })
    }
}

//! Links of one's account to identities at sign-in providers. They are made in a browser, on the account page.

use super::failures::{Oneself, Reading};
use crate::{
    gate::{InPerson, Me},
    model::Link,
    service::unlink_identity,
    stored,
};
use http::StatusCode;
use kernel::Moment;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Json, Path, Problem};

/// A link to an identity at a sign-in provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedIdentity {
    id: String,
    /// The provider's address; `null` for a link made before it was recorded.
    issuer: Option<String>,
    linked_at: Moment,
}

impl From<(String, Link)> for LinkedIdentity {
    fn from((id, Link { issuer, created_at, .. }): (String, Link)) -> Self {
        Self { id, issuer, linked_at: created_at }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkList {
    items: Vec<LinkedIdentity>,
}

/// Lists the identities at sign-in providers that open one's account, oldest first.
#[utoipa::path(get, path = "/me/links", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = LinkList), Reading))]
pub async fn list_links(me: Me) -> Result<Json<LinkList>, Problem> {
    let account = stored::get_account(me.store.as_ref(), me.user()).await?;
    let links = unlink_identity::list_links(&me, &account).await?;
    Ok(Json(LinkList { items: links.into_iter().map(LinkedIdentity::from).collect() }))
}

/// Removes a link; that identity no longer opens the account.
#[utoipa::path(delete, path = "/me/links/{id}", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, max_length = 64, description = "the link")),
    responses((status = 204), Oneself, (status = 404, description = "no such link"),
        (status = 409, description = "nothing else opens the account")))]
pub async fn remove_link(InPerson(me): InPerson, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    unlink_identity::unlink_identity(&me, me.user(), &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

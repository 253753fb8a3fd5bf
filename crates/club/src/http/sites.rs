//! Links and tags.

use super::{
    failures::{Creating as CreatingFailures, Editing, Reading, WithRights},
    lists::{Items, Listed},
    views::{SiteView, TagView},
};
use crate::{
    Error,
    gate::{Allowed, Reads, Writes},
    live::{SitePage, SiteRights},
    model::{SiteId, Tag, catalogue::Order},
    service::{
        self,
        add_site::AddSite,
        edit_site::EditSite,
        list_sites::{ListSites, search_sites},
    },
    stored,
};
use axum::response::Response;
use http::StatusCode;
use kernel::{Page, Patch};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use web::{Creating, Json, PageQuery, Path, Problem, Query, Versioned};

/// Which links are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SitesQuery {
    /// Only links with this tag.
    pub tag: Option<String>,
    /// Only links whose title, description, host or tags have words that begin with these.
    pub q: Option<String>,
    /// `newest` by default.
    #[param(inline)]
    pub order: Option<Order>,
    pub limit: Option<String>,
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddSiteBody {
    pub url: String,
    /// What is missing is filled by reading the page.
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub description: Option<String>,
    #[serde(default)]
    pub tags: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditSiteBody {
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub url: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub title: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub description: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>)]
    pub tags: Patch<Vec<String>>,
}

/// Links, newest first or in another order; by tag, by words.
#[utoipa::path(
    get,
    path = "/sites",
    tag = "club",
    params(SitesQuery),
    security((), ("bearer" = [])),
    responses(
        (status = 200, body = Listed<SiteView>),
        (status = 400, description = "a bad cursor"),
        (status = 401, description = "the catalogue is not public here"),
        (status = 422, description = "a limit or an order that is none"),
    )
)]
pub async fn list_sites(
    by: Allowed<Reads>,
    Query(query): Query<SitesQuery>,
) -> Result<Json<Listed<SiteView>>, Problem> {
    let page = PageQuery { limit: query.limit, cursor: query.cursor };
    let tags: Vec<_> = query.tag.as_deref().map(Tag::parse).into_iter().collect();
    let words = query.q.unwrap_or_default();
    match (tags.as_slice(), query.order.unwrap_or_default()) {
        // A tag that no link can have.
        ([None], _) => Ok(Json(Listed { items: Vec::new(), next_cursor: None })),
        ([Some(tag)], Order::Newest) if words.trim().is_empty() => by_tag(&by, tag, &page).await,
        (_, order) => {
            let cmd = ListSites {
                words,
                tags: tags.into_iter().flatten().collect(),
                order,
                ..ListSites::default()
            };
            from_memory(&by, cmd, &page).await
        }
    }
}

async fn by_tag(by: &Allowed<Reads>, tag: &Tag, page: &PageQuery) -> Result<Json<Listed<SiteView>>, Problem> {
    let list = format!("sites by tag {tag}");
    let request = by.page_request(&list, page)?;
    let (sites, next) = service::list_sites::sites_by_tag(by, tag, request).await?;
    let sites = sites.into_iter().map(SiteView::listed).collect();
    Ok(Json(by.page(&list, sites, next)?.into()))
}

async fn from_memory(
    by: &Allowed<Reads>,
    mut cmd: ListSites,
    page: &PageQuery,
) -> Result<Json<Listed<SiteView>>, Problem> {
    let list = format!("sites {:?} {:?} {:?}", cmd.order, cmd.words, cmd.tags);
    cmd.after = page.cursor.as_deref().map(|cursor| by.open_cursor(&list, cursor)).transpose()?;
    let unpaged = PageQuery { cursor: None, limit: page.limit.clone() };
    cmd.limit = by.page_request(&list, &unpaged)?.limit;
    let found = search_sites(by, &cmd).await?;
    let next_cursor = found.next.map(|next| by.seal_cursor(&list, &next)).transpose()?;
    let items = found.sites.into_iter().map(SiteView::listed).collect();
    Ok(Json(Page { items, next_cursor }.into()))
}

/// Adds a link. Its page is read afterwards; until then a missing title is the host's name.
#[utoipa::path(
    post,
    path = "/sites",
    tag = "club",
    security(("bearer" = [])),
    responses((status = 201, body = SiteView), WithRights, CreatingFailures)
)]
pub async fn add_site(
    by: Allowed<Writes>,
    Creating { once, body }: Creating<AddSiteBody>,
) -> Result<(StatusCode, Versioned<u64, SiteView>), Problem> {
    let AddSiteBody { url, title, description, tags } = body;
    let cmd = AddSite { url, title, description, tags };
    let site = service::add_site::add_site(&by, &once, cmd).await?.into_inner();
    Ok((StatusCode::CREATED, Versioned(site.version, SiteView::whole(site))))
}

/// A link with the text of its page.
#[utoipa::path(
    get,
    path = "/sites/{id}",
    tag = "club",
    params(("id" = uuid::Uuid, Path)),
    security((), ("bearer" = [])),
    responses((status = 200, body = SiteView), Reading)
)]
pub async fn get_site(
    by: Allowed<Reads>,
    Path(id): Path<SiteId>,
) -> Result<Versioned<u64, SiteView>, Problem> {
    let site = stored::site(&by, id).await?;
    Ok(Versioned(site.version, SiteView::whole(site)))
}

/// Edits a link.
#[utoipa::path(
    patch,
    path = "/sites/{id}",
    tag = "club",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = SiteView), WithRights, Editing)
)]
pub async fn edit_site(
    by: Allowed<Writes>,
    Path(id): Path<SiteId>,
    Json(body): Json<EditSiteBody>,
) -> Result<Versioned<u64, SiteView>, Problem> {
    let EditSiteBody { url, title, description, tags } = body;
    let cmd = EditSite { url, title, description, tags };
    let site = service::edit_site::edit_site(&by, id, &by.expected(), cmd).await?;
    Ok(Versioned(site.version, SiteView::whole(site)))
}

/// Deletes a link with its ratings and comments.
#[utoipa::path(
    delete,
    path = "/sites/{id}",
    tag = "club",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses((status = 204), WithRights, Editing)
)]
pub async fn delete_site(by: Allowed<Writes>, Path(id): Path<SiteId>) -> Result<StatusCode, Problem> {
    service::delete_site::delete_site(&by, id, &by.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reads the page again, now; it takes at most ten seconds.
#[utoipa::path(
    post,
    path = "/sites/{id}/scrape",
    tag = "club",
    params(("id" = uuid::Uuid, Path)),
    security(("bearer" = [])),
    responses(
        (status = 200, body = SiteView, description = "`scrape` says how it went"),
        (status = 409, description = "edited all the time"),
        WithRights
    )
)]
pub async fn read_page(
    by: Allowed<Writes>,
    Path(id): Path<SiteId>,
) -> Result<Versioned<u64, SiteView>, Problem> {
    let site = service::read_page::read_page(&by, id).await?;
    Ok(Versioned(site.version, SiteView::whole(site)))
}

/// Tells of changes to a link, its stars and its comments.
#[utoipa::path(
    get,
    path = "/sites/{id}/live",
    tag = "club",
    params(("id" = uuid::Uuid, Path)),
    security((), ("bearer" = [])),
    responses(
        (status = 200, content_type = "text/event-stream", body = String),
        (status = 429, description = "too many streams from one address"),
        Reading
    )
)]
pub async fn watch_site(by: Allowed<Reads>, Path(id): Path<SiteId>) -> Result<Response, Problem> {
    stored::site(&by, id).await?;
    let rights = SiteRights { signed_in: by.actor.account.is_some() };
    by.watch::<SitePage>(id, rights).await.map_err(|fault| Error::from(fault).into())
}

/// Every tag with how many links have it, the most used first.
#[utoipa::path(
    get,
    path = "/tags",
    tag = "club",
    security((), ("bearer" = [])),
    responses(
        (status = 200, body = Items<TagView>),
        (status = 401, description = "the catalogue is not public here"),
    )
)]
pub async fn list_tags(by: Allowed<Reads>) -> Result<Json<Items<TagView>>, Problem> {
    let tags = service::list_tags::list_tags(&by).await?;
    Ok(Json(Items { items: tags.into_iter().map(TagView::from).collect() }))
}

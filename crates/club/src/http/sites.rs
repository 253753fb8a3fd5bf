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
    model::{
        SiteId, Tag,
        catalogue::Order,
        tag::{self, MOST_TAGS},
    },
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
use web::{
    Creating, Fault, Json, PageQuery, Path, Problem, Query, Versioned,
    bounds::{texts, texts_or_null},
};

/// More words than anybody searches by.
const LONGEST_SEARCH: usize = 200;

/// Which links are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct SitesQuery {
    /// Only links with this tag.
    pub tag: Option<String>,
    /// Only links whose title, description, host, tags or page have words that begin with these.
    #[param(max_length = 200)]
    pub q: Option<String>,
    /// `newest` by default.
    #[param(inline)]
    pub order: Option<Order>,
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    #[param(max_length = 4096)]
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddSiteBody {
    #[schema(min_length = 1, max_length = 2000)]
    pub url: String,
    /// What is missing is filled by reading the page.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub title: Option<String>,
    #[serde(default)]
    #[schema(max_length = 5000)]
    pub description: Option<String>,
    #[serde(default)]
    #[schema(schema_with = texts::<0, MOST_TAGS, { tag::LONGEST }>)]
    pub tags: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditSiteBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 2000)]
    pub url: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    pub title: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 5000)]
    pub description: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, schema_with = texts_or_null::<0, MOST_TAGS, { tag::LONGEST }>)]
    pub tags: Patch<Vec<String>>,
}

/// Links, newest first or in another order; by tag, by words.
#[utoipa::path(get, path = "/sites", tag = "club", params(SitesQuery), security((), ("bearer" = [])),
    responses((status = 200, body = Listed<SiteView>), (status = 400, description = "a bad cursor"),
        (status = 401, description = "the catalogue is not public here"),
        (status = 422, description = "a limit or an order that is none")))]
pub async fn list_sites(
    by: Allowed<Reads>,
    Query(query): Query<SitesQuery>,
) -> Result<Json<Listed<SiteView>>, Problem> {
    let page = PageQuery { limit: query.limit, cursor: query.cursor };
    let tags: Vec<_> = query.tag.as_deref().map(Tag::parse).into_iter().collect();
    let words = query.q.unwrap_or_default();
    if words.chars().count() > LONGEST_SEARCH {
        return Err(Fault::about("q", format!("At most {LONGEST_SEARCH} characters, please.")).into());
    }
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
#[utoipa::path(post, path = "/sites", tag = "club", request_body = AddSiteBody, security(("bearer" = [])),
    responses((status = 201, body = SiteView), WithRights, CreatingFailures))]
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
#[utoipa::path(get, path = "/sites/{id}", tag = "club", params(("id" = String, Path)),
    security((), ("bearer" = [])), responses((status = 200, body = SiteView), Reading))]
pub async fn get_site(
    by: Allowed<Reads>,
    Path(id): Path<SiteId>,
) -> Result<Versioned<u64, SiteView>, Problem> {
    let site = stored::site(&by, &id).await?;
    Ok(Versioned(site.version, SiteView::whole(site)))
}

/// Edits a link.
#[utoipa::path(patch, path = "/sites/{id}", tag = "club", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = SiteView), WithRights, Editing))]
pub async fn edit_site(
    by: Allowed<Writes>,
    Path(id): Path<SiteId>,
    Json(body): Json<EditSiteBody>,
) -> Result<Versioned<u64, SiteView>, Problem> {
    let EditSiteBody { url, title, description, tags } = body;
    let cmd = EditSite { url, title, description, tags };
    let site = service::edit_site::edit_site(&by, &id, &by.expected(), cmd).await?;
    Ok(Versioned(site.version, SiteView::whole(site)))
}

/// Deletes a link with its ratings and comments.
#[utoipa::path(delete, path = "/sites/{id}", tag = "club", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 204), WithRights, Editing))]
pub async fn delete_site(by: Allowed<Writes>, Path(id): Path<SiteId>) -> Result<StatusCode, Problem> {
    service::delete_site::delete_site(&by, &id, &by.expected()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reads the page again, now; it takes at most ten seconds.
#[utoipa::path(post, path = "/sites/{id}/scrape", tag = "club", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = SiteView, description = "`scrape` says how it went"),
        (status = 409, description = "edited all the time"), WithRights))]
pub async fn read_page(
    by: Allowed<Writes>,
    Path(id): Path<SiteId>,
) -> Result<Versioned<u64, SiteView>, Problem> {
    let site = service::read_page::read_page(&by, &id).await?;
    Ok(Versioned(site.version, SiteView::whole(site)))
}

/// Tells of changes to a link, its stars and its comments.
#[utoipa::path(get, path = "/sites/{id}/live", tag = "club", params(("id" = String, Path)),
    security((), ("bearer" = [])),
    responses((status = 200, content_type = "text/event-stream", body = String),
        (status = 429, description = "too many streams from one address"), Reading))]
pub async fn watch_site(by: Allowed<Reads>, Path(id): Path<SiteId>) -> Result<Response, Problem> {
    stored::site(&by, &id).await?;
    let rights = SiteRights { signed_in: by.actor.account.is_some() };
    by.watch::<SitePage>(id, rights).await.map_err(|fault| Error::from(fault).into())
}

/// Every tag with how many links have it, the most used first.
#[utoipa::path(get, path = "/tags", tag = "club", security((), ("bearer" = [])),
    responses((status = 200, body = Items<TagView>),
        (status = 401, description = "the catalogue is not public here")))]
pub async fn list_tags(by: Allowed<Reads>) -> Result<Json<Items<TagView>>, Problem> {
    let tags = service::list_tags::list_tags(&by).await?;
    Ok(Json(Items { items: tags.into_iter().map(TagView::from).collect() }))
}

//! What the API shows of links, and of what people say about them.

use crate::{
    model::{Comment, Rating, Scrape, Site, TagCount},
    service::import_bookmarks::{Import, LeftOut},
};
use kernel::Moment;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A link. In lists without `scrapedContent`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Site)]
pub struct SiteView {
    pub id: String,
    pub url: String,
    pub title: String,
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scraped_content: Option<String>,
    pub tags: Vec<String>,
    pub rating_count: u64,
    /// `null` without ratings.
    pub rating_average: Option<f64>,
    /// How many ratings have one star, two stars and so on.
    pub stars: [u64; 5],
    pub scrape: Scrape,
    pub added_by: Option<String>,
    pub created_at: Option<Moment>,
    pub updated_at: Option<Moment>,
}

impl SiteView {
    pub fn whole(site: Site) -> Self {
        Self {
            id: site.id.to_string(),
            rating_average: site.average(),
            stars: site.spread(),
            tags: site.tags.iter().map(ToString::to_string).collect(),
            rating_count: site.ratings(),
            added_by: site.added_by.as_ref().map(ToString::to_string),
            created_at: site.created_at,
            updated_at: site.updated_at,
            title: site.shown_title().into_owned(),
            url: site.url,
            description: site.description,
            scraped_content: site.scraped_content,
            scrape: site.scrape.unwrap_or_default(),
        }
    }

    pub fn listed(mut site: Site) -> Self {
        site.scraped_content = None;
        Self::whole(site)
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tag)]
pub struct TagView {
    pub tag: String,
    pub site_count: i64,
}

impl From<TagCount> for TagView {
    fn from(count: TagCount) -> Self {
        Self { tag: count.tag().to_owned(), site_count: count.site_count }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteRating)]
pub struct RatingView {
    pub site_id: String,
    pub user_id: String,
    /// 1 to 5. Other programs may have written other numbers, which count nowhere.
    pub stars: i64,
    pub note: Option<String>,
    pub updated_at: Option<Moment>,
}

impl From<Rating> for RatingView {
    fn from(rating: Rating) -> Self {
        Self {
            site_id: rating.site_id.to_string(),
            user_id: rating.user_id.to_string(),
            stars: rating.stars.0,
            note: rating.note,
            updated_at: rating.updated_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentView {
    pub comment_id: String,
    pub site_id: String,
    pub user_id: String,
    pub display_name: String,
    pub body: String,
    pub created_at: Option<Moment>,
    pub updated_at: Option<Moment>,
}

impl CommentView {
    pub fn new(comment: &Comment, name: &str) -> Self {
        Self {
            comment_id: comment.id().to_string(),
            site_id: comment.site_id().to_string(),
            user_id: comment.user_id.to_string(),
            display_name: name.to_owned(),
            body: comment.body.clone(),
            created_at: comment.created_at,
            updated_at: comment.updated_at,
        }
    }
}

/// How far an import is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub struct ImportView {
    pub id: Uuid,
    pub total: u64,
    pub added: u64,
    /// Not a web address, or there already.
    pub skipped: u64,
    /// Marked as private; these are not read further and not among `total`.
    pub private: u64,
    /// The first 100 of those that were skipped, and why.
    pub left_out: Vec<LeftOut>,
    /// `running` or `done`.
    pub status: &'static str,
    pub created_at: String,
}

impl From<Import> for ImportView {
    fn from(import: Import) -> Self {
        Self {
            id: import.id,
            total: import.total,

            added: import.added,
            skipped: import.skipped,
            private: import.private,
            status: if import.is_done() { "done" } else { "running" },
            left_out: import.left_out,
            created_at: import.created_at.to_string(),
        }
    }
}

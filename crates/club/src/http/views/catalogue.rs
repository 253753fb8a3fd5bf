//! What the API shows of links, and of what people say about them.

use crate::{
    model::{Comment, Rating, Scrape, Site, TagCount},
    service::import_bookmarks::Import,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A link. In lists without `scrapedContent`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Site)]
pub struct SiteView {
    pub id: Uuid,
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
    pub added_by: Option<Uuid>,
    pub created_at: String,
    pub updated_at: String,
}

impl SiteView {
    pub fn whole(site: Site) -> Self {
        Self {
            id: site.id.0,
            rating_average: site.average(),
            stars: site.spread(),
            tags: site.tags.iter().map(ToString::to_string).collect(),
            rating_count: site.rating_count,
            added_by: site.added_by.map(|user| user.0),
            created_at: site.created_at.to_string(),
            updated_at: site.updated_at.to_string(),
            url: site.url,
            title: site.title,
            description: site.description,
            scraped_content: site.scraped_content,
            scrape: site.scrape,
        }
    }

    pub fn listed(site: Site) -> Self {
        Self::whole(Site { scraped_content: None, ..site })
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
    pub site_id: Uuid,
    pub user_id: Uuid,
    pub stars: u8,
    pub note: Option<String>,
    pub updated_at: String,
}

impl From<Rating> for RatingView {
    fn from(rating: Rating) -> Self {
        Self {
            site_id: rating.site_id.0,
            user_id: rating.user_id.0,
            stars: rating.stars.get(),
            note: rating.note,
            updated_at: rating.updated_at.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentView {
    pub comment_id: Uuid,
    pub site_id: Uuid,
    pub user_id: Uuid,
    pub display_name: String,
    pub body: String,
    pub created_at: String,
    pub updated_at: String,
}

impl CommentView {
    pub fn new(comment: &Comment, name: &str) -> Self {
        Self {
            comment_id: comment.id.0,
            site_id: comment.site_id.0,
            user_id: comment.user_id.0,
            display_name: name.to_owned(),
            body: comment.body.clone(),
            created_at: comment.created_at.to_string(),
            updated_at: comment.updated_at.to_string(),
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
            status: if import.is_done() { "done" } else { "running" },
            created_at: import.created_at.to_string(),
        }
    }
}

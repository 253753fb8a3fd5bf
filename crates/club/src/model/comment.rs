//! What somebody says about a site.

use super::{
    CommentId, PersonId, SiteId,
    ids::{comment_ref, site_ref, user_ref},
};
use kernel::{Checks, Moment, check::tidy};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{fmt, str::FromStr};

pub const LONGEST_BODY: usize = 5_000;

/// A comment as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    #[serde(rename = "PK", with = "user_ref")]
    pub user_id: PersonId,
    /// The sort key: `SITE#{siteId}#COMMENT#{id}`.
    #[serde(rename = "SK")]
    pub place: CommentPlace,
    /// The partition of `bySite`; a row by another program may lack it and its sort key.
    #[serde(default, rename = "siteId")]
    by_site: Option<String>,
    #[serde(default, rename = "commentSk")]
    by_site_sk: Option<String>,
    pub body: String,
    #[serde(default)]
    pub created_at: Option<Moment>,
    #[serde(default)]
    pub updated_at: Option<Moment>,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
}

/// The link that a comment is on, and the comment's id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentPlace {
    pub site: SiteId,
    pub id: CommentId,
}

impl Comment {
    pub fn new(user: PersonId, place: CommentPlace, body: String, now: Moment) -> Self {
        let mut comment = Self {
            user_id: user,
            place,
            by_site: None,
            by_site_sk: None,
            body,
            created_at: Some(now),
            updated_at: Some(now),
            version: 1,
        };
        comment.index();
        comment
    }

    pub fn id(&self) -> &CommentId {
        &self.place.id
    }

    pub fn site_id(&self) -> &SiteId {
        &self.place.site
    }

    /// Fills in what `bySite` finds it by.
    pub fn index(&mut self) {
        self.by_site.get_or_insert_with(|| site_ref::text(&self.place.site));
        self.by_site_sk.get_or_insert_with(|| comment_ref::text(&self.place.id));
    }
}

impl fmt::Display for CommentPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", site_ref::text(&self.site), comment_ref::text(&self.id))
    }
}

impl FromStr for CommentPlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let parts = text
            .split_once("#COMMENT#")
            .and_then(|(site, id)| Some(Self { site: site_ref::parse(site)?, id: id.parse().ok()? }));
        parts.ok_or("a comment’s key is SITE#{siteId}#COMMENT#{commentId}")
    }
}

impl Serialize for CommentPlace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CommentPlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        kernel::parsed(deserializer)
    }
}

/// The words of a comment.
pub fn read_body(typed: &str, checks: &mut Checks) -> String {
    let body = tidy(typed);
    checks.that(!body.is_empty(), "body", "Write something first.");
    checks.at_most("body", &body, LONGEST_BODY);
    body
}

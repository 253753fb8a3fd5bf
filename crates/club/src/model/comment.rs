//! What somebody says about a site.

use super::{
    CommentId, SiteId,
    ids::{comment_ref, site_ref, user_ref},
};
use kernel::{Checks, Moment, UserId, check::tidy};
use serde::{Deserialize, Serialize};

pub const LONGEST_BODY: usize = 5_000;

/// A comment as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comment {
    #[serde(rename = "PK", with = "user_ref")]
    pub user_id: UserId,
    #[serde(with = "site_ref")]
    pub site_id: SiteId,
    /// The sort key of `bySite`.
    #[serde(rename = "commentSk", with = "comment_ref")]
    pub id: CommentId,
    pub body: String,
    pub created_at: Moment,
    pub updated_at: Moment,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
}

/// The words of a comment.
pub fn read_body(typed: &str, checks: &mut Checks) -> String {
    let body = tidy(typed);
    checks.that(!body.is_empty(), "body", "Write something first.");
    checks.at_most("body", &body, LONGEST_BODY);
    body
}

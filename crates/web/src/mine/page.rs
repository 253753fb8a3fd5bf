//! A page of the caller's things, as a request asks for it.

use super::{After, Listed, Part, list};
use crate::{Ctx, Fault, PageQuery, Problem, cursor};
use kernel::Page;

impl Ctx {
    /// What the caller made or answered, or both where `role` is empty.
    pub async fn my_things(&self, role: &str, query: &PageQuery) -> Result<Page<Listed>, Problem> {
        let user = self.actor.signed_in()?.user_id;
        let parts: &[Part] = match role {
            "" => &[Part::Made, Part::Answered],
            "made" => &[Part::Made],
            "answered" => &[Part::Answered],
            _ => return Err(Fault::about("role", "This must be made or answered.").into()),
        };
        let name = format!("things {role} of {user}");
        let limit = cursor::limit(query.limit.as_deref())?;
        let after: After = match &query.cursor {
            Some(cursor) => self.open_cursor(&name, cursor)?,
            None => After::default(),
        };
        let (items, next) = list(self, user, parts, after, limit as usize).await.map_err(Fault::from)?;
        let next_cursor = next.map(|next| self.seal_cursor(&name, &next)).transpose()?;
        Ok(Page { items, next_cursor })
    }
}

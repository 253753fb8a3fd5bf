//! What has just been done, carried to the next page in its address.

use crate::Ctx;
use axum::response::Redirect;

/// Back to `path`, which says what was done: `done("/groups/1", "saved")`.
pub fn done(path: impl AsRef<str>, what: &str) -> Redirect {
    let path = path.as_ref();
    let joined = if path.contains('?') { '&' } else { '?' };
    Redirect::to(&format!("{path}{joined}done={what}"))
}

impl Ctx {
    /// What was done just before this page was asked for.
    pub fn done(&self) -> Option<&str> {
        self.query_value("done")
    }

    /// A value in the query of the address that was asked for, as it stands there.
    pub fn query_value(&self, name: &str) -> Option<&str> {
        let (_, query) = self.path().split_once('?')?;
        query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    }
}

//! Versions of what people edit: sent as `ETag`, and checked against `If-Match` before a change.

use crate::{Ctx, Json, Problem};
use axum::response::{IntoResponse, Response};
use http::header;
use kernel::Class;
use serde::Serialize;
use std::fmt::Display;

/// A JSON answer with the version of what it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versioned<V, T>(pub V, pub T);

impl<V: Display, T: Serialize> IntoResponse for Versioned<V, T> {
    fn into_response(self) -> Response {
        ([(header::ETAG, tag(&self.0))], Json(self.1)).into_response()
    }
}

/// The `ETag` of a version.
pub fn tag(version: &impl Display) -> String {
    format!("\"{version}\"")
}

impl Ctx {
    /// Refuses a change to what is not the version the caller saw. Who sent no `If-Match` did not ask for that.
    pub fn check_if_match(&self, version: &impl Display) -> Result<(), Problem> {
        let Some(wanted) = self.if_match() else { return Ok(()) };
        let current = tag(version);
        if wanted.split(',').map(str::trim).any(|one| one == "*" || one == current) {
            return Ok(());
        }
        Err(Problem::new(
            Class::Stale,
            "Someone else changed this in the meantime. Load it again, then make your change.",
        ))
    }
}

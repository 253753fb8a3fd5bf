//! What can be answered instead, stated once for each kind of call.

use utoipa::IntoResponses;
pub use web::failures::{Creating, Editing};

/// Of calls that everyone may make while the catalogue is public.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum Reading {
    #[response(status = 401, description = "the catalogue is not public here")]
    SignedOut,
    #[response(status = 404, description = "no such link")]
    NotThere,
}

/// Of calls by anyone who is signed in.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum TakingPart {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 404, description = "no such thing")]
    NotThere,
}

/// Of calls that only some accounts may make.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum WithRights {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "not allowed with these roles")]
    NotAllowed,
    #[response(status = 404, description = "no such thing")]
    NotThere,
}

/// Of calls that change who may do what.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum Governing {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "not a SuperAdmin, or an API token")]
    NotAllowed,
    #[response(status = 404, description = "no such thing")]
    NotThere,
}

/// Of calls about squash, which outsiders do not know of.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum InSquash {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 404, description = "not in the Squash group, or no such thing")]
    NotThere,
}

/// Of calls that change squash.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum KeepingSquash {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "in the Squash group, and no Manager")]
    NotAllowed,
    #[response(status = 404, description = "not in the Squash group, or no such thing")]
    NotThere,
}

/// Of calls that list, a page at a time.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum Listing {
    #[response(status = 400, description = "a bad cursor")]
    BadCursor,
    #[response(status = 422, description = "a limit that is none")]
    BadLimit,
}

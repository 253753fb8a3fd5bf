//! What can be answered instead, stated once for each kind of call.

use utoipa::IntoResponses;
pub use web::failures::{Creating, Editing};

/// Of every call by somebody who is signed in.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum SignedIn {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "acting for somebody who is not yours, or not yours to do")]
    NotYours,
}

/// Of every call about one's household and what is in it.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum InHousehold {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "acting for somebody who is not yours, or not yours to do")]
    NotYours,
    #[response(status = 404, description = "no household, or no such thing in it")]
    NotThere,
}

/// Of every call that moves a round along, or needs it to be somewhere.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum OnTheArrows {
    #[response(status = 409, description = "the round is not where this can be done")]
    OffTheArrows,
}

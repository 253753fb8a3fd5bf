//! What can be answered instead, stated once for each kind of call.

use utoipa::IntoResponses;

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

/// Of every call that creates.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum Creating {
    #[response(status = 409, description = "at odds with how things are")]
    Conflict,
    #[response(status = 422, description = "something is not allowed, or the key made something else")]
    Invalid,
    #[response(status = 429, description = "too many new ones in an hour")]
    TooMany,
}

/// Of every call that edits.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum Editing {
    #[response(status = 409, description = "at odds with how things are")]
    Conflict,
    #[response(status = 412, description = "changed in the meantime")]
    Stale,
    #[response(status = 422, description = "something is not allowed")]
    Invalid,
}

/// Of every call that moves a round along, or needs it to be somewhere.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description of the API alone")]
pub enum OnTheArrows {
    #[response(status = 409, description = "the round is not where this can be done")]
    OffTheArrows,
}

//! How calls about accounts fail, each list stated once for the API's description.

use utoipa::IntoResponses;

/// Of reading what is one's own.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Reading {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
}

/// Of changing what is one's own.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Writing {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "an API token that can only read")]
    ReadOnly,
}

/// Of what decides over the account itself, which no program may do in one's name.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Oneself {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "an API token")]
    Token,
}

/// Of changing what others change too.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Versions {
    #[response(status = 409, description = "several people changed it at once")]
    Contended,
    #[response(status = 412, description = "changed in the meantime")]
    Stale,
}

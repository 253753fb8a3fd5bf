//! How calls fail that are alike in every feature, stated once for the API's description.

use utoipa::IntoResponses;

/// Of calls that create.
#[derive(IntoResponses)]
pub enum Creating {
    #[response(status = 409, description = "at odds with what is there, or what this key created is gone")]
    Conflict,
    #[response(
        status = 422,
        description = "something is not allowed, or the key was used for something else"
    )]
    Invalid,
    #[response(status = 429, description = "too many new ones in an hour")]
    TooMany,
}

/// Of calls that edit or delete.
#[derive(IntoResponses)]
pub enum Editing {
    #[response(status = 409, description = "at odds with what is there")]
    Conflict,
    #[response(status = 412, description = "changed in the meantime")]
    Stale,
    #[response(status = 422, description = "something is not allowed")]
    Invalid,
}

//! How calls about groups and hangouts fail, each list stated once for the API's description.

use utoipa::IntoResponses;
pub use web::failures::Creating;

/// Of everything that is somebody's own.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum OneselfOnly {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
}

/// Of what the members of a group may do.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Members {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 404, description = "no such group, or you are not in it")]
    NotFound,
}

/// Of what only the owners of a group may do.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Owners {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "not an owner")]
    NotAnOwner,
    #[response(
        status = 404,
        description = "no such group, you are not in it, or it has no such member or link"
    )]
    NotFound,
}

/// Of what everyone who sees a hangout may do.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Invited {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 404, description = "no such hangout, or you are not invited")]
    NotFound,
}

/// Of what only those may do who may edit a hangout.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Editors {
    #[response(status = 401, description = "not signed in")]
    SignedOut,
    #[response(status = 403, description = "neither its creator nor an owner of one of its groups")]
    NotAnEditor,
    #[response(status = 404, description = "no such hangout, or you are not invited")]
    NotFound,
}

/// Of changing what others change too.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Versions {
    #[response(status = 409, description = "others edit it at this moment")]
    Contended,
    #[response(status = 412, description = "changed in the meantime")]
    Stale,
}

/// Of following an invite link.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Links {
    #[response(status = 404, description = "no such link")]
    NotFound,
    #[response(status = 410, description = "the link has expired")]
    Expired,
}

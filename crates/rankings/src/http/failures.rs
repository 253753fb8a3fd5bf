//! How calls about a poll fail, each list stated once for the API's description.

use utoipa::IntoResponses;
pub use web::failures::Creating;

/// Of reading what everyone may read.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Reading {
    #[response(status = 404, description = "no such poll")]
    NotFound,
}

/// Of reading results.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Results {
    #[response(status = 403, description = "not shown to this caller yet")]
    Hidden,
    #[response(status = 404, description = "no such poll")]
    NotFound,
}

/// Of what only the manager may do.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Managing {
    #[response(status = 401, description = "the manage key is missing or wrong")]
    KeyNeeded,
    #[response(status = 403, description = "an account that does not own the poll")]
    NotTheManager,
    #[response(status = 404, description = "no such poll")]
    NotFound,
    #[response(status = 409, description = "at odds with the poll as it is now")]
    Conflict,
    #[response(status = 412, description = "changed in the meantime")]
    Stale,
}

/// Of what a voter does with their own ballot.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum OwnBallot {
    #[response(status = 401, description = "the voter key is missing or another ballot's")]
    KeyNeeded,
    #[response(status = 403, description = "another account's ballot")]
    NotYours,
    #[response(status = 404, description = "no such poll or ballot")]
    NotFound,
}

/// Of changing ballots.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "read by the description alone")]
pub enum Voting {
    #[response(status = 409, description = "the poll is closed, or full")]
    Closed,
    #[response(status = 410, description = "voting has ended")]
    Expired,
}

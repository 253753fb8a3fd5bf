//! What can be answered instead, stated once for each kind of call.

pub use web::failures::{Creating, Editing};

web::failures! {
    /// Of calls that everyone may make while the catalogue is public.
    Reading: 401 "the catalogue is not public here", 404 "no such link";
    /// Of calls by anyone who is signed in.
    TakingPart: 401 "not signed in", 404 "no such thing";
    /// Of calls that only some accounts may make.
    WithRights: 401 "not signed in", 403 "not allowed with these roles", 404 "no such thing";
    /// Of calls that change who may do what.
    Governing: 401 "not signed in", 403 "not a SuperAdmin, or an API token", 404 "no such thing";
    /// Of calls about squash, which outsiders do not know of.
    InSquash: 401 "not signed in", 404 "not in the Squash group, or no such thing";
    /// Of calls that change squash.
    KeepingSquash:
        401 "not signed in",
        403 "in the Squash group, and no Manager",
        404 "not in the Squash group, or no such thing";
    /// Of calls that list, a page at a time.
    Listing: 400 "a bad cursor", 422 "a limit that is none";
}

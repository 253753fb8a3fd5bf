//! What can be answered instead, stated once for each kind of call.

pub use web::failures::{Creating, Editing};

web::failures! {
    /// Of every call by somebody who is signed in.
    SignedIn: 401 "not signed in", 403 "acting for somebody who is not yours, or not yours to do";
    /// Of every call about one's household and what is in it.
    InHousehold:
        401 "not signed in",
        403 "acting for somebody who is not yours, or not yours to do",
        404 "no household, or no such thing in it";
    /// Of every call that moves a round along, or needs it to be somewhere.
    OnTheArrows: 409 "the round is not where this can be done";
}

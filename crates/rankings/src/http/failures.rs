//! How calls about a poll fail, each list stated once for the API's description.

pub use web::failures::Creating;

web::failures! {
    /// Of reading what everyone may read.
    Reading: 404 "no such poll";
    /// Of reading results.
    Results: 403 "not shown to this caller yet", 404 "no such poll";
    /// Of what only the manager may do.
    Managing:
        401 "the manage key is missing or wrong",
        403 "an account that does not own the poll",
        404 "no such poll",
        409 "at odds with the poll as it is now",
        412 "changed in the meantime";
    /// Of what a voter does with their own ballot.
    OwnBallot:
        401 "the voter key is missing or another ballot's",
        403 "another account's ballot",
        404 "no such poll or ballot";
    /// Of changing ballots.
    Voting: 409 "the poll is closed, or full", 410 "voting has ended";
}

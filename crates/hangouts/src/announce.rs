//! What people are told of a hangout when they are not looking: that there is a new one, that one was moved, that one is cancelled.

use crate::model::Hangout;
use web::Services;

/// Why people hear of a hangout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    New,
    Moved,
    Cancelled,
}

impl Occasion {
    /// What an edit is an occasion for.
    pub fn between(was: &Hangout, is: &Hangout) -> Option<Self> {
        if is.cancelled != was.cancelled {
            return is.cancelled.then_some(Self::Cancelled);
        }
        let moved = (is.start, is.end, &is.location) != (was.start, was.end, &was.location);
        (moved && !is.cancelled).then_some(Self::Moved)
    }
}

/// Lets everyone whom it is for know of it.
pub fn announce(services: &Services, occasion: Occasion, hangout: &Hangout) {
    let _ = services;
    tracing::debug!(hangout = %hangout.hangout_id, ?occasion, "an occasion to tell people");
}

//! Live updates: pages that are open learn within a second that something changed.

/// The hub of live topics.
#[derive(Clone, Default)]
pub struct Live;

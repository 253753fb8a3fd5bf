//! Every address of this feature's pages, built here and nowhere else.

use crate::model::{PollCode, PollId};

/// Where the pages of all polls are.
pub const PAGES: &str = "/r";

/// Where people vote.
pub fn poll(id: PollId) -> String {
    format!("{PAGES}/{id}")
}

/// The address as it is said, and written on posters.
pub fn short(code: &PollCode) -> String {
    format!("/{}", code.shown())
}

pub fn outcome(id: PollId) -> String {
    format!("{}/outcome", poll(id))
}

pub fn manage(id: PollId) -> String {
    format!("{}/manage", poll(id))
}

/// The manager's page with the key in a place that browsers keep to themselves.
pub fn manage_with_key(id: PollId, key: &str) -> String {
    format!("{}#key={key}", manage(id))
}

/// What a chat shows beside the link.
pub fn preview(id: PollId) -> String {
    format!("{}/preview.png", poll(id))
}

/// The events of the ballot's page.
pub fn live(id: PollId) -> String {
    format!("{}/live", poll(id))
}

//! Fields of a poll as they come in: trimmed, and what is wrong with them noted.

use jiff::Timestamp;
use kernel::{Checks, Moment};

const LONGEST_TITLE: usize = 200;
const LONGEST_DESCRIPTION: usize = 5_000;

/// The title as it is stored.
pub fn title(raw: &str, checks: &mut Checks) -> String {
    let title = raw.trim().to_owned();
    checks.text("title", &title, LONGEST_TITLE);
    title
}

/// The description as it is stored: none where it says nothing.
pub fn description(raw: Option<&str>, checks: &mut Checks) -> Option<String> {
    let description = raw.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    checks.at_most("description", description.as_deref().unwrap_or_default(), LONGEST_DESCRIPTION);
    description
}

pub fn expiry(expires_at: Option<Moment>, now: Timestamp, checks: &mut Checks) {
    checks.that(expires_at.is_none_or(|end| *end > now), "expiresAt", "This time has passed.");
}

//! What is held in memory and followed (the catalogue, the ladder), and what open pages watch (a site, the ladder).

mod catalogue;
mod ladder;
mod site;

pub use catalogue::Sites;
pub use ladder::{LadderPage, Matches, SquashRights};
pub use site::{SitePage, SiteRights};

use std::fmt;

/// The id of what there is only one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Whole;

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all")
    }
}

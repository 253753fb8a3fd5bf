//! What is held in memory and followed (the catalogue, the ladder), and what open pages watch (a site, the ladder).

mod catalogue;
mod ladder;
mod site;
mod whole;

pub use catalogue::Sites;
pub use ladder::{LadderPage, Matches, MyTopics, SquashRights};
pub use site::{SitePage, SiteRights};
pub use whole::{All, Whole};

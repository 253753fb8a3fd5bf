//! Everything that leaves the machine: mail, files and page fetches, each a small trait with a real and a recording version.

pub mod fetch;
pub mod files;
pub mod mail;

use std::sync::Arc;

/// The ways out, as every use case gets them.
#[derive(Clone)]
pub struct Outbound {
    pub mail: Arc<dyn mail::Mail>,
    pub files: Arc<dyn files::Files>,
    pub pages: Arc<dyn fetch::FetchPages>,
}

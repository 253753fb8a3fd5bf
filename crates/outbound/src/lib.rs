//! Everything that leaves the machine: mail, files and page fetches, each a small trait with a real and a recording version.

pub mod fetch;
pub mod files;
pub mod films;
pub mod image;
pub mod mail;
pub mod oidc;
pub mod page;
pub mod push;
mod tls;

use std::sync::Arc;

pub use fetch::{FetchPages, FetchRules, GuardedPages, RecordedPages};
pub use files::{AccessKey, Files, HeldFiles, MemoryFiles, S3Settings, StoredFiles};
pub use mail::{CalendarPart, Letter, LoggedMail, Mail, NotSent, RecordedMail, SmtpMail};
pub use oidc::{Oidc, OidcError, OidcSettings};
pub use push::{Push, PushError, PushMessage, PushTo, RecordedPush, WebPush};
pub use tls::{Authorities, BadAuthorities};

/// The ways out, as every use case gets them.
#[derive(Clone)]
pub struct Outbound {
    pub mail: Arc<dyn mail::Mail>,
    pub files: Arc<dyn files::Files>,
    pub pages: Arc<dyn fetch::FetchPages>,
    pub push: Arc<dyn push::Push>,
    /// Messages to phones; `None` where no service is configured.
    pub phones: Option<Arc<dyn push::PhonePush>>,
    /// Uploaded pictures, few of which are decoded at once.
    pub pictures: image::Pictures,
    /// Facts about films; `None` where nobody is configured to ask.
    pub films: Option<Arc<dyn films::FilmFacts>>,
    /// Where else people can sign in.
    pub oidc: Option<Arc<oidc::Oidc>>,
}

impl Outbound {
    /// Ways out that lead nowhere: letters are kept, files live in memory, no page answers. For tests and for the command line.
    pub fn recorded() -> Self {
        Self {
            mail: Arc::new(RecordedMail::default()),
            files: Arc::new(MemoryFiles::default()),
            pages: Arc::new(RecordedPages::default()),
            push: Arc::new(push::RecordedPush::default()),
            phones: None,
            pictures: image::Pictures::default(),
            films: None,
            oidc: None,
        }
    }
}

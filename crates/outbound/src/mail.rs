//! Mail to people: by SMTP, only logged where the operator set up none, or kept for a test to read.

mod smtp;

use async_trait::async_trait;
use std::sync::{Mutex, PoisonError};

pub use smtp::{BadMailSettings, SmtpMail};

/// A plain-text letter. Its text may hold a secret, such as a reset link: it is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub text: String,
}

impl std::fmt::Debug for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Letter").field("to", &self.to).field("subject", &self.subject).finish_non_exhaustive()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("mail could not be sent: {0}")]
pub struct NotSent(pub String);

#[async_trait]
pub trait Mail: Send + Sync {
    /// Whether letters reach people (false where they are only logged).
    fn delivers(&self) -> bool;
    async fn send(&self, letter: Letter) -> Result<(), NotSent>;
}

/// Where no mail is configured: notes that a letter went nowhere, so that the operator can hand out a link instead.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoggedMail;

#[async_trait]
impl Mail for LoggedMail {
    fn delivers(&self) -> bool {
        false
    }

    async fn send(&self, letter: Letter) -> Result<(), NotSent> {
        tracing::warn!(
            to = letter.to,
            subject = letter.subject,
            "no mail is configured; this letter was not delivered"
        );
        Ok(())
    }
}

/// Keeps every letter, for tests.
#[derive(Debug, Default)]
pub struct RecordedMail(Mutex<Vec<Letter>>);

impl RecordedMail {
    pub fn letters(&self) -> Vec<Letter> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Mail for RecordedMail {
    fn delivers(&self) -> bool {
        true
    }

    async fn send(&self, letter: Letter) -> Result<(), NotSent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(letter);
        Ok(())
    }
}

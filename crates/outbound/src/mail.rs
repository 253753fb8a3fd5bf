//! Mail to people: by SMTP, only logged where the operator set up none, or kept for a test to read.

mod smtp;

use async_trait::async_trait;
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};
use tokio::sync::Notify;

pub use smtp::{BadMailSettings, SmtpMail};

/// A calendar file in a letter.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CalendarPart {
    /// `PUBLISH` or `CANCEL`.
    pub method: String,
    pub text: String,
}

/// A letter. Its text may hold a secret, such as a reset link: it is never logged.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The same in HTML.
    pub html: Option<String>,
    /// The entry for calendar programs of what has a date.
    pub calendar: Option<CalendarPart>,
    /// By which mail programs know a letter again that was sent twice; drawn where it is left out.
    pub message_id: Option<String>,
    /// Where one request stops letters like this one (RFC 8058).
    pub unsubscribe: Option<String>,
}

impl std::fmt::Debug for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Letter").field("to", &self.to).field("subject", &self.subject).finish_non_exhaustive()
    }
}

/// Reason why a letter did not go out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// The mail server refused the letter, or its address is impossible: trying again changes nothing.
    #[error("mail was refused: {0}")]
    Refused(String),
    /// The mail server did not answer or asked to try later.
    #[error("mail could not be sent: {0}")]
    Later(String),
}

/// Returns whether a mail server can be handed this address at all.
pub fn is_address(text: &str) -> bool {
    text.parse::<lettre::Address>().is_ok()
}

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
pub struct RecordedMail {
    letters: Mutex<Vec<Letter>>,
    failures: Mutex<VecDeque<NotSent>>,
    arrived: Notify,
}

impl RecordedMail {
    /// Fails the next letter that is sent.
    pub fn fail_next(&self, failure: NotSent) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).push_back(failure);
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The letters, once there are so many: they are sent beside the answer to a request.
    pub async fn wait_for(&self, count: usize) -> Vec<Letter> {
        loop {
            let arrival = self.arrived.notified();
            let letters = self.letters();
            if letters.len() >= count {
                return letters;
            }
            arrival.await;
        }
    }
}

#[async_trait]
impl Mail for RecordedMail {
    fn delivers(&self) -> bool {
        true
    }

    async fn send(&self, letter: Letter) -> Result<(), NotSent> {
        if let Some(failure) = self.failures.lock().unwrap_or_else(PoisonError::into_inner).pop_front() {
            return Err(failure);
        }
        self.letters.lock().unwrap_or_else(PoisonError::into_inner).push(letter);
        self.arrived.notify_waiters();
        Ok(())
    }
}

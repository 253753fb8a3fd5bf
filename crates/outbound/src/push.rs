//! Messages to people's phones by Apple's push service ([`Apns`]), and to their browsers (web push): sealed so that only the browser can read them (RFC 8291), signed so that the push
//! service knows who sends (VAPID, RFC 8292).

mod apns;
mod vapid;
mod web_push;

pub use apns::{Apns, ApnsSettings, BadApns};
pub use vapid::VapidKey;
pub use web_push::WebPush;

use async_trait::async_trait;
use jiff::Timestamp;
use std::sync::{Mutex, PoisonError};

/// A browser that takes messages: its push service's address, and the keys that a message is sealed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushTo {
    pub endpoint: String,
    /// A point on P-256, uncompressed.
    pub public_key: Vec<u8>,
    pub secret: Vec<u8>,
}

/// What is sent. A message with the topic of one that has not been delivered yet takes its place, so sending it again after a crash
/// shows it once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushMessage {
    /// At most 32 characters of base64url.
    pub topic: String,
    pub content: String,
    /// How long the push service keeps it for a browser that is not there, in seconds.
    pub keep: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// The browser has unsubscribed, or the address was never one.
    #[error("nobody takes messages at that address any more")]
    Gone,
    /// Trying again later may work.
    #[error("the push service did not take the message: {0}")]
    Later(String),
    /// Trying again will not work.
    #[error("the push service refused the message: {0}")]
    Refused(String),
}

#[async_trait]
pub trait Push: Send + Sync {
    /// The key that browsers subscribe with, in base64url; nothing where no messages are sent.
    fn public_key(&self) -> Option<String>;
    async fn send(&self, to: &PushTo, message: &PushMessage, now: Timestamp) -> Result<(), PushError>;
}

/// A message to a phone. `topic` and `keep` are as in [`PushMessage`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneMessage {
    pub topic: String,
    pub title: String,
    pub text: String,
    /// Path of the page that it leads to.
    pub path: String,
    pub keep: u32,
}

#[async_trait]
pub trait PhonePush: Send + Sync {
    /// Sends a message to the phone of a device token.
    async fn send(&self, device: &str, message: &PhoneMessage, now: Timestamp) -> Result<(), PushError>;
}

/// Where push is not set up: browsers are not offered to subscribe.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPush;

#[async_trait]
impl Push for NoPush {
    fn public_key(&self) -> Option<String> {
        None
    }

    async fn send(&self, _: &PushTo, _: &PushMessage, _: Timestamp) -> Result<(), PushError> {
        Ok(())
    }
}

/// Keeps every message, for tests.
#[derive(Debug, Default)]
pub struct RecordedPush {
    messages: Mutex<Vec<(PushTo, PushMessage)>>,
    /// What becomes of the next messages; those beyond are taken.
    answers: Mutex<Vec<Result<(), PushError>>>,
}

impl RecordedPush {
    pub fn messages(&self) -> Vec<(PushTo, PushMessage)> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn answer_next(&self, answer: Result<(), PushError>) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(0, answer);
    }
}

#[async_trait]
impl Push for RecordedPush {
    fn public_key(&self) -> Option<String> {
        Some("recorded".into())
    }

    async fn send(&self, to: &PushTo, message: &PushMessage, _: Timestamp) -> Result<(), PushError> {
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        answer.unwrap_or(Ok(()))?;
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push((to.clone(), message.clone()));
        Ok(())
    }
}

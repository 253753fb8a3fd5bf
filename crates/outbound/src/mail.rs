//! Mail to people.

use async_trait::async_trait;

/// A plain-text letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    pub to: String,
    pub subject: String,
    pub text: String,
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

//! Letters by SMTP.

use super::{Letter, Mail, NotSent};
use async_trait::async_trait;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue},
    },
};
use std::time::Duration;

/// How long one step of the conversation with the mail server may take.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMailSettings {
    #[error("the mail server's address must look like smtps://user:password@host:465 ({0})")]
    Server(String),
    #[error("the sender “{0}” is not an e-mail address")]
    Sender(String),
}

/// Sends through one mail server, a connection for each letter: letters are few and far between.
pub struct SmtpMail {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl SmtpMail {
    /// `smtps://user:password@host:465` (TLS from the start), `smtp://…:587?tls=required` (STARTTLS) or `smtp://…:25` (neither).
    /// `from` is `table@example.org` or `Our table <table@example.org>`.
    pub fn from_url(url: &str, from: &str) -> Result<Self, BadMailSettings> {
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|error| BadMailSettings::Server(error.to_string()))?
            .timeout(Some(PATIENCE))
            .build();
        let from = from.parse().map_err(|_| BadMailSettings::Sender(from.to_owned()))?;
        Ok(Self { server, from })
    }
}

#[async_trait]
impl Mail for SmtpMail {
    fn delivers(&self) -> bool {
        true
    }

    async fn send(&self, letter: Letter) -> Result<(), NotSent> {
        let refused = |error: &dyn std::error::Error| NotSent::Refused(error.to_string());
        // Only the address, never a whole header: what a person typed cannot add recipients.
        let to = letter.to.parse().map_err(|error| refused(&error))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(letter.subject)
            .message_id(letter.message_id)
            .header(ContentType::TEXT_PLAIN);
        if let Some(address) = letter.unsubscribe {
            message = message.raw_header(raw("List-Unsubscribe", &format!("<{address}>")));
            message = message.raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let message = message.body(letter.text).map_err(|error| refused(&error))?;
        self.server.send(message).await.map(drop).map_err(|error| {
            if error.is_permanent() { refused(&error) } else { NotSent::Later(error.to_string()) }
        })
    }
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

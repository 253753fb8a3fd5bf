//! Letters by SMTP.

use super::{Letter, Mail, NotSent};
use crate::Authorities;
use async_trait::async_trait;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Attachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, HeaderName, HeaderValue},
    },
    transport::smtp::{
        client::{Certificate, CertificateStore, Tls, TlsParameters},
        extension::ClientId,
    },
};
use reqwest::Url;
use std::{net::IpAddr, time::Duration};

/// How long one step of the conversation with the mail server may take.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMailSettings {
    #[error("the mail server's address must look like smtps://user:password@host:465 ({0})")]
    Server(String),
    #[error("the sender “{0}” is not an e-mail address")]
    Sender(String),
    #[error(
        "a password goes to the mail server only over TLS: use smtps://, or add ?tls=required to the address"
    )]
    PlainPassword,
}

/// Sends through one mail server, a connection for each letter: letters are few and far between.
pub struct SmtpMail {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl SmtpMail {
    /// `smtps://user:password@host:465` (TLS from the start), `smtp://…:587?tls=required` (STARTTLS) or `smtp://…:25` (STARTTLS where
    /// the server offers it). `from` is `table@example.org` or `Our table <table@example.org>`; `host` is the name to greet by.
    pub fn new(
        url: &str,
        from: &str,
        host: &str,
        authorities: &Authorities,
    ) -> Result<Self, BadMailSettings> {
        let wrong = |error: &dyn std::error::Error| BadMailSettings::Server(error.to_string());
        let address = Url::parse(url).map_err(|error| wrong(&error))?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|error| wrong(&error))?;
        let tls = tls(&address, authorities).map_err(|error| wrong(&error))?;
        if matches!(tls, Tls::Opportunistic(_)) && address.password().is_some() {
            return Err(BadMailSettings::PlainPassword);
        }
        let server = builder.tls(tls).hello_name(client_id(host)).timeout(Some(PATIENCE)).build();
        let from = from.parse().map_err(|_| BadMailSettings::Sender(from.to_owned()))?;
        Ok(Self { server, from })
    }

    /// For tests: greets as `localhost` and trusts the system's authorities.
    pub fn from_url(url: &str, from: &str) -> Result<Self, BadMailSettings> {
        Self::new(url, from, "localhost", &Authorities::system())
    }
}

fn tls(address: &Url, authorities: &Authorities) -> Result<Tls, lettre::transport::smtp::Error> {
    let host = address.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let required = address.query_pairs().any(|(name, value)| name == "tls" && value == "required");
    let here = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    let (certs, built_in) = authorities.all();
    let store = if built_in { CertificateStore::WebpkiRoots } else { CertificateStore::None };
    let mut judged = TlsParameters::builder(host.to_owned()).certificate_store(store);
    for cert in certs {
        judged = judged.add_root_certificate(Certificate::from_der(cert.to_vec())?);
    }
    Ok(match address.scheme() {
        "smtps" => Tls::Wrapper(judged.build_rustls()?),
        _ if required => Tls::Required(judged.build_rustls()?),
        // Nobody listens in between.
        _ if here => Tls::None,
        // An attacker who could show another certificate could as well leave STARTTLS out: encryption without judgement is what
        // there is to gain. `?tls=required` judges.
        _ => {
            let unjudged = TlsParameters::builder(host.to_owned()).dangerous_accept_invalid_certs(true);
            Tls::Opportunistic(unjudged.build_rustls()?)
        }
    })
}

fn client_id(host: &str) -> ClientId {
    match host.trim_matches(['[', ']']).parse() {
        Ok(IpAddr::V4(ip)) => ClientId::Ipv4(ip),
        Ok(IpAddr::V6(ip)) => ClientId::Ipv6(ip),
        Err(_) => ClientId::Domain(host.to_owned()),
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
            // No out-of-office notes in answer (RFC 3834).
            .raw_header(raw("Auto-Submitted", "auto-generated"));
        if let Some(address) = letter.unsubscribe {
            message = message.raw_header(raw("List-Unsubscribe", &format!("<{address}>")));
            message = message.raw_header(raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let words = match letter.html {
            Some(html) => MultiPart::alternative_plain_html(letter.text, html),
            None => MultiPart::alternative().singlepart(SinglePart::plain(letter.text)),
        };
        let whole = match letter.calendar {
            Some(calendar) => {
                let kind =
                    ContentType::parse(&format!("text/calendar; charset=utf-8; method={}", calendar.method));
                let file = Attachment::new("event.ics".to_owned())
                    .body(calendar.text, kind.map_err(|error| refused(&error))?);
                MultiPart::mixed().multipart(words).singlepart(file)
            }
            None => words,
        };
        let message = message.multipart(whole).map_err(|error| refused(&error))?;
        self.server.send(message).await.map(drop).map_err(|error| {
            if error.is_permanent() { refused(&error) } else { NotSent::Later(error.to_string()) }
        })
    }
}

fn raw(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

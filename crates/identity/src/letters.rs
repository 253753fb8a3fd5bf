//! Letters of fixed words, the only mail to addresses that nobody has confirmed. They hold no text of others but a sender's name, go
//! out a few times a day ([`limits`]), and not at all to an address whose owner wants none ([`no_mail`]).
//!
//! A new kind of letter names itself in [`LetterKind`] and is sent by [`send`]; counting, waiting and giving up are the same for all.

mod body;
pub mod failures;
pub mod limits;
pub mod links;
pub mod no_mail;
mod notices;
mod words;

use crate::{model::Email, stored};
use data_encoding::BASE64URL_NOPAD;
use jiff::SignedDuration;
use kernel::Moment;
use limits::Verdict;
use outbound::{Letter, NotSent};
use std::net::IpAddr;
use store::StoreError;
use web::{Progress, Services};

pub use body::Body;
pub use notices::notify_owner;
pub use words::without_addresses;

/// How long a letter is held back or tried again before it is given up.
pub const GIVEN_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// Kinds of letters of fixed words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterKind {
    /// "Confirm this address".
    Confirmation,
    /// "Set a new password".
    Reset,
    /// An organiser's invitation.
    Invitation,
    /// "Is this your address?", for one that was left with an answer.
    AddressCheck,
}

/// A letter of fixed words.
#[derive(Debug, Clone)]
pub struct FixedLetter {
    pub kind: LetterKind,
    /// Names the letter. Tried again under the same name it counts once and has the same `Message-ID`.
    pub name: String,
    pub to: Email,
    /// Whether the owner of the address has confirmed it.
    pub confirmed: bool,
    /// Network address of the caller who had it sent.
    pub from: Option<IpAddr>,
    /// Thing that an invitation or an address check is about: an address gets one letter about each.
    pub about: Option<String>,
    /// When it was first to be sent.
    pub since: Moment,
    pub subject: String,
    pub body: Body,
}

/// Result of an attempt to send a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent {
    Yes,
    /// A limit holds it back for this long.
    Later(SignedDuration),
    /// Given up; counted in the metrics.
    Dropped,
}

impl From<Sent> for Progress {
    fn from(sent: Sent) -> Self {
        match sent {
            Sent::Yes | Sent::Dropped => Self::Done,
            Sent::Later(wait) => Self::Later(wait),
        }
    }
}

/// Sends a letter as far as its limits allow. Fails with [`StoreError::Unavailable`] when it should be tried again.
pub async fn send(services: &Services, letter: FixedLetter) -> store::Result<Sent> {
    if letter.since.duration_until(services.clock.now()) > GIVEN_UP_AFTER {
        return Ok(dropped(services, "expired").await);
    }
    let heeds_owner = !(letter.kind == LetterKind::Reset && letter.confirmed);
    if heeds_owner && no_mail::is_chosen(services, &letter.to).await? {
        return Ok(dropped(services, "unwanted").await);
    }
    if is_deactivated(services, &letter).await? {
        return Ok(dropped(services, "deactivated").await);
    }
    match limits::take(services, &letter).await? {
        Verdict::Allowed => {}
        Verdict::Wait(wait) => return Ok(Sent::Later(wait)),
        Verdict::Refused => return Ok(dropped(services, "limited").await),
    }
    match post(services, written(services, &letter)).await {
        Ok(()) => Ok(Sent::Yes),
        Err(NotSent::Refused(_)) => Ok(Sent::Dropped),
        Err(NotSent::Later(why)) => Err(StoreError::Unavailable(why)),
    }
}

/// Hands a letter to the mail server, and counts and logs a failure.
pub async fn post(services: &Services, letter: Letter) -> Result<(), NotSent> {
    let sent = services.outbound.mail.send(letter).await;
    match &sent {
        Ok(()) => {}
        Err(NotSent::Refused(why)) => {
            tracing::error!(why, "a letter was refused and is not sent again");
            failures::note(services, "refused", why).await;
        }
        Err(NotSent::Later(why)) => {
            tracing::warn!(why, "a letter could not be sent and is tried again");
            failures::note(services, "unavailable", why).await;
        }
    }
    sent
}

/// Every kind of failure that [`count`] counts.
pub const MAIL_FAILURES: [&str; 6] =
    ["refused", "unavailable", "expired", "limited", "unwanted", "deactivated"];

/// Counts letters that did not go out.
pub fn count(kind: &'static str) {
    metrics::counter!("roundtable_mail_failures_total", "kind" => kind).increment(1);
}

async fn dropped(services: &Services, kind: &'static str) -> Sent {
    tracing::warn!(kind, "a letter was not sent");
    failures::note(services, kind, "").await;
    Sent::Dropped
}

/// Returns whether an invitation or a question about an address would go to the owner of a deactivated account. Links to one's own account
/// do not work while it is deactivated, so their letters are not sent either.
async fn is_deactivated(services: &Services, letter: &FixedLetter) -> store::Result<bool> {
    if !matches!(letter.kind, LetterKind::Invitation | LetterKind::AddressCheck) {
        return Ok(false);
    }
    let found = stored::find_account(services.store.as_ref(), &letter.to).await?;
    Ok(found.is_some_and(|account| !account.is_active()))
}

fn written(services: &Services, letter: &FixedLetter) -> Letter {
    let stop = (!letter.confirmed).then(|| no_mail::url(services, &letter.to));
    let mut body = letter.body.clone();
    body.links.extend(stop.clone().map(|stop| ("No more mail from this server".to_owned(), stop)));
    Letter {
        to: letter.to.to_string(),
        subject: letter.subject.clone(),
        text: body.text(),
        html: body.html(),
        calendar: None,
        message_id: Some(message_id(services, &letter.name)),
        unsubscribe: stop,
    }
}

/// Returns the `Message-ID` of the letter of this name: the same at every try, so that mail programs show one.
pub fn message_id(services: &Services, name: &str) -> String {
    let mac = services.keys.mac("announcement", &[name.as_bytes()]);
    format!("<{}@{}>", BASE64URL_NOPAD.encode(&mac[..18]), services.settings.host())
}

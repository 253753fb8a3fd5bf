//! Letters with a link that opens an account's address or password. The link is made once, with the request; until it is mailed it
//! lies sealed in the work item, so that every try sends the same one.

use super::{Body, FixedLetter, GIVEN_UP_AFTER, LetterKind, Sent};
use crate::{
    keys,
    model::{Account, Email, Secret, SecretKind, SecretRow},
    stored,
    tables::IDENTITY,
};
use jiff::SignedDuration;
use kernel::{Moment, Sealed};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use store::{StoreError, Write, put};
use web::{Services, WorkItem, work};

/// A link in its work item.
#[derive(Debug, Serialize, Deserialize)]
struct Waiting {
    email: String,
    token: Sealed,
    from: Option<IpAddr>,
}

/// A kind of link.
pub struct MailedLink {
    /// Kind of the work that mails it.
    pub work: &'static str,
    pub letter: LetterKind,
    pub secret: SecretKind,
    /// How long it works from when it is mailed.
    pub works_for: SignedDuration,
    pub subject: &'static str,
    /// Returns the words around a token's link.
    pub words: fn(&Services, &str) -> Body,
}

impl MailedLink {
    /// The writes that make a link and have it mailed.
    pub fn enqueue(
        &self,
        services: &Services,
        id: &str,
        account: &Account,
        email: &Email,
        from: Option<IpAddr>,
    ) -> store::Result<[Write; 2]> {
        let now = Moment::from(services.clock.now());
        let secret = Secret::draw(&services.rng, self.secret, account.user_id, now);
        let row = SecretRow {
            // A password set meanwhile begins a new epoch, and this link is dead.
            epoch: Some(account.epoch),
            email: Some(email.to_string()),
            ttl: Some(now.plus(self.works_for).plus(GIVEN_UP_AFTER).as_second()),
            ..SecretRow::of(&secret, now)
        };
        let key = keys::secret(account.user_id, self.secret, secret.id());
        let token = services.keys.seal(&services.rng, self.work, &secret.reveal());
        let token = token.map_err(|error| StoreError::Invalid(error.to_string()))?;
        let waiting = Waiting { email: email.to_string(), token, from };
        Ok([put(&IDENTITY, key, &row)?.if_new(), work::enqueue(self.work, id, &waiting, *now)?])
    }

    /// Mails the link of a work item. A link that is gone, used or overtaken is not mailed.
    pub async fn send(&self, services: &Services, item: &WorkItem) -> store::Result<Sent> {
        let waiting: Waiting = item.detail()?;
        let token = services.keys.open(self.work, &waiting.token);
        let token = token.map_err(|error| StoreError::Invalid(error.to_string()))?;
        let (Some(secret), Ok(email)) = (Secret::parse(&token), Email::parse(&waiting.email)) else {
            return Ok(Sent::Dropped);
        };
        let now = Moment::from(services.clock.now());
        let Some((_, account)) = stored::find_live(services.store.as_ref(), &secret, now).await? else {
            return Ok(Sent::Dropped);
        };
        let letter = FixedLetter {
            kind: self.letter,
            name: format!("{}#{}#{}", self.work, item.id, secret.id()),
            confirmed: account.confirmed_at.is_some() && account.email == email.as_str(),
            to: email,
            from: waiting.from,
            about: None,
            since: item.created_at,
            subject: self.subject.to_owned(),
            body: (self.words)(services, &token),
        };
        // From now on: the link may have waited for a day.
        let ttl = now.plus(self.works_for).as_second();
        let key = keys::secret(secret.user_id(), secret.kind, secret.id());
        let works = Write::update(&IDENTITY, key).set("ttl", ttl).if_there();
        match super::send(services, letter).await? {
            Sent::Yes => match services.store.write(works).await {
                // Used already, or ended.
                Err(error) if error.is_condition_failed() => Ok(Sent::Yes),
                done => done.map(|()| Sent::Yes),
            },
            other => Ok(other),
        }
    }
}

//! Letters with a link that opens an account's address or password. The link is made once, with the request; until it is mailed it
//! lies sealed in the work item, so that every try sends the same one.

use super::{Body, FixedLetter, GIVEN_UP_AFTER, LetterKind, Sent};
use crate::{
    error::Error,
    keys,
    model::{Account, Email, Secret, SecretKind, SecretRow},
    service::take_over,
    stored,
    tables::IDENTITY,
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Moment, Sealed, UserId};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use store::{StoreError, Transaction, Write, put};
use web::{Progress, Services, WorkHandler, WorkItem, work};

/// A link in its work item.
#[derive(Debug, Serialize, Deserialize)]
struct Waiting {
    email: String,
    token: Sealed,
    from: Option<IpAddr>,
}

/// Owner of a link.
#[derive(Debug, Clone, Copy)]
pub struct LinkOwner {
    pub user_id: UserId,
    /// Epoch of the account in which the link works.
    pub epoch: Option<u64>,
    /// Whether the account that the link makes is the server's first.
    pub makes_first: bool,
}

impl From<&Account> for LinkOwner {
    fn from(account: &Account) -> Self {
        // A password set meanwhile begins a new epoch, and the link is dead.
        Self { user_id: account.user_id, epoch: Some(account.epoch), makes_first: false }
    }
}

/// A kind of link. As a work handler it mails the links.
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
        owner: impl Into<LinkOwner>,
        email: &Email,
        from: Option<IpAddr>,
    ) -> store::Result<[Write; 2]> {
        let now = Moment::from(services.clock.now());
        let LinkOwner { user_id, epoch, makes_first } = owner.into();
        let secret = Secret::draw(&services.rng, self.secret, user_id, now);
        let row = SecretRow {
            epoch,
            makes_first,
            email: Some(email.to_string()),
            ttl: Some(now.plus(self.works_for).plus(GIVEN_UP_AFTER).as_second()),
            ..SecretRow::of(&secret, now)
        };
        let key = keys::secret(user_id, self.secret, secret.id());
        let token = services.keys.seal(&services.rng, self.work, &secret.reveal());
        let token = token.map_err(|error| StoreError::Invalid(error.to_string()))?;
        let waiting = Waiting { email: email.to_string(), token, from };
        Ok([put(&IDENTITY, key, &row)?.if_new(), work::enqueue(self.work, id, &waiting, *now)?])
    }

    /// Mails the link of a work item. A link that is gone, used or overtaken is not mailed.
    async fn send(&self, services: &Services, item: &WorkItem, waiting: Waiting) -> store::Result<Sent> {
        let token = services.keys.open(self.work, &waiting.token);
        let token = token.map_err(|error| StoreError::Invalid(error.to_string()))?;
        let (Some(secret), Ok(email)) = (Secret::parse(&token), Email::parse(&waiting.email)) else {
            return Ok(Sent::Dropped);
        };
        let now = Moment::from(services.clock.now());
        let Some(account) = self.find_account(services, &secret, now).await? else {
            return Ok(Sent::Dropped);
        };
        let letter = FixedLetter {
            kind: self.letter,
            name: format!("{}#{}#{}", self.work, item.id, secret.id()),
            confirmed: account
                .is_some_and(|account| account.confirmed_at.is_some() && account.email == email.as_str()),
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
    /// Returns the account of a link that works: `Some(None)` for a link that is to make one.
    async fn find_account(
        &self,
        services: &Services,
        secret: &Secret,
        now: Moment,
    ) -> store::Result<Option<Option<Account>>> {
        if self.secret == SecretKind::TakeOver {
            return Ok(take_over::find_link(services, secret).await?.map(|_| None));
        }
        let live = stored::find_live(services.store.as_ref(), secret, now).await?;
        Ok(live.map(|(_, account)| Some(account)))
    }

    /// Work of an earlier version names the address alone: recorded again with a link, it is done once more.
    async fn ask_again(&self, services: &Services, item: &WorkItem) -> store::Result<()> {
        let email: String = item.detail()?;
        let (Ok(user), Ok(email)) = (item.id.parse::<UserId>(), Email::parse(&email)) else { return Ok(()) };
        match stored::get_account(services.store.as_ref(), user).await {
            Ok(account) => {
                let asked = self.enqueue(services, &item.id, &account, &email, None)?;
                services.store.transact(Transaction::of(asked)).await
            }
            Err(Error::NoSuchAccount) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[async_trait]
impl WorkHandler for MailedLink {
    fn kind(&self) -> &'static str {
        self.work
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        match item.detail::<Waiting>() {
            Ok(waiting) => Ok(self.send(services, item, waiting).await?.into()),
            Err(_) => self.ask_again(services, item).await.map(|()| Progress::Done),
        }
    }
}

//! Someone who forgot their password asks for a link that sets a new one; an operator can make one too.

use crate::{
    error::Result,
    keys,
    letters::{Body, LetterKind, links::MailedLink},
    model::{Account, Email, Secret, SecretKind, SecretRow},
    stored,
    tables::IDENTITY,
    urls,
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::Moment;
use std::net::IpAddr;
use store::{StoreError, Transaction, Write, put};
use web::{
    Progress, Quota, Services, WorkHandler, WorkItem,
    system::{self, SYSTEM},
    work,
};

/// The letter with the link.
pub const LINK: MailedLink = MailedLink {
    work: "identity.reset_letter",
    letter: LetterKind::Reset,
    secret: SecretKind::Reset,
    works_for: SignedDuration::from_hours(1),
    subject: "Set a new password for Roundtable",
    words,
};
/// How long a link is good that the operator hands over.
pub const HANDED_LINK: SignedDuration = SignedDuration::from_hours(24);

const REQUEST: &str = "identity.reset_request";

/// Has a link mailed, if there is such an account. The request is recorded before anything is looked up: the answer tells neither by its
/// words nor by its time.
pub async fn request_reset(services: &Services, from: IpAddr, email: &str) -> Result<()> {
    let email = Email::parse(email)?;
    services.quotas.take(Quota::Registrations, from)?;
    let id = services.rng.uuid_v4().to_string();
    services.store.write(work::enqueue(REQUEST, &id, &email.as_str(), services.clock.now())?).await?;
    services.work_bell.notify_one();
    Ok(())
}

/// Makes the link of a request.
pub struct MakeLink;

#[async_trait]
impl WorkHandler for MakeLink {
    fn kind(&self) -> &'static str {
        REQUEST
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let email: String = item.detail()?;
        let Ok(email) = Email::parse(&email) else { return Ok(Progress::Done) };
        let found = stored::find_account(services.store.as_ref(), &email).await;
        let found = found.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let Some(account) = found.filter(Account::is_active) else { return Ok(Progress::Done) };
        let made = LINK.enqueue(services, &item.id, &account, &email, None)?;
        // Gone with the link: after a crash it is not made twice.
        let done = Write::delete(&SYSTEM, system::work(&item.kind, &item.id)).if_there();
        match services.store.transact(Transaction::of(made.into_iter().chain([done]))).await {
            Err(error) if !error.is_condition_failed() => Err(error),
            _ => Ok(Progress::Done),
        }
    }
}

fn words(services: &Services, token: &str) -> Body {
    let open = "Open this link to set a new password. It works once, for an hour:";
    Body {
        before: vec!["Hello,".into(), open.into()],
        link: ("Set a new password".into(), urls::reset(services, token)),
        after: vec!["If you did not ask for it, do nothing. Your password stays as it is.".into()],
        links: Vec::new(),
    }
}

/// A link that sets a new password, once.
pub async fn make_link(services: &Services, account: &Account, good_for: SignedDuration) -> Result<String> {
    let now = Moment::from(services.clock.now());
    let secret = Secret::draw(&services.rng, SecretKind::Reset, account.user_id, now);
    let row = SecretRow {
        // A password set meanwhile begins a new epoch, and this link is dead.
        epoch: Some(account.epoch),
        ttl: Some(now.plus(good_for).as_second()),
        ..SecretRow::of(&secret, now)
    };
    let key = keys::secret(account.user_id, SecretKind::Reset, secret.id());
    services.store.write(put(&IDENTITY, key, &row)?.if_new()).await?;
    Ok(urls::reset(services, &secret.reveal()))
}

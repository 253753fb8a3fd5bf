//! Someone opens the link that was mailed to an address, which shows that they read it. A new address is theirs from then on.

use crate::{
    error::{Error, Result},
    keys,
    live::Everyone,
    model::{Account, Email, Secret, SecretKind, SecretRow, SignIn, User},
    stored,
    tables::{IDENTITY, USERS},
    urls,
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Moment, UserId};
use outbound::Letter;
use store::{Condition, StoreError, Transaction, Write, difference, put};
use web::{Entity, Progress, Services, WorkHandler, WorkItem, work};

/// How long a link is good.
const LINK: SignedDuration = SignedDuration::from_hours(7 * 24);

const WORK: &str = "identity.confirm_email";

/// The write that has a link mailed by which `email` becomes the account's, or is confirmed as its own.
pub fn ask(user: UserId, email: &Email, now: Moment) -> store::Result<Write> {
    work::enqueue(WORK, &user.to_string(), &email.as_str(), *now)
}

/// Mails the links.
pub struct MailLink;

#[async_trait]
impl WorkHandler for MailLink {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let email: String = item.detail()?;
        let (Ok(user), Ok(email)) = (item.id.parse::<UserId>(), Email::parse(&email)) else {
            return Ok(Progress::Done);
        };
        let Ok(account) = stored::get_account(services.store.as_ref(), user).await else {
            return Ok(Progress::Done);
        };
        let link = make_link(services, &account, &email).await?;
        let sent = services.outbound.mail.send(letter(&account.display_name, &email, &link)).await;
        sent.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Progress::Done)
    }
}

async fn make_link(services: &Services, account: &Account, email: &Email) -> store::Result<String> {
    let now = Moment::from(services.clock.now());
    let secret = Secret::draw(&services.rng, SecretKind::Confirm, account.user_id, now);
    let row = SecretRow {
        epoch: Some(account.epoch),
        email: Some(email.to_string()),
        ttl: Some(now.plus(LINK).as_second()),
        ..SecretRow::of(&secret, now)
    };
    let key = keys::secret(account.user_id, SecretKind::Confirm, secret.id());
    services.store.write(put(&IDENTITY, key, &row)?.if_new()).await?;
    Ok(urls::confirm(services, &secret.reveal()))
}

fn letter(name: &str, email: &Email, link: &str) -> Letter {
    let text = format!(
        "Hello {name},\n\nOpen this link to confirm your email address. It works once, for a week:\n\n{link}\n\n\
         If you did not ask for it, do nothing.\n"
    );
    let subject = "Confirm your email address for Roundtable".to_owned();
    Letter { to: email.to_string(), subject, text, ..Letter::default() }
}

pub async fn confirm_email(services: &Services, token: &str) -> Result<()> {
    let secret = Secret::parse(token).filter(|secret| secret.kind == SecretKind::Confirm);
    let now = Moment::from(services.clock.now());
    let found = match &secret {
        Some(secret) => stored::find_live(services.store.as_ref(), secret, now).await?,
        None => None,
    };
    let (Some(secret), Some((row, account))) = (secret, found) else {
        return Err(Error::DeadLink);
    };
    let email = Email::parse(row.email.as_deref().unwrap_or_default())?;
    let used = Write::delete(&IDENTITY, keys::secret(secret.user_id(), secret.kind, secret.id()))
        .when(Condition::equals("hash", row.hash));
    take_address(services, &account, &email, Some(now), vec![used]).await
}

/// Makes `email` the account's address, confirmed or not.
pub async fn take_address(
    services: &Services,
    account: &Account,
    email: &Email,
    confirmed_at: Option<Moment>,
    mut writes: Vec<Write>,
) -> Result<()> {
    let mut after = Account { email: email.to_string(), confirmed_at, ..account.clone() };
    after.edited(services.clock.now());
    writes.push(
        difference(&IDENTITY, keys::account(account.user_id), account, &after)?.when(account.unchanged()),
    );
    let old = Email::parse(&account.email)?;
    let moved_at = writes.len();
    if old != *email {
        writes.extend(move_address(services, account, &old, email).await?);
        writes.extend(Everyone::mark(services, account.user_id)?);
    }
    match services.store.transact(Transaction::of(writes)).await {
        Err(error) if error.failed_at(moved_at) => Err(Error::EmailTaken),
        Err(StoreError::ConditionFailed(_)) => Err(Error::DeadLink),
        done => {
            done?;
            Everyone::changed(services, account.user_id);
            Ok(())
        }
    }
}

/// The sign-in record under its new address, first of all, the old one gone, and the profile's copy.
async fn move_address(
    services: &Services,
    account: &Account,
    old: &Email,
    new: &Email,
) -> Result<[Write; 3]> {
    let store = services.store.as_ref();
    let known: SignIn = stored::find_sign_in(store, old).await?.ok_or(Error::NoSuchAccount)?;
    let profile = stored::get_user(store, account.user_id).await?;
    let mut after = User { email: Some(new.to_string()), ..profile.clone() };
    after.edited(services.clock.now());
    Ok([
        put(&IDENTITY, keys::sign_in(new), &known)?.if_new(),
        Write::delete(&IDENTITY, keys::sign_in(old))
            .when(Condition::equals("passwordHash", known.password_hash)),
        difference(&USERS, keys::user(account.user_id), &profile, &after)?.when(profile.unchanged()),
    ])
}

//! Someone opens the link that was mailed to an address, which shows that they read it. A new address is theirs from then on.

use crate::{
    error::{Error, Result},
    keys,
    letters::{Body, LetterKind, links::MailedLink, no_mail},
    live::Everyone,
    model::{Account, Email, Secret, SecretKind, SignIn, User},
    stored,
    tables::{IDENTITY, USERS},
    urls,
};
use jiff::SignedDuration;
use kernel::Moment;
use std::net::IpAddr;
use store::{Condition, StoreError, Transaction, Write, difference, put};
use web::{Entity, Services};

/// The letter with the link.
pub const LINK: MailedLink = MailedLink {
    work: "identity.confirm_email",
    letter: LetterKind::Confirmation,
    secret: SecretKind::Confirm,
    works_for: SignedDuration::from_hours(7 * 24),
    subject: "Confirm your email address for Roundtable",
    words,
};

/// The writes that have a link mailed by which `email` becomes the account's, or is confirmed as its own. `from` is where the caller is.
pub fn ask(
    services: &Services,
    account: &Account,
    email: &Email,
    from: Option<IpAddr>,
) -> store::Result<[Write; 2]> {
    LINK.enqueue(services, &account.user_id.to_string(), account, email, from)
}

/// Without the account's name: a stranger may have chosen it.
fn words(services: &Services, token: &str) -> Body {
    let entered = format!(
        "This address was entered at {}. If that was you, open this link to confirm it. It works once, for a week:",
        services.settings.host()
    );
    Body {
        before: vec!["Hello,".into(), entered],
        link: ("Confirm the address".into(), urls::confirm(services, token)),
        after: vec!["If it was not you, do nothing.".into()],
        links: Vec::new(),
    }
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
    let writes = vec![used, no_mail::allowed(services, &email)];
    take_address(services, &account, &email, Some(now), writes).await
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

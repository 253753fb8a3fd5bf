//! Takes over a row of `Users` that another program wrote and that has no account yet. Its owner proves that the address is theirs by the
//! link of a confirmation letter, and chooses the password there. The operator (`roundtable account create`) and a provider whose `sub` is
//! the row's `user_id` need no letter.

use super::{
    create_account::{NewAccount, Proven, Standing, create_account},
    sign_in::{From, SignedIn, start_session},
};
use crate::{
    error::{Error, Result},
    first, keys,
    letters::{
        Body, LetterKind,
        links::{LinkOwner, MailedLink},
        no_mail,
    },
    model::{Email, Password, Secret, SecretKind, SecretRow, User, names},
    stored,
    tables::{EMAIL_INDEX, IDENTITY, USERS},
    urls,
};
use jiff::SignedDuration;
use kernel::{Checks, UserId};
use std::net::IpAddr;
use store::{Condition, Query, Store, StoreError, Transaction, Write, query_all, readable};
use web::{Fault, Services};

/// The letter with the link.
pub const LINK: MailedLink = MailedLink {
    work: "identity.take_over",
    letter: LetterKind::Confirmation,
    secret: SecretKind::TakeOver,
    works_for: SignedDuration::from_hours(7 * 24),
    subject: "Confirm your email address for Roundtable",
    words,
};

/// Without a name: anyone may have entered the address.
fn words(services: &Services, token: &str) -> Body {
    let entered = format!(
        "This address was entered at {} to create an account. If that was you, open this link and choose a password. It works once, \
         for a week:",
        services.settings.host()
    );
    Body {
        before: vec!["Hello,".into(), entered],
        link: ("Choose a password".into(), urls::confirm(services, token)),
        after: vec!["If it was not you, do nothing.".into()],
        links: Vec::new(),
    }
}

/// Returns the row of `Users` with this address that has no account. `typed` is the address as it was entered: other programs may not
/// write it in lower case.
pub async fn find_unclaimed(services: &Services, email: &Email, typed: &str) -> Result<Option<User>> {
    let store = services.store.as_ref();
    let spellings = [email.as_str(), typed.trim()];
    let distinct = if spellings[0] == spellings[1] { &spellings[..1] } else { &spellings };
    for spelling in distinct {
        if spelling.is_empty() {
            continue;
        }
        let rows = query_all(store, Query::index(&USERS, EMAIL_INDEX, *spelling)).await?;
        for row in readable::<User>(&USERS, rows) {
            if let Some(row) = find_without_account(store, row.user_id).await? {
                return Ok(Some(row));
            }
        }
    }
    Ok(None)
}

/// Returns the row of `Users` with this id, if it is a person's own and has no account.
pub async fn find_without_account(store: &dyn Store, user: UserId) -> Result<Option<User>> {
    if store.get(&IDENTITY, &keys::account(user)).await?.is_some() {
        return Ok(None);
    }
    Ok(stored::find_user(store, user).await?.filter(|row| !row.is_managed))
}

/// Has the link mailed. `makes_first` is whether the account becomes the server's first.
pub async fn ask(
    services: &Services,
    row: &User,
    email: &Email,
    from: IpAddr,
    makes_first: bool,
) -> Result<()> {
    let owner = LinkOwner { user_id: row.user_id, epoch: None, makes_first };
    let writes = LINK.enqueue(services, &row.user_id.to_string(), owner, email, Some(from))?;
    services.store.transact(Transaction::of(writes)).await?;
    services.work_bell.notify_one();
    Ok(())
}

/// Returns the link's row and the row of `Users` that it takes over, while the link works.
pub async fn find_link(services: &Services, secret: &Secret) -> store::Result<Option<(SecretRow, User)>> {
    let store = services.store.as_ref();
    let key = keys::secret(secret.user_id(), secret.kind, secret.id());
    let link = store.get(&IDENTITY, &key).await?;
    let link = link.and_then(|link| store::readable_row::<SecretRow>(&IDENTITY, link));
    let now = services.clock.now().as_second();
    let works = |link: &SecretRow| link.is_of(secret) && link.ttl.is_none_or(|ttl| ttl > now);
    let Some(link) = link.filter(works) else { return Ok(None) };
    let row = find_without_account(store, secret.user_id()).await?;
    let same_address = |row: &User| {
        let held = row.email.as_deref().and_then(|email| Email::parse(email).ok());
        held.is_some_and(|held| Some(held.as_str()) == link.email.as_deref())
    };
    Ok(row.filter(same_address).map(|row| (link, row)))
}

/// Reads the token of such a link.
pub fn parse(token: &str) -> Option<Secret> {
    Secret::parse(token).filter(|secret| secret.kind == SecretKind::TakeOver)
}

/// Creates the account by the link's token, with the password that its owner chose, and signs in.
pub async fn take_over(services: &Services, from: From, secret: &Secret, password: &str) -> Result<SignedIn> {
    let (link, row) = find_link(services, secret).await?.ok_or(Error::DeadLink)?;
    let email = Email::parse(link.email.as_deref().unwrap_or_default())?;
    let names = names(&services.settings.base_url, email.as_str(), &row.display_name);
    let check = || {
        let mut checks = Checks::new();
        let password = Password::check(password, &names, "password", &mut checks);
        checks.done()?;
        Ok::<_, Error>(NewAccount {
            email: email.clone(),
            display_name: row.display_name.clone(),
            password,
            row: Some(row.clone()),
            with: vec![used(secret, &link), no_mail::allowed(services, &email)],
        })
    };
    let may_be_first = link.makes_first && !first::is_taken(services.store.as_ref()).await?;
    let mut standing = if may_be_first { Standing::First } else { Standing::With(Vec::new()) };
    let account = loop {
        match create_account(services, check()?, standing, Proven::Yes).await {
            Err(Error::FirstTaken) => standing = Standing::With(Vec::new()),
            Err(Error::Fault(Fault::Store(StoreError::ConditionFailed(_)))) => return Err(Error::DeadLink),
            created => break created?,
        }
    };
    let known = stored::find_sign_in(services.store.as_ref(), &email).await?;
    start_session(services, from, account, known.map(|known| (email, known))).await
}

fn used(secret: &Secret, link: &SecretRow) -> Write {
    Write::delete(&IDENTITY, keys::secret(secret.user_id(), secret.kind, secret.id()))
        .when(Condition::equals("hash", link.hash.as_str()))
}

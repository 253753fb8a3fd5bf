//! Someone shows their password and gets a session.

use crate::{
    devices,
    error::{Error, Result},
    keys,
    model::{Account, Email, Password, Secret, SecretKind, SecretRow, SignIn, User, session_ends},
    passwords, stored,
    tables::{IDENTITY, USERS},
};
use kernel::{Moment, Open, Role, Zone};
use std::net::IpAddr;
use store::{Condition, StoreError, Transaction, Write, put};
use web::{Entity as _, Services, guess::Subject};

/// Where someone signs in from.
pub struct From {
    pub address: IpAddr,
    /// What the browser or program calls itself.
    pub user_agent: Option<String>,
    /// What the browser shows to prove that it has signed in before.
    pub device: Option<String>,
    /// The time zone of the browser, where it said so: kept if the account has none.
    pub zone: Option<Zone>,
}

/// A fresh session and whose it is.
pub struct SignedIn {
    /// The session's secret; shown this once.
    pub token: String,
    pub user: User,
    pub roles: Vec<Open<Role>>,
    /// Whether this server sends messages to the app on a phone.
    pub phone_push: bool,
    /// For the browser to keep, so that it is known the next time.
    pub device: Option<String>,
}

/// Signs in. An unknown address gets the same answer after the same work as a wrong password.
pub async fn sign_in(services: &Services, from: From, email: &str, password: &str) -> Result<SignedIn> {
    let email = Email::parse(email).ok();
    let known = match &email {
        Some(email) => stored::find_sign_in(services.store.as_ref(), email).await?,
        None => None,
    };
    let attempt = services.guesses.check(&subject(services, &from, email.as_ref(), known.as_ref())).await?;
    let hash = known.as_ref().map(|known| known.password_hash.clone());
    let fits = passwords::verify(Password::given(password), hash).await?;
    let (true, Some(known), Some(email)) = (fits, known, email) else {
        attempt.failed().await?;
        return Err(Error::WrongPassword);
    };
    attempt.passed().await?;
    let account = match stored::get_account(services.store.as_ref(), known.user_id).await {
        Err(Error::NoSuchAccount) => return Err(Error::WrongPassword),
        account => account?,
    };
    start_session(services, from, account, Some((email, known))).await
}

/// What a wrong password counts against: the device where it is known, else the account and the address.
pub fn subject(services: &Services, from: &From, email: Option<&Email>, known: Option<&SignIn>) -> Subject {
    let Some(email) = email else { return Subject::address(from.address) };
    let device = from.device.as_deref().zip(known);
    let device = device.and_then(|(proof, known)| devices::recognise(&services.keys, email, known, proof));
    match device {
        Some(device) => Subject::device(&email.unnamed(), &device),
        None => Subject::account(&email.unnamed(), from.address),
    }
}

/// Starts a session. `proof` is the record whose password was shown: it must still hold when the session begins, so that a change
/// of password at the same moment leaves no session behind.
pub async fn start_session(
    services: &Services,
    from: From,
    account: Account,
    proof: Option<(Email, SignIn)>,
) -> Result<SignedIn> {
    if !account.is_active() {
        return Err(Error::Deactivated);
    }
    let now = Moment::from(services.clock.now());
    let user_id = account.user_id;
    let secret = Secret::draw(&services.rng, SecretKind::Session, user_id, now);
    let row = SecretRow {
        epoch: Some(account.epoch),
        user_agent: from.user_agent,
        address: Some(from.address.to_string()),
        last_used_at: Some(now),
        ttl: Some(session_ends(now, now)),
        ..SecretRow::of(&secret, now)
    };
    let mut writes = vec![
        seen(&account, now, from.address)?,
        put(&IDENTITY, keys::secret(user_id, SecretKind::Session, secret.id()), &row)?.if_new(),
    ];
    let device =
        proof.as_ref().map(|(email, known)| devices::prove(&services.keys, &services.rng, email, known));
    writes.extend(proof.map(|(email, shown)| {
        let same_password = Condition::equals("passwordHash", shown.password_hash);
        Write::check(&IDENTITY, keys::sign_in(&email), same_password)
    }));
    match services.store.transact(Transaction::of(writes)).await {
        Err(StoreError::ConditionFailed(_)) => return Err(Error::WrongPassword),
        done => done?,
    }
    for hook in &services.joined.accounts {
        if let Err(error) = hook.signed_in(services, user_id, *now, from.address).await {
            tracing::warn!(%error, "a feature did not hear that someone signed in");
        }
    }
    let mut user = stored::get_user(services.store.as_ref(), user_id).await?;
    keep_zone(services, &mut user, account.time_zone.as_ref(), from.zone).await;
    let phone_push = services.outbound.phones.is_some();
    Ok(SignedIn { token: secret.reveal(), user, roles: account.roles, phone_push, device })
}

/// Keeps the browser's zone for a person who has none, and puts the account's copy right. When that fails the person is signed in all
/// the same.
async fn keep_zone(services: &Services, user: &mut User, copied: Option<&Zone>, browser: Option<Zone>) {
    let fills = user.time_zone.is_none() && browser.is_some();
    let zone = user.time_zone.clone().or(browser);
    if !fills && zone.as_ref() == copied {
        return;
    }
    let account = Write::update(&IDENTITY, keys::account(user.user_id)).if_there();
    let copy = match &zone {
        Some(zone) => account.set("timeZone", zone.name()),
        None => account.remove("timeZone"),
    };
    let name = zone.as_ref().map_or("", Zone::name);
    let own = Write::update(&USERS, keys::user(user.user_id)).set("time_zone", name).add("version", 1);
    let writes = Some(own.when(user.unchanged())).filter(|_| fills).into_iter().chain([copy]);
    match services.store.transact(Transaction::of(writes)).await {
        Ok(()) if fills => {
            user.time_zone = zone;
            user.version += 1;
        }
        Ok(()) => {}
        Err(error) => tracing::debug!(%error, "the zone of a browser was not kept"),
    }
}

/// Notes when and from where someone signed in, while the account is of the epoch that was read.
fn seen(account: &Account, now: Moment, from: IpAddr) -> Result<Write> {
    let after =
        Account { last_login_at: Some(now), last_login_ip: Some(from.to_string()), ..account.clone() };
    let same_account = Condition::equals("epoch", account.epoch)
        .and(Condition::absent("deletedAt"))
        .and(Condition::absent("deactivatedAt"));
    let key = keys::account(account.user_id);
    if after == *account {
        return Ok(Write::check(&IDENTITY, key, same_account));
    }
    Ok(store::difference(&IDENTITY, key, account, &after)?.when(same_account))
}

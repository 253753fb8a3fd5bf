//! Somebody shows their password and gets a session.

use super::find;
use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, Password, Secret, SecretKind, SecretRow, SignIn, UserView},
    passwords,
    sessions::SESSION_IDLE,
    tables::IDENTITY,
};
use http::header;
use kernel::Moment;
use store::{Condition, Transaction, Write, put};
use web::{Ctx, guess::Subject};

const MOST_USER_AGENT: usize = 200;

/// A fresh session and whose it is.
pub struct SignedIn {
    /// The session's secret; shown this once.
    pub token: String,
    pub user: UserView,
}

/// Signs in. An unknown address gets the same answer after the same work as a wrong password.
pub async fn sign_in(ctx: &Ctx, email: &str, password: &str) -> Result<SignedIn> {
    let email = Email::parse(email).ok();
    let from = ctx.actor.address;
    let subject =
        email.as_ref().map_or_else(|| Subject::address(from), |email| Subject::account(&email.unnamed(), from));
    let attempt = ctx.guesses.check(&subject).await?;
    let known = match &email {
        Some(email) => find::find_sign_in(ctx.store.as_ref(), email).await?,
        None => None,
    };
    let hash = known.as_ref().map(|known| known.password_hash.clone());
    let fits = passwords::verify(Password::given(password), hash).await?;
    let (true, Some(known), Some(email)) = (fits, known, email) else {
        attempt.failed().await?;
        return Err(Error::WrongPassword);
    };
    attempt.passed().await?;
    let account = match find::get_account(ctx.store.as_ref(), known.user_id).await {
        Err(Error::NoSuchAccount) => return Err(Error::WrongPassword),
        account => account?,
    };
    start_session(ctx, account, Some((email, known))).await
}

/// Starts a session. `proof` is the record whose password was shown: it must still hold when the session begins, so that a change
/// of password at the same moment leaves no session behind.
pub async fn start_session(ctx: &Ctx, account: Account, proof: Option<(Email, SignIn)>) -> Result<SignedIn> {
    let now = Moment::from(ctx.clock.now());
    let user_id = account.user_id;
    let secret = Secret::draw(&ctx.rng, SecretKind::Session, user_id, now);
    let row = SecretRow {
        epoch: Some(account.epoch),
        user_agent: user_agent(ctx),
        address: Some(ctx.actor.address.to_string()),
        last_used_at: Some(now),
        ttl: Some(now.plus(SESSION_IDLE).as_second()),
        ..SecretRow::of(&secret, now)
    };
    let same_account = Condition::equals("epoch", account.epoch).and(Condition::absent("deletedAt"));
    let mut writes = vec![
        Write::check(&IDENTITY, keys::account(user_id), same_account),
        put(&IDENTITY, keys::secret(user_id, SecretKind::Session, secret.id), &row)?.if_new(),
    ];
    writes.extend(proof.map(|(email, shown)| {
        let same_password = Condition::equals("passwordHash", shown.password_hash);
        Write::check(&IDENTITY, keys::sign_in(&email), same_password)
    }));
    match ctx.store.transact(Transaction::of(writes)).await {
        Err(error) if error.is_condition_failed() => return Err(Error::WrongPassword),
        done => done?,
    }
    let user = find::get_user(ctx.store.as_ref(), user_id).await?;
    Ok(SignedIn { token: secret.reveal(), user: UserView::of(&user, &account.roles) })
}

fn user_agent(ctx: &Ctx) -> Option<String> {
    let text = ctx.headers.get(header::USER_AGENT)?.to_str().ok()?;
    Some(text.chars().take(MOST_USER_AGENT).collect())
}

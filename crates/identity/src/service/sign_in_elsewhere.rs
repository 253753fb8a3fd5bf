//! Someone signs in with the configured provider. The first time they get an account here; an account that is here already is linked
//! only by its owner ([`super::link_identity`]), and never because two e-mail addresses are alike.

use super::{
    change_roles::edit_counted,
    create_account::profile_write,
    sign_in::{From, SignedIn, start_session},
    take_over::find_without_account,
};
use crate::{
    error::{Error, Result},
    first, keys,
    live::Everyone,
    model::{Account, Email, Link, SignIn, User, provided_name},
    stored,
    tables::{IDENTITY, USERS},
};
use kernel::{Moment, Open, Role, UserId};
use outbound::{Oidc, oidc::Claims};
use store::{Store, StoreError, Transaction, put, readable_row};
use uuid::Uuid;
use web::{Expected, Fault, Registration, Services};

/// Attempts to create an account while concurrent sign-ins of the same identity do so too.
const MAX_ATTEMPTS: usize = 4;
/// Name of a person whose provider shares nothing that can be shown.
const UNNAMED: &str = "New member";

/// What names someone at the provider.
pub fn identity(oidc: &Oidc, claims: &Claims) -> Result<String> {
    let sub = claims.text("sub").ok_or(Error::ForeignSignIn)?;
    Ok(keys::oidc_hash(&oidc.settings.issuer, sub))
}

/// The account that an identity opens.
pub async fn find_linked(store: &dyn Store, identity: &str) -> Result<Option<Account>> {
    let link = store.get(&IDENTITY, &keys::link(identity)).await?;
    let link: Option<Link> = link.and_then(|row| readable_row(&IDENTITY, row));
    let Some(link) = link else { return Ok(None) };
    match stored::get_account(store, link.user_id).await {
        Ok(account) => Ok(Some(account)),
        Err(Error::NoSuchAccount) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Signs in who the provider says it is; `invited` says whether they come by an invitation.
pub async fn sign_in_elsewhere(
    services: &Services,
    oidc: &Oidc,
    from: From,
    claims: &Claims,
    invited: bool,
) -> Result<SignedIn> {
    let identity = identity(oidc, claims)?;
    let account = find_or_create(services, oidc, claims, &identity, invited).await?;
    let account = with_roles(services, oidc, claims, account).await?;
    start_session(services, from, account, None).await
}

/// Returns the account that the identity opens, creating it at the first sign-in. Of concurrent first ones all get the same account.
async fn find_or_create(
    services: &Services,
    oidc: &Oidc,
    claims: &Claims,
    identity: &str,
    invited: bool,
) -> Result<Account> {
    for _ in 0..MAX_ATTEMPTS {
        if let Some(account) = find_linked(services.store.as_ref(), identity).await? {
            return Ok(account);
        }
        match create(services, oidc, claims, identity, invited).await {
            Err(Error::Fault(Fault::Store(StoreError::ConditionFailed(_) | StoreError::Conflict))) => {}
            done => return done,
        }
    }
    Err(Fault::Contended.into())
}

/// The roles that the configured claim names; `None` where roles are given here.
fn claimed(oidc: &Oidc, claims: &Claims) -> Option<Vec<Role>> {
    let named = claims.texts(oidc.settings.roles_claim.as_deref()?);
    let roles = [Role::SuperAdmin, Role::Admin, Role::Manager].into_iter();
    Some(roles.filter(|role| named.contains(&format!("{role:?}").as_str())).collect())
}

async fn with_roles(services: &Services, oidc: &Oidc, claims: &Claims, account: Account) -> Result<Account> {
    match claimed(oidc, claims) {
        Some(roles) if account.provider.is_some() && roles != account.known_roles() => {
            let set = |account: &mut Account| account.set_roles(roles.iter().copied());
            edit_counted(services, account.user_id, &Expected::any(), set, |_| Ok(Vec::new())).await
        }
        _ => Ok(account),
    }
}

async fn create(
    services: &Services,
    oidc: &Oidc,
    claims: &Claims,
    identity: &str,
    invited: bool,
) -> Result<Account> {
    match services.settings.registration {
        Registration::Off => return Err(Error::RegistrationClosed),
        Registration::Invited if !invited && first::is_taken(services.store.as_ref()).await? => {
            return Err(Error::NotInvited);
        }
        _ => {}
    }
    let email = Email::parse(claims.text("email").ok_or(Error::NoEmail)?)?;
    let now = Moment::from(services.clock.now());
    let verified = claims.is("email_verified");
    let (user_id, row) = new_id(services, claims).await?;
    let names = [claims.text("name"), claims.text("given_name"), Some(local_part(&email))];
    let known = row.as_ref().map(|row| row.display_name.clone());
    let display_name = known.or_else(|| names.into_iter().flatten().find_map(provided_name));
    let account = Account {
        user_id,
        email: email.to_string(),
        display_name: display_name.unwrap_or_else(|| UNNAMED.to_owned()),
        time_zone: row.as_ref().and_then(|row| row.time_zone.clone()),
        roles: claimed(oidc, claims).unwrap_or_default().into_iter().map(Open::Known).collect(),
        epoch: 1,
        resets: 0,
        reset_at: None,
        confirmed_at: verified.then_some(now),
        provider: Some(oidc.settings.issuer.clone()),
        links: vec![identity.to_owned()],
        last_login_at: None,
        last_login_ip: None,
        version: 1,
        created_at: now,
        deleted_at: None,
        deactivated_at: None,
    };
    store_new(services, &account, &email, row.as_ref(), now).await?;
    tracing::info!(target: "audit", audit = true, user = %user_id, "account created by a sign-in provider");
    Ok(account)
}

fn local_part(email: &Email) -> &str {
    email.as_str().split('@').next().unwrap_or_default()
}

/// Returns the provider's own id, so that data made with it goes on being this person's, with the row of `Users` that has it. Another id
/// where that is no UUID, or somebody's account.
async fn new_id(services: &Services, claims: &Claims) -> Result<(UserId, Option<User>)> {
    let store = services.store.as_ref();
    if let Some(id) = claims.text("sub").and_then(|sub| Uuid::parse_str(sub).ok()).map(UserId) {
        if store.get(&USERS, &keys::user(id)).await?.is_none() {
            return Ok((id, None));
        }
        if let Some(row) = find_without_account(store, id).await? {
            return Ok((id, Some(row)));
        }
    }
    Ok((UserId(services.rng.uuid_v4()), None))
}

/// Stores the account. A verified address that nobody has is theirs: it has a record that no password opens.
async fn store_new(
    services: &Services,
    account: &Account,
    email: &Email,
    row: Option<&User>,
    now: Moment,
) -> Result<()> {
    let user_id = account.user_id;
    let link = Link { user_id, issuer: account.provider.clone(), created_at: now };
    let mut writes = vec![
        put(&IDENTITY, keys::link(&account.links[0]), &link)?.if_new(),
        put(&IDENTITY, keys::account(user_id), account)?.if_new(),
        profile_write(account, row, now)?,
    ];
    let verified = account.confirmed_at.is_some();
    if verified && stored::find_sign_in(services.store.as_ref(), email).await?.is_none() {
        let record = SignIn { user_id, password_hash: String::new(), created_at: now };
        writes.push(put(&IDENTITY, keys::sign_in(email), &record)?.if_new());
    }
    writes.extend(Everyone::mark(services, user_id)?);
    services.store.transact(Transaction::of(writes)).await?;
    Everyone::changed(services, user_id);
    Ok(())
}

//! Key shapes of `Users` and `Identity`, and of our rows in `System`; nothing else builds one.
//!
//! Everything that hangs on an account shares its partition, so that a request's credential and account are one batch read, and
//! a person's sessions one query:
//!
//! | PK | SK | what |
//! | --- | --- | --- |
//! | `EMAIL#{email}` | `SIGN_IN` | whose e-mail it is, and the password's hash |
//! | `OIDC#{hash of issuer and sub}` | `LINK` | whose account it is that signs in elsewhere |
//! | `USER#{userId}` | `ACCOUNT` | name, roles, and the epoch that sessions must be of |
//! | `USER#{userId}` | `SESSION#{id}`, `TOKEN#{id}`, `RESET#{id}`, `CONFIRM#{id}`, `TAKEOVER#{id}` | hashes of secrets |
//! | `INSTANCE` | `SUPER_ADMINS` | how many there are; its first put decides who is the first account |
//! | `INSTANCE` | `KEY` | the fingerprint of the key file this data belongs to |
//!
//! In `System`:
//!
//! | PK | SK | what |
//! | --- | --- | --- |
//! | `FEED#{userId}` | `SECRET` | the hash of the secret in the address of somebody's calendar |
//! | `PUSH#{userId}` | `{id}` | a browser or phone that wants messages |
//! | `TOLD#{MAC of person and occasion}` | `TOLD` | which ways an announcement has been delivered by |
//! | `MAILED#{MAC of an address}` | `CONFIRM`, `RESET`, `OTHERS` | letters of fixed words of the last day |
//! | `MAILED#{MAC of an address}` | `{kind}#{MAC of a thing}` | that the address was written to about the thing |
//! | `MAILED#{MAC of a network address}` | `HOUR` | letters of the last hour that callers there had sent |
//! | `NOMAIL#{MAC of an address}` | `NOMAIL` | that its owner wants no mail |
//! | `MAILFAILED` | `{day}#{kind}` | letters that did not go out, and why the last one |

use crate::model::{Email, SecretKind};
use data_encoding::BASE64URL_NOPAD;
use kernel::{Keyring, Moment, UserId};
use std::net::IpAddr;
use store::{Key, Query};
use uuid::Uuid;
use web::system::SYSTEM;

use crate::tables::IDENTITY;

const MAIL_FAILURES: &str = "MAILFAILED";

pub fn user(user: UserId) -> Key {
    Key::only(user.to_string())
}

pub fn sign_in(email: &Email) -> Key {
    Key::new(format!("EMAIL#{email}"), "SIGN_IN")
}

/// What names someone's identity at a provider. Neither issuer nor name can be read from it.
pub fn oidc_hash(issuer: &str, sub: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [issuer, sub] {
        // Lengths first, so that no two pairs run together.
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// A link by the hash that an account keeps of it.
pub fn link(hash: &str) -> Key {
    Key::new(format!("OIDC#{hash}"), "LINK")
}

pub fn account(user: UserId) -> Key {
    Key::new(partition(user), "ACCOUNT")
}

pub fn secret(user: UserId, kind: SecretKind, id: Uuid) -> Key {
    Key::new(partition(user), format!("{}#{id}", prefix(kind)))
}

/// There is one calendar address at most, so a new one takes the place of the old.
pub fn feed(user: UserId) -> Key {
    Key::new(format!("{}#{user}", prefix(SecretKind::Feed)), "SECRET")
}

pub fn push(user: UserId, id: Uuid) -> Key {
    Key::new(push_partition(user), id.to_string())
}

/// A person's push subscriptions.
pub fn pushes_of(user: UserId) -> Query {
    Query::table(&SYSTEM, push_partition(user))
}

/// Which ways an announcement has been delivered by. The key names nobody: it outlives the account.
pub fn told(keyring: &Keyring, announcement: &str) -> Key {
    let name = keyring.mac("told", &[announcement.as_bytes()]);
    Key::new(format!("TOLD#{}", BASE64URL_NOPAD.encode(&name)), "TOLD")
}

/// Which subscriptions an announcement has been pushed to.
pub fn pushed(keyring: &Keyring, announcement: &str) -> Key {
    told(keyring, &format!("push {announcement}"))
}

/// Name of an e-mail address in keys; the address cannot be read from it.
pub fn mail_address(keyring: &Keyring, email: &Email) -> String {
    BASE64URL_NOPAD.encode(&keyring.mac("mail address", &[email.as_str().as_bytes()]))
}

/// Name of a network address in keys.
pub fn network_address(keyring: &Keyring, address: IpAddr) -> String {
    BASE64URL_NOPAD.encode(&keyring.mac("network address", &[address.to_string().as_bytes()]))
}

/// Name of a letter or a thing in rows that outlive it.
pub fn letter(keyring: &Keyring, name: &str) -> String {
    BASE64URL_NOPAD.encode(&keyring.mac("letter", &[name.as_bytes()])[..18])
}

/// Letters to an address, or from one, that one counter counts.
pub fn mailed(address: &str, counter: &str) -> Key {
    Key::new(format!("MAILED#{address}"), counter)
}

/// That the owner of an address wants no mail.
pub fn no_mail(address: &str) -> Key {
    Key::new(format!("NOMAIL#{address}"), "NOMAIL")
}

/// Letters of a day that did not go out for this kind of reason.
pub fn mail_failures(now: Moment, kind: &str) -> Key {
    Key::new(MAIL_FAILURES, format!("{}#{kind}", &now.to_string()[..10]))
}

pub fn all_mail_failures() -> Query {
    Query::table(&SYSTEM, MAIL_FAILURES)
}

fn push_partition(user: UserId) -> String {
    format!("PUSH#{user}")
}

pub fn super_admins() -> Key {
    Key::new("INSTANCE", "SUPER_ADMINS")
}

pub fn key_fingerprint() -> Key {
    Key::new("INSTANCE", "KEY")
}

/// A person's secrets of one kind, newest first: their ids sort by time.
pub fn secrets_of(user: UserId, kind: SecretKind) -> Query {
    Query::table(&IDENTITY, partition(user)).begins_with(format!("{}#", prefix(kind))).reverse()
}

/// Everything in `Identity` that hangs on an account, without the account itself.
pub fn everything_on(user: UserId) -> impl Iterator<Item = Query> {
    [SecretKind::Session, SecretKind::Token, SecretKind::Reset, SecretKind::Confirm, SecretKind::TakeOver]
        .into_iter()
        .map(move |kind| secrets_of(user, kind))
}

fn partition(user: UserId) -> String {
    format!("USER#{user}")
}

fn prefix(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::Session => "SESSION",
        SecretKind::Token => "TOKEN",
        SecretKind::Reset => "RESET",
        SecretKind::Confirm => "CONFIRM",
        SecretKind::TakeOver => "TAKEOVER",
        SecretKind::Feed => "FEED",
    }
}

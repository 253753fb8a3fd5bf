//! "No more mail from this server": a link in every letter to an unconfirmed address. It names the address by its MAC alone.

use crate::{keys, model::Email};
use kernel::{Moment, secret};
use serde::Serialize;
use store::{Write, put};
use web::{Services, system::SYSTEM};

/// Stored while the owner of an address wants no mail. Without `ttl`: the choice does not wear off.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Chosen {
    chosen_at: Moment,
}

/// Returns the address of the page where the owner of `email` chooses.
pub fn url(services: &Services, email: &Email) -> String {
    let name = keys::mail_address(&services.keys, email);
    format!("{}/unsubscribe/mail/{name}.{}", services.settings.base_url, signature(services, &name))
}

fn signature(services: &Services, name: &str) -> String {
    services.keys.signature("no mail", &[name.as_bytes()])
}

/// Returns the name of the address that a token is good for, `None` for one that was not made here.
pub fn read(services: &Services, token: &str) -> Option<String> {
    let (name, signed) = token.split_once('.')?;
    secret::same(signature(services, name), signed).then(|| name.to_owned())
}

pub async fn is_chosen(services: &Services, email: &Email) -> store::Result<bool> {
    is_chosen_by(services, &keys::mail_address(&services.keys, email)).await
}

pub async fn is_chosen_by(services: &Services, name: &str) -> store::Result<bool> {
    Ok(services.store.get(&SYSTEM, &keys::no_mail(name)).await?.is_some())
}

pub async fn choose(services: &Services, name: &str) -> store::Result<()> {
    let chosen = Chosen { chosen_at: services.clock.now().into() };
    services.store.write(put(&SYSTEM, keys::no_mail(name), &chosen)?).await
}

pub async fn allow(services: &Services, name: &str) -> store::Result<()> {
    services.store.write(Write::delete(&SYSTEM, keys::no_mail(name))).await
}

/// The write that takes the choice back: confirming an address asks for its mail.
pub fn allowed(services: &Services, email: &Email) -> Write {
    Write::delete(&SYSTEM, keys::no_mail(&keys::mail_address(&services.keys, email)))
}

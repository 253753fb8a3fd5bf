//! Someone who forgot their password asks for a link that sets a new one; an operator can make one too.

use crate::{
    error::{Error, Result},
    keys,
    model::{Account, Email, Secret, SecretKind, SecretRow},
    stored,
    tables::IDENTITY,
    urls,
};
use jiff::SignedDuration;
use kernel::Moment;
use outbound::Letter;
use std::{net::IpAddr, sync::Arc};
use store::put;
use web::{Quota, Services};

/// How long a mailed link is good.
const MAILED_LINK: SignedDuration = SignedDuration::from_hours(1);
/// How long a link is good that the operator hands over.
pub const HANDED_LINK: SignedDuration = SignedDuration::from_hours(24);

/// Mails a link, if there is such an account. The answer comes first and tells neither by its words nor by its time.
pub fn request_reset(services: Arc<Services>, from: IpAddr, email: &str) -> Result<()> {
    let email = Email::parse(email)?;
    services.quotas.take(Quota::Registrations, from)?;
    // Nobody's letter box is filled from many addresses either; who asks learns nothing of it.
    if services.quotas.take_as(Quota::Registrations, &format!("letters to {email}")).is_ok() {
        tokio::spawn(mail_link(services, email));
    }
    Ok(())
}

async fn mail_link(services: Arc<Services>, email: Email) {
    let sent = async {
        let found = stored::find_account(services.store.as_ref(), &email).await?;
        let Some(account) = found.filter(Account::is_active) else { return Ok(()) };
        let link = make_link(&services, &account, MAILED_LINK).await?;
        if let Err(error) = services.outbound.mail.send(letter(&account, &link)).await {
            tracing::error!(%error, user = %account.user_id, "a reset link could not be mailed");
        }
        Ok::<_, Error>(())
    };
    if let Err(error) = sent.await {
        tracing::error!(%error, "a reset link could not be made");
    }
}

fn letter(account: &Account, link: &str) -> Letter {
    let name = &account.display_name;
    let text = format!(
        "Hello {name},\n\nOpen this link to set a new password. It works once, for an hour:\n\n{link}\n\n\
         If you did not ask for it, do nothing. Your password stays as it is.\n"
    );
    let subject = "Set a new password for Roundtable".to_owned();
    Letter { to: account.email.clone(), subject, text, ..Letter::default() }
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

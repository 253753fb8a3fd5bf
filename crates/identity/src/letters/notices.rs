//! Letters that notify the owner of an account of what was done to it.

use super::{Body, GIVEN_UP_AFTER, failures, message_id, post};
use crate::{error::Error, model::Account, stored};
use kernel::UserId;
use outbound::{Letter, NotSent};
use store::StoreError;
use web::{Progress, Services, WorkItem};

/// Notifies the owner of the work item's account, within a day. Nobody is notified whose address is unconfirmed, for it may be somebody
/// else's, or whose account is deactivated.
pub async fn notify_owner(
    services: &Services,
    item: &WorkItem,
    user: UserId,
    subject: &str,
    body: impl FnOnce(&Account) -> Body,
) -> store::Result<Progress> {
    let account = match stored::get_account(services.store.as_ref(), user).await {
        Ok(account) => account,
        Err(Error::NoSuchAccount) => return Ok(Progress::Done),
        Err(error) => return Err(error.into()),
    };
    if account.confirmed_at.is_none() || !account.is_active() || !services.outbound.mail.delivers() {
        return Ok(Progress::Done);
    }
    if item.created_at.duration_until(services.clock.now()) > GIVEN_UP_AFTER {
        failures::note(services, "expired", "").await;
        return Ok(Progress::Done);
    }
    let body = body(&account);
    let letter = Letter {
        to: account.email,
        subject: subject.to_owned(),
        text: body.text(),
        html: body.html(),
        message_id: Some(message_id(services, &format!("{}#{}#{}", item.kind, item.id, item.created_at))),
        ..Letter::default()
    };
    match post(services, letter).await {
        Ok(()) | Err(NotSent::Refused(_)) => Ok(Progress::Done),
        Err(NotSent::Later(why)) => Err(StoreError::Unavailable(why)),
    }
}

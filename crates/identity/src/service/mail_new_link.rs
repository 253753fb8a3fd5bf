//! Mails the owner of an account that an identity at a provider was linked to it, so that a link made by anyone else is noticed.

use crate::{letters, model::Account, stored, urls};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::UserId;
use outbound::{Letter, NotSent};
use store::{StoreError, Write};
use web::{Progress, Services, WorkHandler, WorkItem, work};

const WORK: &str = "identity.mail_new_link";

/// Returns the write that has the letter sent; `provider` is the name people know it by.
pub fn enqueue(user: UserId, identity: &str, provider: &str, now: Timestamp) -> store::Result<Write> {
    work::enqueue(WORK, &format!("{user}#{identity}"), &provider, now)
}

pub struct MailNewLink;

#[async_trait]
impl WorkHandler for MailNewLink {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let provider: String = item.detail()?;
        let user = item.id.split('#').next().and_then(|id| id.parse::<UserId>().ok());
        let Some(user) = user else { return Ok(Progress::Done) };
        let Ok(account) = stored::get_account(services.store.as_ref(), user).await else {
            return Ok(Progress::Done);
        };
        // The owner of an unconfirmed address may be someone else.
        if account.confirmed_at.is_some() && services.outbound.mail.delivers() {
            match letters::post(services, letter(services, &account, &provider)).await {
                Ok(()) | Err(NotSent::Refused(_)) => {}
                Err(NotSent::Later(why)) => return Err(StoreError::Unavailable(why)),
            }
        }
        Ok(Progress::Done)
    }
}

fn letter(services: &Services, account: &Account, provider: &str) -> Letter {
    let name = &account.display_name;
    let (me, forgot) = (urls::absolute(services, urls::ME), urls::absolute(services, urls::FORGOT));
    let text = format!(
        "Hello {name},\n\nA sign-in at {provider} was linked to your Roundtable account and now opens it. You can remove it \
         on your account page:\n\n{me}\n\nIf this was not you, set a new password. That removes the link and signs out every \
         device:\n\n{forgot}\n"
    );
    let subject = "A new sign-in was linked to your Roundtable account".to_owned();
    Letter { to: account.email.clone(), subject, text, ..Letter::default() }
}

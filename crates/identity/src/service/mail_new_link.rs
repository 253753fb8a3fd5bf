//! Mails the owner of an account that an identity at a provider was linked to it, so that a link made by anyone else is noticed.

use crate::{
    letters::{Body, notify_owner},
    model::Account,
    urls,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::UserId;
use store::Write;
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
        let subject = "A new sign-in was linked to your Roundtable account";
        notify_owner(services, item, user, subject, |account| body(services, account, &provider)).await
    }
}

fn body(services: &Services, account: &Account, provider: &str) -> Body {
    let forgot = urls::absolute(services, urls::FORGOT);
    Body {
        before: vec![
            format!("Hello {},", account.display_name),
            format!(
                "A sign-in at {provider} was linked to your Roundtable account and now opens it. You can remove it on your account page:"
            ),
        ],
        link: ("Open your account".to_owned(), urls::absolute(services, urls::ME)),
        after: vec![
            "If this was not you, set a new password. That removes the link and signs out every device."
                .to_owned(),
        ],
        links: vec![("Set a new password".to_owned(), forgot)],
    }
}

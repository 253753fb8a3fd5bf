//! A SuperAdmin makes a link with which somebody else sets a new password, to hand over where no mail arrives. Its owner is told, so
//! that nobody's password is reset behind their back.

use super::request_reset::make_link;
use crate::{
    error::{Error, Result},
    letters::{Body, notify_owner},
    model::Account,
    stored, urls,
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Moment, Role, UserId};
use web::{Ctx, Progress, Services, WorkHandler, WorkItem, work};

/// How long such a link is good.
const LINK: SignedDuration = SignedDuration::from_hours(1);
const WORK: &str = "identity.reset_link_handed";

/// Returns the link and when it ends. Fails for another SuperAdmin, over whom none of them stands.
pub async fn hand_reset_link(ctx: &Ctx, user: UserId) -> Result<(String, Moment)> {
    let by = ctx.actor.with_role(Role::SuperAdmin)?.user_id;
    ctx.in_person()?;
    let account = stored::get_account(ctx.store.as_ref(), user).await?;
    if account.is_super_admin() && user != by {
        return Err(Error::OtherSuperAdmin);
    }
    if !account.is_active() {
        return Err(Error::Deactivated);
    }
    let now = Moment::from(ctx.clock.now());
    // First, so that there is no link of which its owner does not learn.
    ctx.store.write(work::enqueue(WORK, &user.to_string(), &(), *now)?).await?;
    ctx.work_bell.notify_one();
    let link = make_link(ctx, &account, LINK).await?;
    tracing::info!(target: "audit", audit = true, %user, %by, "reset link made");
    let path = link.strip_prefix(&ctx.settings.base_url).unwrap_or(&link);
    Ok((ctx.url(path), now.plus(LINK)))
}

/// Tells the owner of an account that a link was made for it.
pub struct TellOwner;

#[async_trait]
impl WorkHandler for TellOwner {
    fn kind(&self) -> &'static str {
        WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(user) = item.id.parse::<UserId>() else { return Ok(Progress::Done) };
        let subject = "A link to set a new password for Roundtable";
        notify_owner(services, item, user, subject, |account| body(services, account)).await
    }
}

fn body(services: &Services, account: &Account) -> Body {
    let made =
        "An administrator made a link that sets a new password for your account. It works once, for an hour.";
    Body {
        before: vec![format!("Hello {},", account.display_name), made.to_owned()],
        link: ("Open your account".to_owned(), urls::absolute(services, urls::ME)),
        after: vec!["If you did not ask for it, tell the people who run this server.".to_owned()],
        links: Vec::new(),
    }
}

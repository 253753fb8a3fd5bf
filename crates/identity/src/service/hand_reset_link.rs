//! A SuperAdmin makes a link with which somebody else sets a new password, to hand over where no mail arrives. Its owner is told, so
//! that nobody's password is reset behind their back.

use super::request_reset::make_link;
use crate::{
    error::{Error, Result},
    letters, stored,
};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Moment, Role, UserId};
use outbound::{Letter, NotSent};
use store::StoreError;
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
        let account = match stored::get_account(services.store.as_ref(), user).await {
            Ok(account) if account.confirmed_at.is_some() && services.outbound.mail.delivers() => account,
            Ok(_) | Err(Error::NoSuchAccount) => return Ok(Progress::Done),
            Err(error) => return Err(StoreError::Unavailable(error.to_string())),
        };
        match letters::post(services, letter(&account.display_name, account.email)).await {
            Ok(()) | Err(NotSent::Refused(_)) => Ok(Progress::Done),
            Err(NotSent::Later(why)) => Err(StoreError::Unavailable(why)),
        }
    }
}

fn letter(name: &str, to: String) -> Letter {
    let text = format!(
        "Hello {name},\n\nAn administrator made a link that sets a new password for your account. It works once, for an hour.\n\n\
         If you did not ask for it, tell the people who run this server.\n"
    );
    Letter {
        to,
        subject: "A link to set a new password for Roundtable".to_owned(),
        text,
        ..Letter::default()
    }
}

//! What a stream was opened by (a session, an API token, a link, a membership, a role), judged again when that may have ended.
//!
//! The end of each is published as a change of the account's topic, which reaches every server as any other topic does. What ends by
//! itself is judged at that time.

use super::{Watched, hub::Revs};
use crate::{Credential, Ctx, Services};
use futures::future::pending;
use jiff::{SignedDuration, Timestamp};
use kernel::{Clock, UserId};
use std::time::Duration;
use tokio::{sync::watch, time::sleep};

/// Shortest wait before a credential is judged at its end, so that a provider's leeway does not keep a thread busy.
const SHORTEST: Duration = Duration::from_millis(250);
/// When storage did not answer.
const RETRY: SignedDuration = SignedDuration::from_secs(1);

/// Topic of the changes after which an account's streams are judged again.
pub fn account_topic(user: UserId) -> String {
    format!("account:{user}")
}

/// What one stream was opened by.
pub struct Grant {
    caller: Option<Caller>,
    /// Changes of the account that it comes from: a link's maker's, else the caller's.
    account: Option<watch::Receiver<Revs>>,
    /// When it is judged again, whatever happens until then.
    judge_at: Option<Timestamp>,
}

struct Caller {
    credential: Credential,
    user: UserId,
}

impl Grant {
    /// Follows the account that the stream depends on from now on.
    pub fn of<W: Watched>(ctx: &Ctx, rights: &W::Rights) -> Self {
        let caller = || Some(Caller { user: ctx.actor.user_id()?, credential: ctx.credential()? });
        let maker = W::granted_by(rights);
        // Rights that a link grants do not end with the session of the browser that shows it.
        let caller = if maker.is_some() { None } else { caller() };
        let user = maker.or(caller.as_ref().map(|caller| caller.user));
        let account = user.map(|user| ctx.live.0.subscribe(&account_topic(user)));
        Self { caller, account, judge_at: None }
    }

    /// Waits until it has to be judged again.
    pub async fn due(&mut self, clock: &dyn Clock) {
        let at = self.judge_at;
        let time = async {
            let Some(at) = at else { return pending().await };
            let left = Duration::try_from(at.duration_since(clock.now())).unwrap_or_default();
            sleep(left.max(SHORTEST)).await;
        };
        let change = async {
            let changed = match &mut self.account {
                Some(account) => account.changed().await.is_ok(),
                None => false,
            };
            if !changed {
                pending::<()>().await;
            }
        };
        tokio::select! {
            () = time => {}
            () = change => {}
        }
    }

    /// Returns whether it still holds. While storage does not answer, it does, and is soon judged again.
    pub async fn holds<W: Watched>(&mut self, services: &Services, id: &W::Id, rights: &W::Rights) -> bool {
        let judged = self.judge::<W>(services, id, rights).await;
        judged.unwrap_or_else(|_| {
            self.judge_at = services.clock.now().checked_add(RETRY).ok();
            true
        })
    }

    async fn judge<W: Watched>(
        &mut self,
        services: &Services,
        id: &W::Id,
        rights: &W::Rights,
    ) -> store::Result<bool> {
        let account = match &self.caller {
            None => None,
            Some(caller) => match services.authenticator.revalidate(&caller.credential).await? {
                Some(valid) if valid.account.user_id == caller.user => {
                    self.judge_at = valid.ends_at;
                    Some(valid.account)
                }
                _ => return Ok(false),
            },
        };
        W::holds(services, id, rights, account.as_ref()).await
    }
}

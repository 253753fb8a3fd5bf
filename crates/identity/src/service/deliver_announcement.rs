//! Delivers what a person is told by mail and push, as they have chosen, once.
//!
//! What was delivered is noted per way, so that a way that failed is tried again without repeating the other. A way is noted before it is
//! used: after a crash in between it is used again with the same `Message-ID` or push topic, by which the person sees one.

use crate::{
    keys,
    model::{PushRow, User},
    stored, unsubscribe,
};
use async_trait::async_trait;
use data_encoding::BASE64URL_NOPAD;
use jiff::SignedDuration;
use kernel::UserId;
use outbound::{Letter, PushError, PushMessage, PushTo};
use serde::{Deserialize, Serialize};
use store::{Key, StoreError, Write, from_item, put, query_all};
use uuid::Uuid;
use web::{
    Progress, Services, WorkHandler, WorkItem,
    notify::{self, Announcement},
    system::SYSTEM,
};

/// How long it is remembered that something was told.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(14 * 24);
/// After this long nobody wants to hear of it any more.
const WORTH_TELLING: SignedDuration = SignedDuration::from_hours(24);
/// How long a push service keeps a message for a browser that is not there, in seconds.
const KEEP: u32 = 24 * 3_600;

/// Which ways were taken already.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    mailed: bool,
    pushed: Vec<Uuid>,
    ttl: i64,
}

pub struct DeliverAnnouncement;

#[async_trait]
impl WorkHandler for DeliverAnnouncement {
    fn kind(&self) -> &'static str {
        notify::WORK
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let announcement: Announcement = item.detail()?;
        let now = services.clock.now();
        let stale = item.created_at.duration_until(now) > WORTH_TELLING;
        let user = stored::find_user(services.store.as_ref(), announcement.user).await?;
        let Some(user) = user.filter(|user| !stale && user.wants(announcement.topic)) else {
            return Ok(Progress::Done);
        };
        Delivery { services, announcement }.deliver(&user).await?;
        Ok(Progress::Done)
    }
}

struct Delivery<'a> {
    services: &'a Services,
    announcement: Announcement,
}

impl Delivery<'_> {
    async fn deliver(&self, user: &User) -> store::Result<()> {
        let mut told = self.told().await?;
        let mut failed = None;
        if !told.mailed && self.services.outbound.mail.delivers() {
            failed = self.mail(user).await.err();
            if failed.is_none() {
                told.mailed = true;
                self.note(&told).await?;
            }
        }
        for row in self.subscriptions().await? {
            if told.pushed.contains(&row.id) {
                continue;
            }
            match self.push(&row).await? {
                Ok(()) => {
                    told.pushed.push(row.id);
                    self.note(&told).await?;
                }
                Err(error) => failed = Some(error),
            }
        }
        failed.map_or(Ok(()), |error| Err(StoreError::Unavailable(error)))
    }

    fn told_at(&self) -> Key {
        keys::told(&self.services.keys, &self.announcement.id())
    }

    async fn told(&self) -> store::Result<Told> {
        let found = self.services.store.get(&SYSTEM, &self.told_at()).await?;
        Ok(found.map(from_item).transpose()?.unwrap_or_default())
    }

    /// One process at a time delivers one announcement, which its lease sees to.
    async fn note(&self, told: &Told) -> store::Result<()> {
        let ttl = (self.services.clock.now() + REMEMBERED).as_second();
        let told = Told { ttl, ..told.clone() };
        self.services.store.write(put(&SYSTEM, self.told_at(), &told)?).await
    }

    async fn subscriptions(&self) -> store::Result<Vec<PushRow>> {
        let rows = query_all(self.services.store.as_ref(), keys::pushes_of(self.announcement.user)).await?;
        rows.into_iter().map(from_item).collect()
    }

    async fn mail(&self, user: &User) -> Result<(), String> {
        let Some(email) = &user.email else { return Ok(()) };
        let (services, told) = (self.services, &self.announcement);
        let address = |path: &str| format!("{}{path}", services.settings.base_url);
        let unsubscribe = address(&unsubscribe::path(services, told.user, told.topic));
        let letter = Letter {
            to: email.clone(),
            subject: told.title.clone(),
            text: format!(
                "{}\n\n{}\n\nYou get this because you chose to. To stop such messages: {unsubscribe}\n",
                told.text,
                address(&told.path)
            ),
            message_id: Some(format!("<{}@{}>", self.name(), host(&services.settings.base_url))),
            unsubscribe: Some(unsubscribe),
        };
        services.outbound.mail.send(letter).await.map_err(|error| error.to_string())
    }

    /// The outer error is storage's; the inner one says why the message should be tried again.
    async fn push(&self, row: &PushRow) -> store::Result<Result<(), String>> {
        let (services, told) = (self.services, &self.announcement);
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap_or_default();
        let to = PushTo {
            endpoint: row.endpoint.clone(),
            public_key: decode(&row.p256dh),
            secret: decode(&row.auth),
        };
        let content = serde_json::json!({ "title": told.title, "body": told.text, "path": told.path, "tag": self.name() });
        let message = PushMessage { topic: self.name(), content: content.to_string(), keep: KEEP };
        match services.outbound.push.send(&to, &message, services.clock.now()).await {
            Ok(()) => Ok(Ok(())),
            Err(PushError::Gone) => self.forget(told.user, row.id).await.map(Ok),
            Err(PushError::Refused(why)) => {
                tracing::warn!(why, "a push message was refused and is not sent again");
                Ok(Ok(()))
            }
            Err(PushError::Later(why)) => Ok(Err(why)),
        }
    }

    async fn forget(&self, user: UserId, subscription: Uuid) -> store::Result<()> {
        self.services.store.write(Write::delete(&SYSTEM, keys::push(user, subscription))).await
    }

    /// The same in every try: mail programs and push services know the message again by it.
    fn name(&self) -> String {
        let mac = self.services.keys.mac("announcement", &[self.announcement.id().as_bytes()]);
        BASE64URL_NOPAD.encode(&mac[..18])
    }
}

fn host(base_url: &str) -> &str {
    base_url.split_once("://").map_or(base_url, |(_, host)| host).split(':').next().unwrap_or_default()
}

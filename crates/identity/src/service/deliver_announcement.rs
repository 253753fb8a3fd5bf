//! Delivers what a person is told by mail and push, as they have chosen, once.
//!
//! What was delivered is noted per way, so that a way that failed is tried again without repeating the other. After a crash before the
//! note it is used again with the same `Message-ID` or push topic, by which the person sees one. Push services are strangers' machines:
//! their messages are work of a kind of its own ([`super::push_announcement`]), so that no letter waits for them.

use crate::{
    error::Error,
    keys,
    letters::{self, Body},
    model::{Account, User},
    service::push_announcement,
    stored, unsubscribe,
};
use async_trait::async_trait;
use data_encoding::BASE64URL_NOPAD;
use jiff::SignedDuration;
use outbound::{Letter, NotSent};
use serde::{Deserialize, Serialize};
use store::{Key, StoreError, from_item, put};
use web::{
    Progress, Services, WorkHandler, WorkItem,
    notify::{self, Announcement},
    system::SYSTEM,
};

/// How long it is remembered that something was told.
pub const REMEMBERED: SignedDuration = SignedDuration::from_hours(14 * 24);
/// After this long nobody wants to hear of it any more.
pub const WORTH_TELLING: SignedDuration = SignedDuration::from_hours(24);

/// Which ways were taken already.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Told {
    mailed: bool,
    /// Whether the messages to this person's browsers are recorded as work.
    #[serde(default)]
    pushes: bool,
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
        let Some((user, account)) = find_recipient(services, &announcement).await?.filter(|_| !stale) else {
            return Ok(Progress::Done);
        };
        Delivery { services, announcement }.deliver(&user, &account, item).await?;
        Ok(Progress::Done)
    }
}

/// Returns the person and their account, unless they do not want it or nobody can sign in to the account.
pub async fn find_recipient(
    services: &Services,
    announcement: &Announcement,
) -> store::Result<Option<(User, Account)>> {
    let store = services.store.as_ref();
    let user = stored::find_user(store, announcement.user).await?;
    let Some(user) = user.filter(|user| user.wants(announcement.topic)) else { return Ok(None) };
    match stored::get_account(store, user.user_id).await {
        Ok(account) => Ok(account.is_active().then_some((user, account))),
        Err(Error::NoSuchAccount) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

struct Delivery<'a> {
    services: &'a Services,
    announcement: Announcement,
}

impl Delivery<'_> {
    async fn deliver(&self, user: &User, account: &Account, item: &WorkItem) -> store::Result<()> {
        let mut told = self.told().await?;
        let mut failed = None;
        if !told.pushes
            && push_announcement::record(self.services, &self.announcement, user, item.created_at).await?
        {
            told.pushes = true;
            self.note(&told).await?;
        }
        if !told.mailed && self.services.outbound.mail.delivers() {
            failed = self.mail(account).await.err();
            if failed.is_none() {
                told.mailed = true;
                self.note(&told).await?;
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

    async fn mail(&self, account: &Account) -> Result<(), String> {
        let (services, told) = (self.services, &self.announcement);
        // Only the owner of an address wants letters there, and only confirming shows who that is.
        if account.confirmed_at.is_none() {
            return Ok(());
        }
        let address = |path: &str| format!("{}{path}", services.settings.base_url);
        let unsubscribe = told.topic.map(|topic| address(&unsubscribe::path(services, told.user, topic)));
        let links = told.links.iter().map(|(label, path)| (label.clone(), address(path)));
        let stop = unsubscribe.clone().map(|stop| ("Stop such messages".to_owned(), stop));
        let body = Body {
            before: vec![told.text.clone()],
            link: ("Open".to_owned(), address(&told.path)),
            after: Vec::new(),
            links: links.chain(stop).collect(),
        };
        let letter = Letter {
            to: account.email.clone(),
            subject: told.title.clone(),
            text: body.text(),
            html: body.html(),
            calendar: told.calendar.clone(),
            message_id: Some(letters::message_id(services, &told.id())),
            unsubscribe,
        };
        match letters::post(services, letter).await {
            Ok(()) | Err(NotSent::Refused(_)) => Ok(()),
            Err(NotSent::Later(why)) => Err(why),
        }
    }
}

/// Names an announcement, the same in every try: mail programs and push services know the message again by it.
pub fn name(services: &Services, announcement: &Announcement) -> String {
    let mac = services.keys.mac("announcement", &[announcement.id().as_bytes()]);
    BASE64URL_NOPAD.encode(&mac[..18])
}

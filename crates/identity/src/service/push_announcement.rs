//! Sends an announcement to a person's phone and browsers, all together and under one deadline: a push service is any address that a browser
//! named, and may never answer.

use super::deliver_announcement::{REMEMBERED, WORTH_TELLING, find_recipient, name};
use crate::{
    keys,
    model::{PushRow, User},
    tables::USERS,
};
use async_trait::async_trait;
use data_encoding::BASE64URL_NOPAD;
use futures::future::{join, join_all};
use jiff::SignedDuration;
use kernel::{Moment, UserId};
use outbound::{
    PushError, PushMessage, PushTo,
    push::{PhoneMessage, PhonePush},
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::{Condition, Write, from_item, put, query_all, readable};
use tokio::time::timeout;
use uuid::Uuid;
use web::{Progress, Services, WorkHandler, WorkItem, notify::Announcement, system::SYSTEM, work};

const WORK: &str = "announce.push";
/// All messages to one person have this long together.
const DEADLINE: Duration = Duration::from_secs(10);
/// A subscription that failed so often in a row is dropped.
const MOST_FAILURES: u32 = 5;
/// The rest after a first failure. Each further one is four times as long, so that an outage of an hour costs no subscription.
const REST: SignedDuration = SignedDuration::from_mins(1);
/// How long a push service keeps a message for a browser that is not there, in seconds.
const KEEP: u32 = 24 * 3_600;
/// People at once: most of a message's time is spent waiting.
const AT_ONCE: usize = 16;

/// The subscriptions that have the message.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Delivered {
    pushed: Vec<Uuid>,
    /// How often it could not be delivered to the phone.
    #[serde(default)]
    phone_failures: u32,
    ttl: i64,
}

/// Records that an announcement is to be pushed. Returns whether there is a phone or a subscription to push it to.
pub async fn record(
    services: &Services,
    announcement: &Announcement,
    user: &User,
    since: Moment,
) -> store::Result<bool> {
    if phone(services, user).is_none() {
        let any = services.store.query(keys::pushes_of(announcement.user).limit(1)).await?;
        if any.items.is_empty() {
            return Ok(false);
        }
    }
    services.store.write(work::enqueue(WORK, &announcement.id(), announcement, *since)?).await?;
    services.work_bell.notify_one();
    Ok(true)
}

pub struct PushAnnouncement;

#[async_trait]
impl WorkHandler for PushAnnouncement {
    fn kind(&self) -> &'static str {
        WORK
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let announcement: Announcement = item.detail()?;
        let stale = item.created_at.duration_until(services.clock.now()) > WORTH_TELLING;
        match find_recipient(services, &announcement).await? {
            Some((user, _)) if !stale => push(services, &announcement, &user).await,
            _ => Ok(Progress::Done),
        }
    }
}

/// Returns the way to a person's phone.
fn phone<'a>(services: &'a Services, user: &'a User) -> Option<(&'a dyn PhonePush, &'a str)> {
    Some((services.outbound.phones.as_deref()?, user.device_token.as_deref()?))
}

async fn push(services: &Services, announcement: &Announcement, user: &User) -> store::Result<Progress> {
    let key = keys::pushed(&services.keys, &announcement.id());
    let mut pushed: Delivered =
        services.store.get(&SYSTEM, &key).await?.map(from_item).transpose()?.unwrap_or_default();
    let rows = query_all(services.store.as_ref(), keys::pushes_of(announcement.user)).await?;
    let rows = readable::<PushRow>(&SYSTEM, rows);
    let rows: Vec<PushRow> = rows.into_iter().filter(|row| !pushed.pushed.contains(&row.id)).collect();
    let message = message(services, announcement);
    let to_browsers = join_all(rows.iter().map(|row| send(services, row, &message)));
    let to_phone = push_to_phone(services, announcement, user, &mut pushed);
    let (answers, failures_of_phone) = join(to_browsers, to_phone).await;
    let mut worst = failures_of_phone?;
    for (row, answer) in rows.iter().zip(answers) {
        match &answer {
            Ok(()) => pushed.pushed.push(row.id),
            Err(PushError::Gone) => {}
            Err(error) => {
                tracing::warn!(%error, failures = row.failures + 1, "a push message was not delivered");
                // One that cannot be delivered at all is not sent again; the subscription may still be good for another.
                if matches!(error, PushError::Refused(_)) {
                    pushed.pushed.push(row.id);
                } else if row.failures + 1 < MOST_FAILURES {
                    worst = worst.max(row.failures + 1);
                }
            }
        }
        note(services, announcement.user, row, &answer).await?;
    }
    pushed.ttl = (services.clock.now() + REMEMBERED).as_second();
    services.store.write(put(&SYSTEM, key, &pushed)?).await?;
    Ok(match worst {
        0 => Progress::Done,
        failures => Progress::Later(REST * 4_i32.pow(failures - 1)),
    })
}

/// Sends it to the phone, unless that has it. Returns how often it failed where it is to be tried again, else 0.
async fn push_to_phone(
    services: &Services,
    announcement: &Announcement,
    user: &User,
    pushed: &mut Delivered,
) -> store::Result<u32> {
    let Some((phones, device)) = phone(services, user) else { return Ok(0) };
    let id = PushRow::id_of(device);
    if pushed.pushed.contains(&id) {
        return Ok(0);
    }
    let message = PhoneMessage {
        topic: name(services, announcement),
        title: announcement.title.clone(),
        text: announcement.text.clone(),
        path: announcement.path.clone(),
        keep: KEEP,
    };
    let sent = timeout(DEADLINE, phones.send(device, &message, services.clock.now())).await;
    match sent.unwrap_or_else(|_| Err(PushError::Later("it did not answer in time".into()))) {
        Ok(()) => pushed.pushed.push(id),
        Err(PushError::Gone) => forget_phone(services, user, device).await?,
        Err(error) => {
            tracing::warn!(%error, "a message to a phone was not delivered");
            if matches!(error, PushError::Later(_)) {
                // The rest between two tries grows up to an hour.
                pushed.phone_failures = (pushed.phone_failures + 1).min(MOST_FAILURES - 1);
                return Ok(pushed.phone_failures);
            }
            pushed.pushed.push(id);
        }
    }
    Ok(0)
}

/// Forgets a phone that is not reached any more, unless another one was named meanwhile.
async fn forget_phone(services: &Services, user: &User, device: &str) -> store::Result<()> {
    let gone = Write::update(&USERS, keys::user(user.user_id)).remove("device_token");
    match services.store.write(gone.when(Condition::equals("device_token", device))).await {
        Err(error) if error.is_condition_failed() => Ok(()),
        done => done,
    }
}

/// Keeps count of failures in a row. A subscription that is of no use any more is dropped.
async fn note(
    services: &Services,
    user: UserId,
    row: &PushRow,
    answer: &Result<(), PushError>,
) -> store::Result<()> {
    let key = keys::push(user, row.id);
    let write = match answer {
        Ok(()) if row.failures == 0 => return Ok(()),
        Ok(()) => Write::update(&SYSTEM, key).remove("failures"),
        Err(PushError::Gone) => Write::delete(&SYSTEM, key),
        Err(_) if row.failures + 1 >= MOST_FAILURES => Write::delete(&SYSTEM, key),
        Err(_) => Write::update(&SYSTEM, key).set("failures", row.failures + 1),
    };
    match services.store.write(write.if_there()).await {
        Err(error) if error.is_condition_failed() => Ok(()),
        noted => noted,
    }
}

async fn send(services: &Services, row: &PushRow, message: &PushMessage) -> Result<(), PushError> {
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).ok();
    // Nothing can ever be sealed with keys that are none.
    let (Some(public_key), Some(secret)) = (decode(&row.p256dh), decode(&row.auth)) else {
        return Err(PushError::Gone);
    };
    let to = PushTo { endpoint: row.endpoint.clone(), public_key, secret };
    let sent = timeout(DEADLINE, services.outbound.push.send(&to, message, services.clock.now())).await;
    sent.unwrap_or_else(|_| Err(PushError::Later("it did not answer in time".into())))
}

fn message(services: &Services, told: &Announcement) -> PushMessage {
    let topic = name(services, told);
    let content =
        serde_json::json!({ "title": told.title, "body": told.text, "path": told.path, "tag": topic });
    PushMessage { content: content.to_string(), topic, keep: KEEP }
}

//! Sends an announcement to a person's browsers, all together and under one deadline: a push service is any address that a browser
//! named, and may never answer.

use super::deliver_announcement::{REMEMBERED, WORTH_TELLING, name};
use crate::{keys, model::PushRow, stored};
use async_trait::async_trait;
use data_encoding::BASE64URL_NOPAD;
use futures::future::join_all;
use jiff::SignedDuration;
use kernel::{Moment, UserId};
use outbound::{PushError, PushMessage, PushTo};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use store::{Write, from_item, put, query_all};
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
struct Pushed {
    pushed: Vec<Uuid>,
    ttl: i64,
}

/// Records that an announcement is to be pushed. Returns whether there is a subscription to push it to.
pub async fn record(services: &Services, announcement: &Announcement, since: Moment) -> store::Result<bool> {
    let any = services.store.query(keys::pushes_of(announcement.user).limit(1)).await?;
    if any.items.is_empty() {
        return Ok(false);
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
        let user = stored::find_user(services.store.as_ref(), announcement.user).await?;
        if stale || !user.is_some_and(|user| user.wants(announcement.topic)) {
            return Ok(Progress::Done);
        }
        push(services, &announcement).await
    }
}

async fn push(services: &Services, announcement: &Announcement) -> store::Result<Progress> {
    let key = keys::pushed(&services.keys, &announcement.id());
    let mut pushed: Pushed =
        services.store.get(&SYSTEM, &key).await?.map(from_item).transpose()?.unwrap_or_default();
    let rows = query_all(services.store.as_ref(), keys::pushes_of(announcement.user)).await?;
    let rows: Vec<PushRow> = rows.into_iter().map(from_item).collect::<store::Result<_>>()?;
    let rows: Vec<PushRow> = rows.into_iter().filter(|row| !pushed.pushed.contains(&row.id)).collect();
    let message = message(services, announcement);
    let answers = join_all(rows.iter().map(|row| send(services, row, &message))).await;
    let mut worst = 0;
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
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap_or_default();
    let to =
        PushTo { endpoint: row.endpoint.clone(), public_key: decode(&row.p256dh), secret: decode(&row.auth) };
    let sent = timeout(DEADLINE, services.outbound.push.send(&to, message, services.clock.now())).await;
    sent.unwrap_or_else(|_| Err(PushError::Later("it did not answer in time".into())))
}

fn message(services: &Services, told: &Announcement) -> PushMessage {
    let topic = name(services, told);
    let content =
        serde_json::json!({ "title": told.title, "body": told.text, "path": told.path, "tag": topic });
    PushMessage { content: content.to_string(), topic, keep: KEEP }
}

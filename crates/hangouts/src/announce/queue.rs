//! Messages to people who have not opened the group or answered the hangout, counted per acting account. Beyond the hourly limit they
//! wait their turn, cancellations first, for a day at most; then they are dropped and counted.
//!
//! Releasing a message and counting it is one transaction: the limit holds on any number of servers and through crashes.

use crate::{keys, model::Hangout};
use async_trait::async_trait;
use jiff::SignedDuration;
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{Comparison, Condition, Key, StoreError, Write, from_item, put, query_all};
use web::{Progress, Services, WorkHandler, WorkItem, notify::Announcement, system::SYSTEM, work};

use super::audience::{self, Knows};

const KIND: &str = "hangouts.notify";
const HOUR: SignedDuration = SignedDuration::from_hours(1);
const GIVEN_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// Messages released in one transaction.
const CHUNK: u32 = 20;

/// How many people are told at once, and how many later.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Notified {
    pub now: usize,
    pub later: usize,
}

/// A message in the queue.
#[derive(Debug, Serialize, Deserialize)]
struct Waiting {
    announcement: String,
    since: Moment,
    ttl: i64,
}

/// Messages released in the last hour, by the minute.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Released {
    minutes: BTreeMap<String, u32>,
    rev: u64,
    ttl: i64,
}

impl Released {
    /// Forgets what is an hour old.
    fn at(mut self, now: Moment) -> Self {
        self.minutes.retain(|minute, _| {
            minute.parse::<Moment>().is_ok_and(|minute| now < minute.plus(HOUR).plus(MINUTE))
        });
        self
    }

    fn count(&self) -> usize {
        self.minutes.values().map(|count| *count as usize).sum()
    }

    /// How long until the oldest are forgotten.
    fn wait(&self, now: Moment) -> SignedDuration {
        let oldest = self.minutes.keys().next().and_then(|minute| minute.parse::<Moment>().ok());
        let free = oldest.map_or(now, |minute| minute.plus(HOUR).plus(MINUTE));
        now.duration_until(*free).max(SignedDuration::from_secs(1))
    }

    fn with(mut self, many: usize, now: Moment) -> Self {
        let minute = Moment::from(jiff::Timestamp::from_second(now.as_second() / 60 * 60).unwrap_or(*now));
        *self.minutes.entry(minute.to_string()).or_default() += u32::try_from(many).unwrap_or(u32::MAX);
        (self.rev, self.ttl) = (self.rev + 1, now.plus(HOUR * 2).as_second());
        self
    }
}

const MINUTE: SignedDuration = SignedDuration::from_secs(60);

/// The write that puts a message into the queue of `by`; [`wake`] goes with it.
pub fn waiting(
    by: UserId,
    announcement: &Announcement,
    is_cancellation: bool,
    now: Moment,
) -> store::Result<Write> {
    let text = serde_json::to_string(announcement).map_err(|error| StoreError::Invalid(error.to_string()))?;
    let ttl = now.plus(GIVEN_UP_AFTER * 2).as_second();
    let waiting = Waiting { announcement: text, since: now, ttl };
    let key = keys::waiting(by, is_cancellation, now, &announcement.id());
    put(&SYSTEM, key, &waiting)
}

/// The work that goes through the queue of `by`.
pub fn wake(by: UserId, now: Moment) -> store::Result<Write> {
    work::enqueue(KIND, &by.to_string(), &(), *now)
}

/// Returns how many of the people whom `by` has told of a hangout are told at once.
pub async fn forecast_hangout(services: &Services, hangout: &Hangout, by: UserId) -> store::Result<Notified> {
    if hangout.invitee_ids.is_empty() {
        return Ok(Notified::default());
    }
    let people = audience::of(services, hangout, Some(by)).await?;
    let strangers = people.iter().filter(|person| person.knows == Knows::Nothing).count();
    forecast(services, by, strangers).await
}

/// Returns how many of `people` further messages of `by` go out at once.
pub async fn forecast(services: &Services, by: UserId, people: usize) -> store::Result<Notified> {
    let limit = services.settings.notified_per_hour as usize;
    if limit == 0 || people == 0 {
        return Ok(Notified { now: people, later: 0 });
    }
    let now = Moment::from(services.clock.now());
    let held = services.store.get(&SYSTEM, &keys::released(by)).await?;
    let used = held.map(from_item::<Released>).transpose()?.unwrap_or_default().at(now).count();
    let waiting = query_all(services.store.as_ref(), keys::waiting_of(by)).await?.len();
    let free = limit.saturating_sub(used).saturating_sub(waiting);
    Ok(Notified { now: people.min(free), later: people.saturating_sub(free) })
}

/// Releases messages as the limit allows.
pub struct Notify;

#[async_trait]
impl WorkHandler for Notify {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let by = item.id.parse().map_err(|_| StoreError::Invalid("not an account's id".into()))?;
        let rows = services.store.query(keys::waiting_of(by).limit(CHUNK)).await?.items;
        if rows.is_empty() {
            return Ok(Progress::Done);
        }
        let now = Moment::from(services.clock.now());
        let mut waiting = Vec::new();
        for row in rows {
            let key = Key::of(&row, &SYSTEM.key)?;
            let message: Waiting = from_item(row)?;
            if message.since.plus(GIVEN_UP_AFTER) < now {
                services.store.write(Write::delete(&SYSTEM, key)).await?;
                tracing::warn!(user = %by, "a message waited for a day and is dropped");
                metrics::counter!("roundtable_messages_dropped_total").increment(1);
            } else {
                waiting.push((key, message));
            }
        }
        release(services, by, waiting, now).await
    }
}

async fn release(
    services: &Services,
    by: UserId,
    waiting: Vec<(Key, Waiting)>,
    now: Moment,
) -> store::Result<Progress> {
    let held = services.store.get(&SYSTEM, &keys::released(by)).await?;
    let held: Option<Released> = held.map(from_item).transpose()?;
    let released = held.clone().unwrap_or_default().at(now);
    let limit = match services.settings.notified_per_hour as usize {
        0 => usize::MAX,
        limit => limit,
    };
    let free = limit.saturating_sub(released.count()).min(waiting.len());
    if free == 0 {
        return Ok(if waiting.is_empty() { Progress::More } else { Progress::Later(released.wait(now)) });
    }
    let unchanged = match &held {
        Some(held) => Condition::equals("rev", held.rev),
        // What has expired is hidden from reads and may still be stored.
        None => {
            Condition::absent("PK").or(Condition::compare("ttl", Comparison::LessOrEqual, now.as_second()))
        }
    };
    let mut writes = vec![put(&SYSTEM, keys::released(by), &released.with(free, now))?.when(unchanged)];
    for (key, message) in waiting.into_iter().take(free) {
        let announcement: Announcement = serde_json::from_str(&message.announcement)
            .map_err(|error| StoreError::Invalid(error.to_string()))?;
        writes.push(Write::delete(&SYSTEM, key).if_there());
        writes.push(announcement.write(*now)?);
    }
    match services.commit(writes).await {
        Ok(()) | Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
        Err(error) => return Err(error),
    }
    Ok(Progress::More)
}

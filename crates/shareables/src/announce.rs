//! Messages about an event to people who answered it while signed in: that it was moved, cancelled, or is on again. The work is
//! recorded with the change, so that no crash loses it.

use crate::{
    keys::Part,
    model::{Code, Content, Entity, Event, EventSchedule, Reply, Shareable, ShortId},
    pages::event::zones_of,
    service::{get_calendar::entry_of, give_answer::mine_context},
    stored::{self, read_answer},
    tables::SHAREABLES,
    urls,
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use kernel::{Moment, UserId};
use serde::{Deserialize, Serialize};
use std::iter::once;
use store::{StoreError, Write, batch_get_all};
use web::{
    Entity as _, Progress, Services, When, WorkHandler, WorkItem, calendar,
    changes::Unannounced,
    notify::{Announcement, Topic},
    participants::{self, Participant},
    work,
};

const CHANGE: &str = "shareables.announce_change";
const TELL: &str = "shareables.announce";
/// Announcements written in one transaction.
const CHUNK: usize = 50;

/// Why people are sent a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Occasion {
    Moved,
    Cancelled,
    Restored,
}

impl Occasion {
    /// Returns the occasion of a change that people do not know of; `None` where it was undone.
    fn between(was: &EventSchedule, is: &EventSchedule) -> Option<Self> {
        match (was.cancelled, is.cancelled) {
            (false, true) => Some(Self::Cancelled),
            (true, false) => Some(Self::Restored),
            (false, false) => is.is_moved_from(was).then_some(Self::Moved),
            (true, true) => None,
        }
    }
}

/// Stamps what `by` changed of the event since it was as in `was`. Returns the work that announces it.
pub fn changed(
    services: &Services,
    share: &mut Shareable,
    was: &Content,
    by: Option<UserId>,
) -> store::Result<Option<Write>> {
    let Shareable { common, content } = share;
    let (Content::Event(was), Content::Event(is)) = (was, content) else { return Ok(None) };
    let now = Moment::from(services.clock.now());
    let (before, after) = (was.schedule(), is.schedule());
    if before.cancelled != after.cancelled {
        is.cancelled_at = after.cancelled.then_some(now);
    }
    if after.is_moved_from(&before) {
        // Back to what people know: their replies are not older than a move.
        let undone = common.unannounced.as_ref().filter(|change| !after.is_moved_from(&change.was));
        is.moved_at = undone.map_or(Some(now), |change| change.moved_before);
    }
    if Occasion::between(&before, &after).is_none() {
        return Ok(None);
    }
    let delay = SignedDuration::from_secs(services.settings.notify_delay_seconds.into());
    let (earlier, last) = (common.unannounced.as_ref(), common.announced_at);
    common.unannounced = Some(Unannounced::after(earlier, last, (before, was.moved_at), by, now, delay));
    work::enqueue(CHANGE, common.short_id.compact(), &(), *now).map(Some)
}

/// What the worker needs to send messages.
#[derive(Debug, Serialize, Deserialize)]
struct Detail {
    occasion: Occasion,
    /// The person who did it, and needs no message.
    by: Option<UserId>,
    version: u64,
    /// The state that people are sent.
    schedule: EventSchedule,
}

/// Announces a change when it is due.
pub struct AnnounceChange;

#[async_trait]
impl WorkHandler for AnnounceChange {
    fn kind(&self) -> &'static str {
        CHANGE
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Ok(id) = item.id.parse::<ShortId>() else { return Ok(Progress::Done) };
        let Some(share) = stored::find(services, &id).await? else { return Ok(Progress::Done) };
        let (Some(change), Ok(event)) = (&share.unannounced, share.event()) else {
            return Ok(Progress::Done);
        };
        let now = Moment::from(services.clock.now());
        if now < change.due {
            return Ok(Progress::Later(now.duration_until(*change.due)));
        }
        let mut settled = Shareable::clone(&share);
        settled.unannounced = None;
        let is_ahead = event.is_over_at() > now || change.was.start > now;
        let occasion = Occasion::between(&change.was, &event.schedule()).filter(|_| is_ahead);
        let mut recorded = None;
        if let Some(occasion) = occasion {
            settled.announced_at = Some(now);
            let (by, version, schedule) = (change.by, share.version, event.schedule());
            let detail = Detail { occasion, by, version, schedule };
            let name = format!("{}#{version}", id.compact());
            recorded = Some(work::enqueue(TELL, &name, &detail, *now)?);
        }
        // In one transaction: no message is lost, and none is sent twice. It is no edit, so the version stays.
        let (table, key) = share.place();
        let write = store::difference(table, key, &*share, &settled)?.when(share.unchanged());
        match services.commit(once(write).chain(recorded)).await {
            Ok(()) => Ok(Progress::Done),
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => Ok(Progress::More),
            Err(error) => Err(error),
        }
    }
}

/// Sends a message to everyone who answered while signed in.
pub struct Announce;

#[async_trait]
impl WorkHandler for Announce {
    fn kind(&self) -> &'static str {
        TELL
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let Detail { occasion, by, version, schedule } = item.detail()?;
        let id = item.id.split('#').next().and_then(|id| id.parse::<ShortId>().ok());
        let Some(id) = id else { return Ok(Progress::Done) };
        let Some(share) = stored::find(services, &id).await? else { return Ok(Progress::Done) };
        let mut share = Shareable::clone(&share);
        share.version = version;
        let Ok(event) = share.event_mut() else { return Ok(Progress::Done) };
        event.set_schedule(schedule);
        let people = participants::all_of(services, Entity::Event.name(), &id.to_string()).await?;
        for chunk in people.chunks(CHUNK) {
            tell(services, &share, occasion, by, chunk).await?;
        }
        Ok(Progress::Done)
    }
}

/// Records the messages to these people. Who has withdrawn gets none, and their row goes.
async fn tell(
    services: &Services,
    share: &Shareable,
    occasion: Occasion,
    by: Option<UserId>,
    people: &[(UserId, Participant)],
) -> store::Result<()> {
    let (id, now) = (share.short_id, services.clock.now());
    let context = mine_context(&id.to_string());
    let code = |participant: &Participant| {
        let opened = services.keys.open(&context, participant.code.as_deref()?).ok()?;
        opened.parse::<Code>().ok()
    };
    let known: Vec<_> =
        people.iter().filter_map(|(user, participant)| Some((*user, code(participant)?))).collect();
    let keys: Vec<_> = known.iter().map(|(_, code)| Part::Rsvp.of_code(&id, *code)).collect();
    let answers = batch_get_all(services.store.as_ref(), &SHAREABLES, &keys).await?;
    let users: Vec<UserId> = known.iter().map(|(user, _)| *user).collect();
    let recipients = identity::list_recipients(services, &users).await?;
    let mut writes = Vec::new();
    for ((user, code), answer) in known.into_iter().zip(answers) {
        let Some(answer) = answer else {
            writes.push(participants::forget(Entity::Event.name(), &id.to_string(), user));
            continue;
        };
        if read_answer::<Reply>(answer).is_err() {
            store::left_out(&SHAREABLES);
        } else if let Some(to) = recipients.get(&user).filter(|_| Some(user) != by) {
            writes.push(message(services, share, occasion, (user, code), to, now)?.write(now)?);
        }
    }
    services.commit(writes).await
}

/// The day and hour, in the zone that counts for this reader, with its name.
fn date(event: &Event, to: &identity::Recipient, now: Timestamp) -> String {
    When::new(event.start_time, now, &zones_of(event, &to.zones)).named().said()
}

fn message(
    services: &Services,
    share: &Shareable,
    occasion: Occasion,
    (user, code): (UserId, Code),
    to: &identity::Recipient,
    now: Timestamp,
) -> store::Result<Announcement> {
    let event = share.event().map_err(|error| StoreError::Invalid(error.to_string()))?;
    let (id, name) = (share.short_id, &share.name);
    let date = date(event, to, now);
    let title = match occasion {
        Occasion::Moved => format!("{name} has changed: {date}"),
        Occasion::Cancelled => format!("{name} is cancelled"),
        Occasion::Restored => format!("{name} is on again: {date}"),
    };
    let place = event.location.as_ref().map(|place| format!("\nPlace: {place}")).unwrap_or_default();
    let first = if occasion == Occasion::Cancelled { &title } else { name };
    let ask = if occasion == Occasion::Cancelled { "" } else { "\nStill coming? Open the event to say so." };
    let entry = entry_of(share).map_err(|error| StoreError::Invalid(error.to_string()))?;
    Ok(Announcement {
        user,
        topic: Some(Topic::HangoutChanged),
        occasion: format!("event-{occasion:?}#{id}#{}", share.version).to_lowercase(),
        text: format!("{first}\nWhen: {date}{place}{ask}"),
        title,
        path: urls::personal(&id, code),
        links: Vec::new(),
        calendar: Some(calendar::in_letter(services, &entry)),
    })
}

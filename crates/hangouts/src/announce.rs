//! What people are told of a hangout when they are not looking: that there is a new one, that one was moved or cancelled, and the day
//! before. The note to tell them is written with the hangout itself, so that it is lost by no crash; the worker finds out whom.

mod remind;

pub use remind::Remind;

use crate::{
    live,
    model::{Hangout, HangoutId, Target},
    stored, urls,
};
use async_trait::async_trait;
use jiff::{Timestamp, tz::TimeZone};
use kernel::UserId;
use serde::{Deserialize, Serialize};
use store::{StoreError, Transaction, Write};
use web::{
    Progress, Services, WorkHandler, WorkItem,
    components::when,
    notify::{Announcement, Topic},
    work,
};

const KIND: &str = "hangouts.announce";
/// Announcements written in one transaction.
const CHUNK: usize = 50;

/// Why people hear of a hangout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Occasion {
    New,
    Moved,
    Cancelled,
    Tomorrow,
}

/// What the worker needs to know.
#[derive(Debug, Serialize, Deserialize)]
struct Detail {
    hangout: HangoutId,
    occasion: Occasion,
    /// Who did it, and knows already.
    by: UserId,
    version: u64,
}

impl Occasion {
    /// What a change is an occasion for.
    fn between(was: Option<&Hangout>, is: &Hangout) -> Option<Self> {
        let Some(was) = was else { return Some(Self::New) };
        if is.deleted_at.is_some() {
            return None;
        }
        if is.cancelled != was.cancelled {
            return is.cancelled.then_some(Self::Cancelled);
        }
        let moved = (is.start, is.end, &is.location) != (was.start, was.end, &was.location);
        (moved && !is.cancelled).then_some(Self::Moved)
    }

    fn topic(self) -> Topic {
        match self {
            Self::New => Topic::HangoutNew,
            Self::Moved | Self::Cancelled => Topic::HangoutChanged,
            Self::Tomorrow => Topic::HangoutReminder,
        }
    }
}

/// The notes that belong to a change which `by` made: to tell people, and to remind them the day before. What nobody did, such as a
/// group that was deleted, is told to nobody.
pub fn notes(
    was: Option<&Hangout>,
    is: &Hangout,
    by: Option<UserId>,
    now: Timestamp,
) -> store::Result<Vec<Write>> {
    let Some(by) = by else { return Ok(Vec::new()) };
    let mut notes = Vec::new();
    if let Some(occasion) = Occasion::between(was, is) {
        let detail = Detail { hangout: is.hangout_id, occasion, by, version: is.version };
        let id = format!("{}#{occasion:?}#{}", is.hangout_id, is.version);
        notes.push(work::enqueue(KIND, &id, &detail, now)?);
    }
    notes.extend(remind::notes(was, is, now)?);
    Ok(notes)
}

/// Tells everyone whom a hangout is for.
pub struct Announce;

#[async_trait]
impl WorkHandler for Announce {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let detail: Detail = item.detail()?;
        let Some(hangout) = stored::find_hangout(services, detail.hangout).await? else {
            return Ok(Progress::Done);
        };
        tell(services, &hangout, detail.occasion, Some(detail.by)).await?;
        Ok(Progress::Done)
    }
}

/// Has the announcements delivered. Done again, nobody is told twice: each is known by its person and occasion.
async fn tell(
    services: &Services,
    hangout: &Hangout,
    occasion: Occasion,
    by: Option<UserId>,
) -> store::Result<()> {
    let mut people = live::members(services, hangout.group_ids.iter().copied()).await?;
    people.extend(hangout.targets().into_iter().filter_map(|target| match target {
        Target::User(user) => Some(user),
        Target::Group(_) => None,
    }));
    let people: Vec<UserId> = people.into_iter().filter(|user| Some(*user) != by).collect();
    let now = services.clock.now();
    for chunk in people.chunks(CHUNK) {
        let writes = chunk.iter().map(|user| announcement(hangout, occasion, *user, now).write(now));
        let writes: Vec<Write> = writes.collect::<Result<_, StoreError>>()?;
        services.store.transact(Transaction::of(writes)).await?;
    }
    services.work_bell.notify_one();
    Ok(())
}

fn announcement(hangout: &Hangout, occasion: Occasion, user: UserId, now: Timestamp) -> Announcement {
    let title = &hangout.title;
    let date = hangout.start.map_or_else(
        || "no date yet".to_owned(),
        |start| {
            let start = start.to_zoned(TimeZone::UTC);
            format!("{}, {} UTC", when::day(&start, now), when::clock(&start))
        },
    );
    let headline = match occasion {
        Occasion::New => format!("New hangout: {title}"),
        Occasion::Moved => format!("{title} has changed: {date}"),
        Occasion::Cancelled => format!("{title} is cancelled"),
        Occasion::Tomorrow => format!("{title} is soon: {date}"),
    };
    let place = hangout.location.as_ref().map(|place| format!("\nPlace: {place}")).unwrap_or_default();
    Announcement {
        user,
        topic: occasion.topic(),
        occasion: format!("hangout-{occasion:?}#{}#{}", hangout.hangout_id, hangout.version).to_lowercase(),
        title: headline,
        text: format!("{title}\nWhen: {date}{place}"),
        path: urls::hangout(hangout.hangout_id),
    }
}

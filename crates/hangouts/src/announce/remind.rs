//! Reminders, the day before. Hangouts are noted by the hour in which they begin; for each such hour one piece of work waits, so that
//! however many hangouts are ahead, what is looked through every few seconds stays small.

use super::{Occasion, tell};
use crate::{
    keys,
    model::{Hangout, HangoutId},
    stored,
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use kernel::Moment;
use serde::{Deserialize, Serialize};
use store::{StoreError, Write};
use web::{Progress, Services, WorkHandler, WorkItem, system::SYSTEM, work};

const KIND: &str = "hangouts.remind";
const BEFORE: SignedDuration = SignedDuration::from_hours(24);

/// A hangout that begins in some hour, as far as anyone knew when this was written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Noted {
    hangout_id: HangoutId,
    ttl: i64,
}

/// The notes for a hangout that has a new start. One that is less than a day ahead needs no reminder.
pub fn notes(was: Option<&Hangout>, is: &Hangout, now: Timestamp) -> store::Result<Vec<Write>> {
    let start = is.start.filter(|start| was.is_none_or(|was| was.start != Some(*start)));
    let Some(start) = start.filter(|start| now.duration_until(**start) > BEFORE) else {
        return Ok(Vec::new());
    };
    let hour = hour_of(*start);
    let noted = Noted { hangout_id: is.hangout_id.clone(), ttl: start.plus_days(1).as_second() };
    Ok(vec![
        store::put(&SYSTEM, keys::reminder(hour, &is.hangout_id), &noted)?,
        work::enqueue(KIND, &hour.to_string(), &(), now)?,
    ])
}

fn hour_of(time: Timestamp) -> Timestamp {
    let seconds = time.as_second().div_euclid(3_600) * 3_600;
    Timestamp::from_second(seconds).unwrap_or(time)
}

/// Reminds people of what begins in one hour.
pub struct Remind;

#[async_trait]
impl WorkHandler for Remind {
    fn kind(&self) -> &'static str {
        KIND
    }

    async fn run(&self, services: &Services, item: &WorkItem) -> store::Result<Progress> {
        let hour: Timestamp =
            item.id.parse().map_err(|_| StoreError::Invalid("not the hour of a reminder".into()))?;
        let wait = services.clock.now().duration_until(hour) - BEFORE;
        if wait > SignedDuration::ZERO {
            return Ok(Progress::Later(wait));
        }
        for row in store::query_all(services.store.as_ref(), keys::reminders_of(hour)).await? {
            let noted: Noted = store::from_item(row)?;
            remind(services, hour, &noted.hangout_id).await?;
        }
        Ok(Progress::Done)
    }
}

/// Tells people unless it was moved, cancelled or deleted since it was noted.
async fn remind(services: &Services, hour: Timestamp, id: &HangoutId) -> store::Result<()> {
    let hangout = stored::find_hangout(services, id).await?;
    let still = |hangout: &Hangout| {
        !hangout.cancelled && hangout.start.is_some_and(|start: Moment| hour_of(*start) == hour)
    };
    if let Some(hangout) = hangout.filter(still) {
        tell(services, &hangout, Occasion::Tomorrow, None).await?;
    }
    services.store.write(Write::delete(&SYSTEM, keys::reminder(hour, id))).await
}

//! The words of messages. Subjects name only what the reader made or has opened; to someone who has not, a message holds no text of
//! others but the sender's name.

use super::{
    Occasion,
    audience::{Knows, Person},
    queue,
};
use crate::{
    calendar,
    model::{GroupId, Hangout},
    pages::zones,
    urls,
};
use identity::letters::without_addresses;
use jiff::Timestamp;
use kernel::{Account, UserId};
use store::Write;
use web::{Services, When, Zones, notify::Announcement};

/// The message to one person, in their zone. `from` is the name of the person who did it.
pub fn announcement(
    services: &Services,
    hangout: &Hangout,
    occasion: Occasion,
    to: &Person,
    (from, zones): (&str, &Zones),
    now: Timestamp,
) -> Announcement {
    // It holds the title, which someone who has opened nothing is not told.
    let calendar = if to.knows == Knows::Nothing { None } else { calendar::in_letter(services, hangout) };
    let date = date(hangout, &zones::of_hangout(hangout, zones), now);
    let (title, text) = match &to.knows {
        Knows::Nothing => to_stranger(occasion, &without_addresses(from)),
        known => (headline(occasion, hangout, known, &date), about(occasion, hangout, from, &date)),
    };
    Announcement {
        user: to.user,
        topic: Some(occasion.topic()),
        occasion: format!("hangout-{occasion:?}#{}#{}", hangout.hangout_id, hangout.version).to_lowercase(),
        title,
        text,
        path: urls::hangout(&hangout.hangout_id),
        links: Vec::new(),
        calendar,
    }
}

fn date(hangout: &Hangout, zones: &Zones, now: Timestamp) -> String {
    let Some(start) = hangout.start else { return "no date yet".to_owned() };
    When::new(start, now, zones).named().said()
}

fn headline(occasion: Occasion, hangout: &Hangout, knows: &Knows, date: &str) -> String {
    let what = match knows {
        // Nobody has opened what is new.
        Knows::Hangout if occasion != Occasion::New => hangout.title.clone(),
        Knows::Group(name) => format!("A hangout in {name}"),
        Knows::Hangout | Knows::Nothing => "A hangout".to_owned(),
    };
    match (occasion, knows) {
        (Occasion::New, Knows::Group(name)) => format!("New hangout in {name}"),
        (Occasion::New, _) => "New hangout".to_owned(),
        (Occasion::Moved, _) => format!("{what} has changed: {date}"),
        (Occasion::Cancelled, _) => format!("{what} is cancelled"),
        (Occasion::Restored, _) => format!("{what} is on again: {date}"),
        (Occasion::Tomorrow, _) => format!("{what} is soon: {date}"),
    }
}

fn about(occasion: Occasion, hangout: &Hangout, from: &str, date: &str) -> String {
    let title = &hangout.title;
    let place = hangout.location.as_ref().map(|place| format!("\nPlace: {place}")).unwrap_or_default();
    let first = match occasion {
        Occasion::New if !from.is_empty() => format!("{from} plans {title}"),
        Occasion::Cancelled => format!("{title} is cancelled"),
        _ => title.clone(),
    };
    format!("{first}\nWhen: {date}{place}")
}

fn to_stranger(occasion: Occasion, from: &str) -> (String, String) {
    let (title, text) = match occasion {
        Occasion::New => ("You are invited to a hangout", "invited you to a hangout."),
        Occasion::Moved => {
            ("A hangout you are invited to has changed", "changed a hangout that you are invited to.")
        }
        Occasion::Cancelled => {
            ("A hangout you are invited to is cancelled", "cancelled a hangout that you are invited to.")
        }
        Occasion::Restored => {
            ("A hangout you are invited to is on again", "restored a hangout that you are invited to.")
        }
        Occasion::Tomorrow => {
            ("A hangout you are invited to is soon", "planned a hangout that you are invited to.")
        }
    };
    (title.to_owned(), format!("{from} {text}"))
}

/// Tells a person that they were added to a group: the one message until they open it.
pub fn added(user: UserId, group: &GroupId, by: &Account, now: Timestamp) -> store::Result<[Write; 2]> {
    let announcement = Announcement {
        user,
        topic: None,
        occasion: format!("group-added#{group}"),
        title: "You were added to a group".to_owned(),
        text: format!("{} added you to a group.", without_addresses(&by.display_name)),
        path: urls::group(group),
        calendar: None,
        links: vec![("Leave, or don’t be added again".to_owned(), urls::leave_group(group))],
    };
    let now = now.into();
    Ok([queue::waiting(by.user_id, &announcement, false, now)?, queue::wake(by.user_id, now)?])
}

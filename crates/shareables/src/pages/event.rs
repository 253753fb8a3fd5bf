//! The page of an event: when and where, who is coming, and the reader's own answer.

mod coming;

use super::{
    mine::{AnswerForm, Mine, with_code},
    shared::Shared,
};
use crate::{
    Error,
    gate::{Gate, Opened},
    live::Rsvps,
    model::{Event, Reply, Response, Rsvp, RsvpFields, RsvpVisibility, Shareable},
    service::give_answer::{Way, give_answer},
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response as Page};
pub use coming::{Person, Table};
use jiff::Timestamp;
use kernel::Zone;
use serde::Deserialize;
use web::{
    Ctx, Fault, Fields, Filled, Icon, Layout, Notice, Once, OnceField, Part, Plate, Problem, Services, When,
    Zones,
    components::{address_in, when},
};

#[derive(Template)]
#[template(path = "shareables/event.html")]
struct EventPage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    event: &'a Event,
    filled: Filled<RsvpForm>,
    once: &'a OnceField,
    plate: Plate,
    when: When,
    place: Option<PlaceRow>,
    takes_rsvps: bool,
    /// Whether the reader's reply is from before the event was moved, and they may say that it stands.
    asks_again: bool,
    /// How long ago it was moved.
    moved: Option<String>,
    done: Option<Notice>,
    /// What the reader answered, in words, and their own link.
    mine: Option<(String, String)>,
    other: bool,
    table: Result<Table, Notice>,
}

/// Where people meet.
struct PlaceRow {
    is_virtual: bool,
    words: String,
    href: String,
}

/// What is in the form: what was typed, or else what was answered before.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct RsvpForm {
    /// The participant's code, where the address gave it.
    me: String,
    name: String,
    response: String,
    guest_count: String,
    note: String,
}

impl AnswerForm for RsvpForm {
    type Answer = Reply;
    const NOT_SAVED: &'static str = "Your answer was not saved.";
    const THEN: &'static str = "";

    fn blank(name: String) -> Self {
        Self { name, guest_count: "0".into(), ..Self::default() }
    }

    fn of(rsvp: &Rsvp, me: String) -> Self {
        Self {
            me,
            name: rsvp.name.clone(),
            response: rsvp.response.known().map(Response::name).unwrap_or_default().into(),
            guest_count: rsvp.guest_count.to_string(),
            note: rsvp.note.clone().unwrap_or_default(),
        }
    }

    fn read(form: &Fields) -> Result<Self, Problem> {
        form.read()
    }

    fn meant(&self) -> Result<RsvpFields, Error> {
        let response = Response::of_name(&self.response)
            .ok_or_else(|| Fault::about("response", "Say whether you are coming."))?;
        let guests = match self.guest_count.trim() {
            "" => 0,
            text => text.parse().map_err(|_| Fault::about("guestCount", "From 0 to 20 guests."))?,
        };
        let guest_count = if response == Response::Going { guests } else { 0 };
        Ok(RsvpFields { name: self.name.clone(), response, guest_count, note: Some(self.note.clone()) })
    }

    async fn page(mine: &Mine<'_, Reply>, filled: Filled<Self>) -> Result<impl Template, Error> {
        let (ctx, share, event) = (mine.ctx, &mine.opened.share, mine.opened.share.event()?);
        let shared = Shared::of(ctx, mine.opened);
        let now = shared.now;
        let zones = zones_of(event, &ctx.zones());
        Ok(EventPage {
            layout: shared.layout(ctx, &share.name, mine.shown_code()).script("stepper.js"),
            event,
            filled,
            once: &mine.once,
            plate: Plate::new(*event.start_time, &zones).large(),
            when: When::span(event.start_time, event.end_time, now, &zones),
            place: event.location.as_deref().map(|location| PlaceRow::of(event, location)),
            takes_rsvps: event.takes_rsvps(now) && !shared.expired,
            asks_again: mine.answer.as_ref().is_some_and(|rsvp| asks_again(event, rsvp, now))
                && !shared.expired,
            moved: event.moved_at.map(|at| when::ago(at, now, &zones)),
            shared,
            done: done(ctx),
            mine: mine.answer.as_ref().map(said).zip(mine.link()),
            other: mine.other,
            table: table(mine, event).await?,
        })
    }
}

/// Whether a reply that was given before the event was moved can be confirmed.
fn asks_again(event: &Event, rsvp: &Rsvp, now: Timestamp) -> bool {
    let comes = matches!(rsvp.response.known(), Some(Response::Going | Response::Maybe));
    comes && event.is_outdated(rsvp) && event.takes_rsvps(now)
}

/// “Still coming? Yes”: the reply stands as it was given, as of now, and keeps its place.
pub async fn confirm(gate: &Gate, opened: Opened, form: &Fields) -> Result<Page, Problem> {
    let opened = with_code(opened, form);
    let rsvp = stored::get_answer::<Reply>(&gate.ctx, opened.id(), opened.code).await;
    let Reply { name, response, guest_count, note } = rsvp.map_err(|error| gate.refuse(error))?.what;
    let back = web::done(urls::page(opened.id()), "confirmed");
    let Some(response) = response.known() else { return Ok(back.into_response()) };
    let fields = RsvpFields { name, response, guest_count: guest_count.into(), note };
    let way = Way::New { once: Once::default(), code: opened.code, is_own: true };
    give_answer::<Reply>(&gate.ctx, &opened, way, fields).await.map_err(|error| gate.refuse(error))?;
    Ok(back.into_response())
}

/// The zones of the hours of an event, for a reader of `zones`.
pub fn zones_of(event: &Event, zones: &Zones) -> Zones {
    let zone = Zone::named(&event.time_zone);
    if event.is_in_person() { zones.place(zone) } else { zones.thing(zone) }
}

impl EventPage<'_> {
    fn has_chosen(&self, response: &str) -> bool {
        self.filled.form.response == response
    }

    fn who_sees(&self) -> &'static str {
        match self.event.rsvp_visibility.known() {
            Some(RsvpVisibility::Everyone) => "Everyone with the link sees names and answers.",
            Some(RsvpVisibility::AfterRsvp) => "Everyone who has answered sees names and answers.",
            Some(RsvpVisibility::AdminOnly) | None => "Only the organiser sees names and answers.",
        }
    }
}

fn done(ctx: &Ctx) -> Option<Notice> {
    match ctx.done()? {
        "answered" => Some(Notice::good("Your answer is saved.")),
        "other" => Some(Notice::good("The answer is saved.").text("This page's address leads back to it.")),
        "confirmed" => Some(Notice::good("Your answer stands.")),
        "withdrawn" => Some(Notice::good("Your answer is withdrawn.")),
        _ => None,
    }
}

fn said(rsvp: &Rsvp) -> String {
    match (rsvp.response.known(), rsvp.guest_count) {
        (Some(Response::Going), 0) => "You are going.".into(),
        (Some(Response::Going), guests) => {
            format!("You are going with {}.", web::words::counted(guests, "guest"))
        }
        (Some(Response::Maybe), _) => "You said maybe.".into(),
        (Some(Response::NotGoing), _) => "You said you can’t come.".into(),
        (None, _) => format!("You said “{}”.", rsvp.response),
    }
}

impl PlaceRow {
    fn of(event: &Event, location: &str) -> Self {
        let address = location.split_whitespace().find_map(address_in);
        let words = address.map_or_else(|| location.into(), |address| location.replace(address, ""));
        let words = if words.trim().is_empty() { address.unwrap_or(location) } else { words.trim() };
        Self {
            is_virtual: !event.is_in_person(),
            words: words.to_owned(),
            href: address.unwrap_or_default().to_owned(),
        }
    }
}

/// Who is coming, or why that is not shown.
async fn table(mine: &Mine<'_, Reply>, event: &Event) -> Result<Result<Table, Notice>, Error> {
    if event.shows_rsvps(mine.opened.access, mine.answer.is_some()) {
        return Ok(Ok(seated(mine.ctx, &mine.opened.share).await?));
    }
    let why = match event.rsvp_visibility.known() {
        Some(RsvpVisibility::AfterRsvp) => "You see who is coming when you have answered.",
        Some(RsvpVisibility::Everyone | RsvpVisibility::AdminOnly) | None => {
            "Only the organiser sees who is coming."
        }
    };
    Ok(Err(Notice::new(why).icon(Icon::Lock)))
}

pub async fn seated(services: &Services, share: &Shareable) -> Result<Table, Error> {
    Ok(Table::of(share, share.event()?, services.followed::<Rsvps>(share).await?))
}

/// What everyone who sees who is coming is sent when that changes.
pub async fn parts(services: &Services, share: &Shareable) -> Result<Vec<Part>, Problem> {
    Ok(vec![Part::new("who", seated(services, share).await?)?])
}

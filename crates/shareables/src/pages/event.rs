//! The page of an event: when and where, who is coming, and the reader's own answer.

use super::{
    mine::{Found, Look, link},
    remember,
    shared::{Shared, layout, left},
    trouble::Trouble,
};
use crate::{
    Error,
    model::{Event, EventKind, Response as Answer, Rsvp, RsvpSummary, RsvpVisibility},
    service::{open::Opened, rsvp, rsvps},
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use web::{
    Avatar, Ctx, Html, Layout, Linked, Notice, Plate, Problem, Seat, Seats, TimeLeft,
    components::{address_in, when},
};

#[derive(Template)]
#[template(path = "shareables/event.html")]
pub struct EventPage {
    layout: Layout,
    shared: Shared,
    pub trouble: Trouble,
    plate: Plate,
    /// “18:30 until 23:00”
    hours: String,
    day: String,
    zone: String,
    start: String,
    end: String,
    description: Option<Linked>,
    place: Option<PlaceRow>,
    deadline: Option<TimeLeft>,
    /// When answering ends, for scripts.
    ends: String,
    takes_rsvps: bool,
    asks: bool,
    mine: Option<Mine>,
    pub form: RsvpForm,
    who_sees: &'static str,
    table: Result<Table, Notice>,
}

/// Where people meet.
struct PlaceRow {
    is_virtual: bool,
    words: String,
    href: String,
}

/// The reader's own answer.
struct Mine {
    said: String,
    link: String,
}

/// What is in the form: what was typed, or else what was answered before.
#[derive(Debug, Clone, Default)]
pub struct RsvpForm {
    /// The participant's code, where the address gave it.
    pub me: String,
    pub name: String,
    pub response: String,
    pub guest_count: String,
}

/// Who is coming.
struct Table {
    seats: Seats,
    summary: RsvpSummary,
    people: Vec<Person>,
    /// How many are not named, because there are so many.
    more: usize,
}

/// The most people that are named on the page.
const NAMED: usize = 100;

struct Person {
    avatar: Avatar,
    name: String,
    guests: u32,
    answer: Answer,
}

impl EventPage {
    fn has_chosen(&self, response: &str) -> bool {
        self.form.response == response
    }
}

pub async fn show(ctx: &Ctx, opened: Opened, look: &Look) -> Result<Response, Problem> {
    let id = opened.share.short_id;
    let found = find(ctx, &opened, look.me.as_deref()).await?;
    let page = page(ctx, &opened, look, &found).await?;
    Ok(found.forget_lost(ctx, &id, Html(page).into_response()))
}

async fn find(ctx: &Ctx, opened: &Opened, given: Option<&str>) -> Result<Found<Rsvp>, Error> {
    match super::mine::code_of(ctx, given) {
        Some(code) => Found::of(rsvp::load(ctx, opened, &code).await, given.is_none()),
        None => Ok(Found::NOTHING),
    }
}

/// The page again, with a form that could not be carried out.
pub async fn again(ctx: &Ctx, opened: Opened, form: RsvpForm, trouble: Trouble) -> Result<Response, Problem> {
    let look = Look { me: Some(form.me.clone()).filter(|me| !me.is_empty()), ..Look::default() };
    let found = find(ctx, &opened, look.me.as_deref()).await?;
    let page = page(ctx, &opened, &look, &found).await?;
    Ok(trouble.clone().with(EventPage { trouble, form, ..page }))
}

async fn page(ctx: &Ctx, opened: &Opened, look: &Look, found: &Found<Rsvp>) -> Result<EventPage, Error> {
    let (share, event, now) = (&opened.share, opened.share.event()?, ctx.clock.now());
    let zone = when::zone(&event.time_zone);
    let start = event.start_time.to_zoned(zone.clone());
    let end = event.end_time.map(|end| end.to_zoned(zone.clone()));
    let me = look.me.as_deref();
    let takes_rsvps = event.takes_rsvps(now) && !opened.share.has_expired(now);
    Ok(EventPage {
        layout: layout(ctx, share, format!("{}: event", share.name), me).script("stepper.js"),
        shared: Shared::of(ctx, opened),
        trouble: Trouble::default(),
        plate: Plate::new(*event.start_time, &zone).large(),
        hours: when::span(&start, end.as_ref(), now),
        day: when::day(&start, now),
        zone: when::zone_words(&event.time_zone),
        start: event.start_time.to_string(),
        end: event.end_time.map(|end| end.to_string()).unwrap_or_default(),
        description: event.description.clone().map(Linked::new),
        place: event.location.as_deref().map(|location| place(event.kind, location)),
        deadline: event.rsvp_deadline.map(|at| left(ctx, "Answer by", share.created_at, at)),
        ends: event.rsvp_deadline.map(|at| at.to_string()).unwrap_or_default(),
        takes_rsvps,
        asks: event.is_rsvp_required,
        mine: found
            .answer
            .as_ref()
            .map(|rsvp| Mine { said: said(rsvp), link: link(ctx, &share.short_id, rsvp.code) }),
        form: form(ctx, found.answer.as_ref(), me),
        who_sees: who_sees(event.rsvp_visibility),
        table: table(ctx, opened, event, found.answer.is_some()).await?,
    })
}

fn form(ctx: &Ctx, rsvp: Option<&Rsvp>, me: Option<&str>) -> RsvpForm {
    let me = me.unwrap_or_default().to_owned();
    match rsvp {
        Some(rsvp) => RsvpForm {
            me,
            name: rsvp.name.clone(),
            response: rsvp.response.name().into(),
            guest_count: rsvp.guest_count.to_string(),
        },
        None => RsvpForm { name: remember::name_of(ctx), guest_count: "0".into(), ..RsvpForm::default() },
    }
}

fn said(rsvp: &Rsvp) -> String {
    let guests = match rsvp.guest_count {
        0 => String::new(),
        1 => " with 1 guest".into(),
        guests => format!(" with {guests} guests"),
    };
    match rsvp.response {
        Answer::Going => format!("You are going{guests}."),
        Answer::Maybe => "You said maybe.".into(),
        Answer::NotGoing => "You said you cannot come.".into(),
    }
}

fn place(kind: EventKind, location: &str) -> PlaceRow {
    let is_virtual = kind == EventKind::Virtual;
    let address = location.split_whitespace().find_map(address_in);
    let words = address
        .map_or_else(|| location.to_owned(), |address| location.replace(address, "").trim().to_owned());
    let words = if words.is_empty() { address.unwrap_or(location).to_owned() } else { words };
    PlaceRow { is_virtual, words, href: address.unwrap_or_default().to_owned() }
}

fn who_sees(visibility: RsvpVisibility) -> &'static str {
    match visibility {
        RsvpVisibility::Everyone => "Everyone with the link sees names and answers.",
        RsvpVisibility::AfterRsvp => "Those who have answered see names and answers.",
        RsvpVisibility::AdminOnly => "Only the organiser sees names and answers.",
    }
}

/// Who is coming, or why that is not shown.
async fn table(
    ctx: &Ctx,
    opened: &Opened,
    event: &Event,
    answered: bool,
) -> Result<Result<Table, Notice>, Error> {
    if event.shows_rsvps(opened.access, answered) {
        return Ok(Ok(Table::of(&rsvps::all(ctx.store.as_ref(), &opened.share.short_id).await?)));
    }
    let why = match event.rsvp_visibility {
        RsvpVisibility::AfterRsvp => "You see who is coming once you have answered.",
        RsvpVisibility::Everyone | RsvpVisibility::AdminOnly => "Only the organiser sees who is coming.",
    };
    Ok(Err(Notice::new(why).icon(web::Icon::Lock)))
}

impl Table {
    fn of(rsvps: &[Rsvp]) -> Self {
        let summary = RsvpSummary::of(rsvps);
        let coming = summary.going + summary.guests;
        let of = |answer| rsvps.iter().filter(move |rsvp| rsvp.response == answer);
        let mut seats: Vec<Seat> = Vec::new();
        for rsvp in of(Answer::Going) {
            seats.push(Seat::going(&rsvp.name));
            seats.extend((0..rsvp.guest_count).map(|_| Seat::guest_of(&rsvp.name)));
        }
        seats.extend(of(Answer::Maybe).map(|rsvp| Seat::maybe(&rsvp.name)));
        let free = if seats.is_empty() { 7 } else { 1 };
        seats.extend((0..free).map(|_| Seat::free()));
        let label = format!(
            "{coming} coming: {} people and {} guests. {} said maybe, {} cannot come.",
            summary.going, summary.guests, summary.maybe, summary.not_going
        );
        let people =
            of(Answer::Going).chain(of(Answer::Maybe)).chain(of(Answer::NotGoing)).map(|rsvp| Person {
                avatar: Avatar::new(&rsvp.name),
                name: rsvp.name.clone(),
                guests: if rsvp.response == Answer::Going { rsvp.guest_count } else { 0 },
                answer: rsvp.response,
            });
        Self {
            seats: Seats::new(seats, coming, "coming", label),
            summary,
            people: people.take(NAMED).collect(),
            more: rsvps.len().saturating_sub(NAMED),
        }
    }
}

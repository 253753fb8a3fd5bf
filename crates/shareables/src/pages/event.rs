//! The page of an event: when and where, who is coming, and the reader's own answer.

mod coming;

use super::{
    cookies,
    fields::Fields,
    mine::{AnswerForm, Mine},
    shared::{Shared, layout, left},
};
use crate::{
    Error,
    gate::Opened,
    live::Rsvps,
    model::{Event, EventKind, Response as Reply, Rsvp, RsvpFields, RsvpVisibility, Shareable},
    service::{
        Given, Way,
        submit_rsvp::{SubmitRsvp, submit_rsvp},
    },
};
use askama::Template;
pub use coming::{Person, Table};
use web::{
    Ctx, Fault, Filled, Icon, Layout, Linked, Notice, OnceField, Part, Plate, Problem, Services, TimeLeft,
    components::{address_in, when},
};

#[derive(Template)]
#[template(path = "shareables/event.html")]
#[expect(clippy::struct_excessive_bools, reason = "each shows or hides a piece of the page by itself")]
struct EventPage {
    layout: Layout,
    shared: Shared,
    filled: Filled<RsvpForm>,
    once: OnceField,
    plate: Plate,
    /// Then the time of the place comes first, else the reader's.
    meets_in_person: bool,
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
    done: Option<Notice>,
    /// What the reader answered, in words, and their own link.
    mine: Option<(String, String)>,
    other: bool,
    who_sees: &'static str,
    table: Result<Table, Notice>,
}

/// Where people meet.
struct PlaceRow {
    is_virtual: bool,
    words: String,
    href: String,
}

/// What is in the form: what was typed, or else what was answered before.
#[derive(Debug, Clone, Default)]
pub struct RsvpForm {
    /// The participant's code, where the address gave it.
    me: String,
    name: String,
    response: String,
    guest_count: String,
    note: String,
}

impl AnswerForm for RsvpForm {
    type Answer = Rsvp;
    const NOT_SAVED: &'static str = "Your answer was not saved.";
    const THEN: &'static str = "";

    fn of(ctx: &Ctx, mine: &Mine<Rsvp>) -> Self {
        match &mine.answer {
            Some(rsvp) => Self {
                me: mine.me.clone(),
                name: rsvp.name.clone(),
                response: rsvp.response.name().into(),
                guest_count: rsvp.guest_count.to_string(),
                note: rsvp.note.clone().unwrap_or_default(),
            },
            None => Self {
                name: if mine.other { String::new() } else { cookies::name_of(ctx) },
                guest_count: "0".into(),
                ..Self::default()
            },
        }
    }

    fn read(form: &Fields) -> Self {
        Self {
            me: form.text("me"),
            name: form.text("name"),
            response: form.text("response"),
            guest_count: form.text("guestCount"),
            note: form.text("note"),
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    async fn give(&self, ctx: &Ctx, opened: &Opened, way: Way) -> Result<Given<Rsvp>, Error> {
        submit_rsvp(ctx, opened, SubmitRsvp { way, fields: self.meant()? }).await
    }

    async fn page(
        ctx: &Ctx,
        opened: &Opened,
        mine: &Mine<Rsvp>,
        filled: Filled<Self>,
        once: OnceField,
    ) -> Result<impl Template, Error> {
        let (share, event, now) = (&opened.share, opened.share.event()?, ctx.clock.now());
        let zone = when::zone(&event.time_zone);
        let start = event.start_time.to_zoned(zone.clone());
        let end = event.end_time.map(|end| end.to_zoned(zone.clone()));
        let meets_in_person = event.kind == EventKind::InPerson;
        let plate = Plate::new(*event.start_time, &zone).large();
        let code = opened.code.filter(|_| !mine.me.is_empty());
        let own = mine.answer.as_ref().map(said).zip(mine.link(ctx, opened));
        Ok(EventPage {
            layout: layout(ctx, share, share.name.clone(), code).script("stepper.js"),
            shared: Shared::of(ctx, opened),
            filled,
            once,
            plate: if meets_in_person { plate.in_place() } else { plate },
            meets_in_person,
            hours: when::span(&start, end.as_ref(), now),
            day: when::day(&start, now),
            zone: when::zone_words(&event.time_zone),
            start: event.start_time.to_string(),
            end: event.end_time.map(|end| end.to_string()).unwrap_or_default(),
            description: event.description.clone().map(Linked::new),
            place: event.location.as_deref().map(|location| place(event.kind, location)),
            deadline: event.rsvp_deadline.map(|at| left(ctx, "Reply by", share.created_at, at)),
            ends: event.rsvp_deadline.map(|at| at.to_string()).unwrap_or_default(),
            takes_rsvps: event.takes_rsvps(now) && !share.has_expired(now),
            asks: event.is_rsvp_required,
            done: done(ctx),
            mine: own,
            other: mine.other,
            who_sees: who_sees(event.rsvp_visibility),
            table: table(ctx, opened, event, mine.answer.is_some()).await?,
        })
    }
}

impl RsvpForm {
    fn meant(&self) -> Result<RsvpFields, Error> {
        let response = Reply::of_name(&self.response)
            .ok_or_else(|| Fault::about("response", "Say whether you are coming."))?;
        let guests = match self.guest_count.trim() {
            "" => 0,
            text => text.parse().map_err(|_| Fault::about("guestCount", "From 0 to 20 guests."))?,
        };
        let guest_count = if response == Reply::Going { guests } else { 0 };
        Ok(RsvpFields { name: self.name.clone(), response, guest_count, note: Some(self.note.clone()) })
    }
}

impl EventPage {
    fn has_chosen(&self, response: &str) -> bool {
        self.filled.form.response == response
    }
}

fn done(ctx: &Ctx) -> Option<Notice> {
    match ctx.done()? {
        "answered" => Some(Notice::good("Your answer is saved.")),
        "other" => Some(Notice::good("The answer is saved.").text("This page's address leads back to it.")),
        "withdrawn" => Some(Notice::good("Your answer is withdrawn.")),
        _ => None,
    }
}

fn said(rsvp: &Rsvp) -> String {
    match (rsvp.response, rsvp.guest_count) {
        (Reply::Going, 0) => "You are going.".into(),
        (Reply::Going, guests) => format!("You are going with {}.", web::words::counted(guests, "guest")),
        (Reply::Maybe, _) => "You said maybe.".into(),
        (Reply::NotGoing, _) => "You said you can’t come.".into(),
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
        RsvpVisibility::AfterRsvp => "Everyone who has answered sees names and answers.",
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
        let coming = ctx.followed::<Rsvps>(&opened.share).await?;
        return Ok(Ok(Table::of(&opened.share, &coming)));
    }
    let why = match event.rsvp_visibility {
        RsvpVisibility::AfterRsvp => "You see who is coming when you have answered.",
        RsvpVisibility::Everyone | RsvpVisibility::AdminOnly => "Only the organiser sees who is coming.",
    };
    Ok(Err(Notice::new(why).icon(Icon::Lock)))
}

/// What everyone who sees who is coming is sent when that changes.
pub async fn parts(services: &Services, share: &Shareable) -> Result<Vec<Part>, Problem> {
    let coming = services.followed::<Rsvps>(share).await?;
    Ok(vec![Part::new("who", Table::of(share, &coming))?])
}

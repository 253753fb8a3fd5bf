//! What `/home` shows: what is coming up, invitations without an answer, and my groups.

use super::{
    cards::HangoutCard,
    groups::{self, GroupItem},
    mine,
};
use crate::{
    model::{Answer, Direction, Watermark},
    service::{list_feed::Card, list_hangouts},
};
use askama::Template;
use async_trait::async_trait;
use web::{CalendarEntry, CalendarStatus, Ctx, HomeCard, HomePlace, Html, Icon, Need, PageQuery, Problem};

/// How many are shown, and how many are looked through for those that wait for an answer.
const SOON: usize = 4;
const AHEAD: usize = 12;
/// Cancelled ones that are shown after them.
const CANCELLED: usize = 2;
const GROUPS: &str = "6";

#[derive(Template)]
#[template(path = "hangouts/home_upcoming.html")]
struct Upcoming {
    cards: Vec<HangoutCard>,
}

/// The next few hangouts.
pub struct ComingUp;

#[async_trait]
impl HomeCard for ComingUp {
    fn place(&self) -> HomePlace {
        HomePlace::Main(1)
    }

    async fn card(&self, ctx: &Ctx) -> Result<Option<String>, Problem> {
        Ok(self.card_and_needs(ctx).await?.0)
    }

    async fn card_and_needs(&self, ctx: &Ctx) -> Result<(Option<String>, Vec<Need>), Problem> {
        let now = Watermark::at(ctx.clock.now());
        let listed = list_hangouts::list_hangouts(ctx, Direction::Upcoming, now, AHEAD).await?;
        let others = mine::others(ctx).await?;
        if listed.items.is_empty() && listed.groups.is_empty() && others.is_empty() {
            return Ok((None, Vec::new()));
        }
        let shown = mine::cards(ctx, &listed);
        let needs = listed.items.iter().zip(&shown);
        let needs = needs.filter_map(|(card, shown)| Some(need(shown, question(ctx, card)?)));
        let (now, zones) = (ctx.clock.now(), ctx.zones());
        let changed = others.iter().filter_map(|entry| {
            let shown = HangoutCard::of_entry(entry, now, &zones);
            Some(need(&shown, changed(entry)?))
        });
        let needs = needs.chain(changed).collect();
        let all = mine::coming_up(ctx, &listed, &others).into_iter();
        let (cancelled, on): (Vec<_>, Vec<_>) = all.partition(|card| card.cancelled);
        let cards = on.into_iter().take(SOON).chain(cancelled.into_iter().take(CANCELLED)).collect();
        Ok((Some(Html(Upcoming { cards }).drawn()?), needs))
    }
}

/// What the caller is told of a thing that another feature has.
fn changed(entry: &CalendarEntry) -> Option<&'static str> {
    match entry.status {
        CalendarStatus::Cancelled => Some("Cancelled."),
        _ if entry.again => Some("This has moved. Still coming?"),
        _ => None,
    }
}

/// What the caller is asked or told of a hangout: it is new to them, or another than they answered.
fn question(ctx: &Ctx, card: &Card) -> Option<&'static str> {
    let came = matches!(card.answer(), Some(Answer::Going | Answer::Maybe));
    match card {
        card if card.waits_for(ctx) => Some("Are you coming?"),
        card if card.is_asked_again() => Some("This has moved. Still coming?"),
        card if card.pointer.cancelled && came => Some("Cancelled."),
        _ => None,
    }
}

fn need(card: &HangoutCard, question: &str) -> Need {
    Need {
        icon: Icon::Calendar,
        colour: 4,
        title: card.title.clone(),
        about: format!("{question} {}", card.from),
        path: card.path.clone(),
        left: None,
    }
}

#[derive(Template)]
#[template(path = "hangouts/home_groups.html")]
struct Groups {
    groups: Vec<GroupItem>,
    more: bool,
}

/// The groups that I am in.
pub struct MyGroups;

#[async_trait]
impl HomeCard for MyGroups {
    fn place(&self) -> HomePlace {
        HomePlace::Aside(3)
    }

    async fn card(&self, ctx: &Ctx) -> Result<Option<String>, Problem> {
        let query = PageQuery { limit: Some(GROUPS.into()), cursor: None };
        let (groups, next) = groups::items(ctx, "groups on home", &query).await?;
        Html(Groups { groups, more: next.is_some() }).drawn().map(Some)
    }
}

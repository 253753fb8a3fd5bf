//! Movie night on `/home`: where the household is, and what waits for the person who looks.

use super::parts::{Around, RATED, VOTED};
use crate::{
    Error,
    gate::Who,
    model::Status,
    service::glance::{self, Glance, Going},
    urls,
};
use askama::Template;
use async_trait::async_trait;
use web::{
    Ctx, HomeCard, HomePlace, Html, Icon, Problem,
    feature::{Need, Needs},
};

async fn look(ctx: &Ctx) -> Result<Option<(Who, Glance)>, Problem> {
    let who = match Who::load(ctx, ctx.actor.signed_in()?.user_id, None).await {
        // Without a row that can be read there is no movie night to show.
        Err(Error::NoMember) => return Ok(None),
        who => who?,
    };
    match glance::glance(ctx, &who).await {
        Err(Error::NoHousehold) => Ok(None),
        seen => Ok(seen?.map(|seen| (who, seen))),
    }
}

/// A vote or a rating that is missing.
pub struct Waiting;

#[async_trait]
impl Needs for Waiting {
    async fn needs(&self, ctx: &Ctx) -> Result<Vec<Need>, Problem> {
        let Some((who, seen)) = look(ctx).await? else { return Ok(Vec::new()) };
        let waiting = seen.tonight.filter(|tonight| tonight.waits_for(&who));
        Ok(waiting.and_then(|tonight| need(&tonight, seen.household.title())).into_iter().collect())
    }
}

fn need(tonight: &Going, household: &str) -> Option<Need> {
    let (title, about) = match tonight.status {
        Status::Voting => (
            "Vote for tonight’s film".to_owned(),
            format!("{} of {} have voted", how_many(tonight), tonight.present.len()),
        ),
        Status::Watched => (format!("Say how you liked {}", film(tonight)), household.to_owned()),
        _ => return None,
    };
    let path = urls::round(tonight.round.round_id);
    Some(Need { icon: Icon::Film, colour: 5, title, about, path, left: None })
}

fn how_many(tonight: &Going) -> usize {
    tonight.present.iter().filter(|member| tonight.has_done(member)).count()
}

fn film(tonight: &Going) -> &str {
    tonight.film.as_deref().unwrap_or("the film")
}

/// The household's round, in whatever state it is.
pub struct Card;

#[derive(Template)]
#[template(path = "movies/home.html")]
struct Drawn {
    household: String,
    /// What the round is going through, and whether something is to be done now.
    badge: Option<(&'static str, bool)>,
    seats: Option<Around>,
    says: String,
    /// The film that was picked.
    film: Option<String>,
    path: String,
    button: &'static str,
    /// Whether it waits for the person who looks.
    waits: bool,
    /// A draft beside the vote.
    draft: Option<String>,
}

impl Drawn {
    fn of(seen: Glance, who: &Who) -> Self {
        let household = seen.household.title().to_owned();
        let Some(tonight) = seen.tonight else {
            let says = "No round is going on.".to_owned();
            let path = urls::MOVIES.to_owned();
            let button = "Start a movie night";
            return Self {
                household,
                badge: None,
                seats: None,
                says,
                film: None,
                path,
                button,
                waits: false,
                draft: None,
            };
        };
        let waits = tonight.waits_for(who);
        let people = || tonight.present.iter().map(|member| (&member.user, tonight.has_done(member)));
        let (badge, seats, says, button) = match tonight.status {
            Status::Voting if waits => (("Voting", true), Some(Around::new(people(), VOTED)), "", "Vote now"),
            Status::Voting => (("Voting", true), Some(Around::new(people(), VOTED)), "", "See the votes"),
            Status::Selected => (("Picked", false), None, "Tonight:", "See the pick"),
            Status::Watched if waits => {
                (("Watched", true), Some(Around::new(people(), RATED)), "You watched", "Say how you liked it")
            }
            Status::Watched => {
                (("Watched", true), Some(Around::new(people(), RATED)), "You watched", "See the ratings")
            }
            Status::Draft | Status::Rated | Status::Expired | Status::Unknown => {
                (("Draft", false), None, "The shortlist is being put together.", "See the shortlist")
            }
        };
        Self {
            household,
            badge: Some(badge),
            seats,
            says: says.to_owned(),
            path: urls::round(tonight.round.round_id),
            film: tonight.film,
            button,
            waits,
            draft: seen.draft.map(urls::round),
        }
    }
}

#[async_trait]
impl HomeCard for Card {
    fn place(&self) -> HomePlace {
        HomePlace::Aside(1)
    }

    async fn card(&self, ctx: &Ctx) -> Result<Option<String>, Problem> {
        let Some((who, seen)) = look(ctx).await? else { return Ok(None) };
        Html(Drawn::of(seen, &who)).drawn().map(Some)
    }
}

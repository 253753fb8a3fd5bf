//! `/home`: what waits for me, what is coming up, what I made, what is mine, made of what the features bring.

use askama::Template;
use axum::response::{IntoResponse, Response};
use futures::future::try_join_all;
use jiff::{SignedDuration, Timestamp};
use kernel::UserId;
use web::{
    Ctx, Fault, HomePlace, Html, Layout, Need, Problem,
    components::{Look, ThingRow},
    mine::{self, After, Listed, Part},
};

/// Tells of everything of mine that others change.
const LIVE: &str = "/api/v1/me/live";
/// More than these are a list to work through, not a glance.
const MOST_NEEDS: usize = 8;
/// How many of the newest things are looked at, and how many are shown.
const NEWEST: usize = 20;
const SHOWN: usize = 5;
/// For how long a question that has ended asks for a decision.
const RECENT: SignedDuration = SignedDuration::from_hours(14 * 24);

#[derive(Template)]
#[template(path = "server/home.html")]
struct HomePage {
    layout: Layout,
    today: String,
    greeting: String,
    needs: Vec<Need>,
    main: Vec<String>,
    aside: Vec<String>,
}

/// What somebody created last.
#[derive(Template)]
#[template(path = "server/home_made.html")]
struct Created {
    rows: Vec<ThingRow>,
}

pub async fn home(ctx: Ctx) -> Result<Response, Problem> {
    let account = ctx.actor.signed_in()?.clone();
    let needs = try_join_all(ctx.joined.needs.iter().map(|part| part.needs(&ctx)));
    let cards = try_join_all(
        ctx.joined
            .home
            .iter()
            .map(async |card| Ok::<_, Problem>((card.place(), card.card_and_needs(&ctx).await?))),
    );
    let (needs, cards, made) = futures::try_join!(needs, cards, newest(&ctx, account.user_id))?;
    let now = ctx.clock.now();
    let mut needs: Vec<Need> = needs.into_iter().flatten().collect();
    needs.extend(made.iter().filter_map(|listed| undecided(listed, now)));
    let (mut main, mut aside) = (Vec::new(), Vec::new());
    for (place, (card, waiting)) in cards {
        needs.extend(waiting);
        match place {
            HomePlace::Main(_) => main.extend(card),
            HomePlace::Aside(_) => aside.extend(card),
        }
    }
    let zones = ctx.zones();
    let rows: Vec<_> = made.iter().take(SHOWN).map(|listed| ThingRow::of(listed, now, &zones)).collect();
    if !rows.is_empty() {
        // It stands in the shorter column, so that neither is empty beside a long one.
        let is_shorter = !main.is_empty() && height(&aside) < needs.len().min(MOST_NEEDS) + height(&main);
        let column = if is_shorter { &mut aside } else { &mut main };
        column.push(Html(Created { rows }).drawn()?);
    }
    let page = HomePage {
        layout: Layout::of(&ctx, "Home").noindex().script("times.js").live_by_fetching(LIVE),
        today: now.to_zoned((**zones.shown()).clone()).strftime("%A %-d %B").to_string(),
        greeting: greeting(&account.display_name, needs.len()),
        needs: needs.into_iter().take(MOST_NEEDS).collect(),
        main,
        aside,
    };
    Ok(Html(page).into_response())
}

/// How tall these cards are, in rows of a list.
fn height(cards: &[String]) -> usize {
    cards.iter().map(|card| 1 + card.matches("<li").count() + card.matches("class=\"attach").count()).sum()
}

/// What somebody made last.
async fn newest(ctx: &Ctx, user: UserId) -> Result<Vec<Listed>, Problem> {
    let (made, _) =
        mine::list(ctx, user, &[Part::Made], After::default(), NEWEST).await.map_err(Fault::from)?;
    Ok(made)
}

/// A question that has ended a short while ago waits for the one who put it.
fn undecided(Listed { mine, thing, .. }: &Listed, now: Timestamp) -> Option<Need> {
    thing.undecided_since.filter(|end| end.duration_until(now) < RECENT)?;
    let look = Look::of(&mine.kind);
    Some(Need {
        icon: look.icon,
        colour: look.colour,
        title: thing.title.clone(),
        about: format!("Your {} has ended. See the result and decide.", look.word.to_lowercase()),
        path: thing.path.clone(),
        left: None,
    })
}

/// Numbers that begin a sentence.
const SPELT: [&str; 10] = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

fn greeting(name: &str, needs: usize) -> String {
    match needs {
        0 => format!("Hello {name}."),
        1 => format!("Hello {name}. One thing is waiting for you."),
        more => {
            let more = SPELT.get(more).map_or_else(|| more.to_string(), |word| (*word).to_owned());
            format!("Hello {name}. {more} things are waiting for you.")
        }
    }
}

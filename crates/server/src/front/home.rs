//! `/home`: what waits for me, what is coming up, what is mine, made of what the features bring.

use askama::Template;
use axum::response::{IntoResponse, Response};
use futures::future::try_join_all;
use jiff::tz::TimeZone;
use web::{Ctx, HomePlace, Html, Layout, Need, Problem, words::counted};

/// More than these are a list to work through, not a glance.
const MOST_NEEDS: usize = 8;

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

pub async fn home(ctx: Ctx) -> Result<Response, Problem> {
    let name = ctx.actor.signed_in()?.display_name.clone();
    let needs = try_join_all(ctx.joined.needs.iter().map(|part| part.needs(&ctx)));
    let cards = try_join_all(
        ctx.joined
            .home
            .iter()
            .map(async |card| Ok::<_, Problem>(card.card(&ctx).await?.map(|html| (card.place(), html)))),
    );
    let (needs, cards) = futures::try_join!(needs, cards)?;
    let needs: Vec<Need> = needs.into_iter().flatten().collect();
    let (main, aside): (Vec<_>, Vec<_>) =
        cards.into_iter().flatten().partition(|(place, _)| matches!(place, HomePlace::Main(_)));
    let html = |cards: Vec<(HomePlace, String)>| cards.into_iter().map(|(_, html)| html).collect();
    let page = HomePage {
        layout: Layout::of(&ctx, "Home").noindex().script("times.js"),
        today: ctx.clock.now().to_zoned(TimeZone::UTC).strftime("%A %-d %B").to_string(),
        greeting: greeting(&name, needs.len()),
        needs: needs.into_iter().take(MOST_NEEDS).collect(),
        main: html(main),
        aside: html(aside),
    };
    Ok(Html(page).into_response())
}

fn greeting(name: &str, needs: usize) -> String {
    match needs {
        0 => format!("Hello {name}."),
        1 => format!("Hello {name}. One thing is waiting for you."),
        more => format!("Hello {name}. {} are waiting for you.", counted(more, "thing")),
    }
}

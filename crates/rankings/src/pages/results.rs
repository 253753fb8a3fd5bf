//! `/r/{id}/results`: the winner, every round, every transfer, head to head, and one's own ballot on its way.

use super::{about::About, parts::Counted, verdict::Verdict};
use crate::{
    Error,
    gate::{Gate, Opened},
    model::Vote,
    service::get_results,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use tally::Results;
use web::{Html, Layout, Problem};

#[derive(Template)]
#[template(path = "rankings/results.html")]
struct ResultsPage<'a> {
    layout: Layout,
    about: About<'a>,
    results: &'a Results,
    verdict: Verdict<'a>,
    counted: Counted<'a>,
    vote: Option<Vote>,
    manages: bool,
}

/// Why there is nothing to see yet; the page comes alive when there is.
#[derive(Template)]
#[template(path = "rankings/hidden.html")]
struct HiddenPage<'a> {
    layout: Layout,
    about: About<'a>,
    why: &'a Error,
}

pub async fn show_results(gate: Gate) -> Result<Response, Problem> {
    let (ctx, Opened { poll, vote, rights }) = (&gate.ctx, gate.open().await?);
    let about = About::of(ctx, &poll);
    let layout = about.layout(format!("Results – {}", poll.title)).script("times.js");
    let results = match get_results::get_results(ctx, &poll, rights).await {
        Ok(results) => results,
        Err(why @ Error::ResultsHidden(_)) => {
            return Err(Problem::from(why.clone()).with_page(HiddenPage { layout, about, why: &why }));
        }
        Err(error) => return Err(error.into()),
    };
    let page = ResultsPage {
        layout: layout.script("rounds.js"),
        results: &results,
        verdict: Verdict { results: &results, is_open: about.is_open() },
        counted: Counted::of(&results),
        vote: vote.filter(|_| results.total_votes > 0),
        manages: rights.manages,
        about,
    };
    Ok(Html(page).into_response())
}

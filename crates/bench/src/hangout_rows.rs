//! Pages of somebody in many groups, where each group has many hangouts and they have made many things, beside the same person with
//! few: what a page costs must not grow with what lies behind it.

mod town;

use crate::{
    Measured,
    client::{Load, get_as},
    program::Program,
    table::{Goal, Row},
};
use kernel::{Clock, SystemClock};
use std::{net::SocketAddr, time::Duration};
use town::{Size, Town};

const GROUPS: usize = 200;
/// In each group; two million hangouts take a few minutes to prepare.
const MANY: Size = Size { hangouts: 10_000, things: 10_000 };
/// Says how many there are instead, of each, to try the rows.
const FEWER: &str = "BENCH_HANGOUTS";
const FEW: Size = Size { hangouts: 10, things: 10 };
const TURNS: usize = 8;
const TURN: Duration = Duration::from_millis(400);

pub fn measure() -> Measured<Vec<Row>> {
    let many = match std::env::var(FEWER) {
        Ok(fewer) => Size { hangouts: fewer.parse()?, things: fewer.parse()? },
        Err(_) => MANY,
    };
    tokio::runtime::Runtime::new()?.block_on(async {
        let (large, small) = (tempfile::tempdir()?, tempfile::tempdir()?);
        let many = Town::fill(large.path(), GROUPS, many).await?;
        let few = Town::fill(small.path(), GROUPS, FEW).await?;
        let (with_many, with_few) =
            (Program::start(large.path()).await?, Program::start(small.path()).await?);
        with_many.settle().await?;
        with_few.settle().await?;
        let mut rows = Vec::new();
        for (what, page, goal) in PAGES {
            let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
            for _ in 0..TURNS {
                ours = ours.min(millis(with_many.address, &many, page).await?);
                theirs = theirs.min(millis(with_few.address, &few, page).await?);
            }
            rows.push(Row {
                what,
                unit: "ms",
                ours,
                baseline: Some(("10 hangouts each, 10 things", theirs)),
                goal: Some(Goal::Times(goal)),
            });
        }
        with_many.stop()?;
        with_few.stop()?;
        Ok(rows)
    })
}

/// What is asked for, where, and how much longer it may take.
const PAGES: [(&str, Page, f64); 4] = [
    ("everything ahead, in 200 groups with 10,000 hangouts each", Page::Upcoming, 1.5),
    ("everything that was, in the same groups", Page::Past, 1.5),
    ("the feed of a group with 10,000 hangouts", Page::Feed, 1.5),
    ("/home, in 200 groups with 10,000 hangouts each, 10,000 things", Page::Home, 1.5),
];

#[derive(Clone, Copy)]
enum Page {
    Upcoming,
    Past,
    Feed,
    Home,
}

/// How long an answer takes.
async fn millis(address: SocketAddr, town: &Town, page: Page) -> Measured<f64> {
    let path = match page {
        Page::Upcoming => "/api/v1/me/hangouts?limit=20".to_owned(),
        Page::Past => format!("/api/v1/me/hangouts?limit=20&before={}", SystemClock.now()),
        Page::Feed => format!("/api/v1/groups/{}/feed?limit=20", town.groups[0]),
        Page::Home => "/home".to_owned(),
    };
    let request = get_as(&town.token, &path);
    let load = Load { address, connections: 1, time: TURN, status: 200 };
    Ok(1_000.0 / load.rate(move |_| request.clone()).await?)
}

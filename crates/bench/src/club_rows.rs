//! The club with 100,000 links and 100,000 matches beside one with 1,000 of each: what a page costs must not grow with what lies
//! behind it. And the ladder replayed, beside the ratings alone.

mod club_of;
mod replay;

use crate::{
    Measured,
    client::{Connection, Load, get_as, post_with},
    figure::figure,
    program::Program,
    table::{Goal, Row},
};
use club_of::{COMMON, ClubOf, RARE, TAG};
use serde_json::json;
use std::time::{Duration, Instant};

const MANY: u32 = 100_000;
const FEW: usize = 1_000;
const TURNS: usize = 8;
const TURN: Duration = Duration::from_millis(400);
/// Matches that are entered while the ladder is looked at.
const ENTERED: usize = 9;

pub fn measure() -> Measured<Vec<Row>> {
    let size = figure("CLUB", MANY) as usize;
    let mut rows = replay::measure(size);
    let replayed = rows[0].ours;
    tokio::runtime::Runtime::new()?.block_on(async {
        let (large, small) = (tempfile::tempdir()?, tempfile::tempdir()?);
        let (many, few) = (ClubOf::fill(large.path(), size).await?, ClubOf::fill(small.path(), FEW).await?);
        let programs = (Program::start(large.path()).await?, Program::start(small.path()).await?);
        for (program, club) in [(&programs.0, &many), (&programs.1, &few)] {
            program.settle().await?;
            rows.extend(first_views(program, club).await?.into_iter().filter(|_| club.size == size));
        }
        for (what, path) in pages() {
            let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
            for _ in 0..TURNS {
                ours = ours.min(millis(&programs.0, &many, &path).await?);
                theirs = theirs.min(millis(&programs.1, &few, &path).await?);
            }
            let (baseline, goal) = (Some(("1,000 of each", theirs)), Some(Goal::Times(1.5)));
            rows.push(Row { what, unit: "ms", ours, baseline, goal });
        }
        rows.push(after_each_match(&programs.0, &many, replayed).await?);
        programs.0.stop()?;
        programs.1.stop()?;
        Ok(rows)
    })
}

/// What is looked at, and where.
fn pages() -> [(&'static str, String); 8] {
    [
        ("links, best rated first, of 100,000", "/club".into()),
        ("links, newest first, of 100,000", "/club?order=newest".into()),
        ("links with a tag that one in ten of 100,000 has", format!("/club/tags/{TAG}")),
        ("the same, newest first", format!("/club?t={TAG}&order=newest")),
        ("links with a word that one in ten of 100,000 has", format!("/club?q={COMMON}")),
        ("links with the beginning of a word of a few", format!("/club?q={RARE}")),
        ("links of a tag as JSON, of 100,000", format!("/api/v1/sites?tag={TAG}&limit=24")),
        ("the squash ladder of 100,000 matches", "/squash".into()),
    ]
}

/// The first view of what is held in memory reads all of it.
async fn first_views(program: &Program, club: &ClubOf) -> Measured<Vec<Row>> {
    let mut connection = Connection::open(program.address).await?;
    let mut rows = Vec::new();
    for (what, path) in
        [("first view of 100,000 links", "/club"), ("first view of 100,000 matches", "/squash")]
    {
        let (request, began) = (get_as(&club.token, path), Instant::now());
        // Whoever waits too long is asked to come again; the reading goes on.
        while connection.send(&request).await?.status == 503 {}
        let ours = began.elapsed().as_secs_f64() * 1e3;
        rows.push(Row { what, unit: "ms", ours, baseline: None, goal: None });
    }
    Ok(rows)
}

/// How long an answer takes.
async fn millis(program: &Program, club: &ClubOf, path: &str) -> Measured<f64> {
    let request = get_as(&club.token, path);
    let load = Load { address: program.address, connections: 1, time: TURN, status: 200 };
    Ok(1_000.0 / load.rate(move |_| request.clone()).await?)
}

/// The ladder right after a match was entered: replayed once, and then only looked at.
async fn after_each_match(program: &Program, club: &ClubOf, replayed: f64) -> Measured<Row> {
    let mut connection = Connection::open(program.address).await?;
    let headers = format!("Content-Type: application/json\r\nAuthorization: Bearer {}\r\n", club.token);
    let played = json!({
        "date": "2026-01-15", "teamAPlayer1Id": club.players[0], "teamBPlayer1Id": club.players[1],
        "winningTeam": "A", "teamAGames": 3, "teamBGames": 1,
    });
    let mut times = Vec::new();
    for _ in 0..ENTERED {
        let began = Instant::now();
        connection.expect(201, &post_with("/api/v1/squash/matches", &headers, &played)).await?;
        connection.expect(200, &get_as(&club.token, "/api/v1/squash/leaderboard")).await?;
        times.push(began.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_unstable_by(f64::total_cmp);
    let (ours, baseline) = (times[times.len() / 2], Some(("the replay alone, in memory", replayed)));
    Ok(Row {
        what: "a match entered and the ladder seen, of 100,000",
        unit: "ms",
        ours,
        baseline,
        goal: None,
    })
}

//! The results of the large poll: the first view reads every vote, later ones only what is new.

use super::fill::Poll;
use crate::{
    Measured,
    client::Connection,
    program::Program,
    store_rows::id,
    table::{Goal, Row},
    tally_rows::drawn::{Ballot, NAMES, TIE_ORDER, names},
};
use std::{hint::black_box, time::Instant};
use tally::{BallotBox, Rules};

const VIEWS: usize = 25;

/// The rows, and how many votes were cast.
pub async fn measure(program: &Program, poll: Poll, ballots: &[Ballot]) -> Measured<(Vec<Row>, u64)> {
    let held = held(ballots)?;
    let before = program.resident_megabytes()?;
    let mut connection = Connection::open(program.address).await?;
    let (first, total) = view(&mut connection, poll).await?;
    if total != ballots.len() as u64 {
        return Err(format!("the results count {total} votes").into());
    }
    let grown = program.resident_megabytes()? - before;
    let (mut views, mut tallies, mut voted) = (Vec::new(), Vec::new(), 0);
    for ballot in ballots.iter().take(VIEWS) {
        connection.expect(201, &poll.vote(ballot)).await?;
        voted += 1;
        let (took, counted) = view(&mut connection, poll).await?;
        if counted != total + voted {
            return Err("the results leave out a vote that was there before".into());
        }
        views.push(took);
        let began = Instant::now();
        black_box(held.tally(&Rules::default()));
        tallies.push(began.elapsed().as_secs_f64() * 1e3);
    }
    let row = |what, unit, ours, baseline, goal| Row { what, unit, ours, baseline, goal };
    let tally = Some(("the tally alone, in memory", median(tallies)));
    let rows = vec![
        row("results of 1,000,000 votes, first view", "ms", first, None, None),
        row("results after each new vote", "ms", median(views), tally, Some(Goal::Times(1.5))),
        row("memory for each ballot held", "bytes", per_ballot(held.memory_bytes(), ballots), None, None),
        row("memory the first view adds, caches included", "MB", grown, None, None),
    ];
    Ok((rows, voted))
}

/// Milliseconds, and the votes counted.
pub async fn view(connection: &mut Connection, poll: Poll) -> Measured<(f64, u64)> {
    let request = poll.results();
    let began = Instant::now();
    let answer = connection.send(&request).await?;
    let took = began.elapsed().as_secs_f64() * 1e3;
    if answer.status != 200 {
        return Err(format!("the results answer {}", answer.status).into());
    }
    Ok((took, answer.json()?["totalVotes"].as_u64().ok_or("no totalVotes")?))
}

/// The ballots as the program holds them between two views.
fn held(ballots: &[Ballot]) -> Measured<BallotBox> {
    let mut held = BallotBox::new(NAMES, &TIE_ORDER)?;
    for (number, ballot) in ballots.iter().enumerate() {
        let voter = u128::from_str_radix(&id(number as u64).replace('-', ""), 16)?;
        held.put(voter, &names(ballot))?;
    }
    held.shrink_to_fit();
    Ok(held)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

#[expect(clippy::cast_precision_loss, reason = "far less than 2^52 bytes")]
fn per_ballot(bytes: usize, ballots: &[Ballot]) -> f64 {
    bytes as f64 / ballots.len() as f64
}

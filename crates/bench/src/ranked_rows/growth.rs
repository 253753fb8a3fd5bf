//! The results of a small poll, in a table of a million items and in a table of a thousand: what others store must not slow it.

use super::fill::{Poll, fill};
use crate::{
    Measured,
    client::Load,
    program::Program,
    table::{Goal, Row},
    tally_rows::drawn,
};
use std::{net::SocketAddr, time::Duration};

/// Votes in the small poll, and in the other one of the small table.
pub const BALLOTS: usize = 100;
const OTHERS: usize = 900;
const CONNECTIONS: u64 = 8;
const TURNS: usize = 5;
const TURN: Duration = Duration::from_millis(300);

/// `program` runs on the large table.
pub async fn measure(program: &Program, poll: Poll) -> Measured<Vec<Row>> {
    let data = tempfile::tempdir()?;
    let ballots = drawn::ballots(OTHERS);
    fill(data.path(), &[(Poll::numbered(3), &ballots), (poll, &ballots[..BALLOTS])]).await?;
    let beside = Program::start(data.path()).await?;
    beside.settle().await?;
    let (mut in_large, mut in_small) = (0.0_f64, 0.0_f64);
    for _ in 0..TURNS {
        in_large = in_large.max(rate(program.address, poll).await?);
        in_small = in_small.max(rate(beside.address, poll).await?);
    }
    beside.stop()?;
    Ok(vec![Row {
        what: "results of a poll of 100 votes among 1,000,000 items",
        unit: "/s",
        ours: in_large,
        baseline: Some(("among 1,000 items", in_small)),
        goal: Some(Goal::Ratio(0.67)),
    }])
}

async fn rate(address: SocketAddr, poll: Poll) -> Measured<f64> {
    let request = poll.results();
    let load = Load { address, connections: CONNECTIONS, time: TURN, status: 200 };
    load.rate(move |_| request.clone()).await
}

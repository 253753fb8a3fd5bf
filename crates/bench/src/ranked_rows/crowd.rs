//! Sixty-four connections voting in the large poll while its results are watched, and then a power cut: nothing may be missing.

use super::{fill::Poll, results::view};
use crate::{
    Measured,
    client::{Connection, Load},
    program::Program,
    table::{Goal, Row},
};
use std::{path::Path, time::Duration};

const CONNECTIONS: u64 = 64;
const TIME: Duration = Duration::from_secs(5);

/// `before`: how many votes there are.
pub async fn measure(program: Program, data: &Path, poll: Poll, before: u64) -> Measured<Vec<Row>> {
    let vote = poll.vote(&[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    let load = Load { address: program.address, connections: CONNECTIONS, time: TIME, status: 201 };
    let voting = tokio::spawn(load.run(move |_| vote.clone()));
    let mut watcher = Connection::open(program.address).await?;
    let (mut views, mut slowest, mut seen) = (0_u32, 0.0_f64, before);
    while !voting.is_finished() {
        let (took, total) = view(&mut watcher, poll).await?;
        if total < seen {
            return Err("the results forgot votes they had counted".into());
        }
        (views, slowest, seen) = (views + 1, slowest.max(took), total);
    }
    let (voted, took) = voting.await??;
    let (_, total) = view(&mut watcher, poll).await?;
    program.crash()?;
    let restarted = Program::start(data).await?;
    let (_, after_crash) = view(&mut Connection::open(restarted.address).await?, poll).await?;
    restarted.stop()?;
    let lost = |counted: u64| count((before + voted).abs_diff(counted));
    let none = Some(Goal::AtMost(0.0));
    let row = |what, unit, ours, goal| Row { what, unit, ours, baseline: None, goal };
    Ok(vec![
        row(
            "votes by 64 connections while results are watched",
            "/s",
            count(voted) / took.as_secs_f64(),
            None,
        ),
        row("views of the results meanwhile", "/s", f64::from(views) / took.as_secs_f64(), None),
        row("the slowest of these views", "ms", slowest, None),
        row("acknowledged votes that the results miss", "votes", lost(total), none),
        row("the same after kill -9 and a restart", "votes", lost(after_crash), none),
    ])
}

#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 votes")]
fn count(votes: u64) -> f64 {
    votes as f64
}

//! Pages and JSON of a poll and a checklist, beside a bare axum server that sends the same bytes.

use super::{shares::Share, votes::CONNECTIONS};
use crate::{
    Measured,
    bare::{Bare, Recorded},
    client::{Connection, Load, get},
    program::Program,
    table::{Goal, Row},
};
use std::{net::SocketAddr, time::Duration};

/// Ours and theirs in turns. What counts is the turn in the middle: a machine that others use, too, is faster at one moment than at
/// the next.
const TURNS: usize = 21;
const TURN: Duration = Duration::from_millis(300);

pub async fn measure(program: &Program) -> Measured<Vec<Row>> {
    let mut connection = Connection::open(program.address).await?;
    let poll = Share::poll(&mut connection).await?;
    let checklist = Share::checklist(&mut connection).await?;
    let kinds = [
        ("GET of a poll as JSON", poll.json_path, 0.5),
        ("GET of a poll as a page", poll.page_path, 0.5),
        ("GET of a checklist as JSON", checklist.json_path, 0.5),
        ("GET of a checklist as a page", checklist.page_path, 0.5),
    ];
    let mut answers = Vec::new();
    for (what, path, _) in &kinds {
        let answer = connection.send(&get(path)).await?;
        if answer.status != 200 {
            return Err(format!("{what} answers {}", answer.status).into());
        }
        answers.push(Recorded::new(path, &answer)?);
    }
    let bare = Bare::start(&answers)?;
    let mut rows = Vec::new();
    for (what, path, goal) in kinds {
        let mut turns = Vec::new();
        for _ in 0..TURNS {
            turns.push((rate(program.address, &path).await?, rate(bare.address, &path).await?));
        }
        turns.sort_by(|(ours, theirs), (other, others)| (ours / theirs).total_cmp(&(other / others)));
        let (ours, theirs) = turns[TURNS / 2];
        let baseline = Some(("bare axum, same bytes", theirs));
        rows.push(Row { what, unit: "/s", ours, baseline, goal: Some(Goal::Ratio(goal)) });
    }
    Ok(rows)
}

async fn rate(address: SocketAddr, path: &str) -> Measured<f64> {
    let request = get(path);
    let load = Load { address, connections: CONNECTIONS, time: TURN, status: 200 };
    load.rate(move |_| request.clone()).await
}

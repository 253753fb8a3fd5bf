//! One attacker against a thousand others: while it does its worst from one address, with the limits that everyone has, the others
//! open the front page from addresses of their own.

mod kinds;

use crate::{
    Measured,
    crowd_rows::{allow_many_connections, others::Others, p99},
    figure::figure,
    program::Program,
    table::{Goal, Row},
};
use kinds::Attack;
use std::{fs, path::Path, time::Duration};

pub fn measure() -> Measured<Vec<Row>> {
    allow_many_connections();
    tokio::runtime::Runtime::new()?.block_on(async {
        let during = Duration::from_secs(figure("ATTACK_SECONDS", 10).into());
        let mut rows = Vec::new();
        for (names, attack) in KINDS {
            rows.extend(against(names, attack, during).await?);
        }
        Ok(rows)
    })
}

/// How the rows of an attack are called: the others' pages, memory and disk.
type Names = [&'static str; 3];

const KINDS: [(Names, Attack); 6] = [
    (["attack by guesses: / for others, p99", "the same: memory", "the same: disk"], Attack::Guesses),
    (["attack by streams: / for others, p99", "the same: memory", "the same: disk"], Attack::Streams),
    (
        [
            "attack by results of 30 × 30 options, 3,500 votes: / for others, p99",
            "the same: memory",
            "the same: disk",
        ],
        Attack::Results,
    ),
    (["attack by large ballots: / for others, p99", "the same: memory", "the same: disk"], Attack::Ballots),
    (["attack by creations: / for others, p99", "the same: memory", "the same: disk"], Attack::Creations),
    (["attack by slow connections: / for others, p99", "the same: memory", "the same: disk"], Attack::Slow),
];

async fn against(names: Names, attack: Attack, during: Duration) -> Measured<Vec<Row>> {
    let data = tempfile::tempdir()?;
    let program = Program::start_with(data.path(), &[]).await?;
    let target = attack.prepare(program.address).await?;
    program.settle().await?;
    let (memory, disk) = (program.resident_megabytes()?, megabytes(data.path())?);
    let others = Others::ask(program.address);
    attack.run(program.address, target, during).await?;
    let front = others.stop().await?;
    if front.failed > 0 {
        return Err(format!("{} of the others got no page", front.failed).into());
    }
    let grown = (program.resident_megabytes()? - memory, megabytes(data.path())? - disk);
    program.stop()?;
    let [page, more_memory, more_disk] = names;
    let row =
        |what, unit, ours, goal| Row { what, unit, ours, baseline: None, goal: Some(Goal::AtMost(goal)) };
    Ok(vec![
        row(page, "ms", p99(front.milliseconds), 50.0),
        row(more_memory, "MB more", grown.0, 150.0),
        row(more_disk, "MB more", grown.1, 300.0),
    ])
}

#[expect(clippy::cast_precision_loss, reason = "far less than 2^52 bytes")]
fn megabytes(folder: &Path) -> Measured<f64> {
    use std::os::unix::fs::MetadataExt;
    let mut blocks = 0;
    for file in fs::read_dir(folder)? {
        blocks += file?.metadata()?.blocks();
    }
    Ok(blocks as f64 * 512.0 / 1e6)
}

//! Starting the real program: how long to the first answer, and what it occupies once it rests.

use crate::{
    Measured,
    program::Program,
    store_rows::large,
    table::{Goal, Row},
    tables::{FILE, RANKED_CHOICE_POLLS},
};
use std::{path::Path, time::Duration};

const STARTS: usize = 5;
const REST: Duration = Duration::from_secs(2);

pub fn measure() -> Measured<Vec<Row>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let mut fresh_start = f64::INFINITY;
        for _ in 0..STARTS {
            let fresh = tempfile::tempdir()?;
            fresh_start = fresh_start.min(millis(&Program::start(fresh.path()).await?));
        }
        let fresh = tempfile::tempdir()?;
        let fresh_memory = idle_memory(fresh.path()).await?;
        let large = tempfile::tempdir()?;
        large::fill(&large.path().join(FILE), &RANKED_CHOICE_POLLS).await?;
        // The first start makes the key and the pool of codes; those that count are the later ones.
        idle_memory(large.path()).await?;
        let mut large_start = f64::INFINITY;
        for _ in 0..STARTS {
            let program = Program::start(large.path()).await?;
            large_start = large_start.min(millis(&program));
            program.stop()?;
        }
        Program::start(large.path()).await?.crash()?;
        let after_crash = millis(&Program::start(large.path()).await?);
        let large_memory = idle_memory(large.path()).await?;
        let row =
            |what, unit, ours, goal| Row { what, unit, ours, baseline: None, goal: Some(Goal::AtMost(goal)) };
        Ok(vec![
            row("start on an empty folder to the first answer", "ms", fresh_start, 150.0),
            row("memory when idle, empty folder", "MB", fresh_memory, 40.0),
            row("start on 1,000,000 items to the first answer", "ms", large_start, 150.0),
            row("the same after a crash", "ms", after_crash, 150.0),
            row("memory when idle, 1,000,000 items", "MB", large_memory, 40.0),
        ])
    })
}

fn millis(program: &Program) -> f64 {
    program.start.as_secs_f64() * 1e3
}

async fn idle_memory(data: &Path) -> Measured<f64> {
    let program = Program::start(data).await?;
    program.settle().await?;
    tokio::time::sleep(REST).await;
    let memory = program.resident_megabytes()?;
    program.stop()?;
    Ok(memory)
}

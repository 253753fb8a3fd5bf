//! A ranked poll with a million votes: its results seen for the first time, after each new vote, and while many people vote.

mod crowd;
mod fill;
mod growth;
mod results;

use crate::{Measured, figure::figure, program::Program, table::Row, tally_rows::drawn};
use fill::Poll;

const BALLOTS: u32 = 1_000_000;

pub fn measure() -> Measured<Vec<Row>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let data = tempfile::tempdir()?;
        let (large, small) = (Poll::numbered(1), Poll::numbered(2));
        let ballots = drawn::ballots(figure("BALLOTS", BALLOTS) as usize);
        fill::fill(data.path(), &[(large, &ballots), (small, &ballots[..growth::BALLOTS])]).await?;
        let program = Program::start(data.path()).await?;
        program.settle().await?;
        let mut rows = growth::measure(&program, small).await?;
        let (measured, voted) = results::measure(&program, large, &ballots).await?;
        rows.splice(0..0, measured);
        rows.extend(crowd::measure(program, data.path(), large, ballots.len() as u64 + voted).await?);
        Ok(rows)
    })
}

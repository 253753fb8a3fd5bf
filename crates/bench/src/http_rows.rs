//! The real program over HTTP: reading beside a bare axum server, voting beside the storage port and other databases.

mod dynamodb;
mod reads;
mod shares;
mod votes;

use crate::{Measured, program::Program, table::Row};

pub fn measure() -> Measured<Vec<Row>> {
    tokio::runtime::Runtime::new()?.block_on(async {
        let data = tempfile::tempdir()?;
        let program = Program::start(data.path()).await?;
        program.settle().await?;
        let mut rows = reads::measure(&program).await?;
        let (votes, best) = votes::measure(&program).await?;
        program.stop()?;
        rows.extend(votes);
        rows.extend(dynamodb::measure(best).await?);
        Ok(rows)
    })
}

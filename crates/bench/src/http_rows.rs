//! The real program over HTTP: reading beside a bare axum server, voting beside the storage port and other databases.

mod answers;
mod dynamodb;
mod reads;
pub mod shares;
mod votes;

use crate::{Measured, program::Program, table::Row};

pub fn measure() -> Measured<Vec<Row>> {
    // For reads the client is one thread, so that a server on a small machine has room for more than one of its own.
    let reader = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let data = tempfile::tempdir()?;
    let (program, mut rows) = reader.block_on(async {
        let program = Program::start(data.path()).await?;
        program.settle().await?;
        let mut rows = reads::measure(&program).await?;
        rows.extend(answers::measure(&program).await?);
        Measured::Ok((program, rows))
    })?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let (votes, best) = votes::measure(&program).await?;
        program.stop()?;
        rows.extend(votes);
        rows.extend(dynamodb::measure(best).await?);
        Ok(rows)
    })
}

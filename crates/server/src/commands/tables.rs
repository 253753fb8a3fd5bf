//! `tables create|describe`, for DynamoDB.

use crate::{cli::Failure, config::Config};
use clap::Subcommand;

#[derive(Debug, Clone, Copy, Subcommand)]
pub enum Tables {
    /// Create what is missing and wait until it is ready; can be run again
    Create,
    /// Compare what is there with what is declared
    Describe,
}

#[cfg(feature = "dynamodb")]
pub async fn run(config: &Config, command: Tables) -> Result<(), Failure> {
    use crate::{cli::say, compose, engine};
    use std::sync::Arc;

    let dynamo = engine::connect(config, compose::tables(), Arc::new(kernel::SystemClock)).await?;
    let failed = |error: store::StoreError| Failure(format!("{error}."));
    let reports = match command {
        Tables::Create => dynamo.create_tables(&mut |line| say(line)).await.map_err(failed)?,
        Tables::Describe => dynamo.describe_tables().await.map_err(failed)?,
    };
    for report in &reports {
        say(report.to_string());
    }
    match reports.iter().filter(|report| !report.is_well()).count() {
        0 => Ok(()),
        off => Err(Failure(format!("{off} of {} tables are not as declared.", reports.len()))),
    }
}

#[cfg(not(feature = "dynamodb"))]
pub async fn run(_: &Config, _: Tables) -> Result<(), Failure> {
    Err(Failure(
        "This build of Roundtable leaves DynamoDB out, and the embedded store makes its own tables.".into(),
    ))
}

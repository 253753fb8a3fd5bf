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
    match command {
        Tables::Create => dynamo.create_tables(&mut |line: &str| say(line)).await.map_err(failed),
        Tables::Describe => {
            let reports = dynamo.describe_tables().await.map_err(failed)?;
            for report in &reports {
                say(report.to_string());
            }
            let off = reports.iter().filter(|report| !report.is_as_declared()).count();
            if off == 0 { Ok(()) } else { Err(Failure(format!("{off} tables are not as declared."))) }
        }
    }
}

#[cfg(not(feature = "dynamodb"))]
pub async fn run(_: &Config, _: Tables) -> Result<(), Failure> {
    Err(Failure("This build of Roundtable leaves DynamoDB out, and the embedded store makes its own tables.".into()))
}

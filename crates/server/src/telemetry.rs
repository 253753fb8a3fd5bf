//! Logs and metrics. Request lines carry the route, never the address with its codes and tokens.

mod lines;
mod measured;
mod process;

pub use measured::{Known, Measured, begin, describe, names};

use crate::{cli::Failure, config::Config};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder};
use std::{
    fmt::Display,
    fs::File,
    io::{self, IsTerminal},
    os::fd::AsFd,
    sync::Arc,
    time::Duration,
};
use tokio_util::sync::CancellationToken;
use tracing_subscriber::{filter::Targets, layer::SubscriberExt, util::SubscriberInitExt};

/// Latencies are counted in these buckets (seconds).
const SECONDS: &[f64] = &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];
/// Sizes of commit batches.
const BATCHES: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0];

/// How long measured times lie about one by one before they are counted into their buckets.
pub const UPKEEP: Duration = Duration::from_secs(5);

/// Starts logging to standard error.
pub fn start_logs(config: &Config) -> Result<(), Failure> {
    let filter = config
        .log
        .parse::<Targets>()
        .map_err(|_| Failure("log is not a filter that can be understood.".to_owned()))?;
    let not_started = |error: &dyn Display| Failure(format!("Logging could not be started: {error}."));
    let stderr = standard_error().map_err(|error| not_started(&error))?;
    // Colours are for people at a terminal, not for files.
    let lines = lines::layer(config.log_format, stderr.is_terminal(), Arc::new(stderr));
    let started = tracing_subscriber::registry().with(filter).with(lines).try_init();
    started.map_err(|error| not_started(&error))
}

/// Standard error without a lock: a line is written in one call, so two at once do not mix.
fn standard_error() -> io::Result<File> {
    Ok(io::stderr().as_fd().try_clone_to_owned()?.into())
}

/// Starts counting; `/metrics` shows the result.
pub fn start_metrics() -> Result<Measured, Failure> {
    let failed = |error: metrics_exporter_prometheus::BuildError| {
        Failure(format!("Metrics could not be started: {error}."))
    };
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("seconds".into()), SECONDS)
        .and_then(|builder| {
            let requests = Matcher::Full("roundtable_store_commit_requests".into());
            builder.set_buckets_for_metric(requests, BATCHES)
        })
        .map_err(failed)?
        .install_recorder()
        .map_err(failed)?;
    describe();
    Ok(handle.into())
}

/// Counts measured times into their buckets as they come, until `stop`. Somebody who asks for `/metrics` does the same, but on a
/// server that nobody watches they would fill the memory.
pub async fn keep_up(metrics: Measured, stop: CancellationToken) {
    let mut turns = tokio::time::interval(UPKEEP);
    while stop.run_until_cancelled(turns.tick()).await.is_some() {
        metrics.run_upkeep();
    }
}

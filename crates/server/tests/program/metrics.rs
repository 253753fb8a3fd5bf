//! What is measured, on a server that nobody watches.

use kernel::{Keyring, Rng, SystemClock};
use metrics_exporter_prometheus::PrometheusBuilder;
use server::{
    compose::{self, Parts},
    telemetry,
};
use std::{fs, sync::Arc};
use store_embedded::EmbeddedStore;
use tokio_util::sync::CancellationToken;

/// Sixteen bytes each, so 64 MB if they are kept.
const TIMES: usize = 4_000_000;
const TURNS: usize = 40;

#[tokio::test(start_paused = true)]
async fn measured_times_do_not_pile_up_while_nobody_asks_for_them() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let clock = Arc::new(SystemClock);
    let stop = CancellationToken::new();
    let server = compose::assemble(Parts {
        store: Arc::new(EmbeddedStore::in_memory(compose::tables(), clock.clone()).unwrap()),
        clock: clock.clone(),
        rng: Rng::seeded(1),
        keys: Keyring::generate(&Rng::seeded(1)),
        outbound: outbound::Outbound::recorded(),
        live: web::Live::in_process(clock, stop.clone()),
        settings: web::Settings::default(),
        metrics: Some(recorder.handle()),
    });
    let background = server.start_background(&stop);
    let times = metrics::with_local_recorder(&recorder, || metrics::histogram!("http_request_seconds"));
    tokio::time::sleep(telemetry::UPKEEP).await;
    let before = resident_kilobytes();
    for _ in 0..TURNS {
        (0..TIMES / TURNS).for_each(|_| times.record(0.001));
        tokio::time::sleep(telemetry::UPKEEP).await;
    }
    let grown = resident_kilobytes().saturating_sub(before);
    assert!(grown < 24_000, "{TIMES} times take {grown} kB");
    assert!(recorder.handle().render().contains(&format!("http_request_seconds_count {TIMES}")));
    stop.cancel();
    for task in background {
        task.await.unwrap();
    }
}

fn resident_kilobytes() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

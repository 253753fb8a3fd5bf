//! What is measured: on a server that nobody watches, and in the form that Prometheus reads.

use crate::server::Running;
use kernel::{Keyring, Rng, SystemClock};
use metrics_exporter_prometheus::PrometheusBuilder;
use server::{
    compose::{self, Parts},
    telemetry,
};
use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};
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
        metrics: Some(recorder.handle().into()),
    });
    let background = server.start_background(&stop);
    let times =
        metrics::with_local_recorder(&recorder, || metrics::histogram!("roundtable_http_request_seconds"));
    tokio::time::sleep(telemetry::UPKEEP).await;
    let before = resident_kilobytes();
    for _ in 0..TURNS {
        (0..TIMES / TURNS).for_each(|_| times.record(0.001));
        tokio::time::sleep(telemetry::UPKEEP).await;
    }
    let grown = resident_kilobytes().saturating_sub(before);
    assert!(grown < 24_000, "{TIMES} times take {grown} kB");
    assert!(recorder.handle().render().contains(&format!("roundtable_http_request_seconds_count {TIMES}")));
    stop.cancel();
    for task in background {
        task.await.unwrap();
    }
}

/// Prometheus' own judgement of what `/metrics` shows; it says nothing where all is well.
fn promtool_says(metrics: &str) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/bin/promtool");
    let promtool = if here.exists() { here } else { "promtool".into() };
    let mut child = Command::new(promtool)
        .args(["check", "metrics"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("this test needs promtool: run scripts/install-tools once");
    child.stdin.take().unwrap().write_all(metrics.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert_eq!(output.status.success(), said.is_empty());
    String::from_utf8(said).unwrap()
}

/// What a server shows after it was used a little.
fn shown_by(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), arguments);
    let list = r#"{"entity":"checklist","name":"List","expiresAfter":7,"items":[{"name":"a"}]}"#;
    assert_eq!(server.request("POST", "/api/v1/shareables", Some(list)).unwrap().0, 201);
    assert_eq!(server.request("GET", "/nowhere/at/all", None).unwrap().0, 404);
    let (status, answer) = server.request("GET", "/metrics", None).unwrap();
    assert_eq!(status, 200);
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

#[test]
fn prometheus_finds_nothing_wrong_with_what_is_shown() {
    let shown = shown_by(&[]);
    assert_eq!(promtool_says(&shown), "");
    let lines: Vec<_> = shown.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let ours = |line: &&str| line.starts_with("roundtable_") || line.starts_with("process_");
    assert!(lines.iter().all(ours), "{lines:#?}");
    let version = env!("CARGO_PKG_VERSION");
    for expected in [
        &format!(r#"roundtable_build_info{{version="{version}"}} 1"#),
        r#"roundtable_mail_failures_total{kind="refused"} 0"#,
        r#"roundtable_work_failures_total{kind="hangouts.remind"} 0"#,
        r#"roundtable_rows_left_out_total{table="Shareables"} 0"#,
        r#"roundtable_store_calls_total{operation="write",table="Shareables",outcome="not_saved"} 0"#,
        "roundtable_messages_dropped_total 0",
        "roundtable_store_unreadable_rows_total 0",
        "roundtable_live_streams 0",
        r#"roundtable_http_requests_total{method="GET",route="unmatched",status="404"} 1"#,
    ] {
        assert!(lines.contains(&expected), "{expected} is not in\n{shown}");
    }
    assert!(lines.iter().any(|line| line.starts_with("process_resident_memory_bytes ")));
}

#[test]
fn the_names_of_the_release_before_are_shown_beside_the_new_ones_where_asked_for() {
    let shown = shown_by(&["--metrics-old-names", "on"]);
    assert_eq!(promtool_says(&shown), "");
    let count = r#"http_requests_total{method="GET",route="unmatched",status="404"} 1"#;
    assert!(shown.lines().any(|line| line == count), "{shown}");
    assert!(shown.lines().any(|line| line == format!("roundtable_{count}")), "{shown}");
}

fn resident_kilobytes() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse().unwrap()
}

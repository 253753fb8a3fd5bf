//! Everything that `/metrics` shows: names with their help, the values from which counters start, and this process as the system
//! counts it.

use super::process;
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Table, decorators::OUTCOMES};

/// Every name begins with this, except those of the process, which Prometheus fixes.
const PREFIX: &str = "roundtable_";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

struct Metric {
    /// Without the prefix.
    name: &'static str,
    kind: Kind,
    help: &'static str,
    /// Whether it went by its name without the prefix before.
    has_old_name: bool,
}

const fn metric(name: &'static str, kind: Kind, help: &'static str) -> Metric {
    Metric { name, kind, help, has_old_name: false }
}

const fn renamed(name: &'static str, kind: Kind, help: &'static str) -> Metric {
    Metric { name, kind, help, has_old_name: true }
}

/// Every metric that this program counts.
const METRICS: &[Metric] = &[
    metric("build_info", Kind::Gauge, "1, with the version of the program as a label."),
    renamed("http_requests_total", Kind::Counter, "Requests, by route, method and status."),
    renamed(
        "http_request_seconds",
        Kind::Histogram,
        "Time until a request was answered, by route and method.",
    ),
    renamed("live_streams", Kind::Gauge, "Live pages that are open."),
    renamed("store_calls_total", Kind::Counter, "Calls of storage, by operation, table and outcome."),
    renamed(
        "store_call_seconds",
        Kind::Histogram,
        "Time that calls of storage took, by operation and table.",
    ),
    renamed("store_queue_depth", Kind::Gauge, "Writes that wait for the disk (embedded)."),
    renamed("store_commit_requests", Kind::Histogram, "Writes that shared one commit (embedded)."),
    renamed("store_commit_seconds", Kind::Histogram, "Time that commits took (embedded)."),
    renamed(
        "store_unreadable_rows_total",
        Kind::Counter,
        "Rows of the data file that could not be read after a crash (embedded).",
    ),
    metric(
        "rows_left_out_total",
        Kind::Counter,
        "Rows that were left out of an answer because they cannot be read, by table. The same row counts each time.",
    ),
    renamed(
        "dynamodb_capacity_milliunits_total",
        Kind::Counter,
        "Thousandths of capacity units that DynamoDB charged, by table and call.",
    ),
    renamed("work_failures_total", Kind::Counter, "Background work that failed and is tried again, by kind."),
    metric("mail_failures_total", Kind::Counter, "Letters that did not go out, by kind of failure."),
    metric("messages_dropped_total", Kind::Counter, "Messages that waited for a day and were dropped."),
];

/// Series that exist from the start, so that the first event is an increase and not a new series.
pub struct Known<'k> {
    pub tables: &'k [&'static Table],
    /// Kinds of background work.
    pub kinds: Vec<&'static str>,
    pub is_embedded: bool,
}

/// The metrics of this process, ready to be shown.
#[derive(Clone)]
pub struct Measured {
    handle: PrometheusHandle,
    /// Whether names from before there was a prefix are shown as well.
    old_names: bool,
}

impl From<PrometheusHandle> for Measured {
    fn from(handle: PrometheusHandle) -> Self {
        Self { handle, old_names: false }
    }
}

impl Measured {
    #[must_use]
    pub fn with_old_names(self, old_names: bool) -> Self {
        Self { old_names, ..self }
    }

    pub fn run_upkeep(&self) {
        self.handle.run_upkeep();
    }

    /// Returns everything in Prometheus' text format.
    pub fn render(&self) -> String {
        let mut text = self.handle.render();
        if self.old_names {
            let old = old_names(&text);
            text.push_str(&old);
        }
        text.push_str(&process::render());
        text
    }
}

/// Returns the name of every metric that has help.
pub fn names() -> impl Iterator<Item = String> {
    METRICS.iter().map(|metric| format!("{PREFIX}{}", metric.name))
}

/// Gives each metric its help, in the recorder of this thread or process.
pub fn describe() {
    for Metric { name, kind, help, .. } in METRICS {
        let name = format!("{PREFIX}{name}");
        match kind {
            Kind::Counter => metrics::describe_counter!(name, *help),
            Kind::Gauge => metrics::describe_gauge!(name, *help),
            Kind::Histogram => metrics::describe_histogram!(name, *help),
        }
    }
    metrics::gauge!("roundtable_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
}

/// Sets to 0 what has not been counted yet.
pub fn begin(known: &Known<'_>) {
    for table in known.tables {
        metrics::counter!("roundtable_rows_left_out_total", "table" => table.name).absolute(0);
        for operation in ["get", "batch_get", "query", "scan", "write", "transact"] {
            for outcome in OUTCOMES.iter().filter(|outcome| is_watched(outcome, known.is_embedded)) {
                let labels = [("operation", operation), ("table", table.name), ("outcome", *outcome)];
                metrics::counter!("roundtable_store_calls_total", &labels).absolute(0);
            }
        }
    }
    for kind in &known.kinds {
        metrics::counter!("roundtable_work_failures_total", "kind" => *kind).absolute(0);
    }
    for kind in identity::letters::MAIL_FAILURES {
        metrics::counter!("roundtable_mail_failures_total", "kind" => kind).absolute(0);
    }
    metrics::counter!("roundtable_messages_dropped_total").absolute(0);
    metrics::gauge!("roundtable_live_streams").increment(0.0);
    if known.is_embedded {
        metrics::counter!("roundtable_store_unreadable_rows_total").absolute(0);
        metrics::gauge!("roundtable_store_queue_depth").increment(0.0);
    }
}

/// Returns whether an outcome is what calls usually have or what an alert looks for.
fn is_watched(outcome: &str, is_embedded: bool) -> bool {
    match outcome {
        "throttled" => !is_embedded,
        outcome => matches!(outcome, "ok" | "not_saved" | "unavailable"),
    }
}

/// Returns again, under its name without the prefix, what went by that name before.
fn old_names(text: &str) -> String {
    let mut old = String::new();
    let mut is_old = false;
    for line in text.lines() {
        // The lines of a metric stand together, the one with its help or type first.
        if let Some(described) = line.strip_prefix("# HELP ").or_else(|| line.strip_prefix("# TYPE ")) {
            let name = described.split(' ').next().and_then(|name| name.strip_prefix(PREFIX));
            is_old = METRICS.iter().any(|metric| metric.has_old_name && Some(metric.name) == name);
        }
        if is_old {
            old.push_str(&line.replacen(PREFIX, "", 1));
            old.push('\n');
        }
    }
    old
}

#[cfg(test)]
mod tests {
    use super::*;
    use metrics_exporter_prometheus::PrometheusBuilder;

    #[test]
    fn every_name_of_a_counter_ends_as_prometheus_wants_and_no_other_does() {
        for Metric { name, kind, help, .. } in METRICS {
            assert_eq!(name.ends_with("_total"), *kind == Kind::Counter, "{name}");
            assert!(help.ends_with('.'), "{name}");
        }
    }

    #[test]
    fn old_names_are_shown_beside_the_new_ones_where_asked_for() {
        let recorder = PrometheusBuilder::new().build_recorder();
        metrics::with_local_recorder(&recorder, || {
            describe();
            metrics::counter!("roundtable_store_calls_total", "table" => "roundtable_x").increment(3);
            metrics::counter!("roundtable_messages_dropped_total").increment(1);
        });
        let new = Measured::from(recorder.handle());
        let both = new.clone().with_old_names(true).render();
        assert!(!new.render().contains("\nstore_calls_total") && !new.render().contains("# TYPE store_"));
        assert!(both.contains("\nroundtable_store_calls_total{table=\"roundtable_x\"} 3\n"), "{both}");
        assert!(both.contains("\nstore_calls_total{table=\"roundtable_x\"} 3\n"), "{both}");
        assert!(both.contains("# TYPE store_calls_total counter\n"), "{both}");
        assert!(!both.contains("\nmessages_dropped_total") && !both.contains("\nbuild_info"), "{both}");
    }
}

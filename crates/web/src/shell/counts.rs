//! How often a route was asked for, how that ended and how long it took. To find a metric by its labels takes longer than to count,
//! so a route keeps those it has found.

use http::StatusCode;
use metrics::{Counter, Histogram};
use std::{
    sync::{PoisonError, RwLock},
    time::Duration,
};

/// The counts of one route: as few as it has methods and outcomes.
#[derive(Default)]
pub struct Counts(RwLock<Vec<Count>>);

struct Count {
    method: &'static str,
    route: String,
    status: StatusCode,
    requests: Counter,
    seconds: Histogram,
}

impl Counts {
    pub fn add(&self, method: &'static str, route: &str, status: StatusCode, took: Duration) {
        let wanted =
            |count: &&Count| count.status == status && count.method == method && count.route == route;
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = known.iter().find(wanted) {
            return count.add(took);
        }
        drop(known);
        // Two at once may both come here. What they find is the same, and it does no harm to keep it twice.
        let count = Count::find(method, route, status);
        count.add(took);
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(count);
    }
}

impl Count {
    fn find(method: &'static str, route: &str, status: StatusCode) -> Self {
        let route = route.to_owned();
        let requests = |status: StatusCode| {
            let (route, status) = (route.clone(), status.as_str().to_owned());
            metrics::counter!("roundtable_http_requests_total", "method" => method, "route" => route, "status" => status)
        };
        // From 0 on, so that the first failure is an increase.
        for failure in [StatusCode::INTERNAL_SERVER_ERROR, StatusCode::SERVICE_UNAVAILABLE] {
            requests(failure).absolute(0);
        }
        let requests = requests(status);
        let seconds = metrics::histogram!("roundtable_http_request_seconds", "method" => method, "route" => route.clone());
        Self { method, route, status, requests, seconds }
    }

    fn add(&self, took: Duration) {
        self.requests.increment(1);
        self.seconds.record(took);
    }
}

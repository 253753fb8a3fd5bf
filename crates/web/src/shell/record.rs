//! One line in the log and one count in the metrics per request, by route: addresses hold codes and tokens, so they are in neither.

use super::counts::Counts;
use crate::{App, Reference};
use axum::{
    extract::{MatchedPath, Request},
    response::Response,
};
use http::{HeaderName, HeaderValue, Method};
use tokio::time::Instant;

static HEADER: HeaderName = HeaderName::from_static("x-request-id");

pub struct Record {
    /// By which a person and the log speak of the same request.
    pub reference: Reference,
    route: Option<MatchedPath>,
    method: &'static str,
    /// A stopwatch; nothing is decided by it.
    began: Instant,
}

impl Record {
    pub fn begin(app: &App, request: &Request) -> Self {
        let route = request.extensions().get::<MatchedPath>().cloned();
        let method = known(request.method());
        Self { reference: Reference::draw(&app.rng), route, method, began: Instant::now() }
    }

    pub fn failed(&self, reason: &str) {
        tracing::error!(reason, id = %self.reference, "a request failed");
    }

    pub fn end(self, answer: &mut Response, counts: &Counts) {
        let (status, took) = (answer.status(), self.began.elapsed());
        let route = name(self.route.as_ref());
        // Whole microseconds: to write a fraction takes longer than to measure it.
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        tracing::info!(
            method = %self.method,
            route = %route,
            status = status.as_u16(),
            took_us,
            id = %self.reference,
            "answered"
        );
        counts.add(self.method, route, status, took);
        if let Ok(reference) = HeaderValue::from_str(self.reference.as_str()) {
            answer.headers_mut().insert(&HEADER, reference);
        }
    }
}

fn name(route: Option<&MatchedPath>) -> &str {
    route.map_or("unmatched", MatchedPath::as_str)
}

/// Anyone may make up methods; the metrics know only these.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

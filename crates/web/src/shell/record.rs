//! One line in the log and one count in the metrics per request, by route: addresses hold codes and tokens, so they are in neither.

use crate::App;
use axum::{
    extract::{MatchedPath, Request},
    response::Response,
};
use http::{HeaderValue, Method};
use std::future::Future;
use tokio::time::Instant;
use tracing::{Instrument, Span, info_span};

/// Letters and digits that are not taken for one another when read aloud.
const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

pub struct Record {
    /// By which a person and the log speak of the same request.
    pub reference: String,
    pub route: String,
    method: &'static str,
    span: Span,
    /// A stopwatch; nothing is decided by it.
    began: Instant,
}

impl Record {
    pub fn begin(app: &App, request: &Request) -> Self {
        let reference = app.rng.text(ALPHABET, 10);
        let route =
            request.extensions().get::<MatchedPath>().map_or("unmatched", MatchedPath::as_str).to_owned();
        let method = known(request.method());
        let span = info_span!("request", id = reference, method, route);
        Self { reference, route, method, span, began: Instant::now() }
    }

    /// Runs the handler so that its log lines carry the reference.
    pub fn within<F: Future>(&self, handler: F) -> impl Future<Output = F::Output> + use<F> {
        handler.instrument(self.span.clone())
    }

    pub fn failed(&self, reason: &str) {
        self.span.in_scope(|| tracing::error!(reason, "a request failed"));
    }

    pub fn end(self, answer: &mut Response) {
        let (status, took) = (answer.status(), self.began.elapsed());
        if let Ok(reference) = HeaderValue::from_str(&self.reference) {
            answer.headers_mut().insert("x-request-id", reference);
        }
        let took_ms = took.as_secs_f64() * 1_000.0;
        self.span.in_scope(|| tracing::info!(status = status.as_u16(), took_ms, "answered"));
        let status = status.as_str().to_owned();
        metrics::counter!("http_requests_total", "method" => self.method, "route" => self.route.clone(), "status" => status)
            .increment(1);
        metrics::histogram!("http_request_seconds", "method" => self.method, "route" => self.route)
            .record(took.as_secs_f64());
    }
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

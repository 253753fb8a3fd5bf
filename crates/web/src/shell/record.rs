//! One line in the log and one count in the metrics per request, by route: addresses hold codes and tokens, so they are in neither.

use super::counts::Counts;
use crate::App;
use axum::{
    extract::{MatchedPath, Request},
    response::Response,
};
use http::{HeaderName, HeaderValue, Method};
use kernel::Rng;
use std::future::Future;
use tokio::time::Instant;
use tracing::{Instrument, Span, info_span};

/// Letters and digits that are not taken for one another when read aloud.
const ALPHABET: &[u8; 31] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// So many of them are a reference, and there are so many references.
const LENGTH: u32 = 10;
const REFERENCES: u64 = (ALPHABET.len() as u64).pow(LENGTH);
static HEADER: HeaderName = HeaderName::from_static("x-request-id");

pub struct Record {
    /// By which a person and the log speak of the same request.
    pub reference: String,
    route: Option<MatchedPath>,
    method: &'static str,
    span: Span,
    /// A stopwatch; nothing is decided by it.
    began: Instant,
}

impl Record {
    pub fn begin(app: &App, request: &Request) -> Self {
        let reference = reference(&app.rng);
        let route = request.extensions().get::<MatchedPath>().cloned();
        let method = known(request.method());
        let span = info_span!("request", id = %reference, method = %method, route = %name(route.as_ref()));
        Self { reference, route, method, span, began: Instant::now() }
    }

    /// Runs the handler so that its log lines carry the reference.
    pub fn within<F: Future>(&self, handler: F) -> impl Future<Output = F::Output> + use<F> {
        handler.instrument(self.span.clone())
    }

    pub fn failed(&self, reason: &str) {
        tracing::error!(parent: &self.span, reason, "a request failed");
    }

    pub fn end(self, answer: &mut Response, counts: &Counts) {
        let (status, took) = (answer.status(), self.began.elapsed());
        // Whole microseconds: to write a fraction takes longer than to measure it.
        let took_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        tracing::info!(parent: &self.span, status = status.as_u16(), took_us, "answered");
        counts.add(self.method, name(self.route.as_ref()), status, took);
        if let Ok(reference) = HeaderValue::try_from(self.reference) {
            answer.headers_mut().insert(&HEADER, reference);
        }
    }
}

/// The letters of one number, so that there is one draw and not one for each.
fn reference(rng: &Rng) -> String {
    let mut rest = rng.below(REFERENCES);
    let letters = (0..LENGTH).map(|_| {
        let letter = ALPHABET[usize::try_from(rest % 31).unwrap_or(0)];
        rest /= 31;
        char::from(letter)
    });
    letters.collect()
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

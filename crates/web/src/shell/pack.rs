//! Large answers are packed beside the threads that answer, one at a time: packing half a megabyte takes as long as a hundred small
//! answers do, and whoever asks for many of them must not keep everyone else waiting. What is small is packed on its way out.

use super::Answered;
use axum::{
    body::{Body, HttpBody, to_bytes},
    response::Response,
};
use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, HeaderValue, header};
use std::io::{self, Write};
use tokio::{sync::Semaphore, task::spawn_blocking};
use tower_http::compression::{Predicate, predicate::DefaultPredicate};

/// Answers from this many bytes on are large.
const LARGE: u64 = 64 * 1024;
static TURN: Semaphore = Semaphore::const_new(1);

/// What is packed on its way out: everything that gains by it and is not large.
pub fn on_the_way() -> impl Predicate {
    DefaultPredicate::new().and(Small)
}

#[derive(Clone, Copy)]
struct Small;

impl Predicate for Small {
    fn should_compress<B: HttpBody>(&self, answer: &http::Response<B>) -> bool {
        answer.body().size_hint().exact().is_none_or(|size| size < LARGE)
    }
}

/// Whether whoever sent these headers takes gzip.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        name.trim().eq_ignore_ascii_case("gzip")
            && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Packs an answer that is large, for someone who takes gzip.
pub async fn large(answer: Response) -> Answered {
    let is_large = answer.body().size_hint().exact().is_some_and(|size| size >= LARGE);
    if !is_large || !is_text(answer.headers()) {
        return Ok(answer);
    }
    let (mut parts, body) = answer.into_parts();
    // It is in memory already, or its length would not be known.
    let Ok(whole) = to_bytes(body, usize::MAX).await else {
        return Ok(Response::from_parts(parts, Body::empty()));
    };
    let unpacked = whole.clone();
    let _turn = TURN.acquire().await;
    let Ok(Ok(packed)) = spawn_blocking(move || gzip(&whole)).await else {
        return Ok(Response::from_parts(parts, Body::from(unpacked)));
    };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(packed.len()));
    Ok(Response::from_parts(parts, Body::from(packed)))
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    !headers.contains_key(header::CONTENT_ENCODING)
        && (kind.starts_with("text/") || kind.starts_with("application/json"))
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::fast());
    packed.write_all(bytes)?;
    packed.finish()
}

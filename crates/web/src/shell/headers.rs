//! Headers that every answer carries. A handler that set one itself keeps it.

use crate::Settings;
use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Everything comes from here, nothing is inline, nobody frames us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

static ALWAYS: [(HeaderName, HeaderValue); 8] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
    // Answers are somebody's own unless their handler says otherwise.
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    // The same answer may travel packed to the next who asks.
    (header::VARY, HeaderValue::from_static("accept-encoding")),
];
static SECRET_ADDRESS: HeaderValue = HeaderValue::from_static("no-referrer");
static PLAIN_ADDRESS: HeaderValue = HeaderValue::from_static("same-origin");
static A_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// Those above, the reference, and what the server itself adds.
const ROOM: usize = ALWAYS.len() + 5;

pub fn add(headers: &mut HeaderMap, path: &str, settings: &Settings) {
    headers.reserve(ROOM);
    for (name, value) in &ALWAYS {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    // The address of a share is its key. (Our pages ask for `same-origin` in a meta tag, which tells other sites just as little:
    // under `no-referrer` a browser would hide from ourselves that our forms are our own, see `origin`.)
    let share = path.starts_with("/s/") || path.starts_with("/r/");
    let referrer = if share { &SECRET_ADDRESS } else { &PLAIN_ADDRESS };
    headers.entry(header::REFERRER_POLICY).or_insert_with(|| referrer.clone());
    if settings.https {
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert_with(|| A_YEAR.clone());
    }
}

//! Headers that every answer carries. A handler that set one itself keeps it.

use crate::Settings;
use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Everything comes from here, nothing is inline, nobody frames us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

static ALWAYS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    // Answers are somebody's own unless their handler says otherwise.
    (header::CACHE_CONTROL, "no-store"),
];

pub fn add(headers: &mut HeaderMap, path: &str, settings: &Settings) {
    for (name, value) in &ALWAYS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    // The address of a share is its key. (Our pages ask for `same-origin` in a meta tag, which tells other sites just as little:
    // under `no-referrer` a browser would hide from ourselves that our forms are our own, see `origin`.)
    let share = path.starts_with("/s/") || path.starts_with("/r/");
    let referrer = if share { "no-referrer" } else { "same-origin" };
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static(referrer));
    if settings.https {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.entry(header::STRICT_TRANSPORT_SECURITY).or_insert(year);
    }
}

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
/// Lets a browser keep a page for its Back button, and for nothing else.
static FORM_PAGE: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Those above, the reference, and what the server itself adds.
const ROOM: usize = ALWAYS.len() + 5;

pub fn add(headers: &mut HeaderMap, path: &str, settings: &Settings) {
    headers.reserve(ROOM);
    if is_form_page(path) {
        headers.entry(header::CACHE_CONTROL).or_insert_with(|| FORM_PAGE.clone());
    }
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

/// Returns whether Back must find the page as it was left: it is a form to fill in. Loaded again it would lose what was typed and get
/// another idempotency key, and sending it would create a second thing.
fn is_form_page(path: &str) -> bool {
    let mut parts = path.trim_start_matches('/').split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some("api"), ..) => false,
        (Some("new"), ..) | (Some("me"), Some("profile"), None) | (Some("s" | "r"), Some(_), None) => true,
        _ => ["/new", "/edit", "/outcome"].iter().any(|end| path.ends_with(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::is_form_page;

    #[test]
    fn form_pages_are_those_that_are_filled_in() {
        let forms = [
            "/new/poll",
            "/groups/new",
            "/club/sites/1/edit",
            "/s/abc-def-12345",
            "/r/1",
            "/s/1/outcome",
            "/me/profile",
        ];
        assert!(forms.into_iter().all(is_form_page));
        let others = ["/", "/home", "/s/1/admin", "/r/1/results", "/api/v1/groups/new", "/me", "/sign-in"];
        assert!(!others.into_iter().any(is_form_page));
    }
}

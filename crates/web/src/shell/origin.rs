//! Refuses what another site makes a browser send here in somebody's name.
//!
//! A browser says where a request comes from, in `Sec-Fetch-Site` (to https and this machine only) and in `Origin`. A bearer token
//! is never sent by itself, so a JSON request that carries one needs no more proof.

use crate::{Problem, Settings, extract::content_type};
use axum::extract::Request;
use http::{Method, header};
use kernel::Class;

pub fn check(request: &Request, settings: &Settings) -> Result<(), Problem> {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return Ok(());
    }
    // Mail programs send this one for their reader; its address alone says whose choice it is.
    if request.uri().path().starts_with("/unsubscribe/") {
        return Ok(());
    }
    let headers = request.headers();
    if is_form_to_api(request) && !headers.contains_key(header::COOKIE) {
        return Err(Problem::new(Class::UnsupportedMedia, "Send the body as application/json."));
    }
    let form = is_form(request);
    if headers.contains_key(header::AUTHORIZATION) && !form {
        return Ok(());
    }
    let needs_proof = form || headers.contains_key(header::COOKIE);
    match came_from_here(request, settings) {
        Some(true) => Ok(()),
        None if !needs_proof => Ok(()),
        _ => Err(Problem::new(
            Class::Forbidden,
            "This came from another page than ours, so nothing was changed. Open the page here and try again.",
        )),
    }
}

/// Whatever an HTML form can send, and everything that is sent to a page.
fn is_form(request: &Request) -> bool {
    !is_to_api(request) || is_form_to_api(request)
}

/// A form that a page of whatever site sends to the API, which takes none.
fn is_form_to_api(request: &Request) -> bool {
    let sent_by_forms = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
    let kind = content_type(request.headers());
    is_to_api(request) && kind.is_some_and(|kind| sent_by_forms.contains(&kind.as_str()))
}

fn is_to_api(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

/// Whether the browser says that the request comes from our own pages; `None` where it says nothing.
fn came_from_here(request: &Request, settings: &Settings) -> Option<bool> {
    let headers = request.headers();
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    if let Some(site) = text("sec-fetch-site") {
        // `none`: the person's own doing, such as sending a form again after a restart.
        return Some(matches!(site, "same-origin" | "none"));
    }
    let origin = text("origin")?;
    let host = text("host").or_else(|| request.uri().authority().map(http::uri::Authority::as_str));
    let ours = origin.split_once("://").is_some_and(|(_, authority)| Some(authority) == host);
    Some(ours || origin == settings.base_url)
}

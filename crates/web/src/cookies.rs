//! Cookies, all made here: out of reach of scripts, sent only to us, and over TLS where there is TLS.

use crate::Ctx;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::{
    CookieJar,
    cookie::{Cookie, SameSite},
};
use data_encoding::BASE64URL_NOPAD;
use http::{HeaderValue, header};
use jiff::SignedDuration;

/// As long as browsers keep a cookie at all.
pub const LONGEST: SignedDuration = SignedDuration::from_hours(400 * 24);
/// Proves that something was created in this browser; its path holds the thing's id.
const CREATED: &str = "created";

/// A cookie of the whole site. Where there is TLS its name begins with `__Host-`, so that a browser takes it from this host alone and
/// over TLS alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteCookie {
    plain: &'static str,
    guarded: &'static str,
}

impl SiteCookie {
    pub const fn new(plain: &'static str, guarded: &'static str) -> Self {
        Self { plain, guarded }
    }

    /// Returns the cookie's value. One that was set under the plain name, before there was the other, is good until it expires.
    pub fn read(self, jar: &CookieJar, https: bool) -> Option<&str> {
        let guarded = jar.get(self.guarded).filter(|_| https);
        guarded.or_else(|| jar.get(self.plain)).map(Cookie::value)
    }
}

/// An answer that sets cookies. (A jar would keep one cookie of a name; there may be two of it with other paths.)
pub fn with_cookies(
    answer: impl IntoResponse,
    cookies: impl IntoIterator<Item = Cookie<'static>>,
) -> Response {
    let mut response = answer.into_response();
    for cookie in cookies {
        if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }
    response
}

impl Ctx {
    /// The value of a cookie of the whole site.
    pub fn site_cookie(&self, cookie: SiteCookie) -> Option<&str> {
        cookie.read(&self.cookies, self.settings.https)
    }

    /// `jar` with a cookie of the whole site, and without one of its plain name where that is no longer its own.
    pub fn with_site_cookie(
        &self,
        jar: CookieJar,
        cookie: SiteCookie,
        value: impl Into<String>,
        age: SignedDuration,
    ) -> CookieJar {
        let name = if self.settings.https { cookie.guarded } else { cookie.plain };
        let jar = jar.add(self.new_cookie(name, value, "/", age));
        match self.cookie(cookie.plain).filter(|_| self.settings.https) {
            Some(_) => jar.add(self.dead_cookie(cookie.plain, "/")),
            None => jar,
        }
    }

    /// `jar` without a cookie of the whole site, whichever name it has.
    pub fn without_site_cookie(&self, jar: CookieJar, cookie: SiteCookie) -> CookieJar {
        self.with_site_cookie(jar, cookie, "", SignedDuration::ZERO)
    }

    /// A cookie to set: `ctx.cookies.clone().add(ctx.new_cookie("oidc", state, "/sign-in", age))` as part of the answer.
    pub fn new_cookie(
        &self,
        name: impl Into<String>,
        value: impl Into<String>,
        path: impl Into<String>,
        age: SignedDuration,
    ) -> Cookie<'static> {
        let mut cookie = Cookie::new(name.into(), value.into());
        cookie.set_path(path.into());
        cookie.set_http_only(true);
        cookie.set_same_site(SameSite::Lax);
        cookie.set_secure(self.settings.https);
        cookie.set_max_age(Some(cookie::time::Duration::seconds(age.as_secs())));
        cookie
    }

    /// The same with a text of any characters. Cookies hold few; people write with all of them.
    pub fn new_text_cookie(
        &self,
        name: &str,
        text: &str,
        path: impl Into<String>,
        age: SignedDuration,
    ) -> Cookie<'static> {
        self.new_cookie(name, BASE64URL_NOPAD.encode(text.as_bytes()), path, age)
    }

    /// The text in such a cookie.
    pub fn text_cookie(&self, name: &str) -> Option<String> {
        String::from_utf8(BASE64URL_NOPAD.decode(self.cookie(name)?.as_bytes()).ok()?).ok()
    }

    /// The cookie by which this browser proves later that it created a thing, whose pages are under `path`.
    pub fn created_cookie(&self, kind: &str, id: &str, path: impl Into<String>) -> Cookie<'static> {
        let proof = self.keys.signature(CREATED, &[kind.as_bytes(), id.as_bytes()]);
        self.new_cookie(CREATED, proof, path, LONGEST)
    }

    /// Whether this browser created the thing.
    pub fn has_created(&self, kind: &str, id: &str) -> bool {
        let parts = [kind.as_bytes(), id.as_bytes()];
        self.cookie(CREATED).is_some_and(|proof| self.keys.signed(CREATED, &parts, proof))
    }

    /// A cookie that takes an earlier one of this name and path away.
    pub fn dead_cookie(&self, name: impl Into<String>, path: impl Into<String>) -> Cookie<'static> {
        self.new_cookie(name, "", path, SignedDuration::ZERO)
    }
}

//! Cookies, all made here: out of reach of scripts, sent only to us, and over TLS where there is TLS.

use crate::Ctx;
use axum_extra::extract::cookie::{Cookie, SameSite};
use jiff::SignedDuration;

impl Ctx {
    /// A cookie to set: `ctx.cookies.clone().add(ctx.new_cookie("session", token, "/", age))` as part of the answer.
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

    /// A cookie that takes an earlier one of this name and path away.
    pub fn dead_cookie(&self, name: impl Into<String>, path: impl Into<String>) -> Cookie<'static> {
        self.new_cookie(name, "", path, SignedDuration::ZERO)
    }
}

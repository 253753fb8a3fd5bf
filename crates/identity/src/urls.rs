//! Every address of identity's pages; nothing else builds one.

use web::Services;

pub const SIGN_IN: &str = "/sign-in";
pub const REGISTER: &str = "/register";
pub const SIGN_OUT: &str = "/sign-out";
pub const FORGOT: &str = "/forgot";
pub const RESET: &str = "/reset";
pub const CONFIRM: &str = "/confirm";
pub const ME: &str = "/me";
/// What somebody created and answered.
pub const THINGS: &str = "/me/things";
/// Everyone's accounts, for SuperAdmins.
pub const ACCOUNTS: &str = "/admin/accounts";
/// Signing in elsewhere, and where people come back from there.
pub const OIDC_LOGIN: &str = "/api/v1/auth/oidc/login";
pub const OIDC_CALLBACK: &str = "/api/v1/auth/oidc/callback";
/// Where people go who were not on their way anywhere.
pub const HOME: &str = "/home";

/// A page's address for letters.
pub fn absolute(services: &Services, path: &str) -> String {
    format!("{}{path}", services.settings.base_url)
}

/// The link that sets a new password.
pub fn reset(services: &Services, token: &str) -> String {
    format!("{}{RESET}?token={token}", services.settings.base_url)
}

/// The link that confirms an e-mail address.
pub fn confirm(services: &Services, token: &str) -> String {
    format!("{}{CONFIRM}?token={token}", services.settings.base_url)
}

/// The path of a calendar.
pub fn calendar(secret: &str) -> String {
    format!("/calendar/{secret}.ics")
}

/// The address of `path` that leads on to `next`.
pub fn leading_on(path: &str, next: &str) -> String {
    match serde_html_form::to_string([("next", next)]) {
        Ok(query) if !next.is_empty() => format!("{path}?{query}"),
        _ => path.to_owned(),
    }
}

/// Where to go on to: only an address on this server, else home.
pub fn safe_next(next: &str) -> &str {
    // Browsers read a backslash as a slash and pass over control characters, so either could lead elsewhere.
    let ours = next.starts_with('/')
        && !next.starts_with("//")
        && !next.contains(|c: char| c == '\\' || c.is_control());
    if ours { next } else { HOME }
}

/// The invitation that an address to go on to holds: its last part.
pub fn invitation(next: &str) -> Option<&str> {
    let path = next.split(['?', '#']).next()?;
    path.rsplit('/').next().filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_on_this_server_are_gone_on_to() {
        for next in [HOME, "/groups/1?tab=1#x", "/"] {
            assert_eq!(safe_next(next), next);
        }
        let elsewhere = [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "\\\\evil",
            "/\t/evil",
            "javascript:alert(1)",
        ];
        for next in elsewhere {
            assert_eq!(safe_next(next), HOME, "{next:?}");
        }
    }

    #[test]
    fn an_invitation_is_the_last_part_of_where_someone_was_going() {
        assert_eq!(invitation("/join/abc.def?x=1"), Some("abc.def"));
        assert_eq!((invitation("/"), invitation("")), (None, None));
    }
}

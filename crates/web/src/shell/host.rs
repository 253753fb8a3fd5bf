//! Which name a request was sent to. Where the operator has said at which address the server is, that is its name; where not, links
//! follow the name that the caller used, so only names that cannot belong to somebody else's site are taken.

use crate::{Problem, Settings};
use axum::extract::{ConnectInfo, Request};
use http::{HeaderMap, Uri, header};
use kernel::Class;
use std::net::{IpAddr, SocketAddr};

/// Ends of names that are never sold to anybody.
const PRIVATE_ENDS: [&str; 4] = [".local", ".lan", ".home.arpa", ".internal"];

/// The name and port that a request was sent to: in HTTP/2 a part of its address, before that a header.
pub fn of<'r>(uri: &'r Uri, headers: &'r HeaderMap) -> Option<&'r str> {
    let named = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    uri.authority().map(http::uri::Authority::as_str).or(named)
}

pub fn check(request: &Request, settings: &Settings) -> Result<(), Problem> {
    // Only what came over a connection was sent to a name.
    if request.extensions().get::<ConnectInfo<SocketAddr>>().is_none() {
        return Ok(());
    }
    let named = request.headers().get_all(header::HOST).iter().count();
    let host = of(request.uri(), request.headers());
    let Some(host) = host.filter(|host| named <= 1 && !host.is_empty()) else {
        return Err(Problem::malformed("Send exactly one Host header."));
    };
    if !settings.follows_host || is_private(host) {
        return Ok(());
    }
    let words = "This server does not know that it is called by this name. Whoever runs it sets base_url to the address people use.";
    Err(Problem::new(Class::Misdirected, words))
}

/// The name alone, without port and brackets.
fn name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or(v6),
        None => host.split(':').next().unwrap_or(host),
    }
}

fn is_private(host: &str) -> bool {
    let name = name(host);
    let plain =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._:".contains(&byte));
    let ends = |end: &&str| {
        let at = name.len().checked_sub(end.len()).filter(|at| *at > 0);
        at.is_some_and(|at| name.as_bytes()[at..].eq_ignore_ascii_case(end.as_bytes()))
    };
    let known = || !name.contains('.') || PRIVATE_ENDS.iter().any(ends) || name.parse::<IpAddr>().is_ok();
    plain && known()
}

/// Whether the caller named this very machine.
pub fn is_loopback(host: &str) -> bool {
    let name = name(host);
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_nobody_can_buy_are_taken() {
        for host in [
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.168.1.7",
            "localhost",
            "nas:8080",
            "nas.local",
            "NAS.Local",
            "a.home.arpa",
        ] {
            assert!(is_private(host), "{host}");
        }
        for host in
            ["example.org", "evil.example:8080", ".local", "", "a b", "nas\"><script>", "a.local.example.org"]
        {
            assert!(!is_private(host), "{host}");
        }
    }

    #[test]
    fn only_this_machine_is_loopback() {
        assert!(is_loopback("localhost:8080") && is_loopback("127.0.0.1") && is_loopback("[::1]:80"));
        assert!(!is_loopback("nas.local") && !is_loopback("192.168.1.7:8080"));
    }
}

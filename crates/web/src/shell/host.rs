//! Which name a request was sent to. Where the operator has said at which address the server is, that is its name; where not, links
//! follow the name that the caller used. Otherwise only names are taken that cannot belong to somebody else's site, so that no
//! such site can have a browser read this server under its own name.

use crate::{Problem, Settings, address};
use axum::extract::{ConnectInfo, Request};
use http::{HeaderMap, Uri, header};
use kernel::Class;
use std::net::{IpAddr, SocketAddr};

/// What load balancers ask, by whatever name they have for the server.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];
/// Ends of names that are never sold to anybody.
const PRIVATE_ENDS: [&str; 4] = [".local", ".lan", ".home.arpa", ".internal"];

/// The name and port that a request was sent to: in HTTP/2 a part of its address, before that a header.
pub fn of<'r>(uri: &'r Uri, headers: &'r HeaderMap) -> Option<&'r str> {
    let named = headers.get(header::HOST).and_then(|value| value.to_str().ok());
    uri.authority().map(http::uri::Authority::as_str).or(named)
}

pub fn check(request: &Request, settings: &Settings) -> Result<(), Problem> {
    // Only what came over a connection was sent to a name.
    if request.extensions().get::<ConnectInfo<SocketAddr>>().is_none()
        || HEALTH.contains(&request.uri().path())
    {
        return Ok(());
    }
    let named = request.headers().get_all(header::HOST).iter().count();
    let host = of(request.uri(), request.headers());
    let Some(host) = host.filter(|host| named <= 1 && !host.is_empty()) else {
        return Err(Problem::malformed("Send exactly one Host header."));
    };
    let taken = if settings.follows_host { is_nobodys(host) } else { is_ours_or_private(host, settings) };
    if taken {
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

/// Returns whether a host is the one of `base_url`, or this machine or a private network in another way.
fn is_ours_or_private(host: &str, settings: &Settings) -> bool {
    let own = settings.base_url.split_once("://").map(|(_, own)| name(own)).unwrap_or_default();
    if name(host).eq_ignore_ascii_case(own) {
        return true;
    }
    match name(host).parse::<IpAddr>() {
        Ok(address) => address::is_private(address),
        Err(_) => is_nobodys(host),
    }
}

/// Returns whether a host is an address, or a name that cannot be bought.
fn is_nobodys(host: &str) -> bool {
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
            assert!(is_nobodys(host), "{host}");
        }
        for host in
            ["example.org", "evil.example:8080", ".local", "", "a b", "nas\"><script>", "a.local.example.org"]
        {
            assert!(!is_nobodys(host), "{host}");
        }
    }

    #[test]
    fn with_an_address_of_its_own_a_server_takes_that_and_private_ones() {
        let settings = Settings { base_url: "https://Table.example.org:8443".into(), ..Settings::default() };
        for host in
            ["table.example.org", "TABLE.example.org:8443", "localhost:8080", "10.0.0.7", "nas", "[::1]:8080"]
        {
            assert!(is_ours_or_private(host, &settings), "{host}");
        }
        for host in
            ["evil.example", "example.org", "203.0.113.9", "table.example.org.evil.example", "[2001:db8::1]"]
        {
            assert!(!is_ours_or_private(host, &settings), "{host}");
        }
    }
}

//! Whose address a request came from, and what counts as one caller.

use crate::App;
use axum::extract::{ConnectInfo, FromRequestParts};
use http::{HeaderMap, request::Parts};
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Whose address a request came from, for handlers that ask nothing else of their caller.
#[derive(Debug, Clone, Copy)]
pub struct Caller(pub IpAddr);

impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(of_caller(peer(parts), &parts.headers, &app.settings.trusted_proxies)))
    }
}

/// Whether a request comes from this machine or a private network.
#[derive(Debug, Clone, Copy)]
pub struct FromPrivate(pub bool);

impl FromRequestParts<App> for FromPrivate {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(is_from_private(peer(parts), &parts.headers, &app.settings.trusted_proxies)))
    }
}

fn peer(parts: &Parts) -> Option<IpAddr> {
    parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| peer.ip())
}

/// The address of the caller: the peer, or, where that is a trusted proxy, the nearest address in `X-Forwarded-For` that is not one.
///
/// The header is read from its end, where the proxies we trust wrote; what is further left, anybody may have put there.
pub fn of_caller(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[ipnet::IpNet]) -> IpAddr {
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)).to_canonical();
    named_by_proxy(peer, headers, trusted).unwrap_or(peer)
}

/// The address that a trusted proxy names; none where the peer is not one, or names nobody.
fn named_by_proxy(peer: IpAddr, headers: &HeaderMap, trusted: &[ipnet::IpNet]) -> Option<IpAddr> {
    let is_trusted = |address: IpAddr| trusted.iter().any(|net| net.contains(&address));
    if !is_trusted(peer) {
        return None;
    }
    let mut nearest = None;
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<_> = lines.flat_map(|line| line.split(',')).collect();
    for hop in hops.into_iter().rev() {
        let Some(next) = parse(hop.trim()) else { break };
        nearest = Some(next);
        if !is_trusted(next) {
            break;
        }
    }
    nearest
}

/// Returns whether a request comes from this machine or a private network, as far as can be known. One that a proxy has passed on
/// says so in a header; it counts by the address that a trusted proxy names, and by none otherwise.
pub fn is_from_private(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[ipnet::IpNet]) -> bool {
    let Some(peer) = peer.map(|peer| peer.to_canonical()) else { return false };
    let passed_on = headers.keys().any(|name| {
        let name = name.as_str();
        name.starts_with("x-forwarded-") || matches!(name, "forwarded" | "via" | "x-real-ip")
    });
    let counted = if passed_on { named_by_proxy(peer, headers, trusted) } else { Some(peer) };
    counted.is_some_and(is_private)
}

/// Some proxies write the port too.
fn parse(hop: &str) -> Option<IpAddr> {
    let plain = hop.parse::<IpAddr>().ok();
    plain
        .or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
        .map(|address| address.to_canonical())
}

/// Whether an address is one of this machine, or of a network that the world does not reach.
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// What limits count by. One household has a whole /64 of IPv6 addresses, so those count as one.
pub fn counted(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) & !u128::from(u64::MAX))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        let trusted = ["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        of_caller(Some(peer.parse().unwrap()), &headers, &trusted).to_string()
    }

    #[test]
    fn a_stranger_cannot_claim_another_address() {
        assert_eq!(caller("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn behind_trusted_proxies_the_nearest_stranger_is_the_caller() {
        assert_eq!(caller("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(caller("10.0.0.1", &["1.1.1.1, 198.51.100.1, 10.2.2.2"]), "198.51.100.1");
        assert_eq!(caller("10.0.0.1", &["1.1.1.1", "198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(caller("::1", &["2001:db8::7"]), "2001:db8::7");
        assert_eq!(caller("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn rubbish_in_front_changes_nothing_and_rubbish_at_the_end_stops_at_the_proxy() {
        assert_eq!(caller("10.0.0.1", &["rubbish, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(caller("10.0.0.1", &["198.51.100.1, rubbish"]), "10.0.0.1");
        assert_eq!(caller("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn a_request_that_was_passed_on_is_private_only_by_the_word_of_a_trusted_proxy() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let private = |peer: &str, passed_on: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in passed_on {
                headers.append(*name, value.parse().unwrap());
            }
            is_from_private(Some(peer.parse().unwrap()), &headers, &trusted)
        };
        assert!(private("127.0.0.1", &[]) && private("192.168.1.9", &[]) && !private("203.0.113.9", &[]));
        for header in ["x-forwarded-for", "x-forwarded-proto", "forwarded", "via", "x-real-ip"] {
            assert!(!private("127.0.0.1", &[(header, "127.0.0.1")]), "{header} from nobody that is trusted");
        }
        assert!(private("10.0.0.1", &[("x-forwarded-for", "192.168.1.9")]));
        assert!(!private("10.0.0.1", &[("x-forwarded-for", "203.0.113.9")]));
        assert!(!private("10.0.0.1", &[("via", "1.1 proxy")]), "a proxy that names nobody");
        assert!(!is_from_private(None, &HeaderMap::new(), &trusted));
    }

    #[test]
    fn private_is_what_the_world_does_not_reach() {
        let private = |text: &str| is_private(text.parse().unwrap());
        for address in
            ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.9", "169.254.1.1", "::1", "fd00::1", "fe80::1"]
        {
            assert!(private(address), "{address}");
        }
        for address in
            ["203.0.113.9", "172.32.0.1", "192.169.0.1", "0.0.0.0", "2001:db8::1", "::ffff:8.8.8.8"]
        {
            assert!(!private(address), "{address}");
        }
        assert!(private("::ffff:10.0.0.1"));
    }

    #[test]
    fn a_household_with_many_ipv6_addresses_counts_as_one_caller() {
        let counted = |text: &str| counted(text.parse().unwrap());
        assert_eq!(counted("2001:db8:1:2:aaaa::1"), counted("2001:db8:1:2:bbbb::2"));
        assert_ne!(counted("2001:db8:1:2::1"), counted("2001:db8:1:3::1"));
        assert_ne!(counted("192.0.2.1"), counted("192.0.2.2"));
    }
}

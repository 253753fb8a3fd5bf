//! A browser's cookies: each goes back only below the path it was set for.

use http::{HeaderMap, header};
use std::collections::BTreeMap;

/// Values by path and name.
#[derive(Debug, Default)]
pub struct Jar(BTreeMap<(String, String), String>);

impl Jar {
    pub fn set(&mut self, name: &str, path: &str, value: &str) {
        self.0.insert((path.to_owned(), name.to_owned()), value.to_owned());
    }

    pub fn find(&self, name: &str) -> Option<String> {
        self.0.iter().find(|((_, held), _)| held == name).map(|(_, value)| value.clone())
    }

    /// Takes over what an answer sets and takes away.
    pub fn keep(&mut self, headers: &HeaderMap) {
        for line in headers.get_all(header::SET_COOKIE) {
            let mut parts = line.to_str().expect("a readable cookie").split(';').map(str::trim);
            let (name, value) = parts.next().and_then(|pair| pair.split_once('=')).expect("a cookie");
            let rest: Vec<_> = parts.collect();
            let path = rest.iter().find_map(|part| part.strip_prefix("Path=")).unwrap_or("/");
            if rest.contains(&"Max-Age=0") {
                self.0.remove(&(path.to_owned(), name.to_owned()));
            } else {
                self.set(name, path, value);
            }
        }
    }

    /// What goes with a request for `address`.
    pub fn header_for(&self, address: &str) -> Option<String> {
        let path = address.split('?').next().unwrap_or_default();
        let below = |set_for: &str| {
            let folder = set_for.trim_end_matches('/');
            path == set_for || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let fitting = self.0.iter().filter(|((set_for, _), _)| below(set_for));
        let pairs: Vec<_> = fitting.map(|((_, name), value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jar(lines: &[&str]) -> Jar {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::SET_COOKIE, line.parse().unwrap());
        }
        let mut jar = Jar::default();
        jar.keep(&headers);
        jar
    }

    #[test]
    fn a_cookie_goes_back_below_its_own_path_only() {
        let jar = jar(&["a=1; Path=/s/abc", "b=2; Path=/; HttpOnly"]);
        assert_eq!(jar.header_for("/s/abc?x=1").as_deref(), Some("b=2; a=1"));
        assert_eq!(jar.header_for("/s/abc/admin").as_deref(), Some("b=2; a=1"));
        assert_eq!(jar.header_for("/s/abcd").as_deref(), Some("b=2"));
    }

    #[test]
    fn a_cookie_without_age_left_is_gone() {
        let jar = jar(&["a=1; Path=/", "a=; Path=/; Max-Age=0"]);
        assert_eq!((jar.find("a"), jar.header_for("/")), (None, None));
    }
}

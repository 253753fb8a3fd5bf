//! What a session was started with, in words that its owner knows: "Firefox on Linux".

/// Browsers claim to be each other, so the order matters: the more particular name comes first.
const BROWSERS: [(&str, &str); 7] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

pub fn device(user_agent: Option<&str>) -> String {
    let Some(text) = user_agent.filter(|text| !text.trim().is_empty()) else {
        return "Unknown device".to_owned();
    };
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(part, _)| text.contains(part)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one.to_owned(),
        // A program: its name, without what follows it.
        (None, None) => text.split(['/', ' ']).next().unwrap_or(text).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn browsers_and_programs_are_told_apart() {
        let seen = [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/139 Safari/537.36 Edg/139",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
                "Safari on iPhone",
            ),
            ("Mozilla/5.0 (Linux; Android 15) Chrome/139 Mobile Safari/537.36", "Chrome on Android"),
            ("curl/8.9.1", "curl"),
            (" ", "Unknown device"),
        ];
        for (text, name) in seen {
            assert_eq!(device(Some(text)), name);
        }
        assert_eq!(device(None), "Unknown device");
    }
}

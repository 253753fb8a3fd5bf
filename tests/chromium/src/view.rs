//! How a page is looked at: the size of the screen, light or dark, with or without scripts.

use serde_json::{Value, json};
use std::fmt;

/// A name that leads to this machine and that browsers do not take for it: over http, a page there is not trusted with everything.
pub const NOT_LOCAL: &str = "table.lan";

/// One way of looking at a page. Start from [`View::phone`] or [`View::desktop`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    pub width: u32,
    pub height: u32,
    dark: bool,
    scripts: bool,
    reduced_motion: bool,
}

impl View {
    /// A phone held upright, 390 px wide, light.
    pub const fn phone() -> Self {
        Self { width: 390, height: 844, dark: false, scripts: true, reduced_motion: false }
    }

    /// The narrowest phone there is.
    pub const fn narrow() -> Self {
        Self { width: 320, height: 568, ..Self::phone() }
    }

    /// The same on a screen of another width.
    pub const fn of_width(self, width: u32) -> Self {
        Self { width, ..self }
    }

    /// A laptop, 1280 px wide, light.
    pub const fn desktop() -> Self {
        Self { width: 1280, height: 900, ..Self::phone() }
    }

    /// The four looks every page must hold in: phone and desktop, light and dark.
    pub const fn every_look() -> [Self; 4] {
        [Self::phone(), Self::phone().dark(), Self::desktop(), Self::desktop().dark()]
    }

    pub const fn dark(self) -> Self {
        Self { dark: true, ..self }
    }

    /// The browser runs none of the page's scripts, as when someone turned them off for the site.
    pub const fn without_scripts(self) -> Self {
        Self { scripts: false, ..self }
    }

    pub const fn reduced_motion(self) -> Self {
        Self { reduced_motion: true, ..self }
    }

    /// Narrow enough to be held in one hand: the page then lays itself out as on a phone.
    const fn is_phone(self) -> bool {
        self.width < 600
    }

    pub(crate) fn capabilities(self) -> Value {
        // As root in a container Chromium's own sandbox cannot start. The rest keeps it quiet and repeatable: no calls home,
        // one colour profile, and no host but this machine, so that a page which needs the network is found out.
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-default-apps",
            "--disable-extensions",
            "--disable-sync",
            "--no-first-run",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            "--lang=en-GB",
            "--host-resolver-rules=MAP table.lan 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
        ];
        let mut preferences = json!({
            "credentials_enable_service": false,
            "profile.password_manager_leak_detection": false,
        });
        if !self.scripts {
            preferences["profile.default_content_setting_values.javascript"] = json!(2);
        }
        json!({
            "browserName": "chrome",
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "args": arguments, "prefs": preferences },
        })
    }

    /// The devtools commands that make a fresh window look this way. They hold for the life of the session.
    pub(crate) fn emulation(self) -> [(&'static str, Value); 2] {
        let scheme = if self.dark { "dark" } else { "light" };
        let motion = if self.reduced_motion { "reduce" } else { "no-preference" };
        let screen = json!({
            "width": self.width, "height": self.height, "deviceScaleFactor": 1, "mobile": self.is_phone(),
        });
        let media = json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]});
        [("Emulation.setDeviceMetricsOverride", screen), ("Emulation.setEmulatedMedia", media)]
    }
}

/// `phone-light`, `desktop-dark-noscript`: good in file names and failure messages.
impl fmt::Display for View {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.is_phone() { "phone" } else { "desktop" })?;
        out.write_str(if self.dark { "-dark" } else { "-light" })?;
        out.write_str(if self.scripts { "" } else { "-noscript" })
    }
}

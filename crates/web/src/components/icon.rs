//! Icons, drawn on 24 units with a round pen.

use super::html_safe;
use std::fmt;

macro_rules! icons {
    ($($(#[$meta:meta])* $name:ident => $drawing:literal),* $(,)?) => {
        /// An icon; hidden from screen readers, so a word stands beside it or in `aria-label`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Icon {
            $($(#[$meta])* $name),*
        }

        impl Icon {
            fn drawing(self) -> &'static str {
                match self {
                    $(Self::$name => $drawing),*
                }
            }
        }
    };
}

icons! {
    Plus => r#"<path d="M12 5v14M5 12h14"/>"#,
    Minus => r#"<path d="M5 12h14"/>"#,
    Tick => r#"<path d="M4 12.5l5 5L20 6.5"/>"#,
    Cross => r#"<path d="M6 6l12 12M18 6L6 18"/>"#,
    Up => r#"<path d="M12 19V5.5M6 11l6-6 6 6"/>"#,
    Down => r#"<path d="M12 5v13.5M6 13l6 6 6-6"/>"#,
    Grip => r#"<circle cx="9" cy="5.5" r="1.9"/><circle cx="9" cy="12" r="1.9"/><circle cx="9" cy="18.5" r="1.9"/><circle cx="15" cy="5.5" r="1.9"/><circle cx="15" cy="12" r="1.9"/><circle cx="15" cy="18.5" r="1.9"/>"#,
    Checklist => r#"<path d="M10 6.5h10M10 12h10M10 17.5h10"/><circle cx="5" cy="6.5" r="1.3"/><circle cx="5" cy="12" r="1.3"/><circle cx="5" cy="17.5" r="1.3"/>"#,
    Calendar => r#"<rect x="4" y="5.5" width="16" height="15" rx="4"/><path d="M4 10.5h16M8.5 3v4M15.5 3v4"/>"#,
    Poll => r#"<path d="M5 19V11M12 19V5M19 19v-6"/>"#,
    Ranked => r#"<path d="M4 6h13M4 12h9M4 18h5"/><path d="M18.5 11v8M15.5 16l3 3 3-3"/>"#,
    Share => r#"<path d="M12 15V4M8 7.5L12 3.5l4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5"/>"#,
    Copy => r#"<rect x="8.5" y="8.5" width="12" height="12" rx="3"/><path d="M15.5 5.5v-.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2H6"/>"#,
    Print => r#"<path d="M7 9V4h10v5M7 17H4.5v-7h15v7H17M7 14h10v6H7z"/>"#,
    Again => r#"<circle cx="9.5" cy="9.5" r="6"/><path d="M15 9a6 6 0 1 1-6 6"/>"#,
    Renew => r#"<path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4"/>"#,
    Delete => r#"<path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7"/>"#,
    Edit => r#"<path d="M4.5 19.5l1-4L16 5a2 2 0 0 1 3 3L8.5 18.5zM14 7l3 3"/>"#,
    Download => r#"<path d="M12 4v11M8 11.5l4 4 4-4M5 16v2a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-2"/>"#,
    Eye => r#"<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="3"/>"#,
    Lock => r#"<rect x="5" y="10.5" width="14" height="10" rx="3"/><path d="M8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3"/>"#,
    Info => r#"<circle cx="12" cy="12" r="8.5"/><path d="M12 11v5M12 7.8v.1"/>"#,
    Clock => r#"<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>"#,
    Place => r#"<path d="M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21z"/><circle cx="12" cy="9.5" r="2.5"/>"#,
    Video => r#"<rect x="3" y="6.5" width="12.5" height="11" rx="3"/><path d="M15.5 11l5.5-3v8l-5.5-3z"/>"#,
    Bag => r#"<path d="M5 9h14l-1.2 10a1.5 1.5 0 0 1-1.5 1.3H7.7A1.5 1.5 0 0 1 6.2 19zM8.5 9a3.5 3.5 0 0 1 7 0"/>"#,
    Home => r#"<path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z"/>"#,
    Group => r#"<circle cx="12" cy="12" r="4"/><circle cx="12" cy="3.5" r="1.2"/><circle cx="12" cy="20.5" r="1.2"/><circle cx="3.5" cy="12" r="1.2"/><circle cx="20.5" cy="12" r="1.2"/>"#,
    Film => r#"<rect x="3.5" y="5" width="17" height="14" rx="3"/><path d="M8 5v14M16 5v14M3.5 12h17"/>"#,
    Person => r#"<circle cx="12" cy="8.5" r="4"/><path d="M4.5 20.5a7.5 7.5 0 0 1 15 0"/>"#,
    Bell => r#"<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5a2 2 0 0 0 4 0"/>"#,
    ThumbUp => r#"<path d="M7.5 11v9H4.5v-9zM7.5 11l4-7.5c1.5 0 2.5 1 2.5 2.5V9.5h4.5a1.8 1.8 0 0 1 1.8 2.2l-1.4 6.5a2.2 2.2 0 0 1-2.2 1.8H7.5"/>"#,
    ThumbDown => r#"<path d="M16.5 13V4h3v9zM16.5 13l-4 7.5c-1.5 0-2.5-1-2.5-2.5V14.5H5.5a1.8 1.8 0 0 1-1.8-2.2l1.4-6.5A2.2 2.2 0 0 1 7.3 4h9.2"/>"#,
    Heart => r#"<path d="M12 20s-7.5-4.6-7.5-10A4.2 4.2 0 0 1 12 7.3 4.2 4.2 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z"/>"#,
    Smile => r#"<circle cx="12" cy="12" r="8.5"/><path d="M8.5 14c2 2.5 5 2.5 7 0M9 9.5v.1M15 9.5v.1"/>"#,
    Frown => r#"<circle cx="12" cy="12" r="8.5"/><path d="M8.5 15.5c2-2.5 5-2.5 7 0M9 9.5v.1M15 9.5v.1"/>"#,
    Leave => r#"<path d="M14 8V5.5a2 2 0 0 0-2-2H6.5a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2H12a2 2 0 0 0 2-2V16M9.5 12h11M17 8.5l3.5 3.5-3.5 3.5"/>"#,
}

impl fmt::Display for Icon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>"#, self.drawing())
    }
}

html_safe!(Icon);

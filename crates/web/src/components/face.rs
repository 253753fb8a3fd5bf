//! The pictures that somebody can have in place of their letter. What is stored is the key; a key that is not known shows the letter.

use super::html_safe;
use std::fmt;

/// One of the pictures, drawn on 24 units with a round pen.
#[derive(Debug, PartialEq, Eq)]
pub struct Face {
    pub key: &'static str,
    pub name: &'static str,
    /// One path, so that it can be drawn anywhere.
    pub(super) path: &'static str,
}

impl Face {
    pub const ALL: [Self; 8] = [
        Self {
            key: "bear",
            name: "Bear",
            path: "M5 13a7 7 0 1 0 14 0a7 7 0 1 0-14 0M4.5 8.5a2.5 2.5 0 1 1 3.5-3M16 5.5a2.5 2.5 0 1 1 3.5 3M9.5 12v.1M14.5 12v.1M10.5 16h3",
        },
        Self {
            key: "cat",
            name: "Cat",
            path: "M5 12V4.5L9 7.5h6l4-3V12a7 7 0 0 1-14 0zM9.5 11.5v.1M14.5 11.5v.1M10.8 15l1.2 1 1.2-1",
        },
        Self {
            key: "fish",
            name: "Fish",
            path: "M3 12c3.5-6 10-6 13.5-1.5L21 7v10l-4.5-3.5C13 18 6.5 18 3 12zM8 11v.1",
        },
        Self {
            key: "owl",
            name: "Owl",
            path: "M5 5c2 2 4 2.5 7 2.5S17 7 19 5v9a7 7 0 0 1-14 0zM7.2 11.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M13.2 11.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M11 14.5h2l-1 1.7z",
        },
        Self {
            key: "rabbit",
            name: "Rabbit",
            path: "M6 15a6 6 0 1 0 12 0a6 6 0 1 0-12 0M9 9.5C7 6 7.2 2.5 8.6 2.5S11 6 11 9M15 9.5c2-3.5 1.8-7 .4-7S13 6 13 9M9.8 14v.1M14.2 14v.1M11 17.5h2",
        },
        Self {
            key: "robot",
            name: "Robot",
            path: "M8 8h8a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM12 8V4M9.5 12v.1M14.5 12v.1M9.5 15.5h5",
        },
        Self {
            key: "rocket",
            name: "Rocket",
            path: "M12 3c3.5 2.5 4.5 6.5 4 11.5H8C7.5 9.5 8.5 5.5 12 3zM8 11.5l-3 3V18l3-1.5M16 11.5l3 3V18l-3-1.5M12 18v3M12 8.5v.1",
        },
        Self {
            key: "star",
            name: "Star",
            path: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z",
        },
    ];

    pub fn of(key: &str) -> Option<&'static Self> {
        const { &Self::ALL }.iter().find(|face| face.key == key)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            r#"<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>"#,
            self.path
        )
    }
}

html_safe!(Face);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_found_by_its_key_and_by_nothing_else() {
        for face in &Face::ALL {
            assert_eq!(Face::of(face.key), Some(face));
        }
        assert_eq!((Face::of(""), Face::of("Bear"), Face::of("dragon")), (None, None, None));
    }
}

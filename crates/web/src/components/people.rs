//! People as small discs: a letter on their colour, which stays the same everywhere.

use super::{Face, html_safe};
use askama::Template;
use std::fmt::Display;

/// Which of the colours `c1` to `c7` belongs to whoever has this id (or name, where there is no id).
pub fn colour(of: &str) -> u8 {
    let hash = blake3::hash(of.trim().to_lowercase().as_bytes());
    hash.as_bytes()[0] % 7 + 1
}

/// A colour that the neighbour before has, too, gives way to the next one.
pub(super) fn beside(before: Option<u8>, colour: u8) -> u8 {
    if before == Some(colour) { colour % 7 + 1 } else { colour }
}

/// One person. Hidden from screen readers: the name stands beside it.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<span class="av c{{ colour }}{{ size }}{% if child %} child{% endif %}" aria-hidden="true">{% if let Some(face) = face %}{{ face }}{% else %}{{ initial }}{% endif %}</span>"#,
    ext = "html"
)]
pub struct Avatar {
    pub colour: u8,
    pub initial: String,
    /// A leading space and a class, or nothing.
    size: &'static str,
    child: bool,
    /// The picture in place of the letter.
    face: Option<&'static Face>,
}

impl Avatar {
    /// Coloured by name.
    pub fn new(name: impl Display) -> Self {
        let name = name.to_string();
        Self { colour: colour(&name), initial: initial(&name), size: "", child: false, face: None }
    }

    /// Coloured by id, which outlives a change of name.
    pub fn of(id: impl Display, name: impl Display) -> Self {
        Self { colour: colour(&id.to_string()), ..Self::new(name) }
    }

    /// People who stand in a row: each in their own colour, unless the one before has it.
    pub fn row(names: impl IntoIterator<Item = impl Display>) -> Vec<Self> {
        apart(names.into_iter().map(Self::new))
    }

    #[must_use]
    pub fn small(self) -> Self {
        Self { size: " s", ..self }
    }

    /// Somebody whom another one manages.
    #[must_use]
    pub fn child_if(self, child: bool) -> Self {
        Self { child, ..self }
    }

    /// With the picture of this key, where there is such a one.
    #[must_use]
    pub fn pictured(self, key: Option<&str>) -> Self {
        Self { face: key.and_then(Face::of), ..self }
    }

    pub(super) fn face(&self) -> Option<&'static Face> {
        self.face
    }

    #[must_use]
    pub fn large(self) -> Self {
        Self { size: " l", ..self }
    }
}

fn apart(avatars: impl IntoIterator<Item = Avatar>) -> Vec<Avatar> {
    let mut before = None;
    let apart = avatars.into_iter().map(|avatar| {
        let colour = beside(before, avatar.colour);
        before = Some(colour);
        Avatar { colour, ..avatar }
    });
    apart.collect()
}

/// The letter that stands for a name.
pub(super) fn initial(name: &str) -> String {
    let letter = name.chars().find(|letter| letter.is_alphanumeric());
    letter.map_or_else(|| "?".into(), |letter| letter.to_uppercase().collect())
}

/// Several people in a row: the first few, and how many more.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(
    source = r#"<span class="avs" title="{{ said }}">{% for one in shown %}{{ one }}{% endfor %}{% if more > 0 %}<span class="av{{ size }} more" aria-hidden="true">+{{ more }}</span>{% endif %}<span class="sr">{{ said }}</span></span>"#,
    ext = "html"
)]
pub struct Avatars {
    shown: Vec<Avatar>,
    more: usize,
    size: &'static str,
    said: String,
}

const SHOWN: usize = 5;

impl Avatars {
    pub fn new<N: Display>(names: impl IntoIterator<Item = N>) -> Self {
        Self::of(names.into_iter().map(|name| (Avatar::new(&name), name)))
    }

    /// The same of people whose discs are known.
    pub fn of<N: Display>(people: impl IntoIterator<Item = (Avatar, N)>) -> Self {
        let (mut shown, names): (Vec<Avatar>, Vec<String>) =
            people.into_iter().map(|(avatar, name)| (avatar, name.to_string())).unzip();
        let more = names.len().saturating_sub(SHOWN);
        shown.truncate(SHOWN);
        let shown = apart(shown);
        let mut said = names[..names.len() - more].join(", ");
        if more > 0 {
            said = format!("{said} and {more} more");
        }
        Self { shown, more, size: "", said }
    }

    /// The same of `total` people, of whom only the first are at hand.
    #[must_use]
    pub fn of_crowd(mut self, total: usize) -> Self {
        let more = total.saturating_sub(self.shown.len());
        if more > self.more {
            let named = self.said.strip_suffix(&format!(" and {} more", self.more)).unwrap_or(&self.said);
            self.said = format!("{named} and {more} more");
            self.more = more;
        }
        self
    }

    #[must_use]
    pub fn small(mut self) -> Self {
        self.size = " s";
        self.shown = self.shown.into_iter().map(Avatar::small).collect();
        self
    }

    pub fn is_empty(&self) -> bool {
        self.shown.is_empty()
    }
}

html_safe!(Avatar, Avatars);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_keeps_their_colour_and_shows_their_first_letter() {
        assert_eq!(Avatar::new("nora"), Avatar::new(" Nora"));
        assert_eq!(Avatar::of("id-1", "Nora").colour, Avatar::of("id-1", "Eleonora").colour);
        assert!((1..=7).contains(&colour("anyone")));
        assert_eq!((initial("élodie"), initial("“Q”"), initial("…")), ("É".into(), "Q".into(), "?".into()));
    }

    #[test]
    fn whoever_has_a_picture_shows_it_and_an_unknown_one_is_the_letter() {
        assert!(Avatar::new("Ella").pictured(Some("cat")).to_string().contains("<path"));
        let letter = Avatar::new("Ella").to_string();
        assert_eq!(Avatar::new("Ella").pictured(Some("dragon")).to_string(), letter);
        assert_eq!(Avatar::new("Ella").pictured(None).to_string(), letter);
    }

    #[test]
    fn neighbours_have_colours_of_their_own() {
        let names: Vec<String> = (0..40).map(|number| format!("person {number}")).collect();
        let row: Vec<u8> = Avatar::row(&names).iter().map(|avatar| avatar.colour).collect();
        assert!(row.windows(2).all(|pair| pair[0] != pair[1]), "{row:?}");
        assert_eq!(Avatar::row(["Nora"]), [Avatar::new("Nora")]);
    }

    #[test]
    fn many_people_are_the_first_five_and_a_number_also_for_the_ear() {
        let html = Avatars::new(["Nora", "Sam", "Leo", "Priya", "Tom", "Ann", "<b>"]).small().to_string();
        assert!(html.contains(r#"<span class="av s more" aria-hidden="true">+2</span>"#), "{html}");
        assert!(html.contains("Nora, Sam, Leo, Priya, Tom and 2 more"), "{html}");
        assert!(!html.contains("<b>"), "{html}");
    }
}

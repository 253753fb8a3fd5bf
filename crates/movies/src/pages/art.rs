//! A film's poster: TMDB's through this server, or a drawing where there is none. Palette and drawing follow from the film's number.

use crate::{model::FilmId, urls};
use std::fmt;

/// A poster. The title stands beside it, so it is hidden from readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Poster {
    film: FilmId,
    title: String,
    image: Option<String>,
    /// Without the title on it, where it is too small to read.
    plain: bool,
}

/// Drawings on 200 by 226 units, above the title.
const DRAWINGS: [&str; 8] = [
    r#"<circle class="p1" cx="100" cy="86" r="44"/><path class="l2" stroke-width="4" d="M20 170q40-24 80 0t80 0M20 192q40-24 80 0t80 0M20 214q40-24 80 0t80 0"/>"#,
    r#"<path class="p1" d="M0 200L60 90l44 70 30-40 66 100v80H0z"/><circle class="p2" cx="146" cy="64" r="26"/>"#,
    r#"<circle class="p1" cx="100" cy="110" r="62"/><ellipse class="l2" stroke-width="6" cx="100" cy="110" rx="94" ry="26" transform="rotate(-18 100 110)"/>"#,
    r#"<path class="p1" d="M100 44l84 168H16z"/><circle class="p0" cx="100" cy="150" r="34"/><circle class="p2" cx="100" cy="150" r="14"/>"#,
    r#"<circle class="p2" cx="150" cy="66" r="34"/><path class="p1" d="M0 180q50-40 100 0t100 0v120H0z"/><path class="l2" stroke-width="5" d="M0 208q50-30 100 0t100 0"/>"#,
    r#"<rect class="p1" x="30" y="40" width="64" height="64" rx="12"/><rect class="p2" x="106" y="40" width="64" height="64" rx="32"/><rect class="p2" x="30" y="116" width="64" height="64" rx="32"/><rect class="p1" x="106" y="116" width="64" height="64" rx="12"/>"#,
    r#"<path class="p1" d="M16 200A84 84 0 0 1 184 200z"/><path class="p0" d="M52 200A48 48 0 0 1 148 200z"/><circle class="p2" cx="100" cy="72" r="20"/>"#,
    r#"<path class="p1" d="M100 30l17 52h55l-44 33 17 53-45-33-45 33 17-53-44-33h55z"/><path class="l2" stroke-width="4" d="M24 200h152"/>"#,
];
/// The width that a title may take, in units, and the width of a letter at size 1, roughly.
const WIDTH: usize = 172;
const LARGEST: usize = 22;
const LINES: usize = 4;

impl Poster {
    pub fn new(film: FilmId, title: &str, poster_path: Option<&str>) -> Self {
        Self { film, title: title.to_owned(), image: poster_path.map(urls::poster), plain: false }
    }

    /// A small one, without its title on it.
    #[must_use]
    pub fn plain(self) -> Self {
        Self { plain: true, ..self }
    }

    /// The title in lines of at most some twelve letters, as far as its words allow.
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in self.title.split_whitespace() {
            match lines.last_mut() {
                Some(line) if line.chars().count() + word.chars().count() < 12 => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        if lines.len() > LINES {
            lines.truncate(LINES);
            lines.last_mut().into_iter().for_each(|line| line.push('…'));
        }
        lines
    }
}

impl fmt::Display for Poster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(image) = &self.image {
            let image = escaped(image)?;
            return write!(
                f,
                r#"<img class="art" src="{image}" alt="" width="200" height="300" loading="lazy">"#
            );
        }
        let number = self.film.0.unsigned_abs();
        let (palette, drawing) = (number % 8 + 1, usize::try_from(number / 8 % 8).unwrap_or(0));
        write!(
            f,
            r#"<svg class="art a{palette}" viewBox="0 0 200 300" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect class="p0" width="200" height="300"/>{}"#,
            DRAWINGS[drawing]
        )?;
        if !self.plain {
            self.draw_title(f)?;
        }
        f.write_str("</svg>")
    }
}

impl Poster {
    fn draw_title(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(1).max(1);
        // A letter is some 0.56 of its size wide.
        let size = (WIDTH * 100 / (longest * 56)).clamp(9, LARGEST);
        let height = size + 1;
        let top = 300 - 26 - height * lines.len();
        write!(f, r#"<rect class="p0" y="{}" width="200" height="{}"/>"#, top + 6, 300 - top)?;
        for (at, line) in lines.iter().enumerate() {
            let y = 284 - height * (lines.len() - 1 - at);
            write!(f, r#"<text x="14" y="{y}" font-size="{size}">{}</text>"#, escaped(line)?)?;
        }
        Ok(())
    }
}

fn escaped(text: &str) -> Result<String, fmt::Error> {
    let safe = askama::filters::escape(text, askama::filters::Html).map_err(|_| fmt::Error)?;
    Ok(safe.to_string())
}

impl askama::filters::HtmlSafe for Poster {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_image_there_is_a_drawing_with_the_title_on_it() {
        let html = Poster::new(FilmId(10386), "The <Iron> Giant", None).to_string();
        assert!(
            html.contains("art a3") && html.contains("&#60;Iron&#62;") && !html.contains("<Iron>"),
            "{html}"
        );
        assert!(!Poster::new(FilmId(1), "Jaws", None).plain().to_string().contains("<text"));
        let html = Poster::new(FilmId(1), "Jaws", Some("/a.jpg")).to_string();
        assert!(html.contains(r#"src="/movies/posters/a.jpg""#), "{html}");
    }

    #[test]
    fn however_long_a_title_is_it_stays_on_the_poster() {
        for title in ["x".repeat(200), "a long title ".repeat(20), String::new(), "שלום עולם".into()]
        {
            let poster = Poster::new(FilmId(-7), &title, None);
            assert!(poster.lines().len() <= LINES);
            assert!(poster.to_string().ends_with("</svg>"));
        }
    }
}

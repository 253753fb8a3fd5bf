//! A posted form as it came: names and values, because a form with any number of rows has no fixed shape. And what the buttons beside
//! its rows ask for.

use crate::{Form, Problem};
use serde::{Deserialize, de::DeserializeOwned};

/// The fields of a form, in its order; lines end as they do everywhere else.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "Vec<(String, String)>")]
pub struct Fields(Vec<(String, String)>);

impl From<Vec<(String, String)>> for Fields {
    fn from(sent: Vec<(String, String)>) -> Self {
        Self(sent.into_iter().map(|(name, value)| (name, value.replace("\r\n", "\n"))).collect())
    }
}

impl Fields {
    /// Those of its fields that have a fixed name.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let sent =
            serde_html_form::to_string(&self.0).map_err(|error| Problem::internal(error.to_string()))?;
        let Form(form) = Form::read(sent.as_bytes())?;
        Ok(form)
    }

    /// What was sent under a name, or nothing.
    pub fn text(&self, name: &str) -> String {
        self.all(name).next().unwrap_or_default()
    }

    /// Everything that was sent under a name.
    pub fn all(&self, name: &str) -> impl Iterator<Item = String> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.clone())
    }

    /// What was sent under a name, if it says something.
    pub fn filled(&self, name: &str) -> Option<String> {
        Some(self.text(name)).filter(|text| !text.trim().is_empty())
    }

    /// Whether there is such a field at all, as with a box that is ticked.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(field, _)| field == name)
    }

    /// Every name that begins with `prefix`, without it, and its value.
    pub fn beginning_with(&self, prefix: &str) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(move |(field, value)| Some((field.strip_prefix(prefix)?, value.as_str())))
    }

    /// The button that sent the form, where it asks for more than to save.
    pub fn act(&self) -> Option<Act> {
        self.filled("do").as_deref().and_then(Act::read)
    }
}

/// What a button beside a row of a form asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// One more, still empty, row.
    Add,
    Change(Change, Place),
    /// Something that this form alone knows of, for this row.
    Own(String, usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Up,
    Down,
    Drop,
}

/// A row, or a row within a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub row: usize,
    pub inner: Option<usize>,
}

impl Act {
    /// `add`, `up-2`, `drop-0-4`.
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let verb = parts.next()?;
        if verb == "add" {
            return Some(Self::Add);
        }
        let row = parts.next()?.parse().ok()?;
        let place = Place { row, inner: parts.next().map(str::parse).transpose().ok()? };
        Some(match verb {
            "up" => Self::Change(Change::Up, place),
            "down" => Self::Change(Change::Down, place),
            "drop" => Self::Change(Change::Drop, place),
            own => Self::Own(own.to_owned(), row),
        })
    }
}

impl Change {
    /// Carries it out on the one of `rows` that stands at `at`. What is not there is left alone.
    pub fn among<T>(self, rows: &mut Vec<T>, at: usize) {
        match self {
            Self::Up if (1..rows.len()).contains(&at) => rows.swap(at - 1, at),
            Self::Down if at + 1 < rows.len() => rows.swap(at, at + 1),
            Self::Drop if at < rows.len() => drop(rows.remove(at)),
            _ => {}
        }
    }
}

/// The row of a list that an error's field names, as in `items[3].name`, and what follows it.
pub fn row_of<'f>(field: &'f str, list: &str) -> Option<(usize, &'f str)> {
    let (row, rest) = field.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?;
    Some((row.parse().ok()?, rest.strip_prefix('.').unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(pairs: &[(&str, &str)]) -> Fields {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Fields::from(pairs.iter().map(owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_form_is_read_by_name() {
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Known {
            name: String,
            is_ticked: bool,
        }
        let form = fields(&[
            ("name", " &\r\n"),
            ("item", "a"),
            ("item", "b\r\nc"),
            ("q-1", "x"),
            ("isTicked", "true"),
        ]);
        assert_eq!(form.all("item").collect::<Vec<_>>(), ["a", "b\nc"]);
        assert_eq!((form.filled("item"), form.has("name"), form.has("no")), (Some("a".into()), true, false));
        assert_eq!(form.beginning_with("q-").collect::<Vec<_>>(), [("1", "x")]);
        assert_eq!(form.read::<Known>().unwrap(), Known { name: " &\n".into(), is_ticked: true });
        assert_eq!(fields(&[("name", " ")]).filled("name"), None);
    }

    #[test]
    fn buttons_move_and_drop_rows_that_are_there() {
        let after = |text: &str| {
            let mut rows = vec!["a", "b", "c"];
            if let Some(Act::Change(change, place)) = fields(&[("do", text)]).act() {
                change.among(&mut rows, place.row);
            }
            rows.concat()
        };
        assert_eq!(["up-1", "down-1", "drop-1"].map(after), ["bac", "acb", "ac"]);
        for nothing in ["up-0", "down-2", "drop-3", "up-9", "up", "up-x", "fly-1", "add", ""] {
            assert_eq!(after(nothing), "abc", "{nothing}");
        }
        assert_eq!(Act::read("drop-0-4"), Some(Act::Change(Change::Drop, Place { row: 0, inner: Some(4) })));
        assert_eq!(Act::read("dates-2"), Some(Act::Own("dates".into(), 2)));
    }

    #[test]
    fn a_field_names_its_row() {
        assert_eq!(row_of("items[3].name", "items"), Some((3, "name")));
        assert_eq!(row_of("candidates[0]", "candidates"), Some((0, "")));
        assert_eq!((row_of("items", "items"), row_of("items[x]", "items")), (None, None));
    }
}

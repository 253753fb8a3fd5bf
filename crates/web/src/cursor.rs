//! Cursors of lists: opaque, authenticated, and bound to the query they came from.
//!
//! A position holds stored keys, and some of those are secrets (a participant's code), so a cursor is sealed, not merely signed.

use crate::{Ctx, Problem};
use kernel::{FieldError, Page, PageRequest, paging};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use store::{Item, Position, Value};

/// `?limit=&cursor=` of every list; flatten it into a query with parameters of its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// At most how many: 1 to 100, 50 by default.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    /// The `nextCursor` of the page before.
    #[param(max_length = 4096)]
    pub cursor: Option<String>,
}

/// Makes pages of lists as they are answered: what is on the page, and the cursor to the next.
///
/// ```text
/// lists! {
///     /// Votes, with codes.
///     VoteList of VoteView;
/// }
/// ```
#[macro_export]
macro_rules! lists {
    ($($(#[$about:meta])* $list:ident of $view:ty;)+) => {
        $($(#[$about])*
        #[derive(::serde::Serialize, ::utoipa::ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $list {
            items: Vec<$view>,
            next_cursor: Option<String>,
        }

        impl<T: Into<$view>> From<::kernel::Page<T>> for $list {
            fn from(page: ::kernel::Page<T>) -> Self {
                let ::kernel::Page { items, next_cursor } = page.map(Into::into);
                Self { items, next_cursor }
            }
        })+
    };
}

/// A key attribute of a position.
#[derive(Debug, Serialize, Deserialize)]
enum Part {
    #[serde(rename = "s")]
    Text(String),
    #[serde(rename = "n")]
    Number(String),
}

impl Ctx {
    /// The page that is asked for. `list` names the list and everything it was asked with, such as `sessions of {user}`: a cursor
    /// of another list is refused.
    pub fn page_request(&self, list: &str, query: &PageQuery) -> Result<PageRequest<Position>, Problem> {
        let after = query.cursor.as_deref().map(|cursor| self.open_position(list, cursor)).transpose()?;
        Ok(PageRequest { limit: limit(query.limit.as_deref())?, after })
    }

    /// A page of `list`, with the cursor to the next.
    pub fn page<T>(&self, list: &str, items: Vec<T>, next: Option<Position>) -> Result<Page<T>, Problem> {
        let next_cursor = next.map(|next| self.seal_position(list, next)).transpose()?;
        Ok(Page { items, next_cursor })
    }

    /// A page of `list` that is sorted by a place of its own: `read` gives at most so many that stand behind one, and whether there
    /// are more.
    pub async fn page_by<T, P, R>(
        &self,
        list: &str,
        query: &PageQuery,
        read: impl FnOnce(Option<P>, usize) -> R,
        place: impl Fn(&T) -> P,
    ) -> Result<Page<T>, Problem>
    where
        P: Serialize + DeserializeOwned,
        R: Future<Output = Result<(Vec<T>, bool), Problem>>,
    {
        let after = query.cursor.as_deref().map(|cursor| self.open_cursor(list, cursor)).transpose()?;
        let (items, more) = read(after, limit(query.limit.as_deref())? as usize).await?;
        let end = items.last().filter(|_| more).map(place);
        let next_cursor = end.map(|end| self.seal_cursor(list, &end)).transpose()?;
        Ok(Page { items, next_cursor })
    }

    /// A cursor made of any value, for lists that go by something other than a storage position.
    pub fn seal_cursor(&self, list: &str, value: &impl Serialize) -> Result<String, Problem> {
        let text = serde_json::to_string(value).map_err(|error| Problem::internal(error.to_string()))?;
        let sealed = self.keys.seal(&self.rng, &self.cursor_context(list), &text);
        sealed.map_err(|error| Problem::internal(error.to_string()))
    }

    /// The value in a cursor of `list`; anything else is a 400.
    pub fn open_cursor<T: DeserializeOwned>(&self, list: &str, cursor: &str) -> Result<T, Problem> {
        let text = self.keys.open(&self.cursor_context(list), cursor).map_err(|_| bad())?;
        serde_json::from_str(&text).map_err(|_| bad())
    }

    /// Sealing keys open what they sealed for good; a cursor ends with the signing key.
    fn cursor_context(&self, list: &str) -> String {
        match self.keys.signing_era() {
            Some(era) => format!("cursor {era} {list}"),
            None => format!("cursor {list}"),
        }
    }

    fn seal_position(&self, list: &str, Position(item): Position) -> Result<String, Problem> {
        let parts: Result<Vec<_>, Problem> =
            item.into_iter().map(|(name, value)| Ok((name, part(value)?))).collect();
        self.seal_cursor(list, &parts?)
    }

    fn open_position(&self, list: &str, cursor: &str) -> Result<Position, Problem> {
        let parts: Vec<(String, Part)> = self.open_cursor(list, cursor)?;
        let mut item = Item::new();
        for (name, part) in parts {
            match part {
                Part::Text(text) => item.set(name, text),
                Part::Number(number) => item.set(name, number.parse::<store::Number>().map_err(|_| bad())?),
            }
        }
        Ok(Position(item))
    }
}

fn part(value: Value) -> Result<Part, Problem> {
    match value {
        Value::S(text) => Ok(Part::Text(text.into())),
        Value::N(number) => Ok(Part::Number(number.to_string())),
        _ => Err(Problem::internal("a storage position holds something that is no key")),
    }
}

fn bad() -> Problem {
    Problem::malformed("That cursor does not belong to this list. Start from the first page.")
        .about("cursor", "This does not belong to this list.")
}

/// How many a list is asked for, from `?limit=`.
pub(crate) fn limit(given: Option<&str>) -> Result<u32, Problem> {
    let Some(given) = given else { return Ok(paging::DEFAULT_LIMIT) };
    let allowed = given.parse().ok().filter(|limit| (1..=paging::MOST).contains(limit));
    allowed.ok_or_else(|| {
        let message = format!("This must be a number from 1 to {}.", paging::MOST);
        Problem::invalid(vec![FieldError { field: "limit".into(), message }])
    })
}

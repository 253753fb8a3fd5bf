//! Lists as they are answered, and days in an address.

use jiff::civil::Date;
use kernel::FieldError;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Fault, Problem};

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Listed<T> {
    pub items: Vec<T>,
    /// For `?cursor=`; `null` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> From<kernel::Page<T>> for Listed<T> {
    fn from(page: kernel::Page<T>) -> Self {
        Self { items: page.items, next_cursor: page.next_cursor }
    }
}

/// A list that is answered whole.
#[derive(Debug, Serialize, ToSchema)]
pub struct Items<T> {
    pub items: Vec<T>,
}

/// A day in an address, where there is one.
pub fn day(field: &str, text: Option<&str>) -> Result<Option<Date>, Problem> {
    let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
    let message = "This must be a day, such as 2026-10-13.".to_owned();
    text.parse().map(Some).map_err(|_| Fault::from(FieldError { field: field.to_owned(), message }).into())
}

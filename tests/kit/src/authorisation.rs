//! Authorisation tables: every endpoint against every kind of caller, one status a cell.

use crate::person::Person;
use reqwest::Method;
use serde_json::Value;

/// One endpoint and what each caller gets from it.
pub struct Row {
    pub method: Method,
    pub path: String,
    pub body: Option<Value>,
    pub expected: Vec<u16>,
}

/// Asks every endpoint as every caller and lists each cell that is not as expected.
pub async fn check(callers: &[(&str, Person)], rows: &[Row]) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in rows {
        assert_eq!(row.expected.len(), callers.len(), "{} {}: one status a caller", row.method, row.path);
        for ((who, person), expected) in callers.iter().zip(&row.expected) {
            let answer = person.send(row.method.clone(), &row.path, row.body.as_ref()).await;
            if answer.status != *expected {
                wrong.push(format!(
                    "{} {} as {who}: {} instead of {expected}: {}",
                    row.method, row.path, answer.status, answer.text
                ));
            }
        }
    }
    wrong
}

/// Writes an authorisation table: callers across, endpoints down.
///
/// ```ignore
/// authorisation_table! {
///     callers: { "nobody" => nobody, "admin" => admin };
///     GET "/api/v1/me" => 401, 200;
///     PATCH "/api/v1/me" { "displayName": "Ana" } => 401, 200;
/// }
/// ```
#[macro_export]
macro_rules! authorisation_table {
    (callers: { $($who:expr => $person:expr),+ $(,)? }; $($method:ident $path:expr $(, { $($body:tt)* })? => $($status:literal),+;)+) => {{
        let callers = [$(($who, $person.clone())),+];
        let rows = [$($crate::authorisation::Row {
            method: $crate::reqwest::Method::$method,
            path: $path.to_string(),
            body: $crate::authorisation_table!(@body $({ $($body)* })?),
            expected: vec![$($status),+],
        }),+];
        let wrong = $crate::authorisation::check(&callers, &rows).await;
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }};
    (@body) => { None };
    (@body { $($body:tt)* }) => { Some($crate::serde_json::json!({ $($body)* })) };
}

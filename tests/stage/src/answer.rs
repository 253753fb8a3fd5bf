//! What came back, read whole.

use axum::body::Body;
use http::{HeaderMap, Response, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;

#[derive(Debug, Clone)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
    /// `null` where the body is no JSON.
    pub json: Value,
    /// Method and path of the request, for messages.
    pub asked: String,
}

impl Answer {
    pub async fn read(asked: String, response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Self { status: parts.status, headers: parts.headers, text, json, asked }
    }

    /// The answer, which must have this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{} answered {}: {}", self.asked, self.status, self.text);
        self
    }

    /// A text in the JSON body, by the field's name or a JSON pointer (`/user/email`).
    #[track_caller]
    pub fn text_at(&self, place: &str) -> String {
        let pointer = if place.starts_with('/') { place.to_owned() } else { format!("/{place}") };
        let found = self.json.pointer(&pointer).and_then(Value::as_str);
        found.unwrap_or_else(|| panic!("{} has no text at {place}: {}", self.asked, self.text)).to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The fields that a 422 names.
    pub fn wrong_fields(&self) -> Vec<&str> {
        let errors = self.json["errors"].as_array().map_or(&[][..], Vec::as_slice);
        errors.iter().filter_map(|error| error["field"].as_str()).collect()
    }

    /// The answer, whose text must contain `part`.
    #[track_caller]
    pub fn shows(&self, part: &str) -> &Self {
        assert!(self.text.contains(part), "{} does not show {part:?}: {}", self.asked, self.text);
        self
    }

    /// The value of a page's hidden field, such as `once` or `version`.
    #[track_caller]
    pub fn hidden(&self, name: &str) -> String {
        let tags = self.text.split("<input").filter(|tag| tag.contains(&format!("name=\"{name}\"")));
        let values = tags.filter_map(|tag| tag.split_once("value=\"")?.1.split_once('"'));
        let value = values.map(|(value, _)| value.to_owned()).next();
        value.unwrap_or_else(|| panic!("{} has no field {name}: {}", self.asked, self.text))
    }

    /// Where a redirect leads.
    #[track_caller]
    pub fn location(&self) -> &str {
        assert!(self.status.is_redirection(), "{} answered {}: {}", self.asked, self.status, self.text);
        self.header("location")
    }
}

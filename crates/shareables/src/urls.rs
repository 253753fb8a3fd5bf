//! Every address of shareables. Nothing else builds one.

use crate::model::{Code, Entity, ShortId};

/// As routers write it: the pages of one share.
pub const PAGE: &str = "/s/{shortId}";
/// What the person at a browser is called is remembered for all of these.
pub const PAGES: &str = "/s";
/// What was created and answered in this browser.
pub const HERE: &str = "/here";

/// The page on which one of this kind is created.
pub fn new(entity: Entity) -> String {
    format!("/new/{}", entity.name())
}

pub fn page(id: &ShortId) -> String {
    format!("{PAGES}/{id}")
}

/// The address as it is said, and written on posters.
pub fn short(id: &ShortId) -> String {
    format!("/{}", id.shown())
}

/// The page as the person with this code finds it on any device.
pub fn personal(id: &ShortId, code: Code) -> String {
    format!("{}?me={code}", page(id))
}

/// Everyone who answered.
pub fn people(id: &ShortId) -> String {
    format!("{}/people", page(id))
}

/// What a chat shows beside the link.
pub fn preview(id: &ShortId) -> String {
    format!("{}/preview.png", page(id))
}

pub fn admin(id: &ShortId) -> String {
    format!("{}/admin", page(id))
}

pub fn outcome(id: &ShortId) -> String {
    format!("{}/outcome", page(id))
}

pub fn edit(id: &ShortId) -> String {
    format!("{}/admin/edit", page(id))
}

/// The JSON of a share.
pub fn api(id: &ShortId) -> String {
    format!("{}/shareables/{id}", web::api::BASE)
}

/// The stream that keeps a page live; `code` where the address of the page names one.
pub fn live(id: &ShortId, code: Option<Code>) -> String {
    let live = format!("{}/live", api(id));
    code.map(|code| format!("{live}?code={code}")).unwrap_or(live)
}

/// Where a page was asked for by a code that is not written as it should be: the same address with the code put right.
pub fn put_right(asked: &str, id: &ShortId) -> Option<String> {
    let rest = asked.strip_prefix(PAGES)?.strip_prefix('/')?;
    let at = rest.find(['/', '?']).unwrap_or(rest.len());
    let (written, behind) = rest.split_at(at);
    (written != id.to_string()).then(|| format!("{}{behind}", page(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_put_right_where_its_code_is_written_otherwise() {
        let id: ShortId = "abc-def-12345".parse().unwrap();
        assert_eq!(
            put_right("/s/ABCDEF12345?show=results", &id),
            Some("/s/abc-def-12345?show=results".into())
        );
        assert_eq!(put_right("/s/abc-def-12345/admin", &id), None);
        assert_eq!(put_right("/api/v1/shareables/ABCDEF12345", &id), None);
    }
}

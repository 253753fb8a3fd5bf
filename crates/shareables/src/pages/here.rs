//! What was made and answered in this browser. The browser alone knows; no server keeps that list.

use askama::Template;
use serde::Deserialize;
use web::{Ctx, Html, Layout, Query};

#[derive(Template)]
#[template(path = "shareables/here.html")]
pub struct HerePage {
    layout: Layout,
    is_deleted: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Arrival {
    deleted: Option<String>,
}

/// `GET /here`
pub async fn show(ctx: Ctx, Query(arrival): Query<Arrival>) -> Html<HerePage> {
    let layout = Layout::of(&ctx, "On this device").noindex().script("here.js");
    Html(HerePage { layout, is_deleted: arrival.deleted.is_some() })
}

//! `/here`: what was created and answered in this browser. The browser alone knows; the server keeps no such list.

use askama::Template;
use web::{Ctx, Html, Layout};

#[derive(Template)]
#[template(path = "server/here.html")]
pub struct HerePage {
    layout: Layout,
    is_deleted: bool,
}

pub async fn here(ctx: Ctx) -> Html<HerePage> {
    let layout = Layout::of(&ctx, "On this device").noindex().script("here.js");
    Html(HerePage { layout, is_deleted: ctx.done() == Some("deleted") })
}

//! What belongs to no feature: what people see first, `/home`, and the way to a shared thing by its code.

mod codes;
mod here;
mod home;
mod installed;
mod landing;

use axum::{Router, routing::get};
use web::{Api, App, Feature, OnDemand, routes};

/// The front as a feature of its own, so that its routes are described and mounted like all others.
pub fn feature() -> Feature {
    Feature {
        name: "front",
        api: OnDemand(|| Api::new().routes(routes!(codes::get_code))),
        pages: OnDemand(pages),
        ..Feature::default()
    }
}

fn pages() -> Router<App> {
    let pages = web::icons::ICONS
        .iter()
        .fold(Router::new(), |pages, icon| pages.route(icon.path, get(move || async move { icon })));
    pages
        .route("/", get(landing::landing))
        .route("/here", get(here::here))
        .route("/home", get(home::home))
        .route("/manifest.webmanifest", get(installed::manifest))
        .route(web::offline::PAGE, get(installed::offline))
        .route("/{code}", get(codes::open_code))
}

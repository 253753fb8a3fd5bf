//! Where JSON routes are, and how they are described.

use crate::house::{House, get};
use utoipa::openapi::HttpMethod;
use web::{Api, Ctx, api::Routes, routes};

/// Says what was asked for.
#[utoipa::path(get, path = "/echo/{word}", params(("word" = String, Path)), responses((status = 200)))]
async fn echo(ctx: Ctx) -> String {
    ctx.path().to_owned()
}

fn api() -> Api {
    Api::new().routes(routes!(echo))
}

#[tokio::test]
async fn routes_are_under_the_base_and_see_the_whole_address() {
    let house = House::new();
    let answer = house.send(api().into_router(), get("/api/v1/echo/ho?loud=1")).await;
    assert_eq!(answer.text, "/api/v1/echo/ho?loud=1");
    assert_eq!(house.send(api().into_router(), get("/echo/ho")).await.status, 404);
}

#[test]
fn the_description_names_paths_from_the_base_on() {
    let described = api().into_openapi();
    assert_eq!(described.paths.paths.keys().collect::<Vec<_>>(), ["/echo/{word}"]);
}

#[tokio::test]
async fn nothing_is_described_before_somebody_asks() {
    let routes = Routes::described_by(|| panic!("nobody asked")).on("/echo/{word}", &[HttpMethod::Get], echo);
    let answer = House::new().send(Api::new().routes(routes).into_router(), get("/api/v1/echo/ho")).await;
    assert_eq!(answer.status, 200);
}

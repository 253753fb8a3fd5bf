//! A page in the layout, cookies and versions.

use crate::house::{House, get, with};
use askama::Template;
use axum::{
    Router,
    response::{IntoResponse, Redirect},
    routing::{get as on_get, post},
};
use http::{HeaderValue, StatusCode};
use jiff::SignedDuration;
use web::{App, Ctx, Errors, Html, Layout, Problem, Versioned};

#[derive(Template)]
#[template(
    source = r#"{% extends "base.html" %}
{% block main %}<h1>{{ name }}</h1>{{ web::Field::new("name", "Your name").value(name).errors(errors).required() }}{{ web::Avatar::new(name).small() }}{% endblock %}"#,
    ext = "html"
)]
struct Page {
    layout: Layout,
    name: String,
    errors: Errors,
}

async fn page(ctx: Ctx) -> Html<Page> {
    let layout = Layout::of(&ctx, "Lake <weekend>").describe("Who brings what").noindex().live("/s/abc/live");
    Html(Page { layout, name: "<b>Nora</b>".into(), errors: Errors::default() })
}

fn routes() -> Router<App> {
    Router::new().route("/s/abc", on_get(page))
}

#[tokio::test]
async fn a_page_stands_in_the_layout_and_escapes_what_people_wrote() {
    let answer = House::new().send(routes(), get("/s/abc?x=1")).await;
    let html = &answer.text;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"));
    assert!(html.starts_with("<!doctype html>"), "{html}");
    assert!(html.contains("<title>Lake &#60;weekend&#62;</title>") && !html.contains("<b>Nora"), "{html}");
    assert!(html.contains(r#"<meta name="robots" content="noindex">"#), "{html}");
    assert!(html.contains(r#"href="/sign-in?next=%2Fs%2Fabc%3Fx%3D1">Sign in"#), "{html}");
    let (_, since) = html.split_once(r#"data-live="/s/abc/live?since="#).expect("a live page");
    let (since, _) = since.split_once(r#"&#38;parts=1""#).expect("a page of parts");
    assert!(since.starts_with("1794733200000-"), "{since}");
    for name in ["style.css", "live.js", "forms.js", "share.js", "brand.svg"] {
        assert!(html.contains(web::assets::asset(name)), "{name}");
    }
}

#[tokio::test]
async fn who_is_signed_in_sees_their_own_table() {
    let answer = House::new().send(routes(), with(get("/s/abc"), "cookie", "session=ana")).await;
    assert!(answer.text.contains(r#"aria-label="Ana, your account">A</a>"#), "{}", answer.text);
    assert!(answer.text.contains(r#"href="/home""#) && !answer.text.contains("Sign in"), "{}", answer.text);
}

#[tokio::test]
async fn nothing_on_a_page_is_inline() {
    let pages =
        [House::new().send(routes(), get("/s/abc")).await, House::new().send(routes(), get("/lost")).await];
    for answer in pages {
        assert!(!answer.text.contains("style=") && !answer.text.contains("<style"), "{}", answer.text);
        assert!(!answer.text.contains(" onclick") && !answer.text.contains("<script>"), "{}", answer.text);
    }
}

async fn set(ctx: Ctx) -> impl IntoResponse {
    let jar = ctx.cookies.clone().add(ctx.new_cookie("session", "t0ken", "/", SignedDuration::from_hours(1)));
    (jar.add(ctx.dead_cookie("share-abc", "/s/abc")), Redirect::to("/home"))
}

async fn cookies(house: &House) -> Vec<String> {
    let routes = Router::new().route("/sign-in", post(set));
    let answer = house.send(routes, crate::house::post_form("/sign-in", "")).await;
    let mut set: Vec<String> =
        answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect();
    set.sort();
    set
}

#[tokio::test]
async fn cookies_are_out_of_reach_of_scripts_and_other_sites() {
    let plain = cookies(&House::new()).await;
    assert_eq!(
        plain,
        [
            "session=t0ken; HttpOnly; SameSite=Lax; Path=/; Max-Age=3600",
            "share-abc=; HttpOnly; SameSite=Lax; Path=/s/abc; Max-Age=0",
        ]
    );
    let secure = cookies(&House::with(|settings| settings.https = true)).await;
    assert!(secure.iter().all(|cookie| cookie.contains("; Secure")), "{secure:?}");
}

async fn edit(ctx: Ctx) -> Result<Versioned<u32, &'static str>, Problem> {
    ctx.check_if_match(&7)?;
    Ok(Versioned(8, "edited"))
}

#[tokio::test]
async fn a_change_to_another_version_than_the_one_seen_is_412() {
    let house = House::new();
    let routes = Router::new().route("/api/v1/thing", on_get(edit));
    let send =
        async |tag: &str| house.send(routes.clone(), with(get("/api/v1/thing"), "if-match", tag)).await;
    for good in ["\"7\"", "*", "\"6\", \"7\""] {
        let answer = send(good).await;
        assert_eq!((answer.status, answer.header("etag")), (StatusCode::OK, "\"8\""), "{good}");
    }
    for bad in ["\"6\"", "7", "W/\"7\"", "\"\""] {
        assert_eq!(send(bad).await.status, StatusCode::PRECONDITION_FAILED, "{bad}");
    }
    assert_eq!(house.send(routes.clone(), get("/api/v1/thing")).await.status, StatusCode::OK);
    let mut unreadable = get("/api/v1/thing");
    unreadable.headers_mut().insert("if-match", HeaderValue::from_bytes(b"\"7\xff\"").unwrap());
    assert_eq!(house.send(routes, unreadable).await.status, StatusCode::PRECONDITION_FAILED);
}

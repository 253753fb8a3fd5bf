//! Holds the driver to its promises on a small page of its own: what tests see through it must be true.
#![allow(clippy::expect_used, reason = "this is a test")]

use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use chromium::{Browser, Key, View, shot};
use std::time::Duration;

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");
const PAGE: &str = include_str!("page/index.html");
const FAULTY: &str = "<!doctype html><html><head><title></title></head><body><main><img src=\"data:,\">
    <p style=\"color:#bbb;background:#fff\">Too pale</p><input></main></body></html>";

/// Serves the page with the strict policy Roundtable itself has, and gives its address.
async fn site() -> String {
    let policy = [(header::CONTENT_SECURITY_POLICY, "default-src 'self'; img-src data:")];
    let page = async move || (policy, Html(PAGE)).into_response();
    let routes = Router::new()
        .route("/", get(page.clone()))
        .route("/style.css", get(async || ([(header::CONTENT_TYPE, "text/css")], STYLE)))
        .route("/script.js", get(async || ([(header::CONTENT_TYPE, "text/javascript")], SCRIPT)))
        .route("/thanks", get(async || Html("<!doctype html><title>Thanks</title><h1>Thank you</h1>")))
        .route("/faulty", get(async || Html(FAULTY)));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it has an address");
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

async fn visit(view: View) -> Browser {
    let browser = Browser::open(&site().await, view).await;
    browser.goto("/").await;
    browser
}

#[tokio::test]
async fn each_view_has_its_width_and_its_colours() {
    let first = visit(View::phone()).await;
    let paper = ["rgb(255, 255, 255)", "rgb(16, 16, 16)"];
    for (view, expected) in View::every_look().into_iter().zip([paper, paper].concat()) {
        let browser = first.beside(view).await;
        browser.goto("/").await;
        assert_eq!(browser.run("return innerWidth", vec![]).await, view.width, "{view}");
        assert_eq!(browser.style_of("body", "background-color").await, expected, "{view}");
        browser.reload().await;
        assert_eq!(browser.style_of("body", "background-color").await, expected, "{view}, loaded again");
    }
}

#[tokio::test]
async fn a_name_on_the_screen_is_enough_to_fill_tick_choose_and_click() {
    let page = visit(View::phone()).await;
    page.fill("Name", "Old").await;
    page.fill("Name", "Ana").await;
    page.fill("Day", "2026-10-17").await;
    page.choose("Colour", "Green").await;
    page.click("With cake").await;
    assert_eq!(page.value_of("Name").await, "Ana");
    assert!(page.is_ticked("With cake").await);
    page.click("Send my answers").await;
    page.wait_for_path("/thanks").await;
    assert!(
        page.url().await.ends_with("/thanks?name=Ana&day=2026-10-17&colour=green&cake=on"),
        "{}",
        page.url().await
    );
    assert_eq!(page.title().await, "Thanks");
    page.back().await;
    page.wait_for_path("/").await;
}

#[tokio::test]
async fn of_several_alike_the_one_beside_a_text_is_clicked() {
    let page = visit(View::desktop()).await;
    page.click_beside("Bread", "Remove").await;
    page.wait_until_text_gone("Bread").await;
    assert_eq!(page.texts_of("#shopping li span").await, ["Milk", "Eggs"]);
}

#[tokio::test]
async fn scripts_can_be_turned_off() {
    let page = visit(View::phone().without_scripts()).await;
    assert!(page.text().await.contains("Works without scripts"), "{}", page.text().await);
    assert!(!page.text().await.contains("Scripts are on"));
    page.fill("Name", "Ana").await;
    page.click("Send my answers").await;
    page.wait_for_path("/thanks").await;
    let scripted = page.beside(View::phone()).await;
    scripted.goto("/").await;
    scripted.wait_for_text("Scripts are on").await;
    assert!(!scripted.text().await.contains("Works without scripts"));
}

#[tokio::test]
async fn reduced_motion_reaches_the_page() {
    let page = visit(View::phone().reduced_motion()).await;
    let asks = "return matchMedia('(prefers-reduced-motion: reduce)').matches";
    assert_eq!(page.run(asks, vec![]).await, true);
    let usual = page.beside(View::phone()).await;
    usual.goto("/").await;
    assert_eq!(usual.run(asks, vec![]).await, false);
}

#[tokio::test]
async fn keys_walk_the_page_and_type() {
    let page = visit(View::desktop()).await;
    page.press(Key::Tab).await;
    assert_eq!(page.focused().await, "Name");
    page.type_text("Ben").await;
    assert_eq!(page.value_of("Name").await, "Ben");
    page.press(Key::Tab).await;
    page.press_with(Key::Shift, Key::Tab).await;
    assert_eq!(page.focused().await, "Name");
    page.press(Key::Enter).await;
    page.wait_for_path("/thanks").await;
}

#[tokio::test]
async fn things_can_be_dragged_by_mouse_and_by_finger() {
    let page = visit(View::desktop()).await;
    page.drag("#card", "#left").await;
    page.wait_for_text("Card is on the left").await;
    let phone = page.beside(View::phone()).await;
    phone.goto("/").await;
    phone.drag_by_touch("#card", "#right").await;
    phone.wait_for_text("Card is on the right").await;
}

#[tokio::test]
async fn two_browsers_share_no_cookies() {
    let ana = Browser::open(&site().await, View::phone()).await;
    ana.set_cookie("seat", "3").await;
    ana.goto("/").await;
    let ben = ana.beside(View::desktop()).await;
    ben.goto("/").await;
    assert_eq!(ana.cookie("seat").await.expect("set").value(), "3");
    assert!(ben.cookies().await.is_empty());
    ana.forget_cookies().await;
    assert!(ana.cookie("seat").await.is_none());
}

#[tokio::test]
async fn axe_passes_a_good_page_under_a_strict_policy_and_names_what_is_wrong_with_a_bad_one() {
    for view in View::every_look() {
        visit(view).await.assert_accessible().await;
    }
    let page = visit(View::phone()).await;
    page.goto("/faulty").await;
    let findings = page.axe().await;
    for rule in ["image-alt", "color-contrast", "label", "document-title", "html-has-lang"] {
        assert!(
            findings.iter().any(|finding| finding.starts_with(&format!("{rule} ("))),
            "{rule} in {findings:#?}"
        );
    }
}

#[tokio::test]
async fn a_page_is_weighed_with_all_it_loads() {
    let page = visit(View::phone()).await;
    let bodies = PAGE.len() + STYLE.len() + SCRIPT.len();
    let first = page.transferred_bytes().await;
    let least = u64::try_from(bodies).expect("small");
    assert!((least..least + 2_000).contains(&first), "{first} bytes for {least} of bodies");
}

#[tokio::test]
async fn a_picture_shows_the_whole_page_at_the_width_of_the_view() {
    let page = visit(View::phone()).await;
    let path = shot("driver/whole-page");
    page.screenshot(&path).await;
    let png = std::fs::read(&path).expect("a picture");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(number(16), 390, "width");
    assert!(number(20) > 1500, "height {} goes beyond the window", number(20));
    assert!(!page.sticks_out().await);
}

#[tokio::test]
async fn what_the_browser_complains_about_can_be_read() {
    let page = visit(View::desktop()).await;
    assert_eq!(page.complaints().await, Vec::<String>::new());
    page.run("setTimeout(() => { throw new Error('spilt the milk') })", vec![]).await;
    let mut heard = Vec::new();
    page.wait_until(Duration::from_secs(5), "a complaint", async || {
        heard.extend(page.complaints().await);
        heard.iter().any(|complaint| complaint.contains("spilt the milk"))
    })
    .await;
}

#[tokio::test]
#[should_panic(expected = "waited 50ms in vain for the text “Never there”")]
async fn waiting_in_vain_fails_with_a_sentence() {
    visit(View::phone()).await.wait_for_text_within(Duration::from_millis(50), "Never there").await;
}

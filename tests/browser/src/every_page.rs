//! Every page of the product in every state that it has: accessible in the light and in the dark, no wider than the window, and drawn
//! for the contact sheet by `scripts/contact-sheet`.

mod places;
mod scene;

use kit::{
    browser::{Browser, View, shot},
    serde_json::json,
};
use places::Place;
use scene::{By, Scene};
use std::path::PathBuf;

/// Puts values into fields of a form and sends it as it is, whatever the browser would say of it.
const SEND: &str = "const [selector, values] = arguments;
    const form = document.querySelector(selector);
    for (const [name, value] of values)
        for (const field of form.querySelectorAll(`[name=\"${name}\"]`)) field.value = value;
    HTMLFormElement.prototype.submit.call(form);";

/// The folder of the contact sheet that is being made.
fn sheet() -> Option<PathBuf> {
    std::env::var_os("CONTACT_SHEET").map(PathBuf::from)
}

/// Pictures are for the contact sheet, and of what is wrong.
async fn take_picture(browser: &Browser, name: &str) {
    let view = browser.view();
    if let Some(folder) = sheet() {
        browser.screenshot(folder.join(format!("{name}-{view}.png"))).await;
    }
}

/// What is wrong with the page that is open, in the light and in the dark: the two differ in their colours alone.
async fn faults(browser: &mut Browser, place: &Place, view: View) -> Vec<String> {
    let mut wrong = browser.axe().await;
    if browser.sticks_out().await {
        wrong.push("is wider than the window".into());
    }
    take_picture(browser, place.name).await;
    browser.look_as(view.dark()).await;
    wrong.extend(browser.axe_colours().await.into_iter().map(|fault| format!("in the dark: {fault}")));
    take_picture(browser, place.name).await;
    browser.look_as(view).await;
    if view.width == View::phone().width {
        browser.look_as(view.of_width(360)).await;
        if browser.sticks_out().await {
            wrong.push("is wider than a window of 360 pixels".into());
        }
        browser.look_as(view).await;
    }
    if !wrong.is_empty() {
        browser.screenshot(shot(&format!("failed/{}-{view}", place.name))).await;
    }
    wrong.into_iter().map(|fault| format!("{}: {fault}", place.name)).collect()
}

async fn goes_to(browser: &Browser, place: &Place) {
    browser.goto(&place.path).await;
    if let Some((selector, values)) = &place.sends {
        browser.run(SEND, vec![json!(selector), json!(values)]).await;
        browser.wait_for("main[data-posted]").await;
    }
}

async fn every_page_is_good(view: View) {
    let mut scene = Scene::set().await;
    let mut browser = Browser::open(&scene.app.base_url, view).await;
    browser.bypass_worker().await;
    let mut wrong = Vec::new();
    let now = places::now(&scene);
    wrong.extend(walk(&mut browser, &scene, now, view).await);
    scene.goes_on_a_year().await;
    let later = places::a_year_later(&scene);
    wrong.extend(walk(&mut browser, &scene, later, view).await);
    assert_eq!(wrong, Vec::<String>::new(), "{view}");
}

async fn walk(browser: &mut Browser, scene: &Scene, places: Vec<Place>, view: View) -> Vec<String> {
    let (mut wrong, mut at) = (Vec::new(), None);
    for place in places {
        if at != Some(place.by) {
            at = Some(place.by);
            browser.goto("/offline").await;
            browser.forget_cookies().await;
            if place.by != By::Anyone {
                browser.set_cookie("session", &scene.session(place.by)).await;
            }
        }
        goes_to(browser, &place).await;
        wrong.extend(faults(browser, &place, view).await);
    }
    wrong
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_on_a_phone() {
    every_page_is_good(View::phone().reduced_motion()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_on_a_desktop() {
    every_page_is_good(View::desktop().reduced_motion()).await;
}

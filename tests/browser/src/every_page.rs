//! Every page of the product in every state that it has: accessible in the light and in the dark, no wider than the window, and drawn
//! for the contact sheet by `scripts/contact-sheet`.

mod edges;
mod places;
mod scene;

use crate::look::faults_in_every_look;
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
    for (const [name, value] of values) {
        const fields = form.querySelectorAll(`[name=\"${name}\"]`);
        for (const field of fields) field.value = value;
        // A button counts as pressed.
        if (fields[0]?.type === 'submit') form.insertAdjacentHTML('beforeend', `<input type=hidden name=${name} value=${value}>`);
    }
    HTMLFormElement.prototype.submit.call(form);";

/// The folder of the contact sheet that is being made.
fn sheet() -> Option<PathBuf> {
    std::env::var_os("CONTACT_SHEET").map(PathBuf::from)
}

/// Pictures are for the contact sheet, and of what is wrong.
async fn faults(browser: &mut Browser, place: &Place) -> Vec<String> {
    let folder = sheet();
    let picture = |view| folder.as_ref().map(|folder| folder.join(format!("{}-{view}.png", place.name)));
    let wrong = faults_in_every_look(browser, picture).await;
    if !wrong.is_empty() {
        browser.screenshot(shot(&format!("failed/{}", place.name))).await;
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

async fn opens(scene: &Scene) -> Browser {
    let browser = Browser::open(&scene.app.base_url, View::phone().reduced_motion()).await;
    browser.bypass_worker().await;
    browser.bring_axe().await;
    browser
}

async fn walk(browser: &mut Browser, scene: &Scene, places: Vec<Place>) -> Vec<String> {
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
        wrong.extend(faults(browser, &place).await);
    }
    wrong
}

/// Some tests of about as many pages each: one would take longer than a test may.
async fn every_page_is_good(places: impl Fn(&Scene) -> Vec<Place>) {
    let scene = Scene::set().await;
    let mut browser = opens(&scene).await;
    let wrong = walk(&mut browser, &scene, places(&scene)).await;
    assert_eq!(wrong, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_for_anyone() {
    Box::pin(every_page_is_good(places::for_anyone)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_of_shares_and_accounts() {
    Box::pin(every_page_is_good(places::of_shares_and_accounts)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_of_groups_and_the_club() {
    Box::pin(every_page_is_good(places::of_groups_and_the_club)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_of_movie_night_and_a_year_later() {
    let mut scene = Scene::set().await;
    let mut browser = opens(&scene).await;
    let mut wrong = walk(&mut browser, &scene, places::of_movie_night(&scene)).await;
    scene.goes_on_a_year().await;
    wrong.extend(walk(&mut browser, &scene, places::a_year_later(&scene)).await);
    assert_eq!(wrong, Vec::<String>::new());
}

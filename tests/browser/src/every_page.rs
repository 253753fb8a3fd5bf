//! Every page of the product as the example fills it: accessible, no wider than the window, and drawn for the contact sheet.
//!
//! `scripts/contact-sheet` takes every page in every look. Otherwise each look takes its turn at a quarter of the pages, so that all
//! of them are looked at in a quarter of the time.

use kit::{
    Cast, Engine, Filled, TestApp,
    browser::{Browser, View, shot},
};
use std::path::PathBuf;

/// Who looks at a page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Anyone,
    Member(Cast),
    /// Someone who has just registered.
    Newcomer,
}

struct Page {
    name: &'static str,
    path: String,
    by: By,
}

/// The path of something in the example, by what it is called there.
fn sight(filled: &Filled, title: &str) -> String {
    let found = filled.sights.iter().find(|sight| sight.title == title);
    found.unwrap_or_else(|| panic!("the example shows no {title}")).path.clone()
}

/// A page must be listed here to be on the contact sheet and looked at by axe.
fn pages(filled: &Filled, player: &str, person: &str) -> Vec<Page> {
    let of = |title: &str| sight(filled, title);
    let (event, checklist) = (of("An event"), of("A checklist"));
    let (closed, poll) = (of("A poll about dates, closed"), of("A poll to vote in"));
    let (counted, ballot) = (of("A ranked poll, counted"), of("A ranked poll to vote in"));
    let ranked = counted.trim_end_matches("/results").to_owned();
    let (group, hangout) = (of("A group"), of("A hangout"));
    let (site, round) = (of("A link with ratings and comments"), of("Movie night"));
    let mut pages = Vec::new();
    let mut list = |by: By, some: Vec<(&'static str, String)>| {
        pages.extend(some.into_iter().map(|(name, path)| Page { name, path, by }));
    };
    list(
        By::Anyone,
        vec![
            ("landing", "/".into()),
            ("code-not-found", "/?code=nothing".into()),
            ("sign-in", "/sign-in".into()),
            ("register", "/register".into()),
            ("forgot", "/forgot".into()),
            ("not-found", "/nowhere/at/all".into()),
            ("new-checklist", "/new/checklist".into()),
            ("new-event", "/new/event".into()),
            ("new-poll", "/new/poll".into()),
            ("new-ranked", "/new/ranked".into()),
            ("here", "/here".into()),
            ("event", event.clone()),
            ("event-people", format!("{event}/people")),
            ("event-locked-admin", format!("{event}/admin")),
            ("checklist", checklist.clone()),
            ("poll", poll.clone()),
            ("poll-results", format!("{poll}?show=results")),
            ("poll-closed", format!("{closed}?show=results")),
            ("poll-screen", format!("{poll}/screen")),
            ("poll-poster", format!("{poll}/poster")),
            ("ranked-ballot", ballot.clone()),
            ("ranked-results", counted.clone()),
            ("ranked-screen", format!("{ranked}/screen")),
            ("ranked-locked-manage", format!("{ranked}/manage")),
            ("catalogue-public", "/club".into()),
        ],
    );
    list(
        By::Member(Cast::Maya),
        vec![
            ("home", "/home".into()),
            ("things", "/me/things".into()),
            ("account", "/me".into()),
            ("profile", "/me/profile".into()),
            ("event-admin", format!("{event}/admin")),
            ("event-edit", format!("{event}/admin/edit")),
            ("poll-admin", format!("{closed}/admin")),
            ("poll-outcome", format!("{closed}/outcome")),
            ("poll-outcome-event", format!("{closed}/outcome?kind=event")),
            ("ranked-manage", format!("{ranked}/manage")),
            ("ranked-outcome-hangout", format!("{ranked}/outcome?kind=hangout")),
            ("groups", "/groups".into()),
            ("group", group.clone()),
            ("group-members", format!("{group}/members")),
            ("group-edit", format!("{group}/edit")),
            ("hangouts", "/hangouts".into()),
            ("hangout", hangout.clone()),
            ("hangout-edit", format!("{hangout}/edit")),
            ("hangout-new", "/hangouts/new".into()),
            ("catalogue", "/club".into()),
            ("site", site.clone()),
            ("site-new", "/club/new".into()),
            ("ratings", "/club/ratings".into()),
            ("squash", "/squash".into()),
            ("squash-matches", "/squash/matches".into()),
            ("squash-player", player.to_owned()),
            ("person", person.to_owned()),
            ("admin", "/admin".into()),
            ("movies-voting", round.clone()),
            ("movies-history", "/movies/history".into()),
            ("movies-household", "/movies/household".into()),
            ("movies-screen", "/movies/screen".into()),
        ],
    );
    list(
        By::Newcomer,
        vec![
            ("home-first-day", "/home".into()),
            ("groups-empty", "/groups".into()),
            ("hangouts-empty", "/hangouts".into()),
            ("movies-none", "/movies".into()),
            ("things-empty", "/me/things".into()),
            ("not-allowed", "/admin".into()),
        ],
    );
    pages
}

/// The folder of the contact sheet that is being made.
fn sheet() -> Option<PathBuf> {
    std::env::var_os("CONTACT_SHEET").map(PathBuf::from)
}

/// Where pictures go: the contact sheet's folder, or with those of all tests.
fn picture(name: &str, view: View) -> PathBuf {
    match sheet() {
        Some(folder) => folder.join(format!("{name}-{view}.png")),
        None => shot(&format!("every-page/{name}-{view}")),
    }
}

/// `turn` is which quarter of the pages this look takes where it does not take all of them.
async fn every_page_is_good(view: View, turn: usize) {
    let (app, filled) = TestApp::with_example(Engine::Embedded, 7).await;
    let maya = app.signs_in_a_browser(&Cast::Maya.email()).await;
    let newcomer = app.registers_in_a_browser("Newcomer").await;
    let players = maya.get("/squash/players").await.expect(200);
    let player = format!("/squash/players/{}", players.text_at("/items/0/playerId"));
    let person = format!("/people/{}", maya.user_id);
    let mut wrong = Vec::new();
    let browser = Browser::open(&app.base_url, view).await;
    browser.goto("/").await;
    let mut at = By::Anyone;
    let all = pages(&filled, &player, &person).into_iter().enumerate();
    let some = all.filter(|(at, _)| sheet().is_some() || at % 4 == turn);
    for (_, page) in some {
        if page.by != at {
            at = page.by;
            let one = if page.by == By::Newcomer { &newcomer } else { &maya };
            browser.set_cookie("session", &one.cookie("session").expect("a session")).await;
        }
        browser.goto(&page.path).await;
        browser.screenshot(picture(page.name, view)).await;
        wrong.extend(browser.axe().await.into_iter().map(|finding| format!("{}: {finding}", page.name)));
        if browser.sticks_out().await {
            wrong.push(format!("{} is wider than the window", page.name));
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "{view}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_on_a_phone() {
    every_page_is_good(View::phone(), 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_on_a_dark_phone() {
    every_page_is_good(View::phone().dark(), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_on_a_desktop() {
    every_page_is_good(View::desktop(), 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_good_on_a_dark_desktop() {
    every_page_is_good(View::desktop().dark(), 3).await;
}

//! A checklist: made, opened by its code, ticked, and seen live by someone else; and the doors that stand before any share.

use crate::look::{Made, is_good, is_good_in_every_look, is_well_drawn};
use kit::{
    Engine, TestApp,
    browser::{Browser, View},
    serde_json::json,
};
use std::time::Duration;

async fn makes_a_checklist(browser: &Browser) -> String {
    browser.goto("/new/checklist").await;
    browser.fill("Name", "Lake weekend kit").await;
    browser.fill("Items", "Tent pegs\nCamp stove\nPancake mix").await;
    browser.click("Create checklist").await;
    browser.wait_for(".shortcode").await;
    browser.text_of(".shortcode").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tick_is_seen_in_a_second_browser_within_a_second_and_taken_back() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let code = makes_a_checklist(&ana).await;
    ana.goto(&format!("/s/{code}")).await;
    let ben = ana.beside(View::desktop().dark()).await;
    ben.goto("/").await;
    ben.fill("Code", &code.to_lowercase().replace('-', " ")).await;
    ben.click("Open").await;
    ben.wait_for_text("Tent pegs").await;
    ben.fill("Your name", "Ben").await;
    ben.click("Tent pegs").await;
    ana.wait_for_text_within(Duration::from_secs(1), "1 of 3 done").await;
    ana.wait_for_text("Ticked by Ben, just now").await;
    ben.wait_for_text("Ticked Tent pegs.").await;
    for browser in [&ana, &ben] {
        is_good(browser, "checklist/ticked").await;
    }
    ben.click("Undo").await;
    ana.wait_for_text_within(Duration::from_secs(1), "0 of 3 done").await;
    ana.fill("Add an item", "Board games").await;
    ana.click("Add").await;
    ben.wait_for_text_within(Duration::from_secs(1), "Board games").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_checklist_is_made_ticked_edited_and_deleted_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let code = makes_a_checklist(&ana).await;
    ana.goto(&format!("/s/{code}")).await;
    ana.click("Tent pegs").await;
    ana.fill("Your name", "Ana").await;
    ana.click("Save ticks").await;
    ana.wait_for_text("1 of 3 done").await;
    ana.wait_for_text("Ticked by Ana").await;
    assert_eq!(ana.value_of("Your name").await, "Ana", "the browser remembers the name");
    ana.click("Manage").await;
    ana.click("Edit").await;
    ana.click("Move Pancake mix up").await;
    ana.fill("Item 1", "Tent pegs, all of them").await;
    ana.fill("More items", "Rope\nMap").await;
    ana.click_css("form .btn.primary").await;
    ana.wait_for_text("Saved.").await;
    let names = ana
        .run("return [...document.querySelectorAll('[name=item-name]')].map((i) => i.value)", vec![])
        .await;
    assert_eq!(names, json!(["Tent pegs, all of them", "Pancake mix", "Camp stove", "Rope", "Map"]));
    ana.click("Manage").await;
    ana.click("Remove all ticks").await;
    ana.wait_for_text("All ticks are removed.").await;
    ana.click("Delete checklist").await;
    ana.click_css("#sure .danger").await;
    ana.wait_for_text("Deleted.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_behind_takes_nothing_back_that_others_ticked() {
    let app = TestApp::start(Engine::Embedded).await;
    let list = Made::by(&app, json!({"entity": "checklist", "name": "Kit", "expiresAfter": 7, "items": [{"name": "Tent"}, {"name": "Stove"}]})).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    ana.goto(&list.page()).await;
    let ben = ana.beside(View::phone().without_scripts()).await;
    ben.goto(&list.page()).await;
    ben.click("Tent").await;
    ben.click("Save ticks").await;
    ben.wait_for_text("1 of 2 done").await;
    ana.click("Stove").await;
    ana.click("Save ticks").await;
    ana.wait_for_text("2 of 2 done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passcode_opens_the_door_and_a_wrong_one_tells_how_many_tries_are_left() {
    let app = TestApp::start(Engine::Embedded).await;
    let body = json!({"entity": "checklist", "name": "Secret kit", "expiresAfter": 7, "viewPasscode": "velvet-pond", "adminPasscode": "copper-finch", "items": [{"name": "Tent"}]});
    let list = Made::by(&app, body).await;
    let ana = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    ana.goto(&list.page()).await;
    assert!(
        !ana.text().await.contains("Secret kit") && !ana.title().await.contains("Secret"),
        "nothing is told"
    );
    ana.fill("Passcode", "velvet").await;
    ana.click_css("main .btn.primary").await;
    ana.wait_for_text("4 tries left").await;
    is_well_drawn(&ana, "share/locked").await;
    ana.fill("Passcode", "velvet-pond").await;
    ana.click_css("main .btn.primary").await;
    ana.wait_for_text("Secret kit").await;
    ana.goto(&format!("{}/admin", list.page())).await;
    ana.fill("Organiser passcode", "velvet-pond").await;
    ana.click_css("main .btn.primary").await;
    ana.wait_for_text("That is the viewing passcode").await;
    ana.fill("Organiser passcode", "copper-finch").await;
    ana.click_css("main .btn.primary").await;
    ana.wait_for_text("Manage checklist").await;
    ana.wait_for(".share").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_expired_is_gone_for_all_but_its_organiser() {
    let app = TestApp::start(Engine::Embedded).await;
    let list = Made::by(
        &app,
        json!({"entity": "checklist", "name": "Old kit", "expiresAfter": 1, "items": [{"name": "Tent"}]}),
    )
    .await;
    app.advance(jiff::SignedDuration::from_hours(25));
    let ben = Browser::open(&app.base_url, View::phone()).await;
    ben.goto(&list.page()).await;
    ben.wait_for_text("This checklist has expired").await;
    assert!(!ben.text().await.contains("Old kit"));
    is_well_drawn(&ben, "share/gone").await;
    let ana = list.organiser(&app, View::phone()).await;
    ana.goto(&list.page()).await;
    ana.wait_for_text("Tent").await;
    ana.goto(&format!("{}/admin", list.page())).await;
    ana.wait_for_text("Only you can see it now").await;
    is_good(&ana, "share/expired-admin").await;
    ana.click("Copy checklist").await;
    ana.wait_for_text("Share your checklist").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_what_was_made_and_answered_is_kept_in_the_browser() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto("/here").await;
    ana.wait_for_text("Nothing yet").await;
    makes_a_checklist(&ana).await;
    let list = Made::by(&app, json!({"entity": "checklist", "name": "Somebody’s kit", "expiresAfter": 7, "items": [{"name": "Tent"}]})).await;
    ana.goto(&list.page()).await;
    ana.click("Tent").await;
    ana.wait_for_text("1 of 1 done").await;
    ana.goto("/here").await;
    ana.wait_for_text("Created").await;
    let text = ana.text().await;
    assert!(
        text.contains("Lake weekend kit") && text.contains("Answered") && text.contains("Somebody’s kit"),
        "{text}"
    );
    is_good(&ana, "share/here").await;
    ana.click("Forget Somebody’s kit").await;
    ana.wait_until_text_gone("Somebody’s kit").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_checklists_are_good_in_every_look() {
    let app = TestApp::start(Engine::Embedded).await;
    let items = json!([{"name": "Water canisters, 2 × 20 l"}, {"name": "Camp stove and gas"}, {"name": "Pancake mix", "note": "For Sunday breakfast, about 12 of us"}, {"name": "Board games"}, {"name": "Tent pegs"}, {"name": "Book the canoe"}]);
    let list = Made::by(&app, json!({"entity": "checklist", "name": "Lake weekend kit", "expiresAfter": 7, "note": "See https://lake.example for the way.", "items": items})).await;
    let shown = app.anyone().get(&list.api("")).await.expect(200);
    for (item, by) in [(4, "Nora"), (5, "Leo")] {
        let id = shown.text_at(&format!("/items/{item}/checklistItemId"));
        app.anyone().put(&list.api(&format!("/items/{id}/tick")), &json!({"by": by})).await.expect(200);
    }
    let pages = ["/admin?done=created", "/admin/edit"];
    let mut ana = list.is_good_in_every_look(&app, "checklist", &pages).await;
    ana.goto(&list.page()).await;
    ana.click("Share").await;
    ana.wait_for("#share .qr").await;
    is_good_in_every_look(&mut ana, "checklist/share").await;
}

async fn items_are_taken_on_and_added_by_participants(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let items = json!([{"name": "Tent"}, {"name": "Stove"}]);
    let body = json!({"entity": "checklist", "name": "Kit", "by": "Leo", "expiresAfter": 7, "items": items, "viewersAdd": true});
    let list = Made::by(&app, body).await;
    let ana = Browser::open(&app.base_url, view).await;
    ana.goto(&list.page()).await;
    ana.wait_for_text("Checklist by Leo").await;
    ana.fill("Your name", "Ana").await;
    ana.click("I’ll do it: Stove").await;
    ana.wait_for_text("You are doing this").await;
    let ben = ana.beside(view).await;
    ben.goto(&list.page()).await;
    ben.wait_for_text("Ana is doing this").await;
    ben.fill("Your name", "Ben").await;
    ben.fill("Add an item", "Board games").await;
    ben.click("Add").await;
    ben.wait_for_text("Board games").await;
    assert!(!ben.sees("[name=release]").await, "what another person does is theirs to release");
    ana.click("Release Stove").await;
    ana.wait_until_text_gone("You are doing this").await;
    // Where the organiser does not allow it, nobody else adds.
    let closed = Made::by(
        &app,
        json!({"entity": "checklist", "name": "Kit", "expiresAfter": 7, "items": [{"name": "Tent"}]}),
    )
    .await;
    ben.goto(&closed.page()).await;
    ben.wait_for_text("Tent").await;
    assert!(!ben.sees("[name=add]").await);
}

stories! {
    participants_take_items_on_and_add_some_where_they_may: items_are_taken_on_and_added_by_participants(View::phone());
    participants_take_items_on_and_add_some_without_scripts: items_are_taken_on_and_added_by_participants(View::phone().without_scripts());
}

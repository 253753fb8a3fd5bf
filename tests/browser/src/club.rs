//! The club: a squash evening from making the group to a ladder that moves, and a link that is added, rated and found.

use crate::look::is_good;
use kit::{
    Engine, PASSWORD, TestApp,
    browser::{Browser, Key, View},
    serde_json::json,
};
use std::time::Duration;

const A_SECOND: Duration = Duration::from_secs(1);

/// Registers somebody in a browser of their own.
async fn registers(browser: &Browser, name: &str) {
    browser.goto("/register").await;
    browser.fill("Name", name).await;
    browser.fill("Email", &format!("{}@example.org", name.to_lowercase())).await;
    browser.fill("Password", PASSWORD).await;
    browser.click("Create account").await;
    browser.wait_for(".av.m").await;
}

/// Signs in to an account that is there.
async fn signs_in(browser: &Browser, name: &str) {
    browser.goto("/sign-in").await;
    browser.fill("Email", &format!("{}@example.org", name.to_lowercase())).await;
    browser.fill("Password", PASSWORD).await;
    browser.press(Key::Enter).await;
    browser.wait_for(".av.m").await;
}

async fn adds_player(browser: &Browser, name: &str) {
    browser.goto("/squash/players").await;
    browser.fill("Name", name).await;
    browser.click("Add player").await;
    browser.wait_for_text(name).await;
}

async fn enters(browser: &Browser, a: &str, b: &str, score: &str) {
    browser.goto("/squash").await;
    browser.choose("First side, player one", a).await;
    browser.choose("Second side, player one", b).await;
    browser.click(score).await;
    browser.wait_for_text("The match was saved.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_enters_three_matches_on_a_phone_and_the_ladder_moves_for_everyone() {
    let app = TestApp::start(Engine::Embedded).await;
    let super_admin = app.registers("Root").await;
    let manager = app.registers("Mia").await;
    let root = Browser::open(&app.base_url, View::desktop().reduced_motion()).await;
    signs_in(&root, "Root").await;
    let mia = root.beside(View::phone().reduced_motion()).await;
    signs_in(&mia, "Mia").await;
    let outsider = root.beside(View::phone().dark()).await;
    registers(&outsider, "Otto").await;

    root.goto("/admin").await;
    is_good(&root, "club/admin-empty").await;
    root.fill("Name", "Squash").await;
    root.click("Create role group").await;
    root.wait_for_text("No members yet").await;
    // By id: an address counts only once it is confirmed.
    let place = format!("/rbac/groups/Squash/members/{}", manager.user_id);
    super_admin.put(&place, json!({})).await.expect(200);
    super_admin
        .put(&format!("/users/{}/roles", manager.user_id), json!({ "roles": ["Manager"] }))
        .await
        .expect(200);
    root.reload().await;
    root.wait_for_text("Mia").await;
    is_good(&root, "club/role-group").await;

    for name in ["Nora", "Leo"] {
        adds_player(&mia, name).await;
    }
    root.goto("/squash").await;
    root.wait_for_text("No matches yet").await;
    enters(&mia, "Nora", "Leo", "3 : 1").await;
    root.wait_for_text_within(A_SECOND * 2, "Nora").await;
    enters(&mia, "Nora", "Leo", "3 : 0").await;
    enters(&mia, "Leo", "Nora", "3 : 2").await;
    root.wait_until(A_SECOND * 2, "three matches", async || root.count("#recent li").await == 3).await;
    is_good(&root, "club/squash-desktop").await;
    mia.goto("/squash").await;
    is_good(&mia, "club/squash-phone").await;
    mia.click("Nora").await;
    mia.wait_for_text("Head to head").await;
    is_good(&mia, "club/player").await;
    mia.goto("/squash/pairs").await;
    is_good(&mia, "club/pairs").await;

    outsider.goto("/squash").await;
    assert!(!outsider.text().await.contains("Nora"), "nothing of the ladder is shown");
    outsider.goto("/club").await;
    assert!(!outsider.text().await.to_lowercase().contains("squash"));
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_added_rated_and_found_while_typing() {
    let app = TestApp::start(Engine::Embedded).await;
    let root = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    registers(&root, "Root").await;
    root.goto("/club").await;
    root.wait_for_text("No links yet").await;
    for (title, tags) in [("Pancakes that never fail", "food, kids"), ("Walks nearby", "walks")] {
        root.goto("/club/new").await;
        root.fill("Address", "https://slow.example/page").await;
        root.fill("Title", title).await;
        root.fill("Tags", tags).await;
        root.click("Add link").await;
        root.wait_for_text("The link was added.").await;
    }
    is_good(&root, "club/site").await;
    root.goto("/club").await;
    is_good(&root, "club/catalogue").await;
    root.fill("Search", "panc").await;
    root.wait_until_text_gone("Walks nearby").await;
    root.wait_for_text("1 link found").await;
    // The bar at the thumb lies over the end of the page.
    root.run("document.querySelector('.rate').scrollIntoView({ block: 'center' })", Vec::new()).await;
    root.click_css(".rate label:nth-child(4)").await;
    root.wait_for_text("4.0 from 1").await;
    let dark = root.beside(View::desktop().dark()).await;
    dark.goto("/club/tags/walks").await;
    dark.wait_for_text("Walks nearby").await;
    is_good(&dark, "club/catalogue-tag-dark").await;
}

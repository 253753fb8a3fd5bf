//! The club: a squash evening from making the group to a ladder that moves, and a link that is added, rated and found.

use crate::{
    accounts::{registers, signs_in},
    look::is_good,
};
use kit::{
    Engine, Person, TestApp,
    browser::{Browser, View},
    serde_json::json,
};
use std::time::Duration;

const A_SECOND: Duration = Duration::from_secs(1);

/// Follows the link in the letter: an address counts only once it is confirmed.
async fn confirms(app: &TestApp, email: &str) {
    app.finish_work().await;
    let letters = app.mail.letters();
    let letter = letters.iter().rfind(|letter| letter.to == email && letter.text.contains("/confirm?"));
    let (_, link) = letter.expect("a letter").text.split_once("/confirm?token=").expect("a link");
    let token = link.split_whitespace().next().unwrap_or_default();
    app.anyone().post("/auth/confirm", json!({ "token": token })).await.expect(204);
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

/// Waits until the page has fetched itself and taken that in because of what is done, with its form in place.
async fn fetches(browser: &Browser, done: impl AsyncFnOnce()) {
    let watch = "
        const first = !window.told;
        window.told = { fetched: false, form: document.querySelector('form[data-score]') };
        delete document.body.dataset.taken;
        if (!first) return;
        const plain = window.fetch;
        window.fetch = async (what, how) => {
            const answer = await plain(what, how);
            window.told.fetched ||= what === location.href;
            return answer;
        };
        document.addEventListener('roundtable:changed', () => {
            const { fetched, form } = window.told;
            if (fetched) document.body.dataset.taken = form.isConnected ? 'whole' : 'torn';
        });";
    browser.run(watch, Vec::new()).await;
    done().await;
    browser.wait_for("body[data-taken]").await;
    assert_eq!(browser.attribute("body", "data-taken").await.as_deref(), Some("whole"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_manager_enters_three_matches_on_a_phone_and_the_ladder_moves_for_everyone() {
    let app = TestApp::start(Engine::Embedded).await;
    let keeper = app.registers("Root").await;
    app.registers("Mia").await;
    let (ida, ivo) = (app.registers("Ida").await, app.registers("Ivo").await);
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
    confirms(&app, "mia@example.org").await;
    root.fill("Email", "mia@example.org").await;
    root.click("Add member").await;
    root.wait_for_text("The person was added.").await;
    is_good(&root, "club/role-group").await;
    root.goto("/admin/people?email=mia%40example.org").await;
    root.click_css("input[value=Manager]").await;
    is_good(&root, "club/admin").await;
    root.click("Save roles").await;
    root.wait_for_text("The roles were changed.").await;

    for name in ["Nora", "Leo"] {
        adds_player(&mia, name).await;
    }
    root.goto("/squash").await;
    root.wait_for_text("No matches yet").await;
    let leads = async |name: &str| {
        let first =
            async || root.texts_of("#ladder tbody th a").await.first().is_some_and(|first| first == name);
        root.wait_until(A_SECOND * 2, "the ladder moves", first).await;
    };
    enters(&mia, "Nora", "Leo", "3 : 1").await;
    leads("Nora").await;
    enters(&mia, "Leo", "Nora", "3 : 0").await;
    enters(&mia, "Leo", "Nora", "3 : 2").await;
    leads("Leo").await;
    root.wait_until(A_SECOND * 2, "three matches", async || root.count("#recent li").await == 3).await;

    // A member who deletes the account makes the page fetch itself: it says what it said, and the form stays the one it was.
    for member in [&ida, &ivo] {
        keeper.put(&format!("/rbac/groups/Squash/members/{}", member.user_id), json!({})).await.expect(200);
    }
    let goes = async |member: &Person| {
        member.delete("/me").await.expect(204);
        app.finish_work().await;
    };
    fetches(&mia, async || goes(&ida).await).await;
    assert!(mia.text().await.contains("The match was saved."), "{}", mia.text().await);
    mia.run("history.replaceState(null, '', '/squash')", Vec::new()).await;
    fetches(&mia, async || goes(&ivo).await).await;
    assert!(!mia.text().await.contains("The match was saved."), "its address says nothing of it any more");
    is_good(&root, "club/squash-desktop").await;
    mia.goto("/squash").await;
    is_good(&mia, "club/squash-phone").await;
    mia.click("Nora").await;
    mia.wait_for_text("Head to head").await;
    is_good(&mia, "club/player").await;
    mia.goto("/squash/pairs").await;
    is_good(&mia, "club/pairs").await;
    mia.goto("/squash/players").await;
    mia.click("Nora").await;
    mia.click("Edit player").await;
    mia.choose("Account", "Mia").await;
    is_good(&mia, "club/player-form").await;
    mia.click("Save changes").await;
    mia.goto("/squash").await;
    mia.wait_for("#me").await;
    mia.goto("/home").await;
    mia.wait_for_text("The ladder").await;

    outsider.goto("/squash").await;
    assert!(!outsider.text().await.contains("Nora"), "nothing of the ladder is shown");
    for page in ["/club", "/home"] {
        outsider.goto(page).await;
        assert!(!outsider.text().await.to_lowercase().contains("squash"), "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_added_rated_and_found_while_typing() {
    let app = TestApp::start(Engine::Embedded).await;
    let root = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    registers(&root, "Root").await;
    root.goto("/club").await;
    root.wait_for_text("No links yet").await;
    let links = [("pancakes", "Pancakes that never fail", "food, kids"), ("walks", "Walks nearby", "walks")];
    for (page, title, tags) in links {
        root.goto("/club/new").await;
        root.fill("Address", &format!("https://slow.example/{page}")).await;
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
    root.wait_for_text("4.0 from 1 rating").await;
    let dark = root.beside(View::desktop().dark()).await;
    dark.goto("/club/tags/walks").await;
    dark.wait_for_text("Walks nearby").await;
    is_good(&dark, "club/catalogue-tag-dark").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_squash_evening_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let root = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    registers(&root, "Root").await;
    app.registers("Mia").await;
    confirms(&app, "mia@example.org").await;
    let mia = root.beside(View::desktop().without_scripts()).await;
    signs_in(&mia, "Mia").await;
    let outsider = root.beside(View::phone().without_scripts()).await;
    registers(&outsider, "Otto").await;

    root.goto("/admin").await;
    root.fill("Name", "Squash").await;
    root.click("Create role group").await;
    root.wait_for_text("No members yet").await;
    root.fill("Email", "mia@example.org").await;
    root.click("Add member").await;
    root.wait_for_text("The person was added.").await;
    root.goto("/admin/people?email=mia%40example.org").await;
    root.click_css("input[value=Manager]").await;
    root.click("Save roles").await;
    root.wait_for_text("The roles were changed.").await;

    for name in ["Nora", "Leo"] {
        adds_player(&mia, name).await;
    }
    let ladder = async || mia.texts_of("#ladder tbody th a").await;
    enters(&mia, "Leo", "Nora", "3 : 0").await;
    assert_eq!(ladder().await, ["Leo", "Nora"]);
    // The score was the other way round; then the match turns out not to have been one.
    mia.click_css("#recent .match").await;
    mia.click("0 : 3").await;
    mia.wait_for_text("Your changes were saved.").await;
    mia.goto("/squash").await;
    assert_eq!(ladder().await, ["Nora", "Leo"]);
    mia.goto("/squash/pairs").await;
    mia.click("Nora").await;
    mia.click("Leo").await;
    mia.click("Make pairs").await;
    mia.wait_for_text("Court 1").await;
    mia.goto("/squash/players").await;
    mia.click("Nora").await;
    mia.wait_for_text("Head to head").await;
    mia.click("Edit player").await;
    mia.choose("Account", "Mia").await;
    mia.click("Save changes").await;
    mia.goto("/squash").await;
    mia.wait_for("#me").await;
    mia.click_css("#recent .match").await;
    mia.click("Delete match").await;
    mia.wait_for_text("The match was deleted.").await;
    outsider.goto("/squash").await;
    assert!(!outsider.text().await.contains("Nora"), "nothing of the ladder is shown");
    root.goto("/admin/groups/Squash").await;
    root.click("Delete role group").await;
    root.click("Delete").await;
    root.wait_for_text("The role group was deleted.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_added_rated_found_commented_changed_and_deleted_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let root = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    registers(&root, "Root").await;
    root.goto("/club/new").await;
    root.fill("Address", "https://slow.example/page").await;
    root.fill("Title", "Walks nearby").await;
    root.fill("Tags", "walks").await;
    root.click("Add link").await;
    root.wait_for_text("The link was added.").await;
    root.goto("/club").await;
    root.click_css(".rate label:nth-child(4)").await;
    root.click("Save rating").await;
    root.wait_for_text("4.0 from 1 rating").await;
    root.goto("/club").await;
    root.fill("Search", "pancakes").await;
    root.click("Find links").await;
    root.wait_until_text_gone("Walks nearby").await;
    root.goto("/club/tags/walks").await;
    root.click("Walks nearby").await;
    root.fill("Your comment", "Mind the cows.").await;
    root.click("Add comment").await;
    root.wait_for_text("Mind the cows.").await;
    root.click("Edit or delete the comment by Root").await;
    root.fill("Your comment", "Mind the bull.").await;
    root.click("Save changes").await;
    root.wait_for_text("Mind the bull.").await;
    root.click("Edit or delete the comment by Root").await;
    root.click("Delete comment").await;
    root.wait_for_text("The comment was deleted.").await;
    root.click("Withdraw my rating").await;
    root.wait_for_text("Your rating was withdrawn.").await;
    root.click("Edit").await;
    root.fill("Title", "Walks further off").await;
    root.click("Save changes").await;
    root.wait_for_text("Walks further off").await;
    root.click("Edit").await;
    root.click("Delete link").await;
    root.click("Delete").await;
    root.wait_for_text("The link was deleted.").await;
}

//! A family's movie night: a parent and a child vote on one phone, another parent on a second; progress, pick and ratings are seen
//! live, and the history has it all.

use crate::{accounts::opens_account, look::is_good};
use kit::{
    Engine, TestApp,
    browser::{Browser, View},
};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(3);
/// Pages that fetch themselves again do so within two seconds, each at a moment of its own.
const TURNED: Duration = Duration::from_secs(6);

/// Nora creates the household, adds Ella and makes an invite link.
async fn settles(nora: &Browser) -> String {
    nora.goto("/register?next=/movies").await;
    opens_account(nora, "Nora").await;
    nora.wait_for_text("Create your household").await;
    is_good(nora, "movies/none").await;
    nora.fill("Name", "Mill Lane").await;
    nora.click("Create household").await;
    nora.wait_for_text("Your household was created.").await;
    nora.click("Add a child or guest").await;
    nora.fill("Name", "Ella").await;
    nora.click("Cat").await;
    is_good(nora, "movies/person").await;
    nora.click("Add person").await;
    nora.wait_for_text("The person was added.").await;
    is_good(nora, "movies/tastes").await;
    nora.goto("/movies/household").await;
    nora.click("Create link").await;
    nora.wait_for("[data-link]").await;
    is_good(nora, "movies/household").await;
    let link = nora.attribute("[data-link]", "value").await.expect("a link");
    link[link.find("/movies/").expect("a link to join by")..].to_owned()
}

async fn joins(sam: &Browser, link: &str) {
    sam.goto(link).await;
    sam.wait_for_text("invited you").await;
    is_good(sam, "movies/invite").await;
    sam.click("Create an account").await;
    opens_account(sam, "Sam").await;
    sam.click("Join household").await;
    sam.wait_for_text("You joined the household.").await;
}

async fn votes(browser: &Browser, up: usize, down: usize) {
    browser.click_css(&format!(".poster:nth-child({up}) [data-vote=up]")).await;
    browser.wait_for(&format!(".poster:nth-child({up}) [data-vote=up][aria-pressed=true]")).await;
    browser.click_css(&format!(".poster:nth-child({down}) [data-vote=down]")).await;
    browser.wait_for(&format!(".poster:nth-child({down}) [data-vote=down][aria-pressed=true]")).await;
}

async fn rates(browser: &Browser, value: &str) {
    browser.click_css(&format!("label:has(input[value={value}])")).await;
    browser.click("Save rating").await;
    browser.wait_for_text("The rating was saved.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_family_votes_on_two_phones_picks_watches_and_rates() {
    let app = TestApp::start(Engine::Embedded).await;
    let nora = Browser::open(&app.base_url, View::phone()).await;
    let link = settles(&nora).await;
    let sam = nora.beside(View::desktop().dark()).await;
    joins(&sam, &link).await;
    nora.goto("/movies").await;
    nora.wait_for_text("Who is watching?").await;
    sam.goto("/movies").await;
    sam.wait_for_text("Who is watching?").await;
    is_good(&nora, "movies/start").await;
    nora.click("Suggest films").await;
    nora.wait_for_text("Start voting").await;
    is_good(&nora, "movies/draft").await;
    // From here on Sam loads nothing: his page follows the round from state to state.
    sam.wait_for_text_within(TURNED, "Start voting").await;
    nora.click("Start voting").await;
    nora.wait_for_text("Voting as").await;
    sam.wait_for_text_within(TURNED, "0/3").await;
    votes(&nora, 1, 2).await;
    sam.wait_for_text_within(SOON, "1/3").await;
    // The same phone goes to Ella.
    nora.click_css(".segmented label:nth-child(2)").await;
    nora.wait_for_text("Nora for Ella").await;
    votes(&nora, 1, 3).await;
    is_good(&nora, "movies/voting").await;
    sam.wait_for_text_within(SOON, "2/3").await;
    votes(&sam, 1, 4).await;
    nora.wait_for_text_within(SOON, "3/3").await;
    is_good(&sam, "movies/voting").await;
    let title = sam.text_of(".poster:nth-child(1) h3").await;
    sam.click(&format!("Pick this film: {title}")).await;
    sam.wait_for_text("The film was picked.").await;
    nora.wait_for_text_within(TURNED, "Mark as watched").await;
    is_good(&nora, "movies/picked").await;
    nora.click("Mark as watched").await;
    nora.wait_for_text("How was it?").await;
    sam.wait_for_text_within(TURNED, "How was it?").await;
    rates(&nora, "loved").await;
    sam.wait_for_text_within(SOON, "Loved").await;
    rates(&sam, "liked").await;
    // Sam changes his mind, but has not saved it when the last rating ends the round.
    sam.click_css("label:has(input[value=loved])").await;
    nora.click_css(".segmented label:nth-child(2)").await;
    nora.wait_for_text("Nora for Ella").await;
    rates(&nora, "did_not_like").await;
    sam.wait_for_text_within(TURNED, "Everyone has rated it").await;
    let chosen = sam.run("return document.querySelector('[name=rating]:checked').value", Vec::new()).await;
    assert_eq!(chosen, "loved", "what was chosen stays");
    is_good(&sam, "movies/rated").await;
    sam.goto("/movies/history").await;
    sam.wait_for_text(&title).await;
    for said in ["Loved", "Liked", "Disliked"] {
        sam.wait_for_text(said).await;
    }
    is_good(&sam, "movies/history").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_big_screen_follows_without_signing_in_and_a_round_works_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let nora = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let link = settles_without_scripts(&nora).await;
    let sam = nora.beside(View::phone().without_scripts()).await;
    sam.goto(&link).await;
    sam.click("Create an account").await;
    opens_account(&sam, "Sam").await;
    sam.click("Join household").await;
    sam.wait_for_text("You joined the household.").await;
    nora.goto("/movies/household").await;
    nora.click("Create television link").await;
    nora.wait_for("[data-link]").await;
    let links = nora.attribute("[data-link]", "value").await.expect("a link");
    let path = links[links.find("/movies/screen").expect("a screen")..].to_owned();
    let screen = Browser::open(&app.base_url, View::desktop()).await;
    screen.goto(&path).await;
    screen.wait_for_text("No round is going on.").await;
    nora.goto("/movies").await;
    nora.click("Suggest films").await;
    screen.wait_for_text_within(TURNED, "The shortlist is being put together.").await;
    nora.click("Start voting").await;
    screen.wait_for_text_within(TURNED, "0/3").await;
    is_good(&screen, "movies/screen").await;
    votes(&nora, 1, 2).await;
    screen.wait_for_text_within(SOON, "1/3").await;
    becomes_ella(&nora).await;
    votes(&nora, 1, 3).await;
    sam.goto("/movies").await;
    votes(&sam, 1, 4).await;
    screen.wait_for_text_within(SOON, "3/3").await;
    let title = nora.text_of(".poster:nth-child(1) h3").await;
    nora.click(&format!("Pick this film: {title}")).await;
    nora.wait_for_text("The film was picked.").await;
    screen.wait_for(".pick .mega").await;
    assert_eq!(screen.text_of("h1").await, title);
    is_good(&screen, "movies/screen-pick").await;
    nora.click("Mark as watched").await;
    rates(&nora, "loved").await;
    becomes_ella(&nora).await;
    rates(&nora, "liked").await;
    sam.goto("/movies").await;
    rates(&sam, "did_not_like").await;
    sam.wait_for_text("Everyone has rated it").await;
    sam.goto("/movies/history").await;
    for said in [title.as_str(), "Loved", "Liked", "Disliked"] {
        sam.wait_for_text(said).await;
    }
    sam.goto("/movies/household").await;
    sam.click("Leave this household").await;
    sam.click("Leave").await;
    sam.wait_for_text("Create your household").await;
}

/// Whoever holds the phone says who it is, and presses a button where no script does it.
async fn becomes_ella(nora: &Browser) {
    nora.click_css(".segmented label:nth-child(2)").await;
    nora.click("Switch").await;
    nora.wait_for_text("Nora for Ella").await;
}

/// Nora's household with Ella in it, and a link into it.
async fn settles_without_scripts(nora: &Browser) -> String {
    nora.goto("/register?next=/movies").await;
    opens_account(nora, "Nora").await;
    nora.fill("Name", "Mill Lane").await;
    nora.click("Create household").await;
    nora.wait_for_text("Your household was created.").await;
    nora.click("Add a child or guest").await;
    nora.fill("Name", "Ella").await;
    nora.click("Add person").await;
    nora.wait_for_text("The person was added.").await;
    nora.goto("/movies/household").await;
    nora.click("Create link").await;
    let link = nora.attribute("[data-link]", "value").await.expect("a link");
    link[link.find("/movies/").expect("a link to join by")..].to_owned()
}

//! An event: planned, answered, changed and withdrawn, with the seats filling up for everyone.

use crate::look::{Made, is_good};
use kit::{
    Engine, TestApp,
    browser::{Browser, View},
    serde_json::json,
};
use std::time::Duration;

async fn plans_an_event(browser: &Browser) -> String {
    browser.goto("/new/event").await;
    browser.fill("Name", "Harvest supper").await;
    browser.fill("Starts", "2037-12-05T18:30").await;
    browser.choose("Time zone", "Europe/Lisbon").await;
    browser.fill("Place or link", "14 Mill Lane").await;
    browser.fill("Description", "Bring a jumper. More at https://garden.example/supper.").await;
    browser.click("Create event").await;
    browser.wait_for(".shortcode").await;
    browser.text_of(".shortcode").await.to_lowercase()
}

async fn answers(browser: &Browser, answer: &str, name: &str) {
    browser.click(answer).await;
    browser.fill("Your name", name).await;
    browser.click("Save my answer").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_planned_and_its_seats_fill_up_live() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let code = plans_an_event(&ana).await;
    ana.goto(&format!("/s/{code}")).await;
    ana.wait_for_text("18:30").await;
    ana.wait_for_text("Lisbon time").await;
    ana.wait_for_text("No answers yet").await;
    assert_eq!(ana.attribute("#about p a", "href").await.as_deref(), Some("https://garden.example/supper"));
    let ben = ana.beside(View::phone().dark()).await;
    ben.goto(&format!("/s/{code}")).await;
    ben.click("One guest more").await;
    answers(&ben, "Going", "Ben").await;
    ben.wait_for_text("Your answer is saved.").await;
    ana.wait_for_text_within(Duration::from_secs(1), "Going 1, guests 1").await;
    answers(&ben, "Maybe", "Benjamin").await;
    ben.wait_for_text("Your answer is saved.").await;
    ana.wait_for_text_within(Duration::from_secs(1), "Benjamin").await;
    for browser in [&ana, &ben] {
        is_good(browser, "event/answered").await;
    }
    ben.click("Other devices, withdraw").await;
    ben.click("Withdraw my answer").await;
    ben.wait_for_text("Are you coming?").await;
    ana.wait_for_text_within(Duration::from_secs(1), "No answers yet").await;
    let calendar = app.anyone().get(&format!("/shareables/{code}/event.ics")).await.expect(200);
    assert!(
        calendar.text.contains("SUMMARY:Harvest supper") && calendar.text.contains("20371205T183000Z"),
        "{}",
        calendar.text
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_planned_answered_and_changed_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let code = plans_an_event(&ana).await;
    let ben = ana.beside(View::phone().without_scripts()).await;
    ben.goto(&format!("/s/{code}")).await;
    ben.fill("Guests", "2").await;
    answers(&ben, "Going", "Ben").await;
    ben.wait_for_text("Your answer is saved.").await;
    ben.wait_for_text("Going 1, guests 2").await;
    answers(&ben, "Can’t come", "Ben").await;
    ben.wait_for_text("Can’t come 1").await;
    ben.goto(&format!("/s/{code}")).await;
    ben.wait_for_text("You said you can’t come.").await;
    ana.click("Edit").await;
    ana.fill("Starts", "2037-12-06T19:00").await;
    ana.click("Save changes").await;
    ana.wait_for_text("Saved.").await;
    ben.goto(&format!("/s/{code}")).await;
    ben.wait_for_text("19:00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_coming_is_shown_to_whom_the_organiser_chose() {
    let app = TestApp::start(Engine::Embedded).await;
    let event = |visibility: &str| json!({"entity": "event", "name": "Supper", "expiresAfter": 7, "startTime": "2037-12-05T18:30:00Z", "rsvpVisibility": visibility});
    for (visibility, before, after) in [
        ("afterRsvp", "when you have answered", "Zelda"),
        ("adminOnly", "Only the organiser", "Only the organiser"),
    ] {
        let event = Made::by(&app, event(visibility)).await;
        let zelda = json!({"name": "Zelda", "response": "going", "guestCount": 0});
        app.anyone().post(&event.api("/rsvps"), &zelda).await.expect(201);
        let ben = Browser::open(&app.base_url, View::phone()).await;
        ben.goto(&event.page()).await;
        ben.wait_for_text(before).await;
        assert!(!ben.text().await.contains("Zelda"), "{visibility}");
        answers(&ben, "Going", "Ben").await;
        ben.wait_for_text("Your answer is saved.").await;
        ben.wait_for_text(after).await;
        assert_eq!(ben.text().await.contains("Zelda"), visibility == "afterRsvp");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_events_are_good_in_every_look() {
    let app = TestApp::start(Engine::Embedded).await;
    let body = json!({
        "entity": "event", "name": "Harvest supper", "expiresAfter": 30, "startTime": "2037-11-21T18:30:00Z", "endTime": "2037-11-21T23:00:00Z",
        "timeZone": "Europe/Lisbon", "location": "14 Mill Lane, behind the chapel", "rsvpDeadline": "2037-11-16T12:00:00Z",
        "description": "A long table in the garden, soup on the fire, and whatever your patch gave you this year. Bring a jumper. If it rains we move to the barn.",
    });
    let event = Made::by(&app, body).await;
    let rsvps = [
        ("Hana", "going", 0),
        ("Nora", "going", 1),
        ("Sam", "going", 2),
        ("Maya", "going", 0),
        ("Leo", "going", 0),
        ("Jonas", "maybe", 0),
        ("Tom", "notGoing", 0),
    ];
    for (name, response, guests) in rsvps {
        let rsvp = json!({"name": name, "response": response, "guestCount": guests});
        app.anyone().post(&event.api("/rsvps"), &rsvp).await.expect(201);
    }
    let pages = ["/admin?done=created", "/people", "/screen", "/poster", "/admin/edit"];
    event.is_good_in_every_look(&app, "event", &pages).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_carries_a_note_and_can_be_given_for_someone_else() {
    let app = TestApp::start(Engine::Embedded).await;
    let body = json!({"entity": "event", "name": "Supper", "by": "Hana", "expiresAfter": 7, "startTime": "2037-12-05T18:30:00Z", "timeZone": "Europe/Lisbon"});
    let event = Made::by(&app, body).await;
    let ben = Browser::open(&app.base_url, View::phone()).await;
    ben.goto(&event.page()).await;
    ben.wait_for_text("Event by Hana").await;
    ben.wait_for_text("Saturday 5 December").await;
    ben.fill("Note", "We bring the apple cake").await;
    answers(&ben, "Going", "Ben").await;
    ben.wait_for_text("We bring the apple cake").await;
    ben.click("Answer for someone else").await;
    ben.wait_for_text("You are answering for someone else.").await;
    answers(&ben, "Maybe", "Grandpa").await;
    ben.wait_for_text("Grandpa").await;
    ben.goto(&event.page()).await;
    ben.wait_for_text("You are going.").await;
}

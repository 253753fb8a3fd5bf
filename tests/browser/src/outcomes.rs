//! A ranked poll of three dates becomes a hangout that its voters answer.

use jiff::SignedDuration;
use kit::{
    Engine, Person, TestApp,
    browser::{Browser, View},
    serde_json::json,
};

async fn at_home(app: &TestApp, person: &Person, view: View) -> Browser {
    let browser = Browser::open(&app.base_url, view).await;
    browser.goto("/").await;
    browser.set_cookie("session", &person.cookie("session").expect("a session")).await;
    browser
}

async fn dates_become_a_hangout(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let (maya, ben) = (app.registers_in_a_browser("Maya").await, app.registers_in_a_browser("Ben").await);
    let here = maya.with_header("sec-fetch-site", "same-origin");
    let group = here.post("/groups", json!({ "name": "Walkers" })).await.expect(201).text_at("groupId");
    here.post(&format!("/groups/{group}/members"), json!({ "userId": ben.user_id })).await.expect(201);
    let day = |after: i64| {
        (app.now() + SignedDuration::from_hours(24 * after)).strftime("%Y-%m-%d 20:00").to_string()
    };
    let days = [day(14), day(15), day(16)];
    let poll = json!({ "title": "Which day for the walk?", "candidates": days });
    let id = here.post("/ranked-polls", poll).await.expect(201).text_at("id");
    let ballot = json!({ "rankings": [days[2]] });
    let ben_here = ben.with_header("sec-fetch-site", "same-origin");
    ben_here.post(&format!("/ranked-polls/{id}/votes"), ballot).await.expect(201);

    let laptop = at_home(&app, &maya, view).await;
    laptop.goto(&format!("/r/{id}/manage")).await;
    laptop.click("Close the poll").await;
    laptop.click("Make it happen").await;
    laptop.wait_for_text("What do you want to make?").await;
    laptop.click("A hangout").await;
    laptop.wait_for_text("In one of your groups.").await;
    assert_eq!(laptop.value_of("Starts").await, days[2].replace(' ', "T"));
    laptop.fill("Title", "The walk").await;
    laptop.click("Create").await;
    laptop.wait_for_text("Decided by a ranked poll.").await;

    let phone = at_home(&app, &ben, View::phone().dark()).await;
    phone.goto(&format!("/r/{id}/results")).await;
    phone.click("Go to the hangout").await;
    phone.wait_for_text("Are you coming?").await;
    phone.click("Going").await;
    phone.click_css("#answer form .btn").await;
    phone.wait_until_text_gone("Are you coming?").await;
    let seen = ben_here.get(&format!("/ranked-polls/{id}")).await.expect(200);
    let hangout = seen.text_at("/outcomes/0/url");
    let hangout = hangout.rsplit('/').next().unwrap_or_default();
    let said = ben_here.get(&format!("/hangouts/{hangout}")).await.expect(200);
    assert_eq!(said.text_at("myResponse"), "going");
}

stories! {
    a_ranked_poll_of_dates_becomes_a_hangout_that_its_voters_answer: dates_become_a_hangout(View::desktop());
    the_same_without_scripts: dates_become_a_hangout(View::desktop().without_scripts());
}

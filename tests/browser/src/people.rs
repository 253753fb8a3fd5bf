//! What people run into in their first hour: impatient fingers on a slow network, a small phone, large text, another time zone,
//! a printer, a mistyped code.

use crate::{addresses::KINDS, look::Made};
use kit::{
    Engine, Setup, TestApp,
    browser::{Browser, PATIENCE, View},
    serde_json::{Value, json},
};

pub async fn poll(app: &TestApp) -> Made {
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]);
    Made::by(app, json!({"entity": "poll", "expiresAfter": 7, "questions": questions})).await
}

pub async fn event(app: &TestApp) -> Made {
    let body = json!({
        "entity": "event", "name": "Harvest supper", "expiresAfter": 30, "startTime": "2037-12-05T23:30:00Z",
        "endTime": "2037-12-06T01:00:00Z", "timeZone": "Europe/Lisbon", "location": "14 Mill Lane",
    });
    Made::by(app, body).await
}

/// A ranked poll in which Edinburgh drops out first and its ballots move on.
pub async fn ranked(app: &TestApp) -> (String, Value) {
    let candidates = ["Lisbon", "Slovenian lakes", "Edinburgh"];
    let made = app
        .anyone()
        .post("/ranked-polls", &json!({"title": "Where to next summer?", "candidates": candidates}))
        .await
        .expect(201);
    let id = made.text_at("/id");
    let ballots: [&[usize]; 7] = [&[0], &[0, 1], &[0], &[1], &[1, 2], &[2, 1], &[2, 1]];
    for ballot in ballots {
        let rankings: Vec<&str> = ballot.iter().filter_map(|at| candidates.get(*at).copied()).collect();
        app.anyone()
            .post(&format!("/ranked-polls/{id}/votes"), &json!({"rankings": rankings}))
            .await
            .expect(201);
    }
    (format!("/r/{id}"), made.json)
}

async fn taps_on_a_slow_network_do_one_thing(view: View) {
    // Three are there; of each kind one may be created, and what is created twice is refused.
    let settings =
        Setup { settings: |settings| settings.creations_per_hour = 7, ..Setup::on(Engine::Embedded) };
    let app = TestApp::with(settings).await;
    let (poll, event, (ballot, _)) = (poll(&app).await, event(&app).await, ranked(&app).await);
    let ana = Browser::open(&app.base_url, view).await;

    ana.goto(&poll.page()).await;
    ana.click("Lake").await;
    ana.slow_network().await;
    ana.tap_three_times("Send answers").await;
    ana.wait_for_text("1 person has answered").await;
    let results = app.anyone().get(&poll.api("/results")).await.expect(200);
    assert_eq!(results.json.pointer("/questions/0/answered"), Some(&json!(1)), "{}", results.json);

    ana.goto(&event.page()).await;
    ana.click("Going").await;
    ana.fill("Your name", "Ana").await;
    ana.tap_three_times("Save my answer").await;
    ana.wait_for_text("Your answer is saved.").await;
    let coming = app.anyone().get(&event.api("/rsvps")).await.expect(200);
    assert_eq!(coming.json.pointer("/summary/going"), Some(&json!(1)), "{}", coming.json);

    ana.goto(&ballot).await;
    ana.click("Rank Lisbon").await;
    ana.tap_three_times("Cast my ballot").await;
    ana.wait_for_text("Your ballot is in.").await;
    let results = app
        .anyone()
        .get(&format!("/ranked-polls{}/results", ballot.trim_start_matches("/r")))
        .await
        .expect(200);
    assert_eq!(results.json.pointer("/totalVotes"), Some(&json!(8)), "seven before, and this one");

    for (kind, fields, create) in KINDS {
        ana.goto("/").await;
        ana.click(kind).await;
        ana.fill_all(fields).await;
        ana.tap_three_times(create).await;
        ana.wait_for(".shortcode").await;
    }
}

stories! {
    three_taps_on_a_slow_network_do_one_thing: taps_on_a_slow_network_do_one_thing(View::phone());
    three_taps_on_a_slow_network_do_one_thing_without_scripts: taps_on_a_slow_network_do_one_thing(View::phone().without_scripts());
}

#[tokio::test(flavor = "multi_thread")]
async fn after_deleting_the_organiser_reads_that_it_was_deleted() {
    let app = TestApp::start(Engine::Embedded).await;
    let poll = poll(&app).await;
    let ana = poll.organiser(&app, View::phone()).await;
    let ben = ana.beside(View::phone()).await;
    ben.goto(&poll.page()).await;
    ana.goto(&format!("{}/admin", poll.page())).await;
    ana.click("Delete poll").await;
    ana.click("Delete").await;
    ana.wait_for_text("It is gone for everyone").await;
    ben.wait_for_text("There is nothing with that code").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_code_is_told_in_sight_and_a_pasted_link_is_taken() {
    let app = TestApp::start(Engine::Embedded).await;
    let poll = poll(&app).await;
    for view in [View::phone(), View::phone().without_scripts()] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto("/").await;
        ana.fill("Code or link", "abc-def-99999").await;
        ana.click("Open").await;
        ana.wait_for_text("Nothing has this code.").await;
        ana.wait_until(PATIENCE, "the error to be where the reader looks", async || {
            ana.is_in_sight("#code-error").await
        })
        .await;
        ana.fill("Code or link", &format!(" {}{} ", app.base_url, poll.page())).await;
        ana.click("Open").await;
        ana.wait_for_path(&poll.page()).await;
        ana.goto("/nothing/here").await;
        assert_eq!(ana.count("main input[name=code]").await, 1, "whoever is lost can type a code");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_hold_on_the_narrowest_phone_and_with_text_twice_as_large() {
    let app = TestApp::start(Engine::Embedded).await;
    let (poll, event, (ballot, _)) = (poll(&app).await, event(&app).await, ranked(&app).await);
    let list = json!({"entity": "checklist", "name": "Camping", "expiresAfter": 7, "items": [{"name": "Water canisters, two of twenty litres"}], "viewersAdd": true});
    let list = Made::by(&app, list).await;
    let narrow = poll.organiser(&app, View::narrow()).await;
    let large = narrow.beside(View::phone()).await;
    let pages = [
        "/".to_owned(),
        "/new/poll".into(),
        "/new/event".into(),
        "/new/ranked".into(),
        "/here".into(),
        "/sign-in".into(),
        "/register".into(),
        "/nowhere".into(),
        "/new/checklist".into(),
        poll.page(),
        format!("{}/poster", poll.page()),
        format!("{}?show=results", poll.page()),
        format!("{}/screen", poll.page()),
        format!("{}/admin", poll.page()),
        format!("{}/admin/edit", poll.page()),
        event.page(),
        format!("{}/people", event.page()),
        format!("{}/screen", event.page()),
        list.page(),
        ballot.clone(),
        format!("{ballot}/results"),
        format!("{ballot}/screen"),
    ];
    for page in pages {
        narrow.goto(&page).await;
        assert!(!narrow.sticks_out().await, "{page} is wider than 320 pixels");
        large.goto(&page).await;
        large.enlarge_text().await;
        assert!(!large.sticks_out().await, "{page} is too wide when its text is twice as large");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn focus_stays_where_the_person_is_and_saved_is_said_in_sight() {
    let app = TestApp::start(Engine::Embedded).await;
    let items = json!([{"name": "Tent"}, {"name": "Stove"}, {"name": "Rope"}]);
    let list = json!({"entity": "checklist", "name": "Camping", "expiresAfter": 7, "items": items, "viewersAdd": true});
    let list = Made::by(&app, list).await;
    let ana = list.organiser(&app, View::phone()).await;
    ana.goto(&list.page()).await;
    ana.fill("Add an item", "Mugs").await;
    ana.press(kit::browser::Key::Enter).await;
    ana.wait_until(PATIENCE, "the new item", async || {
        ana.texts_of(".what").await.iter().any(|name| name == "Mugs")
    })
    .await;
    assert!(
        ana.focused().await.contains("Add an item"),
        "ready for the next item, not at the top: {}",
        ana.focused().await
    );
    ana.goto(&format!("{}/admin/edit", list.page())).await;
    ana.fill("Name", "Camping in May").await;
    ana.click("Save changes").await;
    ana.wait_for_text("Saved.").await;
    assert!(ana.is_in_sight("[role=status]").await, "“Saved.” is where the button was pressed");
}

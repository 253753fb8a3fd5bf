//! Editing is local until it is saved; what people answered goes only when that was asked; going back loses nothing.

use crate::look::Made;
use kit::{
    Engine, TestApp,
    browser::{Browser, PATIENCE, View},
    serde_json::json,
};

async fn poll(app: &TestApp) -> Made {
    let questions = json!([{"title": "Where?", "isRequired": true, "options": [{"label": "Lake"}, {"label": "Coast"}, {"label": "City"}]}]);
    Made::by(app, json!({"entity": "poll", "expiresAfter": 7, "questions": questions})).await
}

/// Somebody chooses the first option.
async fn votes(app: &TestApp, poll: &Made, name: &str) {
    let answers = poll.choosing(app, 0).await;
    app.anyone().post(&poll.api("/votes"), &json!({"name": name, "answers": answers})).await.expect(201);
}

async fn labels(app: &TestApp, poll: &Made) -> Vec<String> {
    let shown = app.anyone().get(&poll.api("")).await.expect(200).json;
    let options = shown["questions"][0]["options"].as_array().cloned().unwrap_or_default();
    options.iter().map(|option| option["label"].as_str().unwrap_or_default().to_owned()).collect()
}

async fn rows_change_nothing_before_they_are_saved(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let poll = poll(&app).await;
    for name in ["Ana", "Ben", "Cleo"] {
        votes(&app, &poll, name).await;
    }
    let ana = poll.organiser(&app, view).await;
    ana.goto(&format!("{}/admin/edit", poll.page())).await;
    ana.fill("Name", "Half ty").await;
    ana.click("Move City up").await;
    ana.click("Remove Lake").await;
    ana.wait_until_gone("[aria-label='Remove Lake']").await;
    assert_eq!(ana.value_of("Name").await, "Half ty", "what was typed is still there");
    let stored = app.anyone().get(&poll.api("")).await.expect(200);
    assert_eq!(stored.text_at("/name"), "Where?", "half-typed fields are not saved by an arrow");
    assert_eq!(labels(&app, &poll).await, ["Lake", "Coast", "City"], "nor are rows");

    ana.click("Save changes").await;
    ana.wait_for_text("3 people chose “Lake”.").await;
    assert_eq!(labels(&app, &poll).await, ["Lake", "Coast", "City"], "asked first");
    ana.click("Save and remove").await;
    ana.wait_for_text("Saved.").await;
    assert_eq!(labels(&app, &poll).await, ["City", "Coast"]);
}

stories! {
    an_option_goes_only_when_the_form_is_saved_and_who_chose_it_is_told_first: rows_change_nothing_before_they_are_saved(View::phone());
    the_same_without_scripts: rows_change_nothing_before_they_are_saved(View::phone().without_scripts());
}

async fn removing_an_answer_asks(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let poll = poll(&app).await;
    votes(&app, &poll, "Zelda").await;
    let total = async || app.anyone().get(&poll.api("/results")).await.expect(200).json["totalVotes"].clone();
    let ana = poll.organiser(&app, view).await;
    ana.goto(&format!("{}/admin", poll.page())).await;
    ana.click("Remove the answer of Zelda").await;
    assert_eq!(total().await, 1, "the first tap only asks");
    ana.click("Remove answer").await;
    ana.wait_for_text("Share the link to get answers").await;
    assert_eq!(total().await, 0);
}

stories! {
    removing_an_answer_asks_first: removing_an_answer_asks(View::desktop());
    removing_an_answer_asks_first_without_scripts: removing_an_answer_asks(View::desktop().without_scripts());
}

#[tokio::test(flavor = "multi_thread")]
async fn going_back_after_a_failed_form_shows_the_page_and_no_error() {
    let app = TestApp::start(Engine::Embedded).await;
    let questions = json!([
        {"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]},
        {"title": "When?", "isRequired": true, "isMultiple": true, "options": [{"label": "May"}, {"label": "June"}]},
    ]);
    let poll = Made::by(&app, json!({"entity": "poll", "expiresAfter": 7, "questions": questions})).await;
    for view in [View::phone(), View::phone().without_scripts()] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto(&poll.page()).await;
        ana.click("Lake").await;
        ana.click("Send answers").await;
        ana.wait_for_text("Answer this question.").await;
        assert_eq!(ana.path().await, poll.page(), "the address stays the page's own");
        ana.back().await;
        ana.wait_for_text("Send answers").await;
        assert_eq!(ana.path().await, poll.page());
        ana.reload().await;
        ana.wait_for_text("Send answers").await;
    }
}

/// What is filled in by label and value.
type Typed<'a> = &'a [(&'a str, &'a str)];

/// A form's page, what is typed into it, the parts that are unfolded, what is typed into those, and the button that sends it.
type Mistake<'a> = (&'a str, Typed<'a>, &'a [&'a str], Typed<'a>, &'a str);

/// Whoever is told to change what is marked finds it marked, in sight of the notice's reader: folded parts are open.
async fn what_must_be_changed_is_marked(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, view).await;
    let asked = [("Question 1", "Where?"), ("Options", "Lake\nCoast")];
    let planned = [("Name", "Supper"), ("Starts", "2037-12-05T18:30")];
    let cases: [Mistake; 5] = [
        ("/new/poll", &[("Question 1", "Where?"), ("Options", "Lake")], &[], &[], "Create poll"),
        (
            "/new/poll",
            &asked,
            &["Note, closing time, results"],
            &[("Closes", "2036-01-01T10:00")],
            "Create poll",
        ),
        (
            "/new/poll",
            &asked,
            &["Settings"],
            &[("Viewing passcode", "same-pond"), ("Organiser passcode", "Same-Pond")],
            "Create poll",
        ),
        (
            "/new/event",
            &planned,
            &["Deadline, who sees answers"],
            &[("Reply by", "2036-01-01T10:00")],
            "Create event",
        ),
        ("/new/ranked", &[("Question", "Where?"), ("Options", "Lake")], &[], &[], "Create ranked poll"),
    ];
    for (page, fields, opened, folded, create) in cases {
        ana.goto(page).await;
        ana.fill_all(fields).await;
        for part in opened {
            ana.click(part).await;
        }
        ana.fill_all(folded).await;
        ana.click(create).await;
        ana.wait_for_text("Change what is marked").await;
        ana.wait_for("main [aria-invalid=true]").await;
        ana.wait_for("main .error").await;
    }
}

stories! {
    what_must_be_changed_is_marked_and_not_folded_away: what_must_be_changed_is_marked(View::phone());
    what_must_be_changed_is_marked_without_scripts: what_must_be_changed_is_marked(View::phone().without_scripts());
}

#[tokio::test(flavor = "multi_thread")]
async fn focus_stays_on_a_row_that_was_moved_and_on_the_form_that_was_saved() {
    let app = TestApp::start(Engine::Embedded).await;
    let poll = poll(&app).await;
    let ana = poll.organiser(&app, View::desktop()).await;
    ana.goto(&format!("{}/admin/edit", poll.page())).await;
    ana.click("Move City up").await;
    ana.wait_until(PATIENCE, "City to move up", async || {
        ana.run(
            "return [...document.querySelectorAll('[name=q0-option]')].map((field) => field.value)",
            vec![],
        )
        .await
            == json!(["Lake", "City", "Coast"])
    })
    .await;
    assert!(ana.focused().await.contains("City"), "focus stays on what was moved: {}", ana.focused().await);
    ana.click("Save changes").await;
    ana.wait_for_text("Saved.").await;
    assert!(ana.is_in_sight("main [role=status]").await);
    assert!(!ana.focused().await.is_empty(), "focus is not lost");
}

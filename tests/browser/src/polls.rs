//! A poll: made on a phone, answered in a second browser, watched, closed and taken away.

use crate::look::{Made, is_good};
use kit::{
    Engine, TestApp,
    browser::{Browser, PATIENCE, View},
    serde_json::json,
};
use std::time::Duration;

async fn makes_a_poll(browser: &Browser) -> String {
    browser.goto("/new/poll").await;
    browser.click("Settings").await;
    browser.fill("Name", "Autumn weekend").await;
    browser.fill("Question 1", "Where shall we go?").await;
    browser.fill("Options", "A cabin by the lake\nThe coast").await;
    browser.click("Add another question").await;
    browser.fill("Question 2", "Which weekends work?").await;
    assert_eq!(browser.value_of("Question 1").await, "Where shall we go?", "what was typed stays");
    browser.fill("Options of question 2", "6 to 8 November\n13 to 15 November\n").await;
    browser.click("Create poll").await;
    browser.wait_for(".shortcode").await;
    assert!(
        browser.text().await.contains("Save this organiser passcode now"),
        "the organiser is told their passcode"
    );
    browser.text_of(".shortcode").await
}

async fn votes(browser: &Browser, option: &str, name: &str) {
    browser.click(option).await;
    browser.fill("Your name", name).await;
    browser.click("Send answers").await;
    browser.wait_for_text("Results so far").await;
}

async fn export(browser: &Browser, code: &str) -> String {
    let script = format!(
        "const done = arguments[arguments.length - 1];
         fetch('/api/v1/shareables/{code}/export.csv').then((answer) => answer.text()).then(done)"
    );
    browser.run_async(&script).await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poll_is_made_answered_watched_changed_closed_and_exported_on_phones() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    let code = makes_a_poll(&ana).await;
    is_good(&ana, "poll/just-made").await;
    ana.goto(&format!("/s/{}?show=results", code.to_lowercase())).await;
    ana.wait_for_text("No answers yet.").await;
    let ben = ana.beside(View::phone().dark()).await;
    ben.goto(&format!("/{code}")).await;
    votes(&ben, "The coast", "Ben").await;
    ana.wait_for_text_within(Duration::from_secs(1), "1 person has answered").await;
    ben.click("Answer").await;
    ben.wait_for_text("You have answered.").await;
    assert!(ben.is_ticked("The coast").await, "the browser knows its own answer");
    ben.click("A cabin by the lake").await;
    ben.click("Change my answers").await;
    ana.wait_until(Duration::from_secs(1), "the bar of the lake to lead", async || {
        ana.texts_of(".bars .lead .name").await == ["A cabin by the lake"]
    })
    .await;
    is_good(&ana, "poll/results").await;
    ana.goto(&format!("/s/{}/admin", code.to_lowercase())).await;
    ana.click("Close the poll").await;
    ana.wait_for_text("The poll is closed.").await;
    ben.wait_for_text_within(Duration::from_secs(1), "Closed").await;
    let csv = export(&ana, &code.to_lowercase()).await;
    assert!(csv.contains("Ben,A cabin by the lake"), "{csv}");
    assert!(ana.attribute("a[href$='export.csv']", "href").await.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poll_is_made_answered_changed_and_read_without_scripts() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let code = makes_a_poll(&ana).await;
    let ben = ana.beside(View::phone().without_scripts()).await;
    ben.goto(&format!("/{code}")).await;
    votes(&ben, "The coast", "Ben").await;
    ben.click("Answer").await;
    ben.wait_for_text("You have answered.").await;
    ben.click("Other devices, withdraw").await;
    let own = ben.value_of("Your own link").await;
    ben.click("A cabin by the lake").await;
    ben.click("Change my answers").await;
    // Ben's form may still be on its way, and without scripts a page changes only when it is opened again.
    let results = format!("/s/{code}?show=results");
    let cabin_leads = async || {
        ana.goto(&results).await;
        ana.texts_of(".bars .lead .name").await == ["A cabin by the lake"]
    };
    ana.wait_until(PATIENCE, "the changed answer to count", cabin_leads).await;
    ana.wait_for_text("1 person has answered").await;
    let elsewhere = ana.beside(View::desktop().without_scripts()).await;
    elsewhere.goto(&own).await;
    assert!(elsewhere.is_ticked("A cabin by the lake").await, "the link opens the answer on another device");
    elsewhere.click("Other devices, withdraw").await;
    elsewhere.click("Withdraw my answer").await;
    elsewhere.wait_for_text("Your answers are withdrawn.").await;
    ana.goto(&format!("/s/{code}/admin")).await;
    ana.click("Close the poll").await;
    ana.wait_for_text("The poll is closed.").await;
    ben.goto(&format!("/s/{code}")).await;
    ben.wait_for_text("Closed").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_with_mistakes_comes_back_as_it_was_typed() {
    let app = TestApp::start(Engine::Embedded).await;
    for view in [View::phone(), View::phone().without_scripts()] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto("/new/poll").await;
        ana.click("Settings").await;
        ana.fill("Name", "Autumn weekend").await;
        ana.fill("Question 1", "Where?").await;
        ana.fill("Options", &"x".repeat(101)).await;
        ana.click("Create poll").await;
        ana.wait_for(".error").await;
        assert_eq!(ana.value_of("Name").await, "Autumn weekend");
        assert_eq!(ana.value_of("Options").await.trim(), "x".repeat(101));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn creating_again_after_going_back_makes_one_poll_and_keeps_what_was_typed() {
    let app = TestApp::start(Engine::Embedded).await;
    for view in [View::phone(), View::phone().without_scripts()] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto("/new/ranked").await;
        ana.fill("Question", "Where to?").await;
        ana.fill("Options", "Lake\nCoast").await;
        ana.click("Create ranked poll").await;
        ana.wait_for_text("Share").await;
        let made = ana.path().await;
        ana.back().await;
        assert_eq!(ana.value_of("Question").await, "Where to?");
        ana.click("Create ranked poll").await;
        ana.wait_for_text("Share").await;
        assert_eq!(ana.path().await, made);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_see_results_learns_nothing_of_them() {
    let app = TestApp::start(Engine::Embedded).await;
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]);
    let body = json!({"entity": "poll", "name": "Quiet poll", "expiresAfter": 7, "resultsVisibility": "afterSubmit", "questions": questions});
    let poll = Made::by(&app, body).await;
    let shown = app.anyone().get(&poll.api("")).await.expect(200);
    let answer = json!({"name": "Zelda", "answers": [{"pollQuestionId": shown.text_at("/questions/0/pollQuestionId"), "optionIds": [shown.text_at("/questions/0/options/0/pollQuestionOptionId")]}]});
    let page = async || app.anyone().page(&format!("{}?show=results", poll.page())).await.expect(200).text;
    // When the page was made and the key of its form are all that differs.
    let without_times = |page: String| {
        let once = page.split("name=\"once\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
        let page = page.replace(once.unwrap_or("no key"), "");
        page.split("since=").next().unwrap_or_default().to_owned()
            + page.rsplit("data-here=").next().unwrap_or_default()
    };
    let before = without_times(page().await);
    app.anyone().post(&poll.api("/votes"), &answer).await.expect(201);
    assert_eq!(without_times(page().await), before, "the page is the same whether anyone answered or not");
    let ben = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    ben.goto(&poll.page()).await;
    ben.click("Results").await;
    ben.wait_for_text("when you have answered").await;
    assert!(!ben.text().await.contains("Zelda"));
    is_good(&ben, "poll/hidden").await;
    ben.click("Answer").await;
    votes(&ben, "Coast", "Ben").await;
    ben.wait_for_text("2 people have answered").await;
    // From here on the second browser is live, too.
    app.anyone().post(&poll.api("/votes"), &answer).await.expect(201);
    ben.wait_for_text_within(Duration::from_secs(1), "3 people have answered").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn editing_questions_keeps_the_answers_to_what_stays() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::desktop()).await;
    let code = makes_a_poll(&ana).await.to_lowercase();
    let ben = ana.beside(View::phone()).await;
    ben.goto(&format!("/s/{code}")).await;
    votes(&ben, "The coast", "Ben").await;
    ana.goto(&format!("/s/{code}/admin/edit")).await;
    ana.click("Move The coast up").await;
    ana.fill("More options of question 1", "City break").await;
    ana.click("Remove A cabin by the lake").await;
    ana.wait_until_text_gone("Remove A cabin by the lake").await;
    ana.click("Save changes").await;
    ana.wait_for_text("Saved.").await;
    ben.wait_for_text_within(Duration::from_secs(1), "City break").await;
    ana.goto(&format!("/s/{code}?show=results")).await;
    assert_eq!(ana.texts_of("#results section:first-of-type .bars .name").await, ["The coast", "City break"]);
    assert_eq!(ana.texts_of(".bars .lead .name").await, ["The coast"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_polls_are_good_in_every_look() {
    let app = TestApp::start(Engine::Embedded).await;
    let options = |labels: &[&str]| labels.iter().map(|label| json!({"label": label})).collect::<Vec<_>>();
    let questions = json!([
        {"title": "Where shall we go?", "isRequired": true, "options": options(&["A cabin by the lake", "The coast", "City break"])},
        {"title": "Which weekends work for you?", "isMultiple": true, "options": options(&["23 to 25 October", "6 to 8 November", "13 to 15 November"])},
    ]);
    let body = json!({"entity": "poll", "name": "Autumn weekend", "expiresAfter": 7, "note": "Two quick questions, then we book.", "closesAt": "2037-11-17T12:00:00Z", "viewPasscode": "velvet-pond", "questions": questions});
    let poll = Made::by(&app, body).await;
    let organiser = app.anyone().with_bearer(&poll.token);
    let shown = organiser.get(&poll.api("")).await.expect(200);
    for (at, name) in ["Nora", "Sam", "Leo", "Priya", "Tom", "Maya", "Grace"].into_iter().enumerate() {
        let option = |question: usize, option: usize| {
            shown.text_at(&format!("/questions/{question}/options/{option}/pollQuestionOptionId"))
        };
        let answers = json!([
            {"pollQuestionId": shown.text_at("/questions/0/pollQuestionId"), "optionIds": [option(0, at % 5 % 3)]},
            {"pollQuestionId": shown.text_at("/questions/1/pollQuestionId"), "optionIds": [option(1, 1), option(1, if at % 2 == 0 { 0 } else { 2 })]},
        ]);
        organiser.post(&poll.api("/votes"), &json!({"name": name, "answers": answers})).await.expect(201);
    }
    let pages = ["?show=results", "/admin?done=created", "/admin/edit", "/people", "/screen", "/poster"];
    poll.is_good_in_every_look(&app, "poll", &pages).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dates_are_entered_from_a_calendar_and_told_where_the_reader_is() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().reduced_motion()).await;
    ana.goto("/new/poll").await;
    ana.fill("Question 1", "Which evening?").await;
    ana.click("Dates as options").await;
    ana.fill("First day", "2037-11-20").await;
    ana.fill("Last day", "2037-11-21").await;
    ana.fill("From", "18:00").await;
    ana.click("Add dates").await;
    ana.wait_for_text("Friday 20 November").await;
    is_good(&ana, "poll/dates").await;
    ana.click("Create poll").await;
    ana.wait_for(".shortcode").await;
    let code = ana.text_of(".shortcode").await.to_lowercase();
    ana.goto(&format!("/s/{code}")).await;
    ana.wait_for_text("Pick every time that works for you.").await;
    ana.click("Saturday 21 November").await;
    ana.fill("Your name", "Ana").await;
    ana.click("Send answers").await;
    ana.wait_for_text("Results so far").await;
    ana.goto(&format!("/s/{code}/admin")).await;
    ana.wait_for(".table.grid").await;
    is_good(&ana, "poll/grid").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_made_by_a_form_that_failed_keeps_its_picks_when_others_vote() {
    let app = TestApp::start(Engine::Embedded).await;
    let questions = json!([
        {"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]},
        {"title": "When?", "isRequired": true, "isMultiple": true, "options": [{"label": "May"}, {"label": "June"}]},
    ]);
    let poll = Made::by(&app, json!({"entity": "poll", "expiresAfter": 7, "questions": questions})).await;
    let shown = app.anyone().get(&poll.api("")).await.expect(200);
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto(&poll.page()).await;
    ana.click("Lake").await;
    ana.click("Send answers").await;
    ana.wait_for_text("Answer this question.").await;
    let answers = json!([{"pollQuestionId": shown.text_at("/questions/1/pollQuestionId"), "optionIds": [shown.text_at("/questions/1/options/0/pollQuestionOptionId")]}]);
    app.anyone().post(&poll.api("/votes"), &json!({"name": "Zelda", "answers": answers})).await.expect(201);
    ana.wait_for_text_within(Duration::from_secs(2), "1 person has answered").await;
    assert!(ana.is_ticked("Lake").await, "the pick is still there");
    let path = ana.run("return location.pathname", vec![]).await;
    assert_eq!(path, json!(poll.page()), "the address stays the page's own");
    ana.click("June").await;
    ana.click("Send answers").await;
    ana.wait_for_text("2 people have answered").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn long_words_and_names_from_right_to_left_widen_no_page() {
    let app = TestApp::start(Engine::Embedded).await;
    let word = "x".repeat(180);
    let questions = json!([{"title": word, "options": [{"label": "y".repeat(100), "description": "z".repeat(300)}, {"label": "שלום (עולם)!"}]}]);
    let body = json!({"entity": "poll", "name": word, "by": "نورا", "expiresAfter": 7, "note": format!("https://a.example/{word}"), "questions": questions});
    let poll = Made::by(&app, body).await;
    let shown = app.anyone().get(&poll.api("")).await.expect(200);
    for (at, name) in ["w".repeat(200), "دانا!".to_owned()].iter().enumerate() {
        let option = shown.text_at(&format!("/questions/0/options/{at}/pollQuestionOptionId"));
        let answers =
            json!([{"pollQuestionId": shown.text_at("/questions/0/pollQuestionId"), "optionIds": [option]}]);
        app.anyone().post(&poll.api("/votes"), &json!({"name": name, "answers": answers})).await.expect(201);
    }
    let ana = poll.organiser(&app, View::phone()).await;
    for path in ["", "?show=results", "/people", "/screen", "/poster", "/admin", "/admin/edit"] {
        ana.goto(&format!("{}{path}", poll.page())).await;
        let wide = ana.run("return document.documentElement.scrollWidth - innerWidth", vec![]).await;
        assert!(wide.as_i64().is_some_and(|wide| wide <= 0), "{path} is wider than the screen by {wide}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn options_have_descriptions_and_one_device_answers_for_two() {
    let app = TestApp::start(Engine::Embedded).await;
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake", "description": "2 hours by car, sleeps 10"}, {"label": "Coast"}]}]);
    let body = json!({"entity": "poll", "by": "Maya", "expiresAfter": 7, "questions": questions});
    let poll = Made::by(&app, body).await;
    for (view, total) in [(View::phone(), 2), (View::phone().without_scripts(), 4)] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto(&poll.page()).await;
        ana.wait_for_text("Poll by Maya").await;
        assert_eq!(ana.text_of(".choice .sub").await, "2 hours by car, sleeps 10");
        votes(&ana, "Lake", "Ana").await;
        ana.goto(&poll.page()).await;
        ana.click("Answer for someone else").await;
        ana.wait_for_text("You are answering for someone else.").await;
        ana.click("Coast").await;
        ana.fill("Your name", "Grandpa").await;
        ana.click("Send answers").await;
        ana.wait_for_text("The answers are saved.").await;
        ana.goto(&poll.page()).await;
        ana.wait_for_text("You have answered.").await;
        assert!(ana.is_ticked("Lake").await, "one's own answer stays");
        let results = app.anyone().get(&poll.api("/results")).await.expect(200);
        assert_eq!(results.json["totalVotes"], total);
    }
}

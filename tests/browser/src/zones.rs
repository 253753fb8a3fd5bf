//! When something is: in the reader's zone, on every page, and with the day of the place where people meet.

use crate::{look::Made, people::event};
use kit::{
    Engine, TestApp,
    browser::{Browser, View},
    serde_json::json,
};

#[tokio::test(flavor = "multi_thread")]
async fn where_people_meet_the_day_of_the_place_comes_first_and_the_readers_beside_it() {
    let app = TestApp::start(Engine::Embedded).await;
    let event = event(&app).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    for (zone, here) in [
        ("America/Los_Angeles", "15:30 until 17:00 your time"),
        ("Pacific/Auckland", "Sunday 6 December, 12:30 until 14:00 your time"),
    ] {
        ana.be_in(zone).await;
        ana.goto(&event.page()).await;
        ana.wait_for_text(here).await;
        let told = ana.text_of("[data-place]").await;
        let there = "Saturday 5 December, 23:30 until Sunday 6 December, 01:00 Lisbon time";
        assert_eq!(told, format!("{there} ({here})"), "{zone}");
        assert_eq!(
            ana.text_of(".plate").await.replace(char::is_whitespace, ""),
            "Sat5Dec",
            "as the first line"
        );
        assert!(ana.text_of(".tabletop").await.contains("14 Mill Lane"), "the place is in the head");
    }
    // Where the reader is there, nothing is said twice.
    ana.be_in("Europe/Lisbon").await;
    ana.goto(&event.page()).await;
    ana.wait_for_text("Saturday 5 December, 23:30").await;
    let text = ana.text().await;
    assert!(!text.contains("your time") && !text.contains("Lisbon time"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_online_is_told_in_the_readers_own_time() {
    let app = TestApp::start(Engine::Embedded).await;
    let body = json!({
        "entity": "event", "name": "Call", "expiresAfter": 30, "type": "virtual", "startTime": "2038-02-05T23:30:00Z",
        "timeZone": "Europe/Lisbon", "location": "https://meet.example",
    });
    let event = Made::by(&app, body).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    for (zone, plate, here) in [
        ("America/Los_Angeles", "Fri5Feb", "Friday 5 February 2038, 15:30"),
        ("Pacific/Auckland", "Sat6Feb", "Saturday 6 February 2038, 12:30"),
    ] {
        ana.be_in(zone).await;
        ana.goto(&event.page()).await;
        ana.wait_for_text(here).await;
        assert_eq!(ana.text_of(".tabletop time[data-local]").await, here, "{zone}");
        assert_eq!(
            ana.text_of(".plate").await.replace(char::is_whitespace, ""),
            plate,
            "badge and text agree"
        );
    }
    let without = ana.beside(View::phone().without_scripts()).await;
    without.be_in("Pacific/Auckland").await;
    without.goto(&event.page()).await;
    without.wait_for_text("Friday 5 February 2038, 23:30 Lisbon time").await;
    assert_eq!(without.text_of(".plate").await.replace(char::is_whitespace, ""), "Fri5Feb");
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_and_deadlines_are_told_in_the_readers_zone_and_badge_and_text_agree() {
    let app = TestApp::start(Engine::Embedded).await;
    let (end, questions) = (
        "2037-12-05T23:30:00Z",
        json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]),
    );
    let poll = json!({"entity": "poll", "expiresAfter": 30, "closesAt": end, "questions": questions});
    let poll = Made::by(&app, poll).await;
    let event = json!({"entity": "event", "name": "Supper", "expiresAfter": 30, "startTime": "2037-12-20T18:30:00Z", "rsvpDeadline": end});
    let event = Made::by(&app, event).await;
    let ranked = json!({"title": "Where?", "candidates": ["Lake", "Coast"], "expiresAt": end});
    let ranked =
        format!("/r/{}", app.anyone().post("/ranked-polls", &ranked).await.expect(201).text_at("/id"));
    let ana = Browser::open(&app.base_url, View::phone()).await;
    for (zone, badge, text) in [
        ("America/Los_Angeles", "5 December", "Saturday 5 December, 15:30"),
        ("Pacific/Auckland", "6 December", "Sunday 6 December, 12:30"),
    ] {
        ana.be_in(zone).await;
        for (page, badge, text) in [
            (poll.page(), format!("Closes {badge}"), format!("until {text}")),
            (ranked.clone(), format!("Closes {badge}"), format!("Voting ends {text}")),
            (event.page(), format!("Reply by {badge}"), String::new()),
        ] {
            ana.goto(&page).await;
            ana.wait_for_text(&badge).await;
            ana.wait_for_text(&text).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dates_as_options_are_told_where_the_reader_is_on_every_page() {
    let app = TestApp::start(Engine::Embedded).await;
    let options = json!([
        {"startTime": "2037-12-05T23:30:00Z", "endTime": "2037-12-06T01:00:00Z"},
        {"startTime": "2037-12-12T12:00:00Z", "label": "Brunch"},
    ]);
    let questions = json!([{"title": "Which evening?", "isMultiple": true, "options": options}]);
    let poll = Made::by(&app, json!({"entity": "poll", "expiresAfter": 7, "questions": questions})).await;
    let shown = app.anyone().get(&poll.api("")).await.expect(200);
    let option = |at: usize| shown.text_at(&format!("/questions/0/options/{at}/pollQuestionOptionId"));
    let question = shown.text_at("/questions/0/pollQuestionId");
    for (name, chosen) in [("Zelda", vec![option(0), option(1)]), ("Ben", vec![option(1)])] {
        let vote = json!({"name": name, "answers": [{"pollQuestionId": question, "optionIds": chosen}]});
        app.anyone().post(&poll.api("/votes"), &vote).await.expect(201);
    }
    let ana = poll.organiser(&app, View::desktop()).await;
    for (zone, first, second) in [
        (
            "America/Los_Angeles",
            "Saturday 5 December, 15:30 until 17:00",
            "Saturday 12 December, 04:00 Brunch",
        ),
        ("Pacific/Auckland", "Sunday 6 December, 12:30 until 14:00", "Sunday 13 December, 01:00 Brunch"),
    ] {
        ana.be_in(zone).await;
        for path in ["", "?show=results", "/people", "/screen", "/admin"] {
            ana.goto(&format!("{}{path}", poll.page())).await;
            ana.wait_for_text(first).await;
            ana.wait_for_text(second).await;
            assert!(!ana.text().await.contains("UTC"), "{path} in {zone}");
        }
    }
    // Who can when: a row for each person, a tick for each yes.
    assert_eq!(ana.texts_of(".table.grid tbody th").await, ["Ben", "Zelda"]);
    assert_eq!(ana.texts_of(".table.grid tbody td .sr").await, ["No", "Yes", "Yes", "Yes"]);
    assert_eq!(ana.texts_of(".table.grid thead .num").await, ["1", "2"]);
}

async fn odd_dates_are_questioned(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, view).await;
    for (start, zone, error) in [
        ("2036-12-05T18:30", "Europe/Lisbon", "This day has passed. Check the date and the year."),
        ("2038-03-28T01:30", "Europe/Lisbon", "this time does not exist"),
        ("2038-09-26T02:30", "Pacific/Auckland", "this time does not exist"),
        ("2038-03-14T02:30", "America/Los Angeles", "this time does not exist"),
        ("2041-12-05T18:30", "Europe/Lisbon", "two years"),
    ] {
        ana.goto("/new/event").await;
        ana.fill("Name", "Supper").await;
        ana.fill("Starts", start).await;
        ana.choose("Time zone", zone).await;
        ana.click("Create event").await;
        ana.wait_for_text(error).await;
        assert_eq!(ana.value_of("Starts").await, start, "what was typed is still there");
        assert_eq!(ana.attribute("#startTime", "aria-invalid").await.as_deref(), Some("true"));
    }
}

stories! {
    past_days_and_hours_that_do_not_exist_are_questioned: odd_dates_are_questioned(View::phone());
    past_days_and_hours_that_do_not_exist_are_questioned_without_scripts: odd_dates_are_questioned(View::phone().without_scripts());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_far_ahead_is_there_until_after_it_has_been() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto("/new/event").await;
    ana.fill("Name", "Midsummer").await;
    ana.fill("Starts", "2038-06-24T18:30").await;
    ana.choose("Time zone", "Europe/Lisbon").await;
    ana.click("7 days").await;
    ana.click("Create event").await;
    ana.wait_for(".shortcode").await;
    let code = ana.text_of(".shortcode").await.to_lowercase();
    ana.goto(&format!("/s/{code}")).await;
    ana.wait_for_text("Thursday 24 June 2038, 18:30").await;
    ana.wait_for_text("Available until Thursday 1 July 2038").await;
    app.advance(jiff::SignedDuration::from_hours(24 * 40));
    let ben = ana.beside(View::phone()).await;
    ben.goto(&format!("/s/{code}")).await;
    ben.wait_for_text("Midsummer").await;
}

/// Hangouts keep a moment and no zone: whoever edits one does so by their own clock.
#[tokio::test(flavor = "multi_thread")]
async fn a_hangout_is_edited_by_the_readers_own_clock() {
    let app = TestApp::start(Engine::Embedded).await;
    let person = app.registers_in_a_browser("Ana").await;
    let here = person.with_header("sec-fetch-site", "same-origin");
    let group = here.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
    let times = json!({ "title": "Supper", "groupIds": [group], "startTime": "2037-12-05T18:30:00Z", "endTime": "2037-12-05T21:00:00Z" });
    let id = here.post("/hangouts", times).await.expect(201).text_at("hangoutId");
    for (view, starts, ends, zone) in [
        (View::phone(), "2037-12-06T07:30", "2037-12-06T10:00", "Pacific/Auckland"),
        (View::phone().without_scripts(), "2037-12-05T18:30", "2037-12-05T21:00", "UTC"),
    ] {
        // Without a zone of its own, as older hangouts are.
        here.patch(&format!("/hangouts/{id}"), json!({ "timeZone": null })).await.expect(200);
        let ana = Browser::open(&app.base_url, view).await;
        ana.be_in("Pacific/Auckland").await;
        ana.goto("/").await;
        ana.set_cookie("session", &person.cookie("session").expect("a session")).await;
        ana.goto(&format!("/hangouts/{id}/edit")).await;
        ana.wait_for_text("Edit hangout").await;
        let seen =
            [ana.value_of("Starts").await, ana.value_of("Ends").await, ana.value_of("Time zone").await];
        assert_eq!(seen, [starts, ends, zone], "{view}");
        ana.fill("Title", "Late supper").await;
        ana.click("Save changes").await;
        ana.wait_for_text("Your changes were saved.").await;
        let kept = here.get(&format!("/hangouts/{id}")).await.expect(200);
        assert_eq!(kept.text_at("startTime"), "2037-12-05T18:30:00.000Z", "nothing moved");
    }
}

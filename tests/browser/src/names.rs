//! Other people's words and names: long ones, many of them, and from right to left.

use crate::look::Made;
use jiff::SignedDuration;
use kit::{
    Engine, TestApp,
    browser::{Browser, View},
    serde_json::{Value, json},
};

/// A word in Hebrew and one in Arabic, each with a mark at its end: read from right to left, the mark stands on the left.
const HEBREW: &str = "שלום!";
const ARABIC: &str = "دانا؟";

/// Whether the last character of every such word on the page stands to the left of its first.
async fn ends_on_the_left(browser: &Browser, word: &str) -> Value {
    let script = "
        const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
        const edges = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.data.indexOf(arguments[0]);
          if (at < 0 || !node.parentElement.checkVisibility() || node.parentElement.closest('.sr, svg')) continue;
          // Headings of a narrow table stand upright; there left and right mean nothing.
          if (getComputedStyle(node.parentElement).writingMode !== 'horizontal-tb') continue;
          const box = (from) => {
            const range = document.createRange();
            range.setStart(node, from);
            range.setEnd(node, from + 1);
            return range.getBoundingClientRect();
          };
          edges.push(box(at + arguments[0].length - 1).left < box(at).left);
        }
        return edges.length === 0 ? 'it is nowhere' : edges.every(Boolean) || 'its mark stands on the wrong side'";
    browser.run(script, vec![json!(word)]).await
}

/// Shares of every kind, written by people from right to left, and the pages of each.
async fn written_from_right_to_left(app: &TestApp) -> Vec<(String, &'static [&'static str])> {
    let poll = json!({"entity": "poll", "by": ARABIC, "expiresAfter": 7, "questions": [{"title": HEBREW, "options": [{"label": ARABIC, "description": HEBREW}, {"label": HEBREW, "description": ARABIC}]}]});
    let poll = Made::by(app, poll).await;
    let answers = poll.choosing(app, 0).await;
    app.anyone().post(&poll.api("/votes"), &json!({"name": HEBREW, "answers": answers})).await.expect(201);

    let event = json!({"entity": "event", "name": HEBREW, "by": ARABIC, "location": ARABIC, "expiresAfter": 7, "startTime": "2037-12-05T18:30:00Z", "description": HEBREW});
    let event = Made::by(app, event).await;
    for (name, note) in [(HEBREW, ARABIC), (ARABIC, HEBREW)] {
        let rsvp = json!({"name": name, "response": "going", "guestCount": 1, "note": note});
        app.anyone().post(&event.api("/rsvps"), &rsvp).await.expect(201);
    }

    let list = json!({"entity": "checklist", "name": ARABIC, "by": HEBREW, "expiresAfter": 7, "items": [{"name": HEBREW, "note": ARABIC}, {"name": ARABIC}]});
    let list = Made::by(app, list).await;
    let shown = app.anyone().get(&list.api("")).await.expect(200);
    let item = |at: usize| shown.text_at(&format!("/items/{at}/checklistItemId"));
    app.anyone()
        .put(&list.api(&format!("/items/{}/tick", item(0))), &json!({"by": ARABIC}))
        .await
        .expect(200);
    app.anyone()
        .put(&list.api(&format!("/items/{}/claim", item(1))), &json!({"by": HEBREW}))
        .await
        .expect(200);

    let ranked = json!({"title": HEBREW, "description": ARABIC, "candidates": [HEBREW, ARABIC, "Lisbon"]});
    let ranked = app.anyone().post("/ranked-polls", &ranked).await.expect(201).text_at("/id");
    for ballot in [[HEBREW, ARABIC], [ARABIC, HEBREW], [HEBREW, "Lisbon"]] {
        let vote = json!({ "rankings": ballot });
        app.anyone().post(&format!("/ranked-polls/{ranked}/votes"), &vote).await.expect(201);
    }
    vec![
        (poll.page(), &["", "?show=results", "/people", "/screen"]),
        (event.page(), &["", "/people", "/poster"]),
        (list.page(), &[""]),
        (format!("/r/{ranked}"), &["", "/results"]),
    ]
}

async fn names_and_marks_stand_where_they_belong(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let shares = written_from_right_to_left(&app).await;
    let ana = Browser::open(&app.base_url, view).await;
    for (page, paths) in shares {
        for path in paths {
            ana.goto(&format!("{page}{path}")).await;
            for word in [HEBREW, ARABIC] {
                assert_eq!(ends_on_the_left(&ana, word).await, true, "{word} on {page}{path}");
            }
            assert!(!ana.sticks_out().await, "{page}{path} is wider than the window");
        }
    }
}

stories! {
    hebrew_and_arabic_names_and_their_marks_stand_where_they_belong: names_and_marks_stand_where_they_belong(View::phone());
    hebrew_and_arabic_on_the_narrowest_phone_without_scripts: names_and_marks_stand_where_they_belong(View::narrow().without_scripts());
}

/// What is written while it is written, too.
#[tokio::test(flavor = "multi_thread")]
async fn fields_turn_to_the_direction_of_what_is_typed() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    for (page, label) in
        [("/new/checklist", "Name"), ("/new/poll", "Question 1"), ("/new/ranked", "Question")]
    {
        ana.goto(page).await;
        ana.fill(label, HEBREW).await;
        let side = "return getComputedStyle(document.activeElement).direction";
        assert_eq!(ana.run(side, vec![]).await, "rtl", "{page}");
    }
}

async fn crowded_poll(app: &TestApp) -> Made {
    let questions = json!([{"title": "Where?", "options": [{"label": "Lake"}, {"label": "Coast"}]}]);
    let poll = Made::by(app, json!({"entity": "poll", "expiresAfter": 7, "questions": questions})).await;
    let answers = poll.choosing(app, 0).await;
    for number in 0..130 {
        let vote = json!({"name": format!("Guest {number}"), "answers": answers});
        app.anyone().post(&poll.api("/votes"), &vote).await.expect(201);
        app.advance(SignedDuration::from_secs(1));
    }
    poll
}

async fn people_are_named(view: View) {
    let app = TestApp::start(Engine::Embedded).await;
    let poll = crowded_poll(&app).await;
    let ana = Browser::open(&app.base_url, view).await;
    ana.goto(&format!("{}?show=results", poll.page())).await;
    let hovered = ana.attribute("#results .avs", "title").await.unwrap_or_default();
    assert!(hovered.starts_with("Guest 0, Guest 1") && hovered.ends_with("more"), "{hovered}");
    ana.click_css("#results .voters summary").await;
    ana.wait_for_text("and 120 more").await;
    assert!(ana.text().await.contains("Guest 9"), "the first ten are named");
    ana.click("and 120 more").await;
    ana.wait_for_path(&format!("{}/people", poll.page())).await;
    assert!(ana.text().await.contains("Guest 42"));
    ana.click("Next").await;
    ana.wait_for_text("Guest 129").await;
}

stories! {
    people_are_named_by_tap_by_hover_and_on_a_page: people_are_named(View::phone());
    people_are_named_without_scripts: people_are_named(View::desktop().without_scripts());
}

#[tokio::test(flavor = "multi_thread")]
async fn neighbours_have_colours_of_their_own() {
    let app = TestApp::start(Engine::Embedded).await;
    let poll = crowded_poll(&app).await;
    let event =
        json!({"entity": "event", "name": "Supper", "expiresAfter": 7, "startTime": "2037-12-05T18:30:00Z"});
    let event = Made::by(&app, event).await;
    for number in 0..18 {
        let rsvp = json!({"name": format!("Guest {number}"), "response": "going", "guestCount": 0});
        app.anyone().post(&event.api("/rsvps"), &rsvp).await.expect(201);
    }
    let ana = Browser::open(&app.base_url, View::desktop()).await;
    for (page, people) in [
        (poll.page(), "[data-part=head] .avs .av:not(.more)"),
        (poll.page(), "[data-part=head] .seats .seat:not(.c8)"),
        (event.page(), ".seats .seat:not(.free)"),
        (event.page(), "#who .list .av"),
    ] {
        ana.goto(&page).await;
        let colours = "return [...document.querySelectorAll(arguments[0])].map((one) => getComputedStyle(one).getPropertyValue('--c'))";
        let colours = ana.run(colours, vec![json!(people)]).await;
        let colours = colours.as_array().cloned().unwrap_or_default();
        assert!(colours.len() >= 5, "{people}: {colours:?}");
        assert!(colours.windows(2).all(|pair| pair[0] != pair[1]), "{people}: {colours:?}");
    }
}

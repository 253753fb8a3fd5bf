//! A count that explains itself: round by round, ties, many candidates, and who has won when.

use crate::people::ranked;
use kit::{
    Engine, TestApp,
    browser::{Browser, PATIENCE, View},
    serde_json::json,
};

#[tokio::test(flavor = "multi_thread")]
async fn a_count_is_told_round_by_round_and_stepped_through() {
    let app = TestApp::start(Engine::Embedded).await;
    let (ballot, _) = ranked(&app).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto(&format!("{ballot}/results")).await;
    ana.wait_for_text("Round 1 of 2").await;
    ana.wait_for_text("Edinburgh is out; its 2 ballots move to Slovenian lakes.").await;
    assert_eq!(ana.texts_of("[data-rounds] .name").await, ["Lisbon", "Slovenian lakes", "Edinburgh"]);
    ana.click("Next").await;
    ana.wait_for_text("Round 2 of 2").await;
    assert_eq!(ana.texts_of("[data-rounds] .name").await, ["Slovenian lakes", "Lisbon"]);
    assert!(ana.attribute("[data-rounds-step='1']", "disabled").await.is_some(), "there is no third");
    // A ballot that comes in meanwhile is in the round that is shown.
    app.anyone()
        .post(
            &format!("/ranked-polls{}/votes", ballot.trim_start_matches("/r")),
            &json!({"rankings": ["Lisbon"]}),
        )
        .await
        .expect(201);
    ana.wait_for_text("8 ballots").await;
    ana.wait_until(PATIENCE, "the new count", async || {
        ana.texts_of("[data-rounds] .val").await == ["4", "4"]
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rounds_are_stepped_through_with_a_slider_too() {
    let app = TestApp::start(Engine::Embedded).await;
    let (ballot, _) = ranked(&app).await;
    let ana = Browser::open(&app.base_url, View::desktop()).await;
    ana.goto(&format!("{ballot}/results")).await;
    ana.fill("Round", "2").await;
    ana.wait_for_text("Round 2 of 2").await;
    ana.fill("Round", "1").await;
    ana.wait_for_text("Round 1 of 2").await;
    // Without scripts the sentences, the drawing and the table say the same.
    let without = ana.beside(View::phone().without_scripts()).await;
    without.goto(&format!("{ballot}/results")).await;
    without.wait_for_text("Edinburgh is out; its 2 ballots move to Slovenian lakes.").await;
    assert!(!without.sees("[data-rounds]").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_wins_only_when_the_poll_is_closed() {
    let app = TestApp::start(Engine::Embedded).await;
    let (ballot, made) = ranked(&app).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto(&format!("{ballot}/results")).await;
    assert_eq!(ana.texts_of(".winner .lede").await.first().map(String::as_str), Some("Ahead right now"));
    assert!(!ana.text().await.contains("Winner"), "nobody has won yet");
    let key = made["manageKey"].as_str().expect("a key");
    let close = format!("/ranked-polls{}/close", ballot.trim_start_matches("/r"));
    app.anyone().with_bearer(key).act(&close).await.expect(200);
    ana.wait_for_text("Winner").await;
}

/// Whoever opens a result reads what was asked, in sight of who won: above it on a phone, beside the plate on a desktop.
#[tokio::test(flavor = "multi_thread")]
async fn the_question_stands_beside_who_won() {
    let app = TestApp::start(Engine::Embedded).await;
    let (ballot, made) = ranked(&app).await;
    let key = made["manageKey"].as_str().expect("a key");
    let close = format!("/ranked-polls{}/close", ballot.trim_start_matches("/r"));
    app.anyone().with_bearer(key).act(&close).await.expect(200);
    let places = "
        const [asked, plate, won] = ['.tabletop h1', '.tabletop .medal', '.tabletop .mega'].map((part) => document.querySelector(part));
        const [a, p, w] = [asked, plate, won].map((part) => part.getBoundingClientRect());
        return [asked.textContent, won.textContent.trim(), w.bottom <= innerHeight, a.bottom <= w.top, a.left >= p.right, w.left >= p.right && Math.abs(a.left - w.left) < 2]";
    for (view, beside) in [(View::phone(), false), (View::desktop(), true)] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto(&format!("{ballot}/results")).await;
        ana.wait_for_text("Winner").await;
        let expected = json!(["Where to next summer?", "Slovenian lakes", true, true, beside, beside]);
        assert_eq!(ana.run(places, vec![]).await, expected, "{view}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn how_it_is_counted_is_told_in_four_sentences_when_asked() {
    let app = TestApp::start(Engine::Embedded).await;
    let (ballot, _) = ranked(&app).await;
    for view in [View::phone(), View::phone().without_scripts()] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto(&format!("{ballot}/results")).await;
        let sentences = "details:has(> summary) > p";
        assert!(!ana.sees(sentences).await, "only when asked");
        ana.click("How is it counted?").await;
        ana.wait_for(sentences).await;
        assert_eq!(ana.count(sentences).await, 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ties_have_a_section_of_their_own() {
    let app = TestApp::start(Engine::Embedded).await;
    let (ballot, _) = ranked(&app).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto(&format!("{ballot}/results")).await;
    ana.wait_for_text("What happened").await;
    assert!(ana.text_of("section:has(> #ties)").await.contains("tied for last"), "{}", ana.text().await);
    let poll = json!({"title": "No ties", "candidates": ["Lake", "Coast"]});
    let id = app.anyone().post("/ranked-polls", &poll).await.expect(201).text_at("/id");
    let vote = json!({ "rankings": ["Lake"] });
    app.anyone().post(&format!("/ranked-polls/{id}/votes"), &vote).await.expect(201);
    ana.goto(&format!("/r/{id}/results")).await;
    ana.wait_for_text("What happened").await;
    assert!(!ana.sees("#ties").await, "where there was no tie there is no section");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_forty_candidates_no_label_lies_on_another() {
    let app = TestApp::start(Engine::Embedded).await;
    let names: Vec<String> = (1..=40).map(|number| format!("Candidate with a long name {number}")).collect();
    let poll = json!({"title": "Which of forty?", "candidates": names});
    let id = app.anyone().post("/ranked-polls", &poll).await.expect(201).text_at("/id");
    for at in 0..60 {
        let ballot: Vec<&String> = (0..5).filter_map(|next| names.get((at * 7 + next * 11) % 40)).collect();
        let vote = json!({ "rankings": ballot });
        app.anyone().post(&format!("/ranked-polls/{id}/votes"), &vote).await.expect(201);
    }
    let collisions = "
        const collisions = [];
        for (const chart of document.querySelectorAll('svg.chart')) {
          const labels = [...chart.querySelectorAll('text')].map((text) => [text.textContent.trim(), text.getBoundingClientRect()]);
          labels.forEach(([one, a], at) => labels.slice(at + 1).forEach(([other, b]) => {
            const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
              && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
            if (over) collisions.push(`${one} and ${other}`);
          }));
        }
        return collisions";
    for view in [View::phone(), View::desktop()] {
        let ana = Browser::open(&app.base_url, view).await;
        ana.goto(&format!("/r/{id}/results")).await;
        ana.wait_for("svg.chart").await;
        assert_eq!(ana.run(collisions, vec![]).await, json!([]), "{view}");
        assert!(!ana.sticks_out().await, "{view}");
    }
}

//! What may not be seen cannot be seen, counted or inferred: at every way out.

use crate::{
    checklists::listen,
    support::{Share, Table},
};
use jiff::SignedDuration;
use serde_json::{Value, json};

async fn votes(table: &Table, share: &Share) -> String {
    let body = json!({ "name": "Ana", "answers": [share.answer(0, &[0])] });
    table.post(&share.at("/votes"), None, body).await.expect(201).text_at("code")
}

async fn answers(table: &Table, share: &Share) -> String {
    let body = json!({ "name": "Ana", "response": "going" });
    table.post(&share.at("/rsvps"), None, body).await.expect(201).text_at("code")
}

fn rev(event: &str) -> i64 {
    let (_, rest) = event.split_once("\"rev\":").unwrap();
    rest.split('}').next().unwrap().parse().unwrap()
}

fn millis(table: &Table) -> i64 {
    kernel::Clock::now(table.clock.as_ref()).as_millisecond()
}

/// Makes an edit a second later and gives the revision that watchers should hear.
async fn edit(table: &Table, share: &Share, name: &str) -> i64 {
    table.advance(SignedDuration::from_secs(1));
    table.patch(&share.path, share.admin(), json!({ "name": name })).await.expect(200);
    millis(table)
}

on_both_engines! {
    async fn hidden_results_show_at_no_way_out(table: Table) {
        for visibility in ["afterClose", "afterSubmit"] {
            let share = table.make_poll(json!({ "resultsVisibility": visibility })).await;
            let before = table.get(&share.path, None).await;
            let code = votes(&table, &share).await;
            votes(&table, &share).await;
            let after = table.get(&share.path, None).await;
            assert_eq!((&before.text, before.header("etag")), (&after.text, after.header("etag")), "{visibility}");
            let refused = table.get(&share.at("/results"), None).await.expect(403);
            assert!(!refused.text.contains("Ana") && !refused.text.contains(&code));
            table.get(&share.at("/results?code=aaaaaaaa"), None).await.expect(403);
            table.get(&share.at("/votes"), None).await.expect(401);
            table.get(&share.at("/export.csv"), None).await.expect(401);
            table.get(&share.at("/export.json"), None).await.expect(401);
            table.get(&share.at("/results"), share.admin()).await.expect(200);
            let own = table.get(&share.at(&format!("/results?code={code}")), None).await;
            own.expect(if visibility == "afterSubmit" { 200 } else { 403 });
            table.post(&share.at("/close"), share.admin(), json!({})).await.expect(200);
            table.get(&share.at("/results"), None).await.expect(200);
        }
    }

    async fn who_withdrew_their_vote_sees_no_more(table: Table) {
        let share = table.make_poll(json!({ "resultsVisibility": "afterSubmit" })).await;
        let code = votes(&table, &share).await;
        let results = share.at(&format!("/results?code={code}"));
        table.get(&results, None).await.expect(200);
        table.delete(&share.at(&format!("/votes/{code}")), None).await.expect(204);
        table.get(&results, None).await.expect(403);
    }

    async fn a_stream_tells_of_votes_only_those_who_may_see_results(table: Table) {
        let share = table.make_poll(json!({ "resultsVisibility": "afterClose" })).await;
        let mut viewer = listen(&table, &share.at("/live"), None).await;
        let mut organiser = listen(&table, &share.at("/live"), share.admin()).await;
        for name in ["b", "c"] {
            table.advance(SignedDuration::from_secs(1));
            votes(&table, &share).await;
            assert_eq!(rev(&organiser().await.unwrap()), millis(&table), "the organiser hears of the vote");
            let edited = edit(&table, &share, name).await;
            assert_eq!(rev(&viewer().await.unwrap()), edited, "the viewer hears of the edit and of nothing before it");
            assert_eq!(rev(&organiser().await.unwrap()), edited);
        }
    }

    async fn a_stream_ends_when_results_become_hidden_or_shown(table: Table) {
        let share = table.make_poll(json!({ "resultsVisibility": "always" })).await;
        let mut viewer = listen(&table, &share.at("/live"), None).await;
        votes(&table, &share).await;
        viewer().await.unwrap();
        table.advance(SignedDuration::from_secs(1));
        table.patch(&share.path, share.admin(), json!({ "resultsVisibility": "afterClose" })).await.expect(200);
        votes(&table, &share).await;
        let told = viewer().await;
        assert!(told.is_none_or(|event| rev(&event) == millis(&table)), "the edit, or nothing");
        assert_eq!(viewer().await, None, "and then the stream is over");

        let mut viewer = listen(&table, &share.at("/live"), None).await;
        table.advance(SignedDuration::from_secs(1));
        table.post(&share.at("/close"), share.admin(), json!({})).await.expect(200);
        assert_eq!(rev(&viewer().await.unwrap()), millis(&table));
        assert_eq!(viewer().await, None, "coming back, they hear of everything");
    }

    async fn a_stream_ends_when_the_passcode_changes(table: Table) {
        let share = table.make(json!({ "entity": "checklist", "name": "a", "expiresAfter": 7, "viewPasscode": "velvet" })).await;
        table.get(&share.at("/live"), None).await.expect(401);
        let token = table.post(&share.at("/access"), None, json!({ "passcode": "velvet" })).await.text_at("token");
        let mut viewer = listen(&table, &share.at("/live"), Some(&token)).await;
        table.put(&share.at("/passcodes"), share.admin(), json!({ "viewPasscode": "other" })).await.expect(200);
        viewer().await.unwrap();
        assert_eq!(viewer().await, None);
    }

    async fn hidden_rsvps_show_at_no_way_out(table: Table) {
        for visibility in ["afterRsvp", "adminOnly"] {
            let share = table.make_event(json!({ "rsvpVisibility": visibility })).await;
            let before = table.get(&share.path, None).await;
            let mut viewer = listen(&table, &share.at("/live"), None).await;
            table.advance(SignedDuration::from_secs(1));
            let code = answers(&table, &share).await;
            let after = table.get(&share.path, None).await;
            assert_eq!((&before.text, before.header("etag")), (&after.text, after.header("etag")), "{visibility}");
            table.get(&share.at("/rsvps"), None).await.expect(403);
            table.get(&share.at("/export.csv"), None).await.expect(401);
            table.get(&share.at("/export.json"), None).await.expect(401);
            let file = table.get(&share.at("/event.ics"), None).await.expect(200);
            assert!(!file.text.contains("Ana"));
            let own = table.get(&share.at(&format!("/rsvps?code={code}")), None).await;
            own.expect(if visibility == "afterRsvp" { 200 } else { 403 });
            let edited = edit(&table, &share, "b").await;
            assert_eq!(rev(&viewer().await.unwrap()), edited);
        }
    }

    async fn participants_codes_go_to_their_owner_and_the_organiser_alone(table: Table) {
        let poll = table.make_poll(json!({})).await;
        let code = votes(&table, &poll).await;
        let event = table.make_event(json!({})).await;
        let rsvp = answers(&table, &event).await;
        let with_cookie = |path: String, code: &str| http::Request::get(format!("/api/v1{path}"))
            .header("cookie", format!("answer={code}")).body(axum::body::Body::empty()).unwrap();
        for (share, path, code) in [
            (&poll, "", &code), (&poll, "/results", &code), (&event, "", &rsvp), (&event, "/rsvps", &rsvp),
            (&event, "/event.ics", &rsvp),
        ] {
            let seen = table.get(&share.at(path), None).await.expect(200);
            assert!(!seen.text.contains(code.as_str()), "{path}");
        }
        for (share, code) in [(&poll, &code), (&event, &rsvp)] {
            let csv = table.get(&share.at("/export.csv"), share.admin()).await.expect(200);
            assert!(!csv.text.contains(code.as_str()), "not in CSV");
            let json = table.get(&share.at("/export.json"), share.admin()).await.expect(200);
            assert!(json.text.contains(code.as_str()));
        }
        table.patch(&poll.path, poll.admin(), json!({ "resultsVisibility": "afterSubmit" })).await.expect(200);
        assert_eq!(table.raw(with_cookie(poll.at("/results"), &code)).await.status(), 200, "a browser holds it in a cookie");
        assert_eq!(table.raw(with_cookie(poll.at("/results"), "aaaaaaaa")).await.status(), 403);
        let no_names: Value = table.get(&poll.path, None).await.json;
        assert_eq!(no_names.get("totalVotes"), None, "the share itself counts nobody");
    }
}

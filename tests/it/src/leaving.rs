//! Someone takes everything about them along and deletes their account: what is left behind is what was settled, and nothing else.

use jiff::SignedDuration;
use kit::{Attribute, Engine, Person, TestApp, serde_json::json};
use store::Item;

/// Attributes that keep the bare id of somebody who left, by table.
const STAYS: [(&str, &str); 13] = [
    ("fus-main", "userId"),
    ("fus-main", "addedBy"),
    ("InviterTable", "createdBy"),
    ("InviterTable", "removedBy"),
    ("System", "removedBy"),
    ("Rounds", "started_by"),
    ("Rounds", "attendees"),
    ("Suggestions", "added_by"),
    ("Votes", "member_id"),
    ("Votes", "vote_key"),
    ("Ratings", "member_id"),
    ("Picks", "picked_by"),
    ("Picks", "ratings"),
];

/// Tables whose rows an export does not name: sessions and what is found by them, what is done in the background, and the account,
/// which is exported as a whole.
const INNER: [&str; 3] = ["System", "Identity", "Users"];

/// Every text in an attribute, names of maps included.
fn texts(value: Attribute<'_>, found: &mut Vec<String>) {
    match value {
        Attribute::S(text) => found.push(text.to_string()),
        Attribute::L(list) => list.iter().for_each(|value| texts(value, found)),
        Attribute::M(map) => {
            for (name, value) in map.iter() {
                found.push(name.to_string());
                texts(value, found);
            }
        }
        _ => {}
    }
}

/// Where `sought` still stands in what is stored, unless it is an id where ids may stay.
fn left_behind(stored: &[(&'static str, Item)], sought: &str, may_stay: bool) -> Vec<String> {
    let mut left = Vec::new();
    for (table, item) in stored {
        for (name, value) in item {
            let mut found = Vec::new();
            texts(value, &mut found);
            let stays = may_stay && STAYS.contains(&(*table, name));
            if !stays && found.iter().any(|text| text.contains(sought)) {
                left.push(format!("{table} {name}: {item:?}"));
            }
        }
    }
    left
}

/// Rows about somebody of which the export has nothing: nothing that names them.
async fn not_exported(app: &TestApp, person: &Person, export: &str) -> Vec<String> {
    // A profile without a description says only when and from where its owner signed in.
    let telling = ["id", "Id", "PK", "SK", "groupName", "description", "lastLoginAt"];
    let mut missing = Vec::new();
    for (table, item) in app.everything().await.into_iter().filter(|(table, _)| !INNER.contains(table)) {
        let (mut all, mut names) = (Vec::new(), Vec::new());
        for (name, value) in &item {
            texts(value, &mut all);
            if telling.iter().any(|end| name.ends_with(end)) {
                texts(value, &mut names);
            }
        }
        let about = all.iter().any(|text| text.contains(&person.user_id));
        let exported = names
            .iter()
            .flat_map(|name| name.split('#'))
            .any(|name| name.len() > 5 && name != person.user_id && export.contains(name));
        if about && !exported {
            missing.push(format!("{table}: {item:?}"));
        }
    }
    missing
}

async fn nothing_else_stays(engine: Engine, email: &str) {
    let (app, filled) = TestApp::with_example(engine, 7).await;
    let person: Person = app.signs_in_a_browser(email).await;
    let export = person.get("/me/export").await.expect(200);
    for feature in ["club", "hangouts", "movies", "rankings", "shareables"] {
        assert!(
            export.json["features"].get(feature).is_some_and(kit::serde_json::Value::is_object),
            "{feature}: {}",
            export.text
        );
    }
    assert_eq!(export.text_at("/features/club/profile/lastLoginIp"), "127.0.0.1");
    assert_eq!(not_exported(&app, &person, &export.text).await, Vec::<String>::new());
    person.with_header("sec-fetch-site", "same-origin").delete("/me").await.expect(204);
    // Some of it waits a moment: counts are made once for many answers, and marks between servers last an hour.
    for _ in 0..3 {
        app.finish_work().await;
        app.server.services.live.flush().await;
        app.advance(SignedDuration::from_mins(30));
    }
    let mut stored = app.everything().await;
    // A mark between servers may be written late, after the clock was moved; it lasts five minutes from then.
    stored.retain(|(_, item)| !format!("{item:?}").contains("LIVE#"));
    let (name, _) = filled.people.iter().find(|(_, theirs)| theirs == email).unwrap();
    for sought in [email, name] {
        assert_eq!(left_behind(&stored, sought, false), Vec::<String>::new(), "{sought}");
    }
    assert_eq!(left_behind(&stored, &person.user_id, true), Vec::<String>::new());
    assert_eq!(app.doctor().await, Ok(()));
}

/// She is in groups and a household, plays squash, voted, ranked, replied, rated and commented.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_in_everything_leaves_only_bare_ids_on_one_machine() {
    nothing_else_stays(Engine::Embedded, "yuki@example.org").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_in_everything_leaves_only_bare_ids_on_dynamodb() {
    nothing_else_stays(Engine::Dynamodb, "yuki@example.org").await;
}

/// She keeps the catalogue: what she added and planned stays without her name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_made_things_for_others_leaves_them_behind_without_a_name() {
    nothing_else_stays(Engine::Embedded, "priya@example.org").await;
}

/// A manager may have typed a member's address beside their name on the ladder.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_whose_account_goes_stays_on_the_ladder_without_name_and_address() {
    let (app, _) = TestApp::with_example(Engine::Embedded, 7).await;
    let maya = app.signs_in_a_browser("maya@example.org").await;
    let maya = maya.with_header("sec-fetch-site", "same-origin");
    let (name, email) = ("Noor van Dijk", "noor@example.org");
    let noor = app.signs_in_a_browser(email).await.with_header("sec-fetch-site", "same-origin");
    let player = json!({ "name": name, "email": email, "userId": noor.user_id });
    let player = maya.post("/squash/players", player).await.expect(201).text_at("playerId");
    let other = maya.get("/squash/players").await.expect(200);
    let other = other.json["items"].as_array().unwrap().iter().find(|one| one["playerId"] != player.as_str());
    let result = json!({
        "date": "2037-11-14", "teamAPlayer1Id": player, "teamBPlayer1Id": other.unwrap()["playerId"],
        "winningTeam": "A", "teamAGames": 3, "teamBGames": 1,
    });
    let game = maya.post("/squash/matches", result).await.expect(201).text_at("matchId");
    let export = noor.get("/me/export").await.expect(200);
    assert_eq!(export.text_at("/features/club/squashPlayers/0/playerId"), player);
    assert_eq!(export.text_at("/features/club/squashMatches/0/matchId"), game);
    noor.delete("/me").await.expect(204);
    app.finish_work().await;
    let seen = maya.get(&format!("/squash/players/{player}")).await.expect(200);
    assert_eq!((seen.text_at("name"), seen.json["email"].is_null()), ("Former member".into(), true));
    let stored = app.everything().await;
    for sought in [email, name] {
        assert_eq!(left_behind(&stored, sought, false), Vec::<String>::new(), "{sought}");
    }
    assert_eq!(app.doctor().await, Ok(()));
}

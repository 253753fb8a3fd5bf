//! Rows of ranked polls.

use super::{Form, Ids, SOON, THEN, TTL, World};
use kit::serde_json::json;

pub fn world(ids: Ids, form: Form) -> World {
    let mut world = World::new(ids, form);
    world.person("ana", &[]);
    let (ana, id) = (ids.uuid("ana"), ids.uuid("ranked poll"));
    let code = format!("abc-{:05}-def", ids.0);
    let title = ids.word("Best Programming Language ");
    world
        .row(
            "poll",
            "ranked-choice-polls",
            json!({ "PK": format!("POLL#{id}"), "SK": "METADATA", "id": id, "title": title,
                "description": "Vote for your favorite programming language",
                "candidates": ["JavaScript", "Python", "Go", "Rust"], "createdAt": THEN, "expiresAt": SOON }),
            json!({ "code": code, "ownerId": ana, "manageKeyHash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "version": 4, "settings": { "resultsVisibility": "always" }, "tieOrder": [3, 1, 0, 2], "firstVoteAt": THEN,
                "outcomes": [{ "kind": "event", "id": "bcd-efg-12345", "path": "/s/bcd-efg-12345" }] }),
        )
        .also(&["closedAt", "deletedAt"]);
    let once = json!({ "once": [{ "key": "k", "body": "b", "at": 2_141_000_000 }] });
    for (name, rankings) in [
        ("vote", json!(["Python", "Rust", "Go", "JavaScript"])),
        ("second vote", json!(["Go", "Rust", "Python", "JavaScript"])),
        ("third vote", json!(["Go"])),
    ] {
        let vote = ids.uuid(name);
        let row = world.row(
            name,
            "ranked-choice-polls",
            json!({ "PK": format!("POLL#{id}"), "SK": format!("VOTE#{vote}"), "id": vote, "pollId": id,
                "rankings": rankings, "votedAt": THEN }),
            once.clone(),
        );
        if name != "vote" {
            row.sound();
        }
    }
    world.our_row(
        "code",
        "System",
        json!({ "PK": format!("CODE#{code}"), "SK": "CODE", "kind": "ranked", "id": id }),
    );
    for (name, part) in [("made", "made"), ("answered", "answered")] {
        world.our_row(
            name,
            "System",
            json!({ "PK": format!("MINE#{ana}#{part}"), "SK": format!("{THEN}#ranked#{id}"), "kind": "ranked", "id": id, "createdAt": THEN, "ttl": TTL, "code": "v1.1.c2VhbGVk" }),
        );
    }
    looks(&mut world, &id, &title);
    world
}

fn looks(world: &mut World, id: &str, title: &str) {
    let api = format!("/api/v1/ranked-polls/{id}");
    for by in [None, Some("ana")] {
        world.look(by, format!("/r/{id}")).about(&["poll"]).shows("poll", title).shows("poll", "JavaScript");
        let results = world.look(by, format!("/r/{id}/results")).about(&["poll"]);
        results.shows("poll", title).shows("second vote", "Go").shows("vote", "Python");
        world.look(by, api.as_str()).about(&["poll"]).shows("vote", "\"totalVotes\":3").shows("poll", title);
        let results = world.look(by, format!("{api}/results")).about(&["poll"]);
        // With the first vote or without it.
        results.shows("second vote", "\"winner\":\"Go\"").shows("vote", "\"totalVotes\":3");
        world.visits(
            by,
            &["poll"],
            &[
                format!("/r/{id}/screen"),
                format!("/r/{id}/poster"),
                format!("/r/{id}/preview.png"),
                format!("/r/{id}/results.csv"),
                format!("{api}/results.csv"),
            ],
        );
    }
    if world.form == Form::Document {
        world.look(Some("ana"), format!("/r/{id}/manage")).status(401);
        return;
    }
    let code = world.ids.0;
    let manage = world.look(Some("ana"), format!("/r/{id}/manage")).about(&["poll"]);
    manage.shows("poll", title);
    let ballots = world.look(Some("ana"), format!("{api}/ballots.csv")).about(&["poll"]);
    ballots.shows("second vote", "Go>Rust>Python>JavaScript").shows("vote", "Python>Rust");
    world.visits(
        Some("ana"),
        &["poll"],
        &[format!("/r/{id}/ballots.csv"), format!("{api}/ballots.blt"), format!("{api}/ballots.rctab.csv")],
    );
    world.look(None, format!("/abc-{code:05}-def")).status(303).about(&["poll", "code"]);
    world
        .look(None, format!("/api/v1/codes/abc-{code:05}-def"))
        .about(&["poll", "code"])
        .shows("poll", "ranked");
    let things = ["/me/things", "/api/v1/me/things", "/home"];
    for path in things {
        world.look(Some("ana"), path).about(&["poll", "made"]).shows("made", title);
    }
    // The browser alone knows what this page lists.
    world.look(Some("ana"), "/here");
    world.look(Some("ana"), "/api/v1/me/export").shows("made", title).about(&["poll"]);
}

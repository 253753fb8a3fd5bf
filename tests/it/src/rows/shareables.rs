//! Rows of checklists, events and polls by code.

use super::{Form, Ids, SOON, THEN, TTL, World};
use kit::serde_json::{Value as Json, json};

const ITEM: &str = "00000000-0000-4000-8000-0000000000a1";
const OTHER_ITEM: &str = "00000000-0000-4000-8000-0000000000a2";
const QUESTION: &str = "00000000-0000-4000-8000-0000000000b1";
const OPTIONS: [&str; 2] = ["00000000-0000-4000-8000-0000000000c1", "00000000-0000-4000-8000-0000000000c2"];

/// A code, as an attribute and within keys.
fn code(letters: &str, ids: Ids) -> (String, String) {
    let code = format!("{letters}-{:05}", ids.0);
    (code.replace('-', ""), code)
}

/// What every share has.
fn share(entity: &str, (compact, code): &(String, String), name: &str) -> Json {
    json!({ "pk": format!("shareable#{compact}"), "sk": "01#", "entity": entity, "shortId": code, "name": name,
        "adminPasscode": "***", "viewPasscodeVersion": 1_771_415_202_059_i64, "adminPasscodeVersion": 1_771_415_202_059_i64,
        "expiresAfter": 7 })
}

fn with(mut item: Json, more: Json) -> Json {
    if let (Some(item), Json::Object(more)) = (item.as_object_mut(), more) {
        item.extend(more);
    }
    item
}

fn new(ids: Ids, form: Form) -> (World, Json) {
    let mut world = World::new(ids, form);
    world.person("ana", &[]);
    let ours = json!({ "by": "Hana", "createdAt": THEN, "updatedAt": THEN, "expiresAt": "2037-11-25T10:30:00Z", "version": 3,
        "ttl": TTL, "ownerId": ids.uuid("ana") });
    (world, ours)
}

/// The example record of the document, to the letter.
pub fn guarded(ids: Ids, form: Form) -> World {
    let (world, ours) = &mut new(ids, form);
    let pool = json!({ "pk": 100 + ids.0 % 900, "sk": format!("available#{:02}", ids.0 / 900), "id": "AAA-AAA-00000" });
    world.row("pool", "ShortIdPool", pool, json!({}));
    let guarded = code("def-ghj", world.ids);
    let record = with(share("checklist", &guarded, "My shopping list"), json!({ "viewPasscode": "***" }));
    world.row("guarded", "Shareables", record, ours.clone());
    let code = &guarded.1;
    world.look(None, format!("/s/{code}")).status(401).shows("guarded", "passcode").about(&["guarded"]);
    world.look(None, format!("/api/v1/shareables/{code}")).status(401).about(&["guarded"]);
    world.look(None, format!("/s/{code}/admin")).status(401).about(&["guarded"]);
    world.look(None, format!("/api/v1/codes/{code}")).shows("guarded", "checklist").about(&["guarded"]);
    if world.form == Form::Whole {
        world
            .look(Some("ana"), format!("/s/{code}"))
            .shows("guarded", "My shopping list")
            .about(&["guarded"]);
        world.look(Some("ana"), format!("/api/v1/shareables/{code}/passcodes")).about(&["guarded"]);
    }
    world.clone()
}

/// What anyone sees of a share, and what its organiser sees.
fn pages(world: &mut World, kind: &'static str, code: &str, words: &[(&'static str, String)]) {
    let api = format!("/api/v1/shareables/{code}");
    for by in [None, Some("ana")] {
        for path in
            [format!("/s/{code}"), api.clone(), format!("/s/{code}/people"), format!("/s/{code}/screen")]
        {
            let look = world.look(by, path.as_str()).about(&[kind]);
            if !path.ends_with("people") && !path.ends_with("screen") {
                for (row, words) in words {
                    look.shows(row, words.as_str());
                }
            }
        }
        let paths =
            [format!("/s/{code}/poster"), format!("/s/{code}/preview.png"), format!("/api/v1/codes/{code}")];
        world.visits(by, &[kind], &paths);
        world.look(by, format!("/{code}")).status(303).about(&[kind]);
    }
    if world.form == Form::Whole {
        let paths = [
            format!("/s/{code}/admin"),
            format!("/s/{code}/admin/edit"),
            format!("{api}/passcodes"),
            format!("{api}/export.csv"),
            format!("{api}/export.json"),
        ];
        for path in paths {
            let look = world.look(Some("ana"), path.as_str()).about(&[kind]);
            if path.ends_with("/admin") || path.ends_with("export.json") {
                // Its organiser’s page names of a poll’s options only those that lead, which follows from the votes.
                let most = if kind == "poll" && path.ends_with("/admin") { 1 } else { words.len() };
                for (row, words) in &words[..most] {
                    look.shows(row, words.as_str());
                }
            }
        }
        for path in ["/me/things", "/api/v1/me/things"] {
            let name = words[0].1.clone();
            world.look(Some("ana"), path).about(&[kind, "made"]).shows(kind, name);
        }
        world.look(Some("ana"), "/home").about(&[kind, "made"]);
        world.look(Some("ana"), "/api/v1/me/export").about(&[kind, "made"]);
    }
}

pub fn checklist(ids: Ids, form: Form) -> World {
    let (world, ours) = &mut new(ids, form);
    let (compact, code) = code("abc-def", world.ids);
    let item = |id: &str, name: &str| json!({ "checklistItemId": id, "name": name, "note": "example" });
    let name = world.ids.word("Picnic ");
    let record = with(
        share("checklist", &(compact.clone(), code.clone()), &name),
        json!({ "note": "For the weekend", "items": [item(ITEM, "Bread"), item(OTHER_ITEM, "Butter")] }),
    );
    world
        .row("checklist", "Shareables", record, with(ours.clone(), json!({ "viewersAdd": true })))
        .also(&["deletedAt", "from"]);
    let (one, other) = (ITEM.replace('-', ""), OTHER_ITEM.replace('-', ""));
    let added = "00000000-0000-4000-8000-0000000000a3";
    world.our_row(
        "tick",
        "Shareables",
        json!({ "pk": format!("checklist_tick#{compact}"), "sk": format!("01#{one}#"),
        "checklistItemId": ITEM, "checkedBy": "Tess", "checkedAt": THEN, "ttl": TTL }),
    );
    world.our_row(
        "claim",
        "Shareables",
        json!({ "pk": format!("checklist_claim#{compact}"), "sk": format!("01#{other}#"),
        "checklistItemId": OTHER_ITEM, "claimedBy": "Carl", "claimedAt": THEN, "ttl": TTL,
        "userId": ids.uuid("carl"), "codeHash": "84Hf0cZwD5cp4XAPVHJT4IEwGiTj5QMAvo1P2zoZTnM" }),
    );
    world.our_row("added", "Shareables", json!({ "pk": format!("checklist_added#{compact}"), "sk": format!("01#{}#", added.replace('-', "")),
        "checklistItemId": added, "name": "Cheese", "note": "mild", "addedBy": "Adda", "createdAt": THEN, "ttl": TTL }));
    mine(world, "checklist", &code);
    let mut words =
        vec![("checklist", name), ("checklist", "Bread".to_owned()), ("checklist", "Butter".to_owned())];
    if world.form == Form::Whole {
        words.extend([
            ("tick", "Tess".to_owned()),
            ("claim", "Carl".to_owned()),
            ("added", "Cheese".to_owned()),
        ]);
    }
    pages(world, "checklist", &code, &words);
    world.clone()
}

fn mine(world: &mut World, kind: &'static str, code: &str) {
    let ana = world.ids.uuid("ana");
    world.our_row(
        "made",
        "System",
        json!({ "PK": format!("MINE#{ana}#made"), "SK": format!("{THEN}#{kind}#{code}"), "kind": kind, "id": code, "createdAt": THEN, "ttl": TTL }),
    );
}

pub fn event(ids: Ids, form: Form) -> World {
    let (world, ours) = &mut new(ids, form);
    let (compact, code) = code("bcd-efg", world.ids);
    let name = world.ids.word("Garden party ");
    let record = with(
        share("event", &(compact.clone(), code.clone()), &name),
        json!({ "startTime": SOON, "endTime": "2037-11-16T21:00:00Z", "type": "Virtual", "location": "Orchard",
            "description": "Soup, then cake", "isRsvpRequired": true, "rsvpDeadline": "2037-11-16T12:00:00Z", "rsvpVisibility": "everyone" }),
    );
    world
        .row("event", "Shareables", record, with(ours.clone(), json!({ "timeZone": "Europe/Lisbon" })))
        .also(&["cancelled", "cancelledAt", "movedAt", "deletedAt", "unannounced", "announcedAt"]);
    for (name, code_of, who, response) in
        [("rsvp", "k7m2q9xw", "Rosa", "going"), ("second rsvp", "Q1", "Olaf", "maybe")]
    {
        let row = world.row(
            name,
            "Shareables",
            json!({ "pk": format!("event_rsvp#{compact}"), "sk": format!("01#{}#", code_of.to_lowercase()), "shortId": code,
                "code": code_of, "name": who, "response": response, "guestCount": 2 }),
            json!({ "note": "We bring the cake", "createdAt": THEN, "updatedAt": THEN, "ttl": TTL,
                "once": [{ "key": "k", "body": "b", "at": 2_141_000_000 }] }),
        );
        if name != "rsvp" {
            row.sound();
        }
    }
    mine(world, "event", &code);
    let words = [("event", name), ("event", "Orchard".to_owned())];
    pages(world, "event", &code, &words);
    let api = format!("/api/v1/shareables/{code}");
    for path in [format!("/s/{code}"), format!("{api}/rsvps")] {
        let look = world.look(None, path).about(&["event"]);
        look.shows("rsvp", "Rosa").shows("second rsvp", "Olaf");
    }
    world.look(None, format!("{api}/event.ics")).about(&["event"]).shows("event", "BEGIN:VEVENT");
    world.look(None, format!("{api}/rsvps/k7m2q9xw")).about(&["event", "rsvp"]).shows("rsvp", "Rosa");
    if world.form == Form::Whole {
        let look = world.look(Some("ana"), format!("{api}/export.json")).about(&["event"]);
        look.shows("rsvp", "Rosa").shows("second rsvp", "Olaf");
    }
    world.clone()
}

pub fn poll(ids: Ids, form: Form) -> World {
    let (world, ours) = &mut new(ids, form);
    let (compact, code) = code("cde-fgh", world.ids);
    let name = world.ids.word("Weekend ");
    let option = |at: usize, label: &str| json!({ "pollQuestionOptionId": OPTIONS[at], "label": label });
    let dated = |at: usize, label: &str| {
        let dates =
            json!({ "description": "In the garden", "startTime": SOON, "endTime": "2037-11-16T21:00:00Z" });
        if world.form == Form::Whole { with(option(at, label), dates) } else { option(at, label) }
    };
    let record = with(
        share("poll", &(compact.clone(), code.clone()), &name),
        json!({ "note": "Quick one", "resultsVisibility": "always", "closesAt": SOON, "isClosed": false,
            "questions": [{ "pollQuestionId": QUESTION, "title": "Where?", "isMultiple": false, "isRequired": true,
                "options": [option(0, "Lake"), dated(1, "Coast")] }] }),
    );
    world
        .row("poll", "Shareables", record, with(ours.clone(), json!({ "outcomes": [{ "kind": "event", "id": "bcd-efg-12345", "path": "/s/bcd-efg-12345" }] })))
        .also(&["deletedAt", "timeZone"]);
    for (name, code_of, who, option) in [("vote", "k7m2q9xw", "Vera", 0), ("second vote", "Q1", "Walt", 1)] {
        let row = world.row(
            name,
            "Shareables",
            json!({ "pk": format!("poll_vote#{compact}"), "sk": format!("01#{}#", code_of.to_lowercase()), "shortId": code, "code": code_of,
                "name": who, "answers": [{ "pollQuestionId": QUESTION, "optionIds": [OPTIONS[option]] }], "createdAt": THEN, "updatedAt": THEN }),
            json!({ "ttl": TTL, "once": [{ "key": "k", "body": "b", "at": 2_141_000_000 }] }),
        );
        if name != "vote" {
            row.sound();
        }
    }
    mine(world, "poll", &code);
    let words = [("poll", name), ("poll", "Lake".to_owned())];
    pages(world, "poll", &code, &words);
    let api = format!("/api/v1/shareables/{code}");
    let results = world.look(None, format!("{api}/results")).about(&["poll"]);
    results.shows("vote", "\"totalVotes\":2").shows("vote", "Vera").shows("second vote", "Walt");
    let answers = world.look(None, format!("{api}/answers")).about(&["poll"]);
    answers.shows("vote", "Vera").shows("second vote", "Walt");
    world.look(None, format!("{api}/votes/k7m2q9xw")).about(&["poll", "vote"]).shows("vote", "Vera");
    if world.form == Form::Whole {
        let look = world.look(Some("ana"), format!("{api}/votes")).about(&["poll"]);
        look.shows("vote", "Vera").shows("second vote", "Walt");
    }
    world.clone()
}

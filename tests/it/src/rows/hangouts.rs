//! Rows of groups and hangouts.

use super::{Form, Ids, SOON_MILLIS, THEN, TTL, World};
use kit::serde_json::json;

pub fn world(ids: Ids, form: Form) -> World {
    let mut world = World::new(ids, form);
    world.person("ana", &[]);
    let (group, sound) = (ids.uuid("group"), ids.word("chess-"));
    let (name, other) = (ids.word("Mill Lane "), ids.word("Chess "));
    groups(&mut world, [("group", &group, &name), ("sound group", &sound, &other)]);
    gatherings(&mut world, &group, &sound);
    looks(&mut world, &group, &sound, [&name, &other]);
    world
}

fn groups(world: &mut World, groups: [(&'static str, &str, &str); 2]) {
    let ana = world.ids.uuid("ana");
    for (row, group, name) in groups {
        let is_sound = row != "group";
        let ours = json!({ "groupId": group, "description": "Neighbours", "createdBy": ana, "createdAt": THEN, "updatedAt": THEN,
            "ownerIds": [ana], "memberCount": 2, "version": 2 });
        let key = format!("GROUP#{group}");
        let metadata = json!({ "PK": key, "SK": "METADATA", "name": name });
        let added = world.row(row, "InviterTable", metadata, ours);
        added.also(&["deletedAt"]);
        if is_sound {
            added.sound();
        }
        let member = |user: &str, who: &str, role: &str| {
            json!({ "PK": key, "SK": format!("USER#{user}"), "gsi1pk": format!("USER#{user}"), "gsi1sk": key, "groupName": name,
                "displayName": who, "role": role })
        };
        let ours = |user: &str| json!({ "groupId": group, "userId": user, "joinedAt": THEN, "openedAt": THEN, "addedBy": ana });
        let (mine, theirs) =
            if is_sound { ("my sound membership", "sound member") } else { ("membership", "member") };
        let row = world.row(mine, "InviterTable", member(&ana, "Ana", "owner"), ours(&ana));
        if is_sound {
            row.sound();
        } else {
            row.also(&["feedHash", "feedMadeAt"]);
        }
        let nora = if is_sound { "nora".to_owned() } else { world.ids.uuid("nora") };
        let row = world.row(theirs, "InviterTable", member(&nora, "Nora", "moderator"), ours(&nora));
        if is_sound {
            row.sound();
        }
    }
    let group = groups[0].1;
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    world.our_row(
        "invite",
        "InviterTable",
        json!({ "PK": format!("GROUP#{group}"), "SK": format!("INVITE#{hash}"), "inviteId": hash, "groupId": group, "createdBy": ana,
            "createdAt": THEN, "expiresAt": "2037-12-10T10:30:00Z", "ttl": TTL }),
    );
    let gone = world.ids.uuid("gone");
    world.our_row(
        "removal",
        "InviterTable",
        json!({ "PK": format!("GROUP#{group}"), "SK": format!("LEFT#{gone}"), "groupId": group, "userId": gone, "removedBy": ana,
            "removedAt": THEN, "gsi1pk": format!("REMOVED#{gone}"), "gsi1sk": format!("GROUP#{group}") }),
    );
}

/// A hangout of both groups, one of the second, and one to which a person is invited.
fn gatherings(world: &mut World, group: &str, sound: &str) {
    let ids = world.ids;
    let (ana, nora) = (ids.uuid("ana"), ids.uuid("nora"));
    let both = [format!("GROUP#{group}"), format!("GROUP#{sound}")];
    let plan = |rows: [&'static str; 2],
                id: String,
                title: String,
                at: i64,
                targets: Vec<String>,
                world: &mut World| {
        let groups: Vec<&str> = targets.iter().filter_map(|target| target.strip_prefix("GROUP#")).collect();
        let people: Vec<&str> = targets.iter().filter_map(|target| target.strip_prefix("USER#")).collect();
        let ours = json!({ "hangoutId": id, "createdBy": ana, "createdAt": THEN, "updatedAt": THEN, "cancelled": false,
            "goingCount": 1, "maybeCount": 1, "notGoingCount": 0, "rev": 2, "endTimestamp": at + 7_200_000, "location": "The mill",
            "changedAt": THEN, "sequence": 1 });
        let canonical = json!({ "description": "Bring a board", "invitation": "open", "invitedIds": [], "inviteeIds": people,
            "version": 2, "countedAt": THEN, "announcedAt": THEN, "timeZone": "Europe/Lisbon" });
        let merged = |one: &kit::serde_json::Value, other: kit::serde_json::Value| {
            let mut one = one.clone();
            if let (Some(one), kit::serde_json::Value::Object(other)) = (one.as_object_mut(), other) {
                one.extend(other);
            }
            one
        };
        let record = json!({ "PK": format!("EVENT#{id}"), "SK": "METADATA", "title": title, "startTimestamp": at, "groupIds": groups });
        let row = world.row(rows[0], "InviterTable", record, merged(&ours, canonical));
        row.also(&[
            "creatorGone",
            "from",
            "unannounced",
            "leaving",
            "deletedAt",
            "cancelledAt",
            "movedAt",
            "byPointers",
        ]);
        if rows[0].starts_with("sound") {
            row.sound();
        }
        for (at_target, target) in targets.iter().enumerate() {
            let pointer = json!({ "PK": target, "SK": format!("HANGOUT#{id}"), "gsi1pk": target, "title": title, "startTimestamp": at });
            let ours = merged(&ours, json!({ "timeZone": "Europe/Lisbon" }));
            let row = world.row(
                if at_target == 0 { rows[1] } else { "sound pointer" },
                "InviterTable",
                pointer,
                ours,
            );
            row.also(&["cancelledAt", "movedAt"]);
            if at_target > 0 || rows[1].starts_with("sound") {
                row.sound();
            }
        }
    };
    let supper = ids.uuid("hangout");
    plan(["hangout", "pointer"], supper.clone(), ids.word("Supper "), SOON_MILLIS, both.to_vec(), world);
    plan(
        ["sound hangout", "sound pointer"],
        ids.word("match-"),
        ids.word("Match "),
        SOON_MILLIS + 60_000,
        vec![both[1].clone()],
        world,
    );
    plan(
        ["invited hangout", "invitation"],
        ids.uuid("invited hangout"),
        ids.word("Walk "),
        SOON_MILLIS + 120_000,
        vec![format!("USER#{ana}")],
        world,
    );
    for (row, user, who, response) in
        [("response", &nora, "Nora", "going"), ("sound response", &"otto".to_owned(), "Otto", "maybe")]
    {
        world.our_row(
            row,
            "InviterTable",
            json!({ "PK": format!("EVENT#{supper}"), "SK": format!("USER#{user}"), "hangoutId": supper, "userId": user, "displayName": who,
                "response": response, "respondedAt": THEN, "gsi1pk": format!("RESPONDER#{user}"), "startTimestamp": SOON_MILLIS }),
        );
        if let Some(one) = world.rows.iter_mut().find(|one| one.name == row) {
            one.also(&["placedAt"]);
            if row != "response" {
                one.sound();
            }
        }
    }
}

fn looks(world: &mut World, group: &str, sound: &str, [name, other]: [&str; 2]) {
    let ids = world.ids;
    let ana = Some("ana");
    let (supper, played, walk) = (ids.word("Supper "), ids.word("Match "), ids.word("Walk "));
    for path in ["/groups", "/api/v1/groups"] {
        world.look(ana, path).shows("my sound membership", other);
        // Without its own row a group cannot be opened, and has another name or no place in the list.
        world.look(ana, path).about(&["group"]).shows("membership", name);
    }
    for path in ["/hangouts", "/api/v1/me/hangouts", "/home"] {
        let look = world.look(ana, path);
        look.shows("sound pointer", &played).shows("invitation", &walk);
        if path != "/home" {
            look.shows("pointer", &supper);
        }
    }
    world.look(ana, "/api/v1/me/hangouts?before=2040-01-01T00:00:00Z").shows("sound pointer", &played);
    // Reached by its second group, whatever the first is like.
    let hangout = ids.uuid("hangout");
    for path in [format!("/hangouts/{hangout}"), format!("/api/v1/hangouts/{hangout}")] {
        world.look(ana, path).about(&["hangout"]).shows("hangout", &supper);
    }
    let mut own = vec![
        format!("/hangouts/{hangout}/edit"),
        format!("/hangouts/{hangout}/copy"),
        format!("/api/v1/hangouts/{hangout}/event.ics"),
    ];
    own.push(format!("/api/v1/hangouts/{hangout}/responses"));
    world.visits(ana, &["hangout"], &own);
    if world.form == Form::Whole {
        for path in [format!("/hangouts/{hangout}"), format!("/api/v1/hangouts/{hangout}/responses")] {
            world
                .look(ana, path)
                .about(&["hangout"])
                .shows("response", "Nora")
                .shows("sound response", "Otto");
        }
    }
    for (row, mine, id, title) in
        [("group", "membership", group, &supper), ("sound group", "my sound membership", sound, &played)]
    {
        let about: &[&'static str] = if row == "group" { &["group", "membership"] } else { &[] };
        let name = if row == "group" { name } else { other };
        for path in [format!("/groups/{id}"), format!("/api/v1/groups/{id}")] {
            world.look(ana, path).about(about).shows(row, name);
        }
        for path in [format!("/groups/{id}"), format!("/api/v1/groups/{id}/feed")] {
            let pointer = if row == "group" { "pointer" } else { "sound pointer" };
            world.look(ana, path).about(about).shows(pointer, title.as_str());
        }
        for path in [format!("/groups/{id}/members"), format!("/api/v1/groups/{id}/members")] {
            let member = if row == "group" { "member" } else { "sound member" };
            world.look(ana, path).about(about).shows(mine, "Ana").shows(member, "Nora");
        }
        let paths = [
            format!("/groups/{id}/edit"),
            format!("/groups/{id}/leave"),
            format!("/api/v1/groups/{id}/invite-links"),
            format!("/hangouts/new?group={id}"),
        ];
        world.visits(ana, about, &paths);
        world.look(None, format!("/groups/{id}")).status(303);
        world.look(None, format!("/api/v1/groups/{id}")).status(401);
    }
    world.visits(
        ana,
        &[],
        &["/groups/new".into(), "/hangouts/new".into(), "/api/v1/me/export".into(), "/me".into()],
    );
}

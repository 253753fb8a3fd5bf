//! Rows of movie night: people, households, rounds.

use super::{Form, Ids, SOON, THEN, TTL, World};
use kit::serde_json::{Value as Json, json};

const HALF_PAST: &str = "2037-11-10T11:30:00Z";

pub fn world(ids: Ids, form: Form) -> World {
    let mut world = World::new(ids, form);
    world.person("ana", &[]);
    people(&mut world);
    household(&mut world);
    rounds(&mut world);
    looks(&mut world);
    world
}

fn child(ids: Ids) -> String {
    format!("managed_{}", ids.uuid("kim"))
}

fn people(world: &mut World) {
    let ids = world.ids;
    let (ana, bo, kim, home) = (ids.uuid("ana"), ids.uuid("bo"), child(ids), ids.uuid("home"));
    for (row, membership, id, name) in
        [("ana", "my membership", &ana, "Ana"), ("bo", "membership", &bo, "Bo")]
    {
        let user = world.row(
            row,
            "Users",
            json!({ "user_id": id, "email": format!("{}@example.org", ids.word(row)), "display_name": name, "avatar_key": "fox",
                "is_managed": false, "content_rating_ceiling": "R", "created_at": THEN, "last_active_at": THEN,
                "notification_prefs": { "vote_nudge": true, "pick_announce": false, "new_round": true }, "device_token": "a1b2c3" }),
            json!({ "group_id": home, "version": 2, "time_zone": "Europe/Lisbon", "no_add_groups": ["x"] }),
        );
        user.also(&["parent_user_id"]);
        world.row(
            membership,
            "GroupMemberships",
            json!({ "group_id": home, "user_id": id, "role": if row == "ana" { "creator" } else { "member" },
                "member_type": "independent", "joined_at": THEN }),
            json!({}),
        );
        preferences(world, if row == "ana" { "my preferences" } else { "preferences" }, id);
    }
    world.row(
        "kim",
        "Users",
        json!({ "user_id": kim, "display_name": "Kim", "avatar_key": "owl", "is_managed": true, "parent_user_id": ana,
            "content_rating_ceiling": "PG", "created_at": THEN, "last_active_at": THEN }),
        json!({ "group_id": home, "version": 1 }),
    );
    let mut added = |row, membership| {
        world
            .row(
                row,
                "GroupMemberships",
                json!({ "group_id": home, "user_id": kim, "role": "member", "member_type": "managed", "joined_at": THEN }),
                json!({}),
            )
            .also(membership);
    };
    added("child's membership", &[]);
    preferences(world, "child's preferences", &kim);
}

fn preferences(world: &mut World, row: &'static str, member: &str) {
    let home = world.ids.uuid("home");
    world.row(
        row,
        "Preferences",
        json!({ "group_id": home, "user_id": member, "genre_likes": ["35", "16"], "genre_dislikes": ["27"], "max_content_rating": "PG-13",
            "updated_at": THEN }),
        json!({ "version": 1 }),
    );
}

fn household(world: &mut World) {
    let ids = world.ids;
    let (ana, home) = (ids.uuid("ana"), ids.uuid("home"));
    let row = world.row(
        "household",
        "Groups",
        json!({ "group_id": home, "name": ids.word("The Mills "), "created_by": ana, "streaming_services": ["netflix", "disney_plus"],
            "created_at": THEN }),
        json!({ "active_round_id": ids.uuid("voting"), "latest_round_id": ids.uuid("voting"), "watched_movie_ids": [862], "version": 2,
            "rating_region": "US", "hide_votes": false }),
    );
    row.also(&["deleted_at"]);
    for (row, id) in [("invite", ids.uuid("invite")), ("second invite", ids.uuid("second invite"))] {
        let invite = world.row(
            row,
            "Invites",
            json!({ "invite_id": id, "group_id": home, "created_by": ana, "invite_token": ids.word(if row == "invite" { "tok-" } else { "other-" }),
                "status": "pending", "created_at": THEN, "expires_at": SOON, "ttl": TTL }),
            json!({}),
        );
        if row != "invite" {
            invite.sound();
        }
    }
    world.row(
        "cache",
        "TmdbCache",
        json!({ "cache_key": ids.word("key"), "response_data": "{}", "cached_at": THEN, "ttl": TTL }),
        json!({}),
    );
}

/// One in voting, one picked, one watched, one rated; the document's older words for two of them.
fn rounds(world: &mut World) {
    let ids = world.ids;
    let (ana, bo, home) = (ids.uuid("ana"), ids.uuid("bo"), ids.uuid("home"));
    for (row, status) in [
        ("voting", "closed"),
        ("picked", "picked"),
        ("watched", "watched"),
        ("rated", "rated"),
        ("draft", "draft"),
    ] {
        let id = ids.uuid(row);
        let pick = if matches!(row, "voting" | "draft") {
            Json::Null
        } else {
            json!(ids.uuid(&format!("pick of {row}")))
        };
        let mut record = json!({ "round_id": id, "group_id": home, "started_by": ana, "status": status, "attendees": [ana, bo, child(ids)],
            "created_at": THEN, "relaxed_constraints": ["liked_genres"] });
        if let Some(record) = record.as_object_mut() {
            for (attribute, has) in [
                ("voting_started_at", row != "draft"),
                ("selected_at", !pick.is_null()),
                ("watched_at", row == "watched" || row == "rated"),
                ("rated_at", row == "rated"),
            ] {
                if has {
                    record.insert(attribute.into(), json!(HALF_PAST));
                }
            }
        }
        let mut ours = json!({ "updated_at": HALF_PAST, "version": 2, "nudged_at": HALF_PAST, "nudged_by_itself_at": HALF_PAST });
        if let (Some(ours), false) = (ours.as_object_mut(), pick.is_null()) {
            ours.insert("pick_id".into(), pick.clone());
        }
        let round = world.row(row, "Rounds", record, ours);
        round.also(&["from"]);
        if matches!(row, "draft" | "rated") {
            round.sound();
        }
        for (at, (film, title)) in [(862_u32, "Toy Story"), (585, "Monsters, Inc.")].into_iter().enumerate() {
            let suggestion = world.row(
                if row == "voting" && at == 0 { "suggestion" } else { "sound suggestion" },
                "Suggestions",
                json!({ "round_id": id, "tmdb_movie_id": film, "position": at + 1, "title": title, "poster_path": "/a.jpg", "year": 1995,
                    "genres": ["Family"], "content_rating": "G" }),
                json!({ "runtime_minutes": 81, "suits": [ana], "misses": ["liked_genres"], "services": ["netflix"], "added_by": ana }),
            );
            if row != "voting" || at != 0 {
                suggestion.sound();
            }
        }
        for (name, member, vote) in [("vote", &bo, "up"), ("sound vote", &ana, "down")] {
            let cast = world.row(
                if row == "voting" { name } else { "sound vote" },
                "Votes",
                json!({ "round_id": id, "vote_key": format!("862#{member}"), "tmdb_movie_id": 862, "member_id": member, "vote": vote,
                    "voted_at": HALF_PAST }),
                json!({}),
            );
            if row != "voting" || name != "vote" {
                cast.sound();
            }
        }
        if pick.is_null() {
            continue;
        }
        let seen = row == "watched" || row == "rated";
        let mut picked = json!({ "pick_id": pick, "round_id": id, "group_id": home, "tmdb_movie_id": 862, "title": ids.word(row),
            "poster_path": "/a.jpg", "picked_by": ana, "picked_at": HALF_PAST, "watched": seen });
        if let (Some(picked), true) = (picked.as_object_mut(), seen) {
            picked.insert("watched_at".into(), json!(HALF_PAST));
        }
        let ratings = json!({ "ratings": { bo.as_str(): "loved" }, "added_by": ana, "version": 1 });
        let pick = world.row(if row == "picked" { "pick" } else { "sound pick" }, "Picks", picked, ratings);
        if row != "picked" {
            pick.sound();
        }
        for (name, member) in [("rating", &bo), ("sound rating", &ana)] {
            let rated = world.row(
                if row == "watched" { name } else { "sound rating" },
                "Ratings",
                json!({ "round_id": id, "member_id": member, "rating": "loved", "rated_at": HALF_PAST }),
                json!({}),
            );
            if row != "watched" || name != "rating" {
                rated.sound();
            }
        }
    }
}

fn looks(world: &mut World) {
    let ids = world.ids;
    let ana = Some("ana");
    let home: &[&'static str] = &["ana", "my membership", "household"];
    let name = ids.word("The Mills ");
    for path in ["/movies/household", "/api/v1/households/mine"] {
        world.look(ana, path).about(home).shows("household", &name);
    }
    // It leads to the vote; beside one that cannot be read, to what else there is.
    world.look(ana, "/movies").about(home).leads("/movies/rounds/");
    let about: Vec<&'static str> = home.iter().copied().chain(["voting"]).collect();
    let tonight = world.look(ana, "/movies").about(&about).leads("/movies/rounds/");
    tonight.shows("suggestion", "Toy Story").shows("sound suggestion", "Monsters, Inc.");
    for path in ["/movies/household", "/api/v1/households/mine/members"] {
        let look = world.look(ana, path).about(home);
        look.shows("ana", "Ana").shows("bo", "Bo").shows("kim", "Kim");
    }
    for path in ["/movies/history", "/api/v1/picks"] {
        let look = world.look(ana, path).about(home);
        look.shows("sound pick", ids.word("watched")).shows("sound pick", ids.word("rated"));
        if path == "/api/v1/picks" {
            look.shows("pick", ids.word("picked"));
        }
    }
    let rounds = world.look(ana, "/api/v1/rounds").about(home);
    for row in ["voting", "picked", "watched", "rated", "draft"] {
        rounds.shows(row, ids.uuid(row));
    }
    for row in ["voting", "picked", "watched", "rated", "draft"] {
        let id = ids.uuid(row);
        let of_round: Vec<&'static str> = home.iter().copied().chain([row]).collect();
        for path in [format!("/movies/rounds/{id}"), format!("/api/v1/rounds/{id}")] {
            let look = world.look(ana, path.as_str()).about(&of_round);
            match row {
                "voting" => look.shows("suggestion", "Toy Story").shows("sound suggestion", "Monsters, Inc."),
                "draft" => look.shows("sound suggestion", "Toy Story"),
                "picked" => look.shows("pick", ids.word("picked")).about(&["pick"]),
                _ => look.shows("sound pick", ids.word(row)),
            };
        }
        let votes = world.look(ana, format!("/api/v1/rounds/{id}/votes")).about(&of_round);
        votes.shows("sound vote", "down");
    }
    let invites = world.look(ana, "/api/v1/households/mine/invites").about(home);
    invites.shows("invite", ids.uuid("invite")).shows("second invite", ids.uuid("second invite"));
    let token = ids.word("tok-");
    for path in [format!("/movies/invites/{token}"), format!("/api/v1/invites/{token}")] {
        world.look(None, path).about(&["invite", "household"]).shows("household", &name);
    }
    for (row, member) in [("my preferences", ids.uuid("ana")), ("child's preferences", child(ids))] {
        let about: Vec<&'static str> =
            home.iter().copied().chain([row, "kim", "child's membership"]).collect();
        for path in [
            format!("/api/v1/households/mine/preferences/{member}"),
            format!("/movies/household/members/{member}"),
        ] {
            world.look(ana, path).about(&about);
        }
    }
    world.look(ana, "/api/v1/me/managed-members").about(&["ana"]).shows("kim", "Kim");
    world.look(ana, "/me").about(&["ana"]).shows("ana", "Ana");
    world.look(ana, "/api/v1/me").about(&["ana"]).shows("ana", "Ana");
    let paths = [
        "/movies/rounds/new",
        "/movies/household/people",
        "/home",
        "/api/v1/me/export",
        "/api/v1/me/notifications",
    ];
    world.visits(ana, home, &paths.map(str::to_owned));
    world.look(None, "/movies").status(303);
    world.look(None, "/api/v1/rounds").status(401);
}

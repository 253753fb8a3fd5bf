//! Rows of the club: links, ratings, comments, role groups, profiles, squash.

use super::{Form, Ids, THEN, World};
use kit::serde_json::json;

fn new(ids: Ids, form: Form) -> World {
    let mut world = World::new(ids, form);
    world.person("ana", &[]);
    world.person("root", &["SuperAdmin"]);
    world
}

pub fn links(ids: Ids, form: Form) -> World {
    let world = &mut new(ids, form);
    let (ana, bo) = (ids.uuid("ana"), ids.uuid("bo"));
    let tag = ids.word("tag");
    for (row, id, title) in [
        ("site", ids.word("a1b2-"), ids.word("Openings ")),
        ("sound site", ids.uuid("site"), ids.word("Endings ")),
    ] {
        let pk = format!("SITE#{id}");
        let site = world.row(
            row,
            "fus-main",
            json!({ "PK": pk, "SK": "METADATA", "url": format!("https://{id}.example/"), "title": title, "description": "About chess",
                "scrapedContent": "A page about chess", "tags": [tag, "chess"], "createdAt": THEN, "updatedAt": THEN,
                "entityType": "SITE", "entitySk": pk }),
            json!({ "ratingCount": 2, "ratingSum": 7, "stars1": 0, "stars2": 1, "stars3": 0, "stars4": 0, "stars5": 1, "version": 2,
                "addedBy": ana, "scrape": { "status": "failed", "at": THEN, "error": "It did not answer." } }),
        );
        site.also(&["deletedAt"]);
        if row != "site" {
            site.sound();
        }
        for tag in [tag.as_str(), "chess"] {
            let leads = world.row(
                if row == "site" { "site tag" } else { "sound site tag" },
                "fus-main",
                json!({ "PK": pk, "SK": format!("TAG#{tag}"), "tag": tag, "siteId": pk }),
                json!({}),
            );
            if row != "site" || tag == "chess" {
                leads.sound();
            }
        }
    }
    world.our_row(
        "tag",
        "fus-main",
        json!({ "PK": format!("TAG#{tag}"), "SK": "METADATA", "entityType": "TAG", "entitySk": format!("TAG#{tag}"), "siteCount": 2 }),
    );
    let pk = format!("SITE#{}", ids.word("a1b2-"));
    for (rating, comment, user, note, body) in [
        ("rating", "comment", &ana, "Good stuff", "Spotted it"),
        ("sound rating", "sound comment", &bo, "Dull stuff", "Heard of it"),
    ] {
        let stars = if rating == "rating" { 5 } else { 2 };
        let (id, user) = (ids.uuid(comment), format!("USER#{user}"));
        let rated = world.row(
            rating,
            "fus-main",
            json!({ "PK": user, "SK": pk, "stars": stars, "note": note, "updatedAt": THEN, "starRating": stars, "siteId": pk }),
            json!({}),
        );
        if rating != "rating" {
            rated.sound();
        }
        let said = world.row(
            comment,
            "fus-main",
            json!({ "PK": user, "SK": format!("{pk}#COMMENT#{id}"), "body": body, "createdAt": THEN, "updatedAt": THEN }),
            json!({ "siteId": pk, "commentSk": format!("COMMENT#{id}"), "version": 1 }),
        );
        if rating != "rating" {
            said.sound();
        }
    }
    look_at_links(world, &tag);
    world.clone()
}

fn look_at_links(world: &mut World, tag: &str) {
    let ids = world.ids;
    let (site, sound) = (ids.word("a1b2-"), ids.uuid("site"));
    let (title, other) = (ids.word("Openings "), ids.word("Endings "));
    for by in [None, Some("ana")] {
        for path in [
            format!("/club?q={:05}", ids.0),
            format!("/club/tags/{tag}"),
            format!("/api/v1/sites?tag={tag}"),
            "/club".into(),
        ] {
            let look = world.look(by, path.as_str());
            if path == "/club" {
                continue;
            }
            if !path.contains("q=") {
                look.about(&["site tag"]);
            }
            look.shows("site", &title).shows("sound site", &other);
        }
        for path in [format!("/club/sites/{site}"), format!("/api/v1/sites/{site}")] {
            world.look(by, path).about(&["site"]).shows("site", &title);
        }
        world.look(by, format!("/club/sites/{sound}")).shows("sound site", &other);
    }
    let ana = Some("ana");
    // Without our attributes no index finds comments; `doctor --repair` adds them.
    let finds_comments = world.form == Form::Whole;
    for path in [format!("/api/v1/sites/{site}/comments"), format!("/club/sites/{site}")] {
        let look = world.look(ana, path).about(&["site"]);
        if finds_comments {
            look.shows("comment", "Spotted it").shows("sound comment", "Heard of it");
        }
    }
    world.look(ana, "/club/ratings").about(&["site"]).shows("rating", "Good stuff");
    world.look(ana, "/api/v1/me/ratings").shows("rating", "Good stuff");
    world
        .look(ana, format!("/api/v1/sites/{site}/rating"))
        .about(&["rating", "site"])
        .shows("rating", "Good stuff");
    let comment = ids.uuid("comment");
    world
        .look(ana, format!("/club/sites/{site}/comments/{comment}"))
        .about(&["site", "comment"])
        .shows("comment", "Spotted it");
    world.look(Some("root"), format!("/club/sites/{site}/edit")).about(&["site"]).shows("site", &title);
    world.visits(
        Some("root"),
        &[],
        &[
            "/club/new".into(),
            "/club/import".into(),
            "/club/export.html".into(),
            "/api/v1/tags".into(),
            "/api/v1/ratings?stars=5".into(),
            "/api/v1/ratings?stars=2".into(),
            "/api/v1/sites/export.html".into(),
            format!("/api/v1/sites?q={:05}&order=rating", ids.0),
            "/api/v1/sites".into(),
            "/home".into(),
            "/api/v1/me/export".into(),
        ],
    );
    world.visits(ana, &[], &["/home".into(), "/api/v1/me/export".into()]);
}

pub fn people(ids: Ids, form: Form) -> World {
    let world = &mut new(ids, form);
    let (ana, root) = (ids.uuid("ana"), ids.uuid("root"));
    for (row, member, name) in [
        ("role group", "role", ids.word("Editors ")),
        ("sound role group", "sound role", ids.word("Keepers ")),
    ] {
        let pk = format!("GROUP#{name}");
        let group = world.row(
            row,
            "fus-main",
            json!({ "PK": pk, "SK": "METADATA", "name": name, "description": "Who edits", "permissions": ["sites.write", "sites.burn"],
                "createdAt": THEN, "updatedAt": THEN, "entityType": "GROUP", "entitySk": pk }),
            json!({ "version": 1 }),
        );
        group.also(&["deletedAt"]);
        if row != "role group" {
            group.sound();
        }
        let role = world.row(
            member,
            "fus-main",
            json!({ "PK": format!("USER#{ana}"), "SK": format!("MEMBERSHIP#{name}"), "groupName": name, "userId": ana, "addedAt": THEN,
                "addedBy": root }),
            json!({}),
        );
        if row != "role group" {
            role.sound();
        }
    }
    world.row(
        "profile",
        "fus-main",
        json!({ "PK": format!("USER#{ana}"), "SK": "PROFILE", "avatarKey": format!("profile/avatars/{ana}/{ana}.png"),
            "description": "Plays chess", "updatedAt": THEN, "lastLoginAt": THEN, "lastLoginIp": "198.51.100.7" }),
        json!({ "version": 1 }),
    );
    world.row(
        "user",
        "Users",
        json!({ "user_id": ana, "email": format!("{}@example.org", ids.word("ana")), "display_name": "Ana", "is_managed": false,
            "created_at": THEN, "last_active_at": THEN }),
        json!({ "version": 1 }),
    );
    if let Some(user) = world.rows.last_mut() {
        user.sound();
    }
    let (group, other) = (ids.word("Editors "), ids.word("Keepers "));
    let address = |name: &str| name.replace(' ', "%20");
    let by = Some("root");
    for path in
        [format!("/admin/groups/{}", address(&group)), format!("/api/v1/rbac/groups/{}", address(&group))]
    {
        world
            .look(by, path)
            .about(&["role group"])
            .shows("role group", &group)
            .shows("role group", "sites.burn");
    }
    world
        .look(by, format!("/api/v1/rbac/groups/{}/members", address(&group)))
        .about(&["role group"])
        .shows("role", &ana);
    world.look(by, format!("/api/v1/rbac/groups/{}/members", address(&other))).shows("sound role", &ana);
    world.visits(
        by,
        &[],
        &[
            format!("/admin/people/{ana}/roles"),
            "/admin".into(),
            "/api/v1/rbac/groups".into(),
            format!("/api/v1/users/{ana}/roles"),
            format!("/admin/groups/{}/members", address(&other)),
        ],
    );
    world
        .look(Some("ana"), "/api/v1/me/permissions")
        .about(&["role group"])
        .shows("role", &group)
        .shows("sound role", &other);
    for path in [
        "/me/profile".to_owned(),
        "/api/v1/me/profile".into(),
        format!("/people/{ana}"),
        format!("/api/v1/users/{ana}/profile"),
    ] {
        world.look(Some("ana"), path).about(&["profile"]).shows("profile", "Plays chess");
    }
    world.clone()
}

pub fn squash(ids: Ids, form: Form) -> World {
    let world = &mut new(ids, form);
    let day = ids.day();
    let (nora, leo, pia) = (ids.uuid("nora"), ids.uuid("leo"), ids.uuid("pia"));
    for (row, id, name) in
        [("player", &nora, "Nora "), ("sound player", &leo, "Leo "), ("third player", &pia, "Pia ")]
    {
        let pk = format!("SQUASH#PLAYER#{id}");
        let player = world.row(
            row,
            "fus-main",
            json!({ "PK": pk, "SK": "METADATA", "name": ids.word(name), "email": format!("{}@example.org", ids.word("player")),
                "userId": ids.uuid("ana"), "entityType": "SQUASH_PLAYER", "entitySk": pk, "createdAt": THEN, "updatedAt": THEN }),
            json!({ "matchCount": 2, "version": 1 }),
        );
        if row != "player" {
            player.sound();
        }
    }
    for (row, part, teams) in
        [("match", "participation", [&nora, &leo]), ("sound match", "sound participation", [&leo, &pia])]
    {
        let id = ids.uuid(row);
        let pk = format!("SQUASH#MATCH#{id}");
        let played = world.row(
            row,
            "fus-main",
            json!({ "PK": pk, "SK": "METADATA", "date": day, "squashDate": day, "matchId": id, "teamAPlayer1Id": teams[0],
                "teamBPlayer1Id": teams[1], "winningTeam": "A", "teamAGames": 3, "teamBGames": 1, "entityType": "SQUASH_MATCH",
                "entitySk": format!("SQUASH#MATCH#{day}#{id}"), "createdAt": THEN, "updatedAt": THEN }),
            json!({ "version": 1 }),
        );
        played.also(&["teamAPlayer2Id", "teamBPlayer2Id"]);
        if row != "match" {
            played.sound();
        }
        for (at, player) in teams.into_iter().enumerate() {
            let side = world.row(
                if at == 0 { part } else { "sound participation" },
                "fus-main",
                json!({ "PK": format!("SQUASH#PLAYER#{player}"), "SK": format!("MATCH#{id}"), "matchId": id, "squashDate": day }),
                json!({}),
            );
            if row != "match" || at > 0 {
                side.sound();
            }
        }
    }
    let by = Some("root");
    let names = [ids.word("Nora "), ids.word("Leo ")];
    for path in ["/squash/players", "/api/v1/squash/players", "/api/v1/squash/leaderboard", "/squash"] {
        world.look(by, path).shows("player", &names[0]).shows("sound player", &names[1]).about(&["match"]);
    }
    for path in [format!("/squash/players/{leo}"), format!("/api/v1/squash/players/{leo}")] {
        world.look(by, path).shows("sound player", &names[1]);
    }
    let (one, other) = (ids.uuid("match"), ids.uuid("sound match"));
    for path in
        [format!("/api/v1/squash/matches?date={day}"), format!("/api/v1/squash/players/{leo}/matches")]
    {
        world.look(by, path).shows("match", &one).shows("sound match", &other);
    }
    let mut paths = vec![
        format!("/squash/players/{nora}"),
        format!("/squash/players/{nora}/edit"),
        format!("/api/v1/squash/players/{nora}"),
    ];
    paths.extend([
        format!("/api/v1/squash/players/{nora}/matches"),
        format!("/api/v1/squash/players/{nora}/stats"),
    ]);
    world.visits(by, &["player"], &paths);
    world.visits(
        by,
        &["match"],
        &[format!("/squash/matches/{one}"), format!("/api/v1/squash/matches/{one}")],
    );
    world.visits(
        by,
        &[],
        &[
            format!("/squash/matches/{other}"),
            "/squash/matches".into(),
            "/squash/pairs".into(),
            format!("/api/v1/squash/matches?from={day}&to={day}"),
            format!("/api/v1/squash/players/{leo}/stats"),
        ],
    );
    world.look(Some("ana"), "/squash").status(404);
    world.clone()
}

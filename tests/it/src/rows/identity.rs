//! Rows of accounts, which are ours but for those of `Users`.

use super::{Form, Ids, THEN, TTL, World};
use kit::serde_json::json;

pub fn world(ids: Ids, form: Form) -> World {
    let mut world = World::new(ids, form);
    world.person("root", &["SuperAdmin"]);
    world.person("ana", &[]);
    let ana = ids.uuid("ana");
    let email = format!("{}@example.org", ids.word("ana"));
    world.row(
        "user",
        "Users",
        json!({ "user_id": ana, "email": email, "display_name": ids.word("Ana "), "avatar_key": "fox", "is_managed": false,
            "content_rating_ceiling": "R", "created_at": THEN, "last_active_at": THEN,
            "notification_prefs": { "vote_nudge": true, "pick_announce": false, "new_round": true }, "device_token": "a1b2c3" }),
        json!({ "version": 2, "time_zone": "Europe/Lisbon", "no_add_groups": ["x"] }),
    );
    let account = format!("USER#{ana}");
    world.our_row(
        "account",
        "Identity",
        json!({ "PK": account, "SK": "ACCOUNT", "userId": ana, "email": email, "displayName": ids.word("Ana "), "roles": ["Manager"],
            "epoch": 0, "resets": 0, "resetAt": THEN, "confirmedAt": THEN, "lastLoginAt": THEN, "lastLoginIp": "198.51.100.7", "version": 3,
            "createdAt": THEN }),
    );
    if let Some(row) = world.rows.iter_mut().find(|row| row.name == "account") {
        row.also(&["provider", "links", "deletedAt", "deactivatedAt"]);
    }
    world.our_row(
        "sign in",
        "Identity",
        json!({ "PK": format!("EMAIL#{email}"), "SK": "SIGN_IN", "userId": ana, "passwordHash": "x", "createdAt": THEN }),
    );
    let hash = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
    for (row, kind) in
        [("session", "SESSION"), ("token", "TOKEN"), ("reset", "RESET"), ("confirmation", "CONFIRM")]
    {
        let id = ids.uuid(row);
        world.our_row(
            row,
            "Identity",
            json!({ "PK": account, "SK": format!("{kind}#{id}"), "id": id, "hash": hash, "epoch": 0, "name": ids.word("script"),
                "scope": "read", "email": email, "userAgent": "Firefox/141.0", "address": "198.51.100.7", "createdAt": THEN,
                "lastUsedAt": THEN, "ttl": TTL }),
        );
    }
    world.our_row(
        "push",
        "System",
        json!({ "PK": format!("PUSH#{ana}"), "SK": ids.uuid("push"), "id": ids.uuid("push"), "endpoint": "https://push.example/send/1",
            "p256dh": "B", "auth": "A", "createdAt": THEN, "failures": 1 }),
    );
    world.our_row(
        "feed",
        "System",
        json!({ "PK": format!("FEED#{ana}"), "SK": "SECRET", "id": ids.uuid("feed"), "hash": hash, "createdAt": THEN }),
    );
    let about: &[&'static str] = &["user", "account"];
    for path in ["/me", "/api/v1/me"] {
        world.look(Some("ana"), path).about(about).shows("user", ids.word("Ana "));
    }
    if form == Form::Whole {
        for path in ["/me", "/api/v1/me/tokens"] {
            world.look(Some("ana"), path).about(about).shows("token", ids.word("script"));
        }
    }
    let paths = [
        "/api/v1/me/sessions",
        "/api/v1/me/export",
        "/api/v1/me/notifications",
        "/api/v1/me/links",
        "/home",
        "/here",
    ];
    world.visits(Some("ana"), about, &paths.map(str::to_owned));
    let root = Some("root");
    let found = world.look(root, format!("/api/v1/users?email={email}"));
    found.about(&["user", "account", "sign in"]);
    world.visits(
        root,
        about,
        &[
            format!("/api/v1/users?q={}", ids.word("Ana%20")),
            format!("/admin/accounts?q={}", ids.word("Ana%20")),
            format!("/api/v1/users/{ana}/roles"),
            format!("/people/{ana}"),
        ],
    );
    world
}

//! Every call × every kind of caller.

use crate::scene::{Club, singles};
use serde_json::json;
use stage::{AuthorisationTable, Engine, Person, Scene, authorisation_table};
use std::collections::HashMap;

/// Anonymous, signed in, Manager outside and inside the Squash group, Admin, SuperAdmin.
const EVERYONE: [u16; 6] = [200; 6];
const SIGNED_IN: [u16; 6] = [401, 200, 200, 200, 200, 200];
const SUPER: [u16; 6] = [401, 403, 403, 403, 403, 200];
const SEES_SQUASH: [u16; 6] = [401, 404, 404, 200, 404, 200];

/// The same for a call that answers with another status when it is allowed.
fn done(status: u16, of: [u16; 6]) -> [u16; 6] {
    of.map(|one| if one == 200 { status } else { one })
}

/// Forms, which send those who are not signed in away to do so.
const SIGNED_IN_SEND: [u16; 6] = [303; 6];
const WRITERS_SEND: [u16; 6] = [303, 403, 403, 403, 303, 303];
const SUPER_SENDS: [u16; 6] = [303, 403, 403, 403, 403, 303];
const KEEPERS_SEND: [u16; 6] = [303, 404, 404, 303, 404, 303];

/// Those who write sites.
const WRITES: [u16; 6] = [401, 403, 403, 403, 200, 200];

fn table() -> AuthorisationTable {
    authorisation_table! {
        callers: "anyone", "member", "manager", "squash manager", "admin", "super admin";
        club {
            GET "/sites" => EVERYONE;
            GET "/sites/{id}" => EVERYONE;
            GET "/tags" => EVERYONE;
            GET "/sites/export.html" => EVERYONE;
            POST "/sites", { "url": "https://{new}.example/" } => done(201, WRITES);
            PATCH "/sites/{id}", { "title": "Title" } => WRITES;
            POST "/sites/{id}/scrape" => WRITES;
            POST "/sites/import", { "html": "<DL><DT><A HREF=\"https://other.example/\">Other</A></DL>" } => done(201, WRITES);
            GET "/sites/import/{id}" => done(404, WRITES);
            GET "/sites/{id}/rating" => done(404, SIGNED_IN);
            PUT "/sites/{id}/rating", { "stars": 4 } => SIGNED_IN;
            GET "/me/ratings" => SIGNED_IN;
            GET "/ratings?stars=5" => SIGNED_IN;
            GET "/sites/{id}/comments" => SIGNED_IN;
            POST "/sites/{id}/comments", { "body": "Hello" } => done(201, SIGNED_IN);
            PATCH "/sites/{id}/comments/{commentId}", { "body": "Hello" } => [401, 403, 403, 403, 403, 200];
            GET "/rbac/groups" => SUPER;
            POST "/rbac/groups", { "name": "{new}" } => done(201, SUPER);
            GET "/rbac/groups/{name}" => SUPER;
            PATCH "/rbac/groups/{name}", { "description": "Links" } => SUPER;
            GET "/rbac/groups/{name}/members" => SUPER;
            PUT "/rbac/groups/{name}/members/{userId}", {} => SUPER;
            GET "/rbac/groups/{name}/members/{userId}" => SUPER;
            DELETE "/rbac/groups/{name}/members/{userId}" => done(204, SUPER);
            DELETE "/rbac/groups/{name}" => done(204, SUPER);
            GET "/me/permissions" => SIGNED_IN;
            GET "/me/profile" => SIGNED_IN;
            PUT "/me/profile", { "description": "Hello" } => SIGNED_IN;
            PUT "/me/avatar", {} => done(415, SIGNED_IN);
            DELETE "/me/avatar" => done(404, SIGNED_IN);
            GET "/users/{id}/profile" => done(404, SIGNED_IN);
            GET "/users/{id}/avatar" => done(404, SIGNED_IN);
            GET "/squash/players" => SEES_SQUASH;
            GET "/squash/players/{id}" => done(404, SEES_SQUASH);
            GET "/squash/matches" => SEES_SQUASH;
            GET "/squash/leaderboard" => SEES_SQUASH;
            POST "/squash/players", { "name": "Nora" } => done(201, SEES_SQUASH);
            PAGE "/club" => EVERYONE;
            PAGE "/club/sites/{id}" => EVERYONE;
            PAGE "/club/new" => [303, 403, 403, 403, 200, 200];
            PAGE "/club/ratings" => [303, 200, 200, 200, 200, 200];
            PAGE "/club/import" => [303, 403, 403, 403, 200, 200];
            PAGE "/club/sites/{id}/edit" => [303, 403, 403, 403, 200, 200];
            PAGE "/admin" => [303, 403, 403, 403, 403, 200];
            PAGE "/me/profile" => [303, 200, 200, 200, 200, 200];
            PAGE "/squash" => [303, 404, 404, 200, 404, 200];
            PAGE "/squash/matches" => [303, 404, 404, 200, 404, 200];
            PAGE "/squash/players" => [303, 404, 404, 200, 404, 200];
            PAGE "/squash/pairs" => [303, 404, 404, 200, 404, 200];
            FORM "/squash", { "kind": "singles" } => [303, 404, 404, 422, 404, 422];
            FORM "/squash/players", { "name": "" } => [303, 404, 404, 422, 404, 422];
            FORM "/admin", { "name": "" } => [303, 403, 403, 403, 403, 422];
            FORM "/club/new", { "url": "" } => [303, 403, 403, 403, 422, 422];
            PAGE "/club/tags/food" => EVERYONE;
            PAGE "/club/export.html" => EVERYONE;
            PAGE "/club/import/{id}" => [303, 403, 403, 403, 404, 404];
            FORM "/club/sites/{id}", { "body": "Hello" } => SIGNED_IN_SEND;
            FORM "/club/sites/{id}/edit", { "url": "https://a.example/", "version": "9" } => [303, 403, 403, 403, 412, 412];
            FORM "/club/sites/{id}/scrape", {} => WRITERS_SEND;
            FORM "/club/sites/{id}/rating", { "stars": "4" } => SIGNED_IN_SEND;
            PAGE "/club/sites/{id}/comments/{commentId}" => [303, 200, 200, 200, 200, 200];
            FORM "/club/sites/{id}/comments/{commentId}", { "body": "Hello", "version": "1" } => [303, 403, 403, 403, 403, 303];
            PAGE "/people/{userId}" => [303, 200, 200, 200, 200, 200];
            FORM "/me/profile/avatar/remove", {} => [303, 404, 404, 404, 404, 404];
            PAGE "/admin/people?email=nobody@example.org" => [303, 403, 403, 403, 403, 422];
            FORM "/admin/people/{userId}/roles", { "roles": "King" } => [303, 403, 403, 403, 403, 422];
            PAGE "/admin/groups/{name}" => [303, 403, 403, 403, 403, 200];
            FORM "/admin/groups/{name}/members", { "email": "" } => [303, 403, 403, 403, 403, 422];
            FORM "/admin/groups/{name}/members/{userId}/remove", {} => SUPER_SENDS;
            FORM "/admin/groups/{name}/delete", {} => SUPER_SENDS;
        }
        rated {
            DELETE "/sites/{id}/rating" => done(204, SIGNED_IN);
            FORM "/club/sites/{id}/rating/withdraw", {} => SIGNED_IN_SEND;
        }
        comment {
            DELETE "/sites/{id}/comments/{commentId}" => [401, 403, 403, 403, 204, 204];
            FORM "/club/sites/{id}/comments/{commentId}/delete", {} => WRITERS_SEND;
        }
        doomed {
            DELETE "/sites/{id}" => done(204, WRITES);
            FORM "/club/sites/{id}/delete", {} => WRITERS_SEND;
        }
        player {
            PATCH "/squash/players/{id}", { "name": "Leo" } => SEES_SQUASH;
            GET "/squash/players/{id}/matches" => SEES_SQUASH;
            GET "/squash/players/{id}/stats" => SEES_SQUASH;
            POST "/squash/pairs", { "playerIds": ["{id}", "{other}"] } => SEES_SQUASH;
            POST "/squash/matches", { "date": "2037-11-10", "teamAPlayer1Id": "{id}", "teamBPlayer1Id": "{other}", "winningTeam": "A", "teamAGames": 3, "teamBGames": 0 } => done(201, SEES_SQUASH);
            PAGE "/squash/players/{id}" => [303, 404, 404, 200, 404, 200];
            PAGE "/squash/players/{id}/edit" => [303, 404, 404, 200, 404, 200];
        }
        lonely {
            DELETE "/squash/players/{id}" => done(204, SEES_SQUASH);
            FORM "/squash/players/{id}/edit", { "name": "", "version": "1" } => [303, 404, 404, 422, 404, 422];
            FORM "/squash/players/{id}/delete", {} => KEEPERS_SEND;
        }
        played {
            GET "/squash/matches/{id}" => SEES_SQUASH;
            PATCH "/squash/matches/{id}", { "teamBGames": 2 } => SEES_SQUASH;
            PAGE "/squash/matches/{id}" => [303, 404, 404, 200, 404, 200];
            DELETE "/squash/matches/{id}" => done(204, SEES_SQUASH);
            FORM "/squash/matches/{id}", { "kind": "singles" } => [303, 404, 404, 422, 404, 422];
            FORM "/squash/matches/{id}/delete", {} => KEEPERS_SEND;
        }
    }
}

#[test]
fn every_call_is_in_the_table_or_is_a_stream() {
    let mut table = table();
    // Streams never end, so they are called in a test of their own.
    for path in ["/sites/{id}/live", "/squash/live"] {
        table.rows.push(stage::Row {
            scene: "stream",
            method: "GET",
            path,
            body: None,
            expected: EVERYONE.to_vec(),
        });
    }
    table.covers(vec![club::feature()]);
}

#[tokio::test]
async fn every_caller_gets_exactly_what_they_may() {
    let club = Club::on(Engine::Embedded).await;
    let people: HashMap<&str, Person> = HashMap::from([
        ("anyone", club.anyone()),
        ("member", club.registers("Member").await),
        ("manager", club.with_roles("Manager", &["Manager"]).await),
        ("squash manager", club.squash_manager("Squash").await),
        ("admin", club.with_roles("Admin", &["Admin"]).await),
        ("super admin", club.root.clone()),
    ]);
    let counter = std::sync::atomic::AtomicU32::new(0);
    table()
        .check(async |scene, caller| {
            let by = Scene::new(&people[caller]);
            let n = counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            match scene {
                "club" => {
                    let id = club.adds_site(&format!("https://s{n}.example/"), &[]).await;
                    let comment =
                        club.root.post(&format!("/sites/{id}/comments"), json!({ "body": "x" })).await;
                    let group = format!("G{n}");
                    club.in_group(&people["member"], &group, &[]).await;
                    by.with("id", id)
                        .with("commentId", comment.text_at("commentId"))
                        .with("name", group)
                        .with("new", format!("N{n}"))
                        .with("userId", people["member"].user_id.clone())
                }
                "comment" => {
                    let id = club.adds_site(&format!("https://s{n}.example/"), &[]).await;
                    let comment =
                        club.root.post(&format!("/sites/{id}/comments"), json!({ "body": "x" })).await;
                    by.with("id", id).with("commentId", comment.text_at("commentId"))
                }
                "rated" => {
                    let id = club.adds_site(&format!("https://s{n}.example/"), &[]).await;
                    people[caller].put(&format!("/sites/{id}/rating"), json!({ "stars": 1 })).await;
                    by.with("id", id)
                }
                "doomed" => by.with("id", club.adds_site(&format!("https://s{n}.example/"), &[]).await),
                "player" => {
                    let ids = club.players(&club.root, &["Nora", "Leo"]).await;
                    by.with("id", ids[0].clone()).with("other", ids[1].clone())
                }
                "lonely" => by.with("id", club.players(&club.root, &["Nora"]).await.remove(0)),
                _ => {
                    let ids = club.players(&club.root, &["Nora", "Leo"]).await;
                    let played =
                        club.root.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await;
                    by.with("id", played.expect(201).text_at("matchId"))
                }
            }
        })
        .await;
}

#[tokio::test]
async fn streams_are_opened_for_those_who_may_look() {
    let club = Club::on(Engine::Embedded).await;
    let id = club.adds_site("https://a.example/", &[]).await;
    let site = format!("/api/v1/sites/{id}/live");
    let people = [
        club.anyone(),
        club.registers("Member").await,
        club.with_roles("Manager", &["Manager"]).await,
        club.squash_manager("Squash").await,
        club.with_roles("Admin", &["Admin"]).await,
        club.root.clone(),
    ];
    for (path, expected) in
        [(&*site, EVERYONE), ("/api/v1/squash/live", SEES_SQUASH), ("/squash/live?parts=1", SEES_SQUASH)]
    {
        for (at, who) in people.iter().enumerate() {
            let sent_away = at == 0 && path.starts_with("/squash");
            let expected = if sent_away { 303 } else { expected[at] };
            assert_eq!(who.opens(path).await.status().as_u16(), expected, "{path} by {at}");
        }
    }
}

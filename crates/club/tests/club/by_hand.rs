//! Rows as the document writes them, by another program: read on every page and call, kept as they are by every change, and completed.

use crate::scene::{Club, singles};
use club::live::{Matches, Sites, Whole};
use serde_json::{Value, json};
use stage::{Engine, Person, on_both_engines};
use store::{Item, Key, View, Write};

const THEN: &str = "2024-01-15T10:30:00Z";
const NORA: &str = "7f3f2f0e-0000-4000-8000-000000000003";
const LEO: &str = "7f3f2f0e-0000-4000-8000-000000000004";
const MATCH: &str = "7f3f2f0e-0000-4000-8000-000000000002";
const BOB: &str = "7f3f2f0e-0000-4000-8000-000000000009";
/// An attribute that no version of this program knows.
const NOTE: &str = "note_by_other_tool";

/// Every item of the document, with its attributes and none of ours. One link has an id of four characters, one person no account.
fn rows(ana: &str) -> Vec<Value> {
    let user = format!("USER#{ana}");
    let player = |id: &str, name: &str| {
        json!({ "PK": format!("SQUASH#PLAYER#{id}"), "SK": "METADATA", "name": name, "entityType": "SQUASH_PLAYER",
            "entitySk": format!("SQUASH#PLAYER#{id}"), "createdAt": THEN, "updatedAt": THEN })
    };
    let part = |id: &str| json!({ "PK": format!("SQUASH#PLAYER#{id}"), "SK": format!("MATCH#{MATCH}"), "matchId": MATCH, "squashDate": "2024-01-15" });
    vec![
        json!({ "PK": "SITE#a1b2", "SK": "METADATA", "url": "https://a.example", "title": "By hand", "description": null,
            "scrapedContent": "Sourdough", "tags": ["javascript"], "createdAt": THEN, "updatedAt": THEN, "entityType": "SITE",
            "entitySk": "SITE#a1b2" }),
        json!({ "PK": "SITE#a1b2", "SK": "TAG#javascript", "tag": "javascript", "siteId": "SITE#a1b2" }),
        json!({ "PK": user, "SK": "SITE#a1b2", "stars": 5, "note": "Good", "updatedAt": THEN, "starRating": 5, "siteId": "SITE#a1b2" }),
        json!({ "PK": format!("USER#{BOB}"), "SK": "SITE#a1b2", "stars": 2, "note": null, "updatedAt": THEN, "starRating": 2,
            "siteId": "SITE#a1b2" }),
        json!({ "PK": user, "SK": "SITE#a1b2#COMMENT#c1", "body": "First", "createdAt": THEN, "updatedAt": THEN }),
        json!({ "PK": "USER#bob", "SK": "SITE#a1b2#COMMENT#c2", "body": "Second", "createdAt": THEN, "updatedAt": THEN,
            "siteId": "SITE#a1b2", "commentSk": "COMMENT#c2" }),
        json!({ "PK": "GROUP#Café & Co", "SK": "METADATA", "name": "Café & Co", "description": null,
            "permissions": ["sites.write", "reports.read"], "createdAt": THEN, "updatedAt": THEN, "entityType": "GROUP",
            "entitySk": "GROUP#Café & Co" }),
        json!({ "PK": "GROUP#Squash", "SK": "METADATA", "name": "Squash", "permissions": [], "createdAt": THEN, "updatedAt": THEN,
            "entityType": "GROUP", "entitySk": "GROUP#Squash" }),
        json!({ "PK": user, "SK": "MEMBERSHIP#Café & Co", "groupName": "Café & Co", "userId": ana, "addedAt": THEN, "addedBy": "terraform" }),
        json!({ "PK": user, "SK": "MEMBERSHIP#Squash", "groupName": "Squash", "userId": ana, "addedAt": THEN, "addedBy": ana }),
        json!({ "PK": user, "SK": "PROFILE", "avatarKey": null, "description": "By hand", "updatedAt": THEN, "lastLoginAt": THEN,
            "lastLoginIp": "192.0.2.7" }),
        player(NORA, "Nora"),
        player(LEO, "Leo"),
        json!({ "PK": format!("SQUASH#MATCH#{MATCH}"), "SK": "METADATA", "date": "2024-01-15", "squashDate": "2024-01-15",
            "matchId": MATCH, "teamAPlayer1Id": NORA, "teamAPlayer2Id": null, "teamBPlayer1Id": LEO, "teamBPlayer2Id": null,
            "winningTeam": "A", "teamAGames": 3, "teamBGames": 1, "entityType": "SQUASH_MATCH",
            "entitySk": format!("SQUASH#MATCH#{MATCH}"), "createdAt": THEN, "updatedAt": THEN }),
        part(NORA),
        part(LEO),
    ]
}

async fn put(club: &Club, row: &Value) {
    let item: Item = store::to_item(row).unwrap();
    club.services.store.write(Write::put(&club::tables::FUS_MAIN, item)).await.unwrap();
}

async fn held(club: &Club, pk: &str, sk: &str) -> Item {
    let found = club.services.store.get(&club::tables::FUS_MAIN, &Key::new(pk, sk)).await.unwrap();
    found.unwrap_or_else(|| panic!("no {pk} {sk}"))
}

fn number(row: &Item, name: &str) -> Option<i64> {
    row.get(name).and_then(View::as_number)?.as_i64()
}

/// A Manager who may write links by the row of a role group, with all rows of the document there.
async fn scene(club: &Club) -> Person {
    let ana = club.with_roles("Ana", &["Manager"]).await;
    for mut row in rows(&ana.user_id) {
        row[NOTE] = json!("kept");
        put(club, &row).await;
    }
    ana
}

/// Every list, call and page that shows a row.
fn doors(ana: &str) -> (Vec<String>, Vec<String>) {
    let api = [
        "/sites",
        "/sites?q=hand",
        "/sites?q=sourdough",
        "/sites?tag=javascript",
        "/sites?order=rating",
        "/sites?order=unrated",
        "/sites/a1b2",
        "/sites/a1b2/rating",
        "/sites/a1b2/comments",
        "/tags",
        "/sites/export.html",
        "/ratings?stars=2",
        "/ratings?stars=5",
        "/me/ratings",
        "/me/permissions",
        "/me/profile",
        "/me/export",
        "/squash/players",
        "/squash/matches",
        "/squash/leaderboard",
        "/squash/matches?date=2024-01-15",
    ];
    let of = [
        format!("/users/{ana}/profile"),
        format!("/squash/players/{NORA}"),
        format!("/squash/players/{NORA}/matches"),
        format!("/squash/players/{NORA}/stats"),
        format!("/squash/matches/{MATCH}"),
    ];
    let pages = [
        "/club",
        "/club/tags/javascript",
        "/club/sites/a1b2",
        "/club/sites/a1b2/edit",
        "/club/sites/a1b2/comments/c1",
        "/club/ratings",
        "/club/ratings?stars=2",
        "/squash",
        "/squash/matches",
        "/squash/players",
        "/squash/pairs",
        "/me/profile",
    ];
    let of_pages = [
        format!("/people/{ana}"),
        format!("/squash/players/{NORA}"),
        format!("/squash/players/{NORA}/edit"),
        format!("/squash/matches/{MATCH}"),
    ];
    (
        api.map(String::from).into_iter().chain(of).collect(),
        pages.map(String::from).into_iter().chain(of_pages).collect(),
    )
}

/// What a SuperAdmin sees besides.
const GOVERNING: [&str; 5] = [
    "/rbac/groups",
    "/rbac/groups/Caf%C3%A9%20%26%20Co",
    "/rbac/groups/Caf%C3%A9%20%26%20Co/members",
    "/rbac/groups/Squash/members",
    "/ratings?stars=5",
];

on_both_engines! {
    async fn rows_as_the_document_writes_them_are_read_on_every_page_and_call(club: Club) {
        let ana = scene(&club).await;
        let (api, pages) = doors(&ana.user_id);
        for path in &api {
            ana.get(path).await.expect(200);
        }
        for path in &pages {
            ana.page(path).await.expect(200);
        }
        for path in GOVERNING {
            club.root.get(path).await.expect(200);
        }
        let site = ana.get("/sites/a1b2").await.expect(200);
        assert_eq!((site.text_at("id"), site.text_at("title"), &site.json["ratingCount"]), ("a1b2".into(), "By hand".into(), &json!(0)));
        assert_eq!(site.json["description"], Value::Null);
        let listed = async |path: &str, name: &str| -> Vec<Value> {
            let found = ana.get(path).await.expect(200);
            found.json["items"].as_array().unwrap().iter().map(|one| one[name].clone()).collect()
        };
        assert_eq!(listed("/sites?q=sourdough", "id").await, ["a1b2"]);
        assert_eq!(listed("/sites?tag=javascript", "id").await, ["a1b2"]);
        assert_eq!(listed("/ratings?stars=2", "userId").await, [BOB]);
        assert_eq!(listed("/sites/a1b2/comments", "userId").await, ["bob"], "the index of the document finds the one it can");
        assert_eq!(listed("/squash/matches", "matchId").await, [MATCH]);
        assert_eq!(listed("/squash/leaderboard", "name").await, ["Nora", "Leo"]);
        assert_eq!(ana.get("/me/permissions").await.json["permissions"], json!(["sites.write", "reports.read"]));
        assert_eq!(ana.get("/me/permissions").await.json["groups"], json!(["Café & Co", "Squash"]));
        let member = &club.root.get(GOVERNING[2]).await.json["items"][0];
        assert_eq!((&member["userId"], &member["addedBy"]), (&json!(ana.user_id), &json!("terraform")));
        let page = ana.page("/club/sites/a1b2").await.expect(200);
        assert!(page.text.contains("Second") && page.text.contains("Former member"), "{}", page.text);
        assert!(!page.text.contains("is being read"), "nothing reads its page: {}", page.text);
    }

    async fn a_change_keeps_what_another_program_wrote(club: Club) {
        let ana = scene(&club).await;
        ana.patch("/sites/a1b2", json!({ "title": "Edited", "tags": ["javascript", "bread"] })).await.expect(200);
        ana.patch("/sites/a1b2/comments/c1", json!({ "body": "Edited" })).await.expect(200);
        ana.put("/sites/a1b2/rating", json!({ "stars": 4 })).await.expect(200);
        ana.put("/me/profile", json!({ "description": "Edited" })).await.expect(200);
        ana.patch(&format!("/squash/players/{NORA}"), json!({ "name": "Edited" })).await.expect(200);
        ana.patch(&format!("/squash/matches/{MATCH}"), json!({ "date": "2024-01-16" })).await.expect(200);
        club.root.patch("/rbac/groups/Squash", json!({ "description": "Edited" })).await.expect(200);
        for row in rows(&ana.user_id) {
            let (pk, sk) = (row["PK"].as_str().unwrap(), row["SK"].as_str().unwrap());
            assert_eq!(held(&club, pk, sk).await.get(NOTE).and_then(View::as_str), Some("kept"), "{pk} {sk}");
        }
        assert_eq!(ana.get("/sites/a1b2").await.text_at("title"), "Edited");
    }

    async fn the_first_write_fills_in_what_no_index_of_the_document_finds(club: Club) {
        let ana = scene(&club).await;
        ana.patch("/sites/a1b2/comments/c1", json!({ "body": "Edited" })).await.expect(200);
        let comments = ana.get("/sites/a1b2/comments").await.expect(200);
        assert_eq!(comments.json["items"].as_array().unwrap().len(), 2, "{}", comments.text);
        let day = async |day: &str| ana.get(&format!("/squash/matches?date={day}")).await.expect(200).json["items"].as_array().unwrap().len();
        assert_eq!(day("2024-01-15").await, 0);
        ana.patch(&format!("/squash/matches/{MATCH}"), json!({ "teamBGames": 2 })).await.expect(200);
        assert_eq!(day("2024-01-15").await, 1);
        ana.put("/sites/a1b2/rating", json!({ "stars": 4 })).await.expect(200);
        let site = ana.get("/sites/a1b2").await.expect(200);
        assert_eq!((&site.json["ratingCount"], &site.json["stars"]), (&json!(2), &json!([0, 1, 0, 1, 0])), "both are counted");
        let other = club.root.post("/sites", json!({ "url": "https://b.example/", "tags": ["javascript"] })).await.expect(201);
        assert_eq!(ana.get("/tags").await.json["items"], json!([{ "tag": "javascript", "siteCount": 2 }]));
        club.root.delete(&format!("/sites/{}", other.text_at("id"))).await.expect(204);
        assert_eq!(ana.get("/tags").await.json["items"], json!([{ "tag": "javascript", "siteCount": 1 }]));
        // A player whose matches nobody counted yet is counted before they can go.
        ana.delete(&format!("/squash/players/{NORA}")).await.expect(409);
        ana.post("/squash/matches", singles("2037-11-10", NORA, LEO)).await.expect(201);
        assert_eq!(number(&held(&club, &format!("SQUASH#PLAYER#{NORA}"), "METADATA").await, "matchCount"), Some(2));
        assert_eq!(club.findings().await, [""; 0]);
    }

    async fn what_another_program_wrote_much_of_is_deleted_in_pieces(club: Club) {
        let ana = scene(&club).await;
        let tags: Vec<_> = (0..70).map(|n| format!("t{n}")).collect();
        for tag in &tags {
            put(&club, &json!({ "PK": "SITE#many", "SK": format!("TAG#{tag}"), "tag": tag, "siteId": "SITE#many" })).await;
        }
        put(&club, &json!({ "PK": "SITE#many", "SK": "METADATA", "url": "https://many.example/", "title": "Many", "tags": tags,
            "entityType": "SITE", "entitySk": "SITE#many" })).await;
        for n in 0..120 {
            put(&club, &json!({ "PK": format!("USER#{n}"), "SK": "MEMBERSHIP#Squash", "groupName": "Squash", "userId": format!("{n}") })).await;
        }
        assert_eq!(ana.patch("/sites/many", json!({ "tags": ["one"] })).await.expect(422).wrong_fields(), ["tags"]);
        ana.delete("/sites/many").await.expect(204);
        club.root.delete("/rbac/groups/Squash").await.expect(204);
        club.finish_all_work().await;
        let left = club.rows(&club::tables::FUS_MAIN).await;
        let left: Vec<_> = left.iter().map(|row| format!("{row:?}")).filter(|row| row.contains("SITE#many") || row.contains("#Squash")).collect();
        assert_eq!(left, [""; 0]);
        assert_eq!(ana.get("/tags").await.json["items"], json!([]));
        club.root.post("/rbac/groups", json!({ "name": "Squash" })).await.expect(201);
    }

    async fn an_export_holds_every_row_of_a_person(club: Club) {
        let ana = scene(&club).await;
        let odd = json!({ "PK": format!("USER#{}", ana.user_id), "SK": "SITE#zz", "stars": "five", "siteId": "SITE#zz" });
        put(&club, &odd).await;
        let player = json!({ "name": "Ana", "userId": ana.user_id });
        let player = club.root.post("/squash/players", player).await.expect(201).text_at("playerId");
        club.root.post("/squash/matches", singles("2037-11-10", &player, LEO)).await.expect(201);
        let export = ana.get("/me/export").await.expect(200);
        let held = &export.json["features"]["club"];
        assert_eq!(held["ratings"], json!([{ "siteId": "a1b2", "stars": 5, "note": "Good", "updatedAt": "2024-01-15T10:30:00.000Z" }]));
        assert_eq!((&held["comments"][0]["body"], &held["comments"][0]["commentId"]), (&json!("First"), &json!("c1")));
        assert_eq!((&held["roleGroups"], &held["memberships"][0]["addedBy"]), (&json!(["Café & Co", "Squash"]), &json!("terraform")));
        assert_eq!((&held["profile"]["description"], &held["profile"]["lastLoginIp"]), (&json!("By hand"), &json!("192.0.2.7")));
        assert_eq!((&held["squashPlayers"][0]["name"], held["squashMatches"].as_array().unwrap().len()), (&json!("Ana"), 1), "{held}");
        assert_eq!((&held["others"][0]["SK"], &held["others"][0]["stars"]), (&json!("SITE#zz"), &json!("five")), "{held}");
    }

    async fn doctor_fills_in_what_rows_by_other_programs_lack(club: Club) {
        let ana = scene(&club).await;
        club.doctor(true).await;
        assert_eq!(club.findings().await, [""; 0]);
        assert_eq!(ana.get("/sites/a1b2").await.json["stars"], json!([0, 1, 0, 0, 1]));
        assert_eq!(ana.get("/tags").await.json["items"], json!([{ "tag": "javascript", "siteCount": 1 }]));
        assert_eq!(ana.get("/squash/matches?date=2024-01-15").await.json["items"].as_array().unwrap().len(), 1);
        assert_eq!(ana.get("/sites/a1b2/comments").await.json["items"].as_array().unwrap().len(), 2);
    }

    async fn a_row_that_cannot_be_read_spoils_only_itself(club: Club) {
        let ana = scene(&club).await;
        for spoilt in [
            json!({ "PK": "SITE#spoilt", "SK": "METADATA", "url": 7, "entityType": "SITE", "entitySk": "SITE#spoilt", "tags": "food" }),
            json!({ "PK": "SITE#spoilt", "SK": "TAG#javascript", "tag": "javascript", "siteId": "SITE#b" }),
            json!({ "PK": "USER#x", "SK": "SITE#a1b2", "stars": "five", "starRating": 5, "siteId": "SITE#a1b2" }),
            json!({ "PK": format!("USER#{}", ana.user_id), "SK": "SITE#zz", "stars": "five", "siteId": "SITE#zz" }),
            json!({ "PK": "USER#x", "SK": "SITE#a1b2#COMMENT#c3", "body": 7, "siteId": "SITE#a1b2", "commentSk": "COMMENT#c3" }),
            json!({ "PK": "GROUP#Spoilt", "SK": "METADATA", "permissions": 7, "entityType": "GROUP", "entitySk": "GROUP#Spoilt" }),
            json!({ "PK": format!("USER#{}", ana.user_id), "SK": "MEMBERSHIP#Spoilt", "groupName": "Spoilt", "userId": ana.user_id }),
            json!({ "PK": "USER#x", "SK": "MEMBERSHIP#Squash", "groupName": "Squash", "userId": "x", "addedAt": 7 }),
            json!({ "PK": "SQUASH#PLAYER#x", "SK": "METADATA", "name": "X", "entityType": "SQUASH_PLAYER", "entitySk": "SQUASH#PLAYER#x" }),
            json!({ "PK": "SQUASH#MATCH#x", "SK": "METADATA", "date": "2024-01-15", "entityType": "SQUASH_MATCH", "entitySk": "SQUASH#MATCH#x" }),
            json!({ "PK": format!("SQUASH#PLAYER#{NORA}"), "SK": "MATCH#x", "matchId": "x", "squashDate": "2024-01-15" }),
            json!({ "PK": "TAG#x", "SK": "METADATA", "siteCount": "many", "entityType": "TAG", "entitySk": "TAG#x" }),
        ] {
            put(&club, &spoilt).await;
        }
        // Beside them a winner and stars that nobody knows: shown as they are, and counting nowhere.
        let drawn = json!({ "PK": "SQUASH#MATCH#7f3f2f0e-0000-4000-8000-00000000000c", "SK": "METADATA", "date": "2024-01-15",
            "teamAPlayer1Id": NORA, "teamBPlayer1Id": LEO, "winningTeam": "draw", "teamAGames": 2, "teamBGames": 2,
            "entityType": "SQUASH_MATCH", "entitySk": "SQUASH#MATCH#2024-01-15#7f3f2f0e-0000-4000-8000-00000000000c" });
        put(&club, &drawn).await;
        let (api, pages) = doors(&ana.user_id);
        for path in &api {
            ana.get(path).await.expect(200);
        }
        for path in &pages {
            ana.page(path).await.expect(200);
        }
        for path in GOVERNING {
            club.root.get(path).await.expect(200);
        }
        let count = async |path: &str| ana.get(path).await.expect(200).json["items"].as_array().unwrap().len();
        assert_eq!((count("/sites").await, count("/squash/players").await, count("/squash/matches").await), (1, 2, 2));
        assert_eq!((count("/ratings?stars=5").await, count("/me/ratings").await, count("/sites/a1b2/comments").await), (1, 1, 1));
        assert_eq!(ana.get("/squash/leaderboard").await.json["items"][0]["played"], 1);
        assert!(ana.get("/squash/matches").await.text.contains("\"draw\""));
        ana.page("/squash/matches/7f3f2f0e-0000-4000-8000-00000000000c").await.expect(200).shows("doesn’t count");
        let found = club.findings().await;
        for key in ["SITE#spoilt METADATA", "USER#x SITE#a1b2", "GROUP#Spoilt METADATA", "USER#x MEMBERSHIP#Squash", "TAG#x METADATA"] {
            assert!(found.iter().any(|one| one.contains(key) && one.contains("it cannot be read: ")), "{key}: {found:#?}");
        }
        // The account goes all the same.
        ana.delete("/me").await.expect(204);
        club.finish_all_work().await;
        let left = club.rows(&club::tables::FUS_MAIN).await;
        assert!(!left.iter().any(|row| format!("{row:?}").contains(&format!("USER#{}", ana.user_id))));
    }
}

/// Every attribute of every row left out, NULL, or of another kind, one at a time.
#[tokio::test]
async fn no_attribute_of_a_row_makes_a_page_or_call_fail() {
    let club = Club::on(Engine::Embedded).await;
    let ana = scene(&club).await;
    let (api, pages) = doors(&ana.user_id);
    for row in rows(&ana.user_id) {
        for name in row.as_object().unwrap().keys().filter(|name| !["PK", "SK"].contains(&name.as_str())) {
            let other = if row[name].is_number() { json!(99) } else { json!("?") };
            let is_key = [
                "entityType",
                "entitySk",
                "tag",
                "siteId",
                "starRating",
                "groupName",
                "userId",
                "squashDate",
                "matchId",
                "commentSk",
            ];
            let nested = (!is_key.contains(&name.as_str())).then(|| json!({ "is": [1] }));
            let null = (!is_key.contains(&name.as_str())).then_some(Value::Null);
            for value in
                [Some(Some(other)), nested.map(Some), null.map(Some), Some(None)].into_iter().flatten()
            {
                let mut spoilt = row.clone();
                match value {
                    Some(value) => spoilt[name] = value,
                    None => drop(spoilt.as_object_mut().unwrap().remove(name)),
                }
                put(&club, &spoilt).await;
                club.services.forget::<Sites>(&Whole);
                club.services.forget::<Matches>(&Whole);
                for path in &api {
                    let answer = ana.get(path).await;
                    assert!(answer.status.as_u16() < 500, "{path} with {spoilt}: {}", answer.text);
                }
                for path in &pages {
                    let answer = ana.page(path).await;
                    assert!(answer.status.as_u16() < 500, "{path} with {spoilt}: {}", answer.text);
                }
            }
        }
        put(&club, &row).await;
    }
}

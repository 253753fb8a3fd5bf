//! `doctor --repair` completes and never destroys: rows just as the documents write them stay as they are, and get what our own
//! attributes add where another row says it; the answers it removes can be put back.

use kit::{
    TestApp, on_both_engines,
    serde_json::{Value, json},
};
use server::tasks::{self, Task};
use std::path::Path;
use store::{Item, Key, Table, Write};

const ANA: &str = "7f3f2f0e-0000-4000-8000-00000000000a";
const CHILD: &str = "managed_7f3f2f0e-0000-4000-8000-00000000000b";
const HOME: &str = "7f3f2f0e-0000-4000-8000-00000000000c";
const ROUND: &str = "7f3f2f0e-0000-4000-8000-00000000000d";
const SEEN: &str = "7f3f2f0e-0000-4000-8000-00000000000e";
const PICK: &str = "7f3f2f0e-0000-4000-8000-00000000000f";
const POLL: &str = "123e4567-e89b-12d3-a456-426614174000";
const VOTE: &str = "987fcdeb-51a2-43d1-b234-567890abcdef";
const SITE: &str = "7f3f2f0e-0000-7000-8000-000000000001";
const MATCH: &str = "7f3f2f0e-0000-7000-8000-000000000002";
const NORA: &str = "7f3f2f0e-0000-7000-8000-000000000003";
const LEO: &str = "7f3f2f0e-0000-7000-8000-000000000004";
const GROUP: &str = "7f3f2f0e-0000-7000-8000-000000000005";
const HANGOUT: &str = "7f3f2f0e-0000-7000-8000-000000000006";
const THEN: &str = "2024-01-15T10:30:00Z";
/// The day before the time on the clock: a vote that nobody moved on for 30 days has expired.
const LATELY: &str = "2037-11-14T10:30:00Z";

fn table(name: &str) -> &'static Table {
    server::transfer::tables().into_iter().find(|table| table.name == name).expect("a table")
}

/// Rows as somebody writes them who has the documents and a client of the database.
fn by_hand() -> Vec<(&'static str, Value)> {
    let item = "00000000-0000-0000-0000-000000000000";
    vec![
        (
            "Shareables",
            json!({ "pk": "shareable#abcdef12345", "sk": "01#", "entity": "checklist", "shortId": "abc-def-12345",
            "name": "My shopping list", "viewPasscode": "***", "adminPasscode": "***", "viewPasscodeVersion": 1_771_415_202_059_i64,
            "adminPasscodeVersion": 1_771_415_202_059_i64, "expiresAfter": 7,
            "items": [{ "checklistItemId": item, "name": "Item 1", "note": "example" }] }),
        ),
        (
            "Shareables",
            json!({ "pk": "event_rsvp#abcdef12345", "sk": "01#k7m2q9xw#", "shortId": "abc-def-12345", "code": "k7m2q9xw",
            "name": "Ana", "response": "going", "guestCount": 1 }),
        ),
        ("ShortIdPool", json!({ "pk": 99, "sk": "available#01", "id": "AAA-AAA-00000" })),
        ("ShortIdPool", json!({ "pk": 98, "sk": "available#01", "id": "AAA-AAA-00000" })),
        (
            "ranked-choice-polls",
            json!({ "PK": format!("POLL#{POLL}"), "SK": "METADATA", "id": POLL, "createdAt": THEN,
            "title": "Best Programming Language 2024", "description": "Vote", "candidates": ["JavaScript", "Python", "Go", "Rust"] }),
        ),
        (
            "ranked-choice-polls",
            json!({ "PK": format!("POLL#{POLL}"), "SK": format!("VOTE#{VOTE}"), "id": VOTE, "pollId": POLL,
            "rankings": ["Go", "Rust", "Python", "JavaScript"], "votedAt": "2024-01-15T14:22:00Z" }),
        ),
        ("InviterTable", json!({ "PK": format!("GROUP#{GROUP}"), "SK": "METADATA" })),
        (
            "InviterTable",
            json!({ "PK": format!("GROUP#{GROUP}"), "SK": format!("USER#{ANA}"), "groupName": "Mill Lane",
            "displayName": "Ana", "joinedAt": THEN, "role": "owner" }),
        ),
        (
            "InviterTable",
            json!({ "PK": format!("EVENT#{HANGOUT}"), "SK": "METADATA", "title": "Supper", "createdBy": ANA, "createdAt": THEN }),
        ),
        (
            "InviterTable",
            json!({ "PK": format!("GROUP#{GROUP}"), "SK": format!("HANGOUT#{HANGOUT}"), "title": "Supper" }),
        ),
        ("InviterTable", json!({ "PK": "GROUP#chess", "SK": "METADATA", "name": "Chess" })),
        (
            "fus-main",
            json!({ "PK": format!("SITE#{SITE}"), "SK": "METADATA", "url": "https://a.example/", "title": "A", "tags": ["food"],
            "createdAt": THEN, "updatedAt": THEN, "entityType": "SITE", "entitySk": format!("SITE#{SITE}") }),
        ),
        (
            "fus-main",
            json!({ "PK": format!("SITE#{SITE}"), "SK": "TAG#kids", "tag": "kids", "siteId": format!("SITE#{SITE}") }),
        ),
        (
            "fus-main",
            json!({ "PK": format!("USER#{ANA}"), "SK": format!("SITE#{SITE}"), "stars": 5, "note": "Good", "updatedAt": THEN,
            "starRating": 5, "siteId": format!("SITE#{SITE}") }),
        ),
        (
            "fus-main",
            json!({ "PK": format!("USER#{ANA}"), "SK": format!("SITE#{SITE}#COMMENT#{VOTE}"), "body": "Yes", "createdAt": THEN, "updatedAt": THEN }),
        ),
        (
            "fus-main",
            json!({ "PK": format!("SQUASH#PLAYER#{NORA}"), "SK": "METADATA", "name": "Nora", "entityType": "SQUASH_PLAYER",
            "entitySk": format!("SQUASH#PLAYER#{NORA}"), "createdAt": THEN, "updatedAt": THEN }),
        ),
        (
            "fus-main",
            json!({ "PK": format!("SQUASH#PLAYER#{LEO}"), "SK": "METADATA", "name": "Leo", "entityType": "SQUASH_PLAYER",
            "entitySk": format!("SQUASH#PLAYER#{LEO}"), "createdAt": THEN, "updatedAt": THEN }),
        ),
        (
            "fus-main",
            json!({ "PK": format!("SQUASH#MATCH#{MATCH}"), "SK": "METADATA", "date": "2024-01-15", "squashDate": "2024-01-15",
            "matchId": MATCH, "teamAPlayer1Id": NORA, "teamBPlayer1Id": LEO, "winningTeam": "A", "teamAGames": 3, "teamBGames": 1,
            "entityType": "SQUASH_MATCH", "createdAt": THEN, "updatedAt": THEN }),
        ),
        (
            "Users",
            json!({ "user_id": ANA, "email": "ana@example.org", "display_name": "Ana", "is_managed": false, "created_at": THEN,
            "last_active_at": THEN }),
        ),
        (
            "Users",
            json!({ "user_id": CHILD, "display_name": "Kim", "is_managed": true, "parent_user_id": ANA,
            "content_rating_ceiling": "PG", "created_at": THEN, "last_active_at": THEN, "group_id": HOME }),
        ),
        (
            "Groups",
            json!({ "group_id": HOME, "name": "The Mills", "created_by": ANA, "streaming_services": ["netflix"], "created_at": THEN }),
        ),
        (
            "GroupMemberships",
            json!({ "group_id": HOME, "user_id": ANA, "role": "creator", "member_type": "independent", "joined_at": THEN }),
        ),
        (
            "Rounds",
            json!({ "round_id": ROUND, "group_id": HOME, "started_by": ANA, "status": "voting", "created_at": THEN,
            "voting_started_at": LATELY }),
        ),
        (
            "Rounds",
            json!({ "round_id": SEEN, "group_id": HOME, "started_by": ANA, "status": "picked", "created_at": THEN, "selected_at": THEN }),
        ),
        (
            "Picks",
            json!({ "pick_id": PICK, "round_id": SEEN, "group_id": HOME, "tmdb_movie_id": 862, "title": "Toy Story",
            "picked_by": ANA, "picked_at": THEN, "watched": false }),
        ),
        ("Groups", json!({ "group_id": "not an id of ours", "name": "Strange" })),
    ]
}

async fn put(app: &TestApp, name: &str, row: &Value) {
    let item: Item = store::to_item(row).expect("an item");
    app.server.services.store.write(Write::put(table(name), item)).await.expect("it is written");
}

async fn held(app: &TestApp, name: &str, row: &Value) -> Option<Item> {
    let wanted: Item = store::to_item(row).expect("an item");
    let key = Key::of(&wanted, &table(name).key).expect("a key");
    app.server.services.store.get(table(name), &key).await.expect("storage answers")
}

/// What a task says, and whether it went well.
async fn does(app: &TestApp, folder: &Path, task: Task) -> (String, Result<(), String>) {
    let (lines, mut said) = tokio::sync::mpsc::channel(10_000);
    let mut place = app.server.place();
    folder.clone_into(&mut place.folder);
    let done = tasks::run(task, &place, &lines).await;
    drop(lines);
    let mut text = String::new();
    while let Some(line) = said.recv().await {
        text.push_str(&line);
        text.push('\n');
    }
    app.server.runner.run_until_idle().await.expect("work is done");
    (text, done)
}

fn repair() -> Task {
    Task::Doctor { repair: true, remove: Vec::new() }
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
}

fn text(item: &Item, name: &str) -> String {
    item.get(name).map(|value| format!("{value:?}")).unwrap_or_default()
}

on_both_engines! {
    async fn rows_as_the_documents_write_them_stay_and_are_completed(app: TestApp) {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, row) in by_hand() {
            put(&app, name, &row).await;
        }
        let (said, _) = does(&app, folder.path(), repair()).await;
        for (name, row) in by_hand() {
            let kept = held(&app, name, &row).await.unwrap_or_else(|| panic!("{name} {row} is gone: {said}"));
            let wanted: Item = store::to_item(&row).expect("an item");
            for (attribute, value) in &wanted {
                // The one thing that is added to: the link has the tag that leads to it.
                if attribute != "tags" {
                    assert_eq!(kept.get(attribute), Some(value), "{name} {attribute}: {said}");
                }
            }
        }
        let of = async |name, row: Value| held(&app, name, &row).await.expect("a row");
        let ana = of("Users", json!({ "user_id": ANA })).await;
        assert!(text(&ana, "group_id").contains(HOME), "the household of a member: {said}");
        let child = of("GroupMemberships", json!({ "group_id": HOME, "user_id": CHILD })).await;
        assert!(text(&child, "member_type").contains("managed"), "the membership of a person in the household");
        assert!(text(&of("Groups", json!({ "group_id": HOME })).await, "active_round_id").contains(ROUND), "{said}");
        assert!(text(&of("Rounds", json!({ "round_id": SEEN })).await, "pick_id").contains(PICK), "{said}");
        let site = of("fus-main", json!({ "PK": format!("SITE#{SITE}"), "SK": "METADATA" })).await;
        assert!(text(&site, "tags").contains("kids") && text(&site, "ratingSum").contains('5'), "{site:?} {said}");
        let comment = of("fus-main", json!({ "PK": format!("USER#{ANA}"), "SK": format!("SITE#{SITE}#COMMENT#{VOTE}") })).await;
        assert!(text(&comment, "commentSk").contains(VOTE) && text(&comment, "siteId").contains(SITE), "{comment:?}");
        let played = of("fus-main", json!({ "PK": format!("SQUASH#MATCH#{MATCH}"), "SK": "METADATA" })).await;
        assert!(text(&played, "entitySk").contains("2024-01-15"), "{played:?}");
        of("fus-main", json!({ "PK": format!("SQUASH#PLAYER#{LEO}"), "SK": format!("MATCH#{MATCH}") })).await;
        let group = of("InviterTable", json!({ "PK": format!("GROUP#{GROUP}"), "SK": "METADATA" })).await;
        assert!(text(&group, "name").contains("Mill Lane") && text(&group, "ownerIds").contains(ANA), "{group:?} {said}");
        let hangout = of("InviterTable", json!({ "PK": format!("EVENT#{HANGOUT}"), "SK": "METADATA" })).await;
        assert!(text(&hangout, "groupIds").contains(GROUP), "{hangout:?} {said}");
        let pointer = of("InviterTable", json!({ "PK": format!("GROUP#{GROUP}"), "SK": format!("HANGOUT#{HANGOUT}") })).await;
        assert!(text(&pointer, "gsi1pk").contains(GROUP), "{pointer:?} {said}");
        // What cannot be read is named with the reason, and the checks after it are made all the same.
        assert!(said.contains("wrong: it cannot be read: ") && said.contains("(Groups not an id of ours)"), "{said}");
        assert!(said.contains("the club’s sums and side items agree"), "{said}");
        assert_eq!(files(folder.path()), Vec::<std::path::PathBuf>::new(), "nothing was removed: {said}");
        let (again, _) = does(&app, folder.path(), repair()).await;
        assert!(!again.contains("mended: "), "a second run has nothing left to mend: {again}");
    }

    async fn answers_whose_parent_is_gone_are_removed_written_down_first_and_can_be_put_back(app: TestApp) {
        let folder = tempfile::tempdir().expect("a folder");
        let item = "00000000-0000-0000-0000-000000000000";
        let answers = [
            ("Shareables", json!({ "pk": "checklist_tick#zzzzzz99999", "sk": format!("01#{}#", item.replace('-', "")),
                "checklistItemId": item, "checkedAt": THEN, "ttl": 2_200_000_000_u64 })),
            ("ranked-choice-polls", json!({ "PK": format!("POLL#{SEEN}"), "SK": format!("VOTE#{VOTE}"), "id": VOTE, "pollId": SEEN,
                "rankings": ["Go"], "votedAt": THEN })),
            ("InviterTable", json!({ "PK": format!("EVENT#{SEEN}"), "SK": format!("USER#{ANA}"), "displayName": "Ana",
                "response": "going", "respondedAt": THEN })),
        ];
        // Not answers: all that may be left of what somebody wrote.
        let others = [
            ("Shareables", json!({ "pk": "checklist_added#zzzzzz99999", "sk": format!("01#{}#", item.replace('-', "")),
                "checklistItemId": item, "name": "Bread", "createdAt": THEN, "ttl": 2_200_000_000_u64 })),
            ("fus-main", json!({ "PK": format!("USER#{ANA}"), "SK": format!("SITE#{SEEN}#COMMENT#{VOTE}"), "body": "Yes", "createdAt": THEN, "updatedAt": THEN })),
            ("InviterTable", json!({ "PK": format!("GROUP#{SEEN}"), "SK": format!("HANGOUT#{VOTE}"), "title": "Supper" })),
            ("GroupMemberships", json!({ "group_id": SEEN, "user_id": VOTE, "role": "member", "member_type": "independent", "joined_at": THEN })),
        ];
        for (name, row) in answers.iter().chain(&others) {
            put(&app, name, row).await;
        }
        let looked = does(&app, folder.path(), Task::Doctor { repair: false, remove: Vec::new() }).await;
        assert!(looked.1.is_err());
        for (name, row) in &answers {
            assert!(held(&app, name, row).await.is_some(), "looking removes nothing");
        }
        let mut before = Vec::new();
        let (said, _) = does(&app, folder.path(), repair()).await;
        for (name, row) in &answers {
            assert_eq!(held(&app, name, row).await, None, "{name}: {said}");
            before.push((*name, row));
        }
        for (name, row) in &others {
            assert!(held(&app, name, row).await.is_some(), "{name} {row}: {said}");
        }
        assert!(said.contains("roundtable doctor --remove GroupMemberships"), "{said}");
        let kept = files(folder.path());
        assert_eq!(kept.len(), 1, "{kept:?}");
        let rows: Vec<String> =
            std::fs::read_to_string(&kept[0]).expect("a text").lines().map(str::to_owned).collect();
        assert_eq!(rows.len(), answers.len(), "{rows:?}");
        // What has come meanwhile is not written over.
        let newer = json!({ "PK": format!("POLL#{SEEN}"), "SK": format!("VOTE#{VOTE}"), "rankings": ["Rust"] });
        put(&app, "ranked-choice-polls", &newer).await;
        let (said, done) = does(&app, folder.path(), Task::PutBack { rows }).await;
        assert_eq!((said.as_str(), done), ("2 rows put back; 1 were there already and stay as they are.\n", Ok(())));
        for (name, row) in before {
            let wanted: Item = store::to_item(if name.starts_with("ranked") { &newer } else { row }).expect("an item");
            let held = held(&app, name, row).await.expect("it is back");
            assert!(wanted.iter().all(|(attribute, value)| held.get(attribute) == Some(value)), "{held:?}");
        }
    }

    async fn a_row_is_removed_by_its_name_and_written_down(app: TestApp) {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, two) = (json!({ "pk": 99, "sk": "available#01", "id": "#" }), json!({ "group_id": "strange", "name": "x" }));
        put(&app, "ShortIdPool", &one).await;
        put(&app, "Groups", &two).await;
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let named = vec![words(&["ShortIdPool", "99", "available#01"]), words(&["Groups", "strange"])];
        for wrong in [words(&["Nowhere", "a"]), words(&["Groups", "a", "b"]), words(&["ShortIdPool", "x", "y"])] {
            let mut all = named.clone();
            all.push(wrong);
            does(&app, folder.path(), Task::Doctor { repair: false, remove: all }).await.1.expect_err("a wrong name");
        }
        assert!(held(&app, "Groups", &two).await.is_some(), "nothing is removed where a name is wrong");
        let (said, done) = does(&app, folder.path(), Task::Doctor { repair: false, remove: named.clone() }).await;
        assert!(done.is_ok() && said.starts_with("2 rows removed and kept in "), "{said}");
        assert_eq!((held(&app, "ShortIdPool", &one).await, held(&app, "Groups", &two).await), (None, None));
        let (_, done) = does(&app, folder.path(), Task::Doctor { repair: false, remove: named }).await;
        assert!(done.expect_err("they are gone").starts_with("Not there: "));
        let rows = std::fs::read_to_string(&files(folder.path())[0]).expect("a text");
        does(&app, folder.path(), Task::PutBack { rows: rows.lines().map(str::to_owned).collect() }).await.1.expect("they are back");
        assert!(held(&app, "ShortIdPool", &one).await.is_some() && held(&app, "Groups", &two).await.is_some());
    }
}

//! Rows that other programs wrote, with the document in hand: they are read everywhere, and one that cannot be read spoils only itself.

use crate::support::{Town, column, titles};
use serde_json::json;
use stage::Person;
use store::{Item, Key, Value, View, Write};

const CLUB: &str = "GROUP#book club";
const CLUB_PATH: &str = "/groups/book%20club";
const READING: &str = "/hangouts/reading%201";

impl Town {
    /// Writes a row as another program does.
    async fn writes(&self, pk: &str, sk: &str, attributes: &[(&'static str, Value)]) {
        let table = &hangouts::tables::INVITER_TABLE;
        let row = attributes.iter().fold(Item::new(), |row, (name, value)| row.with(*name, value.clone()));
        self.services.store.write(Write::put(table, row.with_key(table, Key::new(pk, sk)))).await.unwrap();
    }

    /// A group, its members, a hangout and its pointer with the attributes that the document names, and no others.
    async fn has_a_book_club(&self, members: &[&Person]) {
        self.writes(CLUB, "METADATA", &[]).await;
        for user in members.iter().map(|person| person.user_id.as_str()).chain(["cy/é"]) {
            let user = format!("USER#{user}");
            let index = [("gsi1pk", user.as_str().into()), ("gsi1sk", CLUB.into())];
            self.writes(CLUB, &user, &index).await;
        }
        self.writes("EVENT#reading 1", "METADATA", &[("title", "Reading".into())]).await;
        let start = (self.now() + jiff::SignedDuration::from_hours(5)).as_millisecond();
        let pointer = [
            ("title", "Reading".into()),
            ("gsi1pk", CLUB.into()),
            ("startTimestamp", start.into()),
            ("colour", "red".into()),
        ];
        self.writes(CLUB, "HANGOUT#reading 1", &pointer).await;
    }

    async fn row(&self, pk: &str, sk: &str) -> Item {
        let table = &hangouts::tables::INVITER_TABLE;
        self.services.store.get(table, &Key::new(pk, sk)).await.unwrap().unwrap()
    }
}

on_both_engines! {
    async fn rows_with_the_attributes_of_the_document_alone_are_read_on_every_page_and_call(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        town.has_a_book_club(&[&ana]).await;
        assert_eq!(column(&ana.get("/groups").await, "name"), ["Unnamed group"]);
        let group = ana.get(CLUB_PATH).await.expect(200);
        assert_eq!((&group.json["memberCount"], &group.json["role"]), (&json!(2), &json!("member")));
        assert_eq!(column(&ana.get(&format!("{CLUB_PATH}/members")).await, "displayName"), ["Ana", "Someone"]);
        for list in [format!("{CLUB_PATH}/feed"), "/me/hangouts".to_owned()] {
            assert_eq!(titles(&ana.get(&list).await), ["Reading"], "{list}");
        }
        let seen = ana.get(READING).await.expect(200);
        assert_eq!((&seen.json["groupIds"], &seen.json["startTime"]), (&json!(["book club"]), &json!(town.in_hours(5))));
        for page in ["/groups", CLUB_PATH, &format!("{CLUB_PATH}/members"), "/hangouts", READING, "/hangouts/new", "/home"] {
            let shown = ana.page(page).await;
            assert!(shown.status == 200 || page == "/home" && shown.status == 404, "{page}: {}", shown.status);
        }
        ana.page(CLUB_PATH).await.shows("Unnamed group").shows("Reading").shows("Someone");
        ana.page(READING).await.shows("Unnamed group");
        ana.get(&format!("{READING}/event.ics")).await.expect(200);
        for path in [CLUB_PATH, READING] {
            bo.get(path).await.expect(404);
        }
    }

    async fn the_first_answer_links_a_hangout_of_another_program_and_keeps_what_its_pointer_holds(town: Town) {
        let ana = town.registers("Ana").await;
        town.has_a_book_club(&[&ana]).await;
        let said = ana.put(&format!("{READING}/response"), json!({ "response": "going" })).await.expect(200);
        assert_eq!(said.json["goingCount"], 1);
        town.settles().await;
        assert_eq!(ana.get(&format!("{CLUB_PATH}/feed")).await.json["items"][0]["goingCount"], 1);
        let pointer = town.row(CLUB, "HANGOUT#reading 1").await;
        assert_eq!(pointer.get("colour"), Some(View::S("red")));
        let hangout = town.row("EVENT#reading 1", "METADATA").await;
        assert_eq!(store::from_item::<serde_json::Value>(hangout).unwrap()["groupIds"], json!(["book club"]));
    }

    async fn a_role_that_is_not_known_is_shown_and_gives_no_right(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let (pk, sk) = (format!("GROUP#{group}"), format!("USER#{}", bo.user_id));
        let role = Write::update(&hangouts::tables::INVITER_TABLE, Key::new(pk, sk)).set("role", "treasurer");
        town.services.store.write(role).await.unwrap();
        assert_eq!(bo.get(&format!("/groups/{group}")).await.json["role"], "treasurer");
        bo.patch(&format!("/groups/{group}"), json!({ "name": "Ours" })).await.expect(403);
        bo.page(&format!("/groups/{group}/members")).await.expect(200).shows("treasurer");
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }

    async fn a_row_that_cannot_be_read_spoils_only_itself(town: Town) {
        let (ana, bo, cy) = (town.registers("Ana").await, town.registers("Bo").await, town.registers("Cy").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo, &cy]).await;
        let other = town.group_with(&ana, "Rowing", &[&bo]).await;
        let supper = town.hangout(&ana, &group, "Supper", 5).await;
        let walk = town.hangout(&ana, &group, "Walk", 6).await;
        for person in [&ana, &bo] {
            person.put(&format!("/hangouts/{supper}/response"), json!({ "response": "going" })).await.expect(200);
        }
        town.settles().await;
        let (mill, bos) = (format!("GROUP#{group}"), format!("USER#{}", bo.user_id));
        for (pk, sk, name) in [
            (mill.clone(), bos.clone(), "displayName"),
            (mill.clone(), format!("HANGOUT#{walk}"), "title"),
            (format!("EVENT#{supper}"), bos, "response"),
            (format!("GROUP#{other}"), "METADATA".into(), "name"),
            (format!("EVENT#{walk}"), "METADATA".into(), "title"),
        ] {
            let broken = Write::update(&hangouts::tables::INVITER_TABLE, Key::new(pk, sk)).set(name, 7);
            town.services.store.write(broken).await.unwrap();
        }
        let names = column(&ana.get(&format!("/groups/{group}/members")).await, "displayName");
        assert!(names.len() == 2 && !names.contains(&"Bo".to_owned()), "{names:?}");
        assert_eq!(column(&ana.get("/groups").await, "name"), ["Mill Lane"]);
        for list in [format!("/groups/{group}/feed"), "/me/hangouts".into()] {
            assert_eq!(titles(&ana.get(&list).await), ["Supper"], "{list}");
        }
        let again = town.stage.another_server().await.signs_in("Ana").await;
        assert_eq!(again.get(&format!("/hangouts/{supper}")).await.expect(200).json["goingCount"], 1);
        assert_eq!(column(&ana.get(&format!("/hangouts/{supper}/responses")).await, "displayName"), ["Ana"]);
        ana.get(&format!("/hangouts/{walk}")).await.expect(404);
        for page in ["/groups", &format!("/groups/{group}"), &format!("/groups/{group}/members"), "/hangouts", &format!("/hangouts/{supper}")] {
            ana.page(page).await.expect(200);
            cy.page(page).await.expect(200);
        }
        bo.get("/me/hangouts").await.expect(200);
        assert_eq!(town.findings(false).await.iter().filter(|what| what.contains("cannot be read")).count(), 4);
    }

    async fn the_doctor_fills_in_what_another_program_left_out(town: Town) {
        let ana = town.registers("Ana").await;
        town.has_a_book_club(&[&ana]).await;
        town.writes("EVENT#walk", "METADATA", &[("title", "Walk".into())]).await;
        let lone = [("title", "Walk".into())];
        town.writes(CLUB, "HANGOUT#walk", &lone).await;
        town.findings(true).await;
        town.findings(true).await;
        assert_eq!(town.findings(false).await, Vec::<String>::new());
        let walk = store::from_item::<serde_json::Value>(town.row("EVENT#walk", "METADATA").await).unwrap();
        assert_eq!(walk["groupIds"], json!(["book club"]));
        let pointer = town.row(CLUB, "HANGOUT#reading 1").await;
        assert_eq!((pointer.get("colour"), pointer.get("title")), (Some(View::S("red")), Some(View::S("Reading"))));
        assert_eq!(ana.get(READING).await.expect(200).json["startTime"], json!(town.in_hours(5)));
    }
}

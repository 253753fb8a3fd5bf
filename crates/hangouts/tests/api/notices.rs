//! What people are told when they are not looking, and in which words.

use crate::support::Town;
use jiff::SignedDuration;
use outbound::Letter;
use serde_json::json;
use stage::Person;

/// The letters that went to somebody about hangouts and groups.
fn letters(town: &Town, to: &Person) -> Vec<Letter> {
    let fixed = |letter: &Letter| letter.subject.starts_with("Confirm");
    town.mail.letters().into_iter().filter(|letter| letter.to == to.email && !fixed(letter)).collect()
}

fn subjects(town: &Town, to: &Person) -> Vec<String> {
    letters(town, to).into_iter().map(|letter| letter.subject).collect()
}

impl Town {
    /// Someone who has confirmed their address.
    async fn confirmed(&self, name: &str) -> Person {
        let person = self.registers(name).await;
        self.confirms(&person).await;
        person
    }

    async fn after(&self, seconds: i64) {
        self.advance(SignedDuration::from_secs(seconds));
        self.finish_work().await;
    }
}

on_both_engines! {
    async fn new_moved_and_cancelled_hangouts_and_a_reminder_are_each_told_once(town: Town) {
        let (ana, bo) = (town.confirmed("Ana").await, town.confirmed("Bo").await);
        let (group, other) = (town.group_with(&ana, "Mill Lane", &[&bo]).await, town.group_with(&ana, "Rowing", &[&bo]).await);
        town.finish_work().await;
        let before = subjects(&town, &bo).len();
        let subjects = |town: &Town, to: &Person| subjects(town, to).into_iter().skip(if to.email == bo.email { before } else { 0 }).collect::<Vec<_>>();
        let body = json!({ "title": "Supper", "groupIds": [group, other], "inviteeIds": [bo.user_id], "startTime": town.in_hours(72) });
        let path = format!("/hangouts/{}", ana.post("/hangouts", body).await.expect(201).text_at("hangoutId"));
        town.finish_work().await;
        assert_eq!(subjects(&town, &bo).len(), 1, "once, however many groups");
        assert!(subjects(&town, &bo)[0].starts_with("New hangout in "), "{:?}", subjects(&town, &bo));
        assert!(letters(&town, &bo).pop().unwrap().text.contains("Ana plans Supper"));
        assert!(subjects(&town, &ana).is_empty(), "whoever made it knows");
        bo.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
        ana.patch(&path, json!({ "description": "Bring a jumper" })).await.expect(200);
        town.after(700).await;
        assert_eq!(subjects(&town, &bo).len(), 1, "a description moves nothing");
        ana.patch(&path, json!({ "startTime": town.in_hours(96) })).await.expect(200);
        town.after(60).await;
        assert!(subjects(&town, &bo)[1].starts_with("Supper has changed"));
        town.advance(SignedDuration::from_hours(72));
        town.finish_work().await;
        for person in [&ana, &bo] {
            assert!(subjects(&town, person).last().unwrap().starts_with("Supper is soon"), "the day before, not at the old time");
        }
        assert_eq!(subjects(&town, &bo).len(), 3);
        ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        town.after(60).await;
        assert_eq!(subjects(&town, &bo)[3], "Supper is cancelled");
        ana.patch(&path, json!({ "cancelled": false })).await.expect(200);
        town.after(600).await;
        assert!(subjects(&town, &bo)[4].starts_with("Supper is on again"));
    }

    async fn ten_edits_are_one_message_with_the_last_state_and_one_more_for_what_follows(town: Town) {
        let (ana, bo) = (town.confirmed("Ana").await, town.confirmed("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 72).await);
        town.finish_work().await;
        let first = letters(&town, &bo).len();
        for at in 0..10 {
            ana.patch(&path, json!({ "location": format!("Place {at}") })).await.expect(200);
            town.after(5).await;
        }
        assert_eq!(letters(&town, &bo).len(), first, "not before the minute is over");
        town.after(10).await;
        assert_eq!(letters(&town, &bo).len(), first + 1);
        assert!(letters(&town, &bo)[first].text.contains("Place 9"));
        for at in 10..15 {
            ana.patch(&path, json!({ "location": format!("Place {at}") })).await.expect(200);
            town.after(60).await;
        }
        assert_eq!(letters(&town, &bo).len(), first + 1, "ten minutes of quiet");
        town.after(300).await;
        assert_eq!(letters(&town, &bo).len(), first + 2);
        assert!(letters(&town, &bo)[first + 1].text.contains("Place 14"));
    }

    async fn a_change_that_is_undone_in_time_is_told_to_nobody(town: Town) {
        let (ana, bo) = (town.confirmed("Ana").await, town.confirmed("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 72).await);
        town.finish_work().await;
        let first = letters(&town, &bo).len();
        ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        town.after(30).await;
        ana.patch(&path, json!({ "cancelled": false })).await.expect(200);
        town.after(3_600).await;
        assert_eq!(letters(&town, &bo).len(), first);
    }

    async fn who_was_added_is_told_that_and_nothing_else_until_they_open_the_group(town: Town) {
        let (ana, bo) = (town.confirmed("Ana").await, town.confirmed("Bo").await);
        let group = town.group(&ana, "Buy at evil.example").await;
        let members = format!("/groups/{group}/members");
        ana.post(&members, json!({ "userId": bo.user_id })).await.expect(201);
        town.hangout(&ana, &group, "Evil", 72).await;
        let moved = format!("/hangouts/{}", town.hangout(&ana, &group, "Evil", 72).await);
        ana.patch(&moved, json!({ "location": "Evil" })).await.expect(200);
        town.after(700).await;
        assert_eq!(subjects(&town, &bo), ["You were added to a group"]);
        let letter = letters(&town, &bo).remove(0);
        assert!(letter.text.contains("Ana added you to a group.") && letter.text.contains(&format!("/groups/{group}/leave")), "{}", letter.text);
        assert!(!letter.text.to_lowercase().contains("evil"), "{}", letter.text);
        bo.page(&format!("/groups/{group}/leave")).await.expect(200).shows("don’t add me again");
        town.hangout(&ana, &group, "Evil", 72).await;
        town.finish_work().await;
        assert_eq!(letters(&town, &bo).len(), 1, "that page opens nothing");
        bo.page(&format!("/groups/{group}")).await.expect(200);
        town.hangout(&ana, &group, "Supper", 72).await;
        town.finish_work().await;
        assert_eq!(letters(&town, &bo).len(), 2);
    }

    async fn who_wants_not_to_be_added_again_joins_by_a_link_only(town: Town) {
        let (ana, bo) = (town.confirmed("Ana").await, town.confirmed("Bo").await);
        let group = town.group(&ana, "Mill Lane").await;
        let members = format!("/groups/{group}/members");
        let bos = format!("{members}/{}", bo.user_id);
        ana.post(&members, json!({ "userId": bo.user_id })).await.expect(201);
        ana.delete(&format!("{bos}?addAgain=false")).await.expect(422);
        bo.delete(&bos).await.expect(204);
        ana.post(&members, json!({ "userId": bo.user_id })).await.expect(201);
        bo.delete(&format!("{bos}?addAgain=false")).await.expect(204);
        ana.post(&members, json!({ "userId": bo.user_id })).await.expect(403).shows("They can join by a link.");
        ana.submit(&members, &[("email", &bo.email)]).await.expect(403).shows("They can join by a link.");
        let token = ana.post(&format!("/groups/{group}/invite-links"), json!({})).await.expect(201).text_at("token");
        bo.act(&format!("/join/{token}")).await.expect(200);
        bo.submit(&format!("/groups/{group}/leave"), &[("again", "no")]).await.expect(303);
        bo.get(&format!("/groups/{group}")).await.expect(404);
    }

    async fn someone_invited_is_told_in_fixed_words_until_they_answer(town: Town) {
        let (ana, bo) = (town.confirmed("Ana").await, town.confirmed("Bo").await);
        let body = json!({ "title": "Evil", "location": "Evil", "description": "Evil", "inviteeIds": [bo.user_id], "startTime": town.in_hours(72) });
        let path = format!("/hangouts/{}", ana.post("/hangouts", body).await.expect(201).text_at("hangoutId"));
        town.finish_work().await;
        ana.patch(&path, json!({ "startTime": town.in_hours(80) })).await.expect(200);
        town.after(60).await;
        assert_eq!(subjects(&town, &bo), ["You are invited to a hangout", "A hangout you are invited to has changed"]);
        for letter in letters(&town, &bo) {
            assert!(letter.text.starts_with("Ana ") && letter.text.contains(&path), "{}", letter.text);
            assert!(!letter.text.contains("Evil"), "{}", letter.text);
        }
        bo.put(&format!("{path}/response"), json!({ "response": "maybe" })).await.expect(200);
        ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        town.after(600).await;
        assert_eq!(subjects(&town, &bo)[2], "Evil is cancelled");
    }

    async fn beyond_the_hourly_limit_messages_wait_and_cancellations_go_first(town: Town) {
        let town = Town { stage: town.stage.again(|setup| setup.settings.notified_per_hour = 2).await };
        let ana = town.confirmed("Ana").await;
        let mut others = Vec::new();
        for name in ["Bo", "Cy", "Di"] {
            others.push(town.confirmed(name).await);
        }
        let all = || others.iter().flat_map(|person| subjects(&town, person)).collect::<Vec<_>>();
        let invitees: Vec<&str> = others.iter().map(|person| person.user_id.as_str()).collect();
        let body = json!({ "title": "Supper", "inviteeIds": invitees, "startTime": town.in_hours(72) });
        let made = ana.post("/hangouts", body).await.expect(201);
        assert_eq!((&made.json["notified"], &made.json["notifiedLater"]), (&json!(2), &json!(1)));
        town.finish_work().await;
        assert_eq!(all(), ["You are invited to a hangout"; 2]);
        let group = town.group(&ana, "Mill Lane").await;
        let added = ana.post(&format!("/groups/{group}/members"), json!({ "userId": invitees[0] })).await.expect(201);
        assert_eq!((&added.json["notified"], &added.json["notifiedLater"]), (&json!(0), &json!(1)));
        let path = format!("/hangouts/{}", made.text_at("hangoutId"));
        let cancelled = ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        assert_eq!((&cancelled.json["notified"], &cancelled.json["notifiedLater"]), (&json!(0), &json!(3)));
        town.after(60).await;
        assert_eq!(all().len(), 2, "the hour is not over");
        town.after(3_600).await;
        let cancellations = all().iter().filter(|subject| subject.ends_with("is cancelled")).count();
        assert_eq!((all().len(), cancellations), (4, 2), "cancellations first: {:?}", all());
        town.after(3_700).await;
        assert_eq!(all().iter().filter(|subject| subject.ends_with("is cancelled")).count(), 3);
        town.after(25 * 3_600).await;
        assert_eq!(all().len(), 6, "what waited for a day is dropped: {:?}", all());
    }
}

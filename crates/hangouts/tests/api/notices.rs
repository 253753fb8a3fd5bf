//! What people are told when they are not looking.

use crate::support::Town;
use jiff::SignedDuration;
use serde_json::json;

/// The subjects of the letters that went to somebody about hangouts.
fn subjects(town: &Town, to: &stage::Person) -> Vec<String> {
    let letters = town
        .mail
        .letters()
        .into_iter()
        .filter(|letter| letter.to == to.email && letter.unsubscribe.is_some());
    letters.map(|letter| letter.subject).collect()
}

on_both_engines! {
    async fn new_moved_and_cancelled_hangouts_and_a_reminder_are_each_told_once(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        for person in [&ana, &bo] {
            town.confirms(person).await;
        }
        let (group, other) = (town.group_with(&ana, "Mill Lane", &[&bo]).await, town.group_with(&ana, "Rowing", &[&bo]).await);
        let body = json!({ "title": "Supper", "groupIds": [group, other], "inviteeIds": [bo.user_id], "startTime": town.in_hours(72) });
        let path = format!("/hangouts/{}", ana.post("/hangouts", body).await.expect(201).text_at("hangoutId"));
        town.finish_work().await;
        assert_eq!(subjects(&town, &bo), ["New hangout: Supper"], "once, however many groups");
        assert!(subjects(&town, &ana).is_empty(), "whoever made it knows");
        ana.patch(&path, json!({ "description": "Bring a jumper" })).await.expect(200);
        town.finish_work().await;
        assert_eq!(subjects(&town, &bo).len(), 1, "a description moves nothing");
        ana.patch(&path, json!({ "startTime": town.in_hours(96) })).await.expect(200);
        town.finish_work().await;
        assert!(subjects(&town, &bo)[1].starts_with("Supper has changed"));
        town.advance(SignedDuration::from_hours(72));
        town.finish_work().await;
        for person in [&ana, &bo] {
            assert!(subjects(&town, person).last().unwrap().starts_with("Supper is soon"), "the day before, not at the old time");
        }
        assert_eq!(subjects(&town, &bo).len(), 3);
        ana.patch(&path, json!({ "cancelled": true })).await.expect(200);
        town.finish_work().await;
        assert_eq!(subjects(&town, &bo)[3], "Supper is cancelled");
    }
}

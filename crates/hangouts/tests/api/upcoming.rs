//! Everything of mine by time, over groups and invitations.

use crate::support::{Town, every_page, titles};
use jiff::SignedDuration;
use serde_json::json;

on_both_engines! {
    async fn what_is_ahead_comes_in_order_each_once_and_what_was_backwards(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let first = town.group_with(&ana, "First", &[&bo]).await;
        let second = town.group_with(&ana, "Second", &[&bo]).await;
        for hour in [5, 1, 3] {
            town.hangout(&ana, &first, &format!("a{hour}"), hour).await;
            town.hangout(&ana, &second, &format!("b{hour}"), hour).await;
        }
        let both = json!({ "title": "both", "groupIds": [first, second], "inviteeIds": [bo.user_id], "startTime": town.in_hours(2) });
        ana.post("/hangouts", both).await.expect(201);
        ana.post("/hangouts", json!({ "title": "undated", "groupIds": [first] })).await.expect(201);
        let ahead: Vec<_> = every_page(&bo, "/me/hangouts?limit=2").await.iter().map(|item| item["title"].as_str().unwrap().to_owned()).collect();
        assert_eq!(ahead.len(), 7);
        assert_eq!(ahead[2], "both");
        assert_eq!((&ahead[0][1..], &ahead[1][1..], &ahead[3][1..], &ahead[6][1..]), ("1", "1", "3", "5"));
        assert_eq!(titles(&bo.get(&format!("/me/hangouts?after={}", town.in_hours(4))).await).len(), 2);
        town.advance(SignedDuration::from_hours(4));
        assert_eq!(titles(&bo.get("/me/hangouts").await).len(), 2);
        let past: Vec<_> = every_page(&bo, &format!("/me/hangouts?limit=2&before={}", town.in_hours(0))).await;
        let past: Vec<_> = past.iter().map(|item| item["title"].as_str().unwrap()).collect();
        assert_eq!((past.len(), &past[0][1..], past[2], &past[4][1..]), (5, "3", "both", "1"));
    }

    async fn many_at_the_same_time_are_shown_page_by_page_and_none_is_lost(town: Town) {
        let ana = town.registers("Ana").await;
        let (one, other) = (town.group(&ana, "One").await, town.group(&ana, "Other").await);
        for at in 0..7 {
            town.hangout(&ana, &one, &format!("one{at}"), 1).await;
            town.hangout(&ana, &other, &format!("other{at}"), 1).await;
        }
        let shown = every_page(&ana, "/me/hangouts?limit=3").await;
        let mut ids: Vec<_> = shown.iter().map(|item| item["hangoutId"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), 14);
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 14);
    }

    async fn a_list_asked_for_wrongly_says_so(town: Town) {
        let ana = town.registers("Ana").await;
        ana.get("/me/hangouts?after=yesterday").await.expect(422);
        ana.get(&format!("/me/hangouts?after={0}&before={0}", town.in_hours(0))).await.expect(422);
        ana.get("/me/hangouts?limit=0").await.expect(422);
        ana.get("/me/hangouts?cursor=x").await.expect(400);
        town.anyone().get("/me/hangouts").await.expect(401);
    }
}

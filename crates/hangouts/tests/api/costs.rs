//! What a page asks of storage: nothing in it grows with the number of hangouts, and no list reads a hangout itself.

use crate::support::{Town, titles};
use serde_json::json;
use store::decorators::Operation;

on_both_engines! {
    async fn a_feed_is_one_query_and_one_batch_read(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        for at in 0..12 {
            town.hangout(&ana, &group, &format!("t{at}"), at).await;
        }
        let path = format!("/groups/{group}/feed?limit=10");
        let table = &hangouts::tables::INVITER_TABLE;
        let calls = town.calls(async || assert_eq!(titles(&bo.get(&path).await).len(), 10)).await;
        // Beside the session: the membership, the pointers, the responses.
        assert_eq!(calls.calls_to(table), 3, "{calls}");
        assert_eq!((calls.calls_of(Operation::Query), calls.calls_of(Operation::BatchGet)), (1, 2), "the responses, and the session: {calls}");
        // However many there are, and however many are asked for.
        for at in 12..40 {
            town.hangout(&ana, &group, &format!("t{at}"), at).await;
        }
        let path = format!("/groups/{group}/feed?limit=30");
        let more = town.calls(async || assert_eq!(titles(&bo.get(&path).await).len(), 30)).await;
        assert_eq!(more.calls_to(table), 3, "{more}");
    }

    async fn what_is_ahead_is_one_query_for_each_partition_and_one_batch_read(town: Town) {
        let ana = town.registers("Ana").await;
        let mut groups = Vec::new();
        for at in 0..5 {
            groups.push(town.group(&ana, &format!("G{at}")).await);
        }
        for at in 0..20 {
            town.hangout(&ana, &groups[at % 5], &format!("t{at}"), i64::try_from(at).unwrap() + 1).await;
        }
        ana.post("/hangouts", json!({ "title": "all", "groupIds": groups, "startTime": town.in_hours(3) })).await.expect(201);
        let table = &hangouts::tables::INVITER_TABLE;
        let calls = town.calls(async || assert_eq!(titles(&ana.get("/me/hangouts?limit=10").await).len(), 10)).await;
        // The groups; five of them and the direct invitations; the responses.
        assert_eq!((calls.calls_of(Operation::Query), calls.calls_to(table)), (1 + 6, 1 + 6 + 1), "{calls}");
        assert_eq!(calls.calls_of(Operation::BatchGet), 2, "the responses, and the session: {calls}");
        assert_eq!(calls.calls_of(Operation::Get), 0, "no hangout is read: {calls}");
        for at in 0..30 {
            town.hangout(&ana, &groups[at % 5], &format!("u{at}"), 30).await;
        }
        let more = town.calls(async || assert_eq!(titles(&ana.get("/me/hangouts?limit=10").await).len(), 10)).await;
        assert_eq!(more.calls_to(table), 1 + 6 + 1, "{more}");
    }

    async fn a_response_is_one_transaction_however_many_have_responded(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}/response", town.hangout(&ana, &group, "Supper", 5).await);
        let calls = town.calls(async || _ = bo.put(&path, json!({ "response": "going" })).await.expect(200)).await;
        assert_eq!(calls.writes(), 1, "{calls}");
        assert_eq!(calls.calls_to(&hangouts::tables::INVITER_TABLE), 4, "the hangout, the membership, my answer, the write: {calls}");
    }
}

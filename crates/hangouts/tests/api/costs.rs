//! What a page asks of storage: nothing in it grows with the number of hangouts, and no list reads a hangout itself.

use crate::support::{Town, titles};
use serde_json::json;
use stage::Engine;
use std::ops::Range;
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

    async fn in_many_groups_only_those_that_hold_much_of_the_page_are_asked_again(town: Town) {
        let ana = town.registers("Ana").await;
        let mut groups = Vec::new();
        for at in 0..60 {
            groups.push(town.group(&ana, &format!("G{at}")).await);
        }
        for (at, group) in groups.iter().enumerate().step_by(2) {
            town.hangout(&ana, group, &format!("t{at}"), i64::try_from(at).unwrap() + 1).await;
        }
        let page = async || {
            let calls = town.calls(async || assert_eq!(titles(&ana.get("/me/hangouts?limit=20").await).len(), 20)).await;
            (calls.calls_of(Operation::Query), calls.calls_to(&hangouts::tables::INVITER_TABLE))
        };
        assert_eq!(page().await, (1 + 61, 1 + 61 + 1));
        // A group in which the whole page takes place.
        for at in 0..25 {
            town.hangout(&ana, &groups[7], &format!("u{at}"), 1).await;
        }
        assert_eq!(page().await, (1 + 61 + 1, 1 + 61 + 1 + 1));
    }

    async fn a_response_is_one_transaction_however_many_have_responded(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}/response", town.hangout(&ana, &group, "Supper", 5).await);
        let calls = town.calls(async || _ = bo.put(&path, json!({ "response": "going" })).await.expect(200)).await;
        // Marks of what was done before may still be on their way to the system's table.
        assert_eq!(calls.calls_of(Operation::Transact), 1, "{calls}");
        assert_eq!(calls.calls_to(&hangouts::tables::INVITER_TABLE), 5, "the hangout, the membership, my answer, the write, and once all responses: {calls}");
        let again = town.calls(async || _ = bo.put(&path, json!({ "response": "maybe" })).await.expect(200)).await;
        assert_eq!(again.calls_to(&hangouts::tables::INVITER_TABLE), 5, "the same, and the one response that changed: {again}");
    }
}

/// Rows count as calls do: what is read of two hundred groups does not grow with what is planned in them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_two_hundred_groups_as_much_is_read_however_much_is_planned() {
    let town = Town::on(Engine::Embedded).await;
    let ana = town.registers("Ana").await;
    let mut groups = Vec::new();
    for at in 0..200 {
        groups.push(town.group(&ana, &format!("G{at}")).await);
    }
    let plan = async |hours: Range<i64>| {
        for hour in hours {
            for some in groups.chunks(40) {
                let body = json!({ "title": "Walk", "groupIds": some, "startTime": town.in_hours(hour) });
                ana.post("/hangouts", body).await.expect(201);
            }
        }
    };
    let page = async || {
        let calls =
            town.calls(async || assert_eq!(titles(&ana.get("/me/hangouts?limit=10").await).len(), 10)).await;
        assert_eq!(calls.calls_to(&hangouts::tables::INVITER_TABLE), 1 + 201 + 1, "{calls}");
        calls.items_read()
    };
    plan(1..6).await;
    let few = page().await;
    plan(6..15).await;
    assert_eq!(page().await, few);
}

//! Many at once: codes stay distinct, nothing is lost, and of two edits none silently wins.

use crate::support::{Share, Table};
use futures::{StreamExt, stream};
use http::{Method, Request};
use serde_json::{Value, json};
use shareables::{keys, model::ShortId, tables::SHORT_ID_POOL};
use stage::Engine;
use std::{collections::HashSet, sync::Arc};
use store::{
    Item, StoreError, Write,
    decorators::{FailingStore, Fault},
};
use web::DoctorCheck;

/// Does `count` things, at most `at_once` of them at the same moment.
async fn crowd<T, F: Future<Output = T>>(count: usize, at_once: usize, one: impl Fn(usize) -> F) -> Vec<T> {
    stream::iter(0..count).map(one).buffer_unordered(at_once).collect().await
}

async fn nothing_is_wrong(table: &Table) {
    for check in shareables::feature().doctor {
        let findings = check.check(&table.services, false).await.unwrap();
        assert_eq!(findings, [], "{}", check.name());
    }
}

on_both_engines! {
    async fn a_thousand_creates_at_once_get_a_thousand_codes(table: Table) {
        table.fill_pool().await;
        let many = stage::told("CREATES", if table.engine() == Engine::Embedded { 1_000 } else { 200 });
        let made = crowd(many, 64, |_| async { table.make_checklist(&[]).await.id }).await;
        assert_eq!(made.iter().collect::<HashSet<_>>().len(), many);
        nothing_is_wrong(&table).await;
    }

    async fn one_pooled_code_goes_to_one_share_however_many_reach_for_it(table: Table) {
        let only: ShortId = "KTM-RVB-40718".parse().unwrap();
        for partition in 0..keys::POOL_PARTITIONS {
            let entry = Item::new().with("id", only.shown()).with_key(&SHORT_ID_POOL, keys::pool_slot(partition, 1));
            table.services.store.write(Write::put(&SHORT_ID_POOL, entry)).await.unwrap();
        }
        let made = crowd(40, 40, |_| async { table.make_checklist(&[]).await.id }).await;
        assert_eq!(made.iter().collect::<HashSet<_>>().len(), 40);
        assert_eq!(made.iter().filter(|id| **id == only).count(), 1);
    }

    async fn two_hundred_vote_while_the_organiser_edits_and_none_is_lost(table: Table) {
        let share = table.make_poll(json!({})).await;
        let voting = crowd(200, 50, |n| {
            let body = json!({ "name": format!("voter {n}"), "answers": [share.answer(0, &[n % 2])] });
            let (table, path) = (&table, share.at("/votes"));
            async move { table.post(&path, None, body).await.status.as_u16() }
        });
        let editing = crowd(20, 1, |n| {
            let (table, share) = (&table, &share);
            async move { table.patch(&share.path, share.admin(), json!({ "name": format!("edit {n}") })).await.status.as_u16() }
        });
        let (voted, edited) = futures::join!(voting, editing);
        assert_eq!((voted, edited), (vec![201; 200], vec![200; 20]));
        let results = table.get(&share.at("/results"), None).await.expect(200);
        let options = results.json["questions"][0]["options"].as_array().unwrap();
        let counted: Vec<_> = options.iter().map(|option| option["votes"].clone()).collect();
        assert_eq!((&results.json["totalVotes"], counted), (&json!(200), vec![json!(100), json!(100)]));
        assert_eq!(table.get(&share.path, None).await.json["name"], "edit 19");
    }

    async fn two_hundred_answer_and_change_while_the_organiser_edits_and_none_is_lost(table: Table) {
        let share = table.make_event(json!({})).await;
        let answering = crowd(200, 50, |n| {
            let (table, share) = (&table, &share);
            async move {
                let body = json!({ "name": format!("guest {n}"), "response": "maybe" });
                let code = table.post(&share.at("/rsvps"), None, body).await.expect(201).text_at("code");
                let body = json!({ "name": format!("guest {n}"), "response": "going", "guestCount": 1 });
                table.put(&share.at(&format!("/rsvps/{code}")), None, body).await.status.as_u16()
            }
        });
        let editing = crowd(10, 1, |n| {
            let (table, share) = (&table, &share);
            async move { table.patch(&share.path, share.admin(), json!({ "description": n.to_string() })).await.status.as_u16() }
        });
        let (answered, edited) = futures::join!(answering, editing);
        assert_eq!((answered, edited), (vec![200; 200], vec![200; 10]));
        let seen = table.get(&share.at("/rsvps"), None).await.expect(200);
        assert_eq!(seen.json["summary"], json!({ "going": 200, "maybe": 0, "notGoing": 0, "guests": 200 }));
    }

    async fn two_hundred_tick_while_the_organiser_adds_and_none_is_lost(table: Table) {
        let names: Vec<_> = (0..200).map(|n| n.to_string()).collect();
        let share = table.make_checklist(&names.iter().map(String::as_str).collect::<Vec<_>>()).await;
        let ticking = crowd(200, 50, |n| {
            let (table, path) = (&table, share.at(&format!("/items/{}/tick", share.item(n))));
            async move { table.put(&path, None, json!({ "by": "Bo" })).await.status.as_u16() }
        });
        let adding = crowd(10, 1, |n| {
            let (table, share) = (&table, &share);
            async move { table.post(&share.at("/items"), share.admin(), json!({ "name": format!("more {n}") })).await.status.as_u16() }
        });
        let (ticked, added) = futures::join!(ticking, adding);
        assert_eq!((ticked, added), (vec![200; 200], vec![201; 10]));
        let seen = table.get(&share.path, None).await;
        let items = seen.json["items"].as_array().unwrap();
        assert_eq!((items.len(), items.iter().filter(|item| item["checked"] == true).count()), (210, 200));
    }

    async fn of_many_edits_of_one_version_exactly_one_wins(table: Table) {
        let share = table.make_checklist(&[]).await;
        for version in 1..=10 {
            let statuses = crowd(8, 8, |n| {
                let request = Request::builder().method(Method::PATCH).uri(format!("/api/v1{}", share.path))
                    .header("authorization", format!("Bearer {}", share.admin)).header("content-type", "application/json")
                    .header("if-match", format!("\"{version}\"")).body(json!({ "name": format!("{version} {n}") }).to_string().into()).unwrap();
                async { table.raw(request).await.status().as_u16() }
            }).await;
            let (won, lost): (Vec<u16>, Vec<u16>) = statuses.into_iter().partition(|status| *status == 200);
            assert_eq!((won.len(), lost), (1, vec![412; 7]));
        }
    }

    async fn organisers_who_add_at_once_lose_nothing(table: Table) {
        let share = table.make_checklist(&[]).await;
        let adds = |share: &Share, n: usize| (share.at("/items"), json!({ "name": n.to_string() }));
        let added = crowd(6, 3, |n| {
            let (path, body) = adds(&share, n);
            let (table, share) = (&table, &share);
            async move { table.post(&path, share.admin(), body).await.status.as_u16() }
        }).await;
        assert_eq!(added, vec![201; 6]);
        let seen: Value = table.get(&share.path, None).await.json;
        let names: HashSet<_> = seen["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect();
        assert_eq!(names.len(), 6);
    }

    async fn the_doctor_finds_an_answer_that_hangs_on_nothing_and_names_it_for_removal(table: Table) {
        let share = table.make_poll(json!({})).await;
        let body = json!({ "answers": [share.answer(0, &[0])] });
        table.post(&share.at("/votes"), None, body).await.expect(201);
        nothing_is_wrong(&table).await;
        let lost = Write::delete(&shareables::tables::SHAREABLES, keys::shareable(&share.id));
        table.services.store.write(lost).await.unwrap();
        let found = shareables::doctor::Orphans.check(&table.services, true).await.unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        let (from, key) = found[0].removes.clone().expect("an answer");
        table.services.store.write(Write::delete(from, key)).await.unwrap();
        nothing_is_wrong(&table).await;
    }

    async fn a_doctor_who_cannot_read_says_so_instead_of_calling_it_fine(table: Table) {
        let entry = Item::new().with("id", "KTM-RVB-40718").with_key(&SHORT_ID_POOL, keys::pool_slot(0, 1));
        table.services.store.write(Write::put(&SHORT_ID_POOL, entry)).await.unwrap();
        let failing = Arc::new(FailingStore::new(table.services.store.clone()));
        let shaky = table.over({ let failing = failing.clone(); move |_| failing }).await;
        // The pool is read, what has its code is not.
        failing.script([None, Some(Fault::Before)]);
        let answer = shareables::doctor::Pool.check(&shaky.services, true).await;
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    }
}

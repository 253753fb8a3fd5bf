//! Taking one's data along, and leaving.

use crate::{
    people::{PASSWORD, email_of},
    push,
    table::Table,
};
use async_trait::async_trait;
use identity::{
    doctor::AccountsAgree,
    tables::{IDENTITY, USERS},
};
use kernel::UserId;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use web::{AccountHooks, CalendarSources, DoctorCheck, Services, system::SYSTEM};

/// A feature that keeps one thing for everybody, and may want them to stay.
#[derive(Default)]
struct Shelf {
    objection: Mutex<Option<String>>,
    forgotten: Mutex<Vec<UserId>>,
}

#[async_trait]
impl AccountHooks for Shelf {
    async fn export(&self, _: &Services, user: UserId) -> store::Result<Option<(&'static str, Value)>> {
        Ok(Some(("shelf", json!({ "of": user }))))
    }

    async fn objection(&self, _: &Services, _: UserId) -> store::Result<Option<String>> {
        Ok(self.objection.lock().unwrap().clone())
    }

    async fn forget(&self, _: &Services, user: UserId) -> store::Result<()> {
        self.forgotten.lock().unwrap().push(user);
        Ok(())
    }
}

fn table_with_shelf() -> (Table, Arc<Shelf>) {
    let shelf = Arc::new(Shelf::default());
    (Table::with(|_| (), vec![shelf.clone()]), shelf)
}

#[tokio::test]
async fn someone_takes_along_everything_that_is_kept_about_them() {
    let (table, _) = table_with_shelf();
    let ana = table.registers("Ana").await;
    let token =
        ana.post("/api/v1/me/tokens", json!({ "name": "script" })).await.expect(201).text_at("/token");
    let feed = ana.post("/api/v1/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    ana.post("/api/v1/me/push-subscriptions", push::subscription(1)).await.expect(201);
    let export = ana.get("/api/v1/me/export").await.expect(200);
    assert_eq!(export.text_at("/calendarFeedMadeAt"), "2026-11-15T09:00:00.000Z");
    assert_eq!(export.text_at("/pushSubscriptions/0/endpoint"), push::endpoint(1));
    assert!(!export.text.contains(feed.rsplit('/').next().unwrap()));
    assert_eq!(export.text_at("/user/email"), email_of("ana"));
    assert_eq!(export.text_at("/features/shelf/of"), ana.user_id().await);
    assert_eq!(
        (export.text_at("/tokens/0/name"), export.json["sessions"].as_array().unwrap().len()),
        ("script".into(), 1)
    );
    assert!(!export.text.contains(&token) && !export.text.contains("argon2"));
    assert!(export.header("content-disposition").starts_with("attachment"));
}

#[tokio::test]
async fn a_deleted_account_is_dead_at_once_then_gone_and_its_address_is_free() {
    let (table, shelf) = table_with_shelf();
    table.registers("Root").await;
    let ana = table.registers("Ana").await;
    let user: UserId = ana.user_id().await.parse().unwrap();
    ana.post("/api/v1/me/tokens", json!({ "name": "script" })).await.expect(201);
    ana.post("/api/v1/me/push-subscriptions", push::subscription(1)).await.expect(201);
    let feed = ana.post("/api/v1/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    ana.delete("/api/v1/me").await.expect(204);
    table.somebody().get(&feed).await.expect(404);
    ana.get("/api/v1/me").await.expect(401);
    table.somebody().signs_in("Ana", PASSWORD).await.expect(401);
    table.somebody().registers("Ana").await.expect(201);
    table.finish_work().await;
    assert_eq!(*shelf.forgotten.lock().unwrap().last().unwrap(), user);
    let left = (table.rows(&USERS).await, table.rows(&IDENTITY).await, table.rows(&SYSTEM).await);
    let left = format!("{left:?}");
    assert!(!left.contains(&user.to_string()), "{left}");
    assert_eq!(AccountsAgree.check(&table.services, false).await.unwrap(), []);
}

#[tokio::test]
async fn an_account_with_more_rows_than_fit_one_transaction_is_cleared_away_whole() {
    let (table, _) = table_with_shelf();
    table.registers("Root").await;
    let ana = table.registers("Ana").await;
    for at in 0..50 {
        ana.post("/api/v1/me/tokens", json!({ "name": format!("token {at}") })).await.expect(201);
        identity::operator::make_reset_link(&table.services, "ana@example.org").await.unwrap();
    }
    ana.delete("/api/v1/me").await.expect(204);
    table.finish_work().await;
    let of_root = ["SIGN_IN", "ACCOUNT", "SESSION", "SUPER_ADMINS"].len();
    assert_eq!(table.rows(&IDENTITY).await.len(), of_root);
}

#[tokio::test]
async fn a_feature_can_ask_someone_to_stay_in_its_own_words() {
    let (table, shelf) = table_with_shelf();
    table.registers("Root").await;
    let ana = table.registers("Ana").await;
    *shelf.objection.lock().unwrap() = Some("Others still use your shelf. Hand it over first.".into());
    let refused = ana.delete("/api/v1/me").await.expect(409);
    assert_eq!(refused.text_at("/detail"), "Others still use your shelf. Hand it over first.");
    ana.get("/api/v1/me").await.expect(200);
    *shelf.objection.lock().unwrap() = None;
    ana.with_header("if-match", "\"99\"").delete("/api/v1/me").await.expect(412);
    ana.delete("/api/v1/me").await.expect(204);
}

#[tokio::test]
async fn clearing_away_can_be_interrupted_and_done_again() {
    let (table, shelf) = table_with_shelf();
    table.registers("Root").await;
    let ana = table.registers("Ana").await;
    ana.delete("/api/v1/me").await.expect(204);
    let work = identity::feature(vec![shelf.clone()], CalendarSources::default()).work.remove(0);
    let items = table.rows(&SYSTEM).await;
    let item = items.into_iter().find(|item| item.contains("kind")).unwrap();
    let item = web::WorkItem::read(item).unwrap();
    for _ in 0..4 {
        work.run(&table.services, &item).await.unwrap();
    }
    table.finish_work().await;
    assert_eq!(table.rows(&USERS).await.len(), 1);
}

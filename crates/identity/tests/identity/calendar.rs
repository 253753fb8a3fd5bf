//! The address of somebody's calendar, and what is behind it.

use crate::table::Table;
use async_trait::async_trait;
use kernel::UserId;
use serde_json::json;
use std::sync::Arc;
use web::{CalendarEntry, CalendarSource, Services, system::SYSTEM};

/// A feature in which everybody has one thing ahead.
struct Ahead(&'static str, &'static str);

#[async_trait]
impl CalendarSource for Ahead {
    async fn upcoming(&self, services: &Services, user: UserId) -> store::Result<Vec<CalendarEntry>> {
        let Self(title, start) = *self;
        Ok(vec![CalendarEntry {
            uid: format!("{title}-{user}@roundtable"),
            start: start.parse().unwrap(),
            end: None,
            title: title.into(),
            location: None,
            url: format!("{}/{title}", services.settings.base_url),
        }])
    }
}

#[tokio::test]
async fn a_calendar_is_made_of_what_every_feature_offers_its_owner() {
    let walk = Arc::new(Ahead("walk", "2026-12-01T10:00:00Z"));
    let film = Arc::new(Ahead("film", "2026-11-20T19:00:00Z"));
    let table = Table::with_calendar(Arc::new([walk, film]));
    let (ana, ben) = (table.registers("Ana").await, table.registers("Ben").await);
    let url = ana.post("/api/v1/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let secret =
        url.strip_prefix("http://table.example/calendar/").and_then(|file| file.strip_suffix(".ics"));
    assert!(secret.is_some_and(|secret| secret.starts_with("rtf_")), "{url}");
    let calendar = table.somebody().get(&url).await.expect(200);
    assert_eq!(calendar.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(calendar.header("cache-control"), "no-store");
    let text = calendar.text.replace("\r\n ", "");
    assert!(text.contains("X-WR-CALNAME:Roundtable\r\n"), "{text}");
    assert!(text.contains(&format!("UID:walk-{}@roundtable\r\n", ana.user_id().await)), "{text}");
    assert!(!text.contains(&ben.user_id().await));
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part} in {text}"));
    assert!(place("SUMMARY:film") < place("SUMMARY:walk"), "what comes first is first");
}

#[tokio::test]
async fn an_address_is_dead_once_it_is_replaced_or_stopped_and_storage_does_not_hold_it() {
    let table = Table::new();
    let ana = table.registers("Ana").await;
    let make = async || ana.post("/api/v1/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let first = make().await;
    table.somebody().get(&first).await.expect(200);
    let second = make().await;
    table.somebody().get(&first).await.expect(404);
    table.somebody().get(&second).await.expect(200);
    let secret = second.rsplit('/').next().unwrap().strip_suffix(".ics").unwrap();
    assert!(!format!("{:?}", table.rows(&SYSTEM).await).contains(secret));
    ana.delete("/api/v1/me/calendar-feed").await.expect(204);
    table.somebody().get(&second).await.expect(404);
    ana.delete("/api/v1/me/calendar-feed").await.expect(204);
}

#[tokio::test]
async fn only_the_whole_address_opens_a_calendar_and_it_opens_nothing_else() {
    let table = Table::new();
    let (ana, ben) = (table.registers("Ana").await, table.registers("Ben").await);
    let url = ana.post("/api/v1/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let other = ben.post("/api/v1/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let (start, end) = (&url[..url.len() - 24], &other[other.len() - 24..]);
    let token = ana.post("/api/v1/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("/token");
    for wrong in [
        format!("{start}{end}"),
        url.replace(".ics", ""),
        url.replace(".ics", ".txt"),
        "/calendar/.ics".into(),
        format!("/calendar/{token}.ics"),
    ] {
        table.somebody().get(&wrong).await.expect(404);
    }
    let secret = url.rsplit('/').next().unwrap().strip_suffix(".ics").unwrap();
    table.somebody().with_bearer(secret).get("/api/v1/me").await.expect(401);
    table.somebody().with_cookie("session", secret).get("/api/v1/me").await.expect(401);
}

#[tokio::test]
async fn the_account_page_makes_shows_once_and_stops_the_address() {
    let table = Table::new();
    let fields =
        [("displayName", "Ana"), ("email", "ana@example.org"), ("password", "a long enough password")];
    let ana = table.somebody();
    ana.submit("/register", &fields).await.expect(303);
    ana.get("/me").await.expect(200).shows("Make an address");
    let made = ana.submit("/me/calendar-feed", &[]).await.expect(200);
    made.shows("Copy the address now.");
    let url = made.text.split("value=\"").find(|part| part.contains("/calendar/")).unwrap();
    let url = url.split('"').next().unwrap();
    table.somebody().get(url).await.expect(200);
    let later = ana.get("/me").await.expect(200);
    later.shows("Made <time datetime=\"2026-11-15T09:00:00.000Z\">15 November 2026</time>");
    assert!(!later.text.contains(url));
    let stopped = ana.submit("/me/calendar-feed/stop", &[]).await.expect(303);
    ana.get(stopped.header("location")).await.expect(200).shows("address is dead");
    table.somebody().get(url).await.expect(404);
}

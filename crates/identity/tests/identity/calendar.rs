//! The address of somebody's calendar, and what is behind it.

use crate::scene::{alone, beside};
use async_trait::async_trait;
use kernel::UserId;
use serde_json::json;
use std::sync::Arc;
use web::{CalendarEntry, CalendarSource, CalendarStatus, Feature, Services, system::SYSTEM};

/// A feature in which everybody has one thing ahead.
struct Ahead(&'static str, &'static str);

#[async_trait]
impl CalendarSource for Ahead {
    fn kind(&self) -> &'static str {
        self.0
    }

    async fn upcoming(&self, _: &Services, user: UserId) -> store::Result<Vec<CalendarEntry>> {
        let Self(title, start) = *self;
        Ok(vec![CalendarEntry {
            id: format!("{title}-{user}"),
            start: start.parse().unwrap(),
            end: None,
            zone: None,
            at_place: false,
            title: title.into(),
            description: Some("Bring boots,\r\nand a torch".into()),
            location: None,
            path: format!("/{title}"),
            created: "2037-11-01T08:00:00Z".parse().unwrap(),
            changed: "2037-11-02T08:00:00Z".parse().unwrap(),
            sequence: 3,
            status: CalendarStatus::Tentative,
            again: false,
        }])
    }
}

#[tokio::test]
async fn a_calendar_is_made_of_what_every_feature_offers_its_owner() {
    let walk = Arc::new(Ahead("walk", "2037-12-01T10:00:00Z"));
    let film = Arc::new(Ahead("film", "2037-11-20T19:00:00Z"));
    let stage =
        beside(move || Feature { calendar: vec![walk.clone(), film.clone()], ..Feature::default() }).await;
    let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
    let url = ana.post("/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let secret =
        url.strip_prefix("http://127.0.0.1:8080/calendar/").and_then(|file| file.strip_suffix(".ics"));
    assert!(secret.is_some_and(|secret| secret.starts_with("rtf_")), "{url}");
    let calendar = stage.anyone().page(&url).await.expect(200);
    assert_eq!(calendar.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(calendar.header("cache-control"), "private, no-cache");
    let text = calendar.text.replace("\r\n ", "");
    assert!(text.contains("X-WR-CALNAME:Roundtable\r\n"), "{text}");
    let fingerprint = stage.services.keys.fingerprint();
    for line in [
        "PRODID:-//Roundtable//Roundtable//EN".to_owned(),
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H".to_owned(),
        "X-PUBLISHED-TTL:PT1H".to_owned(),
        format!("UID:walk-{}@{fingerprint}.roundtable", ana.user_id),
        "DTSTART:20371201T100000Z".to_owned(),
        "DTEND:20371201T110000Z".to_owned(),
        "DTSTAMP:20371102T080000Z".to_owned(),
        "CREATED:20371101T080000Z".to_owned(),
        "LAST-MODIFIED:20371102T080000Z".to_owned(),
        "SEQUENCE:3".to_owned(),
        "STATUS:TENTATIVE".to_owned(),
        "DESCRIPTION:Bring boots\\,\\nand a torch".to_owned(),
        "URL:http://127.0.0.1:8080/walk".to_owned(),
    ] {
        assert!(text.split("\r\n").any(|held| held == line), "{line} in {text}");
    }
    assert!(!text.contains(&ben.user_id.clone()));
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part} in {text}"));
    assert!(place("SUMMARY:film") < place("SUMMARY:walk"), "what comes first is first");
    // A program that has it already is sent nothing, until something changes.
    stage.advance(jiff::SignedDuration::from_hours(1));
    let again = stage.anyone().page(&url).await.expect(200);
    assert_eq!((again.header("etag"), &again.text), (calendar.header("etag"), &calendar.text));
    let known = stage.anyone().with_header("if-none-match", calendar.header("etag")).page(&url).await;
    assert!(known.expect(304).text.is_empty());
    stage.anyone().with_header("if-none-match", "\"another\"").page(&url).await.expect(200);
}

#[tokio::test]
async fn an_address_is_dead_once_it_is_replaced_or_stopped_and_storage_does_not_hold_it() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    let make = async || ana.post("/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let first = make().await;
    stage.anyone().page(&first).await.expect(200);
    let second = make().await;
    stage.anyone().page(&first).await.expect(404);
    stage.anyone().page(&second).await.expect(200);
    let secret = second.rsplit('/').next().unwrap().strip_suffix(".ics").unwrap();
    assert!(!format!("{:?}", stage.rows(&SYSTEM).await).contains(secret));
    ana.delete("/me/calendar-feed").await.expect(204);
    stage.anyone().page(&second).await.expect(404);
    ana.delete("/me/calendar-feed").await.expect(204);
}

#[tokio::test]
async fn only_the_whole_address_opens_a_calendar_and_it_opens_nothing_else() {
    let stage = alone().await;
    let (ana, ben) = (stage.registers("Ana").await, stage.registers("Ben").await);
    let url = ana.post("/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let other = ben.post("/me/calendar-feed", json!({})).await.expect(201).text_at("/url");
    let (start, end) = (&url[..url.len() - 24], &other[other.len() - 24..]);
    let token = ana.post("/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("/token");
    for wrong in [
        format!("{start}{end}"),
        url.replace(".ics", ""),
        url.replace(".ics", ".txt"),
        "/calendar/.ics".into(),
        format!("/calendar/{token}.ics"),
    ] {
        stage.anyone().page(&wrong).await.expect(404);
    }
    let secret = url.rsplit('/').next().unwrap().strip_suffix(".ics").unwrap();
    stage.anyone().with_bearer(secret).get("/me").await.expect(401);
    stage.anyone().with_cookie("session", secret).get("/me").await.expect(401);
}

#[tokio::test]
async fn the_account_page_makes_shows_once_and_stops_the_address() {
    let stage = alone().await;
    let fields =
        [("displayName", "Ana"), ("email", "ana@example.org"), ("password", "a long enough password")];
    let ana = stage.anyone();
    ana.submit("/register", &fields).await.expect(303);
    ana.page("/me").await.expect(200).shows("Create address");
    let made = ana.submit("/me", &[("form", "calendar")]).await.expect(200);
    made.shows("Copy the address now.");
    let url = made.text.split("value=\"").find(|part| part.contains("/calendar/")).unwrap();
    let url = url.split('"').next().unwrap();
    stage.anyone().page(url).await.expect(200);
    let later = ana.page("/me").await.expect(200);
    later.shows("2037-11-15T09:00:00.000Z");
    assert!(!later.text.contains(url));
    let stopped = ana.submit("/me/calendar-feed/stop", &[]).await.expect(303);
    ana.page(stopped.location()).await.expect(200).shows("The calendar address is removed.");
    stage.anyone().page(url).await.expect(404);
}

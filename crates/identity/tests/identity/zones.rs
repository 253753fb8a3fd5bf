//! The zone in which a person is told times.

use crate::scene::{alone, alone_with};
use identity::tables::{IDENTITY, USERS};
use kernel::Zone;
use serde_json::json;
use stage::{PASSWORD, Stage};
use store::View;

async fn stored(stage: &Stage) -> (Option<String>, Option<String>) {
    let text = |rows: Vec<store::Item>, name: &str| {
        rows.iter().find_map(|row| row.get(name).and_then(View::as_str).map(str::to_owned))
    };
    (text(stage.rows(&USERS).await, "time_zone"), text(stage.rows(&IDENTITY).await, "timeZone"))
}

#[tokio::test]
async fn a_person_chooses_a_zone_that_exists_or_none() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    assert_eq!(ana.get("/me").await.expect(200).json["timeZone"], json!(null));
    let changed = ana.patch("/me", json!({ "timeZone": "europe/lisbon" })).await.expect(200);
    assert_eq!(changed.json["timeZone"], "Europe/Lisbon");
    assert_eq!(ana.get("/me").await.expect(200).json["timeZone"], "Europe/Lisbon");
    let lisbon = Some("Europe/Lisbon".to_owned());
    assert_eq!(stored(&stage).await, (lisbon.clone(), lisbon.clone()));
    for wrong in ["Mars/Olympus", "", "Etc/Unknown", "GMT+2"] {
        let refused = ana.patch("/me", json!({ "timeZone": wrong })).await.expect(422);
        assert_eq!(refused.json["errors"][0]["field"], "timeZone", "{wrong}");
    }
    ana.patch("/me", json!({ "displayName": "Anna" })).await.expect(200);
    assert_eq!(stored(&stage).await, (lisbon.clone(), lisbon), "a new name keeps the zone");
    ana.patch("/me", json!({ "timeZone": null })).await.expect(200);
    assert_eq!(stored(&stage).await, (None, None));
}

#[tokio::test]
async fn the_account_page_saves_the_zone_and_tells_times_in_it() {
    let stage = alone_with(|settings| settings.default_time_zone = Zone::named("Asia/Kolkata")).await;
    let ana = stage.registers("Ana").await;
    let page = ana.page("/me").await.expect(200);
    page.shows("Sunday 15 November, 14:30 Kolkata time").shows(r#"<option value="" selected>Not set"#);
    ana.submit("/me", &[("form", "zone"), ("timeZone", "America/Lima")]).await.expect(303);
    let page = ana.page("/me?done=zone").await.expect(200);
    page.shows("Your time zone is saved.").shows(r#"<option value="America/Lima" selected>"#);
    page.shows(r#"<html lang="en" data-zone="America/Lima">"#).shows("Sunday 15 November, 04:00</time>");
    let refused = ana.submit("/me", &[("form", "zone"), ("timeZone", "Mars")]).await.expect(422);
    refused.shows("There is no such time zone.");
    ana.submit("/me", &[("form", "zone"), ("timeZone", "")]).await.expect(303);
    assert_eq!(stored(&stage).await, (None, None));
}

#[tokio::test]
async fn the_zone_of_the_browser_fills_in_for_none_and_never_replaces_one() {
    let stage = alone().await;
    let ana = stage.anyone().with_header("sec-fetch-site", "same-origin");
    let fields = [("displayName", "Ana"), ("email", "ana@example.org"), ("password", PASSWORD)];
    ana.submit("/register", &[&fields[..], &[("zone", "Pacific/Auckland")]].concat()).await.expect(303);
    assert_eq!(ana.get("/me").await.expect(200).json["timeZone"], "Pacific/Auckland");
    let sign_in = |zone| [("email", "ana@example.org"), ("password", PASSWORD), ("zone", zone)];
    stage.anyone().submit("/sign-in", &sign_in("Europe/Lisbon")).await.expect(303);
    assert_eq!(ana.get("/me").await.expect(200).json["timeZone"], "Pacific/Auckland");
    ana.patch("/me", json!({ "timeZone": null })).await.expect(200);
    for (zone, kept) in
        [("", json!(null)), ("Mars/Olympus", json!(null)), ("Europe/Lisbon", json!("Europe/Lisbon"))]
    {
        stage.anyone().submit("/sign-in", &sign_in(zone)).await.expect(303);
        assert_eq!(ana.get("/me").await.expect(200).json["timeZone"], kept, "{zone}");
    }
}

#[tokio::test]
async fn a_zone_in_the_profile_alone_is_copied_at_the_next_sign_in_and_what_is_no_zone_is_left_alone() {
    let stage = alone().await;
    let ana = stage.registers("Ana").await;
    for (written, read) in [("Asia/Tokyo", Some("Asia/Tokyo")), ("soon", None)] {
        let row = store::Write::update(&USERS, identity_key(&stage).await).set("time_zone", written);
        stage.services.store.write(row).await.unwrap();
        assert_eq!(ana.get("/me").await.expect(200).json["timeZone"], json!(read));
        stage.anyone().signs_in("ana", PASSWORD).await.expect(200);
        assert_eq!(stored(&stage).await, (Some(written.to_owned()), read.map(str::to_owned)));
    }
}

async fn identity_key(stage: &Stage) -> store::Key {
    let row = stage.rows(&USERS).await.remove(0);
    store::Key::only(row.get("user_id").and_then(View::as_str).unwrap().to_owned())
}

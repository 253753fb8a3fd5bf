//! A hangout has a time zone: its forms take times by that clock, and its pages and letters show it first.

use crate::support::Town;
use serde_json::json;
use stage::Person;

/// Someone at home in this zone.
async fn at_home(town: &Town, name: &str, zone: &str) -> Person {
    let person = town.registers(name).await;
    town.confirms(&person).await;
    person.patch("/me", json!({ "timeZone": zone })).await.expect(200);
    person
}

on_both_engines! {
    async fn a_hangout_has_the_zone_of_its_maker_unless_it_names_another(town: Town) {
        let (ana, bo) = (at_home(&town, "Ana", "Asia/Tokyo").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let body = |zone: serde_json::Value| json!({ "title": "Supper", "groupIds": [group], "startTime": town.in_hours(5), "timeZone": zone });
        for (by, named, zone) in [(&ana, json!(null), "Asia/Tokyo"), (&bo, json!(null), "UTC"), (&ana, json!("europe/lisbon"), "Europe/Lisbon")] {
            let made = by.post("/hangouts", body(named)).await.expect(201);
            assert_eq!(made.json["timeZone"], zone);
            let path = format!("/hangouts/{}", made.text_at("hangoutId"));
            assert_eq!(ana.get(&path).await.json["timeZone"], zone);
            let feed = ana.get(&format!("/groups/{group}/feed")).await;
            assert!(feed.json["items"].as_array().unwrap().iter().any(|card| card["timeZone"] == zone), "on the pointer too");
        }
        let wrong = ana.post("/hangouts", body(json!("Mars/Olympus"))).await.expect(422);
        assert_eq!(wrong.wrong_fields(), ["timeZone"]);
        let path = format!("/hangouts/{}", ana.post("/hangouts", body(json!(null))).await.text_at("hangoutId"));
        assert_eq!(ana.patch(&path, json!({ "timeZone": "Mars/Olympus" })).await.expect(422).wrong_fields(), ["timeZone"]);
        assert_eq!(ana.patch(&path, json!({ "timeZone": "America/Lima" })).await.expect(200).json["timeZone"], "America/Lima");
        assert_eq!(ana.patch(&path, json!({ "timeZone": null })).await.expect(200).json["timeZone"], json!(null));
    }

    async fn forms_take_times_by_the_clock_of_their_zone_and_pages_and_letters_show_it_first(town: Town) {
        let (ana, bo) = (at_home(&town, "Ana", "Asia/Tokyo").await, at_home(&town, "Bo", "America/Lima").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        // A person who was added and never opened the group gets no letter about its hangouts.
        bo.page(&format!("/groups/{group}")).await.expect(200);
        let form = ana.page("/hangouts/new").await.expect(200);
        form.shows(r#"<option value="Asia/Tokyo" selected"#);
        let once = form.hidden("once");
        let fields = [("once", once.as_str()), ("title", "Supper"), ("group", &group), ("location", "Tram 28"), ("startTime", "2037-12-20T18:30"), ("timeZone", "Europe/Lisbon")];
        let path = ana.submit("/hangouts/new", &fields).await.expect(303).location().to_owned();
        assert_eq!(ana.get(&path).await.json["startTime"], "2037-12-20T18:30:00.000Z");
        // At the place, then at home: the next morning in Tokyo.
        ana.page(&path).await.expect(200).shows(", 18:30").shows("03:30");
        bo.page(&path).await.expect(200).shows(", 18:30").shows("13:30");
        let edit = ana.page(&format!("{path}/edit")).await.expect(200);
        edit.shows(r#"value="2037-12-20T18:30""#).shows(r#"<option value="Europe/Lisbon" selected"#);
        town.settles().await;
        let mut letters = town.mail.letters().into_iter().filter(|letter| letter.to == bo.email);
        let letter = letters.rfind(|letter| letter.text.contains(&path)).expect("a letter about the hangout");
        assert!(letter.text.contains("18:30 Lisbon time") && letter.text.contains("13:30") && !letter.text.contains("UTC"), "{}", letter.text);
        // Without a place everyone has their own clock.
        ana.patch(&path, json!({ "location": null })).await.expect(200);
        let shown = bo.page(&path).await.expect(200);
        shown.shows(", 13:30");
        assert!(!shown.text.contains(", 18:30"), "{}", shown.text);
        let wrong = ana.submit(&format!("{path}/edit"), &[("title", "Supper"), ("group", &group), ("timeZone", "Mars/Olympus")]).await.expect(422);
        wrong.shows("There is no such time zone.");
    }
}

//! Hangouts in people's calendars, read by a parser of calendars.

use crate::support::Town;
use icalendar::{Calendar, CalendarComponent, Component, Event};
use serde_json::json;
use stage::Person;

fn events(text: &str) -> Vec<Event> {
    let calendar: Calendar = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
    let events = calendar.components.into_iter().filter_map(|one| match one {
        CalendarComponent::Event(event) => Some(event),
        _ => None,
    });
    events.collect()
}

async fn follow(town: &Town, url: &str) -> Vec<Event> {
    let path = &url[url.find("/calendar/").unwrap()..];
    let answer = town.anyone().page(path).await.expect(200);
    assert!(answer.header("content-type").starts_with("text/calendar"));
    events(&answer.text)
}

async fn feed_of(person: &Person, path: &str) -> String {
    person.act(path).await.expect(201).text_at("url")
}

on_both_engines! {
    async fn a_hangout_has_one_uid_in_every_calendar_and_a_cancelled_one_is_marked(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let id = town.hangout(&ana, &group, "Supper, late; bring chairs", 48).await;
        ana.post("/hangouts", json!({ "title": "undated", "groupIds": [group] })).await.expect(201);
        ana.post("/hangouts", json!({ "title": "Walk", "inviteeIds": [bo.user_id], "startTime": town.in_hours(3) })).await.expect(201);
        let mine = follow(&town, &feed_of(&bo, "/me/calendar-feed").await).await;
        let theirs = follow(&town, &feed_of(&bo, &format!("/groups/{group}/calendar-feed")).await).await;
        let alone = events(&bo.get(&format!("/hangouts/{id}/event.ics")).await.expect(200).text);
        assert_eq!((mine.len(), theirs.len(), alone.len()), (2, 1, 1));
        let uid = format!("{id}@{}.roundtable", town.services.keys.fingerprint());
        let found = mine.iter().find(|event| event.get_uid() == Some(&uid)).expect("the same UID");
        assert_eq!(found.get_summary(), Some("Supper, late; bring chairs"));
        assert_eq!((theirs[0].get_uid(), alone[0].get_uid()), (Some(&*uid), Some(&*uid)));
        ana.patch(&format!("/hangouts/{id}"), json!({ "cancelled": true })).await.expect(200);
        let url = feed_of(&bo, &format!("/groups/{group}/calendar-feed")).await;
        let after = follow(&town, &url).await;
        assert_eq!((after[0].get_uid(), after[0].property_value("STATUS")), (Some(&*uid), Some("CANCELLED")));
    }

    async fn ones_own_calendar_and_coming_up_hold_what_is_not_declined_and_cancelled_ones_last(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        for (at, title, answer) in [(1, "Dropped", Some("going")), (2, "Open", None), (3, "Maybe", Some("maybe")), (4, "Sure", Some("going")), (5, "Never", Some("notGoing"))] {
            let id = town.hangout(&ana, &group, title, 24 + at).await;
            if let Some(answer) = answer {
                bo.put(&format!("/hangouts/{id}/response"), json!({ "response": answer })).await.expect(200);
            }
            if title == "Dropped" {
                ana.patch(&format!("/hangouts/{id}"), json!({ "cancelled": true })).await.expect(200);
            }
        }
        let url = feed_of(&bo, "/me/calendar-feed").await;
        let mine = follow(&town, &url).await;
        let told: Vec<_> = mine.iter().map(|event| (event.get_summary().unwrap(), event.property_value("STATUS").unwrap())).collect();
        assert_eq!(told, [("Dropped", "CANCELLED"), ("Open", "TENTATIVE"), ("Maybe", "TENTATIVE"), ("Sure", "CONFIRMED")]);
        for path in ["/hangouts"] {
            let page = bo.page(path).await.expect(200).text;
            let list = &page[page.find("class=\"attach").unwrap()..];
            let place = |title: &str| list.find(title).unwrap_or_else(|| panic!("no {title} on {path}: {list}"));
            assert!(place("Open") < place("Maybe") && place("Maybe") < place("Sure") && place("Sure") < place("Dropped"), "{path}: {list}");
            assert!(!list.contains("Never"), "{path}: {list}");
        }
    }

    async fn a_calendar_changes_only_when_something_in_it_does(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let body = json!({ "title": "Supper", "description": "Bring\nchairs", "groupIds": [group], "startTime": town.in_hours(48) });
        let id = ana.post("/hangouts", body).await.expect(201).text_at("hangoutId");
        let urls = [feed_of(&bo, "/me/calendar-feed").await, feed_of(&bo, &format!("/groups/{group}/calendar-feed")).await];
        let paths = urls.iter().map(|url| url[url.find("/calendar/").unwrap()..].to_owned()).chain([format!("/api/v1/hangouts/{id}/event.ics")]);
        let paths: Vec<_> = paths.collect();
        let read = async |person: &Person, path: &str| match path.strip_prefix("/api/v1") {
            Some(call) => person.get(call).await,
            None => person.page(path).await,
        };
        let mut before = Vec::new();
        for path in &paths {
            before.push(read(&bo, path).await.expect(200));
        }
        town.advance(jiff::SignedDuration::from_mins(30));
        for (path, first) in paths.iter().zip(&before) {
            let event = &events(&first.text)[0];
            assert_eq!(event.get_description(), Some("Bring\nchairs"), "{path}");
            assert!(event.property_value("DTEND").is_some() && event.property_value("SEQUENCE").is_some(), "{}", first.text);
            read(&bo.with_header("if-none-match", first.header("etag")), path).await.expect(304);
        }
        ana.patch(&format!("/hangouts/{id}"), json!({ "title": "Late supper" })).await.expect(200);
        let number = |text: &str, name| events(text)[0].property_value(name).unwrap().to_owned();
        for (path, first) in paths.iter().zip(&before) {
            let after = read(&bo.with_header("if-none-match", first.header("etag")), path).await.expect(200);
            assert!(number(&after.text, "SEQUENCE") > number(&first.text, "SEQUENCE"), "{path}");
            assert!(number(&after.text, "DTSTAMP") > number(&first.text, "DTSTAMP"), "{path}");
            assert_eq!(number(&after.text, "CREATED"), number(&first.text, "CREATED"));
        }
    }

    async fn a_calendar_address_ends_when_it_is_replaced_or_stopped_or_its_member_leaves(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let feed = format!("/groups/{group}/calendar-feed");
        let path = |url: &str| url[url.find("/calendar/").unwrap()..].to_owned();
        let first = path(&feed_of(&bo, &feed).await);
        let second = path(&feed_of(&bo, &feed).await);
        town.anyone().page(&first).await.expect(404);
        town.anyone().page(&second).await.expect(200);
        bo.delete(&feed).await.expect(204);
        town.anyone().page(&second).await.expect(404);
        let third = path(&feed_of(&bo, &feed).await);
        ana.delete(&format!("/groups/{group}/members/{}", bo.user_id)).await.expect(204);
        town.anyone().page(&third).await.expect(404);
        town.adds(&ana, &group, &bo).await;
        town.anyone().page(&third).await.expect(404);
        town.anyone().page("/calendar/groups/nothing.ics").await.expect(404);
    }

    async fn a_calendar_address_is_made_in_person_and_ends_with_a_password_reset(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        let feed = format!("/groups/{group}/calendar-feed");
        let token = ana.post("/me/tokens", json!({ "name": "t" })).await.expect(201).text_at("token");
        let program = town.anyone().with_bearer(token);
        program.act(&feed).await.expect(403);
        program.delete(&feed).await.expect(403);
        let url = feed_of(&ana, &feed).await;
        program.delete(&feed).await.expect(403);
        follow(&town, &url).await;
        let reset = identity::operator::make_reset_link(&town.services, &ana.email).await.unwrap();
        let token = reset.split_once("token=").unwrap().1;
        let body = json!({ "token": token, "password": "another long password" });
        town.anyone().post("/auth/reset", body).await.expect(204);
        town.anyone().page(&url[url.find("/calendar/").unwrap()..]).await.expect(404);
        town.advance(jiff::SignedDuration::from_secs(1));
        let login = json!({ "email": ana.email, "password": "another long password" });
        let owner = town.anyone().post("/auth/login", login).await.expect(200).text_at("token");
        let owner = town.anyone().with_bearer(owner);
        follow(&town, &feed_of(&owner, &feed).await).await;
    }

    async fn a_hangout_without_a_date_has_no_calendar_file(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        let made = ana.post("/hangouts", json!({ "title": "Someday", "groupIds": [group] })).await.expect(201);
        ana.get(&format!("/hangouts/{}/event.ics", made.text_at("hangoutId"))).await.expect(404);
    }
}

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
        let uid = format!("{id}@roundtable");
        let found = mine.iter().find(|event| event.get_uid() == Some(&uid)).expect("the same UID");
        assert_eq!(found.get_summary(), Some("Supper, late; bring chairs"));
        assert_eq!((theirs[0].get_uid(), alone[0].get_uid()), (Some(&*uid), Some(&*uid)));
        ana.patch(&format!("/hangouts/{id}"), json!({ "cancelled": true })).await.expect(200);
        let url = feed_of(&bo, &format!("/groups/{group}/calendar-feed")).await;
        let after = follow(&town, &url).await;
        assert_eq!((after[0].get_uid(), after[0].property_value("STATUS")), (Some(&*uid), Some("CANCELLED")));
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

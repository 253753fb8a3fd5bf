//! Two people, a group by link, a hangout, responses that the other sees at once, and a calendar that a parser reads.

use crate::{accounts::opens_account, look::is_good};
use icalendar::{Calendar, CalendarComponent, Component};
use kit::{
    Engine, PASSWORD, TestApp,
    browser::{Browser, View},
    serde_json::json,
};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(3);

/// Ana makes a group and a link into it.
async fn invites(ana: &Browser) -> String {
    ana.goto("/register?next=/groups").await;
    opens_account(ana, "Ana").await;
    ana.wait_for_text("No groups yet").await;
    ana.click("Create a group").await;
    ana.fill("Name", "Mill Lane").await;
    ana.click("Create group").await;
    ana.wait_for_text("Only you are in this group").await;
    ana.click("Invite people").await;
    ana.click("Create link").await;
    ana.wait_for("[data-link]").await;
    let link = ana.attribute("[data-link]", "value").await.expect("a link");
    link[link.find("/join/").expect("a link to join by")..].to_owned()
}

/// Ben has no account yet: he makes one and is in.
async fn joins(ben: &Browser, link: &str) {
    ben.goto(link).await;
    ben.wait_for_text("invited you").await;
    ben.click("Create an account").await;
    opens_account(ben, "Ben").await;
    ben.click("Join the group").await;
    ben.wait_for_text("You joined the group.").await;
}

async fn plans(ana: &Browser) {
    ana.click("Feed").await;
    ana.click("New hangout").await;
    ana.fill("Title", "Harvest supper").await;
    ana.fill("Starts", "2037-12-05T18:30").await;
    ana.choose("Time zone", "Europe/Lisbon").await;
    ana.fill("Place", "14 Mill Lane").await;
    ana.click("Create hangout").await;
    ana.wait_for_text("Your response").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_plan_a_hangout_and_see_each_others_responses_live() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    let link = invites(&ana).await;
    is_good(&ana, "group/people").await;
    let ben = ana.beside(View::desktop().dark()).await;
    joins(&ben, &link).await;
    is_good(&ben, "group/empty").await;
    plans(&ana).await;
    // The group's page that Ben has open shows it without being asked.
    ben.wait_for_text_within(SOON, "Harvest supper").await;
    is_good(&ben, "group/feed").await;
    ben.click("Harvest supper").await;
    ben.wait_for_text("Are you coming?").await;
    ben.click("Going").await;
    ben.click("Save my response").await;
    ben.wait_for_text("Your response was saved.").await;
    ana.wait_for_text_within(SOON, "Going 2").await;
    ana.wait_for_text_within(SOON, "Ben").await;
    for browser in [&ana, &ben] {
        is_good(browser, "hangout/answered").await;
    }
    // Moved: whoever has it open sees the new day.
    ana.click("Edit").await;
    ana.fill("Starts", "2037-12-06T19:00").await;
    is_good(&ana, "hangout/edit").await;
    ana.click("Save changes").await;
    ana.wait_for_text("Your changes were saved.").await;
    ben.wait_for_text_within(SOON, "6 December").await;
    ana.click("Cancel hangout").await;
    ben.wait_for_text_within(SOON, "This hangout is cancelled.").await;
    is_good(&ben, "hangout/cancelled").await;
    ben.goto("/hangouts").await;
    ben.wait_for_text("Harvest supper").await;
    is_good(&ben, "hangouts/upcoming").await;
    ben.goto("/home").await;
    ben.wait_for_text("Coming up").await;
    is_good(&ben, "home/hangouts").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn home_shows_at_once_what_others_plan_move_answer_and_cancel() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone()).await;
    ana.goto("/register?next=/home").await;
    opens_account(&ana, "Ana").await;
    ana.wait_for_text("My groups").await;
    // Ben, a program, lets Ana into his group and plans.
    let ben = app.registers("Ben").await;
    let group = ben.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
    let ana_id = app.anyone().signs_in("Ana", PASSWORD).await.expect(200).text_at("/user/userId");
    ben.post(&format!("/groups/{group}/members"), json!({ "userId": ana_id })).await.expect(201);
    ana.wait_for_text_within(SOON, "Mill Lane").await;
    let supper =
        json!({ "title": "Harvest supper", "groupIds": [group], "startTime": "2037-12-05T18:30:00Z" });
    let supper = ben.post("/hangouts", supper).await.expect(201).text_at("hangoutId");
    ana.wait_for_text_within(SOON, "Harvest supper").await;
    ana.wait_for_text_within(SOON, "Nobody has responded yet").await;
    let path = format!("/hangouts/{supper}");
    ben.put(&format!("{path}/response"), json!({ "response": "going" })).await.expect(200);
    app.finish_work().await;
    ana.wait_for_text_within(SOON, "1 going").await;
    ben.patch(&path, json!({ "startTime": "2037-12-06T19:00:00Z" })).await.expect(200);
    ana.wait_for_text_within(SOON, "6 December").await;
    ben.patch(&path, json!({ "cancelled": true })).await.expect(200);
    ana.wait_for_text_within(SOON, "Cancelled").await;
    is_good(&ana, "home/live").await;
    // Out of the group, it is out of sight.
    ben.delete(&format!("/groups/{group}/members/{ana_id}")).await.expect(204);
    ana.wait_for_text_within(SOON, "You are in no group yet.").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_without_scripts_and_the_calendar_is_read_by_a_parser() {
    let app = TestApp::start(Engine::Embedded).await;
    let ana = Browser::open(&app.base_url, View::phone().without_scripts()).await;
    let link = invites(&ana).await;
    let ben = ana.beside(View::phone().without_scripts()).await;
    joins(&ben, &link).await;
    plans(&ana).await;
    ben.click("Feed").await;
    ben.click("Maybe").await;
    ben.click("Harvest supper").await;
    ben.wait_for_text("Maybe 1").await;
    moves_and_cancels(&ana, &ben).await;
    ben.goto("/groups").await;
    ben.click("Mill Lane").await;
    ben.click("People").await;
    ben.click("Create address").await;
    ben.wait_for("#calendar-link").await;
    let address = ben.attribute("#calendar-link", "value").await.expect("an address");
    let path = &address[address.find("/calendar/").expect("a calendar's address")..];
    let calendar: Calendar = app.anyone().page(path).await.expect(200).text.parse().expect("a calendar");
    let events = calendar.components.iter().filter_map(|one| match one {
        CalendarComponent::Event(event) => event.get_summary(),
        _ => None,
    });
    assert_eq!(events.collect::<Vec<_>>(), ["Harvest supper"]);
    // Who is in the group is told so, and who has left can come back by the same link.
    ben.goto(&link).await;
    ben.wait_for_text("You are already in this group.").await;
    ben.click("Open the group").await;
    ben.click("People").await;
    ben.click("Leave group").await;
    ben.click("Leave this group").await;
    ben.wait_for_text("You have left the group.").await;
    ben.goto(&link).await;
    ben.click("Join the group").await;
    ben.wait_for_text("Harvest supper").await;
}

/// Ana moves the hangout, cancels it, takes that back, and deletes a copy; Ben reads it all on pages that he loads again.
async fn moves_and_cancels(ana: &Browser, ben: &Browser) {
    ana.click("Edit").await;
    ana.fill("Starts", "2037-12-06T19:00").await;
    ana.click("Save changes").await;
    ana.wait_for_text("Your changes were saved.").await;
    ben.reload().await;
    ben.wait_for_text("6 December").await;
    ana.click("Cancel hangout").await;
    ana.wait_for_text("The hangout was cancelled.").await;
    ben.reload().await;
    ben.wait_for_text("This hangout is cancelled.").await;
    ben.goto("/hangouts").await;
    ben.wait_for_text("Cancelled").await;
    ana.click("Undo cancelling").await;
    ana.wait_for_text("The hangout is no longer cancelled.").await;
    ana.click("Copy to a new date").await;
    ana.fill("Starts", "2037-12-13T19:00").await;
    ana.click("Create copy").await;
    ana.wait_for_text("13 December").await;
    ana.click("Delete hangout").await;
    ana.click("Delete this hangout").await;
    ana.wait_for_text("The hangout was deleted.").await;
}

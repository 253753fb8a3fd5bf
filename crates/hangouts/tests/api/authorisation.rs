//! Who may do what: every call by everyone.

use crate::support::{Town, features};
use serde_json::json;
use stage::{Person, Scene, authorisation_table};

/// Nobody is signed in; a stranger; somebody who was removed; somebody invited to the hangout; a member; an owner.
const SEEN_BY_MEMBERS: [u16; 6] = [401, 404, 404, 404, 200, 200];
const SEEN: [u16; 6] = [401, 404, 404, 200, 200, 200];

async fn scene(town: &Town, caller: &str) -> Scene {
    let owner = town.registers(&format!("owner{}", town.now().as_nanosecond())).await;
    town.advance(jiff::SignedDuration::from_millis(1));
    let name = |what: &str| format!("{what}{}", town.now().as_nanosecond());
    let (member, invited) = (town.registers(&name("member")).await, town.registers(&name("invited")).await);
    let (removed, stranger) = (town.registers(&name("removed")).await, town.registers(&name("stranger")).await);
    let group = town.group_with(&owner, "Mill Lane", &[&member, &removed]).await;
    let body = json!({ "title": "Supper", "groupIds": [group], "inviteeIds": [invited.user_id], "startTime": town.in_hours(5) });
    let hangout = owner.post("/hangouts", body).await.expect(201).text_at("hangoutId");
    owner.delete(&format!("/groups/{group}/members/{}", removed.user_id)).await.expect(204);
    let link = owner.post(&format!("/groups/{group}/invite-links"), json!({})).await.expect(201);
    let by: Person = match caller {
        "nobody" => town.anyone(),
        "a stranger" => stranger.clone(),
        "a removed member" => removed,
        "somebody invited" => invited,
        "a member" => member.clone(),
        _ => owner,
    };
    Scene::new(&by)
        .with("group", group.clone())
        .with("hangout", hangout)
        .with("token", link.text_at("token"))
        .with("inviteId", link.text_at("id"))
        .with("stranger", stranger.user_id)
        .with("member", member.user_id)
        .with("groupId", group)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_may_do_what_is_theirs_and_learns_nothing_of_the_rest() {
    let town = Town::on(stage::Engine::Embedded).await;
    let table = authorisation_table! {
        callers: "nobody", "a stranger", "a removed member", "somebody invited", "a member", "an owner";
        own {
            GET "/groups" => [401, 200, 200, 200, 200, 200];
            POST "/groups", { "name": "Mine" } => [401, 201, 201, 201, 201, 201];
            GET "/me/hangouts" => [401, 200, 200, 200, 200, 200];
            POST "/hangouts", { "title": "Walk", "inviteeIds": ["{stranger}"] } => [401, 201, 201, 201, 201, 201];
            POST "/hangouts", { "title": "Walk", "groupIds": ["{groupId}"] } => [401, 422, 422, 422, 201, 201];
            GET "/join/{token}" => [200, 200, 200, 200, 200, 200];
            POST "/join/{token}" => [401, 200, 200, 200, 200, 200];
        }
        group {
            GET "/groups/{group}" => SEEN_BY_MEMBERS;
            PATCH "/groups/{group}", { "name": "Other" } => [401, 404, 404, 404, 403, 200];
            DELETE "/groups/{group}" => [401, 404, 404, 404, 403, 204];
            GET "/groups/{group}/feed" => SEEN_BY_MEMBERS;
            GET "/groups/{group}/members" => SEEN_BY_MEMBERS;
            POST "/groups/{group}/members", { "userId": "{stranger}" } => [401, 404, 404, 404, 403, 201];
            PATCH "/groups/{group}/members/{member}", { "role": "owner" } => [401, 404, 404, 404, 403, 200];
            DELETE "/groups/{group}/members/{member}" => [401, 404, 404, 404, 204, 204];
            GET "/groups/{group}/invite-links" => [401, 404, 404, 404, 403, 200];
            POST "/groups/{group}/invite-links", {} => [401, 404, 404, 404, 403, 201];
            DELETE "/groups/{group}/invite-links/{inviteId}" => [401, 404, 404, 404, 403, 204];
            POST "/groups/{group}/calendar-feed" => [401, 404, 404, 404, 201, 201];
            DELETE "/groups/{group}/calendar-feed" => [401, 404, 404, 404, 204, 204];
            PAGE "/groups/{group}" => [303, 404, 404, 404, 200, 200];
            PAGE "/groups/{group}/members" => [303, 404, 404, 404, 200, 200];
            PAGE "/groups/{group}/edit" => [303, 404, 404, 404, 403, 200];
            FORM "/groups/{group}/delete", {} => [303, 404, 404, 404, 403, 303];
            FORM "/groups/{group}/invites", {} => [303, 404, 404, 404, 403, 200];
        }
        hangout {
            GET "/hangouts/{hangout}" => SEEN;
            PATCH "/hangouts/{hangout}", { "title": "Lunch" } => [401, 404, 404, 403, 403, 200];
            DELETE "/hangouts/{hangout}" => [401, 404, 404, 403, 403, 204];
            POST "/hangouts/{hangout}/copy", { "startTime": "2037-12-24T18:00:00Z" } => [401, 404, 404, 403, 403, 201];
            PUT "/hangouts/{hangout}/response", { "response": "going" } => SEEN;
            GET "/hangouts/{hangout}/responses" => SEEN;
            GET "/hangouts/{hangout}/event.ics" => SEEN;
            PAGE "/hangouts/{hangout}" => [303, 404, 404, 200, 200, 200];
            PAGE "/hangouts/{hangout}/edit" => [303, 404, 404, 403, 403, 200];
            FORM "/hangouts/{hangout}/response", { "response": "maybe" } => [303, 404, 404, 303, 303, 303];
            FORM "/hangouts/{hangout}/cancel", {} => [303, 404, 404, 403, 403, 303];
            FORM "/hangouts/{hangout}/delete", {} => [303, 404, 404, 403, 403, 303];
        }
    };
    let _ = features;
    table.check(async |_, caller| scene(&town, caller).await).await;
}

/// Streams do not end by themselves, so who is let in is told by the status alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn live_addresses_are_open_to_those_who_may_see() {
    let town = Town::on(stage::Engine::Embedded).await;
    for (caller, group, hangout, mine) in [
        ("nobody", 401, 401, 401),
        ("a stranger", 404, 404, 200),
        ("a removed member", 404, 404, 200),
        ("somebody invited", 404, 200, 200),
        ("a member", 200, 200, 200),
    ] {
        let scene = scene(&town, caller).await;
        let part = |name| scene.parts.iter().find(|(part, _)| *part == name).unwrap().1.clone();
        for (path, status) in [
            (format!("/api/v1/groups/{}/live", part("group")), group),
            (format!("/api/v1/hangouts/{}/live", part("hangout")), hangout),
            ("/api/v1/me/live".to_owned(), mine),
        ] {
            assert_eq!(scene.by.opens(&path).await.status(), status, "{path} by {caller}");
        }
    }
}

//! Who may do what: every call by everyone.

use crate::support::{Town, features};
use serde_json::json;
use stage::{Person, Row, Scene, authorisation_table};

/// Nobody is signed in; a stranger; somebody who was removed; somebody invited to the hangout; a member; an owner.
const SEEN_BY_MEMBERS: [u16; 6] = [401, 404, 404, 404, 200, 200];
const SEEN: [u16; 6] = [401, 404, 404, 200, 200, 200];
/// Forms, which send those who are not signed in away to do so: for owners, for members, for those who edit a hangout.
const OWNERS_SEND: [u16; 6] = [303, 404, 404, 404, 403, 303];
const MEMBERS_SEND: [u16; 6] = [303, 404, 404, 404, 303, 303];
const EDITORS_SEND: [u16; 6] = [303, 404, 404, 403, 403, 303];

/// People whom everyone of the table is one of: registering takes its time.
struct Cast {
    town: Town,
    owner: Person,
    member: Person,
    invited: Person,
    removed: Person,
    stranger: Person,
}

impl Cast {
    async fn new() -> Self {
        let town = Town::on(stage::Engine::Embedded).await;
        let owner = town.registers("Owner").await;
        let (member, invited) = (town.registers("Member").await, town.registers("Invited").await);
        let (removed, stranger) = (town.registers("Removed").await, town.registers("Stranger").await);
        Self { town, owner, member, invited, removed, stranger }
    }

    /// A group and a hangout of their own for each cell.
    async fn scene(&self, about: &str, caller: &str) -> Scene {
        let Self { town, owner, member, invited, removed, stranger } = self;
        let group = town.group_with(owner, "Mill Lane", &[member, removed]).await;
        let body = json!({ "title": "Supper", "groupIds": [group], "inviteeIds": [invited.user_id], "startTime": town.in_hours(5) });
        let hangout = owner.post("/hangouts", body).await.expect(201).text_at("hangoutId");
        let link = owner.post(&format!("/groups/{group}/invite-links"), json!({})).await.expect(201);
        owner.delete(&format!("/groups/{group}/members/{}", removed.user_id)).await.expect(204);
        let by = match caller {
            "nobody" => &town.anyone(),
            "a stranger" => stranger,
            "a removed member" => removed,
            "somebody invited" => invited,
            "a member" => member,
            _ => owner,
        };
        Scene::new(by)
            .with("id", if about == "hangout" { hangout } else { group.clone() })
            .with("token", link.text_at("token"))
            .with("inviteId", link.text_at("id"))
            .with("stranger", stranger.user_id.clone())
            .with("userId", member.user_id.clone())
            .with("groupId", group)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_may_do_what_is_theirs_and_learns_nothing_of_the_rest() {
    let cast = Cast::new().await;
    let mut table = authorisation_table! {
        callers: "nobody", "a stranger", "a removed member", "somebody invited", "a member", "an owner";
        own {
            GET "/groups" => [401, 200, 200, 200, 200, 200];
            POST "/groups", { "name": "Mine" } => [401, 201, 201, 201, 201, 201];
            GET "/me/hangouts" => [401, 200, 200, 200, 200, 200];
            POST "/hangouts", { "title": "Walk", "inviteeIds": ["{stranger}"] } => [401, 201, 201, 201, 201, 201];
            POST "/hangouts", { "title": "Walk", "groupIds": ["{groupId}"] } => [401, 422, 422, 422, 201, 201];
            GET "/join/{token}" => [200, 200, 403, 200, 200, 200];
            POST "/join/{token}" => [401, 200, 403, 200, 200, 200];
            PAGE "/groups" => [303, 200, 200, 200, 200, 200];
            PAGE "/groups/new" => [303, 200, 200, 200, 200, 200];
            FORM "/groups/new", { "name": "" } => [303, 422, 422, 422, 422, 422];
            PAGE "/hangouts" => [303, 200, 200, 200, 200, 200];
            PAGE "/hangouts/new" => [303, 200, 200, 200, 200, 200];
            FORM "/hangouts/new", { "title": "Walk", "group": "{groupId}" } => [303, 422, 422, 422, 303, 303];
            PAGE "/join/{token}" => [200, 200, 403, 200, 200, 200];
            FORM "/join/{token}", {} => [303, 303, 403, 303, 303, 303];
        }
        group {
            GET "/groups/{id}" => SEEN_BY_MEMBERS;
            PATCH "/groups/{id}", { "name": "Other" } => [401, 404, 404, 404, 403, 200];
            DELETE "/groups/{id}" => [401, 404, 404, 404, 403, 204];
            GET "/groups/{id}/feed" => SEEN_BY_MEMBERS;
            GET "/groups/{id}/members" => SEEN_BY_MEMBERS;
            POST "/groups/{id}/members", { "userId": "{stranger}" } => [401, 404, 404, 404, 403, 201];
            PATCH "/groups/{id}/members/{userId}", { "role": "owner" } => [401, 404, 404, 404, 403, 200];
            DELETE "/groups/{id}/members/{userId}" => [401, 404, 404, 404, 204, 204];
            GET "/groups/{id}/invite-links" => [401, 404, 404, 404, 403, 200];
            POST "/groups/{id}/invite-links", {} => [401, 404, 404, 404, 403, 201];
            DELETE "/groups/{id}/invite-links/{inviteId}" => [401, 404, 404, 404, 403, 204];
            POST "/groups/{id}/calendar-feed" => [401, 404, 404, 404, 201, 201];
            DELETE "/groups/{id}/calendar-feed" => [401, 404, 404, 404, 204, 204];
            PAGE "/groups/{id}" => [303, 404, 404, 404, 200, 200];
            PAGE "/groups/{id}/members" => [303, 404, 404, 404, 200, 200];
            PAGE "/groups/{id}/edit" => [303, 404, 404, 404, 403, 200];
            FORM "/groups/{id}/edit", { "name": "" } => [303, 404, 404, 404, 403, 422];
            FORM "/groups/{id}/delete", {} => OWNERS_SEND;
            FORM "/groups/{id}/members", { "email": "" } => [303, 404, 404, 404, 403, 422];
            FORM "/groups/{id}/members/{userId}/role", { "role": "owner" } => OWNERS_SEND;
            FORM "/groups/{id}/members/{userId}/remove", {} => MEMBERS_SEND;
            FORM "/groups/{id}/leave", {} => [303, 404, 404, 404, 303, 409];
            FORM "/groups/{id}/invites/{inviteId}/stop", {} => OWNERS_SEND;
            FORM "/groups/{id}/calendar", {} => [303, 404, 404, 404, 200, 200];
            FORM "/groups/{id}/calendar/stop", {} => MEMBERS_SEND;
            FORM "/groups/{id}/invites", {} => [303, 404, 404, 404, 403, 200];
        }
        hangout {
            GET "/hangouts/{id}" => SEEN;
            PATCH "/hangouts/{id}", { "title": "Lunch" } => [401, 404, 404, 403, 403, 200];
            DELETE "/hangouts/{id}" => [401, 404, 404, 403, 403, 204];
            POST "/hangouts/{id}/copy", { "startTime": "2037-12-24T18:00:00Z" } => [401, 404, 404, 403, 403, 201];
            PUT "/hangouts/{id}/response", { "response": "going" } => SEEN;
            GET "/hangouts/{id}/responses" => SEEN;
            GET "/hangouts/{id}/event.ics" => SEEN;
            PAGE "/hangouts/{id}" => [303, 404, 404, 200, 200, 200];
            PAGE "/hangouts/{id}/edit" => [303, 404, 404, 403, 403, 200];
            FORM "/hangouts/{id}/edit", { "title": "" } => [303, 404, 404, 403, 403, 422];
            PAGE "/hangouts/{id}/copy" => [303, 404, 404, 403, 403, 200];
            FORM "/hangouts/{id}/copy", { "startTime": "2037-12-24T18:00", "timeZone": "UTC" } => EDITORS_SEND;
            FORM "/hangouts/{id}/response", { "response": "maybe" } => [303, 404, 404, 303, 303, 303];
            FORM "/hangouts/{id}/cancel", {} => EDITORS_SEND;
            FORM "/hangouts/{id}/restore", {} => EDITORS_SEND;
            FORM "/hangouts/{id}/delete", {} => EDITORS_SEND;
        }
    };
    table.check(async |about, caller| cast.scene(about, caller).await).await;
    // Streams do not end, so they have a test of their own; with them no call is forgotten.
    for path in ["/groups/{id}/live", "/hangouts/{id}/live", "/me/live"] {
        table.rows.push(Row { scene: "live", method: "GET", path, body: None, expected: Vec::new() });
    }
    table.covers(features());
}

/// Who is let in to a stream is told by the status alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn live_addresses_are_open_to_those_who_may_see() {
    let cast = Cast::new().await;
    for (caller, group, hangout, mine) in [
        ("nobody", 401, 401, 401),
        ("a stranger", 404, 404, 200),
        ("a removed member", 404, 404, 200),
        ("somebody invited", 404, 200, 200),
        ("a member", 200, 200, 200),
        ("an owner", 200, 200, 200),
    ] {
        let (of_group, of_hangout) = (cast.scene("group", caller).await, cast.scene("hangout", caller).await);
        let id = |scene: &Scene| scene.parts.iter().find(|(part, _)| *part == "id").unwrap().1.clone();
        for (path, status) in [
            (format!("/api/v1/groups/{}/live", id(&of_group)), group),
            (format!("/api/v1/hangouts/{}/live", id(&of_hangout)), hangout),
            ("/api/v1/me/live".to_owned(), mine),
        ] {
            assert_eq!(of_group.by.opens(&path).await.status(), status, "{path} by {caller}");
        }
    }
}

//! Removed means out: a former member of a group or household is refused at every door, until they are let in again.

use crate::streams::Stream;
use jiff::SignedDuration;
use kit::{Answer, Person, TestApp, on_both_engines, serde_json::json};

async fn adds(owner: &Person, group: &str, member: &Person) {
    owner.post(&format!("/groups/{group}/members"), json!({ "userId": member.user_id })).await.expect(201);
}

async fn link(owner: &Person, group: &str) -> String {
    owner.post(&format!("/groups/{group}/invite-links"), json!({})).await.expect(201).text_at("token")
}

async fn invite(member: &Person) -> Answer {
    member.act("/households/mine/invites").await.expect(201)
}

/// The number of rows that say that a person was removed.
async fn removals(app: &TestApp) -> usize {
    let rows = app.everything().await;
    let count = |word| rows.iter().filter(|(_, row)| format!("{row:?}").contains(word)).count();
    assert_eq!(count("LEFT#"), count("REMOVED#"), "each is found from both sides");
    count("LEFT#")
}

fn later(app: &TestApp) {
    app.advance(SignedDuration::from_secs(1));
}

on_both_engines! {
    async fn a_former_member_of_a_group_is_refused_everywhere_until_an_owner_adds_them(app: TestApp) {
        let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
        let cleo = app.registers("Cleo").await;
        let keyed = bo.with_header("idempotency-key", "former-member-1");
        let group = keyed.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
        adds(&bo, &group, &ana).await;
        bo.patch(&format!("/groups/{group}/members/{}", ana.user_id), json!({ "role": "owner" })).await.expect(200);
        let (of_ana, of_bo) = (link(&ana, &group).await, link(&bo, &group).await);
        let mut open = Stream::open(&bo, &format!("/api/v1/groups/{group}/live")).await;
        later(&app);
        ana.delete(&format!("/groups/{group}/members/{}", bo.user_id)).await.expect(204);
        ana.patch(&format!("/groups/{group}"), json!({ "name": "Secret" })).await.expect(200);
        open.ends().await;
        let at = |rest: &str| format!("/groups/{group}{rest}");
        for path in [at(""), at("/members"), at("/feed"), at("/invite-links"), at("/live")] {
            bo.get(&path).await.expect(404);
        }
        bo.page(&at("")).await.expect(404);
        // The key of the creation says nothing of what it made.
        let again = keyed.post("/groups", json!({ "name": "Mill Lane" })).await.expect(409);
        assert!(!again.text.contains("Secret"), "{}", again.text);
        // Links from before, by page and API, and those that the person made, for anyone.
        let words = "You were removed from this group. Ask an owner to add you.";
        bo.act(&format!("/join/{of_ana}")).await.expect(403).shows(words);
        bo.get(&format!("/join/{of_ana}")).await.expect(403).shows(words);
        bo.page(&format!("/join/{of_ana}")).await.expect(403).shows(words);
        bo.submit(&format!("/join/{of_ana}"), &[]).await.expect(403).shows(words);
        cleo.act(&format!("/join/{of_bo}")).await.expect(404);
        cleo.act(&format!("/join/{of_ana}")).await.expect(200);
        assert_eq!(removals(&app).await, 1);
        assert_eq!(app.doctor().await, Ok(()));
        // An owner adds them: the old link is good again, the revoked one is not.
        adds(&ana, &group, &bo).await;
        assert_eq!(removals(&app).await, 0);
        bo.get(&at("")).await.expect(200).shows("Secret");
        bo.act(&format!("/join/{of_ana}")).await.expect(200);
        app.registers("Dan").await.act(&format!("/join/{of_bo}")).await.expect(404);
    }

    async fn a_new_link_lets_a_former_member_in_and_leaving_shuts_nobody_out(app: TestApp) {
        let (ana, bo) = (app.registers("Ana").await, app.registers("Bo").await);
        let group = ana.post("/groups", json!({ "name": "Mill Lane" })).await.expect(201).text_at("groupId");
        adds(&ana, &group, &bo).await;
        let old = link(&ana, &group).await;
        let leave = format!("/groups/{group}/members/{}", bo.user_id);
        later(&app);
        bo.delete(&leave).await.expect(204);
        bo.act(&format!("/join/{old}")).await.expect(200);
        ana.delete(&leave).await.expect(204);
        bo.act(&format!("/join/{old}")).await.expect(403);
        later(&app);
        let new = link(&ana, &group).await;
        bo.act(&format!("/join/{new}")).await.expect(200);
        assert_eq!(removals(&app).await, 0);
        // What says that a person was removed goes with the group, and with the account.
        ana.delete(&leave).await.expect(204);
        let other = ana.post("/groups", json!({ "name": "Other" })).await.expect(201).text_at("groupId");
        adds(&ana, &other, &bo).await;
        ana.delete(&format!("/groups/{other}/members/{}", bo.user_id)).await.expect(204);
        assert_eq!(removals(&app).await, 2);
        let export = bo.get("/me/export").await.expect(200);
        assert_eq!(export.json["features"]["hangouts"]["removedFrom"].as_array().unwrap().len(), 2);
        ana.delete(&format!("/groups/{other}")).await.expect(204);
        app.finish_work().await;
        assert_eq!(removals(&app).await, 1);
        bo.with_header("sec-fetch-site", "same-origin").delete("/me").await.expect(204);
        app.finish_work().await;
        assert_eq!(removals(&app).await, 0);
        assert_eq!(app.doctor().await, Ok(()));
    }

    async fn a_former_member_of_a_household_is_refused_everywhere_until_a_new_invite(app: TestApp) {
        let (nora, sam, max) = (app.registers("Nora").await, app.registers("Sam").await, app.registers("Max").await);
        let keyed = sam.with_header("idempotency-key", "former-member-2");
        keyed.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
        let accept = |token: &str| format!("/invites/{token}/accept");
        let spare = invite(&sam).await;
        nora.act(&accept(&invite(&sam).await.text_at("token"))).await.expect(200);
        let of_nora = invite(&nora).await;
        // Only the maker sees where an invite leads.
        let listed = nora.get("/households/mine/invites").await.expect(200);
        for one in listed.json["items"].as_array().unwrap() {
            let mine = one["createdBy"] == nora.user_id.as_str();
            assert_eq!((one["token"].is_string(), one["url"].is_string()), (mine, mine), "{one}");
        }
        assert!(!nora.page("/movies/household").await.expect(200).text.contains(&spare.text_at("token")));
        sam.page("/movies/household").await.expect(200).shows(&spare.text_at("token"));
        let round = sam.with_header("idempotency-key", "former-member-3").post("/rounds", json!({})).await;
        let round = round.expect(201).text_at("roundId");
        let screen = sam.act("/me/screen-link").await.expect(201).text_at("url");
        let screen = format!("/movies/screen?{}", screen.split_once('?').unwrap().1);
        app.anyone().page(&screen).await.expect(200).shows("Mill Lane");
        sam.patch(&format!("/households/mine/members/{}", nora.user_id), json!({ "role": "creator" })).await.expect(200);
        let mut open = Stream::open(&sam, &format!("/api/v1/rounds/{round}/live")).await;
        later(&app);
        nora.delete(&format!("/households/mine/members/{}", sam.user_id)).await.expect(204);
        nora.patch("/households/mine", json!({ "name": "Secret" })).await.expect(200);
        open.ends().await;
        sam.get("/households/mine").await.expect(404);
        sam.get(&format!("/rounds/{round}")).await.expect(404);
        sam.get(&format!("/rounds/{round}/live")).await.expect(404);
        sam.page(&format!("/movies/rounds/{round}")).await.expect(404);
        app.anyone().page(&screen).await.expect(404);
        let again = keyed.post("/households", json!({ "name": "Mill Lane" })).await.expect(409);
        assert!(!again.text.contains("Secret"), "{}", again.text);
        // Invites from before, and those that the person made, for anyone.
        let words = "You were removed from this household. Ask for a new invite link.";
        sam.act(&accept(&of_nora.text_at("token"))).await.expect(403).shows(words);
        sam.page(&format!("/movies/invites/{}", of_nora.text_at("token"))).await.expect(403).shows(words);
        sam.submit(&format!("/movies/invites/{}", of_nora.text_at("token")), &[]).await.expect(403).shows(words);
        max.act(&accept(&spare.text_at("token"))).await.expect(410);
        assert_eq!(app.anyone().get(&format!("/invites/{}", spare.text_at("token"))).await.expect(200).text_at("status"), "revoked");
        assert_eq!(removals(&app).await, 1);
        assert_eq!(app.doctor().await, Ok(()));
        later(&app);
        sam.act(&accept(&invite(&nora).await.text_at("token"))).await.expect(200);
        assert_eq!(removals(&app).await, 0);
        max.act(&accept(&spare.text_at("token"))).await.expect(410);
        app.anyone().page(&screen).await.expect(404);
    }

    async fn a_key_of_a_household_that_one_has_left_says_nothing_in_the_next(app: TestApp) {
        let (nora, sam) = (app.registers("Nora").await, app.registers("Sam").await);
        nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
        let first = invite(&nora).await.text_at("token");
        sam.act(&format!("/invites/{first}/accept")).await.expect(200);
        let keyed = sam.with_header("idempotency-key", "former-member-4");
        let mine = keyed.act("/households/mine/invites").await.expect(201).text_at("token");
        let round = keyed.post("/rounds", json!({})).await.expect(201).text_at("roundId");
        let film = json!({ "title": "Ours", "contentRating": "G" });
        let films = format!("/rounds/{round}/suggestions");
        let shortlist = nora.get(&format!("/rounds/{round}")).await.expect(200);
        let one = shortlist.json["suggestions"][0]["tmdbMovieId"].clone();
        nora.delete(&format!("{films}/{one}")).await.expect(204);
        keyed.post(&films, &film).await.expect(201);
        sam.delete(&format!("/households/mine/members/{}", sam.user_id)).await.expect(204);
        // Nobody comes back by an invite of their own.
        sam.act(&format!("/invites/{mine}/accept")).await.expect(403).shows("It is for someone else.");
        sam.post("/households", json!({ "name": "Elm Street" })).await.expect(201);
        keyed.act("/households/mine/invites").await.expect(409);
        keyed.post("/rounds", json!({})).await.expect(409);
        keyed.post(&films, &film).await.expect(404);
    }

    async fn what_says_that_a_person_was_removed_goes_with_the_household_and_the_account(app: TestApp) {
        let (nora, sam) = (app.registers("Nora").await, app.registers("Sam").await);
        let joins = async || {
            later(&app);
            let token = invite(&nora).await.text_at("token");
            sam.act(&format!("/invites/{token}/accept")).await.expect(200);
            nora.delete(&format!("/households/mine/members/{}", sam.user_id)).await.expect(204);
        };
        nora.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
        joins().await;
        let export = sam.get("/me/export").await.expect(200);
        assert_eq!(export.json["features"]["movies"]["removedFrom"].as_array().unwrap().len(), 1);
        nora.delete(&format!("/households/mine/members/{}", nora.user_id)).await.expect(204);
        app.finish_work().await;
        assert_eq!(removals(&app).await, 0);
        nora.post("/households", json!({ "name": "Elm Street" })).await.expect(201);
        joins().await;
        assert_eq!(removals(&app).await, 1);
        sam.with_header("sec-fetch-site", "same-origin").delete("/me").await.expect(204);
        app.finish_work().await;
        assert_eq!(removals(&app).await, 0);
        assert_eq!(app.doctor().await, Ok(()));
    }
}

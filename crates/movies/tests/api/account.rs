//! Accounts and movie night: what is exported, what stands in the way of deleting, and what is removed.

use crate::support::{
    Home, acting, child, column, draft, features, invite, pick, rates, votes, voting, watched,
};
use identity::tables::USERS;
use jiff::SignedDuration;
use movies::tables::SUGGESTIONS;
use serde_json::json;
use stage::{Engine, PASSWORD, Setup, Stage};
use web::Registration;

#[tokio::test]
async fn where_only_invited_people_register_a_household_invite_opens_one_account() {
    let mut setup = Setup::new(Engine::Embedded, features);
    setup.settings.registration = Registration::Invited;
    let home = Home(Stage::of(setup).await);
    // Whoever sets the server up needs no invitation.
    let nora = home.registers("Nora").await;
    home.household(&nora, "Mill Lane").await;
    let (token, withdrawn) = (invite(&nora).await, nora.act("/households/mine/invites").await.expect(201));
    nora.delete(&format!("/households/mine/invites/{}", withdrawn.text_at("inviteId"))).await.expect(204);
    let register = async |email: &str, invite: Option<&str>| {
        let body = json!({ "email": email, "password": PASSWORD, "displayName": "Sam", "invite": invite });
        home.anyone().post("/auth/register", body).await.status.as_u16()
    };
    assert_eq!(register("max@example.org", None).await, 403);
    assert_eq!(register("max@example.org", Some("nonsense")).await, 403);
    assert_eq!(register("max@example.org", Some(&withdrawn.text_at("token"))).await, 403);
    assert_eq!(register("sam@example.org", Some(&token)).await, 201);
    let sam = home.signs_in("Sam").await;
    sam.act(&format!("/invites/{token}/accept")).await.expect(200);
    assert_eq!(register("max@example.org", Some(&token)).await, 403, "it is used");
}

#[tokio::test]
async fn a_parent_whom_no_index_knows_yet_cannot_delete_their_account() {
    let (stage, _) = Stage::with_lagging_indexes(Engine::Embedded, features).await;
    let home = Home(stage);
    let family = home.family().await;
    child(&family.sam, "Tom").await;
    let refused = family.sam.delete("/me").await.expect(409);
    assert!(refused.text.contains("You manage someone"), "{}", refused.text);
}

on_both_engines! {
    async fn ones_own_data_is_exported(home: Home) {
        let family = home.family().await;
        family.nora.put(&format!("/households/mine/preferences/{}", family.nora.user_id), json!({ "genreLikes": ["35"] })).await.expect(200);
        let all = family.nora.get("/me/export").await.expect(200).json;
        let mine = all.pointer("/movies").or(all.pointer("/features/movies")).cloned().unwrap_or_else(|| panic!("{all}"));
        assert_eq!((&mine["household"]["name"], &mine["household"]["genreLikes"]), (&json!("Mill Lane"), &json!(["35"])));
        assert_eq!(mine["managedMembers"][0]["displayName"], "Ella");
    }

    async fn the_export_holds_everything_that_one_did_in_the_household(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        nora.patch("/households/mine", json!({ "streamingServices": ["netflix"] })).await.expect(200);
        nora.put(&format!("/households/mine/preferences/{}", family.ella), json!({ "genreLikes": ["16"] })).await.expect(200);
        let round = voting(nora).await;
        votes(nora, &round, round.films[0], "up").await.expect(200);
        votes(&acting(nora, &family.ella), &round, round.films[1], "down").await.expect(200);
        pick(nora, &round, 0).await.expect(201);
        nora.act(&round.at("/watched")).await.expect(200);
        rates(nora, &round, &nora.user_id, "loved").await.expect(200);
        nora.post("/rounds", json!({})).await.expect(201);
        let all = nora.get("/me/export").await.expect(200).json;
        let mine = all.pointer("/movies").or(all.pointer("/features/movies")).cloned().unwrap_or_else(|| panic!("{all}"));
        let household = &mine["household"];
        assert_eq!((&household["streamingServices"], &household["ratingRegion"], &household["role"]), (&json!(["netflix"]), &json!("US"), &json!("creator")));
        for (list, field, value) in [("votes", "vote", "up"), ("ratings", "rating", "loved"), ("invites", "status", "accepted"), ("rounds", "status", "draft")] {
            assert_eq!(mine[list][0][field], value, "{list}");
        }
        assert_eq!((&mine["picks"][0]["roundId"], mine["rounds"].as_array().unwrap().len()), (&json!(round.id), 2));
        let ella = &mine["managedMembers"][0];
        assert_eq!((&ella["preferences"]["genreLikes"], &ella["votes"][0]["vote"]), (&json!(["16"]), &json!("down")));
    }

    async fn a_parent_and_a_creator_with_others_cannot_delete_their_account(home: Home) {
        let family = home.family().await;
        family.nora.delete("/me").await.expect(409);
        family.nora.delete(&format!("/me/managed-members/{}", family.ella)).await.expect(204);
        family.nora.delete("/me").await.expect(409);
    }

    async fn a_deleted_account_leaves_the_household_and_its_votes_show_a_former_member(home: Home) {
        let family = home.family().await;
        // The first account is SuperAdmin and stays, so Sam goes.
        let round = watched(&family.nora).await;
        rates(&family.sam, &round, &family.sam.user_id, "loved").await.expect(200);
        family.sam.delete("/me").await.expect(204);
        home.finish_work().await;
        assert_eq!(column(&family.nora.get("/households/mine/members").await, "displayName"), ["Nora", "Ella"]);
        home.advance(SignedDuration::from_secs(6));
        home.finish_work().await;
        let history = family.nora.page("/movies/history").await.expect(200);
        history.shows("former member");
        assert!(home.rows(&USERS).await.iter().all(|row| row.get("user_id").unwrap().as_str() != Some(&family.sam.user_id)));
    }

    async fn a_shortlist_that_changes_while_an_account_goes_keeps_its_order_and_forgets_the_tastes(home: Home) {
        let family = home.family().await;
        family.sam.put(&format!("/households/mine/preferences/{}", family.sam.user_id), json!({ "genreLikes": ["35", "18", "28"] })).await.expect(200);
        let round = draft(&family.nora).await;
        let suits = async || home.rows(&SUGGESTIONS).await.iter().any(|row| format!("{row:?}").contains(&family.sam.user_id));
        assert!(suits().await, "a film suits him");
        let (racing, meanwhile) = home.racing().await;
        let (nora, first) = (family.nora.clone(), round.at(&format!("/suggestions/{}", round.films[0])));
        meanwhile.plan(&SUGGESTIONS, 0, async move { nora.delete(&first).await.expect(204); });
        family.sam.delete("/me").await.expect(204);
        racing.finish_work().await;
        let shown = family.nora.get(&round.at("")).await.expect(200);
        let mut positions: Vec<_> = shown.json["suggestions"].as_array().unwrap().iter().map(|film| film["position"].as_u64().unwrap()).collect();
        positions.sort_unstable();
        assert_eq!(positions, (1..round.films.len() as u64).collect::<Vec<_>>());
        assert!(!suits().await, "nobody knows what he liked");
    }

    async fn a_film_that_moves_up_while_an_account_goes_does_not_bring_the_tastes_back(home: Home) {
        let family = home.family().await;
        family.sam.put(&format!("/households/mine/preferences/{}", family.sam.user_id), json!({ "genreLikes": ["35", "18", "28"] })).await.expect(200);
        let round = draft(&family.nora).await;
        family.sam.delete("/me").await.expect(204);
        let (racing, meanwhile) = home.racing().await;
        let worker = home.clone();
        meanwhile.plan(&SUGGESTIONS, 0, async move { worker.finish_work().await });
        let nora = racing.anyone().with_bearer(family.nora.bearer().unwrap().to_owned());
        nora.delete(&round.at(&format!("/suggestions/{}", round.films[0]))).await.expect(204);
        assert!(!home.rows(&SUGGESTIONS).await.iter().any(|row| format!("{row:?}").contains(&family.sam.user_id)));
    }
}

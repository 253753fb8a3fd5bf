//! Accounts and movie night: what is exported, what stands in the way of deleting, and what is removed.

use crate::support::{Home, column, features, invite, rates, watched};
use identity::tables::USERS;
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

on_both_engines! {
    async fn ones_own_data_is_exported(home: Home) {
        let family = home.family().await;
        family.nora.put(&format!("/households/mine/preferences/{}", family.nora.user_id), json!({ "genreLikes": ["35"] })).await.expect(200);
        let all = family.nora.get("/me/export").await.expect(200).json;
        let mine = all.pointer("/movies").or(all.pointer("/features/movies")).cloned().unwrap_or_else(|| panic!("{all}"));
        assert_eq!((&mine["household"]["name"], &mine["household"]["genreLikes"]), (&json!("Mill Lane"), &json!(["35"])));
        assert_eq!(mine["managedMembers"][0]["displayName"], "Ella");
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
        let history = family.nora.page("/movies/history").await.expect(200);
        history.shows("former member");
        assert!(home.rows(&USERS).await.iter().all(|row| row.get("user_id").unwrap().as_str() != Some(&family.sam.user_id)));
    }
}

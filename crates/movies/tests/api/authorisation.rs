//! Every call × every kind of caller, acting for others included.

use crate::support::{Engine, Home, Person, acting, child, draft, features, invite, pick, voting, watched};
use identity::tables::USERS;
use stage::Scene;
use store::{Key, Write};

const IN_HOUSEHOLD: [u16; 9] = [401, 404, 404, 200, 200, 200, 403, 404, 404];

/// Callers: nobody; an account without a household; somebody in another; a member; the creator; the creator for her own child;
/// the member for the creator's child; a member who was removed; and somebody of another household for their own child.
fn table() -> stage::AuthorisationTable {
    authorisation_table! {
        callers: "anyone", "alone", "elsewhere", "member", "creator", "for own child", "for another's child", "removed", "child elsewhere";
        home {
            POST "/households", { "name": "New" } => [401, 201, 409, 409, 409, 403, 403, 201, 403];
            GET "/households/mine" => [401, 404, 200, 200, 200, 200, 403, 404, 200];
            PATCH "/households/mine", { "name": "New" } => [401, 404, 200, 200, 200, 200, 403, 404, 200];
            GET "/households/mine/members" => [401, 404, 200, 200, 200, 200, 403, 404, 200];
            POST "/households/mine/members/managed", { "displayName": "Kit" } => [401, 404, 201, 201, 201, 201, 403, 404, 201];
            PATCH "/households/mine/members/{id}", { "contentRatingCeiling": "G" } => [401, 404, 404, 403, 200, 200, 403, 404, 404];
            DELETE "/households/mine/members/{id}" => [401, 404, 404, 403, 204, 204, 403, 404, 404];
            GET "/me/managed-members" => [401, 200, 200, 200, 200, 200, 403, 200, 200];
            DELETE "/me/managed-members/{id}" => [401, 404, 404, 404, 204, 204, 403, 404, 404];
            POST "/households/mine/invites" => [401, 404, 201, 201, 201, 201, 403, 404, 201];
            GET "/households/mine/invites" => [401, 404, 200, 200, 200, 200, 403, 404, 200];
            GET "/households/mine/preferences/{memberId}" => [401, 403, 403, 403, 200, 200, 403, 403, 403];
            PUT "/households/mine/preferences/{memberId}", { "genreLikes": ["35"] } => [401, 403, 403, 403, 200, 200, 403, 403, 403];
            GET "/picks" => [401, 404, 200, 200, 200, 200, 403, 404, 200];
            GET "/movies/search?q=robin" => [401, 200, 200, 200, 200, 200, 403, 200, 200];
            GET "/movies/{tmdbMovieId}" => [401, 200, 200, 200, 200, 200, 403, 200, 200];
            POST "/me/screen-link" => [401, 404, 201, 201, 201, 201, 403, 404, 201];
            POST "/rounds", {} => [401, 404, 201, 201, 201, 201, 403, 404, 201];
            GET "/rounds" => [401, 404, 200, 200, 200, 200, 403, 404, 200];
        }
        invited {
            DELETE "/households/mine/invites/{id}" => [401, 404, 404, 204, 204, 204, 403, 404, 404];
            GET "/invites/{token}" => [200; 9];
            POST "/invites/{token}/accept" => [401, 200, 409, 409, 409, 403, 403, 403, 403];
        }
        drafted {
            GET "/rounds/{id}" => IN_HOUSEHOLD;
            POST "/rounds/{id}/suggestions", { "title": "Ours", "contentRating": "G" } => [401, 404, 404, 201, 201, 201, 403, 404, 404];
            DELETE "/rounds/{id}/suggestions/{tmdbMovieId}" => [401, 404, 404, 204, 204, 204, 403, 404, 404];
            POST "/rounds/{id}/suggestions/{tmdbMovieId}/swap" => IN_HOUSEHOLD;
            POST "/rounds/{id}/reshuffle" => IN_HOUSEHOLD;
            POST "/rounds/{id}/start" => IN_HOUSEHOLD;
            POST "/rounds/{id}/expire" => IN_HOUSEHOLD;
        }
        open {
            POST "/rounds/{id}/nudge" => IN_HOUSEHOLD;
            GET "/rounds/{id}/votes" => IN_HOUSEHOLD;
            PUT "/rounds/{id}/votes/{tmdbMovieId}", { "vote": "up" } => IN_HOUSEHOLD;
            DELETE "/rounds/{id}/votes/{tmdbMovieId}" => [401, 404, 404, 204, 204, 204, 403, 404, 404];
            POST "/rounds/{id}/pick", { "tmdbMovieId": 0 } => [401, 404, 404, 422, 422, 422, 403, 404, 404];
        }
        chosen {
            POST "/rounds/{id}/watched" => IN_HOUSEHOLD;
        }
        over {
            PUT "/rounds/{id}/ratings/{memberId}", { "rating": "loved" } => [401, 403, 403, 403, 200, 200, 403, 403, 403];
        }
        pages {
            PAGE "/movies" => [303, 200, 200, 303, 303, 303, 303, 200, 200];
            PAGE "/movies/household" => [303, 303, 200, 200, 200, 200, 200, 303, 200];
            PAGE "/movies/history" => [303, 404, 200, 200, 200, 200, 200, 404, 200];
            PAGE "/movies/rounds/{id}" => [303, 404, 404, 200, 200, 200, 200, 404, 404];
            PAGE "/movies/screen" => [303, 404, 200, 200, 200, 200, 200, 404, 200];
            PAGE "/movies/household/members/{memberId}" => [303, 403, 403, 403, 200, 200, 403, 403, 403];
        }
    }
}

/// People who are registered once: hashing a password takes longer than everything else here.
struct Town {
    home: Home,
    nora: Person,
    sam: Person,
    max: Person,
    alone: Person,
    gone: Person,
}

impl Town {
    async fn new() -> Self {
        let home = Home::on(Engine::Embedded).await;
        let [nora, sam, max] =
            [home.registers("Nora").await, home.registers("Sam").await, home.registers("Max").await];
        let (alone, gone) = (home.registers("Alone").await, home.registers("Gone").await);
        Self { home, nora, sam, max, alone, gone }
    }

    /// Everybody is where they were before movie night.
    async fn forget(&self) {
        let store = &self.home.services.store;
        for table in movies::tables::ALL {
            for row in self.home.rows(table).await {
                store.write(Write::delete(table, Key::of(&row, &table.key).unwrap())).await.unwrap();
            }
        }
        for row in self.home.rows(&USERS).await {
            let key = Key::of(&row, &USERS.key).unwrap();
            let managed = row.contains("parent_user_id");
            let write = if managed {
                Write::delete(&USERS, key)
            } else {
                Write::update(&USERS, key).remove("group_id")
            };
            store.write(write).await.unwrap();
        }
    }
}

async fn scene(town: &Town, name: &str, caller: &str) -> Scene {
    town.forget().await;
    let (home, nora) = (&town.home, &town.nora);
    home.household(nora, "Mill Lane").await;
    home.joins(nora, &town.sam).await;
    home.joins(nora, &town.gone).await;
    nora.delete(&format!("/households/mine/members/{}", town.gone.user_id)).await.expect(204);
    home.household(&town.max, "Elm Street").await;
    let (ella, other) = (child(nora, "Ella").await, child(&town.max, "Mia").await);
    let by = match caller {
        "anyone" => home.anyone(),
        "alone" => town.alone.clone(),
        "elsewhere" => town.max.clone(),
        "member" => town.sam.clone(),
        "creator" => nora.clone(),
        "for own child" => acting(nora, &ella),
        "for another's child" => acting(&town.sam, &ella),
        "removed" => town.gone.clone(),
        _ => acting(&town.max, &other),
    };
    let scene = Scene::new(&by);
    match name {
        "home" => {
            let kit = child(nora, "Kit").await;
            scene.with("id", kit).with("memberId", ella).with("tmdbMovieId", "3082")
        }
        "invited" => {
            let token = invite(nora).await;
            let listed = nora.get("/households/mine/invites").await.expect(200);
            let open = listed.json["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(|one| one["status"] == "pending")
                .unwrap();
            scene.with("id", open["inviteId"].as_str().unwrap()).with("token", token)
        }
        "drafted" | "pages" => {
            let round = draft(nora).await;
            let film = round.films[0];
            if name == "drafted" {
                nora.delete(&round.at(&format!("/suggestions/{}", round.films[1]))).await.expect(204);
            }
            scene.with("id", round.id.clone()).with("tmdbMovieId", film.to_string()).with("memberId", ella)
        }
        "open" => {
            let round = voting(nora).await;
            scene.with("id", round.id.clone()).with("tmdbMovieId", round.films[0].to_string())
        }
        "chosen" => {
            let round = voting(nora).await;
            pick(nora, &round, 0).await.expect(201);
            scene.with("id", round.id)
        }
        _ => {
            let round = watched(nora).await;
            scene.with("id", round.id).with("memberId", ella)
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_answers_every_kind_of_caller_as_the_table_says() {
    let town = Town::new().await;
    table().check(async |name, caller| scene(&town, name, caller).await).await;
}

#[test]
fn no_call_is_forgotten() {
    let mut table = table();
    table.rows.push(stage::Row {
        scene: "live",
        method: "GET",
        path: "/rounds/{id}/live",
        body: None,
        expected: Vec::new(),
    });
    table.covers(features());
}

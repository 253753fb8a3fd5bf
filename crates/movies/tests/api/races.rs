//! What happens at the same moment.

use crate::support::{
    Answer, Engine, Home, Person, Round, child, invite, pick, rates, status, voting, watched,
};
use futures::future::join;
use movies::tables::{GROUP_MEMBERSHIPS, GROUPS, PICKS};
use serde_json::json;
use store::{Key, Write};

/// Tries of each race: as many as `RACE_TRIES` says, or as fit into seconds. A call takes DynamoDB Local some 20 ms.
fn tries(engine: Engine) -> usize {
    let usually = match engine {
        Engine::Embedded => 150,
        Engine::Dynamodb => 15,
    };
    stage::told("RACE_TRIES", usually)
}

/// Both at once, each on a thread of its own.
async fn both(
    one: impl Future<Output = Answer> + Send + 'static,
    other: impl Future<Output = Answer> + Send + 'static,
) -> [u16; 2] {
    let (one, other) = join(tokio::spawn(one), tokio::spawn(other)).await;
    let mut both = [one.unwrap(), other.unwrap()].map(|answer| answer.status.as_u16());
    both.sort_unstable();
    both
}

/// Removes what a try made, so that a thousand of them are as fast as one.
async fn clear(home: &Home) {
    for table in [&GROUPS, &GROUP_MEMBERSHIPS] {
        for row in home.rows(table).await {
            let key = Key::of(&row, &table.key).unwrap();
            home.services.store.write(Write::delete(table, key)).await.unwrap();
        }
    }
}

async fn unsettle(home: &Home, people: &[&Person]) {
    for person in people {
        let key = Key::only(person.user_id.clone());
        home.services
            .store
            .write(Write::update(&identity::tables::USERS, key).remove("group_id"))
            .await
            .unwrap();
    }
}

async fn two_picks_are_one(engine: Engine) {
    let home = Home::on(engine).await;
    let family = home.family().await;
    for at in 1..=tries(engine) {
        let round = voting(&family.nora).await;
        let (nora, sam, one, other) = (family.nora.clone(), family.sam.clone(), round.clone(), round.clone());
        let statuses =
            both(async move { pick(&nora, &one, 0).await }, async move { pick(&sam, &other, 1).await }).await;
        assert_eq!(statuses, [201, 409]);
        assert_eq!(status(&family.nora, &round).await, "selected");
        if at == 1 || at == tries(engine) {
            assert_eq!(home.rows(&PICKS).await.len(), at, "one pick for each round");
        }
        family.nora.act(&round.at("/expire")).await.expect(200);
    }
}

async fn two_last_ratings_end_the_round_once(engine: Engine) {
    let home = Home::on(engine).await;
    let (nora, sam) = (home.registers("Nora").await, home.registers("Sam").await);
    home.household(&nora, "Mill Lane").await;
    home.joins(&nora, &sam).await;
    for _ in 0..tries(engine) {
        let round: Round = watched(&nora).await;
        let before = nora.get(&round.at("")).await.header("etag").to_owned();
        let (one, other, a, b) = (nora.clone(), sam.clone(), round.clone(), round.clone());
        let statuses = both(async move { rates(&one, &a, &one.user_id, "loved").await }, async move {
            rates(&other, &b, &other.user_id, "liked").await
        })
        .await;
        assert_eq!(statuses, [200, 200]);
        let seen = nora.get(&round.at("")).await.expect(200);
        assert_eq!(seen.text_at("status"), "rated");
        assert_eq!(seen.json["pick"]["ratings"].as_array().unwrap().len(), 2, "neither rating is lost");
        let version = |tag: &str| tag.trim_matches('"').parse::<u64>().unwrap();
        assert_eq!(version(seen.header("etag")), version(&before) + 1, "it ended once");
        // The catalogue must not run out of films that nobody has seen.
        let key = Key::only(seen.text_at("groupId"));
        home.services.store.write(Write::update(&GROUPS, key).remove("watched_movie_ids")).await.unwrap();
    }
}

async fn two_accepts_of_one_invite_are_one_member(engine: Engine) {
    let home = Home::on(engine).await;
    let (nora, sam, max) =
        (home.registers("Nora").await, home.registers("Sam").await, home.registers("Max").await);
    for _ in 0..tries(engine) {
        home.household(&nora, "Mill Lane").await;
        let path = format!("/invites/{}/accept", invite(&nora).await);
        let (one, other, a, b) = (sam.clone(), max.clone(), path.clone(), path);
        assert_eq!(
            both(async move { one.act(&a).await }, async move { other.act(&b).await }).await,
            [200, 409]
        );
        assert_eq!(home.rows(&GROUP_MEMBERSHIPS).await.len(), 2);
        clear(&home).await;
        unsettle(&home, &[&nora, &sam, &max]).await;
    }
}

async fn two_households_for_one_user_are_one(engine: Engine) {
    let home = Home::on(engine).await;
    let nora = home.registers("Nora").await;
    for _ in 0..tries(engine) {
        let (one, other) = (nora.clone(), nora.clone());
        let statuses =
            both(async move { one.post("/households", json!({ "name": "One" })).await }, async move {
                other.post("/households", json!({ "name": "Other" })).await
            })
            .await;
        assert_eq!(statuses, [201, 409]);
        assert_eq!((home.rows(&GROUPS).await.len(), home.rows(&GROUP_MEMBERSHIPS).await.len()), (1, 1));
        clear(&home).await;
        unsettle(&home, &[&nora]).await;
    }
}

/// A household whose last adult leaves while somebody comes in is never left without one.
async fn leaving_and_joining_never_leave_a_household_without_adults(engine: Engine) {
    let home = Home::on(engine).await;
    let (nora, sam) = (home.registers("Nora").await, home.registers("Sam").await);
    for _ in 0..tries(engine) / 5 {
        home.household(&nora, "Mill Lane").await;
        let ella = child(&nora, "Ella").await;
        let path = format!("/invites/{}/accept", invite(&nora).await);
        let (one, other) = (nora.clone(), sam.clone());
        let leave = async move { one.delete(&format!("/households/mine/members/{}", one.user_id)).await };
        let statuses = both(leave, async move { other.act(&path).await }).await;
        assert!([[200, 409], [204, 404]].contains(&statuses), "{statuses:?}");
        nora.delete(&format!("/me/managed-members/{ella}")).await.expect(204);
        home.finish_work().await;
        clear(&home).await;
        unsettle(&home, &[&nora, &sam]).await;
    }
}

macro_rules! races {
    ($($name:ident)*) => {
        mod embedded {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(Engine::Embedded).await;
            })*
        }
        mod dynamodb {
            use super::*;
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name(Engine::Dynamodb).await;
            })*
        }
    };
}

races! {
    two_picks_are_one
    two_last_ratings_end_the_round_once
    two_accepts_of_one_invite_are_one_member
    two_households_for_one_user_are_one
    leaving_and_joining_never_leave_a_household_without_adults
}

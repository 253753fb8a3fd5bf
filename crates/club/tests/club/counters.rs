//! Sums and counts equal a recount, whatever happens at once and whatever fails.

use crate::scene::Club;
use kernel::Rng;
use serde_json::json;
use stage::{Engine, Person, told};

/// Says how many operations there are together.
const OPERATIONS: &str = "CLUB_OPERATIONS";

/// One of everything that moves a sum, by chance.
async fn acts(person: &Person, admin: &Person, sites: &[String], rng: &Rng) {
    let site = &sites[rng.index(sites.len())];
    match rng.below(10) {
        0..5 => {
            drop(person.put(&format!("/sites/{site}/rating"), json!({ "stars": rng.below(5) + 1 })).await);
        }
        5..7 => drop(person.delete(&format!("/sites/{site}/rating")).await),
        7..9 => {
            let tags: Vec<_> = (0..rng.below(4)).map(|_| format!("t{}", rng.below(6))).collect();
            drop(admin.patch(&format!("/sites/{site}"), json!({ "tags": tags })).await);
        }
        _ => drop(person.post(&format!("/sites/{site}/comments"), json!({ "body": "Hello" })).await),
    }
}

/// Several people act at once, so many times together, on a store of which some calls fail.
async fn storm(engine: Engine, people: usize, operations: usize, percent: u64) {
    let club = Club::on(engine).await;
    let mut sites = Vec::new();
    for n in 0..4 {
        sites.push(club.adds_site(&format!("https://s{n}.example/"), &["t0"]).await);
    }
    let (shaky, failing) = club.shaky().await;
    let admin = shaky.signs_in("Root").await;
    let mut crowd = Vec::new();
    for n in 0..people {
        club.registers(&format!("P{n}")).await;
        crowd.push(shaky.signs_in(&format!("P{n}")).await);
    }
    failing.at_random(7, percent);
    let all = crowd.into_iter().enumerate().map(|(n, person)| {
        let (admin, sites) = (admin.clone(), sites.clone());
        tokio::spawn(async move {
            let rng = Rng::seeded(n as u64);
            for _ in 0..operations.div_ceil(people) {
                acts(&person, &admin, &sites, &rng).await;
            }
        })
    });
    for task in all.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    failing.heal();
    assert_eq!(club.findings().await, [""; 0]);
    let rated: u64 = {
        let listed = club.root.get("/sites").await.expect(200);
        listed.json["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|site| site["ratingCount"].as_u64().unwrap())
            .sum()
    };
    assert!(rated > 0, "something was rated at all");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sums_equal_a_recount_after_ten_thousand_operations_of_which_some_failed() {
    Box::pin(storm(Engine::Embedded, 8, told(OPERATIONS, 10_000), 4)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sums_equal_a_recount_on_dynamodb_too() {
    Box::pin(storm(Engine::Dynamodb, 8, told(OPERATIONS, 1_000), 4)).await;
}

#[tokio::test]
async fn doctor_finds_and_mends_what_does_not_agree() {
    use store::{Transaction, Write};
    let club = Club::on(Engine::Embedded).await;
    let ana = club.registers("Ana").await;
    let id = club.adds_site("https://a.example/", &["food", "kids"]).await;
    ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
    let manager = club.squash_manager("Mia").await;
    let ids = club.players(&manager, &["Nora", "Leo"]).await;
    manager.post("/squash/matches", crate::scene::singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
    assert_eq!(club.findings().await, [""; 0]);
    let table = &club::tables::FUS_MAIN;
    let site: club::model::SiteId = id.parse().unwrap();
    let player: club::model::PlayerId = ids[0].parse().unwrap();
    let food = club::model::Tag::parse("food").unwrap();
    let broken = [
        Write::update(table, club::keys::site(&site)).set("ratingSum", 99).set("stars1", 3),
        Write::update(table, club::keys::tag_count(&food)).set("siteCount", 7),
        Write::delete(table, club::keys::site_tag(&site, &food)),
        Write::update(table, club::keys::player(player)).set("matchCount", 0),
    ];
    club.services.store.transact(Transaction::of(broken)).await.unwrap();
    assert_eq!(club.doctor(false).await.len(), 4);
    assert!(club.doctor(true).await.iter().all(|one| one.repaired));
    assert_eq!(club.findings().await, [""; 0]);
}

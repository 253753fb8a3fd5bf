//! The document's access patterns: what each costs, and that somebody with another client finds them.

use crate::scene::{Club, singles};
use serde_json::json;
use stage::on_both_engines;
use store::{Query, decorators::Operation, from_item};

on_both_engines! {
    /// Costs with three and with thirty of everything are the same: no page reads item by item.
    async fn pages_cost_the_same_however_much_there_is(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let mut costs = Vec::new();
        for round in 0..2 {
            for n in 0..(3 + round * 9) {
                let id = club.adds_site(&format!("https://s{round}-{n}.example/"), &["food"]).await;
                manager.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
                manager.post(&format!("/sites/{id}/comments"), json!({ "body": "Hello" })).await.expect(201);
            }
            let ids = club.players(&manager, &["Nora", "Leo"]).await;
            for _ in 0..(2 + round * 6) {
                manager.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
            }
            let calls = async |path: &str| {
                // Once to bring memory up to date, then what a view costs.
                manager.get(path).await.expect(200);
                club.calls(async || manager.get(path).await.expect(200)).await.calls_to(&club::tables::FUS_MAIN)
            };
            let mut cost = Vec::new();
            for path in ["/sites", "/sites?tag=food", "/sites?q=s0", "/sites?order=unrated", "/tags", "/me/ratings", "/ratings?stars=5",
                "/squash/leaderboard", "/squash/matches?from=2037-11-01&to=2037-11-30", "/squash/players"] {
                cost.push((path, calls(path).await));
            }
            costs.push(cost);
        }
        assert_eq!(costs[0], costs[1]);
    }

    async fn a_tag_page_is_one_query_and_one_batch_read(club: Club) {
        for n in 0..5 {
            club.adds_site(&format!("https://s{n}.example/"), &["food"]).await;
        }
        let counts = club.calls(async || club.anyone().get("/sites?tag=food").await.expect(200)).await;
        assert_eq!((counts.calls_of(Operation::Query), counts.calls_of(Operation::BatchGet), counts.calls()), (1, 1, 2), "{counts}");
    }

    async fn a_date_range_is_one_query(club: Club) {
        let ids = club.players(&club.root, &["Nora", "Leo"]).await;
        for day in 1..9 {
            club.root.post("/squash/matches", singles(&format!("2037-11-0{day}"), &ids[0], &ids[1])).await.expect(201);
        }
        let path = "/squash/matches?from=2037-11-02&to=2037-11-07";
        club.root.get(path).await.expect(200);
        let counts = club.calls(async || assert_eq!(club.root.get(path).await.json["items"].as_array().unwrap().len(), 6)).await;
        assert_eq!(counts.calls_to(&club::tables::FUS_MAIN), 1, "{counts}");
    }

    /// Every pattern by its key, as the document writes it.
    async fn every_pattern_of_the_document_finds_its_items(club: Club) {
        let ana = club.squash_manager("Ana").await;
        let id = club.adds_site("https://a.example/", &["javascript"]).await;
        ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
        ana.post(&format!("/sites/{id}/comments"), json!({ "body": "Hello" })).await.expect(201);
        let ids = club.players(&ana, &["Nora", "Leo"]).await;
        ana.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
        let table = &club::tables::FUS_MAIN;
        let found = async |query: Query| club.services.store.query(query).await.unwrap().items.len();
        let index = |name: &'static str, pk: &str| Query::index(table, name, pk);
        assert_eq!(found(index("byEntity", "SITE")).await, 1);
        assert_eq!(found(index("byEntity", "GROUP")).await, 1);
        assert_eq!(found(index("byEntity", "SQUASH_PLAYER")).await, 2);
        assert_eq!(found(index("byTag", "javascript")).await, 1);
        assert_eq!(found(Query::index(table, "byStars", 5)).await, 1);
        assert_eq!(found(index("byGroup", "Squash")).await, 1);
        assert_eq!(found(index("bySite", &format!("SITE#{id}"))).await, 1);
        // The match and its two participations.
        assert_eq!(found(index("bySquashDate", "2037-11-10")).await, 3);
        let user = format!("USER#{}", ana.user_id);
        assert_eq!(found(Query::table(table, user.clone()).begins_with("SITE#")).await, 2, "a rating and a comment");
        assert_eq!(found(Query::table(table, user).begins_with("MEMBERSHIP#")).await, 1);
        assert_eq!(found(Query::table(table, format!("SQUASH#PLAYER#{}", ids[0])).begins_with("MATCH#")).await, 1);
        let key = store::Key::new(format!("SITE#{id}"), "METADATA");
        let item = club.services.store.get(table, &key).await.unwrap().unwrap();
        let site: club::model::Site = from_item(item).unwrap();
        assert_eq!(site.url, "https://a.example/");
    }
}

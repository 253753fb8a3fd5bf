//! Every row of the document's access-pattern matrix, by name: on both engines at the cost of one call, and with an AWS client
//! against the tables that the product has filled.

use crate::support::{Home, Round, features, invite, rates, votes, watched};
use identity::tables::USERS;
use movies::tables::{
    GROUP_MEMBERSHIPS, GROUPS, INVITES, PICKS, PREFERENCES, RATINGS, ROUNDS, SUGGESTIONS, TMDB_CACHE, VOTES,
};
use serde_json::json;
use stage::{
    Engine, Setup, Stage,
    aws::{Outsider, s},
};
use store::{Key, Query, Table, Write};

/// One row of the matrix, with what it finds in the scene.
struct Pattern {
    name: &'static str,
    table: &'static Table,
    index: Option<&'static str>,
    pk: String,
    sk: Option<String>,
    finds: usize,
}

/// A family with everything that the matrix asks for.
struct Scene {
    home: Home,
    patterns: Vec<Pattern>,
}

impl Scene {
    async fn fill(home: Home) -> Self {
        let family = home.family().await;
        let (nora, sam) = (&family.nora, &family.sam);
        for member in [&nora.user_id, &family.ella] {
            nora.put(&format!("/households/mine/preferences/{member}"), json!({ "genreLikes": ["35"] }))
                .await
                .expect(200);
        }
        let token = invite(nora).await;
        let earlier = watched(nora).await;
        let round = Round::of(&nora.post("/rounds", json!({})).await.expect(201));
        nora.act(&round.at("/start")).await.expect(200);
        votes(nora, &round, round.films[0], "up").await.expect(200);
        votes(sam, &round, round.films[0], "up").await.expect(200);
        rates(sam, &earlier, &sam.user_id, "loved").await.expect(200);
        let pick = sam.get("/picks").await.expect(200).text_at("/items/0/pickId");
        let row = store::Item::new()
            .with("cache_key", "abc")
            .with("response_data", "{}")
            .with("cached_at", "2037-11-15T09:00:00.000Z");
        home.services.store.write(Write::put(&TMDB_CACHE, row.with("ttl", 2_200_000_000_i64))).await.unwrap();
        let (group, id) = (family.household.clone(), round.id.clone());
        let pattern = |name, table, index, pk: &str, sk: Option<String>, finds| Pattern {
            name,
            table,
            index,
            pk: pk.to_owned(),
            sk,
            finds,
        };
        let vote = format!("{}#{}", round.films[0], sam.user_id);
        let patterns = vec![
            pattern("Get user by ID", &USERS, None, &family.ella, None, 1),
            pattern("Get user by email", &USERS, Some("email-index"), "nora@example.org", None, 1),
            pattern("Get managed members for parent", &USERS, Some("parent-index"), &nora.user_id, None, 1),
            pattern("Get group by ID", &GROUPS, None, &group, None, 1),
            pattern("Get members of a group", &GROUP_MEMBERSHIPS, None, &group, None, 3),
            pattern(
                "Get group for a user",
                &GROUP_MEMBERSHIPS,
                Some("user-groups-index"),
                &sam.user_id,
                None,
                1,
            ),
            pattern("Get member prefs in a group", &PREFERENCES, None, &group, Some(family.ella.clone()), 1),
            pattern("Get all prefs for a group", &PREFERENCES, None, &group, None, 2),
            pattern("Get invite by token", &INVITES, Some("token-index"), &token, None, 1),
            pattern("List invites for a group", &INVITES, Some("group-invites-index"), &group, None, 2),
            pattern("Get round/session by ID", &ROUNDS, None, &id, None, 1),
            pattern("List sessions for a group", &ROUNDS, Some("group-rounds-index"), &group, None, 2),
            pattern("Get suggestions for a round", &SUGGESTIONS, None, &id, None, 8),
            pattern("Get all votes for a round", &VOTES, None, &id, None, 2),
            pattern("Get/set one vote", &VOTES, None, &id, Some(vote), 1),
            pattern("Get pick by ID", &PICKS, None, &pick, None, 1),
            pattern("Check pick exists for round", &PICKS, Some("round-pick-index"), &earlier.id, None, 1),
            pattern("Watch history for a group", &PICKS, Some("group-picks-index"), &group, None, 1),
            pattern("Get ratings for a session", &RATINGS, None, &earlier.id, None, 1),
            pattern("Get/set one rating", &RATINGS, None, &earlier.id, Some(sam.user_id.clone()), 1),
            pattern("Cache lookup", &TMDB_CACHE, None, "abc", None, 1),
        ];
        Self { home, patterns }
    }
}

impl Pattern {
    fn pk_name(&self) -> &'static str {
        self.index.map_or(self.table.key.pk.name, |name| self.table.index(name).unwrap().key.pk.name)
    }

    async fn run(&self, home: &Home) -> usize {
        let whole = self.index.is_none() && (self.table.key.sk.is_none() || self.sk.is_some());
        if whole {
            let key = self
                .sk
                .as_ref()
                .map_or_else(|| Key::only(self.pk.clone()), |sk| Key::new(self.pk.clone(), sk.clone()));
            return home.services.store.get(self.table, &key).await.unwrap().iter().count();
        }
        let query = match self.index {
            Some(index) => Query::index(self.table, index, self.pk.clone()),
            None => Query::table(self.table, self.pk.clone()),
        };
        home.services.store.query(query).await.unwrap().items.len()
    }

    async fn run_with(&self, outsider: &Outsider) -> usize {
        let query = outsider.client.query().table_name(outsider.name_of(self.table));
        let query = query.set_index_name(self.index.map(str::to_owned));
        let query = query.expression_attribute_names("#pk", self.pk_name());
        let query = query.expression_attribute_values(":pk", s(&self.pk));
        let query = match &self.sk {
            Some(sk) => query
                .key_condition_expression("#pk = :pk AND #sk = :sk")
                .expression_attribute_names("#sk", self.table.key.sk.unwrap().name)
                .expression_attribute_values(":sk", s(sk)),
            None => query.key_condition_expression("#pk = :pk"),
        };
        query.send().await.unwrap().items().len()
    }
}

on_both_engines! {
    async fn every_row_of_the_matrix_is_one_call(home: Home) {
        let scene = Scene::fill(home).await;
        assert_eq!(scene.patterns.len(), 21);
        for pattern in &scene.patterns {
            let (mut found, home) = (0, &scene.home);
            let calls = home.calls(async || found = pattern.run(home).await).await;
            assert_eq!((found, calls.calls_to(pattern.table)), (pattern.finds, 1), "{}", pattern.name);
        }
    }

    async fn what_pages_cost_does_not_grow(home: Home) {
        let scene = Scene::fill(home).await;
        let home = &scene.home;
        let nora = home.signs_in("Nora").await;
        let round = nora.get("/rounds?status=voting").await.expect(200).text_at("/items/0/roundId");
        // A server that shares its store looks for others' marks meanwhile; that is nobody's page.
        let cost = async |path: &str| {
            let calls = home.calls(async || nora.get(path).await.expect(200)).await;
            calls.calls() - calls.calls_to(&web::system::SYSTEM)
        };
        let (list, history) = (cost("/rounds").await, cost("/picks").await);
        let one = cost(&format!("/rounds/{round}")).await;
        // Session (one batch), the caller's own row, then what the call is about.
        assert!(list <= 4 && history <= 5 && one <= 12, "{list} {history} {one}");
        for _ in 0..3 {
            nora.post("/rounds", json!({})).await.expect(201);
        }
        assert_eq!((cost("/rounds").await, cost("/picks").await), (list, history));
        assert_eq!(cost(&format!("/rounds/{round}")).await, one);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_in_hand_and_an_aws_client_find_everything() {
    let (setup, outsider) = Outsider::of(Setup::new(Engine::Dynamodb, features)).await;
    let scene = Scene::fill(Home(Stage::of(setup).await)).await;
    for pattern in &scene.patterns {
        assert_eq!(pattern.run_with(&outsider).await, pattern.finds, "{}", pattern.name);
    }
}

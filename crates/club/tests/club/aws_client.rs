//! Every access pattern of the design document by name, run with an AWS client against the table that the product has filled.

use crate::scene::{Club, singles};
use club::tables::FUS_MAIN;
use serde_json::json;
use stage::{
    Engine, Setup,
    aws::{AttributeValue, Client, Outsider, Row, s, texts},
};

/// A server on DynamoDB Local whose table we know by name.
async fn club() -> (Club, Table) {
    let (setup, outsider) = Outsider::of(Setup::new(Engine::Dynamodb, || vec![club::feature()])).await;
    let table = Table { name: outsider.name_of(&FUS_MAIN), client: outsider.client };
    (Club::of(setup).await, table)
}

/// The table as somebody else's client sees it.
struct Table {
    client: Client,
    name: String,
}

impl Table {
    async fn get(&self, pk: String, sk: &str) -> Row {
        let found =
            self.client.get_item().table_name(&self.name).key("PK", s(&pk)).key("SK", s(sk)).send().await;
        found.unwrap().item.unwrap_or_else(|| panic!("no {pk} {sk}"))
    }

    /// The rows of an index with this key.
    async fn index(&self, index: &str, attribute: &str, value: AttributeValue) -> Vec<Row> {
        let query = self.client.query().table_name(&self.name).index_name(index);
        let query = query.key_condition_expression("#k = :v").expression_attribute_names("#k", attribute);
        query.expression_attribute_values(":v", value).send().await.unwrap().items().to_vec()
    }

    /// The rows of a partition whose sort key begins so.
    async fn beginning(&self, pk: String, sk: &str) -> Vec<Row> {
        let query = self.client.query().table_name(&self.name);
        let query = query.key_condition_expression("PK = :pk AND begins_with(SK, :sk)");
        let query = query.expression_attribute_values(":pk", s(pk)).expression_attribute_values(":sk", s(sk));
        query.send().await.unwrap().items().to_vec()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_in_hand_and_an_aws_client_find_everything() {
    let (club, table) = club().await;
    let ana = club.squash_manager("Ana").await;
    let id = club.adds_site("https://a.example/", &["javascript"]).await;
    ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
    ana.post(&format!("/sites/{id}/comments"), json!({ "body": "Hello" })).await.expect(201);
    ana.put("/me/profile", json!({ "description": "I play." })).await.expect(200);
    let ids = club.players(&ana, &["Nora", "Leo"]).await;
    for day in ["2037-11-08", "2037-11-10"] {
        ana.post("/squash/matches", singles(day, &ids[0], &ids[1])).await.expect(201);
    }
    let user = format!("USER#{}", ana.user_id);

    // 1, 2: a site, all sites, sites by tag.
    assert_eq!(table.get(format!("SITE#{id}"), "METADATA").await["url"], s("https://a.example/"));
    assert_eq!(
        texts(&table.index("byEntity", "entityType", s("SITE")).await, "entitySk"),
        [format!("SITE#{id}")]
    );
    assert_eq!(texts(&table.index("byTag", "tag", s("javascript")).await, "siteId"), [format!("SITE#{id}")]);
    // 3: my rating, my ratings (less the comments), all with five stars.
    assert_eq!(table.get(user.clone(), &format!("SITE#{id}")).await["stars"].as_n().unwrap(), "5");
    let mine = table.beginning(user.clone(), "SITE#").await;
    assert_eq!(texts(&mine, "SK").iter().filter(|sk| !sk.contains("#COMMENT#")).count(), 1);
    assert_eq!(table.index("byStars", "starRating", AttributeValue::N("5".into())).await.len(), 1);
    // 4: comments for a site, by the index that the document proposes.
    let comments = table.index("bySite", "siteId", s(format!("SITE#{id}"))).await;
    assert_eq!(texts(&comments, "body"), ["Hello"]);
    // 5, 6: role groups, a user's groups, a group's members.
    assert_eq!(table.get("GROUP#Squash".into(), "METADATA").await["name"], s("Squash"));
    assert_eq!(texts(&table.index("byEntity", "entityType", s("GROUP")).await, "name"), ["Squash"]);
    assert_eq!(texts(&table.beginning(user.clone(), "MEMBERSHIP#").await, "groupName"), ["Squash"]);
    assert_eq!(
        texts(&table.index("byGroup", "groupName", s("Squash")).await, "userId"),
        std::slice::from_ref(&ana.user_id)
    );
    // 7: a profile.
    assert_eq!(table.get(user, "PROFILE").await["description"], s("I play."));
    // 8: players.
    let players = table.index("byEntity", "entityType", s("SQUASH_PLAYER")).await;
    assert_eq!(players.len(), 2);
    assert_eq!(table.get(format!("SQUASH#PLAYER#{}", ids[0]), "METADATA").await["name"], s("Nora"));
    // 9: matches of a day, and of a range by one query.
    let day = table.index("bySquashDate", "squashDate", s("2037-11-10")).await;
    assert_eq!(texts(&day, "SK").iter().filter(|sk| *sk == "METADATA").count(), 1);
    let range = table.client.query().table_name(&table.name).index_name("byEntity");
    let range = range.key_condition_expression("entityType = :type AND entitySk BETWEEN :from AND :to");
    let range = range.expression_attribute_values(":type", s("SQUASH_MATCH"));
    let range = range.expression_attribute_values(":from", s("SQUASH#MATCH#2037-11-08"));
    let range = range.expression_attribute_values(":to", s("SQUASH#MATCH#2037-11-10~")).send().await.unwrap();
    assert_eq!(texts(range.items(), "date"), ["2037-11-08", "2037-11-10"]);
    // 10: matches for a player.
    assert_eq!(table.beginning(format!("SQUASH#PLAYER#{}", ids[0]), "MATCH#").await.len(), 2);
}

//! Every access pattern of the design document by name, run with an AWS client against the table that the product has filled.

use crate::support::{Town, features};
use hangouts::tables::INVITER_TABLE;
use serde_json::json;
use stage::{
    Engine, Setup, Stage,
    aws::{AttributeValue, Client, Outsider, Row, s, texts},
};

/// A server on DynamoDB Local whose table we know by name.
async fn town() -> (Town, Client, String) {
    let (setup, outsider) = Outsider::of(Setup::new(Engine::Dynamodb, features)).await;
    let table = outsider.name_of(&INVITER_TABLE);
    (Town { stage: Stage::of(setup).await }, outsider.client, table)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_document_in_hand_and_an_aws_client_find_everything() {
    let (town, client, table) = town().await;
    let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
    let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
    let other = town.group_with(&ana, "Rowing", &[&bo]).await;
    let supper = town.hangout(&ana, &group, "Supper", 5).await;
    town.advance(jiff::SignedDuration::from_millis(1));
    let regatta = town.hangout(&ana, &other, "Regatta", 2).await;
    let walk = json!({ "title": "Walk", "inviteeIds": [bo.user_id], "startTime": town.in_hours(3) });
    ana.post("/hangouts", walk).await.expect(201);
    ana.post("/hangouts", json!({ "title": "Someday", "groupIds": [group] })).await.expect(201);
    let now = town.now().as_millisecond().to_string();

    // Use case 1: a group's feed, from the main table, by pointers alone.
    let feed =
        client.query().table_name(&table).key_condition_expression("PK = :pk AND begins_with(SK, :sk)");
    let feed = feed.expression_attribute_values(":pk", s(format!("GROUP#{group}")));
    let feed = feed.expression_attribute_values(":sk", s("HANGOUT#")).send().await.unwrap();
    assert_eq!(texts(feed.items(), "title"), ["Supper", "Someday"]);
    for name in ["hangoutId", "startTimestamp", "goingCount", "gsi1pk"] {
        assert!(feed.items()[0].contains_key(name), "{name}");
    }

    // Use case 2, step 1: the groups of a user, by UserGroupIndex.
    let groups = client
        .query()
        .table_name(&table)
        .index_name("UserGroupIndex")
        .key_condition_expression("gsi1pk = :user");
    let groups =
        groups.expression_attribute_values(":user", s(format!("USER#{}", bo.user_id))).send().await.unwrap();
    let mut names = texts(groups.items(), "groupName");
    names.sort();
    assert_eq!(names, ["Mill Lane", "Rowing"]);

    // Steps 2 to 5: EntityTimeIndex for the user and for every group, upcoming only, merged by time.
    let mut partitions = texts(groups.items(), "PK");
    partitions.push(format!("USER#{}", bo.user_id));
    let mut upcoming: Vec<(i64, String)> = Vec::new();
    for partition in partitions {
        let query = client.query().table_name(&table).index_name("EntityTimeIndex");
        let query =
            query.key_condition_expression("gsi1pk = :entity AND startTimestamp > :current_timestamp");
        let query = query.expression_attribute_values(":entity", s(partition));
        let query = query.expression_attribute_values(":current_timestamp", AttributeValue::N(now.clone()));
        for row in query.send().await.unwrap().items() {
            upcoming.push((
                row["startTimestamp"].as_n().unwrap().parse().unwrap(),
                row["title"].as_s().unwrap().clone(),
            ));
        }
    }
    upcoming.sort();
    assert_eq!(
        upcoming.into_iter().map(|(_, title)| title).collect::<Vec<_>>(),
        ["Regatta", "Walk", "Supper"]
    );

    // Use case 3: one hangout whole, the group and a membership, by key.
    for (pk, sk, name, value) in [
        (format!("EVENT#{supper}"), "METADATA".to_owned(), "title", "Supper"),
        (format!("EVENT#{regatta}"), "METADATA".to_owned(), "title", "Regatta"),
        (format!("GROUP#{group}"), "METADATA".to_owned(), "name", "Mill Lane"),
        (format!("GROUP#{group}"), format!("USER#{}", bo.user_id), "displayName", "Bo"),
        (format!("GROUP#{group}"), format!("HANGOUT#{supper}"), "title", "Supper"),
    ] {
        let found =
            client.get_item().table_name(&table).key("PK", s(&pk)).key("SK", s(&sk)).send().await.unwrap();
        assert_eq!(found.item.unwrap_or_else(|| panic!("no {pk} {sk}"))[name].as_s().unwrap(), value);
    }

    // What is ours in the same table: AP8 and AP14 by the main table, AP10 and AP12 beside the group and the hangout, AP13 by index.
    ana.post(&format!("/groups/{group}/invite-links"), json!({})).await.expect(201);
    bo.put(&format!("/hangouts/{supper}/response"), json!({ "response": "going" })).await.expect(200);
    let beginning = async |pk: String, sk: &str| -> Vec<Row> {
        let query =
            client.query().table_name(&table).key_condition_expression("PK = :pk AND begins_with(SK, :sk)");
        let query = query.expression_attribute_values(":pk", s(pk)).expression_attribute_values(":sk", s(sk));
        query.send().await.unwrap().items().to_vec()
    };
    let mut members = texts(&beginning(format!("GROUP#{group}"), "USER#").await, "displayName");
    members.sort();
    assert_eq!(members, ["Ana", "Bo"]);
    assert_eq!(texts(&beginning(format!("USER#{}", bo.user_id), "HANGOUT#").await, "title"), ["Walk"]);
    let links = beginning(format!("GROUP#{group}"), "INVITE#").await;
    assert_eq!(texts(&links, "groupId"), [group.as_str()]);
    assert_eq!(
        texts(&links, "SK"),
        [format!("INVITE#{}", texts(&links, "inviteId")[0])],
        "AP9: one link by its id"
    );
    let responses = beginning(format!("EVENT#{supper}"), "USER#").await;
    assert_eq!(texts(&responses, "SK"), [format!("USER#{}", bo.user_id)], "AP11: one response by its person");
    assert_eq!(texts(&responses, "response"), ["going"]);
    let said = client
        .query()
        .table_name(&table)
        .index_name("EntityTimeIndex")
        .key_condition_expression("gsi1pk = :by");
    let said =
        said.expression_attribute_values(":by", s(format!("RESPONDER#{}", bo.user_id))).send().await.unwrap();
    assert_eq!(texts(said.items(), "hangoutId"), [supper.as_str()]);
    // AP15 and AP16: a hangout that is more than a day away, under the hour in which it begins, in the table that all features share.
    let trip = town.hangout(&ana, &group, "Trip", 50).await;
    town.finish_work().await;
    let mut reminded = Vec::new();
    for row in town.rows(&web::system::SYSTEM).await {
        let text = |name: &str| row.get(name).and_then(store::View::as_str).unwrap_or_default().to_owned();
        if text("PK").starts_with("REMIND#") {
            let shared = table.replace("InviterTable", "System");
            let found =
                client.get_item().table_name(shared).key("PK", s(text("PK"))).key("SK", s(text("SK")));
            assert!(found.send().await.unwrap().item.is_some());
            reminded.push(text("SK"));
        }
    }
    assert_eq!(reminded, [trip]);
}

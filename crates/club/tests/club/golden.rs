//! Stored items carry exactly the document's attributes, and ours.

use crate::scene::{Club, singles};
use serde_json::json;
use stage::Engine;
use std::collections::BTreeMap;
use store::View;

/// The attributes of every kind of item, by the shape of its key.
fn shapes(rows: &[store::Item]) -> BTreeMap<String, String> {
    let kind = |key: &str| {
        let words: Vec<_> =
            key.split('#').map(|part| if part.parse::<uuid::Uuid>().is_ok() { "*" } else { part }).collect();
        words.join("#")
    };
    let text =
        |row: &store::Item, name: &str| row.get(name).and_then(View::as_str).unwrap_or_default().to_owned();
    rows.iter()
        .map(|row| {
            let names: Vec<_> =
                row.iter().map(|(name, _)| name).filter(|name| !["PK", "SK"].contains(name)).collect();
            (format!("{} / {}", kind(&text(row, "PK")), kind(&text(row, "SK"))), names.join(" "))
        })
        .collect()
}

#[tokio::test]
async fn every_item_has_the_documents_keys_and_attributes() {
    let club = Club::on(Engine::Embedded).await;
    club.web.record(
        "https://a.example/",
        "text/html",
        "<title>T</title><meta name=description content=D><p>Text",
    );
    let ana = club.squash_manager("Ana").await;
    let id = club.adds_site("https://a.example/", &["food"]).await;
    club.finish_work().await;
    ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5, "note": "Good" })).await.expect(200);
    ana.post(&format!("/sites/{id}/comments"), json!({ "body": "Hello" })).await.expect(201);
    ana.put("/me/profile", json!({ "description": "Hello" })).await.expect(200);
    club.root.patch("/rbac/groups/Squash", json!({ "description": "Players" })).await.expect(200);
    let body = json!({ "name": "Nora", "email": "nora@example.org", "userId": ana.user_id });
    let nora = ana.post("/squash/players", body).await.expect(201).text_at("playerId");
    let others = club.players(&ana, &["Leo", "Tom", "Grace"]).await;
    let mut doubles = singles("2037-11-10", &nora, &others[0]);
    doubles["teamAPlayer2Id"] = json!(others[1]);
    doubles["teamBPlayer2Id"] = json!(others[2]);
    ana.post("/squash/matches", doubles).await.expect(201);
    let shapes = shapes(&club.rows(&club::tables::FUS_MAIN).await);
    let expected = BTreeMap::from([
        (
            "SITE#* / METADATA",
            "addedBy createdAt description entitySk entityType ratingCount ratingSum scrape scrapedContent stars1 stars2 stars3 stars4 stars5 tags title updatedAt url version",
        ),
        ("SITE#* / TAG#food", "siteId tag"),
        ("TAG#food / METADATA", "entitySk entityType siteCount"),
        ("USER#* / SITE#*", "note siteId starRating stars updatedAt"),
        ("USER#* / SITE#*#COMMENT#*", "body commentSk createdAt siteId updatedAt version"),
        (
            "GROUP#Squash / METADATA",
            "createdAt description entitySk entityType name permissions updatedAt version",
        ),
        ("USER#* / MEMBERSHIP#Squash", "addedAt addedBy groupName userId"),
        ("USER#* / PROFILE", "description lastLoginAt lastLoginIp updatedAt version"),
        ("SQUASH#PLAYER#* / METADATA", "createdAt entitySk entityType matchCount name updatedAt version"),
        (
            "SQUASH#MATCH#* / METADATA",
            "createdAt date entitySk entityType matchId squashDate teamAGames teamAPlayer1Id teamAPlayer2Id teamBGames teamBPlayer1Id teamBPlayer2Id updatedAt version winningTeam",
        ),
        ("SQUASH#PLAYER#* / MATCH#*", "matchId squashDate"),
    ]);
    let expected: BTreeMap<_, _> =
        expected.into_iter().map(|(key, names)| (key.to_owned(), names.to_owned())).collect();
    assert_eq!(shapes, expected);
}

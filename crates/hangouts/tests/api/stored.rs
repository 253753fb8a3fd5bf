//! What lies in the table, attribute by attribute.

use crate::support::Town;
use serde_json::{Value, json};
use store::{Item, View};

fn as_json(item: &Item) -> Value {
    store::from_item(item).unwrap()
}

fn at(rows: &[Item], pk: &str, sk: &str) -> Value {
    let text = |row: &Item, name: &str| row.get(name).and_then(View::as_str).unwrap_or_default().to_owned();
    let found = rows.iter().find(|row| text(row, "PK") == pk && text(row, "SK") == sk);
    as_json(found.unwrap_or_else(|| panic!("no item {pk} {sk}")))
}

on_both_engines! {
    async fn every_item_is_stored_as_the_design_says(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = ana.post("/groups", json!({ "name": "Mill Lane", "description": "By the bridge" })).await.expect(201).text_at("groupId");
        town.adds(&ana, &group, &bo).await;
        let link = ana.post(&format!("/groups/{group}/invite-links"), json!({ "expiresAfter": 7 })).await.expect(201);
        let body = json!({ "title": "Supper", "description": "Bring a jumper", "location": "Garden", "groupIds": [group],
            "inviteeIds": [bo.user_id], "startTime": "2037-11-20T18:30:00Z", "endTime": "2037-11-20T22:00:00Z" });
        let id = ana.post("/hangouts", body).await.expect(201).text_at("hangoutId");
        ana.put(&format!("/hangouts/{id}/response"), json!({ "response": "going" })).await.expect(200);
        town.finish_work().await;
        let rows = town.rows(&hangouts::tables::INVITER_TABLE).await;
        let now = "2037-11-15T09:00:00.000Z";
        let (group_pk, event_pk, bo_pk) = (format!("GROUP#{group}"), format!("EVENT#{id}"), format!("USER#{}", bo.user_id));
        assert_eq!(at(&rows, &group_pk, "METADATA"), json!({
            "PK": group_pk, "SK": "METADATA", "groupId": group, "name": "Mill Lane", "description": "By the bridge", "createdBy": ana.user_id,
            "createdAt": now, "updatedAt": now, "ownerIds": [ana.user_id], "memberCount": 2, "version": 1,
        }));
        assert_eq!(at(&rows, &group_pk, &bo_pk), json!({
            "PK": group_pk, "SK": bo_pk, "groupId": group, "userId": bo.user_id, "groupName": "Mill Lane", "displayName": "Bo", "role": "member",
            "joinedAt": now, "addedBy": ana.user_id, "openedAt": now, "gsi1pk": bo_pk, "gsi1sk": group_pk,
        }));
        let invite = link.text_at("id");
        assert_eq!(at(&rows, &group_pk, &format!("INVITE#{invite}")), json!({
            "PK": group_pk, "SK": format!("INVITE#{invite}"), "inviteId": invite, "groupId": group, "createdBy": ana.user_id, "createdAt": now,
            "expiresAt": "2037-11-22T09:00:00.000Z", "ttl": 2_145_085_200_i64,
        }));
        assert!(!rows.iter().any(|row| format!("{row:?}").contains(link.text_at("token").split_once('.').unwrap().1)), "no secret is stored");
        let shown = json!({
            "hangoutId": id, "title": "Supper", "location": "Garden", "startTimestamp": 2_142_354_600_000_i64, "endTimestamp": 2_142_367_200_000_i64,
            "timeZone": "UTC", "cancelled": false, "createdBy": ana.user_id, "createdAt": now, "changedAt": now, "sequence": 0, "goingCount": 1, "maybeCount": 0, "notGoingCount": 0, "rev": 2,
        });
        let with = |more: Value| {
            let mut item = shown.clone();
            item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            item
        };
        assert_eq!(at(&rows, &event_pk, "METADATA"), with(json!({
            "PK": event_pk, "SK": "METADATA", "description": "Bring a jumper", "groupIds": [group], "inviteeIds": [bo.user_id], "updatedAt": now,
            "countedAt": now, "version": 1,
        })));
        for pk in [&group_pk, &bo_pk] {
            let sk = format!("HANGOUT#{id}");
            assert_eq!(at(&rows, pk, &sk), with(json!({ "PK": pk, "SK": sk, "gsi1pk": pk })));
        }
        ana.delete(&format!("/groups/{group}/members/{}", bo.user_id)).await.expect(204);
        let (left, removed) = (format!("LEFT#{}", bo.user_id), format!("REMOVED#{}", bo.user_id));
        assert_eq!(at(&town.rows(&hangouts::tables::INVITER_TABLE).await, &group_pk, &left), json!({
            "PK": group_pk, "SK": left, "groupId": group, "userId": bo.user_id, "removedBy": ana.user_id, "removedAt": now,
            "gsi1pk": removed, "gsi1sk": group_pk,
        }));
        let ana_sk = format!("USER#{}", ana.user_id);
        assert_eq!(at(&rows, &event_pk, &ana_sk), json!({
            "PK": event_pk, "SK": ana_sk, "hangoutId": id, "userId": ana.user_id, "displayName": "Ana", "response": "going", "respondedAt": now,
            "gsi1pk": format!("RESPONDER#{}", ana.user_id), "startTimestamp": 2_141_888_400_000_i64,
        }));
    }
}

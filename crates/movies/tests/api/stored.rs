//! What lies in the tables, attribute by attribute, and that what the design document shows reads too.

use crate::support::{Home, acting, pick, rates, votes};
use identity::tables::USERS;
use movies::{model, tables};
use serde_json::{Value, json};
use store::{Item, Table};

fn as_json(item: &Item) -> Value {
    store::from_item(item).unwrap()
}

/// The attributes of the first row, by name and kind.
async fn shape(home: &Home, table: &'static Table) -> Value {
    let mut rows: Vec<_> = home.rows(table).await.iter().map(as_json).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.as_object().unwrap().len()));
    rows[0].as_object().unwrap().iter().map(|(name, value)| (name.clone(), kind(name, value))).collect()
}

/// What is drawn or depends on the clock is told by its kind, everything else as it is.
fn kind(name: &str, value: &Value) -> Value {
    match value {
        Value::String(text) if text.contains("2037-") => json!("time"),
        Value::String(text) if text.starts_with("managed_") => json!("managed id"),
        Value::String(text) if text.len() == 36 => json!("id"),
        Value::String(_) if ["invite_token", "vote_key", "title"].contains(&name) => json!(name),
        Value::Number(_) if ["tmdb_movie_id", "ttl", "year", "runtime_minutes"].contains(&name) => {
            json!("number")
        }
        Value::Array(items) => items.iter().map(|item| kind(name, item)).collect(),
        Value::Object(fields) => json!(fields.values().collect::<Vec<_>>()),
        other => other.clone(),
    }
}

on_both_engines! {
    async fn everything_is_stored_as_the_document_says(home: Home) {
        let family = home.family().await;
        let (nora, sam) = (&family.nora, &family.sam);
        nora.patch("/households/mine", json!({ "streamingServices": ["netflix"] })).await.expect(200);
        nora.put(&format!("/households/mine/preferences/{}", family.ella), json!({ "genreLikes": ["16"] })).await.expect(200);
        let round = crate::support::Round::of(&nora.post("/rounds", json!({ "attendees": [nora.user_id] })).await.expect(201));
        nora.act(&round.at("/start")).await.expect(200);
        assert_eq!(shape(&home, &tables::GROUPS).await, json!({
            "group_id": "id", "name": "Mill Lane", "created_by": "id", "streaming_services": ["netflix"], "created_at": "time",
            "active_round_id": "id", "latest_round_id": "id", "watched_movie_ids": [], "rating_region": "US", "version": 4,
        }));
        let members = home.rows(&tables::GROUP_MEMBERSHIPS).await;
        let child = members.iter().map(as_json).find(|row| row["member_type"] == "managed").unwrap();
        assert_eq!(child.as_object().unwrap().keys().collect::<Vec<_>>(), ["group_id", "joined_at", "member_type", "role", "user_id"]);
        let users = home.rows(&USERS).await;
        let ella = users.iter().map(as_json).find(|row| row["user_id"] == family.ella).unwrap();
        let ella: Value = ella.as_object().unwrap().iter().map(|(name, value)| (name.clone(), kind(name, value))).collect();
        assert_eq!(ella, json!({
            "user_id": "managed id", "display_name": "Ella", "is_managed": true, "parent_user_id": "id", "content_rating_ceiling": "PG",
            "created_at": "time", "last_active_at": "time", "group_id": "id", "version": 1,
        }));
        assert_eq!(shape(&home, &tables::PREFERENCES).await, json!({
            "group_id": "id", "user_id": "managed id", "genre_likes": ["16"], "genre_dislikes": [], "updated_at": "time", "version": 1,
        }));
        assert_eq!(shape(&home, &tables::INVITES).await, json!({
            "invite_id": "id", "group_id": "id", "created_by": "id", "invite_token": "invite_token", "status": "accepted",
            "created_at": "time", "expires_at": "time", "ttl": "number",
        }));
        votes(nora, &round, round.films[0], "up").await.expect(200);
        assert_eq!(shape(&home, &tables::VOTES).await, json!({
            "round_id": "id", "vote_key": "vote_key", "tmdb_movie_id": "number", "member_id": "id", "vote": "up", "voted_at": "time",
        }));
        let suggestion = shape(&home, &tables::SUGGESTIONS).await;
        for name in ["round_id", "tmdb_movie_id", "position", "title", "year", "genres", "content_rating"] {
            assert!(suggestion.get(name).is_some(), "{name} in {suggestion}");
        }
        pick(sam, &round, 0).await.expect(201);
        sam.act(&round.at("/watched")).await.expect(200);
        rates(nora, &round, &nora.user_id, "loved").await.expect(200);
        assert_eq!(shape(&home, &tables::RATINGS).await, json!({ "round_id": "id", "member_id": "id", "rating": "loved", "rated_at": "time" }));
        assert_eq!(shape(&home, &tables::PICKS).await, json!({
            "pick_id": "id", "round_id": "id", "group_id": "id", "tmdb_movie_id": "number", "title": "title", "picked_by": "id",
            "picked_at": "time", "watched": true, "watched_at": "time", "ratings": ["loved"], "version": 3,
        }));
        assert_eq!(shape(&home, &tables::ROUNDS).await, json!({
            "round_id": "id", "group_id": "id", "started_by": "id", "status": "rated", "attendees": ["id"], "created_at": "time",
            "voting_started_at": "time", "selected_at": "time", "watched_at": "time", "rated_at": "time", "relaxed_constraints": [],
            "pick_id": "id", "updated_at": "time", "version": 5,
        }));
        let household = home.rows(&tables::GROUPS).await;
        assert_eq!(as_json(&household[0])["watched_movie_ids"], json!([round.films[0]]));
        acting(nora, &family.ella).get("/households/mine").await.expect(200);
    }
}

/// Rows with the document's attributes and no others, as another program would have written them.
#[test]
fn rows_as_the_document_draws_them_are_read() {
    let read = |text: &str| store::to_item(&serde_json::from_str::<Value>(text).unwrap()).unwrap();
    let user: model::User = store::from_item(read(include_str!("../fixtures/user.json"))).unwrap();
    let list = model::RatingList::default();
    assert_eq!((user.ceiling(&list), user.group_id, user.version), (list.level("PG"), None, 0));
    let household: model::Household = store::from_item(read(include_str!("../fixtures/group.json"))).unwrap();
    assert_eq!((household.streaming_services.len(), household.version), (2, 0));
    let membership: model::Membership =
        store::from_item(read(include_str!("../fixtures/membership.json"))).unwrap();
    assert!(membership.role().is(&model::Role::Creator));
    let said: model::Preferences =
        store::from_item(read(include_str!("../fixtures/preferences.json"))).unwrap();
    assert_eq!((said.likes().len(), said.ceiling(&list)), (2, list.level("PG-13")));
    let invite: model::Invite = store::from_item(read(include_str!("../fixtures/invite.json"))).unwrap();
    assert!(invite.status.is_some_and(|status| status.is(&model::InviteStatus::Pending)));
    let round: model::Round = store::from_item(read(include_str!("../fixtures/round.json"))).unwrap();
    assert_eq!((round.stored_status(), round.attendees), (model::Status::Selected, None));
    let film: model::Suggestion =
        store::from_item(read(include_str!("../fixtures/suggestion.json"))).unwrap();
    assert_eq!((film.rating(&list), film.added_by), (Some("PG"), None));
    let vote: model::Vote = store::from_item(read(include_str!("../fixtures/vote.json"))).unwrap();
    assert!(vote.vote.is(&model::VoteKind::Down));
    let pick: model::Pick = store::from_item(read(include_str!("../fixtures/pick.json"))).unwrap();
    assert!(pick.ratings.is_none() && !pick.watched);
    let rating: model::FilmRating = store::from_item(read(include_str!("../fixtures/rating.json"))).unwrap();
    assert!(rating.rating.is(&model::Verdict::DidNotLike));
}

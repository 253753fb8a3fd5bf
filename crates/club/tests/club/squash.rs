//! The squash ladder: who sees it, matches, and what stands beside them.

use crate::scene::{Club, singles};
use jiff::{SignedDuration, tz::TimeZone};
use kernel::Zone;
use serde_json::json;
use stage::{Engine, on_both_engines};

on_both_engines! {
    async fn a_match_moves_the_ladder_and_an_edit_replays_it(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let ids = club.players(&manager, &["Nora", "Leo", "Tom"]).await;
        let first = manager.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201);
        manager.post("/squash/matches", singles("2037-11-11", &ids[0], &ids[2])).await.expect(201);
        let board = manager.get("/squash/leaderboard").await.expect(200);
        assert_eq!(board.json["items"][0]["name"], "Nora");
        assert_eq!((&board.json["items"][0]["won"], &board.json["items"][0]["form"]), (&json!(2), &json!(["W", "W"])));
        let place = format!("/squash/matches/{}", first.text_at("matchId"));
        let turned = json!({ "winningTeam": "B", "teamAGames": 2, "teamBGames": 3 });
        let edited = manager.patch(&place, turned).await.expect(200);
        assert_eq!(edited.json["changes"].as_array().unwrap().len(), 2);
        let after = manager.get("/squash/leaderboard").await.expect(200);
        assert_ne!(board.json, after.json, "everything after it is computed anew");
        manager.delete(&place).await.expect(204);
        manager.get(&place).await.expect(404);
        let left = manager.get("/squash/leaderboard").await.expect(200);
        assert_eq!(left.json["items"].as_array().unwrap().len(), 2);
    }

    async fn side_items_follow_a_match_through_every_edit(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let ids = club.players(&manager, &["Nora", "Leo", "Tom", "Grace"]).await;
        let id = manager.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[1])).await.expect(201).text_at("matchId");
        let of = async |player: &str| manager.get(&format!("/squash/players/{player}/matches")).await.expect(200).json["items"].as_array().unwrap().len();
        let doubles = json!({ "date": "2037-11-09", "teamAPlayer2Id": ids[2], "teamBPlayer1Id": ids[3], "teamBPlayer2Id": ids[1] });
        manager.patch(&format!("/squash/matches/{id}"), doubles).await.expect(200);
        for player in &ids {
            assert_eq!(of(player).await, 1);
        }
        let singles = json!({ "teamAPlayer2Id": null, "teamBPlayer2Id": null });
        manager.patch(&format!("/squash/matches/{id}"), singles).await.expect(200);
        assert_eq!((of(&ids[0]).await, of(&ids[1]).await, of(&ids[2]).await, of(&ids[3]).await), (1, 0, 0, 1));
        manager.delete(&format!("/squash/players/{}", ids[0])).await.expect(409);
        manager.delete(&format!("/squash/players/{}", ids[1])).await.expect(204);
        assert!(club.findings().await.is_empty());
    }

    async fn days_and_ranges_are_one_query_each(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let ids = club.players(&manager, &["Nora", "Leo"]).await;
        for day in ["2037-11-01", "2037-11-05", "2037-11-05", "2037-11-09"] {
            manager.post("/squash/matches", singles(day, &ids[0], &ids[1])).await.expect(201);
        }
        let days = async |query: &str| -> Vec<String> {
            let found = manager.get(&format!("/squash/matches?{query}")).await.expect(200);
            found.json["items"].as_array().unwrap().iter().map(|one| one["date"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(days("date=2037-11-05").await, ["2037-11-05", "2037-11-05"]);
        assert_eq!(days("from=2037-11-02&to=2037-11-09").await, ["2037-11-09", "2037-11-05", "2037-11-05"]);
        assert_eq!(days("from=2037-11-09&to=2037-11-02").await, [""; 0]);
        manager.get("/squash/matches?date=yesterday").await.expect(422);
        let board = manager.get("/squash/leaderboard?from=2037-11-05&to=2037-11-05").await.expect(200);
        assert_eq!(board.json["items"][0]["played"], 2);
    }

    async fn what_cannot_have_been_played_is_refused(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let ids = club.players(&manager, &["Nora", "Leo"]).await;
        let wrong = async |change: serde_json::Value| {
            let mut body = singles("2037-11-10", &ids[0], &ids[1]);
            body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            manager.post("/squash/matches", body).await.expect(422).wrong_fields().join(",")
        };
        assert_eq!(wrong(json!({ "teamAGames": 2 })).await, "teamAGames");
        assert_eq!(wrong(json!({ "teamBGames": 3 })).await, "teamBGames");
        assert_eq!(wrong(json!({ "teamBPlayer1Id": ids[0] })).await, "teamBPlayer1Id");
        assert_eq!(wrong(json!({ "date": "2037-12-24" })).await, "date");
        assert_eq!(wrong(json!({ "teamBPlayer1Id": "00000000-0000-7000-8000-000000000000" })).await, "teamBPlayer1Id");
        assert_eq!(wrong(json!({ "winningTeam": "C" })).await, "winningTeam");
    }

    async fn a_match_in_the_evening_is_of_that_day_where_its_writer_is(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let ids = club.players(&manager, &["Nora", "Leo"]).await;
        manager.patch("/me", json!({ "timeZone": "Pacific/Auckland" })).await.expect(200);
        let hour = club.services.clock.now().to_zoned(TimeZone::UTC).hour();
        club.advance(SignedDuration::from_hours((20 - i64::from(hour)).rem_euclid(24)));
        let now = club.services.clock.now();
        let auckland = Zone::named("Pacific/Auckland").unwrap();
        let (there, utc) = (now.to_zoned((*auckland).clone()).date(), now.to_zoned(TimeZone::UTC).date());
        assert_eq!(there, utc.tomorrow().unwrap());
        let form = manager.page("/squash").await.expect(200);
        form.shows(&format!("value=\"{there}\""));
        let (once, typed) = (form.hidden("once"), there.to_string());
        let fields: [(&str, &str); 6] =
            [("once", &once), ("kind", "singles"), ("a1", &ids[0]), ("b1", &ids[1]), ("quick", "3-1"), ("date", &typed)];
        manager.submit("/squash", &fields).await.expect(303);
        let day = manager.get(&format!("/squash/matches?date={there}")).await.expect(200);
        assert_eq!(day.json["items"].as_array().unwrap().len(), 1, "{}", day.text);
        let later = there.tomorrow().unwrap().to_string();
        assert_eq!(manager.post("/squash/matches", singles(&later, &ids[0], &ids[1])).await.expect(422).wrong_fields(), ["date"]);
    }

    async fn stats_and_pairs_come_from_the_same_ladder(club: Club) {
        let manager = club.squash_manager("Mia").await;
        let ids = club.players(&manager, &["Nora", "Leo", "Tom", "Grace"]).await;
        for _ in 0..3 {
            manager.post("/squash/matches", singles("2037-11-10", &ids[0], &ids[3])).await.expect(201);
        }
        let stats = manager.get(&format!("/squash/players/{}/stats", ids[0])).await.expect(200);
        assert_eq!((&stats.json["longestRun"], stats.json["ratings"].as_array().unwrap().len()), (&json!(3), 4));
        let pairs = manager.post("/squash/pairs", json!({ "playerIds": ids })).await.expect(200);
        let sides = [&pairs.json["items"][0]["teamA"], &pairs.json["items"][0]["teamB"]];
        let together = sides.iter().any(|side| side.as_array().unwrap().contains(&json!(ids[0])) && side.as_array().unwrap().contains(&json!(ids[3])));
        assert!(together, "the strongest plays with the weakest: {}", pairs.text);
        manager.post("/squash/pairs", json!({ "playerIds": [ids[0], ids[0]] })).await.expect(422);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_is_never_deleted_under_a_match() {
    let club = Club::on(Engine::Embedded).await;
    let manager = club.squash_manager("Mia").await;
    let nora = club.players(&manager, &["Nora"]).await.remove(0);
    for n in 0..20 {
        let other = club.players(&manager, &[&format!("Guest {n}")]).await.remove(0);
        let place = format!("/squash/players/{other}");
        let (deleted, entered) = tokio::join!(
            manager.delete(&place),
            manager.post("/squash/matches", singles("2037-11-10", &nora, &other)),
        );
        let both = (deleted.status.as_u16(), entered.status.as_u16());
        assert!([(204, 422), (204, 409), (409, 201)].contains(&both), "{both:?} {}", entered.text);
    }
    assert_eq!(club.findings().await, [""; 0]);
}

//! A round's life: every arrow, every refusal, votes, the pick and the ratings.

use crate::support::{Home, acting, column, draft, pick, picked, rates, status, votes, voting, watched};
use jiff::SignedDuration;
use movies::tables::ROUNDS;
use serde_json::json;
use store::{Key, Write};

on_both_engines! {
    async fn from_what_shall_we_watch_to_loved_it(home: Home) {
        let family = home.family().await;
        let (nora, sam) = (&family.nora, &family.sam);
        let made = nora.post("/rounds", json!({})).await.expect(201);
        assert_eq!((made.text_at("status"), made.json["suggestions"].as_array().unwrap().len()), ("draft".into(), 8));
        let round = crate::support::Round::of(&made);
        nora.act(&round.at("/start")).await.expect(200);
        let film = round.films[2];
        votes(nora, &round, film, "up").await.expect(200);
        votes(&acting(nora, &family.ella), &round, film, "up").await.expect(200);
        votes(sam, &round, film, "down").await.expect(200);
        let changed = votes(sam, &round, film, "up").await.expect(200);
        assert_eq!((changed.text_at("vote"), changed.text_at("memberId")), ("up".into(), sam.user_id.clone()));
        votes(sam, &round, round.films[0], "down").await.expect(200);
        sam.delete(&round.vote(round.films[0])).await.expect(204);
        let seen = sam.get(&round.at("")).await.expect(200);
        assert_eq!(seen.json["progress"], json!({ "voted": 3, "of": 3 }));
        assert_eq!(seen.json["ranking"][0], json!({ "tmdbMovieId": film, "up": 3, "down": 0 }));
        assert_eq!(column(&sam.get(&round.at("/votes")).await, "vote"), ["up", "up", "up"]);
        let made = sam.post(&round.at("/pick"), json!({ "tmdbMovieId": film })).await.expect(201);
        assert_eq!((made.text_at("pickedBy"), &made.json["watched"]), (sam.user_id.clone(), &json!(false)));
        votes(nora, &round, film, "down").await.expect(409);
        nora.act(&round.at("/watched")).await.expect(200);
        rates(nora, &round, &nora.user_id, "loved").await.expect(200);
        rates(nora, &round, &family.ella, "liked").await.expect(200);
        assert_eq!(status(nora, &round).await, "watched");
        rates(sam, &round, &sam.user_id, "did_not_like").await.expect(200);
        assert_eq!(status(nora, &round).await, "rated");
        let history = sam.get("/picks").await.expect(200);
        assert_eq!(history.json["items"][0]["ratings"].as_array().unwrap().len(), 3);
        assert_eq!((&history.json["items"][0]["watched"], &history.json["items"][0]["tmdbMovieId"]), (&json!(true), &json!(film)));
        rates(sam, &round, &sam.user_id, "liked").await.expect(200);
        assert_eq!(status(nora, &round).await, "rated", "changing one's mind changes no more than that");
        let again = draft(nora).await;
        assert!(!again.films.contains(&film), "what was watched is not suggested again");
    }

    async fn everything_off_the_arrows_is_refused(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        let rate = |round: &crate::support::Round| round.rating(&nora.user_id);
        let loved = json!({ "rating": "loved" });
        let round = draft(nora).await;
        pick(nora, &round, 0).await.expect(409);
        nora.act(&round.at("/watched")).await.expect(409);
        votes(nora, &round, round.films[0], "up").await.expect(409);
        nora.put(&rate(&round), &loved).await.expect(409);
        nora.act(&round.at("/nudge")).await.expect(409);
        nora.act(&round.at("/start")).await.expect(200);
        nora.act(&round.at("/start")).await.expect(409);
        nora.act(&round.at("/watched")).await.expect(409);
        nora.act(&round.at("/reshuffle")).await.expect(409);
        nora.delete(&round.at(&format!("/suggestions/{}", round.films[0]))).await.expect(409);
        nora.put(&rate(&round), &loved).await.expect(409);
        pick(nora, &round, 0).await.expect(201);
        pick(nora, &round, 1).await.expect(409);
        nora.act(&round.at("/start")).await.expect(409);
        nora.act(&round.at("/watched")).await.expect(200);
        nora.act(&round.at("/watched")).await.expect(409);
        pick(nora, &round, 0).await.expect(409);
        for member in [&nora.user_id, &family.ella] {
            rates(nora, &round, member, "loved").await.expect(200);
        }
        rates(&family.sam, &round, &family.sam.user_id, "loved").await.expect(200);
        for off in ["/start", "/watched", "/expire"] {
            nora.act(&round.at(off)).await.expect(409);
        }
    }

    async fn a_round_is_ended_by_hand_from_every_state_but_the_last(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        for round in [draft(nora).await, picked(nora).await, watched(nora).await, voting(nora).await] {
            assert_eq!(nora.act(&round.at("/expire")).await.expect(200).text_at("status"), "expired");
            nora.act(&round.at("/expire")).await.expect(409);
            nora.act(&round.at("/start")).await.expect(409);
        }
        voting(nora).await;
    }

    async fn one_round_is_voted_on_at_a_time_and_one_that_nobody_moved_on_makes_room(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        let (first, second) = (voting(nora).await, draft(nora).await);
        nora.act(&second.at("/start")).await.expect(409);
        home.advance(SignedDuration::from_hours(30 * 24));
        let nora = &home.signs_in("Nora").await;
        assert_eq!(status(nora, &first).await, "expired");
        votes(nora, &first, first.films[0], "up").await.expect(409);
        assert_eq!(status(nora, &second).await, "expired", "so has the draft");
        let third = voting(nora).await;
        assert_eq!(status(nora, &third).await, "voting");
    }

    async fn older_spellings_are_read_and_go_on(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        let round = voting(nora).await;
        let old = |spelling: &str| Write::update(&ROUNDS, Key::only(round.id.clone())).set("status", spelling).remove("attendees").remove("version");
        home.services.store.write(old("closed")).await.unwrap();
        assert_eq!(status(nora, &round).await, "voting");
        votes(nora, &round, round.films[0], "up").await.expect(200);
        pick(nora, &round, 0).await.expect(201);
        home.services.store.write(old("picked")).await.unwrap();
        assert_eq!(status(nora, &round).await, "selected");
        nora.act(&round.at("/watched")).await.expect(200);
        assert_eq!(nora.get(&round.at("")).await.json["progress"]["of"], 3, "everybody attends");
        home.services.store.write(old("discarded")).await.unwrap();
        assert_eq!(status(nora, &round).await, "expired");
        nora.act(&round.at("/expire")).await.expect(409);
    }

    async fn only_those_who_are_there_vote_and_rate(home: Home) {
        let family = home.family().await;
        let (nora, sam) = (&family.nora, &family.sam);
        let body = json!({ "attendees": [nora.user_id, nora.user_id] });
        let round = crate::support::Round::of(&nora.post("/rounds", body).await.expect(201));
        sam.act(&round.at("/start")).await.expect(200);
        votes(sam, &round, round.films[0], "up").await.expect(403);
        votes(&acting(nora, &family.ella), &round, round.films[0], "up").await.expect(403);
        votes(nora, &round, round.films[0], "up").await.expect(200);
        votes(nora, &round, 1, "up").await.expect(404);
        votes(nora, &round, round.films[0], "maybe").await.expect(422);
        assert_eq!(nora.get(&round.at("")).await.json["progress"], json!({ "voted": 1, "of": 1 }));
        for wrong in [json!({ "attendees": [] }), json!({ "attendees": ["nobody"] }), json!({ "attendees": [uuid()] })] {
            nora.post("/rounds", wrong).await.expect(422);
        }
    }

    async fn a_rater_who_leaves_is_not_waited_for(home: Home) {
        let family = home.family().await;
        let (nora, sam) = (&family.nora, &family.sam);
        let round = watched(nora).await;
        rates(nora, &round, &nora.user_id, "loved").await.expect(200);
        rates(nora, &round, &family.ella, "loved").await.expect(200);
        sam.delete(&format!("/households/mine/members/{}", sam.user_id)).await.expect(204);
        assert_eq!(status(nora, &round).await, "rated", "the next look ends it");
    }

    async fn a_pick_sent_twice_with_one_key_is_one_pick(home: Home) {
        let family = home.family().await;
        let round = voting(&family.nora).await;
        let keyed = family.nora.with_header("idempotency-key", "my-pick-of-tonight");
        let first = pick(&keyed, &round, 0).await.expect(201);
        assert_eq!(pick(&keyed, &round, 0).await.expect(201).text_at("pickId"), first.text_at("pickId"));
        pick(&family.sam, &round, 0).await.expect(409);
        let film = json!({ "tmdbMovieId": 1 });
        let other = voting(&family.nora).await;
        family.nora.post(&other.at("/pick"), film).await.expect(422);
    }

    async fn rounds_are_listed_newest_first_by_status_and_without_films(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        for _ in 0..2 {
            draft(nora).await;
            home.advance(SignedDuration::from_secs(1));
        }
        let open = voting(nora).await;
        let all = nora.get("/rounds").await.expect(200);
        assert_eq!(column(&all, "status"), ["voting", "draft", "draft"]);
        assert!(all.json["items"][0].get("suggestions").is_none() && all.json["items"][0].get("progress").is_none());
        assert_eq!(column(&nora.get("/rounds?status=voting").await, "roundId"), [json!(open.id)]);
        nora.get("/rounds?status=lost").await.expect(422);
        nora.get("/rounds?limit=0").await.expect(422);
        nora.get("/rounds?cursor=x").await.expect(400);
    }

    async fn those_who_have_not_voted_are_reminded_once_an_hour_and_the_last_one_by_itself(home: Home) {
        let family = home.family().await;
        let (nora, sam) = (&family.nora, &family.sam);
        let round = voting(nora).await;
        home.finish_work().await;
        nora.act(&round.at("/nudge")).await.expect(200);
        nora.act(&round.at("/nudge")).await.expect(409);
        home.advance(SignedDuration::from_hours(1));
        sam.act(&round.at("/nudge")).await.expect(200);
        votes(nora, &round, round.films[0], "up").await.expect(200);
        let nudged = async || {
            let key = Key::only(round.id.clone());
            let row = home.services.store.get(&ROUNDS, &key).await.unwrap().unwrap();
            row.contains("nudged_by_itself_at")
        };
        assert!(!nudged().await);
        votes(&acting(nora, &family.ella), &round, round.films[0], "up").await.expect(200);
        assert!(nudged().await, "Sam is the last one");
        votes(sam, &round, round.films[0], "up").await.expect(200);
        home.advance(SignedDuration::from_hours(2));
        nora.act(&round.at("/nudge")).await.expect(409);
    }
}

fn uuid() -> String {
    uuid::Uuid::nil().to_string()
}

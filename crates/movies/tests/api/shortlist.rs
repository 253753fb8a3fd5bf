//! The shortlist of a draft: what is suggested, why, and how people change it.

use crate::support::{Home, Round, child, column, draft};
use serde_json::{Value, json};

fn positions(answer: &crate::support::Answer) -> Vec<u64> {
    answer.json["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["position"].as_u64().unwrap())
        .collect()
}

fn ratings(answer: &crate::support::Answer) -> Vec<String> {
    let all = answer.json["suggestions"].as_array().unwrap().iter();
    all.map(|one| one["contentRating"].as_str().unwrap().to_owned()).collect()
}

on_both_engines! {
    async fn a_genre_that_divides_people_is_shown_as_such(home: Home) {
        let family = home.family().await;
        let likes = |id: &str| format!("/households/mine/preferences/{id}");
        family.nora.put(&likes(&family.nora.user_id), json!({ "genreLikes": ["10751"] })).await.expect(200);
        family.sam.put(&likes(&family.sam.user_id), json!({ "genreDislikes": ["10751"] })).await.expect(200);
        let round = draft(&family.nora).await;
        let added = family.nora.get("/movies/search?q=iron%20giant").await.expect(200).json["items"][0]["tmdbMovieId"].clone();
        if !round.films.contains(&added.as_i64().unwrap()) {
            family.nora.delete(&round.at(&format!("/suggestions/{}", round.films[0]))).await.expect(204);
            family.nora.post(&round.at("/suggestions"), json!({ "tmdbMovieId": added })).await.expect(201);
        }
        let shown = family.nora.get(&round.at("")).await.expect(200);
        let film = shown.json["suggestions"].as_array().unwrap().iter().find(|film| film["tmdbMovieId"] == added).unwrap();
        assert_eq!(film["dividedGenres"], json!(["Family"]));
        assert!(film["why"].as_str().unwrap().contains("Family: one of you likes it, another dislikes it."), "{film}");
        let page = family.nora.page(&format!("/movies/household/members/{}", family.nora.user_id)).await.expect(200);
        page.shows("Someone else in your household dislikes Family.");
    }

    async fn suggestions_fit_everybody_and_say_why(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        let prefer = async |member: &str, body: Value| { nora.put(&format!("/households/mine/preferences/{member}"), body).await.expect(200); };
        prefer(&family.ella, json!({ "genreLikes": ["16"], "maxContentRating": "G" })).await;
        prefer(&nora.user_id, json!({ "genreLikes": ["35"], "genreDislikes": ["10752"] })).await;
        let made = nora.post("/rounds", json!({})).await.expect(201);
        assert_eq!((made.json["relaxedConstraints"].clone(), positions(&made)), (json!([]), (1..=8).collect()));
        assert!(ratings(&made).iter().all(|rating| rating == "G"), "{}", made.text);
        for film in made.json["suggestions"].as_array().unwrap() {
            let why = film["why"].as_str().unwrap();
            assert!(why.contains("Suits") && (why.contains("Nora") || why.contains("Ella")), "{film}");
        }
        let adults = nora.post("/rounds", json!({ "attendees": [nora.user_id] })).await.expect(201);
        assert!(adults.json["suggestions"].as_array().unwrap().iter().all(|film| film["genres"].as_array().unwrap().contains(&json!("Comedy"))));
    }

    async fn wishes_give_way_in_order_and_it_is_told(home: Home) {
        let nora = home.registers("Nora").await;
        home.household(&nora, "Mill Lane").await;
        let own = format!("/households/mine/preferences/{}", nora.user_id);
        // Hardly a film that is G is a western.
        nora.put(&own, json!({ "genreLikes": ["37"], "maxContentRating": "G" })).await.expect(200);
        let made = nora.post("/rounds", json!({})).await.expect(201);
        assert_eq!(made.json["relaxedConstraints"], json!(["liked_genres"]));
        assert!(made.text.contains("No genre that anyone likes."));
        let all: Vec<_> = movies::model::GENRES.iter().map(|(id, _)| id.0.to_string()).collect();
        nora.put(&own, json!({ "genreDislikes": all })).await.expect(200);
        let made = nora.post("/rounds", json!({})).await.expect(201);
        assert_eq!((made.json["relaxedConstraints"].clone(), positions(&made).len()), (json!(["disliked_genres"]), 8));
    }

    async fn films_are_swapped_removed_added_and_shuffled(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        let round = draft(nora).await;
        let at = |film: i64, rest: &str| round.at(&format!("/suggestions/{film}{rest}"));
        nora.post(&round.at("/suggestions"), json!({ "tmdbMovieId": 3082 })).await.expect(409);
        nora.delete(&at(round.films[1], "")).await.expect(204);
        nora.delete(&at(round.films[1], "")).await.expect(404);
        assert_eq!(positions(&nora.get(&round.at("")).await), (1..=7).collect::<Vec<_>>());
        let new = nora.act(&at(round.films[0], "/swap")).await.expect(200);
        assert_eq!(new.json["position"], 1);
        nora.act(&at(1, "/swap")).await.expect(404);
        let hand = json!({ "title": "Our holiday video", "year": 2024, "contentRating": "G" });
        let keyed = family.sam.with_header("idempotency-key", "our-holiday");
        let added = keyed.post(&round.at("/suggestions"), &hand).await.expect(201);
        assert!(added.json["tmdbMovieId"].as_i64().unwrap() < 0);
        assert_eq!((added.json["position"].clone(), added.text_at("addedBy")), (json!(8), family.sam.user_id.clone()));
        keyed.post(&round.at("/suggestions"), &hand).await.expect(201);
        assert!(added.text_at("why").contains("Sam’s idea."));
        let mixed = nora.act(&round.at("/reshuffle")).await.expect(200);
        assert_eq!(positions(&mixed), (1..=8).collect::<Vec<_>>());
        let others = Round::of(&mixed).films;
        assert!(others.contains(&added.json["tmdbMovieId"].as_i64().unwrap()), "what was added stays");
        assert!(others.iter().all(|film| !round.films.contains(film)), "the others are others");
    }

    async fn a_film_that_is_added_twice_with_one_key_is_added_once(home: Home) {
        let family = home.family().await;
        let round = draft(&family.nora).await;
        for film in &round.films[..3] {
            family.nora.delete(&round.at(&format!("/suggestions/{film}"))).await.expect(204);
        }
        let at = round.at("/suggestions");
        let by_hand = |title: &str| json!({ "title": title, "contentRating": "G" });
        let known = |at: usize| json!({ "tmdbMovieId": round.films[at] });
        for (key, film, other) in [("by-hand-1", by_hand("Our holiday"), by_hand("Our wedding")), ("known-12", known(0), known(1))] {
            let keyed = family.sam.with_header("idempotency-key", key);
            let (one, same) = tokio::join!(keyed.post(&at, &film), keyed.post(&at, &film));
            let made = one.expect(201).json;
            assert_eq!(same.expect(201).json, made, "sent twice at once");
            assert_eq!(keyed.post(&at, &film).await.expect(201).json, made, "sent again");
            keyed.post(&at, &other).await.expect(422);
            family.nora.with_header("idempotency-key", key).post(&at, &other).await.expect(201);
            family.nora.delete(&format!("{at}/{}", made["tmdbMovieId"])).await.expect(204);
            keyed.post(&at, &film).await.expect(409).shows("removed or changed since");
        }
        assert_eq!(positions(&family.nora.get(&round.at("")).await), (1..=7).collect::<Vec<_>>());
    }

    async fn no_film_above_a_ceiling_comes_onto_the_list_or_is_picked(home: Home) {
        let family = home.family().await;
        let nora = &family.nora;
        let round = draft(nora).await;
        nora.delete(&round.at(&format!("/suggestions/{}", round.films[0]))).await.expect(204);
        let found = nora.get("/movies/search?q=godfather").await.expect(200);
        let strong = found.json["items"][0]["tmdbMovieId"].clone();
        assert_eq!(nora.post(&round.at("/suggestions"), json!({ "tmdbMovieId": strong })).await.expect(422).wrong_fields(), ["tmdbMovieId"]);
        for (film, field) in [(json!({ "title": "Unrated" }), "contentRating"), (json!({ "title": "X", "contentRating": "R" }), "contentRating"), (json!({ "title": "X", "contentRating": "12A" }), "contentRating"), (json!({ "tmdbMovieId": 1 }), "tmdbMovieId"), (json!({}), "tmdbMovieId"), (json!({ "title": "X", "year": 3 }), "year")] {
            assert_eq!(nora.post(&round.at("/suggestions"), film).await.expect(422).wrong_fields(), [field]);
        }
        for known in [json!({ "title": "the godfather.", "contentRating": "G" }), json!({ "title": "The Godfather", "year": 1972, "contentRating": "G" })] {
            assert_eq!(nora.post(&round.at("/suggestions"), known).await.expect(422).wrong_fields(), ["contentRating"], "it keeps its rating");
        }
        nora.post(&round.at("/suggestions"), json!({ "title": "Mild", "contentRating": "PG" })).await.expect(201);
        let ceiling = |rating: &str| json!({ "contentRatingCeiling": rating });
        let ella = format!("/households/mine/members/{}", family.ella);
        nora.patch(&ella, ceiling("G")).await.expect(200);
        nora.act(&round.at("/start")).await.expect(409);
        nora.patch(&ella, ceiling("PG")).await.expect(200);
        nora.act(&round.at("/start")).await.expect(200);
        nora.patch(&ella, ceiling("G")).await.expect(200);
        let seen = nora.get(&round.at("")).await;
        let mild = seen.json["suggestions"].as_array().unwrap().iter().find(|film| film["contentRating"] == "PG").unwrap();
        nora.post(&round.at("/pick"), json!({ "tmdbMovieId": mild["tmdbMovieId"] })).await.expect(409);
    }

    async fn without_ceilings_an_unrated_film_may_be_added_by_hand(home: Home) {
        let nora = home.registers("Nora").await;
        home.household(&nora, "Mill Lane").await;
        let alone = Round::of(&nora.post("/rounds", json!({})).await.expect(201));
        nora.delete(&alone.at(&format!("/suggestions/{}", alone.films[0]))).await.expect(204);
        nora.post(&alone.at("/suggestions"), json!({ "title": "Unrated" })).await.expect(201);
        child(&nora, "Ella").await;
        let round = draft(&nora).await;
        nora.delete(&round.at(&format!("/suggestions/{}", round.films[0]))).await.expect(204);
        nora.post(&round.at("/suggestions"), json!({ "title": "Unrated" })).await.expect(422);
    }

    async fn films_are_found_by_words_and_by_number(home: Home) {
        let nora = home.registers("Nora").await;
        let found = nora.get("/movies/search?q=robin%20hood").await.expect(200);
        assert!(column(&found, "title").contains(&json!("The Adventures of Robin Hood")));
        let film = nora.get("/movies/3082").await.expect(200);
        assert_eq!(film.json, json!({ "tmdbMovieId": 3082, "title": "Modern Times", "year": 1936, "genres": ["Drama", "Comedy"], "contentRating": "G", "posterPath": null, "runtimeMinutes": 87 }));
        nora.get("/movies/1").await.expect(404);
        nora.get("/movies/one").await.expect(404);
        nora.get("/movies/search?q=").await.expect(422);
        home.anyone().get("/movies/3082").await.expect(401);
    }
}

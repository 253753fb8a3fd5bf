//! What holds for every household, taste and catalogue.

use super::*;
use crate::model::{GENRES, RatingList, Taste};
use kernel::Rng;
use proptest::{collection::vec, option, prelude::*, sample::select};
use uuid::Uuid;

fn genre() -> impl Strategy<Value = GenreId> {
    // Few genres, so that likes, dislikes and films meet often.
    select(GENRES[..6].to_vec()).prop_map(|(id, _)| id)
}

/// Any rating that a catalogue may hold: ours, unrated ones, and those of other countries.
fn told_rating() -> impl Strategy<Value = Option<String>> {
    let told = ["G", "PG", "PG-13", "R", "NC-17", "NR", "", "12A", "FSK 12", "TV-14"];
    option::of(select(told.to_vec()).prop_map(str::to_owned))
}

fn taste() -> impl Strategy<Value = Taste> {
    let ceiling = option::of(select(vec!["G", "PG", "PG-13", "R", "FSK 6"]));
    (any::<u128>(), ceiling, vec(genre(), 0..3), vec(genre(), 0..3)).prop_map(
        |(id, ceiling, likes, dislikes)| Taste {
            member: MemberId::Managed(Uuid::from_u128(id)),
            ceiling: ceiling.map(|name| RatingList::default().ceiling(name)),
            likes,
            dislikes,
        },
    )
}

fn service() -> impl Strategy<Value = String> {
    select(vec!["netflix".to_owned(), "mubi".to_owned(), "hulu".to_owned()])
}

fn catalogue() -> impl Strategy<Value = Vec<Film>> {
    let film = (told_rating(), vec(genre(), 0..4), option::of(vec(service(), 0..3)));
    vec(film, 0..40).prop_map(|films| {
        let numbered = films.into_iter().zip(1..);
        let made = numbered.map(|((rating, genres, services), number)| Film {
            id: FilmId(number),
            title: format!("Film {number}"),
            year: None,
            genres,
            rating,
            runtime_minutes: None,
            poster_path: None,
            services,
        });
        made.collect()
    })
}

fn constraints() -> impl Strategy<Value = Constraints> {
    (vec(taste(), 0..5), vec(service(), 0..2), vec(1..40_i64, 0..10)).prop_map(
        |(tastes, services, watched)| Constraints {
            tastes,
            ratings: RatingList::default(),
            services,
            watched: watched.into_iter().map(FilmId).collect(),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_attendees_ceiling_is_ever_exceeded(pool in catalogue(), constraints in constraints(), seed: u64) {
        for (film, _) in suggest(&pool, &constraints, &BTreeSet::new(), MOST_SUGGESTIONS, &Rng::seeded(seed)) {
            for taste in &constraints.tastes {
                let within = constraints.ratings.is_within(film.rating.as_deref(), taste.ceiling);
                prop_assert!(within, "{film:?} for {taste:?}");
            }
            let ceilings = constraints.ratings.ceilings();
            prop_assert!(film.rating.as_ref().is_some_and(|rating| ceilings.contains(rating)), "{film:?}");
        }
    }

    #[test]
    fn what_was_watched_or_is_there_already_is_not_suggested_and_nothing_twice(
        pool in catalogue(), constraints in constraints(), there in vec(1..40_i64, 0..10), seed: u64,
    ) {
        let not: BTreeSet<_> = there.into_iter().map(FilmId).collect();
        let chosen = suggest(&pool, &constraints, &not, MOST_SUGGESTIONS, &Rng::seeded(seed));
        let ids: BTreeSet<_> = chosen.iter().map(|(film, _)| film.id).collect();
        prop_assert_eq!(ids.len(), chosen.len());
        prop_assert!(chosen.len() <= MOST_SUGGESTIONS);
        prop_assert!(ids.is_disjoint(&not) && ids.is_disjoint(&constraints.watched));
    }

    #[test]
    fn a_wish_gives_way_only_while_too_few_films_meet_it(
        pool in catalogue(), constraints in constraints(), seed: u64,
    ) {
        let chosen = suggest(&pool, &constraints, &BTreeSet::new(), MOST_SUGGESTIONS, &Rng::seeded(seed));
        let Some(last) = chosen.iter().flat_map(|(_, fitting)| &fitting.misses).max() else { return Ok(()) };
        let misses_less = |film: &&Film| {
            constraints.allows(film) && constraints.missed_by(film).iter().all(|wish| wish < last)
        };
        prop_assert!(pool.iter().filter(misses_less).count() < ENOUGH, "{:?} gave way too early", last);
    }

    #[test]
    fn a_film_says_truly_whom_it_suits_and_what_it_misses(
        pool in catalogue(), constraints in constraints(), seed: u64,
    ) {
        for (film, fitting) in suggest(&pool, &constraints, &BTreeSet::new(), MOST_SUGGESTIONS, &Rng::seeded(seed)) {
            for taste in &constraints.tastes {
                let likes = taste.likes.iter().any(|genre| film.genres.contains(genre));
                prop_assert_eq!(likes, fitting.suits.contains(&taste.member));
                let dislikes = taste.dislikes.iter().any(|genre| film.genres.contains(genre));
                prop_assert!(!dislikes || fitting.misses.contains(&Wish::DislikedGenres));
            }
            for genre in &film.genres {
                let likes = constraints.tastes.iter().any(|taste| taste.likes.contains(genre));
                let dislikes = constraints.tastes.iter().any(|taste| taste.dislikes.contains(genre));
                prop_assert_eq!(likes && dislikes, fitting.divided.contains(genre));
            }
            let unknown = film.services.is_none();
            prop_assert!(!unknown || !fitting.misses.contains(&Wish::StreamingServices));
        }
    }

    #[test]
    fn as_many_are_suggested_as_there_are_up_to_eight(pool in catalogue(), seed: u64) {
        let nobody = Constraints::default();
        let fine = pool.iter().filter(|film| nobody.allows(film)).count();
        let chosen = suggest(&pool, &nobody, &BTreeSet::new(), MOST_SUGGESTIONS, &Rng::seeded(seed));
        prop_assert_eq!(chosen.len(), fine.min(MOST_SUGGESTIONS));
    }

    #[test]
    fn what_is_unrated_is_added_by_hand_only_where_nobody_has_a_ceiling_or_is_managed(constraints in constraints()) {
        prop_assert_eq!(constraints.admits(None), constraints.tastes.is_empty());
        let list = &constraints.ratings;
        for rating in list.names() {
            let within = list.is_within(Some(rating), constraints.ceiling());
            prop_assert_eq!(constraints.admits(Some(rating)), within);
        }
    }
}

#[test]
fn everybody_is_suited_before_anybody_is_suited_often() {
    let member = |id| MemberId::Managed(Uuid::from_u128(id));
    let taste = |id, genre| Taste { member: member(id), ceiling: None, likes: vec![genre], dislikes: vec![] };
    let [action, comedy] = [GENRES[0].0, GENRES[3].0];
    let film = |id, genre| Film {
        id: FilmId(id),
        title: String::new(),
        year: None,
        genres: vec![genre],
        rating: Some("G".into()),
        runtime_minutes: None,
        poster_path: None,
        services: None,
    };
    let pool: Vec<_> =
        (1..=30).map(|id| film(id, action)).chain([film(31, comedy), film(32, comedy)]).collect();
    let constraints =
        Constraints { tastes: vec![taste(1, action), taste(2, comedy)], ..Constraints::default() };
    let chosen = suggest(&pool, &constraints, &BTreeSet::new(), MOST_SUGGESTIONS, &Rng::seeded(3));
    let suited = |id| chosen.iter().filter(|(_, fitting)| fitting.suits.contains(&member(id))).count();
    assert_eq!((suited(1), suited(2)), (6, 2), "both comedies are on the list");
}

//! The ladder's rules, by example and by property.

use super::*;
use crate::model::player::NewPlayer;
use jiff::civil::date;
use kernel::Moment;
use proptest::prelude::*;

fn player(n: u128) -> PlayerId {
    PlayerId(uuid::Uuid::from_u128(n))
}

fn match_id(n: u128) -> MatchId {
    MatchId(uuid::Uuid::from_u128(n))
}

/// Match `n` on a day of October, won 3–1 by the first side.
fn played(n: u128, day: i8, a: &[u128], b: &[u128]) -> Match {
    let side = |side: &[u128]| (player(side[0]), side.get(1).map(|second| player(*second)));
    let teams = Teams { date: date(2026, 10, day), a: side(a), b: side(b), winner: Team::A, games: (3, 1) };
    Match::new(match_id(n), teams, Moment::default())
}

fn record(matches: impl IntoIterator<Item = Match>) -> Record {
    let mut record = Record::default();
    for (n, name) in ["Nora", "Leo", "Tom", "Grace"].into_iter().enumerate() {
        let new = NewPlayer { name: name.into(), email: None, user_id: None };
        record.put_player(Player::new(player(n as u128 + 1), new, Moment::default()));
    }
    matches.into_iter().for_each(|one| record.put_match(one));
    record
}

#[test]
fn a_win_is_worth_more_against_somebody_stronger() {
    let ladder = record([
        played(1, 1, &[1], &[2]),
        played(2, 2, &[1], &[2]),
        played(3, 3, &[1], &[2]),
        played(4, 4, &[3], &[1]),
        played(5, 5, &[4], &[2]),
    ])
    .replay();
    let gain = |n: u128, of| {
        let (before, after) = ladder
            .find((date(2026, 10, i8::try_from(n).unwrap()), match_id(n)))
            .and_then(|one| one.points_of(player(of)))
            .unwrap();
        after - before
    };
    assert!(gain(4, 3) > gain(5, 4), "beating Nora, who won three times, is worth more than beating Leo");
    assert!(gain(1, 1) > gain(3, 1), "beating the same loser again is worth less");
}

#[test]
fn doubles_move_both_players_of_a_side() {
    let ladder = record([played(1, 1, &[1, 2], &[3, 4])]).replay();
    let standings = ladder.standings().to_vec();
    assert_eq!(
        standings.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(),
        ["Leo", "Nora", "Grace", "Tom"]
    );
    assert!((standings[0].points - standings[1].points).abs() < 1e-9);
    assert!(standings[1].points > 1000.0 && standings[2].points < 1000.0);
    assert_eq!((standings[0].tally.games_won, standings[0].tally.games_lost), (3, 1));
}

#[test]
fn an_edit_of_an_old_match_moves_everything_after_it() {
    let matches = [played(1, 1, &[1], &[2]), played(2, 2, &[1], &[3]), played(3, 3, &[2], &[3])];
    let mut record = record(matches.clone());
    let before = record.replay();
    let mut turned = matches[0].clone();
    turned.winning_team = Team::B.into();
    (turned.team_a_games, turned.team_b_games) = (1, 3);
    record.put_match(turned);
    let after = record.replay();
    let last = |ladder: &Ladder| {
        ladder.find((date(2026, 10, 3), match_id(3))).unwrap().points_of(player(2)).unwrap()
    };
    assert!((last(&before).0 - last(&after).0).abs() > 1.0);
    record.put_match(matches[0].clone());
    assert_eq!(record.replay().played, before.played, "put back, it is as it was");
}

#[test]
fn a_match_moved_to_another_day_takes_its_new_place() {
    let mut record = record([played(1, 1, &[1], &[2]), played(2, 2, &[1], &[3])]);
    let mut moved = played(1, 1, &[1], &[2]);
    moved.date = date(2026, 10, 5);
    record.put_match(moved);
    let order: Vec<_> = record.replay().latest().map(|one| one.id).collect();
    assert_eq!(order, [match_id(1), match_id(2)]);
    assert_eq!(record.matches(), 2);
}

#[test]
fn a_period_counts_its_matches_only_and_shows_the_points_at_its_end() {
    let ladder =
        record([played(1, 1, &[1], &[2]), played(2, 5, &[2], &[1]), played(3, 9, &[1], &[3])]).replay();
    let standings = ladder.standings_between(Some(date(2026, 10, 2)), Some(date(2026, 10, 8)));
    let of = |n| standings.iter().find(|one| one.player_id == player(n)).unwrap();
    assert_eq!((standings.len(), of(1).tally.played, of(1).tally.lost), (2, 1, 1));
    let (_, after) = ladder.find((date(2026, 10, 5), match_id(2))).unwrap().points_of(player(1)).unwrap();
    assert!((of(1).points - after).abs() < 1e-9);
}

#[test]
fn form_is_newest_first_and_five_long() {
    let mut matches: Vec<_> = (1..=6).map(|n| played(n, i8::try_from(n).unwrap(), &[1], &[2])).collect();
    matches.push(played(7, 7, &[2], &[1]));
    let standings = record(matches).replay().standings().to_vec();
    let nora = standings.iter().find(|one| one.player_id == player(1)).unwrap();
    assert_eq!(nora.form, [false, true, true, true, true]);
    assert!(!nora.provisional && nora.trend.len() == TREND);
}

#[test]
fn stats_tell_partners_opponents_and_the_longest_run() {
    let ladder = record([
        played(1, 1, &[1, 2], &[3, 4]),
        played(2, 2, &[1, 2], &[3, 4]),
        played(3, 3, &[3], &[1]),
        played(4, 4, &[3], &[1]),
        played(5, 5, &[1], &[4]),
    ])
    .replay();
    let stats = ladder.stats(player(1));
    assert_eq!(
        stats.best_partner().map(|with| (with.name.as_str(), with.won, with.played)),
        Some(("Leo", 2, 2))
    );
    assert_eq!(stats.hardest().map(|one| (one.name.as_str(), one.won, one.played)), Some(("Tom", 2, 4)));
    assert_eq!((stats.longest_run, stats.points.len()), (2, 6));
}

#[test]
fn tonights_pairs_are_even_and_do_not_depend_on_the_order_of_names() {
    let ladder = record((1..=6).map(|n| played(n, 1, &[1], &[4]))).replay();
    let courts = balanced(&ladder, &[player(1), player(2), player(3), player(4)]);
    assert_eq!(courts, balanced(&ladder, &[player(4), player(3), player(2), player(1)]));
    let [court] = courts.courts.as_slice() else { panic!("one court") };
    assert!(
        court.a.contains(&player(1)) && court.a.contains(&player(4)),
        "the strongest plays with the weakest"
    );
    assert!((court.chance - 0.5).abs() < 0.1);
    let seven: Vec<_> = (1..=7).map(player).collect();
    let courts = balanced(&ladder, &seven);
    assert_eq!((courts.courts.len(), courts.resting.len()), (2, 1));
}

proptest! {
    #[test]
    fn the_order_in_which_rows_arrive_does_not_matter(
        pairs in proptest::collection::vec((1..5_u128, 1..5_u128, 1..20_i8), 1..30), seed in any::<u64>()
    ) {
        let matches: Vec<_> = pairs.into_iter().enumerate()
            .filter(|(_, (a, b, _))| a != b)
            .map(|(n, (a, b, day))| played(n as u128 + 1, day, &[a], &[b]))
            .collect();
        let mut shuffled = matches.clone();
        kernel::Rng::seeded(seed).shuffle(&mut shuffled);
        prop_assert_eq!(record(matches).replay().played, record(shuffled).replay().played);
    }

    #[test]
    fn points_are_finite_and_wins_equal_losses(pairs in proptest::collection::vec((1..5_u128, 1..5_u128), 1..200)) {
        let matches = pairs.into_iter().enumerate().filter(|(_, (a, b))| a != b)
            .map(|(n, (a, b))| played(n as u128 + 1, 1, &[a], &[b]));
        let standings = record(matches).replay().standings().to_vec();
        prop_assert!(standings.iter().all(|one| one.points.is_finite()));
        prop_assert_eq!(standings.iter().map(|one| one.tally.won).sum::<u32>(), standings.iter().map(|one| one.tally.lost).sum::<u32>());
    }
}

//! The ladder replayed from scratch, beside the same ratings computed over players by their number, with nothing else kept.

use super::club_of::{matches, players};
use crate::table::Row;
use club::model::{Match, PlayerId, Team, ladder::Record};
use skillratings::{
    Outcomes,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams},
};
use std::{collections::HashMap, hint::black_box, time::Instant};

const TURNS: usize = 7;

pub fn measure(count: usize) -> Vec<Row> {
    let all: Vec<Match> = matches(count).collect();
    let mut record = Record::default();
    for player in players() {
        record.put_player(player);
    }
    for played in &all {
        record.put_match(played.clone());
    }
    let seats = seats(&all);
    let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
    for _ in 0..TURNS {
        ours = ours.min(took(|| drop(black_box(record.replay()))));
        theirs = theirs.min(took(|| drop(black_box(bare(&seats)))));
    }
    let baseline = Some(("the ratings alone", theirs));
    vec![Row { what: "the ladder of 100,000 matches, replayed", unit: "ms", ours, baseline, goal: None }]
}

/// Who met whom by their number, and whether the first side won.
type Seats = (Vec<usize>, Vec<usize>, Outcomes);

fn seats(all: &[Match]) -> Vec<Seats> {
    let numbers: HashMap<PlayerId, usize> =
        players().iter().enumerate().map(|(at, one)| (one.id, at)).collect();
    let side = |played: &Match, team| played.teams().side(team).map(|player| numbers[&player]).collect();
    let outcome =
        |played: &Match| if played.winner() == Some(Team::A) { Outcomes::WIN } else { Outcomes::LOSS };
    all.iter().map(|played| (side(played, Team::A), side(played, Team::B), outcome(played))).collect()
}

fn bare(seats: &[Seats]) -> Vec<WengLinRating> {
    let mut ratings = vec![WengLinRating::new(); players().len()];
    for (a, b, outcome) in seats {
        let of = |side: &[usize]| side.iter().map(|at| ratings[*at]).collect::<Vec<_>>();
        let (after_a, after_b) = weng_lin_two_teams(&of(a), &of(b), outcome, &WengLinConfig::new());
        for (at, rating) in a.iter().chain(b).zip(after_a.into_iter().chain(after_b)) {
            ratings[*at] = rating;
        }
    }
    ratings
}

/// In milliseconds.
fn took(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e3
}

//! Which films are suggested: everything that must hold holds for all of them, and what people wish for gives way step by step, in
//! a fixed order, only while too few fit.

use super::{Constraints, Film, FilmId, GenreId, MemberId, Wish};
use kernel::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// A shortlist is at most this long.
pub const MOST_SUGGESTIONS: usize = 8;
/// With fewer, the next wish gives way.
const ENOUGH: usize = 5;

/// How a film fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fitting {
    /// Who likes it.
    pub suits: Vec<MemberId>,
    /// The wishes it does not meet.
    pub misses: Vec<Wish>,
    /// Which of the household's services have it, where that is known.
    pub services: Option<Vec<String>>,
    /// Genres of the film that one likes and another dislikes.
    pub divided: Vec<GenreId>,
}

impl Fitting {
    pub fn of(film: &Film, constraints: &Constraints) -> Self {
        Self {
            suits: constraints.suited_by(film),
            misses: constraints.missed_by(film),
            services: constraints.services_with(film),
            divided: constraints.divided_by(film),
        }
    }
}

/// The steps in which wishes give way: none, then each one that was made, on top of those before it.
pub fn relaxations(constraints: &Constraints) -> Vec<Vec<Wish>> {
    let wishes = constraints.wishes();
    (0..=wishes.len()).map(|given_up| wishes[..given_up].to_vec()).collect()
}

/// Up to `most` of the films in `pool`, none of them among `not`: first those that meet every wish, then, while there are fewer than
/// five, those that miss what has given way. Among equals the draw is fair: each film goes to whoever has been suited least so far.
pub fn suggest<'a>(
    pool: &'a [Film],
    constraints: &Constraints,
    not: &BTreeSet<FilmId>,
    most: usize,
    rng: &Rng,
) -> Vec<(&'a Film, Fitting)> {
    let allowed = |film: &&Film| constraints.allows(film) && !not.contains(&film.id);
    let mut left: Vec<_> =
        pool.iter().filter(allowed).map(|film| (film, Fitting::of(film, constraints))).collect();
    rng.shuffle(&mut left);
    let mut chosen: Vec<(&Film, Fitting)> = Vec::new();
    for given_up in relaxations(constraints) {
        let fits = |fitting: &Fitting| fitting.misses.iter().all(|wish| given_up.contains(wish));
        let (now, later) = left.into_iter().partition(|(_, fitting)| fits(fitting));
        left = later;
        choose_fairly(now, most, &mut chosen);
        if chosen.len() >= ENOUGH.min(most) {
            break;
        }
    }
    chosen
}

/// Takes from `films` until `chosen` is full; each time the one that suits those best who were suited least so far.
fn choose_fairly<'a>(
    mut films: Vec<(&'a Film, Fitting)>,
    most: usize,
    chosen: &mut Vec<(&'a Film, Fitting)>,
) {
    let mut suited: BTreeMap<MemberId, u32> = BTreeMap::new();
    let count = |suited: &mut BTreeMap<MemberId, u32>, fitting: &Fitting| {
        for member in &fitting.suits {
            *suited.entry(*member).or_default() += 1;
        }
    };
    for (_, fitting) in chosen.iter() {
        count(&mut suited, fitting);
    }
    while chosen.len() < most && !films.is_empty() {
        // In sixtieths, so that halves, thirds, quarters and fifths are whole numbers.
        let worth = |(_, fitting): &(&Film, Fitting)| -> u32 {
            fitting.suits.iter().map(|member| 60 / (1 + suited.get(member).copied().unwrap_or(0))).sum()
        };
        let best = films.iter().enumerate().max_by_key(|(at, film)| (worth(film), std::cmp::Reverse(*at)));
        let Some(best) = best.map(|(at, _)| at) else { return };
        let film = films.remove(best);
        count(&mut suited, &film.1);
        chosen.push(film);
    }
}

#[cfg(test)]
mod tests;

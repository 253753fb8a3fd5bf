//! The squash ladder: every match replayed in order, from scratch, so that an edit of an old match moves everything after it.
//!
//! Ratings are Weng and Lin's (a Bayesian method that rates teams as well as single players), shown as points around 1000. Matches
//! go by day, and within a day in the order in which they were entered.

mod pairs;
mod stats;

pub use pairs::{Court, Courts, balanced};
pub use stats::{Against, PlayerStats};

use super::{Match, MatchId, Player, PlayerId, Team, Teams};
use jiff::civil::Date;
use kernel::UserId;
use serde::Serialize;
use skillratings::{
    Outcomes,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_two_teams},
};
use std::{
    collections::{BTreeMap, HashMap},
    sync::OnceLock,
};
use utoipa::ToSchema;

/// Points of somebody who has not played.
const START: f64 = 1000.0;
/// Points for one unit of the rating.
const SCALE: f64 = 24.0;
/// So many latest results are shown.
const FORM: usize = 5;
/// So many latest points are drawn.
const TREND: usize = 8;
/// A rating is settled from this many matches on.
const SETTLED: u32 = 5;

/// Everything that the ladder is computed from, in order.
#[derive(Debug, Default)]
pub struct Record {
    matches: BTreeMap<(Date, MatchId), Match>,
    days: HashMap<MatchId, Date>,
    players: HashMap<PlayerId, Player>,
}

impl Record {
    pub fn put_match(&mut self, played: Match) {
        self.remove_match(played.id);
        self.days.insert(played.id, played.date);
        self.matches.insert((played.date, played.id), played);
    }

    pub fn remove_match(&mut self, id: MatchId) {
        if let Some(date) = self.days.remove(&id) {
            self.matches.remove(&(date, id));
        }
    }

    pub fn put_player(&mut self, player: Player) {
        self.players.insert(player.id, player);
    }

    pub fn remove_player(&mut self, id: PlayerId) {
        self.players.remove(&id);
    }

    /// A player other than `except` who is this account.
    pub fn player_of(&self, user: UserId, except: PlayerId) -> Option<PlayerId> {
        let is = |player: &&Player| player.user_id.as_ref().is_some_and(|person| person.is(user));
        self.players.values().filter(is).map(|player| player.id).find(|id| *id != except)
    }

    pub fn matches(&self) -> usize {
        self.matches.len()
    }

    pub fn players(&self) -> usize {
        self.players.len()
    }

    /// Replays every match.
    pub fn replay(&self) -> Ladder {
        let mut ladder = Ladder {
            players: self.players.values().map(|player| (player.id, player.clone())).collect(),
            ..Ladder::default()
        };
        for played in self.matches.values().filter(|played| played.winner().is_some()) {
            ladder.play(played);
        }
        ladder.standings = ladder.standings_between(None, None);
        ladder.stories = ladder.matches_of.keys().map(|player| (*player, OnceLock::new())).collect();
        ladder
    }
}

/// A match with what it did to its players' points.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    pub id: MatchId,
    pub teams: Teams,
    /// Points before and after, of side A's players and then side B's.
    points: [(f64, f64); 4],
}

impl Played {
    /// Side A's players, then side B's.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        self.teams.side(Team::A).chain(self.teams.side(Team::B))
    }

    /// Everyone with their points before and after.
    pub fn changes(&self) -> impl Iterator<Item = (PlayerId, (f64, f64))> {
        self.players().zip(self.points)
    }

    /// Points of `player` before and after.
    pub fn points_of(&self, player: PlayerId) -> Option<(f64, f64)> {
        self.changes().find(|(one, _)| *one == player).map(|(_, points)| points)
    }

    pub fn won_by(&self, player: PlayerId) -> bool {
        self.side_of(player) == Some(self.teams.winner)
    }

    pub fn side_of(&self, player: PlayerId) -> Option<Team> {
        [Team::A, Team::B].into_iter().find(|team| self.teams.side(*team).any(|one| one == player))
    }

    /// Games won and lost by `player`'s side.
    pub fn games_of(&self, player: PlayerId) -> (u8, u8) {
        let (a, b) = self.teams.games;
        if self.side_of(player) == Some(Team::B) { (b, a) } else { (a, b) }
    }
}

/// Every match as it was played, and where it left everyone.
#[derive(Debug, Default)]
pub struct Ladder {
    players: HashMap<PlayerId, Player>,
    ratings: HashMap<PlayerId, WengLinRating>,
    /// By day, and then in the order of entry.
    played: Vec<Played>,
    /// Where in `played` a player's matches are.
    matches_of: HashMap<PlayerId, Vec<usize>>,
    standings: Vec<Standing>,
    /// What is told of each who played, once somebody asks.
    stories: HashMap<PlayerId, OnceLock<PlayerStats>>,
}

/// Matches and games of one player, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    pub played: u32,
    pub won: u32,
    pub lost: u32,
    pub games_won: u32,
    pub games_lost: u32,
}

/// One line of the ladder.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    pub player_id: PlayerId,
    pub name: String,
    pub tally: Tally,
    pub points: f64,
    /// The latest results, newest first: won or not.
    pub form: Vec<bool>,
    /// The latest points, oldest first.
    pub trend: Vec<f64>,
    /// Whether there were too few matches for the points to say much.
    pub provisional: bool,
}

impl Ladder {
    fn play(&mut self, played: &Match) {
        let teams = played.teams();
        let before = |team| teams.side(team).map(|player| self.rating(player)).collect::<Vec<_>>();
        let (rated_a, rated_b) = (before(Team::A), before(Team::B));
        let outcome = if teams.winner == Team::A { Outcomes::WIN } else { Outcomes::LOSS };
        let (after_a, after_b) = weng_lin_two_teams(&rated_a, &rated_b, &outcome, &WengLinConfig::new());
        let changes = rated_a.iter().chain(&rated_b).zip(after_a.iter().chain(&after_b));
        let mut played = Played { id: played.id, teams, points: <[(f64, f64); 4]>::default() };
        let players = played.players();
        for ((player, (before, after)), place) in players.zip(changes).zip(&mut played.points) {
            *place = (points(*before), points(*after));
            self.ratings.insert(player, *after);
            self.matches_of.entry(player).or_default().push(self.played.len());
        }
        self.played.push(played);
    }

    fn rating(&self, player: PlayerId) -> WengLinRating {
        self.ratings.get(&player).copied().unwrap_or_default()
    }

    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(&id)
    }

    /// The player that an account is.
    pub fn player_of(&self, user: UserId) -> Option<PlayerId> {
        self.players
            .values()
            .filter(|player| player.user_id.as_ref().is_some_and(|person| person.is(user)))
            .map(|player| player.id)
            .min()
    }

    /// Everyone, by name.
    pub fn players(&self) -> Vec<&Player> {
        let mut players: Vec<_> = self.players.values().collect();
        players.sort_by_key(|player| (player.name.to_lowercase(), player.id));
        players
    }

    /// The name to show; matches of a player who is not there were put in by other means.
    pub fn name(&self, id: PlayerId) -> &str {
        self.players.get(&id).map_or("Former player", |player| player.name.as_str())
    }

    pub fn player_count(&self) -> usize {
        self.players.len()
    }

    pub fn match_count(&self) -> usize {
        self.played.len()
    }

    /// Matches, newest first.
    pub fn latest(&self) -> impl Iterator<Item = &Played> {
        self.played.iter().rev()
    }

    pub fn find(&self, (date, id): (Date, MatchId)) -> Option<&Played> {
        let at =
            self.played.binary_search_by_key(&(date, id), |played| (played.teams.date, played.id)).ok()?;
        self.played.get(at)
    }

    /// A player's matches, newest first.
    pub fn matches_of(&self, player: PlayerId) -> impl Iterator<Item = &Played> {
        self.matches_of.get(&player).into_iter().flatten().rev().map(|at| &self.played[*at])
    }

    /// Matches from one day to another, both included, oldest first.
    pub fn between(&self, from: Option<Date>, to: Option<Date>) -> &[Played] {
        let begin = from.map_or(0, |from| self.played.partition_point(|played| played.teams.date < from));
        let end =
            to.map_or(self.played.len(), |to| self.played.partition_point(|played| played.teams.date <= to));
        &self.played[begin.min(end)..end]
    }

    /// Everyone who ever played, best first.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Somebody's place, counted from one, and line.
    pub fn standing(&self, player: PlayerId) -> Option<(usize, &Standing)> {
        (1..).zip(&self.standings).find(|(_, standing)| standing.player_id == player)
    }

    /// Everyone who played between two days, best first. Points are those after the last of these matches.
    pub fn standings_between(&self, from: Option<Date>, to: Option<Date>) -> Vec<Standing> {
        let mut of: HashMap<PlayerId, Standing> = HashMap::new();
        for played in self.between(from, to) {
            for player in played.players() {
                of.entry(player).or_insert_with(|| self.nothing_yet(player)).count(played, player);
            }
        }
        let mut standings: Vec<_> = of.into_values().map(Standing::finished).collect();
        standings.sort_by(|a, b| {
            let by_points = b.points.total_cmp(&a.points);
            by_points
                .then_with(|| b.tally.won.cmp(&a.tally.won))
                .then_with(|| (&a.name, a.player_id).cmp(&(&b.name, b.player_id)))
        });
        standings
    }

    fn nothing_yet(&self, player: PlayerId) -> Standing {
        Standing {
            player_id: player,
            name: self.name(player).to_owned(),
            tally: Tally::default(),
            points: START,
            form: Vec::new(),
            trend: Vec::new(),
            provisional: true,
        }
    }
}

impl Standing {
    fn count(&mut self, played: &Played, of: PlayerId) {
        let won = played.won_by(of);
        let (games_won, games_lost) = played.games_of(of);
        let (before, after) = played.points_of(of).unwrap_or((START, START));
        self.tally.played += 1;
        self.tally.won += u32::from(won);
        self.tally.lost += u32::from(!won);
        self.tally.games_won += u32::from(games_won);
        self.tally.games_lost += u32::from(games_lost);
        latest(&mut self.form, won, FORM);
        if self.trend.is_empty() {
            self.trend.push(before);
        }
        latest(&mut self.trend, after, TREND);
        self.points = after;
    }

    fn finished(mut self) -> Self {
        self.form.reverse();
        self.provisional = self.tally.played < SETTLED;
        self
    }
}

/// Adds to a list that keeps its latest only.
fn latest<T>(list: &mut Vec<T>, one: T, most: usize) {
    if list.len() == most {
        list.remove(0);
    }
    list.push(one);
}

fn points(rating: WengLinRating) -> f64 {
    START + (rating.rating - WengLinRating::new().rating) * SCALE
}

#[cfg(test)]
mod tests;

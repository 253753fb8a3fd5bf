//! One player's story: runs, partners, and who is hard to beat.

use super::{Ladder, Played};
use crate::model::PlayerId;
use std::{borrow::Cow, collections::HashMap};

/// What is told of one player.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlayerStats {
    /// Everyone they played against, most often first.
    pub opponents: Vec<Against>,
    /// Everyone they played doubles with, most often first.
    pub partners: Vec<Against>,
    pub longest_run: u32,
    /// Points after each match, oldest first, beginning with those before the first.
    pub points: Vec<f64>,
}

/// How often somebody won, with or against one other player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    pub player_id: PlayerId,
    pub name: String,
    pub won: u32,
    pub played: u32,
}

impl Ladder {
    /// What is told of a player; made once after each change, however many look.
    pub fn stats(&self, player: PlayerId) -> Cow<'_, PlayerStats> {
        match self.stories.get(&player) {
            Some(story) => Cow::Borrowed(story.get_or_init(|| self.count(player))),
            None => Cow::default(),
        }
    }

    fn count(&self, player: PlayerId) -> PlayerStats {
        let mut tally = Tally::default();
        for played in self.oldest_first(player) {
            tally.count(played, player);
        }
        PlayerStats {
            opponents: self.told(tally.opponents),
            partners: self.told(tally.partners),
            longest_run: tally.longest_run,
            points: tally.points,
        }
    }

    fn oldest_first(&self, player: PlayerId) -> impl Iterator<Item = &Played> {
        self.matches_of.get(&player).into_iter().flatten().map(|at| &self.played[*at])
    }

    fn told(&self, of: HashMap<PlayerId, (u32, u32)>) -> Vec<Against> {
        let named = of.into_iter().map(|(player_id, (won, played))| Against {
            player_id,
            name: self.name(player_id).to_owned(),
            won,
            played,
        });
        let mut all: Vec<_> = named.collect();
        all.sort_by(|a, b| {
            b.played.cmp(&a.played).then_with(|| (&a.name, a.player_id).cmp(&(&b.name, b.player_id)))
        });
        all
    }
}

impl PlayerStats {
    /// The partner with whom most is won, of those who were one more than once.
    pub fn best_partner(&self) -> Option<&Against> {
        self.partners.iter().filter(|with| with.played > 1).max_by(|a, b| a.compare(b))
    }

    /// The opponent against whom least is won, of those who were one more than once.
    pub fn hardest(&self) -> Option<&Against> {
        self.opponents
            .iter()
            .filter(|against| against.played > 1 && against.won < against.played)
            .min_by(|a, b| a.compare(b))
    }
}

impl Against {
    /// By the share won; of equal shares the one that took more matches to get there is stronger.
    fn compare(&self, other: &Self) -> std::cmp::Ordering {
        let share = |a: &Self, b: &Self| u64::from(a.won) * u64::from(b.played);
        share(self, other).cmp(&share(other, self)).then_with(|| self.played.cmp(&other.played))
    }
}

#[derive(Default)]
struct Tally {
    opponents: HashMap<PlayerId, (u32, u32)>,
    partners: HashMap<PlayerId, (u32, u32)>,
    run: u32,
    longest_run: u32,
    points: Vec<f64>,
}

impl Tally {
    fn count(&mut self, played: &Played, of: PlayerId) {
        let won = played.won_by(of);
        let mine = played.side_of(of);
        for other in played.players().filter(|other| *other != of) {
            let together = played.side_of(other) == mine;
            note(if together { &mut self.partners } else { &mut self.opponents }, other, won);
        }
        self.run = if won { self.run + 1 } else { 0 };
        self.longest_run = self.longest_run.max(self.run);
        if let Some((before, after)) = played.points_of(of) {
            if self.points.is_empty() {
                self.points.push(before);
            }
            self.points.push(after);
        }
    }
}

fn note(of: &mut HashMap<PlayerId, (u32, u32)>, other: PlayerId, won: bool) {
    let (wins, matches) = of.entry(other).or_default();
    *wins += u32::from(won);
    *matches += 1;
}

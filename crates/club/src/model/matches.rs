//! A squash match: one or two players a side, three games win.

use super::{
    MatchId, PlayerId,
    ids::{match_ref, part_ref, player_ref},
};
use jiff::civil::Date;
use kernel::{Checks, Moment, Open};
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// What `entityType` says of a match.
pub const SQUASH_MATCH: &str = "SQUASH_MATCH";
/// So many games win a match.
pub const TO_WIN: u8 = 3;

/// The side that won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum Team {
    A,
    B,
}

impl fmt::Display for Team {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Team {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// A match as stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Match {
    #[serde(rename = "PK", with = "match_ref")]
    pub id: MatchId,
    pub date: Date,
    /// The same day, as the key of `bySquashDate`.
    #[serde(default)]
    squash_date: Option<String>,
    #[serde(default, rename = "matchId")]
    own_id: Option<String>,
    pub team_a_player1_id: PlayerId,
    #[serde(default)]
    pub team_a_player2_id: Option<PlayerId>,
    pub team_b_player1_id: PlayerId,
    #[serde(default)]
    pub team_b_player2_id: Option<PlayerId>,
    pub winning_team: Open<Team>,
    #[serde(default)]
    pub team_a_games: u8,
    #[serde(default)]
    pub team_b_games: u8,
    #[serde(default)]
    entity_type: Option<String>,
    /// `SQUASH#MATCH#{date}#{matchId}`: a day or a range of days is one query.
    #[serde(default)]
    entity_sk: Option<String>,
    #[serde(default)]
    pub created_at: Option<Moment>,
    #[serde(default)]
    pub updated_at: Option<Moment>,
    /// Counts edits.
    #[serde(default)]
    pub version: u64,
}

/// What is said of a match, checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Teams {
    pub date: Date,
    pub a: (PlayerId, Option<PlayerId>),
    pub b: (PlayerId, Option<PlayerId>),
    pub winner: Team,
    pub games: (u8, u8),
}

/// A player's part in a match, by which their matches are found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Participation {
    #[serde(rename = "PK", with = "player_ref")]
    pub player_id: PlayerId,
    #[serde(rename = "SK", with = "part_ref")]
    pub id: MatchId,
    #[serde(default)]
    pub match_id: Option<String>,
    #[serde(default)]
    pub squash_date: Option<String>,
}

impl Match {
    pub fn new(id: MatchId, teams: Teams, now: Moment) -> Self {
        Self {
            id,
            date: teams.date,
            squash_date: Some(teams.date.to_string()),
            own_id: Some(id.to_string()),
            team_a_player1_id: teams.a.0,
            team_a_player2_id: teams.a.1,
            team_b_player1_id: teams.b.0,
            team_b_player2_id: teams.b.1,
            winning_team: teams.winner.into(),
            team_a_games: teams.games.0,
            team_b_games: teams.games.1,
            entity_type: Some(SQUASH_MATCH.into()),
            entity_sk: Some(entity_sk(teams.date, id)),
            created_at: Some(now),
            updated_at: Some(now),
            version: 1,
        }
    }

    /// The same match with other facts, and with all that it is found by.
    #[must_use]
    pub fn changed(&self, teams: Teams) -> Self {
        Self {
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
            ..Self::new(self.id, teams, Moment::default())
        }
    }

    /// The side that won; nothing where another program wrote a side that we do not know. Such a match counts nowhere.
    pub fn winner(&self) -> Option<Team> {
        self.winning_team.known()
    }

    /// Where the winner is not known, the side with more games stands for it.
    pub fn teams(&self) -> Teams {
        let by_games = if self.team_a_games >= self.team_b_games { Team::A } else { Team::B };
        Teams {
            date: self.date,
            a: (self.team_a_player1_id, self.team_a_player2_id),
            b: (self.team_b_player1_id, self.team_b_player2_id),
            winner: self.winner().unwrap_or(by_games),
            games: (self.team_a_games, self.team_b_games),
        }
    }

    /// Its place among all matches.
    pub fn place(&self) -> (Date, MatchId) {
        (self.date, self.id)
    }

    /// Everyone who played, side A first.
    pub fn players(&self) -> Vec<PlayerId> {
        self.teams().players()
    }

    /// What their players' partitions hold of it.
    pub fn participations(&self) -> impl Iterator<Item = Participation> {
        let (id, date) = (self.id, self.date);
        self.players().into_iter().map(move |player_id| Participation {
            player_id,
            id,
            match_id: Some(id.to_string()),
            squash_date: Some(date.to_string()),
        })
    }
}

impl Teams {
    pub fn players(&self) -> Vec<PlayerId> {
        self.side(Team::A).chain(self.side(Team::B)).collect()
    }

    /// One or two players.
    pub fn side(&self, team: Team) -> impl Iterator<Item = PlayerId> + use<> {
        let (first, second) = if team == Team::A { self.a } else { self.b };
        std::iter::once(first).chain(second)
    }

    /// Notes everything that is not allowed in a match played up to `today`.
    pub fn check(&self, today: Date, checks: &mut Checks) {
        let tomorrow = today.tomorrow().unwrap_or(today);
        checks.that(self.date <= tomorrow, "date", "The day of a match can’t be in the future.");
        checks.that(self.date >= jiff::civil::date(1900, 1, 1), "date", "Check the year.");
        let (won, lost) = match self.winner {
            Team::A => self.games,
            Team::B => (self.games.1, self.games.0),
        };
        let (winner_field, loser_field) = match self.winner {
            Team::A => ("teamAGames", "teamBGames"),
            Team::B => ("teamBGames", "teamAGames"),
        };
        checks.that(won == TO_WIN, winner_field, "One side must have 3 games.");
        checks.that(lost < TO_WIN, loser_field, "The other side must have 0, 1 or 2 games.");
        checks.that(
            self.a.1.is_some() == self.b.1.is_some(),
            if self.a.1.is_some() { "teamBPlayer2Id" } else { "teamAPlayer2Id" },
            "Both sides have one player, or both have two.",
        );
        let players = self.players();
        let twice = players.iter().enumerate().find(|(at, player)| players[..*at].contains(player));
        checks.that(twice.is_none(), twice_field(self), "Choose each player once.");
    }
}

/// The field that names somebody who is already in the match.
fn twice_field(teams: &Teams) -> &'static str {
    let named = [
        ("teamAPlayer1Id", Some(teams.a.0)),
        ("teamAPlayer2Id", teams.a.1),
        ("teamBPlayer1Id", Some(teams.b.0)),
        ("teamBPlayer2Id", teams.b.1),
    ];
    let again = |at: usize, player: Option<PlayerId>| {
        player.is_some() && named[..at].iter().any(|(_, earlier)| *earlier == player)
    };
    named
        .iter()
        .enumerate()
        .find(|(at, (_, player))| again(*at, *player))
        .map_or("teamBPlayer1Id", |(_, (field, _))| field)
}

/// The key by which matches are listed, oldest first.
pub fn entity_sk(date: Date, id: MatchId) -> String {
    format!("SQUASH#MATCH#{date}#{id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn player(n: u128) -> PlayerId {
        PlayerId(uuid::Uuid::from_u128(n))
    }

    fn singles(games: (u8, u8), winner: Team) -> Teams {
        Teams { date: date(2026, 10, 13), a: (player(1), None), b: (player(2), None), winner, games }
    }

    fn wrong(teams: Teams) -> Vec<String> {
        let mut checks = Checks::new();
        teams.check(date(2026, 10, 13), &mut checks);
        checks.done().err().unwrap_or_default().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn three_games_win_and_the_loser_has_fewer() {
        for lost in 0..3 {
            assert!(wrong(singles((3, lost), Team::A)).is_empty());
            assert!(wrong(singles((lost, 3), Team::B)).is_empty());
        }
        assert_eq!(wrong(singles((3, 3), Team::A)), ["teamBGames"]);
        assert_eq!(wrong(singles((2, 1), Team::A)), ["teamAGames"]);
        assert_eq!(wrong(singles((3, 1), Team::B)), ["teamBGames", "teamAGames"]);
        assert_eq!(wrong(singles((4, 0), Team::A)), ["teamAGames"]);
    }

    #[test]
    fn sides_are_even_and_nobody_plays_twice() {
        let uneven = Teams { a: (player(1), Some(player(3))), ..singles((3, 0), Team::A) };
        assert_eq!(wrong(uneven), ["teamBPlayer2Id"]);
        let same = Teams { b: (player(1), None), ..singles((3, 0), Team::A) };
        assert_eq!(wrong(same), ["teamBPlayer1Id"]);
        let doubles = Teams {
            a: (player(1), Some(player(2))),
            b: (player(3), Some(player(2))),
            ..singles((3, 0), Team::A)
        };
        assert_eq!(wrong(doubles), ["teamBPlayer2Id"]);
    }

    #[test]
    fn a_match_is_not_played_in_the_future() {
        let on = |day| Teams { date: day, ..singles((3, 0), Team::A) };
        assert!(wrong(on(date(2026, 10, 14))).is_empty(), "it may be tomorrow already where they play");
        assert_eq!(wrong(on(date(2026, 10, 15))), ["date"]);
        assert_eq!(wrong(on(date(1026, 10, 13))), ["date"]);
    }
}

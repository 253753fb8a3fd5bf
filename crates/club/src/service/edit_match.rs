//! Corrects a match. Participations and counts of those who were and who are in it follow in the same transaction.

use super::{
    counters,
    enter_match::{beside, check, players},
};
use crate::{
    Error,
    gate::{Allowed, KeepsSquash},
    live::Matches,
    model::{Match, MatchId, PlayerId, Team, Teams},
    stored,
};
use jiff::civil::Date;
use kernel::{Checks, Patch};
use std::sync::{Mutex, PoisonError};
use web::{Edit, Expected, Fault};

/// What to change.
#[derive(Debug, Clone, Default)]
pub struct EditMatch {
    pub date: Patch<Date>,
    pub team_a_player1_id: Patch<PlayerId>,
    pub team_a_player2_id: Patch<PlayerId>,
    pub team_b_player1_id: Patch<PlayerId>,
    pub team_b_player2_id: Patch<PlayerId>,
    pub winning_team: Patch<Team>,
    pub team_a_games: Patch<u8>,
    pub team_b_games: Patch<u8>,
}

pub async fn edit_match(
    by: &Allowed<KeepsSquash>,
    id: MatchId,
    expected: &Expected,
    cmd: EditMatch,
) -> Result<Match, Error> {
    // The players that the match names and that are there, as of the latest load.
    let there = Mutex::new(Vec::new());
    let load = async || {
        let played = stored::squash_match(by, id).await?;
        // Checked here because it reads players; an edit that is decided anew is checked anew.
        check(by, &cmd.applied(played.teams())?).await?;
        if played.winner().is_none() && !cmd.winning_team.is_given() {
            return Err(Fault::about("winningTeam", "Choose the side that won.").into());
        }
        let players = players(by, &played.players()).await?;
        counters::of_matches(by, &players).await?;
        *there.lock().unwrap_or_else(PoisonError::into_inner) =
            players.iter().map(|player| player.id).collect();
        Ok::<_, Error>(played)
    };
    let (played, ()) = web::edit(by, expected, load, |played| {
        let before = played.clone();
        *played = before.changed(cmd.applied(before.teams())?);
        if *played == before {
            return Ok::<_, Error>(Edit::of(()));
        }
        let mut writes =
            beside(Some(&before), Some(played), &there.lock().unwrap_or_else(PoisonError::into_inner));
        writes.extend(Matches::marks(by, Some(id), None)?);
        Ok(Edit::of(()).with(writes))
    })
    .await?;
    Matches::changed(by, Some(id), None);
    Ok(played)
}

impl EditMatch {
    fn applied(&self, mut teams: Teams) -> Result<Teams, Error> {
        let mut checks = Checks::new();
        self.date.change("date", &mut teams.date, &mut checks);
        self.team_a_player1_id.change("teamAPlayer1Id", &mut teams.a.0, &mut checks);
        self.team_b_player1_id.change("teamBPlayer1Id", &mut teams.b.0, &mut checks);
        self.team_a_player2_id.change_optional(&mut teams.a.1);
        self.team_b_player2_id.change_optional(&mut teams.b.1);
        self.winning_team.change("winningTeam", &mut teams.winner, &mut checks);
        self.team_a_games.change("teamAGames", &mut teams.games.0, &mut checks);
        self.team_b_games.change("teamBGames", &mut teams.games.1, &mut checks);
        checks.done()?;
        Ok(teams)
    }
}

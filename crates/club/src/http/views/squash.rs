//! What the API shows of the squash ladder.

use crate::model::{
    Match, Player, PlayerId,
    ladder::{Against, Court, Ladder, Played, Standing, Tally},
};
use kernel::Moment;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Player)]
pub struct PlayerView {
    pub player_id: Uuid,
    pub name: String,
    pub email: Option<String>,
    pub user_id: Option<String>,
    pub created_at: Option<Moment>,
    pub updated_at: Option<Moment>,
}

impl From<Player> for PlayerView {
    fn from(player: Player) -> Self {
        Self {
            player_id: player.id.0,
            user_id: player.user_id.map(|user| user.to_string()),
            created_at: player.created_at,
            updated_at: player.updated_at,
            name: player.name,
            email: player.email,
        }
    }
}

/// A match, with what it did to its players' points where that is known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Match)]
pub struct MatchView {
    pub match_id: Uuid,
    #[schema(format = Date)]
    pub date: String,
    pub team_a_player1_id: Uuid,
    pub team_a_player2_id: Option<Uuid>,
    pub team_b_player1_id: Uuid,
    pub team_b_player2_id: Option<Uuid>,
    /// `A` or `B`. Other programs may have written other values; such a match counts nowhere.
    pub winning_team: String,
    pub team_a_games: u8,
    pub team_b_games: u8,
    pub changes: Vec<PointsChange>,
    pub created_at: Option<Moment>,
    pub updated_at: Option<Moment>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsChange {
    pub player_id: Uuid,
    pub before: i64,
    pub after: i64,
}

impl MatchView {
    pub fn new(played: &Match, ladder: &Ladder) -> Self {
        Self {
            match_id: played.id.0,
            date: played.date.to_string(),
            team_a_player1_id: played.team_a_player1_id.0,
            team_a_player2_id: played.team_a_player2_id.map(|id| id.0),
            team_b_player1_id: played.team_b_player1_id.0,
            team_b_player2_id: played.team_b_player2_id.map(|id| id.0),
            winning_team: played.winning_team.to_string(),
            team_a_games: played.team_a_games,
            team_b_games: played.team_b_games,
            changes: ladder.find(played.place()).map(changes).unwrap_or_default(),
            created_at: played.created_at,
            updated_at: played.updated_at,
        }
    }
}

fn changes(played: &Played) -> Vec<PointsChange> {
    let change = |(id, (before, after)): (PlayerId, (f64, f64))| PointsChange {
        player_id: id.0,
        before: whole(before),
        after: whole(after),
    };
    played.changes().map(change).collect()
}

/// Points as they are shown.
#[expect(clippy::cast_possible_truncation, reason = "points are thousands")]
pub fn whole(points: f64) -> i64 {
    points.round() as i64
}

/// One line of the ladder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Standing)]
pub struct StandingView {
    pub player_id: Uuid,
    pub name: String,
    #[serde(flatten)]
    pub tally: Tally,
    pub rating: i64,
    /// Whether there were too few matches for the rating to say much.
    pub provisional: bool,
    /// `W` or `L`, newest first.
    pub form: Vec<&'static str>,
}

impl From<&Standing> for StandingView {
    fn from(standing: &Standing) -> Self {
        Self {
            player_id: standing.player_id.0,
            name: standing.name.clone(),
            tally: standing.tally,
            rating: whole(standing.points),
            provisional: standing.provisional,
            form: standing.form.iter().map(|won| if *won { "W" } else { "L" }).collect(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgainstView {
    pub player_id: Uuid,
    pub name: String,
    pub won: u32,
    pub played: u32,
}

impl From<&Against> for AgainstView {
    fn from(against: &Against) -> Self {
        let Against { player_id, name, won, played } = against.clone();
        Self { player_id: player_id.0, name, won, played }
    }
}

/// A player's story.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlayerStats)]
pub struct StatsView {
    pub player_id: Uuid,
    pub rating: i64,
    /// After each match, oldest first, beginning with the rating before the first.
    pub ratings: Vec<i64>,
    pub longest_run: u32,
    pub opponents: Vec<AgainstView>,
    pub partners: Vec<AgainstView>,
    pub best_partner: Option<AgainstView>,
    pub hardest_opponent: Option<AgainstView>,
}

impl StatsView {
    pub fn new(ladder: &Ladder, player: PlayerId) -> Self {
        let stats = ladder.stats(player);
        let ratings: Vec<_> = stats.points.iter().map(|points| whole(*points)).collect();
        Self {
            player_id: player.0,
            rating: ratings.last().copied().unwrap_or(1000),
            ratings,
            longest_run: stats.longest_run,
            best_partner: stats.best_partner().map(AgainstView::from),
            hardest_opponent: stats.hardest().map(AgainstView::from),
            opponents: stats.opponents.iter().map(AgainstView::from).collect(),
            partners: stats.partners.iter().map(AgainstView::from).collect(),
        }
    }
}

/// Even matches for tonight.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Pairs)]
pub struct PairsView {
    pub items: Vec<CourtView>,
    /// Who waits.
    pub resting: Vec<Uuid>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourtView {
    pub team_a: Vec<Uuid>,
    pub team_b: Vec<Uuid>,
    /// The chance that side A wins, in percent.
    pub chance_a: i64,
}

impl From<Court> for CourtView {
    fn from(court: Court) -> Self {
        let ids = |side: Vec<PlayerId>| side.into_iter().map(|id| id.0).collect();
        Self { team_a: ids(court.a), team_b: ids(court.b), chance_a: whole(court.chance * 100.0) }
    }
}

//! Rounds, their films, votes and ratings.

use super::PickView;
use crate::{
    facts,
    model::{FilmRating, Round, Status, Suggestion, Vote},
    service::get_round::SeenRound,
    why,
};
use serde::Serialize;
use utoipa::ToSchema;
use web::{Ctx, outcome::OutcomeLink};

/// A round without its films.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Round)]
pub struct RoundView {
    pub round_id: String,
    pub group_id: String,
    /// `null` where it is not known.
    pub started_by: Option<String>,
    /// `draft`, `voting`, `selected`, `watched`, `rated`, `expired`, or what another program stored.
    pub status: String,
    /// `null` in older rounds, where everybody attends.
    pub attendees: Option<Vec<String>>,
    /// `null` where it is not known.
    pub created_at: Option<String>,
    pub voting_started_at: Option<String>,
    pub selected_at: Option<String>,
    pub watched_at: Option<String>,
    pub rated_at: Option<String>,
    /// Any of `liked_genres`, `streaming_services`, `disliked_genres`, or what another program stored.
    pub relaxed_constraints: Vec<String>,
    pub pick_id: Option<String>,
    /// The poll that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<OutcomeLink>,
}

impl RoundView {
    pub fn of(ctx: &Ctx, round: &Round) -> Self {
        let now = ctx.clock.now();
        let at = |moment: Option<kernel::Moment>| moment.map(|at| at.to_string());
        let attendees = round.attendees.as_ref();
        Self {
            round_id: round.round_id.to_string(),
            group_id: round.group_id.to_string(),
            started_by: round.started_by.map(|member| member.to_string()),
            status: round.status_text(now),
            attendees: attendees.map(|all| all.iter().map(ToString::to_string).collect()),
            created_at: at(round.created_at),
            voting_started_at: at(round.voting_started_at),
            selected_at: at(round.selected_at),
            watched_at: at(round.watched_at),
            rated_at: at(round.rated_at),
            relaxed_constraints: round.relaxed_constraints.iter().map(ToString::to_string).collect(),
            pick_id: round.pick_id.map(|id| id.to_string()),
            from: round.from.as_ref().map(|from| from.link(ctx)),
        }
    }
}

/// A round with its films.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WholeRound)]
pub struct WholeRoundView {
    #[serde(flatten)]
    pub round: RoundView,
    pub suggestions: Vec<SuggestionView>,
    pub progress: Progress,
    /// The shortlist by votes, best first: up minus down, then fewer downs, then position. Once voting has begun.
    pub ranking: Vec<RankedView>,
    pub pick: Option<PickView>,
    /// In words, why facts about films do not come from TMDB right now. Streaming services do not count then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub film_facts_notice: Option<String>,
}

/// How many of those who are there have voted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RoundProgress)]
pub struct Progress {
    pub voted: usize,
    pub of: usize,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankedSuggestion)]
pub struct RankedView {
    pub tmdb_movie_id: i64,
    pub up: usize,
    pub down: usize,
}

impl WholeRoundView {
    pub fn of(ctx: &Ctx, seen: &SeenRound) -> Self {
        let told = |one: &Suggestion| SuggestionView::of(one, seen);
        let ranking = seen.ranked().into_iter().map(|ranked| RankedView {
            tmdb_movie_id: ranked.film.0,
            up: ranked.up.len(),
            down: ranked.down.len(),
        });
        let mut round = RoundView::of(ctx, &seen.round);
        round.pick_id = seen.pick.as_ref().map(|pick| pick.pick_id.to_string()).or(round.pick_id);
        Self {
            round,
            suggestions: seen.suggestions.iter().map(told).collect(),
            progress: Progress { voted: seen.voted(), of: seen.present.len() },
            ranking: if seen.status == Status::Draft { Vec::new() } else { ranking.collect() },
            pick: seen.pick.as_ref().map(PickView::from),
            film_facts_notice: facts::trouble(ctx),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Suggestion)]
pub struct SuggestionView {
    pub tmdb_movie_id: i64,
    pub position: u32,
    pub title: String,
    pub poster_path: Option<String>,
    pub year: Option<i32>,
    pub genres: Vec<String>,
    pub content_rating: Option<String>,
    pub runtime_minutes: Option<u32>,
    /// Whom it suits and what it misses.
    pub why: String,
    /// Genres of the film that one attendee likes and another dislikes.
    pub divided_genres: Vec<String>,
    /// Who added it; `null` where it was suggested.
    pub added_by: Option<String>,
}

impl SuggestionView {
    pub fn of(one: &Suggestion, seen: &SeenRound) -> Self {
        Self {
            tmdb_movie_id: one.tmdb_movie_id.0,
            position: one.position,
            title: one.title.clone(),
            poster_path: one.poster_path.clone(),
            year: one.year,
            genres: one.genres.clone(),
            content_rating: one.content_rating.clone(),
            runtime_minutes: one.runtime_minutes,
            why: why::sentence(one, &seen.names),
            divided_genres: one.divided.clone(),
            added_by: one.added_by.map(|member| member.to_string()),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MovieVote)]
pub struct VoteView {
    pub tmdb_movie_id: i64,
    pub member_id: String,
    /// `up`, `down`, or what another program stored.
    pub vote: String,
    /// `null` where it is not known.
    pub voted_at: Option<String>,
}

impl From<&Vote> for VoteView {
    fn from(vote: &Vote) -> Self {
        Self {
            tmdb_movie_id: vote.tmdb_movie_id.0,
            member_id: vote.member_id.to_string(),
            vote: vote.vote.to_string(),
            voted_at: vote.voted_at.map(|at| at.to_string()),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FilmRating)]
pub struct RatingView {
    pub member_id: String,
    /// `loved`, `liked`, `did_not_like`, or what another program stored.
    pub rating: String,
    /// `null` where it is not known.
    pub rated_at: Option<String>,
}

impl From<&FilmRating> for RatingView {
    fn from(rating: &FilmRating) -> Self {
        Self {
            member_id: rating.member_id.to_string(),
            rating: rating.rating.to_string(),
            rated_at: rating.rated_at.map(|at| at.to_string()),
        }
    }
}

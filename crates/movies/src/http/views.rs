//! What programs are told.

use crate::{
    model::{
        Film, FilmRating, Household, Invite, Member, Pick, Preferences, Round, Status, Suggestion, User, Vote,
    },
    service::{get_invite::SeenInvite, get_round::SeenRound},
    why,
};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use web::Ctx;

/// A page of a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Items<T> {
    pub items: Vec<T>,
    /// `null` on the last page.
    pub next_cursor: Option<String>,
}

impl<T> Items<T> {
    pub fn all(items: Vec<T>) -> Self {
        Self { items, next_cursor: None }
    }
}

impl<T> From<kernel::Page<T>> for Items<T> {
    fn from(page: kernel::Page<T>) -> Self {
        Self { items: page.items, next_cursor: page.next_cursor }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Household)]
pub struct HouseholdView {
    pub group_id: String,
    pub name: String,
    pub created_by: String,
    pub streaming_services: Vec<String>,
    pub created_at: String,
    /// The round that is being voted on.
    pub active_round_id: Option<String>,
}

impl From<&Household> for HouseholdView {
    fn from(household: &Household) -> Self {
        Self {
            group_id: household.group_id.to_string(),
            name: household.name.clone(),
            created_by: household.created_by.to_string(),
            streaming_services: household.streaming_services.clone(),
            created_at: household.created_at.to_string(),
            active_round_id: household.active_round_id.map(|id| id.to_string()),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HouseholdMember)]
pub struct MemberView {
    pub member_id: String,
    pub display_name: String,
    pub avatar_key: Option<String>,
    pub role: &'static str,
    pub member_type: &'static str,
    pub content_rating_ceiling: Option<String>,
    /// Of a managed member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_user_id: Option<String>,
    pub joined_at: String,
}

impl From<&Member> for MemberView {
    fn from(member: &Member) -> Self {
        Self {
            member_id: member.id().to_string(),
            display_name: member.user.display_name.clone(),
            avatar_key: member.user.avatar_key.clone(),
            role: member.membership.role.as_str(),
            member_type: member.membership.member_type.as_str(),
            content_rating_ceiling: member.ceiling().map(|rating| rating.to_string()),
            parent_user_id: member.user.parent_user_id.map(|id| id.to_string()),
            joined_at: member.membership.joined_at.to_string(),
        }
    }
}

/// Somebody whom the caller manages, in a household or not.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManagedMember)]
pub struct ManagedView {
    pub member_id: String,
    pub display_name: String,
    pub avatar_key: Option<String>,
    pub content_rating_ceiling: Option<String>,
    pub group_id: Option<String>,
    pub created_at: String,
}

impl From<&User> for ManagedView {
    fn from(user: &User) -> Self {
        Self {
            member_id: user.user_id.to_string(),
            display_name: user.display_name.clone(),
            avatar_key: user.avatar_key.clone(),
            content_rating_ceiling: user.ceiling().map(|rating| rating.to_string()),
            group_id: user.group_id.map(|id| id.to_string()),
            created_at: user.created_at.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HouseholdInvite)]
pub struct InviteView {
    pub invite_id: String,
    pub token: String,
    pub url: String,
    pub status: &'static str,
    pub created_by: String,
    pub created_at: String,
    pub expires_at: String,
}

impl InviteView {
    pub fn of(ctx: &Ctx, invite: &Invite) -> Self {
        Self {
            invite_id: invite.invite_id.to_string(),
            url: ctx.url(&crate::urls::invite(&invite.invite_token)),
            token: invite.invite_token.clone(),
            status: invite.status_at(ctx.clock.now()).as_str(),
            created_by: invite.created_by.to_string(),
            created_at: invite.created_at.to_string(),
            expires_at: invite.expires_at.to_string(),
        }
    }
}

/// An invite as whoever has its link sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SeenInvite)]
pub struct SeenInviteView {
    pub household_name: String,
    /// `null` where they have left.
    pub invited_by: Option<String>,
    pub status: &'static str,
    pub expires_at: String,
}

impl From<SeenInvite> for SeenInviteView {
    fn from(seen: SeenInvite) -> Self {
        Self {
            household_name: seen.household.name,
            invited_by: seen.invited_by,
            status: seen.status.as_str(),
            expires_at: seen.invite.expires_at.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MoviePreferences)]
pub struct PreferencesView {
    pub member_id: String,
    pub genre_likes: Vec<String>,
    pub genre_dislikes: Vec<String>,
    pub max_content_rating: Option<String>,
    pub updated_at: Option<String>,
}

impl From<&Preferences> for PreferencesView {
    fn from(said: &Preferences) -> Self {
        Self {
            member_id: said.user_id.to_string(),
            genre_likes: said.genre_likes.clone(),
            genre_dislikes: said.genre_dislikes.clone(),
            max_content_rating: said.max_content_rating.map(|rating| rating.to_string()),
            updated_at: said.updated_at.map(|at| at.to_string()),
        }
    }
}

/// A round without its films.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Round)]
pub struct RoundView {
    pub round_id: String,
    pub group_id: String,
    pub started_by: String,
    pub status: &'static str,
    /// `null` in older rounds, where everybody attends.
    pub attendees: Option<Vec<String>>,
    pub created_at: String,
    pub voting_started_at: Option<String>,
    pub selected_at: Option<String>,
    pub watched_at: Option<String>,
    pub rated_at: Option<String>,
    /// Any of `liked_genres`, `streaming_services`, `disliked_genres`.
    pub relaxed_constraints: Vec<&'static str>,
    pub pick_id: Option<String>,
}

impl RoundView {
    pub fn of(round: &Round, now: Timestamp) -> Self {
        let at = |moment: Option<kernel::Moment>| moment.map(|at| at.to_string());
        let attendees = round.attendees.as_ref();
        Self {
            round_id: round.round_id.to_string(),
            group_id: round.group_id.to_string(),
            started_by: round.started_by.to_string(),
            status: round.status_at(now).as_str(),
            attendees: attendees.map(|all| all.iter().map(ToString::to_string).collect()),
            created_at: round.created_at.to_string(),
            voting_started_at: at(round.voting_started_at),
            selected_at: at(round.selected_at),
            watched_at: at(round.watched_at),
            rated_at: at(round.rated_at),
            relaxed_constraints: round.relaxed_constraints.iter().map(|wish| wish.as_str()).collect(),
            pick_id: round.pick_id.map(|id| id.to_string()),
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
    pub fn of(seen: &SeenRound, now: Timestamp) -> Self {
        let told = |one: &Suggestion| SuggestionView::of(one, seen);
        let ranking = seen.ranked().into_iter().map(|ranked| RankedView {
            tmdb_movie_id: ranked.film.0,
            up: ranked.up.len(),
            down: ranked.down.len(),
        });
        Self {
            round: RoundView::of(&seen.round, now),
            suggestions: seen.suggestions.iter().map(told).collect(),
            progress: Progress { voted: seen.voted(), of: seen.present.len() },
            ranking: if seen.status == Status::Draft { Vec::new() } else { ranking.collect() },
            pick: seen.pick.as_ref().map(PickView::from),
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
    pub vote: &'static str,
    pub voted_at: String,
}

impl From<&Vote> for VoteView {
    fn from(vote: &Vote) -> Self {
        Self {
            tmdb_movie_id: vote.tmdb_movie_id.0,
            member_id: vote.member_id.to_string(),
            vote: vote.vote.as_str(),
            voted_at: vote.voted_at.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FilmRating)]
pub struct RatingView {
    pub member_id: String,
    pub rating: &'static str,
    pub rated_at: String,
}

impl From<&FilmRating> for RatingView {
    fn from(rating: &FilmRating) -> Self {
        Self {
            member_id: rating.member_id.to_string(),
            rating: rating.rating.as_str(),
            rated_at: rating.rated_at.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Pick)]
pub struct PickView {
    pub pick_id: String,
    pub round_id: String,
    pub tmdb_movie_id: i64,
    pub title: String,
    pub poster_path: Option<String>,
    pub picked_by: String,
    pub picked_at: String,
    pub watched: bool,
    pub watched_at: Option<String>,
    pub ratings: Vec<PickRating>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PickRating {
    pub member_id: String,
    pub rating: &'static str,
}

impl From<&Pick> for PickView {
    fn from(pick: &Pick) -> Self {
        let rating = |(member, verdict): (&crate::model::MemberId, &crate::model::Verdict)| PickRating {
            member_id: member.to_string(),
            rating: verdict.as_str(),
        };
        Self {
            pick_id: pick.pick_id.to_string(),
            round_id: pick.round_id.to_string(),
            tmdb_movie_id: pick.tmdb_movie_id.0,
            title: pick.title.clone(),
            poster_path: pick.poster_path.clone(),
            picked_by: pick.picked_by.to_string(),
            picked_at: pick.picked_at.to_string(),
            watched: pick.watched,
            watched_at: pick.watched_at.map(|at| at.to_string()),
            ratings: pick.ratings.iter().map(rating).collect(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Film)]
pub struct FilmView {
    pub tmdb_movie_id: i64,
    pub title: String,
    pub year: Option<i32>,
    pub genres: Vec<String>,
    pub content_rating: Option<String>,
    pub poster_path: Option<String>,
    pub runtime_minutes: Option<u32>,
}

impl From<&Film> for FilmView {
    fn from(film: &Film) -> Self {
        Self {
            tmdb_movie_id: film.id.0,
            title: film.title.clone(),
            year: film.year,
            genres: film.genre_names(),
            content_rating: film.rating.map(|rating| rating.to_string()),
            poster_path: film.poster_path.clone(),
            runtime_minutes: film.runtime_minutes,
        }
    }
}

//! What programs send.

use crate::{
    Error,
    model::{
        FilmId,
        read::{MOST_SERVICE_NAME, MOST_SERVICES},
    },
    service::{
        add_managed_member::AddManagedMember, add_suggestion::AddSuggestion,
        create_household::CreateHousehold, create_round::CreateRound, edit_household::EditHousehold,
        edit_member::EditMember, set_preferences::SetPreferences,
    },
};
use kernel::Patch;
use serde::Deserialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateHouseholdBody {
    /// At most 40 characters.
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    #[serde(default)]
    #[schema(schema_with = web::bounds::texts::<0, MOST_SERVICES, MOST_SERVICE_NAME>)]
    pub streaming_services: Vec<String>,
}

impl From<CreateHouseholdBody> for CreateHousehold {
    fn from(body: CreateHouseholdBody) -> Self {
        Self { name: body.name, streaming_services: body.streaming_services }
    }
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditHouseholdBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 40)]
    pub name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, schema_with = web::bounds::texts_or_null::<0, MOST_SERVICES, MOST_SERVICE_NAME>)]
    pub streaming_services: Patch<Vec<String>>,
    /// Country whose film ratings count, as two capital letters. Without TMDB it is `US`.
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 2, max_length = 2)]
    pub rating_region: Patch<String>,
}

impl From<EditHouseholdBody> for EditHousehold {
    fn from(body: EditHouseholdBody) -> Self {
        let EditHouseholdBody { name, streaming_services, rating_region } = body;
        Self { name, streaming_services, rating_region }
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddManagedMemberBody {
    /// At most 30 characters.
    #[schema(min_length = 1, max_length = 30)]
    pub display_name: String,
    #[schema(max_length = 40)]
    pub avatar_key: Option<String>,
    /// A rating of the household's country: in the United States `G`, `PG`, `PG-13` or `R`, without it `PG`.
    #[schema(max_length = 20)]
    pub content_rating_ceiling: Option<String>,
}

impl From<AddManagedMemberBody> for AddManagedMember {
    fn from(body: AddManagedMemberBody) -> Self {
        let AddManagedMemberBody { display_name, avatar_key, content_rating_ceiling } = body;
        Self { display_name, avatar_key, content_rating_ceiling }
    }
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditMemberBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 30)]
    pub display_name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 40)]
    pub avatar_key: Patch<String>,
    /// A rating of the household's country: in the United States `G`, `PG`, `PG-13` or `R`.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 20)]
    pub content_rating_ceiling: Patch<String>,
    /// `creator` hands the household over.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^creator$")]
    pub role: Patch<String>,
}

impl From<EditMemberBody> for EditMember {
    fn from(body: EditMemberBody) -> Self {
        let EditMemberBody { display_name, avatar_key, content_rating_ceiling, role } = body;
        Self { display_name, avatar_key, content_rating_ceiling, role }
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreferencesBody {
    /// Ids of genres.
    #[serde(default)]
    pub genre_likes: Vec<String>,
    #[serde(default)]
    pub genre_dislikes: Vec<String>,
    /// A rating of the household's country: in the United States `G`, `PG`, `PG-13` or `R`; none where it is left out.
    #[schema(max_length = 20)]
    pub max_content_rating: Option<String>,
}

impl From<PreferencesBody> for SetPreferences {
    fn from(body: PreferencesBody) -> Self {
        let PreferencesBody { genre_likes, genre_dislikes, max_content_rating } = body;
        Self { genre_likes, genre_dislikes, max_content_rating }
    }
}

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateRoundBody {
    /// Ids of members; everybody where it is left out.
    pub attendees: Option<Vec<String>>,
}

impl From<CreateRoundBody> for CreateRound {
    fn from(body: CreateRoundBody) -> Self {
        Self { attendees: body.attendees, ..Self::default() }
    }
}

/// A film that is known, by `tmdbMovieId`, or one described by its title.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddSuggestionBody {
    pub tmdb_movie_id: Option<i64>,
    #[schema(min_length = 1, max_length = 200)]
    pub title: Option<String>,
    #[schema(minimum = 1880, maximum = 2100)]
    pub year: Option<i32>,
    /// A rating of the household's country: in the United States `G`, `PG`, `PG-13`, `R` or `NC-17`.
    #[schema(max_length = 20)]
    pub content_rating: Option<String>,
}

impl TryFrom<AddSuggestionBody> for AddSuggestion {
    type Error = Error;

    fn try_from(body: AddSuggestionBody) -> Result<Self, Error> {
        let AddSuggestionBody { tmdb_movie_id, title, year, content_rating } = body;
        match (tmdb_movie_id, title) {
            (Some(id), None) if year.is_none() && content_rating.is_none() => Ok(Self::Known(FilmId(id))),
            (None, Some(title)) => Ok(Self::ByHand { title, year, content_rating }),
            _ => Err(Error::about(
                "tmdbMovieId",
                "Give either tmdbMovieId, or title with year and contentRating.",
            )),
        }
    }
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PickBody {
    pub tmdb_movie_id: i64,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VoteBody {
    /// `up` or `down`.
    #[schema(pattern = "^(up|down)$")]
    pub vote: String,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RatingBody {
    /// `loved`, `liked` or `did_not_like`.
    #[schema(pattern = "^(loved|liked|did_not_like)$")]
    pub rating: String,
}

//! Households, their people, invites and preferences.

use crate::{
    facts,
    gate::Who,
    model::{Household, Invite, Member, Preferences, RatingList, User},
    service::get_invite::SeenInvite,
};
use serde::Serialize;
use utoipa::ToSchema;
use web::Ctx;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Household)]
pub struct HouseholdView {
    pub group_id: String,
    pub name: String,
    /// `null` where it is not known.
    pub created_by: Option<String>,
    pub streaming_services: Vec<String>,
    /// Country whose film ratings count, as two capital letters.
    pub rating_region: String,
    /// `null` where it is not known.
    pub created_at: Option<String>,
    /// The round that is being voted on.
    pub active_round_id: Option<String>,
    /// In words, why facts about films do not come from TMDB right now. Streaming services do not count then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub film_facts_notice: Option<String>,
}

impl HouseholdView {
    pub fn of(ctx: &Ctx, household: &Household) -> Self {
        Self {
            group_id: household.group_id.to_string(),
            name: household.title().to_owned(),
            created_by: household.created_by.map(|member| member.to_string()),
            streaming_services: household.streaming_services.clone(),
            rating_region: household.region().to_owned(),
            created_at: household.created_at.map(|at| at.to_string()),
            active_round_id: household.active_round_id.map(|id| id.to_string()),
            film_facts_notice: facts::trouble(ctx),
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
    /// `creator`, `member`, or what another program stored.
    pub role: String,
    /// `independent`, `managed`, or what another program stored.
    pub member_type: String,
    /// Highest rating by the list of the household's country. One that is not on that list counts as its mildest rating.
    pub content_rating_ceiling: Option<String>,
    /// Of a managed member.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_user_id: Option<String>,
    /// `null` where it is not known.
    pub joined_at: Option<String>,
}

impl MemberView {
    pub fn of(member: &Member, list: &RatingList) -> Self {
        let ceiling = member.ceiling(list).and_then(|level| list.name(level));
        Self {
            member_id: member.id().to_string(),
            display_name: member.user.display_name.clone(),
            avatar_key: member.user.avatar_key.clone(),
            role: member.membership.role().to_string(),
            member_type: member.membership.member_type().to_string(),
            content_rating_ceiling: ceiling.map(str::to_owned),
            parent_user_id: member.user.parent_user_id.map(|id| id.to_string()),
            joined_at: member.membership.joined_at.map(|at| at.to_string()),
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
    /// `null` where it is not known.
    pub created_at: Option<String>,
}

impl ManagedView {
    pub fn of(user: &User, list: &RatingList) -> Self {
        let ceiling = user.ceiling(list).and_then(|level| list.name(level));
        Self {
            member_id: user.user_id.to_string(),
            display_name: user.display_name.clone(),
            avatar_key: user.avatar_key.clone(),
            content_rating_ceiling: ceiling.map(str::to_owned),
            group_id: user.group_id.map(|id| id.to_string()),
            created_at: user.created_at.map(|at| at.to_string()),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HouseholdInvite)]
pub struct InviteView {
    pub invite_id: String,
    /// `null` for everyone but the person who made it.
    pub token: Option<String>,
    /// `null` for everyone but the person who made it.
    pub url: Option<String>,
    /// `pending`, `accepted`, `revoked`, `expired`, or what another program stored.
    pub status: String,
    /// `null` where it is not known.
    pub created_by: Option<String>,
    /// `null` where it is not known.
    pub created_at: Option<String>,
    /// `null` where it is not known.
    pub expires_at: Option<String>,
}

impl InviteView {
    /// The invite as `who` sees it.
    pub fn of(ctx: &Ctx, invite: &Invite, who: &Who) -> Self {
        let token = invite.is_made_by(who.account().into()).then(|| invite.invite_token.clone());
        Self {
            invite_id: invite.invite_id.to_string(),
            url: token.as_deref().map(|token| ctx.url(&crate::urls::invite(token))),
            token,
            status: invite.status_at(ctx.clock.now()).to_string(),
            created_by: invite.created_by.map(|member| member.to_string()),
            created_at: invite.created_at.map(|at| at.to_string()),
            expires_at: invite.expires().map(|at| at.to_string()),
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
    /// `pending`, `accepted`, `revoked`, `expired`, or what another program stored.
    pub status: String,
    /// `null` where it is not known.
    pub expires_at: Option<String>,
}

impl From<SeenInvite> for SeenInviteView {
    fn from(seen: SeenInvite) -> Self {
        Self {
            household_name: seen.household.title().to_owned(),
            invited_by: seen.invited_by,
            status: seen.status.to_string(),
            expires_at: seen.invite.expires().map(|at| at.to_string()),
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
    /// Highest rating by the list of the household's country. One that is not on that list counts as its mildest rating.
    pub max_content_rating: Option<String>,
    pub updated_at: Option<String>,
}

impl PreferencesView {
    pub fn of(said: &Preferences, list: &RatingList) -> Self {
        let ceiling = said.ceiling(list).and_then(|level| list.name(level));
        Self {
            member_id: said.user_id.to_string(),
            genre_likes: said.genre_likes.clone(),
            genre_dislikes: said.genre_dislikes.clone(),
            max_content_rating: ceiling.map(str::to_owned),
            updated_at: said.updated_at.map(|at| at.to_string()),
        }
    }
}

//! Households, their people, invites and preferences.

use crate::{
    gate::Who,
    model::{Household, Invite, Member, Preferences, User},
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
    /// `null` for everyone but the person who made it.
    pub token: Option<String>,
    /// `null` for everyone but the person who made it.
    pub url: Option<String>,
    pub status: &'static str,
    pub created_by: String,
    pub created_at: String,
    pub expires_at: String,
}

impl InviteView {
    /// The invite as `who` sees it.
    pub fn of(ctx: &Ctx, invite: &Invite, who: &Who) -> Self {
        let token = (invite.created_by == who.account().into()).then(|| invite.invite_token.clone());
        Self {
            invite_id: invite.invite_id.to_string(),
            url: token.as_deref().map(|token| ctx.url(&crate::urls::invite(token))),
            token,
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

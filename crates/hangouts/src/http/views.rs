//! What answers show.

use crate::{
    announce::queue::Notified,
    model::{Answer, Counts, GroupId, GroupRole, HangoutId, Invite, InviteToken, Membership, Response},
    service::{get_group::GroupSeen, get_hangout::HangoutSeen, get_invite::Invitation, list_feed::Card},
    urls,
};
use kernel::{Moment, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use web::{Ctx, outcome::OutcomeLink};

/// A group, as one of its members sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupView {
    group_id: GroupId,
    name: String,
    description: Option<String>,
    /// Your own.
    role: GroupRole,
    member_count: u64,
    created_at: Moment,
}

impl From<GroupSeen> for GroupView {
    fn from(GroupSeen { group, mine }: GroupSeen) -> Self {
        Self {
            group_id: group.group_id,
            name: group.name,
            description: group.description,
            role: mine.role,
            member_count: group.member_count,
            created_at: group.created_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    user_id: UserId,
    display_name: String,
    role: GroupRole,
    joined_at: Moment,
    /// After adding: whether the person is told at once, 1 or 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    notified: Option<usize>,
    /// Whether the person is told later, because you have had many people told in the last hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    notified_later: Option<usize>,
}

impl MemberView {
    pub fn added(member: Membership, notified: Notified) -> Self {
        let (now, later) = (Some(notified.now), Some(notified.later));
        Self { notified: now, notified_later: later, ..Self::from(member) }
    }
}

impl From<Membership> for MemberView {
    fn from(member: Membership) -> Self {
        Self {
            user_id: member.user_id,
            display_name: member.display_name,
            role: member.role,
            joined_at: member.joined_at,
            notified: None,
            notified_later: None,
        }
    }
}

/// An invite link. Its token and address are in the answer that makes it only.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InviteView {
    /// Names the link; lets nobody in.
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    expires_at: Moment,
    created_at: Moment,
    created_by: UserId,
}

impl From<Invite> for InviteView {
    fn from(invite: Invite) -> Self {
        Self {
            id: invite.invite_id.to_string(),
            token: None,
            url: None,
            expires_at: invite.expires_at,
            created_at: invite.created_at,
            created_by: invite.created_by,
        }
    }
}

impl InviteView {
    pub fn made(ctx: &Ctx, invite: Invite, token: &InviteToken) -> Self {
        let (token, url) = (Some(token.reveal()), Some(ctx.url(&urls::join(token))));
        Self { token, url, ..Self::from(invite) }
    }
}

/// What an invite link leads to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationView {
    group_name: String,
    /// `null` where they have left the group since.
    invited_by: Option<String>,
    expires_at: Moment,
}

impl From<Invitation> for InvitationView {
    fn from(found: Invitation) -> Self {
        Self {
            group_name: found.group_name,
            invited_by: found.invited_by,
            expires_at: found.invite.expires_at,
        }
    }
}

/// How many said what, and you.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswersView {
    going_count: u64,
    maybe_count: u64,
    not_going_count: u64,
    my_response: Option<Answer>,
}

impl AnswersView {
    fn of(counts: Counts, my_response: Option<Answer>) -> Self {
        let Counts { going, maybe, not_going } = counts;
        Self { going_count: going, maybe_count: maybe, not_going_count: not_going, my_response }
    }
}

/// A hangout in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardView {
    hangout_id: HangoutId,
    title: String,
    location: Option<String>,
    start_time: Option<Moment>,
    end_time: Option<Moment>,
    #[serde(flatten)]
    answers: AnswersView,
    cancelled: bool,
    created_by: UserId,
}

impl From<Card> for CardView {
    fn from(Card { pointer, my_answer }: Card) -> Self {
        let answers = AnswersView::of(pointer.counts(), my_answer);
        Self {
            hangout_id: pointer.hangout_id,
            title: pointer.title,
            location: pointer.location,
            start_time: pointer.start,
            end_time: pointer.end,
            answers,
            cancelled: pointer.cancelled,
            created_by: pointer.created_by,
        }
    }
}

/// A hangout.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HangoutView {
    hangout_id: HangoutId,
    title: String,
    description: Option<String>,
    location: Option<String>,
    start_time: Option<Moment>,
    end_time: Option<Moment>,
    /// Those that you are in.
    #[schema(value_type = Vec<String>)]
    group_ids: Vec<GroupId>,
    /// For those who may edit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    invitee_ids: Option<Vec<UserId>>,
    #[serde(flatten)]
    answers: AnswersView,
    cancelled: bool,
    created_by: UserId,
    /// Whether you may edit it.
    may_edit: bool,
    /// After creating or changing it: how many of the people whom you invited and who have not answered are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    notified: Option<usize>,
    /// How many of them are told later, because you have had many people told in the last hour.
    #[serde(skip_serializing_if = "Option::is_none")]
    notified_later: Option<usize>,
    /// The poll that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<OutcomeLink>,
}

impl HangoutView {
    pub fn of(ctx: &Ctx, HangoutSeen { hangout, standing, my_answer, notified }: HangoutSeen) -> Self {
        let answers = AnswersView::of(hangout.counts(), my_answer);
        Self {
            hangout_id: hangout.hangout_id,
            title: hangout.title,
            description: hangout.description,
            location: hangout.location,
            start_time: hangout.start,
            end_time: hangout.end,
            group_ids: standing.memberships.keys().copied().collect(),
            invitee_ids: standing.edits.then(|| hangout.invitee_ids.into_iter().collect()),
            answers,
            cancelled: hangout.cancelled,
            created_by: hangout.created_by,
            may_edit: standing.edits,
            notified: notified.map(|notified| notified.now),
            notified_later: notified.map(|notified| notified.later),
            from: hangout.from.as_ref().map(|from| from.link(ctx)),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResponseView {
    user_id: UserId,
    display_name: String,
    response: Answer,
    responded_at: Moment,
}

impl From<Response> for ResponseView {
    fn from(said: Response) -> Self {
        Self {
            user_id: said.user_id,
            display_name: said.display_name,
            response: said.response,
            responded_at: said.responded_at,
        }
    }
}

/// The address of a calendar. It is not shown again.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeedView {
    /// Anyone with this address can see the group's hangouts.
    pub url: String,
}

web::lists! {
    GroupPage of GroupView;
    MemberPage of MemberView;
    InvitePage of InviteView;
    CardPage of CardView;
    ResponsePage of ResponseView;
}

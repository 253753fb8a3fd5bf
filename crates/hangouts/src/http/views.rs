//! What answers show.

use crate::{
    announce::queue::Notified,
    model::{
        Answer, Counts, GroupId, GroupRole, HangoutId, Invite, InviteToken, Membership, PersonId, Response,
    },
    service::{get_group::GroupSeen, get_hangout::HangoutSeen, get_invite::Invitation, list_feed::Card},
    urls,
};
use kernel::{Moment, Open, Zone};
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
    /// Your own: `owner`, `member`, or another that was stored by another program and gives no right.
    #[schema(value_type = String)]
    role: Open<GroupRole>,
    member_count: u64,
    created_at: Option<Moment>,
}

impl From<GroupSeen> for GroupView {
    fn from(GroupSeen { group, mine }: GroupSeen) -> Self {
        Self {
            group_id: group.group_id,
            name: group.name,
            description: group.description,
            role: mine.role(),
            member_count: group.member_count,
            created_at: group.created_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    user_id: PersonId,
    display_name: String,
    /// `owner`, `member`, or another that was stored by another program and gives no right.
    #[schema(value_type = String)]
    role: Open<GroupRole>,
    joined_at: Option<Moment>,
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
            role: member.role(),
            user_id: member.user_id,
            display_name: member.display_name,
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
    created_by: PersonId,
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
    /// `going`, `maybe`, `notGoing`, or another that was stored by another program and counts as none.
    #[schema(value_type = Option<String>)]
    my_response: Option<Open<Answer>>,
    /// Whether you responded before the hangout moved to its time or place.
    my_response_before_move: bool,
}

impl AnswersView {
    fn of(counts: Counts, mine: Option<Response>, moved_at: Option<Moment>) -> Self {
        let Counts { going, maybe, not_going } = counts;
        Self {
            going_count: going,
            maybe_count: maybe,
            not_going_count: not_going,
            my_response_before_move: mine.as_ref().is_some_and(|mine| mine.is_before(moved_at)),
            my_response: mine.map(|mine| mine.response),
        }
    }
}

/// A hangout in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CardView {
    hangout_id: HangoutId,
    title: String,
    location: Option<String>,
    /// The zone in which it takes place. `null` where none was stored.
    time_zone: Option<Zone>,
    start_time: Option<Moment>,
    end_time: Option<Moment>,
    #[serde(flatten)]
    answers: AnswersView,
    cancelled: bool,
    /// When it was last moved to another time or place.
    moved_at: Option<Moment>,
    created_by: Option<PersonId>,
}

impl From<Card> for CardView {
    fn from(Card { pointer, my_answer }: Card) -> Self {
        let answers = AnswersView::of(pointer.counts(), my_answer, pointer.moved_at);
        Self {
            hangout_id: pointer.hangout_id,
            title: pointer.title,
            location: pointer.location,
            time_zone: pointer.time_zone,
            start_time: pointer.start,
            end_time: pointer.end,
            answers,
            cancelled: pointer.cancelled,
            moved_at: pointer.moved_at,
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
    /// The zone in which it takes place. `null` where none was stored.
    time_zone: Option<Zone>,
    start_time: Option<Moment>,
    end_time: Option<Moment>,
    /// Those that you are in.
    #[schema(value_type = Vec<String>)]
    group_ids: Vec<GroupId>,
    /// For those who may edit it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    invitee_ids: Option<Vec<PersonId>>,
    #[serde(flatten)]
    answers: AnswersView,
    cancelled: bool,
    /// When it was last moved to another time or place.
    moved_at: Option<Moment>,
    created_by: Option<PersonId>,
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
    /// `counts` are those of this moment.
    pub fn of(ctx: &Ctx, seen: HangoutSeen, counts: Counts) -> Self {
        let HangoutSeen { hangout, standing, my_answer, notified, .. } = seen;
        let answers = AnswersView::of(counts, my_answer, hangout.moved_at);
        Self {
            hangout_id: hangout.hangout_id,
            title: hangout.title,
            description: hangout.description,
            location: hangout.location,
            time_zone: hangout.time_zone,
            start_time: hangout.start,
            end_time: hangout.end,
            group_ids: standing.memberships.keys().cloned().collect(),
            invitee_ids: standing.edits.then(|| hangout.invitee_ids.into_iter().collect()),
            answers,
            cancelled: hangout.cancelled,
            moved_at: hangout.moved_at,
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
    user_id: PersonId,
    display_name: String,
    /// `going`, `maybe`, `notGoing`, or another that was stored by another program and counts as none.
    #[schema(value_type = String)]
    response: Open<Answer>,
    /// When it was given or last renewed.
    responded_at: Option<Moment>,
    /// Whether it was given before the hangout moved to its time or place.
    before_move: bool,
}

impl ResponseView {
    pub fn of(said: Response, moved_at: Option<Moment>) -> Self {
        Self {
            before_move: said.is_before(moved_at),
            user_id: said.user_id,
            display_name: said.display_name,
            response: said.response,
            responded_at: said.responded_at,
        }
    }
}

/// A response, and how many said what with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RespondedView {
    #[serde(flatten)]
    response: ResponseView,
    going_count: u64,
    maybe_count: u64,
    not_going_count: u64,
}

impl RespondedView {
    pub fn of(response: ResponseView, counts: Counts) -> Self {
        let Counts { going, maybe, not_going } = counts;
        Self { response, going_count: going, maybe_count: maybe, not_going_count: not_going }
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

//! What requests say, and the commands it makes.

use crate::{
    model::{Answer, Details, GroupId, GroupRole, PersonId},
    service::{
        add_member::AddMember, create_group::CreateGroup, create_hangout::CreateHangout,
        edit_group::EditGroup, edit_hangout::EditHangout,
    },
};
use kernel::{FieldError, Moment, Patch, UserId};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    Fault,
    bounds::{texts, texts_or_null},
};

/// Groups and invited people of a hangout, together.
const MAX_TARGETS: usize = 1_000;
/// Length of an id that is any text.
const MAX_ID: usize = 900;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateGroupBody {
    /// At most 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    name: String,
    /// At most 5,000 characters.
    #[schema(max_length = 5000)]
    description: Option<String>,
}

impl From<CreateGroupBody> for CreateGroup {
    fn from(body: CreateGroupBody) -> Self {
        Self { name: body.name, description: body.description }
    }
}

/// A field that is left out stays; `null` clears it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditGroupBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    name: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 5000)]
    description: Patch<String>,
}

impl From<EditGroupBody> for EditGroup {
    fn from(body: EditGroupBody) -> Self {
        Self { name: body.name, description: body.description }
    }
}

/// Exactly one of the two.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddMemberBody {
    user_id: Option<UserId>,
    #[schema(format = Email, max_length = 254)]
    email: Option<String>,
}

impl TryFrom<AddMemberBody> for AddMember {
    type Error = Fault;

    fn try_from(body: AddMemberBody) -> Result<Self, Fault> {
        match (body.user_id, body.email) {
            (Some(user), None) => Ok(Self::Account(user)),
            (None, Some(email)) => Ok(Self::Email(email)),
            _ => Err(Fault::about("userId", "Give either userId or email.")),
        }
    }
}

/// `?addAgain=` of leaving a group.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct LeaveQuery {
    /// `false` when leaving: owners cannot add you again, you can still join by a link.
    pub add_again: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeRoleBody {
    pub role: GroupRole,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MakeInviteBody {
    /// For how many days the link is good: 1, 7 (when left out) or 30.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 30)]
    pub expires_after: Option<u32>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateHangoutBody {
    /// At most 200 characters.
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    /// At most 5,000 characters.
    #[schema(max_length = 5000)]
    description: Option<String>,
    /// At most 200 characters.
    #[schema(max_length = 200)]
    location: Option<String>,
    /// The IANA name of the zone in which it takes place. When left out: that of your profile, else the server's.
    #[schema(max_length = 100, example = "Europe/Lisbon")]
    time_zone: Option<String>,
    /// May be left out while nobody knows when.
    start_time: Option<Moment>,
    end_time: Option<Moment>,
    /// Groups that you are in. With `inviteeIds` at least one and at most 1,000.
    #[serde(default)]
    #[schema(schema_with = texts::<0, MAX_TARGETS, MAX_ID>)]
    group_ids: Vec<GroupId>,
    #[serde(default)]
    #[schema(schema_with = texts::<0, MAX_TARGETS, MAX_ID>)]
    invitee_ids: Vec<PersonId>,
    /// Whether you are coming: your response is then stored with the hangout.
    #[serde(default)]
    attend: bool,
}

impl From<CreateHangoutBody> for CreateHangout {
    fn from(body: CreateHangoutBody) -> Self {
        let details = Details {
            title: Patch::Set(body.title),
            description: body.description.into(),
            location: body.location.into(),
            time_zone: body.time_zone.map_or(Patch::Keep, Patch::Set),
            start: body.start_time.into(),
            end: body.end_time.into(),
        };
        let CreateHangoutBody { group_ids, invitee_ids, attend, .. } = body;
        Self { details, group_ids, invitee_ids, attend, cause: None }
    }
}

/// A field that is left out stays; `null` clears it. Clearing `startTime` clears `endTime`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditHangoutBody {
    #[serde(default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    title: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 5000)]
    description: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 200)]
    location: Patch<String>,
    /// The IANA name of the zone in which it takes place; with `null` times are shown in each reader's.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 100, example = "Europe/Lisbon")]
    time_zone: Patch<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    start_time: Patch<Moment>,
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    end_time: Patch<Moment>,
    /// Out of the groups that you are in; others stay as they are.
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, schema_with = texts_or_null::<0, MAX_TARGETS, MAX_ID>)]
    group_ids: Patch<Vec<GroupId>>,
    #[serde(default)]
    #[schema(value_type = Option<Vec<String>>, schema_with = texts_or_null::<0, MAX_TARGETS, MAX_ID>)]
    invitee_ids: Patch<Vec<PersonId>>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    cancelled: Patch<bool>,
}

impl From<EditHangoutBody> for EditHangout {
    fn from(body: EditHangoutBody) -> Self {
        let details = Details {
            title: body.title,
            description: body.description,
            location: body.location,
            time_zone: body.time_zone,
            start: body.start_time,
            end: body.end_time,
        };
        Self { details, group_ids: body.group_ids, invitee_ids: body.invitee_ids, cancelled: body.cancelled }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CopyHangoutBody {
    pub start_time: Moment,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RespondBody {
    pub response: Answer,
}

/// `?after=` or `?before=` of a list by time.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ByTimeQuery {
    /// What comes after this time, the next first; now when neither is given.
    #[param(value_type = Option<String>, format = DateTime)]
    pub after: Option<String>,
    /// What was before this time, the latest first.
    #[param(value_type = Option<String>, format = DateTime)]
    pub before: Option<String>,
    /// At most how many: 1 to 100, 50 by default.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100)]
    pub limit: Option<String>,
    /// The `nextCursor` of the page before.
    #[param(max_length = 4096)]
    pub cursor: Option<String>,
}

impl ByTimeQuery {
    /// A time in the query; what is none is said of its field.
    pub fn time(field: &str, text: &str) -> Result<Moment, FieldError> {
        let message = "This must be a time such as 2026-10-17T18:30:00Z.".to_owned();
        text.parse().map_err(|_| FieldError { field: field.to_owned(), message })
    }
}

//! What a person filled in when making or editing a share: one set of fields for JSON and forms, for creating and editing.
//! Creating is editing a blank share, so each rule stands once.

use super::{Entity, EventKind, ItemFields, Patch, QuestionFields, ResultsVisibility, RsvpVisibility};
use kernel::{Checks, Moment};
use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use utoipa::ToSchema;

/// The longest name or title.
pub const NAME: usize = 200;
/// The longest note or description.
pub const NOTE: usize = 5_000;

/// The fields of a shareable. Each kind has some of them; the others are refused.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShareableFields {
    /// Which kind it is: when creating only.
    pub entity: Option<Entity>,
    /// May be left out of a poll: then it is the first question's title.
    #[schema(value_type = String, max_length = 200, min_length = 1)]
    #[serde(default)]
    pub name: Patch<String>,
    /// What its organiser is called.
    #[schema(value_type = Option<String>, max_length = 200, min_length = 1)]
    #[serde(default)]
    pub by: Patch<String>,
    /// How many days it lasts: 1, 7 or 30. In an edit: from now, of an event after its end.
    #[schema(value_type = i64, example = 7, minimum = 1, maximum = 30)]
    #[serde(default)]
    pub expires_after: Patch<i64>,
    /// When creating only; afterwards `PUT …/passcodes`.
    #[schema(min_length = 4, max_length = 100)]
    pub view_passcode: Option<String>,
    /// When creating only; made up when left out.
    #[schema(min_length = 4, max_length = 100)]
    pub admin_passcode: Option<String>,
    /// Checklists and polls.
    #[schema(value_type = Option<String>, max_length = 5000)]
    #[serde(default)]
    pub note: Patch<String>,
    /// Checklists.
    #[schema(value_type = Vec<ItemFields>, max_items = 300)]
    #[serde(default)]
    pub items: Patch<Vec<ItemFields>>,
    /// Checklists: whether those who can view may add items.
    #[schema(value_type = bool)]
    #[serde(default)]
    pub viewers_add: Patch<bool>,
    /// Events: at most two years ahead.
    #[schema(value_type = String, format = DateTime)]
    #[serde(default)]
    pub start_time: Patch<Moment>,
    #[schema(value_type = Option<String>, format = DateTime)]
    #[serde(default)]
    pub end_time: Patch<Moment>,
    /// Events and polls: an IANA name such as `Europe/Lisbon`. Left out of an event, the account's, else the server's default.
    #[schema(value_type = String, max_length = 50)]
    #[serde(default)]
    pub time_zone: Patch<String>,
    #[serde(default, rename = "type")]
    #[schema(value_type = EventKind)]
    pub kind: Patch<EventKind>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(default)]
    pub location: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 5000)]
    #[serde(default)]
    pub description: Patch<String>,
    #[schema(value_type = bool)]
    #[serde(default)]
    pub is_rsvp_required: Patch<bool>,
    #[schema(value_type = Option<String>, format = DateTime)]
    #[serde(default)]
    pub rsvp_deadline: Patch<Moment>,
    /// Events, once created: whether it does not take place. Replies are then 409.
    #[schema(value_type = bool)]
    #[serde(default)]
    pub cancelled: Patch<bool>,
    #[schema(value_type = RsvpVisibility)]
    #[serde(default)]
    pub rsvp_visibility: Patch<RsvpVisibility>,
    /// Polls.
    #[schema(value_type = ResultsVisibility)]
    #[serde(default)]
    pub results_visibility: Patch<ResultsVisibility>,
    #[schema(value_type = Option<String>, format = DateTime)]
    #[serde(default)]
    pub closes_at: Patch<Moment>,
    #[schema(value_type = bool)]
    #[serde(default)]
    pub is_closed: Patch<bool>,
    #[schema(value_type = Vec<QuestionFields>, min_items = 1, max_items = 30)]
    #[serde(default)]
    pub questions: Patch<Vec<QuestionFields>>,
}

impl ShareableFields {
    /// What a poll without a name is called.
    pub fn first_question(&self) -> Option<String> {
        match &self.questions {
            Patch::Set(questions) => questions.first().map(|question| question.title.trim().to_owned()),
            Patch::Keep | Patch::Clear => None,
        }
    }

    /// Notes every field that this kind of share does not have.
    pub fn check_kind(&self, entity: Entity, checks: &mut Checks) {
        use Entity::{Checklist, Event, Poll};
        let given: [(&str, bool, &[Entity]); 17] = [
            ("note", self.note.is_given(), &[Checklist, Poll]),
            ("items", self.items.is_given(), &[Checklist]),
            ("viewersAdd", self.viewers_add.is_given(), &[Checklist]),
            ("startTime", self.start_time.is_given(), &[Event]),
            ("endTime", self.end_time.is_given(), &[Event]),
            ("timeZone", self.time_zone.is_given(), &[Event, Poll]),
            ("type", self.kind.is_given(), &[Event]),
            ("location", self.location.is_given(), &[Event]),
            ("description", self.description.is_given(), &[Event]),
            ("isRsvpRequired", self.is_rsvp_required.is_given(), &[Event]),
            ("rsvpDeadline", self.rsvp_deadline.is_given(), &[Event]),
            ("cancelled", self.cancelled.is_given(), &[Event]),
            ("rsvpVisibility", self.rsvp_visibility.is_given(), &[Event]),
            ("resultsVisibility", self.results_visibility.is_given(), &[Poll]),
            ("closesAt", self.closes_at.is_given(), &[Poll]),
            ("isClosed", self.is_closed.is_given(), &[Poll]),
            ("questions", self.questions.is_given(), &[Poll]),
        ];
        for (field, given, owners) in given {
            checks.that(
                !given || owners.contains(&entity),
                field,
                format!("Only other kinds of share have this, not {}.", entity.with_article()),
            );
        }
    }
}

/// A text as it is compared: two that a reader takes for the same are the same.
pub fn folded(text: &str) -> String {
    caseless::default_case_fold_str(&text.trim().nfc().collect::<String>()).nfc().collect()
}

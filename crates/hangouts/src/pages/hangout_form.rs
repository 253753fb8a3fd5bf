//! What is said about a hangout, on its form. Times are typed in a zone that the form names.

use crate::{
    Error,
    model::{Details, GroupId, Hangout, Membership, PersonId},
    service::{create_hangout::CreateHangout, edit_hangout::EditHangout, find_people},
};
use askama::Template;
use kernel::{FieldError, Moment, Patch, Zone, zone::BadZone};
use serde::Deserialize;
use std::collections::HashMap;
use web::{Ctx, Errors, Filled, Zones, components::when, words::paragraphs};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HangoutForm {
    pub title: String,
    description: String,
    location: String,
    start_time: String,
    end_time: String,
    time_zone: String,
    #[serde(rename = "group")]
    pub groups: Vec<GroupId>,
    /// Those of the people invited before who stay so.
    #[serde(rename = "invitee")]
    invitees: Vec<PersonId>,
    /// E-mail addresses of more people, one per line.
    emails: String,
    /// Whether the maker is coming: the box is there when it is ticked.
    pub attend: Option<String>,
    /// The version that was on the page.
    pub version: Option<u64>,
}

/// The fields, with what is wrong with them.
#[derive(Debug, Clone, Template)]
#[template(path = "hangouts/hangout_fields.html")]
pub struct HangoutFields {
    form: HangoutForm,
    errors: Errors,
    groups: Vec<GroupChoice>,
    invited: Vec<Invited>,
    guess_zone: bool,
}

impl askama::filters::HtmlSafe for HangoutFields {}

#[derive(Debug, Clone)]
struct GroupChoice {
    id: GroupId,
    name: String,
    chosen: bool,
}

#[derive(Debug, Clone)]
struct Invited {
    id: PersonId,
    name: String,
    stays: bool,
}

impl HangoutFields {
    /// `groups` are those to choose from, `names` those of the people invited so far, `zones` those of the hangout.
    pub fn new(
        filled: &Filled<HangoutForm>,
        groups: &[Membership],
        names: &HashMap<PersonId, String>,
        zones: &Zones,
    ) -> Self {
        let form = &filled.form;
        let choice = |mine: &Membership| GroupChoice {
            id: mine.group_id.clone(),
            name: mine.group_name.clone(),
            chosen: form.groups.contains(&mine.group_id),
        };
        let mut invited: Vec<_> = names
            .iter()
            .map(|(id, name)| Invited {
                id: id.clone(),
                name: name.clone(),
                stays: form.invitees.contains(id),
            })
            .collect();
        invited.sort_by(|one, other| one.name.cmp(&other.name));
        Self {
            errors: filled.errors.clone(),
            groups: groups.iter().map(choice).collect(),
            invited,
            guess_zone: zones.is_guess() && filled.notice.is_none(),
            form: form.clone(),
        }
    }
}

impl HangoutForm {
    /// A form for a new hangout in these groups.
    pub fn blank(groups: Vec<GroupId>, zones: &Zones) -> Self {
        Self {
            groups,
            time_zone: zones.for_form().name().to_owned(),
            attend: Some("on".into()),
            ..Self::default()
        }
    }

    /// `zones` are those of the hangout.
    pub fn of(hangout: &Hangout, zones: &Zones) -> Self {
        let zone = zones.for_form();
        let local = |at: Option<Moment>| at.map(|at| when::local(at, zone)).unwrap_or_default();
        Self {
            title: hangout.title.clone(),
            description: hangout.description.clone().unwrap_or_default(),
            location: hangout.location.clone().unwrap_or_default(),
            start_time: local(hangout.start),
            end_time: local(hangout.end),
            time_zone: zone.name().to_owned(),
            groups: hangout.group_ids.iter().cloned().collect(),
            invitees: hangout.invitee_ids.iter().cloned().collect(),
            emails: String::new(),
            attend: None,
            version: Some(hangout.version),
        }
    }

    pub async fn create(&self, ctx: &Ctx) -> Result<CreateHangout, Error> {
        let (details, invitee_ids) = (self.details(&ctx.zones())?, self.invited(ctx).await?);
        let attend = self.attend.is_some();
        Ok(CreateHangout { details, group_ids: self.groups.clone(), invitee_ids, attend, cause: None })
    }

    pub async fn edit(&self, ctx: &Ctx) -> Result<EditHangout, Error> {
        let (details, invitee_ids) = (self.details(&ctx.zones())?, self.invited(ctx).await?);
        Ok(EditHangout {
            details,
            group_ids: Patch::Set(self.groups.clone()),
            invitee_ids: Patch::Set(invitee_ids),
            cancelled: Patch::Keep,
        })
    }

    /// The start that was typed, where only that counts.
    pub fn start(&self, zones: &Zones) -> Result<Moment, Error> {
        time("startTime", &self.start_time, &self.zone(zones)?)?.value().ok_or_else(|| {
            Error::from(FieldError { field: "startTime".into(), message: when::UNREADABLE.into() })
        })
    }

    /// What stands in the fields of the start.
    pub fn typed_start(&self) -> (&str, &str) {
        (&self.start_time, &self.time_zone)
    }

    fn details(&self, zones: &Zones) -> Result<Details, Error> {
        let zone = self.zone(zones)?;
        Ok(Details {
            title: Patch::Set(self.title.clone()),
            description: Patch::Set(self.description.clone()),
            location: Patch::Set(self.location.clone()),
            time_zone: if self.names_zone() { Patch::Set(zone.name().to_owned()) } else { Patch::Keep },
            start: time("startTime", &self.start_time, &zone)?,
            end: time("endTime", &self.end_time, &zone)?,
        })
    }

    fn names_zone(&self) -> bool {
        !self.time_zone.trim().is_empty()
    }

    /// The zone in which the times were typed; of a form that names none, that of the reader.
    fn zone(&self, zones: &Zones) -> Result<Zone, Error> {
        if !self.names_zone() {
            return Ok(zones.for_form().clone());
        }
        let wrong = |said: BadZone| FieldError { field: "timeZone".into(), message: said.to_string() };
        Ok(self.time_zone.parse().map_err(wrong)?)
    }

    async fn invited(&self, ctx: &Ctx) -> Result<Vec<PersonId>, Error> {
        let mut people = self.invitees.clone();
        for email in paragraphs(&self.emails) {
            people.push(find_people::by_email(ctx, "emails", &email).await?.user_id.into());
        }
        Ok(people)
    }
}

fn time(field: &str, text: &str, zone: &Zone) -> Result<Patch<Moment>, Error> {
    if text.trim().is_empty() {
        return Ok(Patch::Clear);
    }
    let read = when::read_local_time(text, zone);
    let wrong = |said: &str| FieldError { field: field.into(), message: said.into() };
    Ok(Patch::Set(read.map_err(wrong)?))
}

/// What is wrong is said of the fields that the page has: a list of groups is one field here.
pub fn filed(error: FieldError) -> FieldError {
    let field = if error.field.starts_with("groupIds") {
        "group".to_owned()
    } else if error.field.starts_with("inviteeIds") {
        "emails".to_owned()
    } else {
        error.field
    };
    FieldError { field, ..error }
}

//! What is said about a group, on its form.

use crate::{
    model::Group,
    service::{create_group::CreateGroup, edit_group::EditGroup},
};
use askama::Template;
use kernel::Patch;
use serde::Deserialize;
use web::{Errors, Filled};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct GroupForm {
    name: String,
    description: String,
    /// The version that was on the page.
    pub version: Option<u64>,
}

/// The fields, with what is wrong with them.
#[derive(Debug, Clone, Template)]
#[template(path = "hangouts/group_fields.html")]
pub struct GroupFields {
    form: GroupForm,
    errors: Errors,
}

impl askama::filters::HtmlSafe for GroupFields {}

impl From<&Filled<GroupForm>> for GroupFields {
    fn from(filled: &Filled<GroupForm>) -> Self {
        Self { form: filled.form.clone(), errors: filled.errors.clone() }
    }
}

impl GroupForm {
    pub fn of(group: &Group) -> Self {
        let description = group.description.clone().unwrap_or_default();
        Self { name: group.name.clone(), description, version: Some(group.version) }
    }

    pub fn create(&self) -> CreateGroup {
        CreateGroup { name: self.name.clone(), description: Some(self.description.clone()) }
    }

    pub fn edit(&self) -> EditGroup {
        EditGroup { name: Patch::Set(self.name.clone()), description: Patch::Set(self.description.clone()) }
    }
}

//! The form of a checklist: its items, and room for more, one per line.

use super::ContentForm;
use crate::model::{Checklist, Content, ItemFields, Patch, ShareableFields};
use askama::Template;
use jiff::Timestamp;
use kernel::FieldError;
use web::{
    Errors, Fields,
    fields::{Act, row_of},
};

#[derive(Debug, Clone, Default, Template)]
#[template(path = "shareables/checklist_form.html")]
pub struct ChecklistForm {
    note: String,
    items: Vec<ItemFields>,
    /// More of them, one per line.
    lines: String,
    viewers_add: bool,
    errors: Errors,
}

impl ChecklistForm {
    pub fn of(checklist: &Checklist) -> Self {
        let items = checklist.items.iter().map(|item| ItemFields {
            checklist_item_id: Some(item.checklist_item_id),
            name: item.name.clone(),
            note: item.note.clone(),
        });
        Self {
            note: checklist.note.clone().unwrap_or_default(),
            items: items.collect(),
            viewers_add: checklist.viewers_add,
            ..Self::default()
        }
    }

    pub fn read(fields: &Fields) -> Self {
        let rows = fields.all("item-id").zip(fields.all("item-name")).zip(fields.all("item-note"));
        let items = rows.map(|((id, name), note)| ItemFields {
            checklist_item_id: id.parse().ok(),
            name,
            note: Some(note),
        });
        Self {
            note: fields.text("note"),
            items: items.collect(),
            lines: fields.text("lines"),
            viewers_add: fields.has("viewersAdd"),
            ..Self::default()
        }
    }

    /// Whether something is wrong with one part of a row.
    fn error(&self, row: usize, what: &str) -> Option<&str> {
        self.errors.of(&format!("item-{what}-{row}"))
    }
}

impl ContentForm for ChecklistForm {
    fn meant(&self, _: Option<&Content>, _: Timestamp) -> Result<ShareableFields, Vec<FieldError>> {
        Ok(ShareableFields {
            note: Patch::Set(self.note.clone()),
            viewers_add: Patch::Set(self.viewers_add),
            items: Patch::Set([self.items.clone(), ItemFields::from_lines(&self.lines)].concat()),
            ..ShareableFields::default()
        })
    }

    fn act(&mut self, act: &Act) {
        if let Act::Change(change, place) = act {
            change.among(&mut self.items, place.row);
        }
    }

    fn show(&mut self, errors: &Errors) {
        let rows = self.items.len();
        self.errors = errors.renamed(|field| match row_of(field, "items") {
            Some((row, what)) if row < rows => Some(format!("item-{what}-{row}")),
            Some(_) => Some("lines".into()),
            None => (field == "items").then(|| "lines".into()),
        });
    }
}

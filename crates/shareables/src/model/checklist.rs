//! Checklists: things to do or bring. The organiser edits the items; anyone who can view ticks them.

use super::{
    Patch, ShareableFields,
    fields::{NAME, NOTE},
};
use kernel::{Checks, Moment, Rng, UserId, check::trimmed};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// The most items of a checklist.
pub const ITEMS: usize = 300;
const ITEM_NOTE: usize = 300;

kernel::uuid_id! {
    /// An item of a checklist.
    ItemId
}

/// Stands in the place of an item until the key has been read.
fn unnamed() -> ItemId {
    ItemId(uuid::Uuid::nil())
}

/// The part of a shareable that is a checklist's own.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checklist {
    pub note: Option<String>,
    #[serde(default)]
    pub items: Vec<ChecklistItem>,
    /// Whether those who can view may add items, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub viewers_add: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChecklistItem {
    pub checklist_item_id: ItemId,
    #[serde(default)]
    #[schema(required = true)]
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A tick, in an item of its own, so that people who tick at once never wait for one another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tick {
    /// As the key says.
    #[serde(skip_deserializing, default = "unnamed")]
    pub checklist_item_id: ItemId,
    pub checked_by: Option<String>,
    pub checked_at: Option<Moment>,
    pub ttl: Option<i64>,
}

/// Someone does it, or brings it: in an item of its own, put only where there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// As the key says.
    #[serde(skip_deserializing, default = "unnamed")]
    pub checklist_item_id: ItemId,
    #[serde(default)]
    pub claimed_by: String,
    pub claimed_at: Option<Moment>,
    pub ttl: Option<i64>,
    /// MAC of the code by which it is released. Without one anyone who may tick releases it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code_hash: Option<String>,
    /// The account that claimed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
}

impl Claim {
    /// The name of the person who does it, as shown.
    pub fn by(&self) -> &str {
        if self.claimed_by.is_empty() { "Someone" } else { &self.claimed_by }
    }
}

/// An item that someone who can view added, in an item of its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AddedItem {
    #[serde(flatten)]
    pub item: ChecklistItem,
    pub added_by: Option<String>,
    pub created_at: Option<Moment>,
    pub ttl: Option<i64>,
}

/// An item as filled in.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemFields {
    pub checklist_item_id: Option<ItemId>,
    #[schema(max_length = 200, min_length = 1)]
    pub name: String,
    #[schema(max_length = 300)]
    pub note: Option<String>,
}

/// An edit of one item.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ItemPatch {
    #[schema(value_type = String, max_length = 200, min_length = 1)]
    #[serde(default)]
    pub name: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 300)]
    #[serde(default)]
    pub note: Patch<String>,
}

impl ItemFields {
    /// One item for each line that says something: how a pasted list is read.
    pub fn from_lines(text: &str) -> Vec<Self> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(|line| Self { name: line.to_owned(), ..Self::default() }).collect()
    }

    pub fn into_item(self, rng: &Rng) -> ChecklistItem {
        ChecklistItem {
            checklist_item_id: self.checklist_item_id.unwrap_or_else(|| ItemId(rng.uuid_v4())),
            name: self.name.trim().to_owned(),
            note: trimmed(self.note),
        }
    }
}

impl ChecklistItem {
    pub fn edit(&mut self, patch: ItemPatch, checks: &mut Checks) {
        patch.name.trimmed().change("name", &mut self.name, checks);
        patch.note.trimmed().change_optional(&mut self.note);
        checks.text("name", &self.name, NAME);
        checks.optional("note", self.note.as_deref(), ITEM_NOTE);
    }
}

impl Checklist {
    pub fn apply(&mut self, fields: ShareableFields, rng: &Rng, checks: &mut Checks) {
        fields.note.trimmed().change_optional(&mut self.note);
        fields.viewers_add.change("viewersAdd", &mut self.viewers_add, checks);
        checks.optional("note", self.note.as_deref(), NOTE);
        if fields.items.is_given() {
            let items = fields.items.value().unwrap_or_default();
            self.items = items.into_iter().map(|item| item.into_item(rng)).collect();
            self.check_items(0, checks);
        }
    }

    /// Adds items at the end.
    pub fn add(&mut self, items: Vec<ChecklistItem>, checks: &mut Checks) {
        let from = self.items.len();
        checks.that(!items.is_empty(), "items", "This is required.");
        self.items.extend(items);
        self.check_items(from, checks);
    }

    pub fn find(&self, id: ItemId) -> Option<&ChecklistItem> {
        self.items.iter().find(|item| item.checklist_item_id == id)
    }

    /// Edits one item; `None` where there is no such item.
    pub fn edit(&mut self, id: ItemId, patch: ItemPatch, checks: &mut Checks) -> Option<ChecklistItem> {
        let item = self.items.iter_mut().find(|item| item.checklist_item_id == id)?;
        item.edit(patch, checks);
        Some(item.clone())
    }

    /// Removes one item; whether it was there.
    pub fn remove(&mut self, id: ItemId) -> bool {
        let before = self.items.len();
        self.items.retain(|item| item.checklist_item_id != id);
        self.items.len() < before
    }

    /// Puts the items in the order of `ids`, which must name each of them once.
    pub fn reorder(&mut self, ids: &[ItemId], checks: &mut Checks) {
        let wanted: HashSet<_> = ids.iter().collect();
        let same = ids.len() == self.items.len()
            && wanted.len() == ids.len()
            && self.items.iter().all(|item| wanted.contains(&item.checklist_item_id));
        checks.that(same, "ids", "Name every item once; the list may have changed meanwhile.");
        if same {
            self.items.sort_by_key(|item| ids.iter().position(|id| *id == item.checklist_item_id));
        }
    }

    /// Items that `before` had and this has not.
    pub fn removed_since(&self, before: &Self) -> Vec<ItemId> {
        let kept: HashSet<_> = self.items.iter().map(|item| item.checklist_item_id).collect();
        before.items.iter().map(|item| item.checklist_item_id).filter(|id| !kept.contains(id)).collect()
    }

    /// Checks the items from `from` on, which are the new ones.
    fn check_items(&self, from: usize, checks: &mut Checks) {
        checks.that(self.items.len() <= ITEMS, "items", format!("A checklist has at most {ITEMS} items."));
        let mut seen: HashSet<_> = self.items[..from].iter().map(|item| item.checklist_item_id).collect();
        for (at, item) in self.items[from..].iter().enumerate() {
            checks.text(&format!("items[{at}].name"), &item.name, NAME);
            checks.optional(&format!("items[{at}].note"), item.note.as_deref(), ITEM_NOTE);
            let new = seen.insert(item.checklist_item_id);
            checks.that(new, format!("items[{at}].checklistItemId"), "Another item has this id.");
        }
    }
}

//! The page of a checklist: what is to do, who does it, what is done and by whom. Anyone who can see it ticks.

use super::{
    cookies,
    fields::Fields,
    shared::{Shared, layout},
};
use crate::{
    Error,
    gate::{Gate, Opened},
    keys::Part,
    model::{ChecklistItem, ItemFields, ItemId},
    service::{
        add_items::{AddItems, add_items},
        claim_item::claim_item,
        get_shareable::{Shown, get_shareable},
        remove_item::remove_item,
        tick_item::tick_item,
        unmark_item::unmark_item,
    },
    stored::Marks,
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use kernel::FieldError;
use std::{cmp::Reverse, collections::HashSet};
use web::{
    Avatar, Avatars, CreatingForm, Ctx, Expected, Filled, Html, Layout, Linked, OnceField, Problem,
    components::when::ago, with_cookies,
};

#[derive(Template)]
#[template(path = "shareables/checklist.html")]
struct ChecklistPage {
    layout: Layout,
    shared: Shared,
    filled: Filled<Typed>,
    once: OnceField,
    note: Option<Linked>,
    /// Whether the reader may add items.
    adds: bool,
    open: Vec<ItemRow>,
    done: Vec<ItemRow>,
    /// What happened last.
    latest: Option<Latest>,
    people: Avatars,
}

/// What was typed: what is to be added, and the reader's name.
#[derive(Debug, Clone, Default)]
struct Typed {
    add: String,
    by: String,
}

struct Latest {
    by: Option<String>,
    item: String,
    when: String,
}

struct ItemRow {
    id: ItemId,
    name: String,
    note: String,
    checked: bool,
    ticked: Option<Mark>,
    claimed: Option<String>,
    added_by: Option<String>,
    /// Whether it was added by someone who can view, so that the organiser may remove it here.
    is_added: bool,
    avatar: Option<Avatar>,
}

/// Who ticked, and when.
struct Mark {
    by: Option<String>,
    when: String,
}

impl ItemRow {
    fn of(item: &ChecklistItem, marks: &Marks, now: Timestamp) -> Self {
        let id = item.checklist_item_id;
        let (tick, claim) = (marks.ticks.get(&id), marks.claims.get(&id));
        let by = tick.and_then(|tick| tick.checked_by.clone());
        let claimed = claim.map(|claim| claim.claimed_by.clone());
        let face = by.as_ref().or(claimed.as_ref().filter(|_| tick.is_none()));
        Self {
            id,
            name: item.name.clone(),
            note: item.note.clone().unwrap_or_default(),
            checked: tick.is_some(),
            avatar: face.map(|name| Avatar::new(name).small()),
            ticked: tick.map(|tick| Mark { by: by.clone(), when: ago(tick.checked_at, now) }),
            claimed: claimed.filter(|_| tick.is_none()),
            added_by: None,
            is_added: false,
        }
    }
}

impl ChecklistPage {
    fn total(&self) -> usize {
        self.open.len() + self.done.len()
    }

    fn progress(&self) -> String {
        match self.total() {
            0 => "Nothing on the list yet".into(),
            total => format!("{} of {total} done", self.done.len()),
        }
    }
}

pub async fn show(gate: &Gate, opened: Opened) -> Result<Response, Problem> {
    let typed = Typed { by: cookies::name_of(&gate.ctx), ..Typed::default() };
    let once = OnceField(gate.ctx.new_once());
    Ok(Html(page(&gate.ctx, opened, Filled::fresh(typed), once).await?).into_response())
}

async fn page(
    ctx: &Ctx,
    opened: Opened,
    filled: Filled<Typed>,
    once: OnceField,
) -> Result<ChecklistPage, Error> {
    let now = ctx.clock.now();
    let Shown { opened, marks } = get_shareable(ctx, opened).await?;
    let share = &opened.share;
    let list = share.checklist()?;
    let own = list.items.iter().map(|item| ItemRow::of(item, &marks, now));
    let added = marks.added.iter().map(|added| ItemRow {
        added_by: added.added_by.clone(),
        is_added: true,
        ..ItemRow::of(&added.item, &marks, now)
    });
    let (mut done, open): (Vec<_>, Vec<_>) = own.chain(added).partition(|row| row.checked);
    done.sort_by_key(|row| Reverse(marks.ticks.get(&row.id).map(|tick| tick.checked_at)));
    let mut seen = HashSet::new();
    let people =
        done.iter().filter_map(|row| row.ticked.as_ref()?.by.as_deref()).filter(|by| seen.insert(*by));
    let shared = Shared::of(ctx, &opened);
    Ok(ChecklistPage {
        layout: layout(ctx, share, share.name.clone(), None).script("checklist.js"),
        note: list.note.clone().map(Linked::new),
        adds: !shared.expired && (shared.is_admin || list.viewers_add),
        people: Avatars::new(people),
        latest: done.first().and_then(|row| {
            let mark = row.ticked.as_ref()?;
            Some(Latest { by: mark.by.clone(), item: row.name.clone(), when: mark.when.clone() })
        }),
        shared,
        filled,
        once,
        open,
        done,
    })
}

/// One item by `tick` or `untick`, or every box of the page; `claim` and `release`; what is to be added; and for the organiser
/// `remove`.
pub async fn answer(gate: &Gate, opened: Opened, sent: CreatingForm<Fields>) -> Result<Response, Problem> {
    let CreatingForm { once, field, form } = sent;
    let typed = Typed { add: form.text("add"), by: form.text("by") };
    let saved = async {
        save_marks(&gate.ctx, &opened, &form).await?;
        for item in ids(&form, "remove") {
            remove_item(&gate.ctx, &gate.visitor, &Expected::any(), item).await?;
        }
        if form.has("adding") {
            let items = ItemFields::from_lines(&typed.add);
            let cmd = AddItems { once, expected: Expected::any(), items, by: Some(typed.by.clone()) };
            add_items(&gate.ctx, &gate.visitor, opened.clone(), cmd).await?;
        }
        Ok::<_, Error>(())
    };
    match saved.await {
        Ok(()) => {
            let name = form.has("by").then(|| cookies::name(&gate.ctx, &typed.by));
            Ok(with_cookies(Redirect::to(&urls::page(gate.id())), name))
        }
        Err(error) => {
            let filled = Filled::refused(typed, "That was not saved.", gate.refuse(error))?;
            let about = |error: FieldError| {
                if error.field.starts_with("items") {
                    FieldError { field: "add".into(), ..error }
                } else {
                    error
                }
            };
            let filled = filled.filed(about);
            let status = filled.status();
            Ok(status.with(page(&gate.ctx, opened, filled, field).await?))
        }
    }
}

/// Boxes count where they differ from what the page showed (`was`), so that a page which is behind takes nothing back that others
/// did.
async fn save_marks(ctx: &Ctx, opened: &Opened, form: &Fields) -> Result<(), Error> {
    let by = form.filled("by");
    let (was, now) = (ids(form, "was"), ids(form, "done"));
    let ticked = now.difference(&was).copied().chain(ids(form, "tick"));
    let alone = ["tick", "untick", "adding"].iter().any(|name| form.has(name));
    let unticked: Vec<_> = if alone {
        ids(form, "untick").into_iter().collect()
    } else {
        was.difference(&now).copied().collect()
    };
    for item in ticked {
        still_there(tick_item(ctx, opened, item, by.clone()).await)?;
    }
    for item in unticked {
        still_there(unmark_item(ctx, opened, Part::Tick, item).await)?;
    }
    for item in ids(form, "claim") {
        still_there(claim_item(ctx, opened, item, by.as_deref().unwrap_or_default()).await)?;
    }
    for item in ids(form, "release") {
        still_there(unmark_item(ctx, opened, Part::Claim, item).await)?;
    }
    Ok(())
}

fn ids(form: &Fields, name: &str) -> HashSet<ItemId> {
    form.all(name).filter_map(|id| id.parse().ok()).collect()
}

/// An item that the organiser removed meanwhile needs no mark any more.
fn still_there<T>(marked: Result<T, Error>) -> Result<(), Error> {
    match marked {
        Ok(_) | Err(Error::NoSuchItem) => Ok(()),
        Err(error) => Err(error),
    }
}

//! The page of a checklist: what is to do, who does it, what is done and by whom. Anyone who can see it ticks.

use super::{cookies, shared::Shared};
use crate::{
    Error,
    gate::{Gate, Opened},
    keys::Part,
    model::{AddedItem, Checklist, ChecklistItem, Claim, ItemFields, ItemId, Tick},
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
use axum::response::{Redirect, Response};
use std::{cmp::Reverse, collections::HashSet};
use web::{
    Avatars, CreatingForm, Ctx, Expected, Fields, Filled, Layout, OnceField, Problem, components::when::ago,
    with_cookies,
};

#[derive(Template)]
#[template(path = "shareables/checklist.html")]
struct ChecklistPage<'a> {
    layout: Layout,
    shared: Shared<'a>,
    list: &'a Checklist,
    filled: Filled<Typed>,
    once: OnceField,
    open: Vec<Row<'a>>,
    /// What was ticked last comes first.
    done: Vec<Row<'a>>,
    people: Avatars,
}

/// What was typed: what is to be added, and the reader's name.
#[derive(Debug, Clone, Default)]
struct Typed {
    add: String,
    by: String,
}

/// An item with what is marked on it.
struct Row<'a> {
    item: &'a ChecklistItem,
    /// As it was added by someone who can view, so that the organiser may remove it here.
    added: Option<&'a AddedItem>,
    tick: Option<&'a Tick>,
    claim: Option<&'a Claim>,
}

impl<'a> Row<'a> {
    fn of(item: &'a ChecklistItem, added: Option<&'a AddedItem>, marks: &'a Marks) -> Self {
        let id = &item.checklist_item_id;
        Self { item, added, tick: marks.ticks.get(id), claim: marks.claims.get(id) }
    }

    /// Who did it, or does it.
    fn face(&self) -> Option<&str> {
        match self.tick {
            Some(tick) => tick.checked_by.as_deref(),
            None => self.claim.map(Claim::by),
        }
    }
}

impl<'a> ChecklistPage<'a> {
    fn of(ctx: &Ctx, shown: &'a Shown, filled: Filled<Typed>, once: OnceField) -> Result<Self, Error> {
        let Shown { opened, marks } = shown;
        let list = opened.share.checklist()?;
        let own = list.items.iter().map(|item| Row::of(item, None, marks));
        let added = marks.added.iter().map(|added| Row::of(&added.item, Some(added), marks));
        let (mut done, open): (Vec<_>, Vec<_>) = own.chain(added).partition(|row| row.tick.is_some());
        done.sort_by_key(|row| Reverse(row.tick.map(|tick| tick.checked_at)));
        let mut seen = HashSet::new();
        let people = done.iter().filter_map(Row::face).filter(|by| seen.insert(*by));
        let shared = Shared::of(ctx, opened);
        Ok(Self {
            layout: shared.layout(ctx, &opened.share.name, None).script("checklist.js"),
            shared,
            list,
            filled,
            once,
            people: Avatars::new(people),
            open,
            done,
        })
    }

    fn total(&self) -> usize {
        self.open.len() + self.done.len()
    }

    fn progress(&self) -> String {
        match self.total() {
            0 => "Nothing on the list yet".into(),
            total => format!("{} of {total} done", self.done.len()),
        }
    }

    fn ago(&self, tick: &Tick) -> String {
        tick.checked_at.map(|at| ago(at, self.shared.now, &self.shared.zones)).unwrap_or_default()
    }
}

pub async fn show(gate: &Gate, opened: Opened) -> Result<Response, Problem> {
    let typed = Typed { by: cookies::name_of(&gate.ctx), ..Typed::default() };
    draw(&gate.ctx, opened, Filled::fresh(typed), OnceField(gate.ctx.new_once())).await
}

async fn draw(
    ctx: &Ctx,
    opened: Opened,
    filled: Filled<Typed>,
    once: OnceField,
) -> Result<Response, Problem> {
    let (status, shown) = (filled.status(), get_shareable(ctx, opened).await?);
    Ok(status.with(ChecklistPage::of(ctx, &shown, filled, once)?))
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
            let mut filled = Filled::refused(typed, "That was not saved.", gate.refuse(error))?;
            filled.errors = filled.errors.renamed(|field| field.starts_with("items").then(|| "add".into()));
            draw(&gate.ctx, opened, filled, field).await
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
    let unticked = if alone { ids(form, "untick") } else { &was - &now };
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

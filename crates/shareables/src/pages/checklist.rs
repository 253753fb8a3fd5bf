//! The page of a checklist: what is to do, who does it, what is done and by whom. Anyone who can see it ticks.

use super::{cookies, shared::Shared};
use crate::{
    Error,
    gate::{Gate, Opened},
    keys::Part,
    model::{AddedItem, Checklist, ChecklistItem, Claim, Code, ItemFields, ItemId, Tick},
    service::{
        add_items::{AddItems, add_items},
        claim_item::{claim_item, is_holder, may_release, release_claim},
        get_shareable::{Shown, get_shareable},
        remove_item::remove_item,
        tick_item::tick_item,
        unmark_item::unmark_item,
    },
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
    /// The item to be claimed once the reader has said their name.
    claim: Option<ItemId>,
}

/// An item with what is marked on it.
struct Row<'a> {
    item: &'a ChecklistItem,
    /// As it was added by someone who can view, so that the organiser may remove it here.
    added: Option<&'a AddedItem>,
    tick: Option<&'a Tick>,
    claim: Option<&'a Claim>,
    /// Whether the reader does it, and whether they may release it.
    is_mine: bool,
    may_release: bool,
    /// Whether the reader was asked for their name to claim it.
    is_asked: bool,
}

impl<'a> Row<'a> {
    fn of(
        ctx: &Ctx,
        shown: &'a Shown,
        (item, added): (&'a ChecklistItem, Option<&'a AddedItem>),
        asked: Option<ItemId>,
    ) -> Self {
        let Shown { opened, marks } = shown;
        let id = &item.checklist_item_id;
        let claim = marks.claims.get(id);
        Self {
            item,
            added,
            tick: marks.ticks.get(id),
            claim,
            is_mine: claim.is_some_and(|claim| is_holder(ctx, opened, claim)),
            may_release: claim.is_some_and(|claim| may_release(ctx, opened, claim)),
            is_asked: asked == Some(*id),
        }
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
        let own = list.items.iter().map(|item| (item, None));
        let all = own.chain(marks.added.iter().map(|added| (&added.item, Some(added))));
        let asked = filled.form.claim;
        let rows = all.map(|item| Row::of(ctx, shown, item, asked));
        let (mut done, open): (Vec<_>, Vec<_>) = rows.partition(|row| row.tick.is_some());
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
    let by = form.filled("claimBy").unwrap_or_else(|| form.text("by"));
    let nameless = by.trim().is_empty();
    let claim = form.filled("claim").and_then(|item| item.parse().ok()).filter(|_| nameless);
    let typed = Typed { add: form.text("add"), by, claim };
    let saved = async {
        let code = save_marks(&gate.ctx, &opened, &form, &typed.by).await?;
        for item in ids(&form, "remove") {
            remove_item(&gate.ctx, &gate.visitor, &Expected::any(), item).await?;
        }
        if form.has("adding") {
            let items = ItemFields::from_lines(&typed.add);
            let cmd = AddItems { once, expected: Expected::any(), items, by: Some(typed.by.clone()) };
            add_items(&gate.ctx, &gate.visitor, opened.clone(), cmd).await?;
        }
        Ok::<_, Error>(code)
    };
    match saved.await {
        Ok(code) => {
            let said = ["by", "claimBy"].iter().any(|name| form.has(name));
            let name = said.then(|| cookies::name(&gate.ctx, &typed.by));
            let code = code.map(|code| cookies::answer(&gate.ctx, gate.id(), code));
            let kept = code.into_iter().flatten().chain(name);
            Ok(with_cookies(Redirect::to(&urls::page(gate.id())), kept))
        }
        Err(error) => {
            let mut filled = Filled::refused(typed, "That was not saved.", gate.refuse(error))?;
            filled.errors = filled.errors.renamed(|field| field.starts_with("items").then(|| "add".into()));
            draw(&gate.ctx, opened, filled, field).await
        }
    }
}

/// Returns the code of what was claimed. Boxes count where they differ from what the page showed (`was`), so that a page which is behind takes nothing back that others
/// did.
async fn save_marks(ctx: &Ctx, opened: &Opened, form: &Fields, name: &str) -> Result<Option<Code>, Error> {
    let by = Some(name.to_owned()).filter(|name| !name.trim().is_empty());
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
    let mut code = None;
    for item in ids(form, "claim") {
        // One code releases everything that was claimed in this browser.
        match claim_item(ctx, opened, item, name, opened.code).await {
            Ok(claimed) => code = claimed.code,
            Err(error) => still_there::<()>(Err(error))?,
        }
    }
    for item in ids(form, "release") {
        still_there(release_claim(ctx, opened, item).await)?;
    }
    Ok(code)
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

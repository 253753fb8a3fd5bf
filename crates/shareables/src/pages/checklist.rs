//! The page of a checklist: what is to do, what is done and by whom. Anyone who can see it ticks.

use super::{
    door::Visit,
    fields::Fields,
    remember::{self, with_cookies},
    shared::{Shared, layout},
    trouble::Trouble,
};
use crate::{
    Error, cookies,
    model::{ItemFields, ItemId, ShortId},
    service::{get, items, open::Opened, tick},
    view::{ChecklistView, ContentView, ItemView},
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::Timestamp;
use kernel::FieldError;
use std::collections::HashSet;
use web::{Avatar, Avatars, Ctx, Form, Html, Layout, Linked, Problem, components::when::ago};

#[derive(Template)]
#[template(path = "shareables/checklist.html")]
struct ChecklistPage {
    layout: Layout,
    shared: Shared,
    trouble: Trouble,
    note: Option<Linked>,
    open: Vec<ItemRow>,
    done: Vec<ItemRow>,
    /// What happened last.
    latest: String,
    people: Avatars,
    /// What the person at this browser called themselves last.
    called: String,
    /// What was to be added and could not.
    add: String,
}

#[derive(Template)]
#[template(path = "shareables/item.html")]
struct ItemRow {
    id: ItemId,
    name: String,
    note: String,
    checked: bool,
    /// Whether ticks can no longer change.
    fixed: bool,
    ticked: String,
    avatar: Option<Avatar>,
}

impl askama::filters::HtmlSafe for ItemRow {}

impl ItemRow {
    fn of(item: &ItemView, fixed: bool, now: Timestamp) -> Self {
        let when = item.checked_at.map(|at| ago(at, now));
        let ticked = match (&item.checked_by, when) {
            (Some(name), Some(when)) => format!("Ticked by {name}, {when}"),
            (None, Some(when)) => format!("Ticked {when}"),
            (_, None) => String::new(),
        };
        Self {
            id: item.checklist_item_id,
            name: item.name.clone(),
            note: item.note.clone().unwrap_or_default(),
            checked: item.checked,
            fixed,
            ticked,
            avatar: item.checked_by.as_ref().map(|name| Avatar::new(name).small()),
        }
    }
}

impl ChecklistPage {
    fn total(&self) -> usize {
        self.open.len() + self.done.len()
    }

    fn progress(&self) -> String {
        match self.total() {
            0 => "Nothing on it yet".into(),
            total => format!("{} of {total} done", self.done.len()),
        }
    }
}

/// The page of a checklist that was opened.
pub async fn show(ctx: &Ctx, opened: Opened) -> Result<Response, Problem> {
    Ok(Html(page(ctx, opened).await?).into_response())
}

async fn page(ctx: &Ctx, opened: Opened) -> Result<ChecklistPage, Error> {
    let title = format!("{}: checklist", opened.share.name);
    let layout = layout(ctx, &opened.share, title, None).script("checklist.js");
    let shared = Shared::of(ctx, &opened);
    let list = match get::show(ctx, opened).await?.content {
        ContentView::Checklist(list) => list,
        ContentView::Event(_) | ContentView::Poll(_) => ChecklistView { note: None, items: Vec::new() },
    };
    let now = ctx.clock.now();
    let rows = list.items.iter().map(|item| ItemRow::of(item, shared.expired, now));
    let (mut done, open): (Vec<_>, Vec<_>) = rows.partition(|row| row.checked);
    let newest = newest_first(&list.items);
    done.sort_by_key(|row| newest.iter().position(|item| item.checklist_item_id == row.id));
    Ok(ChecklistPage {
        layout,
        note: list.note.map(Linked::new),
        open,
        done,
        latest: newest.first().map(|item| latest(item, now)).unwrap_or_default(),
        people: Avatars::new(people(&newest)).small(),
        called: remember::name_of(ctx),
        add: String::new(),
        trouble: Trouble::default(),
        shared,
    })
}

fn newest_first(items: &[ItemView]) -> Vec<&ItemView> {
    let mut ticked: Vec<_> = items.iter().filter(|item| item.checked).collect();
    ticked.sort_by_key(|item| std::cmp::Reverse(item.checked_at));
    ticked
}

fn latest(item: &ItemView, now: Timestamp) -> String {
    let who = item.checked_by.as_deref().unwrap_or("Someone");
    let when = item.checked_at.map(|at| ago(at, now)).unwrap_or_default();
    format!("{who} ticked {}, {when}.", item.name)
}

/// Who ticked, each once, the latest first.
fn people<'i>(ticked: &[&'i ItemView]) -> Vec<&'i str> {
    let mut seen = HashSet::new();
    ticked.iter().filter_map(|item| item.checked_by.as_deref()).filter(|name| seen.insert(*name)).collect()
}

/// `POST /s/{code}/ticks`: one item by `tick` or `untick`, or every box of the page. Boxes count where they differ from what the page
/// showed (`was`), so that a page which is behind takes nothing back that others did.
pub async fn save_ticks(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let by = form.filled("by");
        let (was, now) = (ids(&form, "was"), ids(&form, "done"));
        let ticked = now.difference(&was).copied().chain(ids(&form, "tick"));
        let unticked: Vec<_> = if form.has("tick") || form.has("untick") {
            ids(&form, "untick").into_iter().collect()
        } else {
            was.difference(&now).copied().collect()
        };
        for item in ticked {
            still_there(tick::tick_item(ctx, id, item, by.clone()).await)?;
        }
        for item in unticked {
            still_there(tick::untick_item(ctx, id, item).await)?;
        }
        let back = Redirect::to(&cookies::page_path(id));
        Ok(with_cookies(back, form.has("by").then(|| remember::name(ctx, &form.text("by")))))
    };
    visit.answer(page).await
}

fn ids(form: &Fields, name: &str) -> HashSet<ItemId> {
    form.all(name).filter_map(|id| id.parse().ok()).collect()
}

/// An item that the organiser took away meanwhile needs no tick any more.
fn still_there<T>(ticked: Result<T, Error>) -> Result<(), Error> {
    match ticked {
        Ok(_) | Err(Error::NoSuchItem) => Ok(()),
        Err(error) => Err(error),
    }
}

/// `POST /s/{code}/items`: the organiser adds something.
pub async fn add(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        match items::add_items(ctx, id, ItemFields::from_lines(&form.text("add"))).await {
            Ok(_) => Ok(Redirect::to(&cookies::page_path(id)).into_response()),
            Err(error) => not_added(ctx, id, &form, error).await,
        }
    };
    visit.answer(page).await
}

async fn not_added(ctx: &Ctx, id: &ShortId, form: &Fields, error: Error) -> Result<Response, Problem> {
    let error = match error {
        Error::Invalid(errors) => {
            let about = |error: FieldError| FieldError { field: "items".into(), ..error };
            Error::Invalid(errors.into_iter().map(about).collect())
        }
        other => other,
    };
    let trouble = Trouble::of(error, "That was not added.")?;
    let opened = crate::service::open::for_reading(ctx, id).await?;
    let page = page(ctx, opened).await?;
    Ok(trouble.clone().with(ChecklistPage { trouble, add: form.text("add"), ..page }))
}

//! `/club/new` and `/club/sites/{id}/edit`: the form of a link; deleting it and reading its page again.

use crate::{
    Error,
    gate::{Allowed, Writes},
    model::{ScrapeStatus, Site, SiteId, Tag},
    service::{self, add_site::AddSite, edit_site::EditSite},
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::Patch;
use serde::Deserialize;
use web::{
    Creates, CreatingForm, Ctx, Expected, Filled, Form, Layout, OnceField, Path, Problem, Query, done,
};

const LINK: Creates = Creates { what: "link", refused: "The link was not added." };

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct SiteForm {
    url: String,
    title: String,
    description: String,
    /// With commas between them.
    tags: String,
    version: u64,
}

impl SiteForm {
    fn of(site: &Site) -> Self {
        Self {
            url: site.url.clone(),
            title: if site.shown_title() == site.host() { String::new() } else { site.title.clone() },
            description: site.description.clone().unwrap_or_default(),
            tags: site.tags.iter().map(Tag::as_str).collect::<Vec<_>>().join(", "),
            version: site.version,
        }
    }

    fn tags(&self) -> Vec<String> {
        self.tags.split(',').map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
    }
}

/// The addresses of a site that is edited.
struct Existing {
    page: String,
    delete: String,
}

#[derive(Template)]
#[template(path = "club/site_form.html")]
struct SiteFormPage {
    layout: Layout,
    heading: &'static str,
    button: &'static str,
    action: String,
    filled: Filled<SiteForm>,
    once: Option<OnceField>,
    /// The site that is edited.
    site: Option<Existing>,
    /// The link that has the address that was typed.
    there: Option<String>,
}

/// The form, filled with what a bookmark or a share sent along.
pub async fn show_new(by: Allowed<Writes>, Query(form): Query<SiteForm>) -> Response {
    new_page(&by, Filled::fresh(form), OnceField(by.new_once()), None)
}

pub async fn add(
    by: Allowed<Writes>,
    CreatingForm { once, field, form }: CreatingForm<SiteForm>,
) -> Result<Response, Problem> {
    let cmd = AddSite {
        url: form.url.clone(),
        title: Some(form.title.clone()),
        description: Some(form.description.clone()),
        tags: form.tags(),
    };
    match service::add_site::add_site(&by, &once, cmd).await {
        Ok(made) => Ok(done(urls::site(&made.into_inner().id), "added").into_response()),
        Err(error) => {
            let there = there(&error);
            let (filled, once) = LINK.again(&by, error, (form, field), |id: SiteId| urls::site(&id))?;
            Ok(new_page(&by, filled, once, there))
        }
    }
}

pub async fn show_edit(by: Allowed<Writes>, Path(id): Path<SiteId>) -> Result<Response, Problem> {
    let site = stored::site(&by, &id).await?;
    Ok(edit_page(&by, &id, Filled::fresh(SiteForm::of(&site)), None))
}

pub async fn save(
    by: Allowed<Writes>,
    Path(id): Path<SiteId>,
    Form(form): Form<SiteForm>,
) -> Result<Response, Problem> {
    let cmd = EditSite {
        url: Patch::Set(form.url.clone()),
        title: Patch::Set(form.title.clone()),
        description: Patch::Set(form.description.clone()),
        tags: Patch::Set(form.tags()),
    };
    match service::edit_site::edit_site(&by, &id, &Expected::version(form.version), cmd).await {
        Ok(_) => Ok(done(urls::site(&id), "saved").into_response()),
        Err(error) => {
            let there = there(&error);
            let filled = Filled::refused(form, "Your changes were not saved.", error)?;
            Ok(edit_page(&by, &id, filled, there))
        }
    }
}

pub async fn delete(by: Allowed<Writes>, Path(id): Path<SiteId>) -> Result<Redirect, Problem> {
    service::delete_site::delete_site(&by, &id, &Expected::any()).await?;
    Ok(done(urls::CLUB, "deleted"))
}

pub async fn read_page(by: Allowed<Writes>, Path(id): Path<SiteId>) -> Result<Redirect, Problem> {
    let site = service::read_page::read_page(&by, &id).await?;
    let read = site.scrape.is_some_and(|scrape| scrape.status.is(&ScrapeStatus::Done));
    Ok(if read { done(urls::site(&id), "read") } else { Redirect::to(&urls::site(&id)) })
}

fn there(error: &Error) -> Option<String> {
    match error {
        Error::SiteThere { id, .. } => Some(urls::site(id)),
        _ => None,
    }
}

fn new_page(ctx: &Ctx, filled: Filled<SiteForm>, once: OnceField, there: Option<String>) -> Response {
    let status = filled.status();
    status.with(SiteFormPage {
        layout: Layout::of(ctx, "Add a link").noindex(),
        heading: "Add a link",
        button: "Add link",
        action: urls::NEW_SITE.to_owned(),
        filled,
        once: Some(once),
        site: None,
        there,
    })
}

fn edit_page(ctx: &Ctx, id: &SiteId, filled: Filled<SiteForm>, there: Option<String>) -> Response {
    let status = filled.status();
    status.with(SiteFormPage {
        layout: Layout::of(ctx, "Edit link").noindex(),
        heading: "Edit link",
        button: "Save changes",
        action: urls::of_site(id, "edit"),
        filled,
        once: None,
        site: Some(Existing { page: urls::site(id), delete: urls::of_site(id, "delete") }),
        there,
    })
}

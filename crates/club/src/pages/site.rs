//! `/club/sites/{id}`: a link, its stars, what its page says, and what people say about it.

use super::parts::{RateForm, StarsShown, TagLink, back_or, tag_links};
use crate::{
    Error,
    gate::{self, Allowed, Reads, TakesPart},
    live::{SitePage as Watched, SiteRights},
    model::{Act, CommentId, Rating, ScrapeStatus, Site, SiteId},
    service::{
        self,
        list_comments::{Comments, FORMER, list_comments, names},
        rate_site::RateSite,
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::{PageRequest, UserId, paging};
use serde::Deserialize;
use web::{
    Avatar, Creates, CreatingForm, Ctx, Fault, Filled, Form, Layout, Linked, Notice, OnceField, Path,
    Problem, Services, When, Zones, done, live::Part, words::paragraphs,
};

#[derive(Template)]
#[template(path = "club/site.html")]
struct SitePage {
    layout: Layout,
    page: String,
    /// The address, if a browser may be sent there.
    url: Option<String>,
    host: String,
    title: String,
    description: Vec<Linked>,
    tags: Vec<TagLink>,
    text: Vec<String>,
    scrape: Option<Notice>,
    opinion: Opinion,
    talk: Option<Talk>,
    rate: Option<RateForm>,
    note: String,
    rated: bool,
    notice: Option<Notice>,
    filled: Filled<CommentForm>,
    once: OnceField,
    may_write: bool,
    added: Option<(Avatar, String)>,
}

/// How people rate it: the same for everyone.
#[derive(Template)]
#[template(path = "club/parts/opinion.html")]
struct Opinion {
    stars: Option<StarsShown>,
    average: String,
    words: String,
    /// Stars, how many gave them, and their share in percent; five stars first.
    spread: Vec<(u8, u64, u64)>,
}

/// What people say: the same for everyone who may read it.
#[derive(Template)]
#[template(path = "club/parts/talk.html")]
struct Talk {
    comments: Vec<Said>,
    more: bool,
}

struct Said {
    id: CommentId,
    avatar: Avatar,
    name: String,
    /// Their page, for those who have an account.
    person: Option<String>,
    paragraphs: Vec<Linked>,
    when: Option<When>,
    edited: bool,
    href: String,
}

impl askama::filters::HtmlSafe for Opinion {}
impl askama::filters::HtmlSafe for Talk {}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct CommentForm {
    body: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct RatingForm {
    stars: String,
    /// Absent where only stars were tapped: then the note stays.
    note: Option<String>,
    back: String,
}

pub async fn show(by: Allowed<Reads>, Path(id): Path<SiteId>) -> Result<Response, Problem> {
    let once = OnceField(by.new_once());
    page(&by, &id, Filled::fresh(CommentForm::default()), once).await
}

const COMMENT: Creates = Creates { what: "comment", refused: "Your comment was not saved." };

/// Takes a comment.
pub async fn comment(
    by: Allowed<TakesPart>,
    Path(id): Path<SiteId>,
    CreatingForm { once, field, form }: CreatingForm<CommentForm>,
) -> Result<Response, Problem> {
    match service::add_comment::add_comment(&by, &once, &id, &form.body).await {
        Ok(_) => Ok(done(urls::site(&id), "commented").into_response()),
        Err(error) => {
            let here = |_: String| urls::site(&id);
            let (filled, once) = COMMENT.again(&by, error, (form, field), here)?;
            page(&by, &id, filled, once).await
        }
    }
}

pub async fn rate(
    by: Allowed<TakesPart>,
    Path(id): Path<SiteId>,
    Form(form): Form<RatingForm>,
) -> Result<Response, Problem> {
    let note = match form.note {
        Some(note) => Some(note),
        None => {
            stored::find_rating(&by, by.user_id()?, &id).await.map_err(Error::from)?.and_then(|old| old.note)
        }
    };
    let stars = form.stars.parse().map_err(|_| Fault::about("stars", "Give 1 to 5 stars."))?;
    service::rate_site::rate_site(&by, &id, RateSite { stars, note }).await?;
    let here = urls::site(&id);
    Ok(match back_or(&form.back, &here) {
        back if back == here => done(back, "rated"),
        back => Redirect::to(back),
    }
    .into_response())
}

pub async fn withdraw(by: Allowed<TakesPart>, Path(id): Path<SiteId>) -> Result<Response, Problem> {
    service::withdraw_rating::withdraw_rating(&by, &id).await?;
    Ok(done(urls::site(&id), "withdrawn").into_response())
}

pub async fn watch(by: Allowed<Reads>, Path(id): Path<SiteId>) -> Result<Response, Problem> {
    stored::site(&by, &id).await?;
    let rights = SiteRights { signed_in: by.actor.account.is_some() };
    by.watch::<Watched>(id, rights).await.map_err(|fault| Error::from(fault).into())
}

async fn page(
    ctx: &Ctx,
    id: &SiteId,
    filled: Filled<CommentForm>,
    once: OnceField,
) -> Result<Response, Problem> {
    let site = stored::site(ctx, id).await?;
    let user = ctx.actor.user_id();
    let mine = my_rating(ctx, user, id).await?;
    let talk = match user {
        Some(_) => Some(talk(ctx, id, &ctx.zones()).await?),
        None => None,
    };
    let stars = mine.as_ref().and_then(|rating| rating.stars.known());
    let status = filled.status();
    let may_write = gate::allows(ctx, Act::WriteSites).await?;
    Ok(status.with(SitePage {
        layout: Layout::of(ctx, site.shown_title().into_owned()).live(urls::of_site(id, "live")),
        page: urls::site(id),
        host: site.host(),
        title: site.shown_title().into_owned(),
        description: linked(site.description.as_deref().unwrap_or_default()),
        tags: tag_links(&site),
        text: paragraphs(site.scraped_content.as_deref().unwrap_or_default()),
        scrape: scrape_notice(&site, may_write),
        opinion: Opinion::of(&site),
        rate: user.map(|_| RateForm::new(&site, stars, &urls::site(id))),
        note: mine.as_ref().and_then(|rating| rating.note.clone()).unwrap_or_default(),
        rated: mine.is_some(),
        notice: notice(ctx.done()),
        may_write,
        added: added_by(ctx, &site).await?,
        url: site.web_address().map(str::to_owned),
        talk,
        filled,
        once,
    }))
}

async fn my_rating(ctx: &Ctx, user: Option<UserId>, id: &SiteId) -> Result<Option<Rating>, Error> {
    let Some(user) = user else { return Ok(None) };
    Ok(stored::find_rating(ctx, user, id).await?)
}

async fn added_by(ctx: &Ctx, site: &Site) -> Result<Option<(Avatar, String)>, Error> {
    let (Some(user), Some(_)) = (&site.added_by, &ctx.actor.account) else { return Ok(None) };
    let name =
        names(ctx, std::slice::from_ref(user)).await?.remove(user).unwrap_or_else(|| FORMER.to_owned());
    Ok(Some((Avatar::of(user, &name).small(), name)))
}

/// What open pages are sent after each change.
pub async fn parts(services: &Services, site: &Site, signed_in: bool) -> Result<Vec<Part>, Problem> {
    let mut parts = vec![Part::new("opinion", Opinion::of(site))?];
    if signed_in {
        parts.push(Part::new("talk", talk(services, &site.id, &services.settings.zones()).await?)?);
    }
    Ok(parts)
}

impl Opinion {
    fn of(site: &Site) -> Self {
        let spread = (1_u8..=5).zip(site.spread()).rev();
        let share = |count: u64| (count * 100).checked_div(site.ratings()).unwrap_or(0);
        Self {
            stars: site.average().map(StarsShown::of),
            average: site.average().map(|average| format!("{average:.1}")).unwrap_or_default(),
            words: web::words::counted_or_none(site.ratings(), "rating"),
            spread: spread.map(|(stars, count)| (stars, count, share(count))).collect(),
        }
    }
}

async fn talk(services: &Services, id: &SiteId, zones: &Zones) -> Result<Talk, Error> {
    let everything = PageRequest { limit: paging::MOST, after: None };
    let found = list_comments(services, id, everything).await?;
    let now = services.clock.now();
    let comments = found.comments.iter().map(|comment| said(comment, &found, now, zones)).collect();
    Ok(Talk { comments, more: found.next.is_some() })
}

fn said(comment: &crate::model::Comment, of: &Comments, now: jiff::Timestamp, zones: &Zones) -> Said {
    let name = of.name(&comment.user_id).to_owned();
    Said {
        id: comment.id().clone(),
        avatar: Avatar::of(&comment.user_id, &name).small(),
        person: comment.user_id.account().map(urls::person),
        paragraphs: linked(&comment.body),
        when: comment.created_at.map(|at| When::new(at, now, zones)),
        edited: comment.version > 1,
        href: urls::comment(&comment.place),
        name,
    }
}

fn linked(text: &str) -> Vec<Linked> {
    paragraphs(text).into_iter().map(Linked::new).collect()
}

/// How reading the page went; why it failed is for those who can do something about it.
fn scrape_notice(site: &Site, may_write: bool) -> Option<Notice> {
    let scrape = site.scrape.as_ref()?;
    match scrape.status.known()? {
        ScrapeStatus::Done => None,
        ScrapeStatus::Failed if !may_write => None,
        ScrapeStatus::Waiting => Some(
            Notice::new("The page is being read.")
                .text("Its title, description and text appear on this page soon."),
        ),
        ScrapeStatus::Failed => {
            let why = scrape.error.clone().unwrap_or_default();
            Some(Notice::bad("The page could not be read.").text(why))
        }
    }
}

fn notice(done: Option<&str>) -> Option<Notice> {
    let title = match done? {
        "added" => "The link was added.",
        "saved" => "Your changes were saved.",
        "rated" => "Your rating was saved.",
        "withdrawn" => "Your rating was withdrawn.",
        "commented" => "Your comment was saved.",
        "deleted" => "The comment was deleted.",
        "read" => "The page was read again.",
        _ => return None,
    };
    Some(Notice::good(title))
}

//! `/admin/accounts`: finds people, makes reset links, deactivates accounts and lets them in again. For SuperAdmins.

use crate::{
    error::Error,
    http::accounts::allowed,
    letters::failures::{self, Failures},
    service::{
        deactivate_account::{deactivate_account, reactivate_account},
        hand_reset_link::hand_reset_link,
        list_people::{Found, list_people},
    },
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use kernel::UserId;
use serde::Deserialize;
use web::{
    Avatar, Ctx, Filled, Form, Html, Layout, Notice, PageQuery, Path, Problem, Query, When, Zones,
    words::counted,
};

const LIMIT: &str = "20";

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    q: String,
    cursor: Option<String>,
}

/// What a row's forms send: which list it stood in.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct RowForm {
    q: String,
}

#[derive(Template)]
#[template(path = "identity/accounts.html")]
struct AccountsPage {
    layout: Layout,
    notice: Option<Notice>,
    /// A link that was just made: shown this once.
    link: Option<String>,
    q: String,
    rows: Vec<Row>,
    more: String,
    unsent: Vec<Unsent>,
}

/// Letters that did not go out for one kind of reason.
struct Unsent {
    why: String,
    letters: String,
    last: When,
    reason: String,
}

impl Unsent {
    fn of(failures: Failures, now: Timestamp, zones: &Zones) -> Self {
        let why = match failures.kind.as_str() {
            "refused" => "Refused by the mail server",
            "unavailable" => "Not taken by the mail server, tried again",
            "expired" => "Given up after a day",
            "limited" => "Beyond what one address gets in a day",
            "unwanted" => "Not wanted at that address",
            "deactivated" => "For a deactivated account",
            other => other,
        };
        Self {
            why: why.to_owned(),
            letters: counted(failures.count, "letter"),
            last: When::new(failures.last_at, now, zones),
            reason: failures.reason,
        }
    }
}

struct Row {
    id: UserId,
    avatar: Avatar,
    name: String,
    email: String,
    roles: Vec<String>,
    active: When,
    deactivated: Option<When>,
}

impl Row {
    fn of(found: Found, now: Timestamp, zones: &Zones) -> Self {
        let Found { user, account, .. } = found;
        Self {
            id: user.user_id,
            avatar: Avatar::of(user.user_id, &user.display_name),
            name: user.display_name,
            email: account.email,
            roles: account.roles.iter().map(ToString::to_string).collect(),
            active: When::new(user.last_active_at.max(account.created_at), now, zones),
            deactivated: account.deactivated_at.map(|at| When::new(at, now, zones)),
        }
    }
}

async fn page(
    ctx: &Ctx,
    asked: Asked,
    notice: Option<Notice>,
    link: Option<String>,
) -> Result<AccountsPage, Problem> {
    let query = PageQuery { limit: Some(LIMIT.into()), cursor: asked.cursor };
    let found = list_people(ctx, &asked.q, &query).await?;
    let unsent = failures::list(ctx).await.map_err(Error::from)?;
    let now = ctx.clock.now();
    let more = found.next_cursor.map(|cursor| {
        let query = serde_html_form::to_string([("q", asked.q.as_str()), ("cursor", cursor.as_str())]);
        format!("{}?{}", urls::ACCOUNTS, query.unwrap_or_default())
    });
    Ok(AccountsPage {
        layout: Layout::of(ctx, "Accounts").noindex(),
        notice,
        link,
        rows: found.items.into_iter().map(|found| Row::of(found, now, &ctx.zones())).collect(),
        q: asked.q,
        more: more.unwrap_or_default(),
        unsent: unsent.into_iter().map(|failures| Unsent::of(failures, now, &ctx.zones())).collect(),
    })
}

pub async fn show(ctx: Ctx, Query(asked): Query<Asked>) -> Result<Response, Problem> {
    allowed(&ctx)?;
    let done = match ctx.done() {
        Some("deactivated") => Some("The account is deactivated. Everyone signed in to it is signed out."),
        Some("reactivated") => Some("The account is active. Its owner can sign in again."),
        _ => None,
    };
    Ok(Html(page(&ctx, asked, done.map(Notice::good), None).await?).into_response())
}

/// A link that is shown once is in the answer itself: it must not be in an address.
pub async fn reset_link(
    ctx: Ctx,
    Path(id): Path<UserId>,
    Form(form): Form<RowForm>,
) -> Result<Response, Problem> {
    allowed(&ctx)?;
    match hand_reset_link(&ctx, id).await {
        Ok((link, _)) => {
            let notice = Notice::good("Copy the link now and hand it over.")
                .text("It sets a new password once, within an hour. You won’t see it again.");
            Ok(Html(page(&ctx, Asked::of(form), Some(notice), Some(link)).await?).into_response())
        }
        Err(error) => refused(&ctx, form, "No link was made.", error).await,
    }
}

pub async fn deactivate(
    ctx: Ctx,
    Path(id): Path<UserId>,
    Form(form): Form<RowForm>,
) -> Result<Response, Problem> {
    let by = allowed(&ctx)?;
    match deactivate_account(&ctx, id).await {
        Ok(_) => {
            tracing::info!(target: "audit", audit = true, user = %id, %by, "account deactivated");
            Ok(web::done(list(&form), "deactivated").into_response())
        }
        Err(error) => refused(&ctx, form, "The account was not deactivated.", error).await,
    }
}

pub async fn reactivate(
    ctx: Ctx,
    Path(id): Path<UserId>,
    Form(form): Form<RowForm>,
) -> Result<Response, Problem> {
    let by = allowed(&ctx)?;
    reactivate_account(&ctx, id).await?;
    tracing::info!(target: "audit", audit = true, user = %id, %by, "account reactivated");
    Ok(web::done(list(&form), "reactivated").into_response())
}

async fn refused(ctx: &Ctx, form: RowForm, what: &str, error: Error) -> Result<Response, Problem> {
    let filled = Filled::refused(form, what, error)?;
    let status = filled.status();
    let page = page(ctx, Asked::of(filled.form), filled.notice, None).await?;
    Ok(status.with(page))
}

fn list(form: &RowForm) -> String {
    match serde_html_form::to_string([("q", form.q.as_str())]) {
        Ok(query) if !form.q.is_empty() => format!("{}?{query}", urls::ACCOUNTS),
        _ => urls::ACCOUNTS.to_owned(),
    }
}

impl Asked {
    fn of(form: RowForm) -> Self {
        Self { q: form.q, cursor: None }
    }
}

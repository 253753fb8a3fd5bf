//! One's own account on one page: name, password, calendar, sessions, API tokens, data.

use super::{
    device::device,
    form::{Trouble, signed_out},
};
use crate::{
    error::Error,
    model::{SecretKind, UserView},
    service::{
        calendar_feed::get_feed,
        change_password as passwords,
        delete_account::{Hooks, delete_account},
        end_sessions,
        list_secrets::{self, SessionView, TokenView},
        make_token as tokens,
        profile::{self, ChangeProfile},
    },
};
use askama::Template;
use axum::{
    Extension,
    response::{IntoResponse, Redirect, Response},
};
use kernel::{Moment, PageRequest, Patch, paging};
use serde::Deserialize;
use uuid::Uuid;
use web::{Avatar, Ctx, Form, Html, Layout, Notice, Path, Problem, Query};

/// What has just been done, to say so.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Done {
    done: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ProfileForm {
    display_name: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PasswordForm {
    current_password: String,
    new_password: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct TokenForm {
    name: String,
}

#[derive(Template)]
#[template(path = "identity/me.html")]
pub(super) struct MePage {
    layout: Layout,
    trouble: Trouble,
    done: Option<Notice>,
    user: UserView,
    roles: Vec<String>,
    avatar: Avatar,
    /// As typed, where it was not taken.
    name: String,
    sessions: Vec<SessionRow>,
    tokens: Vec<TokenRow>,
    token_name: String,
    /// A token that was just made: shown this once.
    new_token: Option<String>,
    /// When the calendar's address was made, where there is one.
    feed_made: Option<Day>,
    /// An address that was just made: shown this once.
    pub(super) new_feed: Option<String>,
}

struct SessionRow {
    id: Uuid,
    device: String,
    address: String,
    current: bool,
    used: Day,
}

struct TokenRow {
    id: Uuid,
    name: String,
    made: Day,
    used: Option<Day>,
}

/// A day, for people and for machines.
struct Day {
    words: String,
    date: Moment,
}

impl From<Moment> for Day {
    fn from(moment: Moment) -> Self {
        Self { words: moment.strftime("%-d %B %Y").to_string(), date: moment }
    }
}

impl From<SessionView> for SessionRow {
    fn from(session: SessionView) -> Self {
        Self {
            id: session.id,
            device: device(session.user_agent.as_deref()),
            address: session.address.unwrap_or_default(),
            current: session.current,
            used: session.last_used_at.into(),
        }
    }
}

impl From<TokenView> for TokenRow {
    fn from(token: TokenView) -> Self {
        Self {
            id: token.id,
            name: token.name,
            made: token.created_at.into(),
            used: token.last_used_at.map(Day::from),
        }
    }
}

impl MePage {
    pub(super) async fn of(ctx: &Ctx) -> Result<Self, Problem> {
        let user = profile::get_profile(ctx).await?.1;
        let (sessions, _) = list_secrets::list_sessions(ctx, first_page()).await?;
        let (tokens, _) = list_secrets::list_tokens(ctx, first_page()).await?;
        Ok(Self {
            layout: Layout::of(ctx, "Your account").noindex(),
            trouble: Trouble::default(),
            done: None,
            avatar: Avatar::of(user.user_id, &user.display_name).large(),
            name: user.display_name.clone(),
            roles: user.roles.iter().map(|role| format!("{role:?}")).collect(),
            user,
            sessions: sessions.into_iter().map(SessionRow::from).collect(),
            tokens: tokens.into_iter().map(TokenRow::from).collect(),
            token_name: String::new(),
            new_token: None,
            feed_made: get_feed(ctx).await?.map(Day::from),
            new_feed: None,
        })
    }

    /// The page again after something was not done; `keep` puts back what was typed.
    async fn again(
        ctx: &Ctx,
        error: Error,
        title: &str,
        keep: impl FnOnce(&mut Self),
    ) -> Result<Response, Problem> {
        ctx.actor.signed_in()?;
        let trouble = Trouble::of(error, title)?;
        let mut page = Self::of(ctx).await?;
        keep(&mut page);
        page.trouble = trouble.clone();
        Ok(trouble.with(page))
    }
}

fn first_page<P>() -> PageRequest<P> {
    PageRequest { limit: paging::MOST, after: None }
}

/// Back to the page, which says what was done.
pub(super) fn back(done: &str) -> Response {
    Redirect::to(&format!("/me?done={done}")).into_response()
}

pub async fn show(ctx: Ctx, Query(query): Query<Done>) -> Result<Response, Problem> {
    let done = match query.done.as_str() {
        "name" => Some("Your name is saved."),
        "password" => Some("Your new password is set. Every other session has ended."),
        "session" => Some("That session has ended."),
        "sessions" => Some("Every other session has ended."),
        "token" => Some("That token is deleted."),
        "calendar" => {
            Some("Your calendar’s address is dead. What your calendar program has read already, it may keep.")
        }
        _ => None,
    };
    let page = MePage::of(&ctx).await?;
    Ok(Html(MePage { done: done.map(Notice::good), ..page }).into_response())
}

pub async fn change_profile(ctx: Ctx, Form(form): Form<ProfileForm>) -> Result<Response, Problem> {
    let change =
        ChangeProfile { display_name: Patch::Set(form.display_name.clone()), avatar_key: Patch::Keep };
    match profile::change_profile(&ctx, change).await {
        Ok(_) => Ok(back("name")),
        Err(error) => {
            MePage::again(&ctx, error, "Your name was not saved.", |page| page.name = form.display_name).await
        }
    }
}

pub async fn change_password(ctx: Ctx, Form(form): Form<PasswordForm>) -> Result<Response, Problem> {
    match passwords::change_password(&ctx, &form.current_password, &form.new_password).await {
        Ok(()) => Ok(back("password")),
        Err(error) => MePage::again(&ctx, error, "Your password is as it was.", |_| ()).await,
    }
}

pub async fn end_session(ctx: Ctx, Path(id): Path<Uuid>) -> Result<Response, Problem> {
    end_sessions::end(&ctx, SecretKind::Session, id).await?;
    Ok(back("session"))
}

pub async fn end_other_sessions(ctx: Ctx) -> Result<Response, Problem> {
    end_sessions::end_others(&ctx).await?;
    Ok(back("sessions"))
}

/// The answer is the page itself: a token that is shown once must not be in an address.
pub async fn make_token(ctx: Ctx, Form(form): Form<TokenForm>) -> Result<Response, Problem> {
    match tokens::make_token(&ctx, &form.name).await {
        Ok((token, _)) => {
            let page = MePage::of(&ctx).await?;
            Ok(Html(MePage { new_token: Some(token), ..page }).into_response())
        }
        Err(error) => {
            MePage::again(&ctx, error, "No token was made.", |page| page.token_name = form.name).await
        }
    }
}

pub async fn delete_token(ctx: Ctx, Path(id): Path<Uuid>) -> Result<Response, Problem> {
    end_sessions::end(&ctx, SecretKind::Token, id).await?;
    Ok(back("token"))
}

pub async fn delete(ctx: Ctx, Extension(hooks): Extension<Hooks>) -> Result<Response, Problem> {
    match delete_account(&ctx, &hooks).await {
        Ok(()) => Ok(signed_out(&ctx, "/sign-in?done=deleted")),
        Err(error) => MePage::again(&ctx, error, "Your account is still here.", |_| ()).await,
    }
}

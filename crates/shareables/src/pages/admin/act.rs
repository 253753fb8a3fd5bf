//! What the buttons of the organiser's page do.

use super::{AdminPage, Arrival, saved};
use crate::{
    Error, cookies,
    model::{Entity, Patch, ShareableFields, ShortId, passcode},
    pages::{
        create::go_to_new,
        door::Visit,
        fields::Fields,
        remember::{self, admin_path, with_cookies},
        trouble::Trouble,
    },
    service::{
        clone::{CloneFields, clone_shareable},
        close,
        delete::delete_shareable,
        edit::edit_shareable,
        open,
        passcodes::{self, PasscodeFields},
        rsvp, tick, votes,
    },
};
use axum::response::{IntoResponse, Redirect, Response};
use web::{Ctx, Form, Problem};

/// Lets it last so many days from now.
pub async fn extend(visit: Visit, Form(form): Form<Fields>) -> Response {
    let page = async {
        let days = form.text("days").parse().map_or(Patch::Clear, Patch::Set);
        let fields = ShareableFields { expires_after: days, ..ShareableFields::default() };
        edit_shareable(&visit.ctx, &visit.id, fields).await?;
        Ok(saved(&visit))
    };
    visit.answer(page).await
}

pub async fn close(visit: Visit) -> Response {
    let page = async {
        close::close_poll(&visit.ctx, &visit.id).await?;
        Ok(saved(&visit))
    };
    visit.answer(page).await
}

pub async fn reopen(visit: Visit) -> Response {
    let page = async {
        close::reopen_poll(&visit.ctx, &visit.id).await?;
        Ok(saved(&visit))
    };
    visit.answer(page).await
}

pub async fn clear_ticks(visit: Visit) -> Response {
    let page = async {
        tick::clear_ticks(&visit.ctx, &visit.id).await?;
        Ok(saved(&visit))
    };
    visit.answer(page).await
}

/// Takes one person's answer away.
pub async fn remove_answer(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let code = form.text("code");
        let removed = match open::for_organising(ctx, id).await?.share.entity() {
            Entity::Event => rsvp::withdraw_rsvp(ctx, id, &code).await,
            Entity::Poll => votes::withdraw_vote(ctx, id, &code).await,
            Entity::Checklist => Ok(()),
        };
        match removed {
            Ok(()) | Err(Error::NoSuchAnswer) => Ok(saved(&visit)),
            Err(error) => Err(error.into()),
        }
    };
    visit.answer(page).await
}

/// `do` says what: a new passcode of ours, one that was typed, or none.
pub async fn change_passcodes(visit: Visit, Form(form): Form<Fields>) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        let made = || passcode::generate(&ctx.rng);
        let (view, admin) = match form.text("do").as_str() {
            "view-new" => (Patch::Set(made()), None),
            "view-none" => (Patch::Clear, None),
            "admin-new" => (Patch::Keep, Some(made())),
            _ => (Patch::Set(form.text("viewPasscode")), None),
        };
        let fields = PasscodeFields {
            view_passcode: view,
            admin_passcode: admin.clone().map_or(Patch::Keep, Patch::Set),
        };
        match passcodes::change_passcodes(ctx, id, fields).await {
            Ok(changed) => Ok(let_in_again(ctx, id, &changed.admin_token, admin)),
            Err(error) => not_changed(&visit, error).await,
        }
    };
    visit.answer(page).await
}

/// Passcodes changed: the organiser stays in, and sees their new one once.
fn let_in_again(ctx: &Ctx, id: &ShortId, token: &str, fresh: Option<String>) -> Response {
    let part = if fresh.is_some() { "key" } else { "passcodes" };
    let fresh = fresh.map(|passcode| remember::fresh(ctx, id, &passcode));
    let to = Redirect::to(&format!("{}?saved#{part}", admin_path(id)));
    with_cookies(to, cookies::access(ctx, id, token).into_iter().chain(fresh))
}

async fn not_changed(visit: &Visit, error: Error) -> Result<Response, Problem> {
    let trouble = Trouble::of(error, "Not changed.")?;
    let opened = open::for_organising(&visit.ctx, &visit.id).await?;
    let mut page = AdminPage::of(&visit.ctx, &opened, &Arrival::default()).await?;
    let message = trouble.errors.0.first().map(|error| error.message.clone());
    page.passcode_error = message.unwrap_or_else(|| "That did not work. Try again.".into());
    Ok(trouble.with(page))
}

/// The same once more, under a new code and without answers.
pub async fn make_copy(visit: Visit, Form(form): Form<Fields>) -> Response {
    let page = async {
        let fields = CloneFields {
            name: form.filled("name"),
            expires_after: form.text("expiresAfter").parse().ok(),
            ..CloneFields::default()
        };
        match clone_shareable(&visit.ctx, &visit.id, fields).await {
            Ok(created) => Ok(go_to_new(&visit.ctx, &created)),
            // Not a matter of this share's passcodes, so not for its door.
            Err(Error::SignInToCreate) => {
                Ok(Redirect::to(&web::page::sign_in(&admin_path(&visit.id))).into_response())
            }
            Err(error) => Err(error.into()),
        }
    };
    visit.answer(page).await
}

pub async fn delete(visit: Visit) -> Response {
    let (ctx, id) = (&visit.ctx, &visit.id);
    let page = async {
        delete_shareable(ctx, id).await?;
        Ok(with_cookies(Redirect::to("/here?deleted"), cookies::forget(ctx, id, cookies::ACCESS)))
    };
    visit.answer(page).await
}

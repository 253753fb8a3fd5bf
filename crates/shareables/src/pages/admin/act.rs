//! What the buttons of the organiser's page do. All post to the page's own address; `do` says what.

use super::{AdminForm, AdminPage, back};
use crate::{
    Error,
    gate::{Gate, Opened, To},
    model::{Patch, Role, ShareableFields},
    pages::{cookies, new::go_to_new, open},
    service::{
        change_passcodes::{ChangePasscodes, change_passcodes},
        clear_ticks::clear_ticks,
        clone_shareable::{CloneShareable, clone_shareable},
        close_poll::close_poll,
        delete_shareable::delete_shareable,
        edit_shareable::{EditShareable, edit_shareable},
        keep_shareable::keep_shareable,
        reopen_poll::reopen_poll,
        withdraw_answer::withdraw_answer,
    },
    urls,
};
use axum::response::{IntoResponse, Redirect, Response};
use web::{
    CreatingForm, Expected, Fault, Fields, Filled, Form, Once, OnceField, Problem, components::when,
    mine::Keep, with_cookies,
};

/// `POST /s/{shortId}/admin`
pub async fn act(gate: Gate, sent: CreatingForm<Fields>) -> Result<Response, Problem> {
    let CreatingForm { once, field, form } = sent;
    if let Some(passcode) = form.filled("passcode") {
        return open(&gate, &passcode, Role::Admin).await;
    }
    let (ctx, visitor, any) = (&gate.ctx, &gate.visitor, Expected::any());
    let done = match form.text("do").as_str() {
        "extend" => extend(&gate, &form).await.map(|what| back(&gate, what)),
        "cancel" => cancel(&gate, true).await.map(|()| back(&gate, "cancelled")),
        "restore" => cancel(&gate, false).await.map(|()| back(&gate, "restored")),
        "close" => close_poll(ctx, visitor, &any).await.map(|_| back(&gate, "closed")),
        "reopen" => reopen_poll(ctx, visitor, &any).await.map(|_| back(&gate, "reopened")),
        "clear" => clear(&gate).await.map(|()| back(&gate, "cleared")),
        "remove" => remove(&gate, &form).await.map(|()| back(&gate, "removed")),
        "copy" => copy(&gate, &once, &form).await,
        "delete" => delete(&gate).await,
        other => set_passcodes(&gate, other, &form).await,
    };
    match done {
        Ok(response) => Ok(response),
        Err(error) => not_done(&gate, &form, field, error).await,
    }
}

/// The page again, with what was wrong beside it.
async fn not_done(gate: &Gate, form: &Fields, once: OnceField, error: Error) -> Result<Response, Problem> {
    if let Error::Fault(Fault::KeyUsed { id, .. }) = &error
        && let Ok(id) = id.parse()
    {
        return Ok(Redirect::to(&urls::admin(&id)).into_response());
    }
    let filled = Filled::refused(form.read::<AdminForm>()?, "Not done.", gate.refuse(error))?;
    let opened = gate.open(To::Organise).await?;
    let status = filled.status();
    Ok(status.with(AdminPage::of(&gate.ctx, &opened, Some(filled), once).await?))
}

/// Lets it last so many days from now, or from the end of the event. Returns what became of its time.
async fn extend(gate: &Gate, form: &Fields) -> Result<&'static str, Error> {
    let before = gate.visitor.share(&gate.ctx, To::Edit).await?.expires_at;
    let days = form.text("days").parse().map_or(Patch::Clear, Patch::Set);
    let fields = ShareableFields { expires_after: days, ..ShareableFields::default() };
    let cmd = EditShareable { expected: Expected::any(), fields };
    let share = edit_shareable(&gate.ctx, &gate.visitor, cmd).await?;
    Ok(if share.expires_at < before { "shortened" } else { "extended" })
}

/// Cancels the event, or restores it.
async fn cancel(gate: &Gate, cancelled: bool) -> Result<(), Error> {
    let fields = ShareableFields { cancelled: Patch::Set(cancelled), ..ShareableFields::default() };
    let cmd = EditShareable { expected: Expected::any(), fields };
    edit_shareable(&gate.ctx, &gate.visitor, cmd).await.map(drop)
}

async fn clear(gate: &Gate) -> Result<(), Error> {
    clear_ticks(&gate.ctx, &gate.visitor.open(&gate.ctx, To::Edit).await?).await
}

/// Removes one person's answer.
async fn remove(gate: &Gate, form: &Fields) -> Result<(), Error> {
    let opened = gate.visitor.open(&gate.ctx, To::Edit).await?;
    match withdraw_answer(&gate.ctx, &opened, form.text("code").parse().ok()).await {
        Err(Error::NoSuchAnswer) => Ok(()),
        other => other,
    }
}

/// A new passcode of ours, one that was typed, or none. The organiser stays in, and sees a new one of theirs once.
async fn set_passcodes(gate: &Gate, what: &str, form: &Fields) -> Result<Response, Error> {
    let (ctx, id) = (&gate.ctx, gate.id());
    let made = || kernel::words::passcode(&ctx.rng);
    let (view_passcode, admin) = match what {
        "view-new" => (Patch::Set(made()), None),
        "view-none" => (Patch::Clear, None),
        "admin-new" => (Patch::Keep, Some(made())),
        _ => (Patch::Set(form.text("viewPasscode")), None),
    };
    let admin_passcode = admin.clone().map_or(Patch::Keep, Patch::Set);
    let cmd = ChangePasscodes { view_passcode, admin_passcode };
    let (_, token) = change_passcodes(ctx, &gate.visitor, &Expected::any(), &cmd).await?;
    let fresh = admin.map(|passcode| cookies::fresh(ctx, id, &passcode));
    Ok(with_cookies(back(gate, "passcodes"), cookies::access(ctx, id, &token).into_iter().chain(fresh)))
}

/// The same once more, under a new code and without answers.
async fn copy(gate: &Gate, once: &Once, form: &Fields) -> Result<Response, Error> {
    let opened = gate.visitor.open(&gate.ctx, To::Organise).await?;
    let cmd = CloneShareable {
        name: form.filled("name"),
        expires_after: form.text("expiresAfter").parse().ok(),
        start_time: start(&opened, form)?,
        ..CloneShareable::default()
    };
    Ok(go_to_new(&gate.ctx, &clone_shareable(&gate.ctx, &opened, once, cmd).await?.into_inner()))
}

fn start(opened: &Opened, form: &Fields) -> Result<Option<kernel::Moment>, Error> {
    let (Some(text), Ok(event)) = (form.filled("startTime"), opened.share.event()) else { return Ok(None) };
    let read = when::read_local_time(&text, &when::zone(&event.time_zone));
    Ok(Some(read.map_err(|message| Fault::about("startTime", message))?))
}

async fn delete(gate: &Gate) -> Result<Response, Error> {
    let (ctx, id) = (&gate.ctx, gate.id());
    delete_shareable(ctx, &gate.visitor, &Expected::any()).await?;
    Ok(with_cookies(web::done(urls::HERE, "deleted"), cookies::forget_access(ctx, id)))
}

/// `POST /s/{shortId}/keep`: adds it to the account, or gives it up (`do=give-up`).
pub async fn keep(gate: Gate, Form(form): Form<Fields>) -> Result<Response, Problem> {
    if gate.visitor.user.is_none() {
        return Ok(Redirect::to(&web::page::sign_in(&urls::admin(gate.id()))).into_response());
    }
    let (keep, what) = match form.text("do").as_str() {
        "give-up" => (Keep::GiveUp, "given-up"),
        _ => (Keep::Claim { created_here: cookies::has_created(&gate.ctx, gate.id()) }, "kept"),
    };
    keep_shareable(&gate.ctx, &gate.visitor, keep).await.map_err(|error| gate.refuse(error))?;
    if keep == Keep::GiveUp {
        // Without the organiser passcode they are no organiser any more.
        return Ok(web::done(urls::page(gate.id()), what).into_response());
    }
    Ok(back(&gate, what))
}

//! Everything a share has come to, for its organiser to download.

use super::get_shareable::{Shown, get_shareable};
use crate::{
    Error,
    gate::Opened,
    model::{Content, Rsvp, Vote},
    stored::all_answers,
};
use web::Services;

/// A share with everything in it, participants' codes included.
pub struct Exported {
    pub shown: Shown,
    pub answers: Answers,
}

pub enum Answers {
    /// A checklist's marks are with its items.
    None,
    Rsvps(Vec<Rsvp>),
    Votes(Vec<Vote>),
}

/// Everything, read from storage.
pub async fn export_shareable(services: &Services, opened: Opened) -> Result<Exported, Error> {
    let (store, id) = (services.store.as_ref(), *opened.id());
    let answers = match &opened.share.content {
        Content::Checklist(_) => Answers::None,
        Content::Event(_) => Answers::Rsvps(all_answers(store, &id).await?),
        Content::Poll(_) => Answers::Votes(all_answers(store, &id).await?),
    };
    Ok(Exported { shown: get_shareable(services, opened).await?, answers })
}

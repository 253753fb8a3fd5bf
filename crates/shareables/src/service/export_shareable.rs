//! Everything a share has come to, for its organiser to download.

use super::get_shareable::{Shown, get_shareable};
use crate::{
    Error,
    gate::Opened,
    model::{Content, Results, Rsvp, Vote, results::Votes},
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
    Votes(Vec<Vote>, Results),
}

/// Everything, read from storage.
pub async fn export_shareable(services: &Services, opened: Opened) -> Result<Exported, Error> {
    let (store, id) = (services.store.as_ref(), *opened.id());
    let answers = match &opened.share.content {
        Content::Checklist(_) => Answers::None,
        Content::Event(_) => Answers::Rsvps(all_answers(store, &id).await?),
        Content::Poll(poll) => {
            let votes: Vec<Vote> = all_answers(store, &id).await?;
            let mut counted = Votes::of(poll);
            votes.iter().cloned().for_each(|vote| counted.insert(vote));
            Answers::Votes(votes, counted.results(poll))
        }
    };
    Ok(Exported { shown: get_shareable(services, opened).await?, answers })
}

//! What a closed poll decided, for its manager to make something of it.

use crate::{Error, live::Ballots, model::Poll};
use web::{
    Ctx,
    outcome::{Answered, Decided},
};

/// What won; a tie decides nothing.
pub async fn get_decision(ctx: &Ctx, poll: &Poll) -> Result<Decided, Error> {
    if poll.is_open(ctx.clock.now()) {
        return Err(Error::StillOpen);
    }
    let results = ctx.followed::<Ballots>(poll).await?;
    let answered = |winner: &tally::Name| Answered {
        question: poll.title.clone(),
        answer: winner.to_string(),
        ..Answered::default()
    };
    let answers = results.winner.iter().map(answered).collect();
    Ok(Decided { title: poll.title.clone(), time_zone: None, answers })
}

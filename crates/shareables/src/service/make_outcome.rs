//! Makes something of what a closed poll decided, once of each kind.

use super::get_results::get_results;
use crate::{
    Error,
    gate::{Opened, Visitor},
    live,
    model::{OptionResults, Poll, QuestionResults},
    urls,
};
use web::{
    Ctx, Once, Problem,
    outcome::{self, Answered, Decided, Happened, MakeOutcome, Origin},
};

/// What a poll is called where it is what decided.
const KIND: &str = "poll";

pub async fn make_outcome(
    ctx: &Ctx,
    visitor: &Visitor,
    once: &Once,
    cmd: &MakeOutcome,
) -> Result<Happened, Problem> {
    let decided = decided(ctx, &closed_poll(ctx, visitor).await?).await?;
    let from = Origin { kind: KIND.into(), path: urls::page(&visitor.id) };
    let load = async || Ok::<_, Error>(closed_poll(ctx, visitor).await?.share);
    let made = outcome::make_outcome(ctx, once, cmd, (&from, &decided), load).await?;
    live::edited(ctx, &visitor.id);
    Ok(made)
}

/// The poll, for its organiser, once it takes no more votes.
pub async fn closed_poll(ctx: &Ctx, visitor: &Visitor) -> Result<Opened, Error> {
    let (opened, now) = (visitor.for_organising(ctx).await?, ctx.clock.now());
    let over = opened.share.poll()?.is_closed_at(now) || opened.share.has_expired(now);
    if over { Ok(opened) } else { Err(Error::StillOpen) }
}

/// What won, question by question; a tie decides nothing.
pub async fn decided(ctx: &Ctx, opened: &Opened) -> Result<Decided, Error> {
    let tally = get_results(ctx, opened).await?;
    let poll = opened.share.poll()?;
    let answers = tally.results.questions.iter().filter_map(|question| answered(poll, question));
    Ok(Decided { title: opened.share.name.clone(), answers: answers.collect() })
}

fn answered(poll: &Poll, question: &QuestionResults) -> Option<Answered> {
    let best = leader(&question.options)?;
    let option = poll.questions.iter().find_map(|asked| asked.option(best.poll_question_option_id))?;
    Some(Answered {
        question: question.title.clone(),
        answer: best.label.clone(),
        start: option.start_time,
        end: option.end_time,
    })
}

/// The option with the most votes, if one has.
fn leader(options: &[OptionResults]) -> Option<&OptionResults> {
    let most = options.iter().map(|option| option.votes).max().filter(|votes| *votes > 0)?;
    let mut best = options.iter().filter(|option| option.votes == most);
    best.next().filter(|_| best.next().is_none())
}

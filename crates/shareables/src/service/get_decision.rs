//! What a closed poll decided, for its organiser to make something of it.

use super::get_results::get_results;
use crate::{
    Error,
    gate::Opened,
    model::{OptionResults, Poll, QuestionResults},
};
use web::{
    Ctx,
    outcome::{Answered, Decided},
};

/// What won, question by question; a tie decides nothing.
pub async fn get_decision(ctx: &Ctx, opened: &Opened) -> Result<Decided, Error> {
    let (share, poll, now) = (&opened.share, opened.share.poll()?, ctx.clock.now());
    if !poll.is_closed_at(now) && !share.has_expired(now) {
        return Err(Error::StillOpen);
    }
    let tally = get_results(ctx, opened).await?;
    let answers = tally.results.questions.iter().filter_map(|question| answered(poll, question));
    Ok(Decided { title: share.name.clone(), time_zone: poll.time_zone.clone(), answers: answers.collect() })
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

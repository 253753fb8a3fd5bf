//! Starts a round: who is there, and up to eight films for them, the one first that was decided on.

use super::{add_suggestion, tonight::Tonight};
use crate::{
    Error, facts,
    gate::Who,
    keys, live,
    model::{
        Film, FilmId, Fitting, MOST_SUGGESTIONS, MemberId, RatingList, Round, RoundId, Suggestion, Wish,
        suggest,
    },
    stored,
    tables::GROUPS,
    urls,
};
use kernel::{Checks, Moment, Open};
use std::collections::BTreeSet;
use store::{Condition, Write};
use web::{Ctx, New, Once, create, outcome::Cause};

/// What a round is called where things of all kinds are.
pub const KIND: &str = "round";

#[derive(Debug, Clone, Default)]
pub struct CreateRound {
    /// Everybody where nobody is named.
    pub attendees: Option<Vec<String>>,
    /// The title of a film that is to be on the shortlist.
    pub film: Option<String>,
    /// The decision that it is made from.
    pub cause: Option<Cause>,
}

pub async fn create_round(ctx: &Ctx, who: &Who, once: &Once, cmd: &CreateRound) -> Result<Round, Error> {
    let household = who.household()?;
    let made = create(
        ctx,
        once,
        async |seed| {
            let tonight = Tonight::load(ctx, household).await?;
            let attendees = cmd.attendees(&tonight.ids())?;
            let constraints = tonight.constraints(&attendees);
            let pool = facts::pool(ctx, &constraints, &ctx.rng).await;
            let id = RoundId(seed.uuid("round"));
            let decided = match &cmd.film {
                Some(title) => Some(add_suggestion::titled(ctx, title, &seed, &constraints.ratings).await?),
                None => None,
            };
            let mut suggestions: Vec<Suggestion> = Vec::new();
            if let Some(film) = &decided {
                add_suggestion::must_suit(film, &constraints, "title")?;
                let first =
                    Suggestion::new(id, 1, film, &Fitting::of(film, &constraints), &constraints.ratings);
                suggestions.push(Suggestion { added_by: Some(who.id()), ..first });
            }
            let there: BTreeSet<FilmId> = decided.iter().map(|film| film.id).collect();
            let chosen = suggest(&pool, &constraints, &there, MOST_SUGGESTIONS - there.len(), &ctx.rng);
            let mut round = Round::draft(id, household, who.id(), attendees, Moment::from(ctx.clock.now()));
            let next = if decided.is_some() { 2 } else { 1 };
            suggestions.extend(on_the_list(id, next, &chosen, &constraints.ratings));
            round.relaxed_constraints = relaxed(&suggestions);
            round.from = cmd.cause.as_ref().map(|cause| cause.from.clone());
            let there = Condition::exists("group_id").and(Condition::absent("deleted_at"));
            let newest = Write::update(&GROUPS, keys::household(household))
                .set("latest_round_id", id.to_string())
                .when(there);
            let newest = tonight.fill_watched(newest);
            let mut writes = vec![stored::put(&round)?.if_new(), newest];
            for suggestion in &suggestions {
                writes.push(stored::put_suggestion(suggestion)?);
            }
            writes.extend(cmd.cause.as_ref().map(|cause| cause.note(KIND, id, urls::round(id))).transpose()?);
            Ok::<_, Error>(New { owned: false, ..New::of(KIND, id, round, writes) })
        },
        async |_, id| match id.parse() {
            Ok(id) => match stored::get_round(ctx, household, id).await {
                // Made for a household that the caller has left since.
                Err(Error::NoRound) => Ok(None),
                round => round.map(Some),
            },
            Err(_) => Ok(None),
        },
    )
    .await?
    .into_inner();
    live::round_changed(ctx, household, made.round_id);
    Ok(made)
}

impl CreateRound {
    /// Those who are named, each once; they must be in the household.
    fn attendees(&self, members: &[MemberId]) -> Result<Vec<MemberId>, Error> {
        let Some(named) = &self.attendees else { return Ok(members.to_vec()) };
        let mut checks = Checks::new();
        checks.that(!named.is_empty(), "attendees", "Choose at least one person.");
        let mut attendees: Vec<MemberId> = Vec::new();
        for (at, text) in named.iter().enumerate() {
            match text.parse().ok().filter(|member| members.contains(member)) {
                Some(member) if !attendees.contains(&member) => attendees.push(member),
                Some(_) => {}
                None => {
                    checks.that(
                        false,
                        format!("attendees[{at}]"),
                        "There is no such person in your household.",
                    );
                }
            }
        }
        checks.done()?;
        Ok(attendees)
    }
}

/// The chosen films as rows of a shortlist, from `position` on.
pub fn on_the_list(
    round: RoundId,
    position: u32,
    chosen: &[(&Film, Fitting)],
    list: &RatingList,
) -> Vec<Suggestion> {
    let numbered = (position..).zip(chosen);
    let row = |(position, (film, fitting)): (u32, &(&Film, Fitting))| {
        Suggestion::new(round, position, film, fitting, list)
    };
    numbered.map(row).collect()
}

/// The wishes that a shortlist does not meet throughout. What somebody added by hand loosened nothing.
pub fn relaxed<'a>(suggestions: impl IntoIterator<Item = &'a Suggestion>) -> Vec<Open<Wish>> {
    let suggested = suggestions.into_iter().filter(|one| one.added_by.is_none());
    let missed: BTreeSet<Open<Wish>> = suggested.flat_map(|one| one.misses.iter().cloned()).collect();
    missed.into_iter().collect()
}

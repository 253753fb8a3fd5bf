//! The ranked polls of the example: one that is open, one that found its winner in the third round, and one of dates.

use crate::{
    gate::Visitor,
    model::{PollId, Voter},
    service::{
        cast_vote::{CastVote, cast_vote},
        close_poll::close_poll,
        create_poll::{CreatePoll, create_poll},
    },
    urls,
};
use Cast::{Ana, Chidi, Jonas, Layla, Maximiliana, Maya, Noor, Oskar, Priya, Sam, Tom, Yuki};
use async_trait::async_trait;
use jiff::tz::TimeZone;
use kernel::Moment;
use web::{
    Example, Expected, Once, Problem,
    example::{Cast, Club, ZONE},
};

pub struct Votes;

/// Where to go, as everybody with an account ranks it.
const PLACES: [&str; 5] = ["Azores", "Lake District", "Kraków", "Sardinia", "A house with a pool"];
const SUMMER: [(Cast, &[usize]); 12] = [
    (Maya, &[0, 2, 1]),
    (Tom, &[0, 3]),
    (Priya, &[1, 0, 2]),
    (Jonas, &[2, 1, 0, 3]),
    (Layla, &[3, 0]),
    (Yuki, &[0, 1]),
    (Maximiliana, &[4, 3, 0, 1, 2]),
    (Sam, &[4]),
    (Ana, &[3, 4, 2]),
    (Oskar, &[2, 0]),
    (Chidi, &[1, 2, 0]),
    (Noor, &[3, 2]),
];

const BOOKS: [&str; 4] =
    ["The Left Hand of Darkness", "Pachinko", "Season of Migration to the North", "The Summer Book"];
const READERS: [(Cast, &[usize]); 5] =
    [(Maya, &[3, 1]), (Layla, &[2, 0]), (Yuki, &[1, 3]), (Chidi, &[0]), (Sam, &[3, 0, 1, 2])];
const EVENINGS: [(Cast, &[usize]); 5] =
    [(Maya, &[1, 0]), (Tom, &[1]), (Priya, &[0, 1]), (Ana, &[1, 2]), (Oskar, &[2, 1])];

#[async_trait]
impl Example for Votes {
    async fn fill(&self, club: &mut Club) -> Result<(), Problem> {
        club.days_ago(20);
        let about = Some("We stay five nights. Rank as many as you would come to.");
        let summer = ask(club, "Where to next summer?", about, &PLACES.map(str::to_owned), &SUMMER).await?;
        close(club, summer).await?;
        club.days_ago(8);
        let days = [club.time(12, 20, 0), club.time(13, 20, 0), club.time(19, 20, 0)].map(date);
        let quiz = ask(club, "Which evening for the quiz?", None, &days, &EVENINGS).await?;
        close(club, quiz).await?;
        club.days_ago(2);
        let books = ask(club, "The next book", None, &BOOKS.map(str::to_owned), &READERS).await?;
        club.show("A ranked poll, counted", format!("{}/results", urls::poll(summer)));
        club.show("A ranked poll to vote in", urls::poll(books));
        Ok(())
    }
}

/// A day and a time as somebody would type them: 2026-11-28 20:00.
fn date(at: Moment) -> String {
    at.to_zoned(TimeZone::get(ZONE).unwrap_or(TimeZone::UTC)).strftime("%Y-%m-%d %H:%M").to_string()
}

/// Maya asks, and everybody answers with the numbers of the options, best first.
async fn ask(
    club: &Club,
    title: &str,
    about: Option<&str>,
    options: &[String],
    ballots: &[(Cast, &[usize])],
) -> Result<PollId, Problem> {
    let cmd = CreatePoll {
        title: title.to_owned(),
        description: about.map(str::to_owned),
        candidates: options.to_vec(),
        expires_at: None,
        settings: None,
    };
    let poll = create_poll(&club.as_member(Maya)?, &Once::none(), cmd).await?.into_inner().poll.id;
    for (who, ranks) in ballots {
        club.later();
        let rankings = ranks.iter().filter_map(|at| options.get(*at).cloned()).collect();
        let voter = Voter::Account(club.account(*who)?.user_id);
        cast_vote(&club.as_member(*who)?, &CastVote { poll, rankings, voter }).await?;
    }
    Ok(poll)
}

async fn close(club: &Club, poll: PollId) -> Result<(), Problem> {
    let maya = club.as_member(Maya)?;
    close_poll(&maya, &Visitor::of(poll, maya.actor.user_id()), &Expected::any()).await?;
    Ok(())
}

//! The parts of a round's page that are pushed when somebody votes or rates; the same structs print them on the page.

use super::{art::Poster, people::avatar};
use crate::{
    model::{Member, MemberId, Ranked, Status, User, Verdict},
    service::get_round::SeenRound,
    urls,
};
use askama::Template;
use kernel::Open;
use web::{
    Avatar, Icon, Problem, Seat, Seats,
    live::Part,
    words::{counted, list},
};

/// What is pushed, by where the round is.
pub fn of(seen: &SeenRound) -> Result<Vec<Part>, Problem> {
    match seen.status {
        Status::Voting => {
            Ok(vec![Part::new("seats", Around::of(seen))?, Part::new("standing", Standing::of(seen))?])
        }
        Status::Watched | Status::Rated => Ok(vec![Part::new("verdicts", Verdicts::of(seen))?]),
        Status::Draft | Status::Selected | Status::Expired | Status::Unknown => Ok(Vec::new()),
    }
}

/// What people at the table have done: a word before their names, and what stands in the middle.
type Deed = (&'static str, &'static str);
pub const VOTED: Deed = ("Voted", "have voted");
pub const RATED: Deed = ("Rated", "have rated");

/// Who is there, and who of them has voted.
#[derive(Template)]
#[template(source = "{{ seats }}", ext = "html")]
pub struct Around {
    seats: Seats,
}

impl Around {
    pub fn of(seen: &SeenRound) -> Self {
        Self::new(present(seen).map(|member| (&member.user, seen.has_voted(member.id()))), VOTED)
    }

    /// These people, each with whether they have done it.
    pub fn new<'a>(people: impl Iterator<Item = (&'a User, bool)>, (word, say): Deed) -> Self {
        let people: Vec<_> = people.collect();
        let names = |done: bool| -> Vec<&str> {
            let those = people.iter().filter(|(_, has)| *has == done);
            those.map(|(user, _)| user.display_name.as_str()).collect()
        };
        let (done, waiting) = (names(true), names(false));
        let who = match people.len() {
            1 => "1 person".to_owned(),
            many => format!("{many} people"),
        };
        let first = if done.is_empty() { "nobody".to_owned() } else { list(&done) };
        let left = if waiting.is_empty() { String::new() } else { format!(" Not yet: {}.", list(&waiting)) };
        let label = format!("{who}. {word}: {first}.{left}");
        let seat = |(user, has): &(&User, bool)| {
            let seat = Seat::of(&avatar(user));
            if *has { seat.done() } else { seat }
        };
        let big = format!("{}/{}", done.len(), people.len());
        Self { seats: Seats::new(people.iter().map(seat).collect(), big, say, label) }
    }
}

/// Who is there, as far as they are in the household.
pub fn present(seen: &SeenRound) -> impl Iterator<Item = &Member> {
    seen.members.iter().filter(|member| seen.present.contains(&member.id()))
}

/// How the films stand, best first.
#[derive(Template)]
#[template(path = "movies/standing.html")]
pub struct Standing {
    rows: Vec<StandingRow>,
    /// Where a pick is posted; nothing where none can be made.
    pick: Option<String>,
    /// How many have not voted yet.
    waiting: String,
}

struct StandingRow {
    film: i64,
    title: String,
    score: String,
    percent: i64,
    lead: bool,
    said: String,
}

impl Standing {
    pub fn of(seen: &SeenRound) -> Self {
        let ranked = seen.ranked();
        let best = ranked.first().map_or(0, Ranked::score).max(1);
        let rows = ranked.iter().enumerate().map(|(at, one)| StandingRow {
            film: one.film.0,
            title: seen.suggestion(one.film).map(|film| film.title.clone()).unwrap_or_default(),
            score: format!("{:+}", one.score()).replace("+0", "0").replace('-', "−"),
            percent: (one.score().max(0) * 100) / best,
            lead: at == 0 && one.score() > 0,
            said: said(seen, one),
        });
        let voting = seen.status == Status::Voting;
        let left = seen.present.len() - seen.voted();
        Self {
            rows: rows.collect(),
            pick: voting.then(|| urls::act(seen.round.round_id, "pick")),
            waiting: match (voting, left) {
                (true, 1..) => format!(
                    "{} not voted yet.",
                    if left == 1 { "1 person has".into() } else { format!("{left} people have") }
                ),
                _ => String::new(),
            },
        }
    }
}

/// “Yes: Nora and Ella. No: Sam.”
fn said(seen: &SeenRound, one: &Ranked) -> String {
    let told = |word: &str, members: &[MemberId]| {
        let names: Vec<_> = members.iter().map(|member| seen.name(*member)).collect();
        (!names.is_empty()).then(|| format!("{word}: {}.", list(&names)))
    };
    let both: Vec<_> = [told("Yes", &one.up), told("No", &one.down)].into_iter().flatten().collect();
    match (both.is_empty(), seen.status) {
        (false, _) => both.join(" "),
        (true, Status::Voting) => "No votes yet.".into(),
        (true, _) => "No votes.".into(),
    }
}

/// What everybody who was there thought.
#[derive(Template)]
#[template(path = "movies/verdicts.html")]
pub struct Verdicts {
    rows: Vec<VerdictRow>,
}

struct VerdictRow {
    avatar: Avatar,
    managed: bool,
    name: String,
    verdict: Option<(Icon, String)>,
}

impl Verdicts {
    pub fn of(seen: &SeenRound) -> Self {
        let row = |member: &Member| {
            let rating = seen.ratings.iter().find(|rating| rating.member_id == member.id());
            VerdictRow {
                avatar: avatar(&member.user),
                managed: member.id().is_managed(),
                name: member.user.display_name.clone(),
                verdict: rating.map(|rating| (icon(&rating.rating), words(&rating.rating))),
            }
        };
        Self { rows: present(seen).map(row).collect() }
    }
}

pub fn icon(verdict: &Open<Verdict>) -> Icon {
    match verdict {
        Open::Known(Verdict::Loved) => Icon::Heart,
        Open::Known(Verdict::Liked) => Icon::Smile,
        Open::Known(Verdict::DidNotLike) => Icon::Frown,
        Open::Other(_) => Icon::Film,
    }
}

/// A rating as a page shows it; one that is not known as it is stored.
pub fn words(verdict: &Open<Verdict>) -> String {
    match verdict {
        Open::Known(verdict) => verdict.words().to_owned(),
        Open::Other(text) if text.is_empty() => "Rated".to_owned(),
        Open::Other(text) => text.clone(),
    }
}

/// How often a film got each rating.
pub fn tallies(ratings: &[Verdict]) -> Vec<(Icon, usize, &'static str)> {
    let count = |verdict: Verdict| ratings.iter().filter(|one| **one == verdict).count();
    let all =
        Verdict::ALL.into_iter().map(|verdict| (icon(&verdict.into()), count(verdict), verdict.words()));
    all.filter(|(_, count, _)| *count > 0).collect()
}

/// “2014, 93 minutes, PG”.
pub fn facts(year: Option<i32>, minutes: Option<u32>, rating: Option<&str>) -> String {
    let parts = [
        year.map(|year| year.to_string()),
        minutes.map(|minutes| counted(minutes, "minute")),
        Some(rating.unwrap_or("not rated").to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl askama::filters::HtmlSafe for Around {}
impl askama::filters::HtmlSafe for Standing {}
impl askama::filters::HtmlSafe for Verdicts {}

/// The poster of a pick.
pub fn poster_of(pick: &crate::model::Pick) -> Poster {
    Poster::new(pick.tmdb_movie_id, pick.title(), pick.poster_path.as_deref())
}

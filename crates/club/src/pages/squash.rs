//! `/squash`: enter a match in ten seconds, and see the ladder move.

use super::{
    matches::{MatchRow, days},
    players::Story,
};
use crate::{
    Error,
    gate::{self, Allowed, KeepsSquash, SeesSquash},
    http::views::whole,
    live::{LadderPage as Watched, SquashRights, Whole},
    model::{
        Act, PlayerId, Team, Teams,
        ladder::{Ladder, Standing},
    },
    service::{enter_match, list_matches::ladder},
    urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use jiff::civil::Date;
use kernel::FieldError;
use serde::Deserialize;
use web::{
    Avatar, Creates, CreatingForm, Ctx, Fault, Filled, Layout, Notice, OnceField, Problem, Services, Zones,
    components::Empty, done, live::Part, words::counted_or_none,
};

/// Matches that are shown beside the ladder.
const RECENT: usize = 8;
/// Lines of the ladder that are sent to open pages; a longer one is fetched.
const TOP: usize = 20;

#[derive(Template)]
#[template(path = "club/squash.html")]
struct SquashPage {
    layout: Layout,
    count: Count,
    form: Option<MatchFields>,
    notice: Option<Notice>,
    once: OnceField,
    table: LadderTable,
    recent: RecentMatches,
    me: Option<MyPlace>,
    empty: Option<Empty>,
    may_change: bool,
}

/// The ladder: the same for everyone who may see it.
#[derive(Template)]
#[template(path = "club/parts/ladder.html")]
struct LadderTable {
    lines: Vec<Line>,
    more: usize,
}

/// The latest matches, by day.
#[derive(Template)]
#[template(path = "club/parts/recent.html")]
struct RecentMatches {
    days: Vec<(String, Vec<MatchRow>)>,
}

/// How many there are.
#[derive(Template)]
#[template(ext = "html", source = "{{ players }}, {{ matches }}")]
struct Count {
    players: String,
    matches: String,
}

impl askama::filters::HtmlSafe for Count {}
impl askama::filters::HtmlSafe for LadderTable {}
impl askama::filters::HtmlSafe for RecentMatches {}
impl askama::filters::HtmlSafe for MyPlace {}

struct Line {
    place: usize,
    href: String,
    avatar: Avatar,
    name: String,
    won: u32,
    lost: u32,
    /// Newest last, as one reads.
    form: Vec<bool>,
    form_words: String,
    spark: Spark,
    points: i64,
    provisional: bool,
    /// Whether it is the reader's.
    mine: bool,
}

/// Points over the latest matches as a line of 88 × 28.
pub struct Spark {
    pub line: String,
    pub end: (String, String),
}

/// The reader's own place.
#[derive(Template)]
#[template(path = "club/parts/my_place.html")]
struct MyPlace {
    avatar: Avatar,
    name: String,
    place: usize,
    points: i64,
    href: String,
    story: Story,
}

/// The form of a match, as it stands on a page.
pub struct MatchFields {
    pub filled: Filled<MatchForm>,
    /// Ids as the form sends them, and names.
    pub players: Vec<(String, String)>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct MatchForm {
    /// `singles` or `doubles`.
    pub kind: String,
    pub a1: String,
    pub a2: String,
    pub b1: String,
    pub b2: String,
    pub ga: String,
    pub gb: String,
    /// A quick score, pressed: `3-1`.
    pub quick: String,
    pub date: String,
    pub version: u64,
}

impl MatchForm {
    /// A match as the form shows it; without one, an empty form of singles.
    pub fn of(teams: Option<&Teams>) -> Self {
        let Some(teams) = teams else {
            return Self { kind: "singles".into(), ..Self::default() };
        };
        let second = |id: Option<PlayerId>| id.map(|id| id.to_string()).unwrap_or_default();
        Self {
            kind: if teams.a.1.is_some() { "doubles" } else { "singles" }.into(),
            a1: teams.a.0.to_string(),
            a2: second(teams.a.1),
            b1: teams.b.0.to_string(),
            b2: second(teams.b.1),
            ga: teams.games.0.to_string(),
            gb: teams.games.1.to_string(),
            date: teams.date.to_string(),
            ..Self::default()
        }
    }

    /// What the form says of the match.
    pub fn teams(&self) -> Result<Teams, Error> {
        let wrong = |field: &str, message: &str| FieldError { field: field.into(), message: message.into() };
        let player = |field: &str, text: &str| text.parse().map_err(|_| wrong(field, "Choose a player."));
        let doubles = self.kind == "doubles";
        let second = |field: &str, text: &str| if doubles { player(field, text).map(Some) } else { Ok(None) };
        let games =
            |field: &str, text: &str| text.trim().parse().map_err(|_| wrong(field, "Enter 0 to 3 games."));
        let (ga, gb) = self.quick.split_once('-').unwrap_or((&self.ga, &self.gb));
        let games = (games("ga", ga)?, games("gb", gb)?);
        Ok(Teams {
            date: self.date.parse().map_err(|_| wrong("date", "Enter the day of the match."))?,
            a: (player("a1", &self.a1)?, second("a2", &self.a2)?),
            b: (player("b1", &self.b1)?, second("b2", &self.b2)?),
            winner: if games.0 >= games.1 { Team::A } else { Team::B },
            games,
        })
    }
}

/// What is wrong, said of the form's own fields.
pub fn on_the_form(error: FieldError) -> FieldError {
    let field = match error.field.as_str() {
        "teamAPlayer1Id" => "a1",
        "teamAPlayer2Id" => "a2",
        "teamBPlayer1Id" => "b1",
        "teamBPlayer2Id" => "b2",
        "teamAGames" => "ga",
        "teamBGames" => "gb",
        other => other,
    };
    FieldError { field: field.to_owned(), ..error }
}

pub async fn show(by: Allowed<SeesSquash>) -> Result<Response, Problem> {
    // Whoever played last plays again, most likely.
    let latest = ladder(&by).await?.latest().next().map(|played| played.teams);
    let form = MatchForm {
        ga: "3".into(),
        gb: "1".into(),
        date: today(&by, &by.zones()).to_string(),
        ..MatchForm::of(latest.as_ref())
    };
    page(&by, Filled::fresh(form), OnceField(by.new_once())).await
}

const MATCH: Creates = Creates { what: "match", refused: "The match was not saved." };

/// Enters a match.
pub async fn enter(
    by: Allowed<KeepsSquash>,
    CreatingForm { once, field, form }: CreatingForm<MatchForm>,
) -> Result<Response, Problem> {
    let entered = match form.teams() {
        Ok(teams) => enter_match::enter_match(&by, &once, teams).await,
        Err(error) => Err(error),
    };
    match entered {
        Ok(_) => Ok(done(urls::SQUASH, "entered").into_response()),
        Err(error) => {
            let (filled, once) = MATCH.again(&by, error, (form, field), urls::squash_match)?;
            page(&by, filled.filed(on_the_form), once).await
        }
    }
}

pub async fn watch(by: Allowed<SeesSquash>) -> Result<Response, Problem> {
    let rights = SquashRights::of(&by).await?;
    by.watch::<Watched>(Whole, rights).await.map_err(|fault: Fault| Error::from(fault).into())
}

async fn page(ctx: &Ctx, filled: Filled<MatchForm>, once: OnceField) -> Result<Response, Problem> {
    let ladder = ctx.followed::<crate::live::Matches>(&Whole).await.map_err(Error::from)?;
    let may_change = gate::allows(ctx, Act::ChangeSquash).await?;
    let players: Vec<_> =
        ladder.players().iter().map(|player| (player.id.to_string(), player.name.clone())).collect();
    let mine = ctx.actor.account.as_ref().and_then(|account| ladder.player_of(account.user_id));
    let status = filled.status();
    Ok(status.with(SquashPage {
        layout: Layout::of(ctx, "Squash ladder").noindex().live(urls::SQUASH_LIVE).script("score.js"),
        count: Count::of(&ladder),
        me: mine.and_then(|player| MyPlace::of(&ladder, player)),
        empty: (players.len() < 2).then(|| nothing(may_change)),
        form: (may_change && players.len() > 1).then_some(MatchFields { filled, players }),
        notice: said(ctx.done()),
        table: LadderTable::of(&ladder, mine, usize::MAX),
        recent: RecentMatches::of(&ladder, today(ctx, &ctx.zones())),
        once,
        may_change,
    }))
}

/// “no matches yet”, “1 match”, “142 matches”.
pub fn counted_matches(count: usize) -> String {
    match count {
        0 => "no matches yet".into(),
        1 => "1 match".into(),
        _ => format!("{count} matches"),
    }
}

fn said(done: Option<&str>) -> Option<Notice> {
    let title = match done? {
        "entered" => "The match was saved.",
        "saved" => "Your changes were saved.",
        "deleted" => "The match was deleted.",
        "removed" => "The player was removed.",
        _ => return None,
    };
    Some(Notice::good(title))
}

fn nothing(may_change: bool) -> Empty {
    let empty = Empty::new("No players yet", "The ladder starts with two players and a match.");
    if may_change { empty.way_on(urls::SQUASH_PLAYERS, "Add players") } else { empty }
}

/// The day of the reader; of the server's zone while theirs is unknown.
pub fn today(services: &Services, zones: &Zones) -> Date {
    services.clock.now().to_zoned((**zones.shown()).clone()).date()
}

/// What open pages are sent after each change.
pub fn parts(services: &Services, ladder: &Ladder, mine: Option<PlayerId>) -> Result<Vec<Part>, Problem> {
    let mut parts = vec![
        Part::new("ladder", LadderTable::of(ladder, mine, TOP))?,
        Part::new("recent", RecentMatches::of(ladder, today(services, &services.settings.zones())))?,
        Part::new("count", Count::of(ladder))?,
    ];
    if let Some(place) = mine.and_then(|player| MyPlace::of(ladder, player)) {
        parts.push(Part::new("me", place)?);
    }
    Ok(parts)
}

impl Count {
    fn of(ladder: &Ladder) -> Self {
        let players = counted_or_none(ladder.player_count(), "player");
        Self { players, matches: counted_matches(ladder.match_count()) }
    }
}

impl LadderTable {
    fn of(ladder: &Ladder, mine: Option<PlayerId>, most: usize) -> Self {
        let line = |(at, one): (usize, &Standing)| Line::of(at + 1, one, mine == Some(one.player_id));
        let lines: Vec<_> = ladder.standings().iter().enumerate().take(most).map(line).collect();
        Self { more: ladder.standings().len() - lines.len(), lines }
    }
}

impl Line {
    fn of(place: usize, standing: &Standing, mine: bool) -> Self {
        let form: Vec<bool> = standing.form.iter().rev().copied().collect();
        let words: Vec<_> = form.iter().map(|won| if *won { "won" } else { "lost" }).collect();
        Self {
            place,
            href: urls::player(standing.player_id),
            avatar: Avatar::of(standing.player_id, &standing.name).small(),
            name: standing.name.clone(),
            won: standing.tally.won,
            lost: standing.tally.lost,
            form_words: format!("Latest results: {}", words.join(", ")),
            form,
            spark: Spark::of(&standing.trend),
            points: whole(standing.points),
            provisional: standing.provisional,
            mine,
        }
    }
}

impl Spark {
    pub fn of(points: &[f64]) -> Self {
        let spots = plot(points, (88.0, 28.0), 4.0);
        let line: Vec<_> = spots.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let (x, y) = spots.last().copied().unwrap_or((0.0, 14.0));
        Self { line: line.join(" "), end: (format!("{x:.1}"), format!("{y:.1}")) }
    }
}

/// Values as places in a drawing, the highest at its top.
pub fn plot(values: &[f64], (width, height): (f64, f64), edge: f64) -> Vec<(f64, f64)> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = (high - low).max(1.0);
    #[expect(clippy::cast_precision_loss, reason = "a drawing has a few hundred points")]
    let step = (width - 2.0 * edge) / (values.len().saturating_sub(1).max(1) as f64);
    let mut x = edge - step;
    let spot = |value: &f64| {
        x += step;
        (x, height - edge - (value - low) / range * (height - 2.0 * edge))
    };
    values.iter().map(spot).collect()
}

impl RecentMatches {
    fn of(ladder: &Ladder, today: Date) -> Self {
        let rows = ladder.latest().take(RECENT).map(|played| MatchRow::of(ladder, played));
        Self { days: days(rows, today) }
    }
}

impl MyPlace {
    /// Nothing for whoever has not played.
    fn of(ladder: &Ladder, player: PlayerId) -> Option<Self> {
        let (place, standing) = ladder.standing(player)?;
        Some(Self {
            avatar: Avatar::of(player, &standing.name).large(),
            name: standing.name.clone(),
            place,
            points: whole(standing.points),
            href: urls::player(player),
            story: Story::of(&standing.name, &ladder.stats(player)),
        })
    }
}

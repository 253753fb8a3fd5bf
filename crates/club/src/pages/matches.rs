//! `/squash/matches`: matches by day or range; one match, to see what it changed and to correct it.

use super::squash::{MatchFields, MatchForm, on_the_form, today};
use crate::{
    Error,
    gate::{self, Allowed, KeepsSquash, SeesSquash},
    http::views::whole,
    live::{Matches, Whole},
    model::{
        Act, Match, MatchId, PlayerId, Team, Teams,
        ladder::{Ladder, Played},
    },
    service::{
        delete_match::delete_match,
        edit_match::{self, EditMatch},
        list_matches::{ladder, matches_between},
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use jiff::civil::Date;
use kernel::Patch;
use serde::Deserialize;
use web::{
    Ctx, Expected, Filled, Form, Html, Layout, PageQuery, Path, Problem, Query, components::Empty, done,
};

/// A match in a list.
#[derive(Template)]
#[template(path = "club/parts/match_row.html")]
pub struct MatchRow {
    href: String,
    date: Date,
    a: Vec<String>,
    b: Vec<String>,
    winner: Option<Team>,
    games: (u8, u8),
    /// What it did to one player's points, where the list is theirs.
    change: String,
}

impl askama::filters::HtmlSafe for MatchRow {}

impl MatchRow {
    pub fn new<'a>(id: MatchId, teams: &Teams, name: impl Fn(PlayerId) -> &'a str) -> Self {
        let names = |team| teams.side(team).map(|id| name(id).to_owned()).collect();
        Self {
            href: urls::squash_match(id),
            date: teams.date,
            a: names(Team::A),
            b: names(Team::B),
            winner: Some(teams.winner),
            games: teams.games,
            change: String::new(),
        }
    }

    /// A match as it is stored, also one that counts nowhere.
    pub fn stored<'a>(played: &Match, name: impl Fn(PlayerId) -> &'a str) -> Self {
        Self { winner: played.winner(), ..Self::new(played.id, &played.teams(), name) }
    }

    pub fn of(ladder: &Ladder, played: &Played) -> Self {
        Self::new(played.id, &played.teams, |id| ladder.name(id))
    }

    /// The same with what it did to one player's points.
    pub fn seen_by(ladder: &Ladder, played: &Played, of: PlayerId) -> Self {
        let change = played.points_of(of).map(|(before, after)| signed(before, after)).unwrap_or_default();
        Self { change, ..Self::of(ladder, played) }
    }
}

/// “+12”, “−8”.
pub fn signed(before: f64, after: f64) -> String {
    let change = whole(after) - whole(before);
    if change < 0 { format!("−{}", -change) } else { format!("+{change}") }
}

/// Matches under the days on which they were played.
pub fn days(rows: impl Iterator<Item = MatchRow>, today: Date) -> Vec<(String, Vec<MatchRow>)> {
    let mut days: Vec<(String, Vec<MatchRow>)> = Vec::new();
    for row in rows {
        let day = day_words(row.date, today);
        match days.last_mut() {
            Some((same, rows)) if *same == day => rows.push(row),
            _ => days.push((day, vec![row])),
        }
    }
    days
}

/// “Tuesday 13 October”, with the year where it is another one.
pub fn day_words(date: Date, today: Date) -> String {
    let this_year = today.year() == date.year();
    date.strftime(if this_year { "%A %-d %B" } else { "%A %-d %B %Y" }).to_string()
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Days {
    from: String,
    to: String,
    cursor: Option<String>,
}

#[derive(Template)]
#[template(path = "club/matches.html")]
struct MatchesPage {
    layout: Layout,
    from: String,
    to: String,
    days: Vec<(String, Vec<MatchRow>)>,
    more: Option<String>,
    empty: Option<Empty>,
}

fn nothing(on_any_day: bool) -> Empty {
    let empty = if on_any_day {
        Empty::new("No matches yet", "Matches are added on the page of the ladder.")
    } else {
        Empty::new("No matches found", "Choose other days.")
    };
    empty.way_on(urls::SQUASH, "Show the ladder")
}

/// AP19 with points from the ladder: one query.
pub async fn show_list(by: Allowed<SeesSquash>, Query(days): Query<Days>) -> Result<Response, Problem> {
    let (from, to) = (days.from.parse::<Date>().ok(), days.to.parse::<Date>().ok());
    let range =
        (from.is_some() || to.is_some()).then(|| (from.unwrap_or(Date::MIN), to.unwrap_or(Date::MAX)));
    let list = format!("matches page {range:?}");
    let page = by.page_request(&list, &PageQuery { limit: None, cursor: days.cursor.clone() })?;
    let (matches, next) = if range.is_none_or(|(from, to)| from <= to) {
        matches_between(&by, range, page).await?
    } else {
        (Vec::new(), None)
    };
    let ladder = ladder(&by).await?;
    let rows = matches.iter().map(|one| MatchRow::stored(one, |id| ladder.name(id)));
    let shown = self::days(rows, today(&by, &by.zones()));
    let next = by.page::<()>(&list, Vec::new(), next)?.next_cursor;
    Ok(Html(MatchesPage {
        layout: Layout::of(&by, "Squash matches").noindex(),
        empty: shown.is_empty().then(|| nothing(days.from.is_empty() && days.to.is_empty())),
        more: next.map(|cursor| {
            format!("{}?from={}&to={}&cursor={cursor}", urls::SQUASH_MATCHES, days.from, days.to)
        }),
        from: days.from,
        to: days.to,
        days: shown,
    })
    .into_response())
}

#[derive(Template)]
#[template(path = "club/match.html")]
struct MatchPage {
    layout: Layout,
    title: String,
    action: String,
    row: MatchRow,
    /// Whether it moves points: its winner is known.
    counts: bool,
    winner: String,
    /// Names with their points before and after.
    changes: Vec<(String, String, i64, i64, String)>,
    form: Option<MatchFields>,
}

pub async fn show(by: Allowed<SeesSquash>, Path(id): Path<MatchId>) -> Result<Response, Problem> {
    let played = stored::squash_match(&by, id).await?;
    let form = MatchForm { version: played.version, ..MatchForm::of(Some(&played.teams())) };
    page(&by, &played, Filled::fresh(form)).await
}

pub async fn save(
    by: Allowed<KeepsSquash>,
    Path(id): Path<MatchId>,
    Form(form): Form<MatchForm>,
) -> Result<Response, Problem> {
    let saved = match form.teams() {
        Ok(teams) => {
            let cmd = EditMatch {
                date: Patch::Set(teams.date),
                team_a_player1_id: Patch::Set(teams.a.0),
                team_a_player2_id: teams.a.1.into(),
                team_b_player1_id: Patch::Set(teams.b.0),
                team_b_player2_id: teams.b.1.into(),
                winning_team: Patch::Set(teams.winner),
                team_a_games: Patch::Set(teams.games.0),
                team_b_games: Patch::Set(teams.games.1),
            };
            edit_match::edit_match(&by, id, &Expected::version(form.version), cmd).await
        }
        Err(error) => Err(error),
    };
    match saved {
        Ok(_) => Ok(done(urls::SQUASH, "saved").into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "The match was not saved.", error)?.filed(on_the_form);
            page(&by, &stored::squash_match(&by, id).await?, filled).await
        }
    }
}

pub async fn delete(by: Allowed<KeepsSquash>, Path(id): Path<MatchId>) -> Result<Redirect, Problem> {
    delete_match(&by, id, &Expected::any()).await?;
    Ok(done(urls::SQUASH, "deleted"))
}

async fn page(ctx: &Ctx, stored: &Match, filled: Filled<MatchForm>) -> Result<Response, Problem> {
    let ladder = ctx.followed::<Matches>(&Whole).await.map_err(Error::from)?;
    let may_change = gate::allows(ctx, Act::ChangeSquash).await?;
    let players =
        ladder.players().iter().map(|player| (player.id.to_string(), player.name.clone())).collect();
    let played = ladder.find(stored.place());
    let changes = played.into_iter().flat_map(Played::changes).map(|(id, (before, after))| {
        (ladder.name(id).to_owned(), urls::player(id), whole(before), whole(after), signed(before, after))
    });
    let status = filled.status();
    Ok(status.with(MatchPage {
        layout: Layout::of(ctx, "Squash match").noindex().script("score.js"),
        title: day_words(stored.date, today(ctx, &ctx.zones())),
        action: urls::squash_match(stored.id),
        row: MatchRow::stored(stored, |id| ladder.name(id)),
        counts: stored.winner().is_some(),
        winner: stored.winning_team.to_string(),
        changes: changes.collect(),
        form: may_change.then_some(MatchFields { filled, players }),
    }))
}

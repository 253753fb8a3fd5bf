//! `/squash/players`: everyone on the ladder; a player's page with their story; tonight's pairs.

use super::{
    matches::{MatchRow, days},
    squash::{counted_matches, plot, today},
};
use crate::{
    Error,
    gate::{self, Allowed, KeepsSquash, SeesSquash},
    http::views::whole,
    live::{Matches, Whole},
    model::{
        Act, PersonId, Player, PlayerId,
        ladder::{Against, PlayerStats, balanced},
        role_group::SQUASH,
    },
    service::{
        add_player::{self, AddPlayer},
        delete_player::delete_player,
        edit_player::{self, EditPlayer},
        list_comments::{FORMER, names},
        list_matches::ladder,
        list_members::list_members,
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Redirect, Response};
use kernel::{PageRequest, Patch, UserId, paging};
use serde::Deserialize;
use web::{
    Avatar, Creates, CreatingForm, Ctx, Expected, Fault, Filled, Form, Html, Layout, OnceField, Path,
    Problem, Query, Services, components::Empty, done,
};

/// Matches that are listed on a player's page.
const LISTED: usize = 20;
const PLAYER: Creates = Creates { what: "player", refused: "The player was not added." };

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PlayerForm {
    name: String,
    email: String,
    /// The account that the player is; empty without one.
    user_id: String,
    version: u64,
}

impl PlayerForm {
    fn of(player: &Player) -> Self {
        Self {
            name: player.name.clone(),
            email: player.email.clone().unwrap_or_default(),
            user_id: player.user_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            version: player.version,
        }
    }

    fn account(&self) -> Result<Option<UserId>, Error> {
        let unknown = || Fault::about("userId", "There is no such account.").into();
        Some(self.user_id.as_str())
            .filter(|id| !id.is_empty())
            .map(|id| id.parse().map_err(|_| unknown()))
            .transpose()
    }
}

/// The accounts that a player can be: the members of the group, and whoever is linked already. None comes first.
async fn accounts(services: &Services, linked: &str) -> Result<Vec<(String, String)>, Error> {
    let mut accounts = vec![(String::new(), "No account".to_owned())];
    let everyone = PageRequest { limit: paging::MOST, after: None };
    if let Ok(squash) = SQUASH.parse() {
        match list_members(services, &squash, everyone).await {
            Ok((members, _)) => {
                accounts.extend(members.into_iter().map(|one| (one.membership.user.to_string(), one.name)));
            }
            Err(Error::NoRoleGroup) => {}
            Err(error) => return Err(error),
        }
    }
    if let Ok(user) = linked.parse::<PersonId>()
        && accounts.iter().all(|(id, _)| id != linked)
    {
        let named = names(services, std::slice::from_ref(&user)).await?.remove(&user);
        let name = named.unwrap_or_else(|| FORMER.to_owned());
        accounts.push((linked.to_owned(), name));
    }
    Ok(accounts)
}

#[derive(Template)]
#[template(path = "club/players.html")]
struct PlayersPage {
    layout: Layout,
    /// A colour disc, a name and an address.
    players: Vec<(Avatar, String, String)>,
    form: Option<Filled<PlayerForm>>,
    accounts: Vec<(String, String)>,
    once: OnceField,
}

pub async fn show_list(by: Allowed<SeesSquash>) -> Result<Response, Problem> {
    let once = OnceField(by.new_once());
    list_page(&by, Filled::fresh(PlayerForm::default()), once).await
}

pub async fn add(
    by: Allowed<KeepsSquash>,
    CreatingForm { once, field, form }: CreatingForm<PlayerForm>,
) -> Result<Response, Problem> {
    let added = match form.account() {
        Ok(user_id) => {
            let cmd = AddPlayer { name: form.name.clone(), email: Some(form.email.clone()), user_id };
            add_player::add_player(&by, &once, cmd).await
        }
        Err(error) => Err(error),
    };
    match added {
        Ok(_) => Ok(Redirect::to(urls::SQUASH_PLAYERS).into_response()),
        Err(error) => {
            let (filled, once) = PLAYER.again(&by, error, (form, field), urls::player)?;
            list_page(&by, filled, once).await
        }
    }
}

async fn list_page(ctx: &Ctx, filled: Filled<PlayerForm>, once: OnceField) -> Result<Response, Problem> {
    let ladder = ctx.followed::<Matches>(&Whole).await.map_err(Error::from)?;
    let listed = |player: &&Player| {
        (Avatar::of(player.id, &player.name).small(), player.name.clone(), urls::player(player.id))
    };
    let status = filled.status();
    let may_change = gate::allows(ctx, Act::ChangeSquash).await?;
    Ok(status.with(PlayersPage {
        layout: Layout::of(ctx, "Squash players").noindex(),
        players: ladder.players().iter().map(listed).collect(),
        accounts: if may_change { accounts(ctx, &filled.form.user_id).await? } else { Vec::new() },
        form: may_change.then_some(filled),
        once,
    }))
}

#[derive(Template)]
#[template(path = "club/player.html")]
struct PlayerPage {
    layout: Layout,
    avatar: Avatar,
    name: String,
    summary: String,
    points: Option<i64>,
    story: Story,
    opponents: Vec<Against>,
    partners: Vec<Against>,
    days: Vec<(String, Vec<MatchRow>)>,
    more: Option<String>,
    edit: Option<String>,
}

/// A player's way in one drawing and a few facts.
pub struct Story {
    pub chart: Option<Chart>,
    pub facts: Vec<(&'static str, String)>,
}

/// A player's points over their matches, on 320 × 110.
pub struct Chart {
    pub line: String,
    pub end: (String, String),
    pub words: String,
    pub first: i64,
    pub last: i64,
}

/// How many of the latest matches are passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Earlier {
    earlier: usize,
}

pub async fn show(
    by: Allowed<SeesSquash>,
    Path(id): Path<PlayerId>,
    Query(Earlier { earlier }): Query<Earlier>,
) -> Result<Response, Problem> {
    let player = stored::player(&by, id).await?;
    let ladder = ladder(&by).await?;
    let stats = ladder.stats(id);
    let (matches, won) =
        ladder.standing(id).map_or((0, 0), |(_, one)| (one.tally.played as usize, one.tally.won));
    let may_change = gate::allows(&by, Act::ChangeSquash).await?;
    Ok(Html(PlayerPage {
        layout: Layout::of(&by, format!("{} – squash", player.name)).noindex(),
        avatar: Avatar::of(id, &player.name).large(),
        summary: if matches == 0 {
            "No matches yet".into()
        } else {
            format!("{}, {won} won", counted_matches(matches))
        },
        points: stats.points.last().map(|points| whole(*points)),
        story: Story::of(&player.name, &stats),
        days: days(
            ladder.matches_of(id).skip(earlier).take(LISTED).map(|one| MatchRow::seen_by(&ladder, one, id)),
            today(&by, &by.zones()),
        ),
        more: (matches > earlier.saturating_add(LISTED))
            .then(|| format!("{}?earlier={}", urls::player(id), earlier + LISTED)),
        edit: may_change.then(|| urls::of_player(id, "edit")),
        opponents: stats.opponents.clone(),
        partners: stats.partners.clone(),
        name: player.name,
    })
    .into_response())
}

impl Story {
    pub fn of(name: &str, stats: &PlayerStats) -> Self {
        let against =
            |of: Option<&Against>| of.map(|one| format!("{}, {} of {} won", one.name, one.won, one.played));
        let facts = [
            ("Best partner", against(stats.best_partner())),
            ("Hardest opponent", against(stats.hardest())),
            (
                "Most wins in a row",
                (stats.longest_run > 0).then(|| web::words::counted(stats.longest_run, "win")),
            ),
        ];
        let facts = facts.into_iter().filter_map(|(label, fact)| Some((label, fact?))).collect();
        Self { chart: Chart::of(name, &stats.points), facts }
    }
}

impl Chart {
    fn of(name: &str, points: &[f64]) -> Option<Self> {
        let (first, last) = (whole(*points.first()?), whole(*points.last()?));
        let spots = plot(&thinned(points), (306.0, 96.0), 8.0);
        let (x, y) = spots.last().copied()?;
        let line: Vec<_> = spots.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let words =
            format!("{name} went from {first} to {last} points over {}", counted_matches(points.len() - 1));
        Some(Self { line: line.join(" "), end: (format!("{x:.1}"), format!("{y:.1}")), words, first, last })
    }
}

/// As many points as can be told apart, the first and the last among them.
fn thinned(points: &[f64]) -> Vec<f64> {
    const DRAWN: usize = 150;
    if points.len() <= DRAWN {
        return points.to_vec();
    }
    (0..DRAWN).map(|at| points[at * (points.len() - 1) / (DRAWN - 1)]).collect()
}

#[derive(Template)]
#[template(path = "club/player_form.html")]
struct EditPlayerPage {
    layout: Layout,
    action: String,
    remove: String,
    back: String,
    filled: Filled<PlayerForm>,
    accounts: Vec<(String, String)>,
    has_matches: bool,
}

pub async fn show_edit(by: Allowed<KeepsSquash>, Path(id): Path<PlayerId>) -> Result<Response, Problem> {
    let player = stored::player(&by, id).await?;
    edit_page(&by, &player, Filled::fresh(PlayerForm::of(&player))).await
}

pub async fn save(
    by: Allowed<KeepsSquash>,
    Path(id): Path<PlayerId>,
    Form(form): Form<PlayerForm>,
) -> Result<Response, Problem> {
    let saved = match form.account() {
        Ok(user_id) => {
            let cmd = EditPlayer {
                name: Patch::Set(form.name.clone()),
                email: Patch::Set(form.email.clone()),
                user_id: user_id.into(),
            };
            edit_player::edit_player(&by, id, &Expected::version(form.version), cmd).await
        }
        Err(error) => Err(error),
    };
    match saved {
        Ok(_) => Ok(Redirect::to(&urls::player(id)).into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "Your changes were not saved.", error)?;
            edit_page(&by, &stored::player(&by, id).await?, filled).await
        }
    }
}

pub async fn delete(by: Allowed<KeepsSquash>, Path(id): Path<PlayerId>) -> Result<Redirect, Problem> {
    delete_player(&by, id, &Expected::any()).await?;
    Ok(done(urls::SQUASH, "removed"))
}

async fn edit_page(ctx: &Ctx, player: &Player, filled: Filled<PlayerForm>) -> Result<Response, Problem> {
    let status = filled.status();
    Ok(status.with(EditPlayerPage {
        layout: Layout::of(ctx, "Edit player").noindex(),
        action: urls::of_player(player.id, "edit"),
        remove: urls::of_player(player.id, "delete"),
        back: urls::player(player.id),
        has_matches: player.match_count.is_some_and(|count| count > 0),
        accounts: accounts(ctx, &filled.form.user_id).await?,
        filled,
    }))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Tonight {
    p: Vec<String>,
}

#[derive(Template)]
#[template(path = "club/pairs.html")]
struct PairsPage {
    layout: Layout,
    /// An id, a name, and whether they are there tonight.
    players: Vec<(String, String, bool)>,
    /// Names of both sides, and the first side's chance in percent.
    courts: Vec<(Vec<String>, Vec<String>, i64)>,
    resting: String,
    empty: Option<Empty>,
}

/// Even matches out of whoever is ticked.
pub async fn show_pairs(
    by: Allowed<SeesSquash>,
    Query(tonight): Query<Tonight>,
) -> Result<Response, Problem> {
    let ladder = ladder(&by).await?;
    let here: Vec<PlayerId> = tonight.p.iter().filter_map(|id| id.parse().ok()).collect();
    let here: Vec<_> = here.into_iter().filter(|id| ladder.player(*id).is_some()).collect();
    let courts = balanced(&ladder, &here);
    let names = |side: &[PlayerId]| side.iter().map(|id| ladder.name(*id).to_owned()).collect::<Vec<_>>();
    let all = ladder.players();
    Ok(Html(PairsPage {
        layout: Layout::of(&by, "Squash pairs").noindex(),
        empty: (all.len() < 2).then(|| {
            Empty::new("Too few players", "Pairs need at least two players.")
                .way_on(urls::SQUASH_PLAYERS, "Show players")
        }),
        players: all
            .iter()
            .map(|one| (one.id.to_string(), one.name.clone(), here.contains(&one.id)))
            .collect(),
        courts: courts
            .courts
            .iter()
            .map(|court| (names(&court.a), names(&court.b), whole(court.chance * 100.0)))
            .collect(),
        resting: web::words::list(&names(&courts.resting)),
    })
    .into_response())
}

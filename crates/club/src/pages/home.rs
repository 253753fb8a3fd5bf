//! The cards on `/home`: the newest links, and for those who see squash the latest matches. A query and at most one batch read each,
//! however much there is.

use super::{
    matches::{MatchRow, days},
    parts::StarsShown,
    squash::today,
};
use crate::{
    Error, gate, keys,
    model::{Act, Match, Player, PlayerId, Site},
    service::enter_match::players,
    stored, urls,
};
use askama::Template;
use async_trait::async_trait;
use std::collections::HashMap;
use web::{Ctx, HomeCard, HomePlace, Html, Problem};

/// Links and matches that are shown.
const LINKS: u32 = 3;
const MATCHES: u32 = 4;

#[derive(Template)]
#[template(path = "club/home_links.html")]
struct Links {
    /// An address, a title, a host and the stars.
    links: Vec<(String, String, String, Option<StarsShown>)>,
}

/// The newest links.
pub struct NewestLinks;

#[async_trait]
impl HomeCard for NewestLinks {
    fn place(&self) -> HomePlace {
        HomePlace::Aside(5)
    }

    async fn card(&self, ctx: &Ctx) -> Result<Option<String>, Problem> {
        let newest = ctx.store.query(keys::sites().reverse().limit(LINKS)).await.map_err(Error::from)?;
        let sites: Vec<Site> = stored::read(newest.items);
        let link = |site: Site| {
            let (host, stars) = (site.host(), site.average().map(StarsShown::of));
            (urls::site(&site.id), site.shown_title().into_owned(), host, stars)
        };
        let links: Vec<_> = sites.into_iter().map(link).collect();
        if links.is_empty() { Ok(None) } else { Html(Links { links }).drawn().map(Some) }
    }
}

#[derive(Template)]
#[template(path = "club/home_squash.html")]
struct Squash {
    days: Vec<(String, Vec<MatchRow>)>,
    may_change: bool,
}

/// The latest matches, for those who see squash.
pub struct LatestMatches;

#[async_trait]
impl HomeCard for LatestMatches {
    fn place(&self) -> HomePlace {
        HomePlace::Aside(6)
    }

    async fn card(&self, ctx: &Ctx) -> Result<Option<String>, Problem> {
        let access = gate::access(ctx).await?;
        if !access.allows(Act::SeeSquash) {
            return Ok(None);
        }
        let latest =
            ctx.store.query(keys::every_match().reverse().limit(MATCHES)).await.map_err(Error::from)?;
        let matches: Vec<Match> = stored::read(latest.items);
        let names = names(ctx, &matches).await?;
        let name = |id: PlayerId| names.get(&id).map_or("Former player", String::as_str);
        let rows = matches.iter().map(|played| MatchRow::stored(played, name));
        let (days, may_change) = (days(rows, today(ctx, &ctx.zones())), access.allows(Act::ChangeSquash));
        Html(Squash { days, may_change }).drawn().map(Some)
    }
}

/// What those who played are called, by one batch read.
async fn names(ctx: &Ctx, matches: &[Match]) -> Result<HashMap<PlayerId, String>, Error> {
    let mut ids: Vec<_> = matches.iter().flat_map(Match::players).collect();
    ids.sort_unstable();
    ids.dedup();
    let players = players(ctx, &ids).await?;
    Ok(players.into_iter().map(|player: Player| (player.id, player.name)).collect())
}

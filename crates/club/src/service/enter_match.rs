//! Enters a match: the match, a participation for each player and the count of each player's matches, in one transaction.

use crate::{
    Error,
    gate::{Allowed, KeepsSquash},
    keys,
    live::Matches,
    model::{Match, MatchId, Player, PlayerId, Teams},
    service::counters,
    stored,
    tables::FUS_MAIN,
};
use jiff::tz::TimeZone;
use kernel::{Checks, FieldError};
use store::Write;
use web::{Made, New, Once, Services};

pub async fn enter_match(by: &Allowed<KeepsSquash>, once: &Once, teams: Teams) -> Result<Made<Match>, Error> {
    check(by, &teams).await?;
    let made = web::create(
        by,
        once,
        async |_| {
            let id = MatchId(by.rng.uuid_v7(by.clock.now()));
            let played = Match::new(id, teams, by.clock.now().into());
            let mut writes = vec![store::put(&FUS_MAIN, keys::squash_match(id), &played)?.if_new()];
            writes.extend(beside(None, Some(&played), &[]));
            writes.extend(Matches::marks(by, Some(id), None)?);
            Ok::<_, Error>(New { owned: false, ..New::of("match", id, played, writes) })
        },
        async |_, id| match id.parse() {
            Ok(id) => stored::if_there(stored::squash_match(by, id).await),
            Err(_) => Ok(None),
        },
    )
    .await?;
    if let Made::New(played) = &made {
        Matches::changed(by, Some(played.id), None);
    }
    Ok(made)
}

/// Whether this is a match that can have been played, by players who are there.
pub async fn check(services: &Services, teams: &Teams) -> Result<(), Error> {
    let mut checks = Checks::new();
    // The day is that of the place where they played, which may be a day ahead of UTC; the check allows for it.
    teams.check(services.clock.now().to_zoned(TimeZone::UTC).date(), &mut checks);
    checks.done()?;
    let there = players(services, &teams.players()).await?;
    let fields = [
        ("teamAPlayer1Id", Some(teams.a.0)),
        ("teamAPlayer2Id", teams.a.1),
        ("teamBPlayer1Id", Some(teams.b.0)),
        ("teamBPlayer2Id", teams.b.1),
    ];
    let missing = |id: &Option<PlayerId>| id.is_some_and(|id| there.iter().all(|player| player.id != id));
    let wrong = fields
        .iter()
        .filter(|(_, id)| missing(id))
        .map(|(field, _)| FieldError { field: (*field).into(), message: "There is no such player.".into() });
    let wrong: Vec<_> = wrong.collect();
    if !wrong.is_empty() {
        return Err(wrong.into());
    }
    Ok(counters::of_matches(services, &there).await?)
}

/// These players, by one batch read; those who are not there are left out.
pub async fn players(services: &Services, ids: &[PlayerId]) -> Result<Vec<Player>, Error> {
    let keys: Vec<_> = ids.iter().map(|id| keys::player(*id)).collect();
    Ok(stored::each(services, &keys).await?)
}

/// What stands beside a match and must follow it: its players' participations and counts. A player is counted only while they are
/// there, so a match never names a player who was deleted at the same moment. Of the players before, those in `there` have a row.
pub fn beside(before: Option<&Match>, after: Option<&Match>, there: &[PlayerId]) -> Vec<Write> {
    let players = |played: Option<&Match>| played.map(Match::players).unwrap_or_default();
    let (old, new) = (players(before), players(after));
    let mut writes = Vec::new();
    for part in after.into_iter().flat_map(Match::participations) {
        // Also of those who stay: a match by another program may have none.
        let place = keys::participation(part.player_id, part.id);
        let said = [("matchId", part.match_id), ("squashDate", part.squash_date)];
        let part_of = said.into_iter().fold(Write::update(&FUS_MAIN, place), |write, (name, value)| {
            write.set(name, value.unwrap_or_default())
        });
        writes.push(part_of);
        if !old.contains(&part.player_id) {
            writes.push(counted(part.player_id, 1).if_there());
        }
    }
    for part in
        before.into_iter().flat_map(Match::participations).filter(|part| !new.contains(&part.player_id))
    {
        writes.push(Write::delete(&FUS_MAIN, keys::participation(part.player_id, part.id)));
        if there.contains(&part.player_id) {
            writes.push(counted(part.player_id, -1));
        }
    }
    writes
}

fn counted(player: PlayerId, by: i64) -> Write {
    Write::update(&FUS_MAIN, keys::player(player)).add("matchCount", by)
}

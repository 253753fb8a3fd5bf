//! Counters that rows by other programs lack. They are counted before the first write adds to them, so that they are right from then on.

use crate::{
    keys,
    model::{Match, Participation, Player, PlayerId, Rating, Site, Stars, Tag, site::stars_attribute},
    stored,
    tables::FUS_MAIN,
};
use std::collections::BTreeSet;
use store::{Condition, Item, Value, View, Write};
use web::Services;

/// Counts the sites of those of these tags that have no count yet.
pub async fn of_tags(services: &Services, tags: impl IntoIterator<Item = &Tag>) -> store::Result<()> {
    let tags: Vec<&Tag> = tags.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let keys: Vec<_> = tags.iter().map(|tag| keys::tag_count(tag)).collect();
    let rows = store::batch_get_all(services.store.as_ref(), &FUS_MAIN, &keys).await?;
    for (tag, row) in tags.into_iter().zip(rows) {
        if row.is_some_and(|row| has(&row, "siteCount")) {
            continue;
        }
        let sites = store::query_all(services.store.as_ref(), keys::sites_by_tag(tag)).await?.len() as u64;
        // A tag that no site has begins at zero by itself.
        if sites > 0 {
            let counted = Write::update(&FUS_MAIN, keys::tag_count(tag))
                .set("entityType", keys::TAG)
                .set("entitySk", keys::tag_sk(tag))
                .set("siteCount", sites);
            write_once(services, counted, "siteCount").await?;
        }
    }
    Ok(())
}

/// Counts the ratings of a site that has no count yet.
pub async fn of_ratings(services: &Services, site: &Site) -> store::Result<()> {
    if site.rating_count.is_some() {
        return Ok(());
    }
    let mut counted = Write::update(&FUS_MAIN, keys::site(&site.id)).when(Condition::exists("PK"));
    let (mut count, mut sum) = (0, 0);
    for stars in Stars::all() {
        let ratings: Vec<Rating> = stored::all(services, keys::ratings_of_site(&site.id, stars)).await?;
        let given = ratings.iter().filter(|rating| rating.stars.known() == Some(stars)).count() as u64;
        counted = counted.set(stars_attribute(stars), given);
        (count, sum) = (count + given, sum + given * u64::from(stars.get()));
    }
    let counted = counted.set("ratingCount", count).set("ratingSum", sum);
    write_once(services, counted, "ratingCount").await
}

/// Counts the matches of those of these players who have no count yet.
pub async fn of_matches(services: &Services, players: &[Player]) -> store::Result<()> {
    let without: Vec<PlayerId> =
        players.iter().filter(|player| player.match_count.is_none()).map(|player| player.id).collect();
    if without.is_empty() {
        return Ok(());
    }
    let every: Vec<Match> = stored::all(services, keys::every_match()).await?;
    for player in without {
        let parts: Vec<Participation> = stored::all(services, keys::matches_of(player)).await?;
        let said = every.iter().filter(|played| played.players().contains(&player)).map(|played| played.id);
        let matches: BTreeSet<_> = parts.iter().map(|part| part.id).chain(said).collect();
        let counted = Write::update(&FUS_MAIN, keys::player(player))
            .set("matchCount", matches.len() as u64)
            .when(Condition::exists("PK"));
        write_once(services, counted, "matchCount").await?;
    }
    Ok(())
}

fn has(row: &Item, name: &str) -> bool {
    !matches!(row.get(name), None | Some(View::Null))
}

/// Writes a count that is not there. Where another request was faster, its count stands.
async fn write_once(services: &Services, counted: Write, name: &'static str) -> store::Result<()> {
    let lacks = Condition::absent(name).or(Condition::equals(name, Value::Null));
    match services.store.write(counted.when(lacks)).await {
        Err(error) if error.is_condition_failed() => Ok(()),
        written => written,
    }
}

//! Checks the club's items against each other: sums, counts, and what stands beside sites and matches.

mod complete;

use crate::{
    account::pointers,
    keys,
    model::{
        Comment, CommentPlace, Match, MatchId, Membership, Participation, Player, PlayerId, Profile, Rating,
        RoleGroup, Site, SiteId, SiteTag, Tag, TagCount,
        ids::{group_ref, match_ref, membership_ref, player_ref, site_ref},
        rating::Stars,
        site::stars_attribute,
    },
    service::delete_site,
    stored::sk,
    tables::FUS_MAIN,
};
use async_trait::async_trait;
use futures::TryStreamExt;
use std::collections::{BTreeMap, BTreeSet};
use store::{Condition, Item, Key, StoreError, Value, View, Write, from_item};
use web::{DoctorCheck, Finding, Services, unfinished};

/// The sums of sites are those of their ratings, and tags stand where sites say; matches stand with their players.
pub struct ClubAgrees;

#[async_trait]
impl DoctorCheck for ClubAgrees {
    fn name(&self) -> &'static str {
        "the club’s sums and side items agree"
    }

    async fn check(&self, services: &Services, repair: bool) -> store::Result<Vec<Finding>> {
        let (mut all, mut findings, mut lacking) = (Everything::default(), Vec::new(), Vec::new());
        let mut rows = store::scan_all(services.store.as_ref(), &FUS_MAIN);
        while let Some(row) = rows.try_next().await? {
            let key = Key::of(&row, &FUS_MAIN.key)?;
            let (row, filled) = complete::complete(&key, row);
            lacking.extend(filled);
            if let Err(error) = all.take(&row) {
                findings.push(Finding::unreadable(&FUS_MAIN, &key, error));
            }
        }
        drop(rows);
        if repair {
            // What came by other hands is found by its person from then on.
            match pointers::fill(services).await {
                // A row that cannot be read is told of itself.
                Err(StoreError::Invalid(_)) => {}
                filled => filled?,
            }
        }
        let lacks = "it lacks what it is found by".to_owned();
        let wrong = lacking.into_iter().map(|fill| (lacks.clone(), fill));
        for (what, mend) in wrong.chain(all.wrong()).collect::<Vec<_>>() {
            let key = mend.key()?;
            if repair {
                match services.store.transact(store::Transaction::of([mend])).await {
                    Err(error) if error.is_condition_failed() => continue,
                    // No row can be made that says what this one says.
                    Err(error @ StoreError::Invalid(_)) => {
                        findings.push(Finding::unreadable(&FUS_MAIN, &key, error));
                        continue;
                    }
                    written => written?,
                }
            }
            findings.push(Finding::mendable(&FUS_MAIN, &key, what, repair));
        }
        findings.extend(all.loose());
        for site in all.sites.values().filter(|site| site.deleted_at.is_some()) {
            let (at, id) = ((&FUS_MAIN, keys::site(&site.id)), site.id.to_string());
            findings.extend(unfinished(services, at, (delete_site::WORK, &id), repair).await?);
        }
        Ok(findings)
    }
}

/// What the table holds, as far as it must agree.
#[derive(Default)]
struct Everything {
    sites: BTreeMap<SiteId, Site>,
    tags: BTreeMap<Tag, BTreeSet<SiteId>>,
    counts: BTreeMap<Tag, i64>,
    ratings: Vec<Rating>,
    players: BTreeMap<PlayerId, Player>,
    matches: BTreeMap<MatchId, Match>,
    participations: BTreeMap<(PlayerId, MatchId), Participation>,
    comments: Vec<(SiteId, Key)>,
}

type Wrong = Vec<(String, Write)>;

impl Everything {
    fn take(&mut self, row: &Item) -> store::Result<()> {
        let pk = row.get("PK").and_then(View::as_str).unwrap_or_default();
        let place = sk(row);
        if let Some(id) = site_ref::parse(pk) {
            if place == "METADATA" {
                self.sites.insert(id, from_item(row)?);
            } else if place.starts_with("TAG#") {
                let tagged: SiteTag = from_item(row)?;
                self.tags.entry(tagged.tag).or_default().insert(tagged.site_id);
            }
        } else if pk.starts_with("TAG#") {
            let count: TagCount = from_item(row)?;
            self.counts.insert(Tag::written(count.tag()), count.site_count);
        } else if let Some(id) = match_ref::parse(pk) {
            self.matches.insert(id, from_item(row)?);
        } else if let Some(id) = player_ref::parse(pk) {
            if place == "METADATA" {
                self.players.insert(id, from_item(row)?);
            } else {
                let part: Participation = from_item(row)?;
                self.participations.insert((id, part.id), part);
            }
        } else if keys::is_comment(place) {
            let place: CommentPlace = place.parse().map_err(|why: &str| StoreError::Invalid(why.into()))?;
            from_item::<Comment>(row)?;
            self.comments.push((place.site, Key::of(row, &FUS_MAIN.key)?));
        } else if place.starts_with(keys::SITE_WORD) {
            self.ratings.push(from_item(row)?);
        } else if group_ref::parse(pk).is_some() && place == "METADATA" {
            from_item::<RoleGroup>(row)?;
        } else if membership_ref::parse(place).is_some() {
            from_item::<Membership>(row)?;
        } else if place == keys::PROFILE {
            from_item::<Profile>(row)?;
        }
        Ok(())
    }

    /// What is wrong, and the write that mends it.
    fn wrong(&self) -> Wrong {
        let mut wrong = self.wrong_sums();
        wrong.extend(self.wrong_tags());
        wrong.extend(self.wrong_matches());
        wrong
    }

    fn wrong_sums(&self) -> Wrong {
        let mut found: BTreeMap<SiteId, [u64; 5]> = BTreeMap::new();
        for rating in &self.ratings {
            if let Some(stars) = rating.stars.known() {
                found.entry(rating.site_id.clone()).or_default()[usize::from(stars.get() - 1)] += 1;
            }
        }
        let mut wrong = Vec::new();
        for site in self.sites.values().filter(|site| site.deleted_at.is_none()) {
            let spread = found.get(&site.id).copied().unwrap_or_default();
            let count: u64 = spread.iter().sum();
            let sum: u64 = (1..).zip(spread).map(|(stars, count)| stars * count).sum();
            if (site.spread(), site.ratings(), site.rating_sum.unwrap_or(0)) != (spread, count, sum) {
                let mend = Write::update(&FUS_MAIN, keys::site(&site.id))
                    .set("ratingCount", count)
                    .set("ratingSum", sum);
                let mend = Stars::all()
                    .into_iter()
                    .zip(spread)
                    .fold(mend, |mend, (stars, count)| mend.set(stars_attribute(stars), count));
                wrong.push(("the ratings of this link are not counted right".into(), mend));
            }
        }
        wrong
    }

    fn wrong_tags(&self) -> Wrong {
        let mut wanted: BTreeMap<Tag, BTreeSet<SiteId>> = BTreeMap::new();
        for site in self.sites.values().filter(|site| site.deleted_at.is_none()) {
            // No key has an empty tag: see `loose`.
            for tag in site.tags.iter().filter(|tag| !tag.as_str().is_empty()) {
                wanted.entry(tag.clone()).or_default().insert(site.id.clone());
            }
        }
        let mut wrong = Vec::new();
        let nothing = BTreeSet::new();
        for (tag, sites) in &wanted {
            for site in sites.difference(self.tags.get(tag).unwrap_or(&nothing)) {
                let mend = Write::update(&FUS_MAIN, keys::site_tag(site, tag))
                    .set("tag", tag.as_str())
                    .set("siteId", site_ref::text(site));
                wrong.push(("this link cannot be found by its tag".into(), mend));
            }
        }
        // Each side may be the one that was written by hand: the link gets the tags by which it is found.
        for site in self.sites.values().filter(|site| site.deleted_at.is_none()) {
            let found =
                self.tags.iter().filter(|(tag, sites)| sites.contains(&site.id) && !site.tags.contains(tag));
            let more: Vec<Tag> = found.map(|(tag, _)| tag.clone()).collect();
            if !more.is_empty() {
                let tags = |tags: &[Tag]| Value::L(tags.iter().map(|tag| tag.as_str().into()).collect());
                let mut unchanged = Condition::equals("tags", tags(&site.tags));
                if site.tags.is_empty() {
                    unchanged = unchanged.or(Condition::absent("tags"));
                }
                let all = [site.tags.clone(), more.clone()].concat();
                let mend =
                    Write::update(&FUS_MAIN, keys::site(&site.id)).set("tags", tags(&all)).when(unchanged);
                wrong.push(("a tag leads to this link, which does not have it".into(), mend));
                for tag in more {
                    wanted.entry(tag).or_default().insert(site.id.clone());
                }
            }
        }
        for tag in self.counts.keys().chain(wanted.keys()).collect::<BTreeSet<_>>() {
            let count = wanted.get(tag).map_or(0, BTreeSet::len) as u64;
            if self.counts.get(tag).copied().unwrap_or(0) != i64::try_from(count).unwrap_or(i64::MAX) {
                let mend = Write::update(&FUS_MAIN, keys::tag_count(tag))
                    .set("entityType", keys::TAG)
                    .set("entitySk", keys::tag_sk(tag))
                    .set("siteCount", count);
                wrong.push(("the links with this tag are not counted right".into(), mend));
            }
        }
        wrong
    }

    fn wrong_matches(&self) -> Wrong {
        let wanted: BTreeMap<_, _> = self
            .matches
            .values()
            .flat_map(Match::participations)
            .map(|part| ((part.player_id, part.id), part))
            .collect();
        let mut wrong = Vec::new();
        for ((player, id), part) in &wanted {
            if self.participations.get(&(*player, *id)) != Some(part) {
                let said = [("matchId", &part.match_id), ("squashDate", &part.squash_date)];
                let part = Write::update(&FUS_MAIN, keys::participation(*player, *id));
                let mend = said
                    .into_iter()
                    .fold(part, |part, (name, value)| part.set(name, value.clone().unwrap_or_default()));
                wrong.push(("a player cannot be found to have played this match".into(), mend));
            }
        }
        let mut played: BTreeMap<PlayerId, u64> = BTreeMap::new();
        for (player, _) in wanted.keys() {
            *played.entry(*player).or_default() += 1;
        }
        for player in self.players.values() {
            let count = played.get(&player.id).copied().unwrap_or(0);
            if player.match_count.unwrap_or(0) != i64::try_from(count).unwrap_or(i64::MAX) {
                let mend = Write::update(&FUS_MAIN, keys::player(player.id)).set("matchCount", count);
                wrong.push(("the matches of this player are not counted right".into(), mend));
            }
        }
        wrong
    }

    /// What hangs on a site or match that is not there, and tags without a letter. Each may be all that is left of what a person
    /// wrote.
    fn loose(&self) -> Vec<Finding> {
        let gone = |site: &SiteId| !self.sites.contains_key(site);
        let loose = |key: Key, what: &str| Finding::loose(&FUS_MAIN, &key, what);
        let ratings = self.ratings.iter().filter(|rating| gone(&rating.site_id));
        let ratings = ratings.map(|rating| {
            loose(keys::rating(&rating.user_id, &rating.site_id), "a rating of a link that is not there")
        });
        let comments = self.comments.iter().filter(|(site, _)| gone(site));
        let comments = comments.map(|(_, key)| loose(key.clone(), "a comment on a link that is not there"));
        let tags = self.tags.iter().flat_map(|(tag, sites)| sites.iter().map(move |site| (tag, site)));
        let tags = tags
            .filter(|(_, site)| gone(site))
            .map(|(tag, site)| loose(keys::site_tag(site, tag), "a tag of a link that is not there"));
        let played = self.participations.keys().filter(|(player, id)| {
            self.matches
                .get(id)
                .is_none_or(|played| played.participations().all(|part| part.player_id != *player))
        });
        let played = played.map(|(player, id)| {
            loose(
                keys::participation(*player, *id),
                "a player is said to have played a match that does not say so",
            )
        });
        let blank = |site: &&Site| site.tags.iter().any(|tag| tag.as_str().is_empty());
        let blank = self.sites.values().filter(blank);
        let blank = blank
            .map(|site| loose(keys::site(&site.id), "a tag of this link is empty: no link is found by it"));
        ratings.chain(comments).chain(tags).chain(played).chain(blank).collect()
    }
}

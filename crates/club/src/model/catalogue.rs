//! The catalogue in memory: every site without its page's text, found by words and tags and kept in three orders. A change touches
//! only the entries of its own site, and an answer looks at few sites: all of those with something rare, or those with something
//! common in order, until the page is full.

mod index;

use super::{Site, SiteId, Tag, site::same_address};
use index::Index;
use serde::{Deserialize, Serialize};
use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap, HashSet},
    hash::Hash,
    ops::Bound::{Excluded, Unbounded},
};
use utoipa::ToSchema;

/// So many sites are looked at one by one rather than in order: about as much work as finding a page among all.
const FEW: usize = 1_500;

/// In which order sites are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Order {
    Rating,
    #[default]
    Newest,
    /// Those that the reader has not rated, newest first.
    Unrated,
}

/// A place in a list, to go on from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    pub score: u64,
    pub age: Age,
}

/// The place of a site among all by age; the newest is the last.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Age {
    /// When it was added, in milliseconds.
    at: i64,
    id: SiteId,
}

impl Age {
    fn of(site: &Site) -> Self {
        Self { at: site.created_at.map_or(0, |at| at.as_millisecond()), id: site.id.clone() }
    }
}

type Ages = BTreeSet<Age>;

/// What is looked for.
#[derive(Debug, Clone, Default)]
pub struct Search<'a> {
    pub words: &'a str,
    pub tags: &'a [Tag],
    pub order: Order,
    /// Sites that are left out.
    pub without: Option<&'a HashSet<SiteId>>,
    pub after: Option<After>,
    pub limit: usize,
}

/// A page of what was found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Found {
    pub sites: Vec<Site>,
    /// How many there are in all, where that is known without looking at each.
    pub total: Option<usize>,
    pub next: Option<After>,
}

#[derive(Debug)]
struct Held {
    site: Site,
    score: u64,
}

/// Sites, the best rated first.
type ByScore = BTreeSet<(Reverse<u64>, Reverse<Age>)>;

/// Every site, and the ways to find it.
#[derive(Debug, Default)]
pub struct Catalogue {
    sites: HashMap<SiteId, Held>,
    by_age: Ages,
    by_score: ByScore,
    words: Index,
    by_tag: HashMap<Tag, Ages>,
    best_by_tag: HashMap<Tag, ByScore>,
    by_url: HashMap<String, BTreeSet<SiteId>>,
    bytes: usize,
}

/// What is looked for, ready to be held against sites.
struct Wanted<'a> {
    words: Vec<String>,
    tags: Vec<Tag>,
    search: &'a Search<'a>,
}

impl Catalogue {
    /// Takes in a site as it is now.
    pub fn put(&mut self, mut site: Site) {
        self.take_out(&site.id);
        self.words.put(&site.id, &words_of(&site));
        site.scraped_content = None;
        let (age, score) = (Age::of(&site), score(site.ratings(), site.rating_sum.unwrap_or(0)));
        self.by_age.insert(age.clone());
        self.by_score.insert((Reverse(score), Reverse(age.clone())));
        for tag in folded(&site) {
            self.by_tag.entry(tag.clone()).or_default().insert(age.clone());
            self.best_by_tag.entry(tag).or_default().insert((Reverse(score), Reverse(age.clone())));
        }
        self.by_url.entry(same_address(&site.url)).or_default().insert(site.id.clone());
        self.bytes += bytes(&site);
        self.sites.insert(site.id.clone(), Held { site, score });
    }

    pub fn remove(&mut self, id: &SiteId) {
        self.take_out(id);
        self.words.remove(id);
    }

    /// All but the words, which most changes leave as they are.
    fn take_out(&mut self, id: &SiteId) {
        let Some(Held { site, score }) = self.sites.remove(id) else { return };
        let age = Age::of(&site);
        self.bytes -= bytes(&site);
        self.by_age.remove(&age);
        for tag in folded(&site) {
            take_out(&mut self.by_tag, &tag, &age);
            take_out(&mut self.best_by_tag, &tag, &(Reverse(score), Reverse(age.clone())));
        }
        self.by_score.remove(&(Reverse(score), Reverse(age)));
        take_out(&mut self.by_url, &same_address(&site.url), id);
    }

    pub fn len(&self) -> usize {
        self.sites.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.bytes + self.words.bytes()
    }

    /// A site with this address, other than `except`.
    pub fn with_url(&self, url: &str, except: Option<&SiteId>) -> Option<&Site> {
        let mut ids = self.by_url.get(&same_address(url))?.iter();
        let id = ids.find(|id| except != Some(*id))?;
        self.sites.get(id).map(|held| &held.site)
    }

    /// How many sites have a tag.
    pub fn tagged(&self, tag: &Tag) -> usize {
        self.by_tag.get(&tag.folded()).map_or(0, BTreeSet::len)
    }

    /// The tags of most sites, with how many have them.
    pub fn top_tags(&self, most: usize) -> Vec<(Tag, usize)> {
        let mut tags: Vec<_> = self.by_tag.iter().map(|(tag, ids)| (tag, ids.len())).collect();
        let most_first = |a: &(&Tag, usize), b: &(&Tag, usize)| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0));
        if tags.len() > most {
            tags.select_nth_unstable_by(most, most_first);
            tags.truncate(most);
        }
        tags.sort_unstable_by(most_first);
        tags.into_iter().map(|(tag, count)| (tag.clone(), count)).collect()
    }

    /// Every site, newest first.
    pub fn newest(&self) -> impl Iterator<Item = &Site> {
        self.by_age.iter().rev().filter_map(|age| self.sites.get(&age.id)).map(|held| &held.site)
    }

    pub fn search(&self, search: &Search) -> Found {
        let wanted = Wanted {
            words: index::words(search.words).collect(),
            tags: search.tags.iter().map(Tag::folded).collect(),
            search,
        };
        let found = match self.rarest(&wanted) {
            Some(rare) if rare.size() <= FEW => self.among(&wanted, rare),
            Some(Rare::Tagged(ages)) if search.order != Order::Rating => {
                self.filled(&wanted, newest(ages, search.after.as_ref()))
            }
            _ => self.filled(&wanted, self.in_order(&wanted)),
        };
        let all_here = search.after.is_none() && found.next.is_none();
        let total = self.counted(&wanted).or(found.total).or(all_here.then_some(found.sites.len()));
        Found { total, ..found }
    }

    /// The sites with the tag or the word that fewest have; nothing where all that is asked for is common.
    fn rarest(&self, wanted: &Wanted) -> Option<Rare<'_>> {
        let tagged = |tag: &Tag| self.by_tag.get(tag).map_or_else(Rare::default, Rare::Tagged);
        let tags = wanted.tags.iter().map(tagged);
        let words = wanted.words.iter().filter_map(|word| self.words.beginning(word, FEW).map(Rare::Few));
        tags.chain(words).min_by_key(Rare::size)
    }

    /// How many fit, where it can be told at once.
    fn counted(&self, wanted: &Wanted) -> Option<usize> {
        match (wanted.words.as_slice(), wanted.tags.as_slice(), wanted.search.without) {
            ([], [], None) => Some(self.len()),
            ([], [], Some(without)) => {
                Some(self.len() - without.iter().filter(|id| self.sites.contains_key(*id)).count())
            }
            ([], [tag], None) => Some(self.tagged(tag)),
            _ => None,
        }
    }

    /// Those of a few sites that fit: all are looked at.
    fn among(&self, wanted: &Wanted, rare: Rare) -> Found {
        let ids: Vec<SiteId> = match rare {
            Rare::Few(ids) => ids.into_iter().collect(),
            Rare::Tagged(ages) => ages.iter().map(|age| age.id.clone()).collect(),
        };
        let fitting = ids.iter().filter(|id| self.fits(wanted, id));
        let mut places: Vec<_> = fitting.filter_map(|id| self.place(id)).collect();
        let total = Some(places.len());
        let by_score = wanted.search.order == Order::Rating;
        let key =
            |place: &After| (Reverse(if by_score { place.score } else { 0 }), Reverse(place.age.clone()));
        if let Some(after) = &wanted.search.after {
            let after = key(after);
            places.retain(|place| key(place) > after);
        }
        places.sort_unstable_by_key(key);
        let ids: Vec<_> = places.into_iter().map(|place| place.age.id).collect();
        Found { total, ..self.page(wanted, ids.iter()) }
    }

    /// Those that fit, from sites in order: only as far as the page goes.
    fn filled<'a>(&'a self, wanted: &Wanted, ids: impl Iterator<Item = &'a SiteId>) -> Found {
        self.page(wanted, ids.filter(|id| self.fits(wanted, id)))
    }

    fn page<'a>(&self, wanted: &Wanted, fitting: impl Iterator<Item = &'a SiteId>) -> Found {
        let limit = wanted.search.limit;
        let mut ids: Vec<_> = fitting.take(limit.saturating_add(1)).collect();
        let more = ids.len() > limit;
        ids.truncate(limit);
        let next = ids.last().filter(|_| more).and_then(|id| self.place(id));
        let sites = ids.iter().filter_map(|id| self.sites.get(*id)).map(|held| held.site.clone()).collect();
        Found { sites, total: None, next }
    }

    /// Every site after the page before, in the order asked for.
    fn in_order<'a>(&'a self, wanted: &Wanted) -> Box<dyn Iterator<Item = &'a SiteId> + 'a> {
        let after = wanted.search.after.as_ref();
        if wanted.search.order == Order::Rating {
            // Those with the rarest of the tags are in this order, too.
            let tagged =
                wanted.tags.iter().filter_map(|tag| self.best_by_tag.get(tag)).min_by_key(|best| best.len());
            let from =
                after.map_or(Unbounded, |after| Excluded((Reverse(after.score), Reverse(after.age.clone()))));
            let best = tagged.unwrap_or(&self.by_score).range((from, Unbounded));
            return Box::new(best.map(|(_, Reverse(age))| &age.id));
        }
        Box::new(newest(&self.by_age, after))
    }

    fn place(&self, id: &SiteId) -> Option<After> {
        let held = self.sites.get(id)?;
        Some(After { score: held.score, age: Age::of(&held.site) })
    }

    fn fits(&self, wanted: &Wanted, id: &SiteId) -> bool {
        let tagged = |held: &Held| {
            let age = Age::of(&held.site);
            wanted.tags.iter().all(|tag| self.by_tag.get(tag).is_some_and(|ages| ages.contains(&age)))
        };
        wanted.search.without.is_none_or(|without| !without.contains(id))
            && self.sites.get(id).is_some_and(tagged)
            && self.words.has(id, &wanted.words)
    }
}

/// Sites among which all that fit are found.
enum Rare<'a> {
    Few(BTreeSet<SiteId>),
    Tagged(&'a Ages),
}

impl Default for Rare<'_> {
    fn default() -> Self {
        Self::Few(BTreeSet::new())
    }
}

impl Rare<'_> {
    fn size(&self) -> usize {
        match self {
            Self::Few(ids) => ids.len(),
            Self::Tagged(ages) => ages.len(),
        }
    }
}

/// Sites from where a page ended, newest first.
fn newest<'a>(ages: &'a Ages, after: Option<&After>) -> impl Iterator<Item = &'a SiteId> + use<'a> {
    let to = after.map_or(Unbounded, |after| Excluded(after.age.clone()));
    ages.range((Unbounded, to)).rev().map(|age| &age.id)
}

/// The tags that a site is found by.
fn folded(site: &Site) -> impl Iterator<Item = Tag> {
    site.tags.iter().map(Tag::folded)
}

fn take_out<K: Hash + Eq, V: Ord>(of: &mut HashMap<K, BTreeSet<V>>, key: &K, one: &V) {
    if let Some(held) = of.get_mut(key) {
        held.remove(one);
        if held.is_empty() {
            of.remove(key);
        }
    }
}

/// About what a site takes here, without its words.
fn bytes(site: &Site) -> usize {
    let text = site.url.len() * 2 + site.title.len() + site.description.as_deref().unwrap_or_default().len();
    size_of::<Held>() + text + site.tags.len() * 100 + 160
}

fn words_of(site: &Site) -> BTreeSet<String> {
    let (title, host) = (site.shown_title(), site.host());
    let texts = [Some(&*title), site.description.as_deref(), site.scraped_content.as_deref()];
    let all = texts.into_iter().flatten().chain(site.tags.iter().map(Tag::as_str)).chain([host.as_str()]);
    all.flat_map(index::words).collect()
}

/// How a site stands in the order of best rated, in thousandths of a star: as if three people had given it three stars besides, so
/// that one enthusiast does not outweigh many.
fn score(count: u64, sum: u64) -> u64 {
    (sum + 9) * 1_000 / (count + 3)
}

#[cfg(test)]
mod tests;

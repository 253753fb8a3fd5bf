//! The catalogue in memory: every site without its page's text, found by words and tags and kept in three orders. A change touches
//! only the entries of its own site, and an answer looks at few sites: all of those with something rare, or those with something
//! common in order, until the page is full.

mod index;

use super::{Site, SiteId, Tag};
use index::{Ids, Index};
use serde::{Deserialize, Serialize};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    pub score: u64,
    pub id: SiteId,
}

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
type ByScore = BTreeSet<(Reverse<u64>, Reverse<SiteId>)>;

/// Every site, and the ways to find it.
#[derive(Debug, Default)]
pub struct Catalogue {
    sites: BTreeMap<SiteId, Held>,
    by_score: ByScore,
    words: Index,
    by_tag: HashMap<Tag, Ids>,
    best_by_tag: HashMap<Tag, ByScore>,
    by_url: HashMap<String, Ids>,
    bytes: usize,
}

/// What is looked for, ready to be held against sites.
struct Wanted<'a> {
    words: Vec<String>,
    search: &'a Search<'a>,
}

impl Catalogue {
    /// Takes in a site as it is now.
    pub fn put(&mut self, site: Site) {
        let id = site.id;
        self.take_out(id);
        let site = Site { scraped_content: None, ..site };
        let score = score(site.rating_count, site.rating_sum);
        self.by_score.insert((Reverse(score), Reverse(id)));
        self.words.put(id, words_of(&site));
        for tag in &site.tags {
            self.by_tag.entry(tag.clone()).or_default().insert(id);
            self.best_by_tag.entry(tag.clone()).or_default().insert((Reverse(score), Reverse(id)));
        }
        self.by_url.entry(site.url.clone()).or_default().insert(id);
        self.bytes += bytes(&site);
        self.sites.insert(id, Held { site, score });
    }

    pub fn remove(&mut self, id: SiteId) {
        self.take_out(id);
        self.words.remove(id);
    }

    /// All but the words, which most changes leave as they are.
    fn take_out(&mut self, id: SiteId) {
        let Some(Held { site, score }) = self.sites.remove(&id) else { return };
        self.bytes -= bytes(&site);
        self.by_score.remove(&(Reverse(score), Reverse(id)));
        for tag in &site.tags {
            take_out(&mut self.by_tag, tag, &id);
            take_out(&mut self.best_by_tag, tag, &(Reverse(score), Reverse(id)));
        }
        take_out(&mut self.by_url, &site.url, &id);
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

    /// A site with this address.
    pub fn with_url(&self, url: &str) -> Option<SiteId> {
        self.by_url.get(url)?.first().copied()
    }

    /// How many sites have a tag.
    pub fn tagged(&self, tag: &Tag) -> usize {
        self.by_tag.get(tag).map_or(0, BTreeSet::len)
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
        self.sites.values().rev().map(|held| &held.site)
    }

    pub fn search(&self, search: &Search) -> Found {
        let wanted = Wanted { words: index::words(search.words).collect(), search };
        let found = match self.rarest(&wanted) {
            Some(sets) if sets.size <= FEW => self.among(&wanted, &sets),
            Some(sets) if search.order != Order::Rating => self.filled(&wanted, sets.newest(search.after)),
            _ => self.filled(&wanted, self.in_order(search)),
        };
        let all_here = search.after.is_none() && found.next.is_none();
        let total = self.counted(&wanted).or(found.total).or(all_here.then_some(found.sites.len()));
        Found { total, ..found }
    }

    /// The sites with the tag or the word that fewest have; nothing where all that is asked for is common.
    fn rarest(&self, wanted: &Wanted) -> Option<index::Sets<'_>> {
        let tags = wanted.search.tags.iter().map(|tag| index::Sets::one(self.by_tag.get(tag)));
        let words = wanted.words.iter().filter_map(|word| self.words.beginning(word, FEW));
        tags.chain(words).min_by_key(|sets| sets.size)
    }

    /// How many fit, where it can be told at once.
    fn counted(&self, wanted: &Wanted) -> Option<usize> {
        match (wanted.words.as_slice(), wanted.search.tags, wanted.search.without) {
            ([], [], None) => Some(self.len()),
            ([], [], Some(without)) => {
                Some(self.len() - without.iter().filter(|id| self.sites.contains_key(id)).count())
            }
            ([], [tag], None) => Some(self.tagged(tag)),
            _ => None,
        }
    }

    /// Those of a few sites that fit: all are looked at.
    fn among(&self, wanted: &Wanted, sets: &index::Sets) -> Found {
        let fits = |id: &SiteId| self.fits(wanted, *id);
        let mut places: Vec<_> = sets.together().into_iter().filter(fits).map(|id| self.place(id)).collect();
        let total = Some(places.len());
        let key = |place: &After| match wanted.search.order {
            Order::Rating => (Reverse(place.score), Reverse(place.id)),
            Order::Newest | Order::Unrated => (Reverse(0), Reverse(place.id)),
        };
        if let Some(after) = wanted.search.after {
            places.retain(|place| key(place) > key(&after));
        }
        places.sort_unstable_by_key(key);
        Found { total, ..self.page(wanted, places.into_iter().map(|place| place.id)) }
    }

    /// Those that fit, from sites in order: only as far as the page goes.
    fn filled(&self, wanted: &Wanted, ids: impl Iterator<Item = SiteId>) -> Found {
        self.page(wanted, ids.filter(|id| self.fits(wanted, *id)))
    }

    fn page(&self, wanted: &Wanted, fitting: impl Iterator<Item = SiteId>) -> Found {
        let limit = wanted.search.limit;
        let mut ids: Vec<_> = fitting.take(limit.saturating_add(1)).collect();
        let more = ids.len() > limit;
        ids.truncate(limit);
        let next = ids.last().filter(|_| more).map(|id| self.place(*id));
        let sites = ids.iter().filter_map(|id| self.sites.get(id)).map(|held| held.site.clone()).collect();
        Found { sites, total: None, next }
    }

    /// Every site after the page before, in the order asked for.
    fn in_order(&self, search: &Search) -> Box<dyn Iterator<Item = SiteId> + '_> {
        if search.order == Order::Rating {
            // Those with the rarest of the tags are in this order, too.
            let tagged =
                search.tags.iter().filter_map(|tag| self.best_by_tag.get(tag)).min_by_key(|best| best.len());
            let from =
                search.after.map_or(Unbounded, |after| Excluded((Reverse(after.score), Reverse(after.id))));
            let best = tagged.unwrap_or(&self.by_score).range((from, Unbounded));
            return Box::new(best.map(|(_, Reverse(id))| *id));
        }
        let to = search.after.map_or(Unbounded, |after| Excluded(after.id));
        Box::new(self.sites.range((Unbounded, to)).rev().map(|(id, _)| *id))
    }

    fn place(&self, id: SiteId) -> After {
        After { score: self.sites.get(&id).map_or(0, |held| held.score), id }
    }

    fn fits(&self, wanted: &Wanted, id: SiteId) -> bool {
        let tagged = |held: &Held| wanted.search.tags.iter().all(|tag| held.site.tags.contains(tag));
        wanted.search.without.is_none_or(|without| !without.contains(&id))
            && self.sites.get(&id).is_some_and(tagged)
            && self.words.has(id, &wanted.words)
    }
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
    let texts = [Some(site.title.as_str()), site.description.as_deref()].into_iter().flatten();
    let host = site.host();
    let all = texts.chain(site.tags.iter().map(Tag::as_str)).chain([host.as_str()]);
    all.flat_map(index::words).collect()
}

/// How a site stands in the order of best rated, in thousandths of a star: as if three people had given it three stars besides, so
/// that one enthusiast does not outweigh many.
fn score(count: u64, sum: u64) -> u64 {
    (sum + 9) * 1_000 / (count + 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::site::NewSite;
    use kernel::{Moment, UserId};
    use proptest::prelude::*;
    use uuid::Uuid;

    fn site(n: u128, title: &str, tags: &[&str], (count, sum): (u64, u64)) -> Site {
        let new = NewSite {
            url: format!("https://host{n}.example/"),
            title: Some(title.into()),
            description: None,
            tags: tags.iter().map(|tag| Tag::parse(tag).unwrap()).collect(),
        };
        let site = Site::new(SiteId(Uuid::from_u128(n)), new, UserId(Uuid::nil()), Moment::default());
        Site { rating_count: count, rating_sum: sum, ..site }
    }

    fn catalogue() -> Catalogue {
        let mut all = Catalogue::default();
        all.put(site(1, "Pancakes that never fail", &["food", "kids"], (11, 50)));
        all.put(site(2, "Café walks", &["walks"], (1, 5)));
        all.put(site(3, "Pancake races", &["kids"], (0, 0)));
        all
    }

    fn titles(found: &Found) -> Vec<&str> {
        found.sites.iter().map(|site| site.title.as_str()).collect()
    }

    fn find(all: &Catalogue, words: &str, tags: &[&str], order: Order) -> Vec<String> {
        let tags: Vec<_> = tags.iter().filter_map(|tag| Tag::parse(tag)).collect();
        let found = all.search(&Search { words, tags: &tags, order, limit: 10, ..Search::default() });
        titles(&found).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn words_are_found_by_their_beginning_without_case_and_accents() {
        let all = catalogue();
        assert_eq!(find(&all, "PANC", &[], Order::Newest), ["Pancake races", "Pancakes that never fail"]);
        assert_eq!(find(&all, "cafe", &[], Order::Newest), ["Café walks"]);
        assert_eq!(find(&all, "pancakes fail", &[], Order::Newest), ["Pancakes that never fail"]);
        assert_eq!(find(&all, "host3", &[], Order::Newest), ["Pancake races"]);
        assert_eq!(find(&all, "nothing", &[], Order::Newest), [""; 0]);
    }

    #[test]
    fn tags_and_words_narrow_each_other() {
        let all = catalogue();
        assert_eq!(find(&all, "", &["kids"], Order::Newest).len(), 2);
        assert_eq!(find(&all, "races", &["kids"], Order::Newest), ["Pancake races"]);
        assert_eq!(find(&all, "", &["kids", "food"], Order::Newest), ["Pancakes that never fail"]);
        assert_eq!(find(&all, "", &["unknown"], Order::Newest), [""; 0]);
    }

    #[test]
    fn many_good_ratings_stand_before_one() {
        assert_eq!(find(&catalogue(), "", &[], Order::Rating)[0], "Pancakes that never fail");
    }

    #[test]
    fn what_is_rated_is_left_out_where_that_is_asked() {
        let all = catalogue();
        let mine = HashSet::from([SiteId(Uuid::from_u128(3))]);
        let found = all.search(&Search { without: Some(&mine), limit: 1, ..Search::default() });
        assert_eq!((titles(&found), found.total), (vec!["Café walks"], Some(2)));
    }

    #[test]
    fn a_changed_site_is_found_as_it_is_now() {
        let mut all = catalogue();
        all.put(site(1, "Waffles", &["breakfast"], (0, 0)));
        assert_eq!(find(&all, "pancakes", &[], Order::Newest), [""; 0]);
        assert_eq!(find(&all, "", &["food"], Order::Newest), [""; 0]);
        assert_eq!(find(&all, "waff", &["breakfast"], Order::Newest), ["Waffles"]);
        for n in 1..=3 {
            all.remove(SiteId(Uuid::from_u128(n)));
        }
        assert_eq!((all.len(), all.bytes(), all.by_tag.len(), all.by_url.len()), (0, 0, 0, 0));
    }

    #[test]
    fn what_most_sites_have_is_found_in_order_without_being_counted() {
        let mut all = Catalogue::default();
        for n in 1..=4 * FEW as u64 {
            let title = if n % 2 == 0 { "Garden path" } else { "Gardening" };
            let tags: &[&str] = if n % 3 == 0 { &["green", "big"] } else { &["green"] };
            all.put(site(n.into(), title, tags, (n % 5, n % 5 * 4)));
        }
        let pages = |words: &str, tags: &[&str], order| {
            let tags: Vec<_> = tags.iter().filter_map(|tag| Tag::parse(tag)).collect();
            let mut search = Search { words, tags: &tags, order, limit: 700, ..Search::default() };
            let mut ids: Vec<SiteId> = Vec::new();
            loop {
                let found = all.search(&search);
                assert_eq!(found.total.is_some(), words.is_empty());
                ids.extend(found.sites.iter().map(|site| site.id));
                if found.next.is_none() {
                    return ids;
                }
                search.after = found.next;
            }
        };
        for order in [Order::Newest, Order::Rating] {
            let everything = pages("", &[], order);
            assert_eq!(everything.len(), 4 * FEW);
            assert_eq!(pages("gard", &[], order), everything);
            let even: Vec<_> = everything.iter().copied().filter(|id| id.0.as_u128() % 2 == 0).collect();
            assert_eq!(pages("garden path", &["green"], order), even);
            let third: Vec<_> = everything.iter().copied().filter(|id| id.0.as_u128() % 3 == 0).collect();
            assert_eq!(pages("", &["big"], order), third);
        }
        assert_eq!(all.top_tags(1), [(Tag::parse("green").unwrap(), 4 * FEW)]);
    }

    proptest! {
        #[test]
        fn pages_put_together_are_the_whole_list(
            ratings in proptest::collection::vec((0..4_u64, 0..6_u64), 1..40), limit in 1..7_usize, by_rating in any::<bool>(), word in any::<bool>()
        ) {
            let mut all = Catalogue::default();
            for (n, (count, stars)) in ratings.iter().enumerate() {
                all.put(site(n as u128 + 1, "Word", &[], (*count, count * stars)));
            }
            let order = if by_rating { Order::Rating } else { Order::Newest };
            let words = if word { "wor" } else { "" };
            let (mut pages, mut after) = (Vec::new(), None);
            loop {
                let found = all.search(&Search { words, order, after, limit, ..Search::default() });
                prop_assert_eq!(found.total, Some(ratings.len()));
                pages.extend(found.sites.iter().map(|site| site.id));
                match found.next {
                    Some(next) => after = Some(next),
                    None => break,
                }
            }
            let whole = all.search(&Search { words, order, limit: 1_000, ..Search::default() });
            prop_assert_eq!(pages, whole.sites.iter().map(|site| site.id).collect::<Vec<_>>());
        }
    }
}

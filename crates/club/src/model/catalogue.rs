//! The catalogue in memory: every site without its page's text, found by words and tags and kept in three orders. A change touches
//! only the entries of its own site, so neither a change nor a search grows with the catalogue.

use super::{Site, SiteId, Tag};
use serde::{Deserialize, Serialize};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use utoipa::ToSchema;

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
    /// How many there are in all.
    pub total: usize,
    pub next: Option<After>,
}

#[derive(Debug)]
struct Held {
    site: Site,
    words: BTreeSet<Box<str>>,
    score: u64,
}

/// Every site, and the ways to find it.
#[derive(Debug, Default)]
pub struct Catalogue {
    sites: BTreeMap<SiteId, Held>,
    by_score: BTreeSet<(Reverse<u64>, Reverse<SiteId>)>,
    by_word: BTreeMap<Box<str>, BTreeSet<SiteId>>,
    by_tag: HashMap<Tag, BTreeSet<SiteId>>,
    by_url: HashMap<String, BTreeSet<SiteId>>,
    bytes: usize,
}

impl Catalogue {
    /// Takes in a site as it is now.
    pub fn put(&mut self, site: Site) {
        self.remove(site.id);
        let id = site.id;
        let site = Site { scraped_content: None, ..site };
        let (words, score) = (words_of(&site), score(site.rating_count, site.rating_sum));
        self.by_score.insert((Reverse(score), Reverse(id)));
        for word in &words {
            self.by_word.entry(word.clone()).or_default().insert(id);
        }
        for tag in &site.tags {
            self.by_tag.entry(tag.clone()).or_default().insert(id);
        }
        self.by_url.entry(site.url.clone()).or_default().insert(id);
        let held = Held { site, words, score };
        self.bytes += held.bytes();
        self.sites.insert(id, held);
    }

    pub fn remove(&mut self, id: SiteId) {
        let Some(held) = self.sites.remove(&id) else { return };
        self.bytes -= held.bytes();
        self.by_score.remove(&(Reverse(held.score), Reverse(id)));
        for word in &held.words {
            take_out(&mut self.by_word, word, id);
        }
        for tag in &held.site.tags {
            if let Some(ids) = self.by_tag.get_mut(tag) {
                ids.remove(&id);
            }
        }
        if let Some(ids) = self.by_url.get_mut(&held.site.url) {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_url.remove(&held.site.url);
            }
        }
    }

    pub fn len(&self) -> usize {
        self.sites.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// A site with this address.
    pub fn with_url(&self, url: &str) -> Option<SiteId> {
        self.by_url.get(url)?.first().copied()
    }

    pub fn search(&self, search: &Search) -> Found {
        let wanted: Vec<_> = fold(search.words).collect();
        let mut found = if wanted.is_empty() && search.tags.is_empty() {
            self.walk(search)
        } else {
            self.pick(search, self.candidates(&wanted, search.tags))
        };
        if found.sites.len() > search.limit {
            found.sites.truncate(search.limit);
            found.next = found.sites.last().map(|site| self.place(site.id));
        }
        found
    }

    fn place(&self, id: SiteId) -> After {
        After { score: self.sites.get(&id).map_or(0, |held| held.score), id }
    }

    /// Everything in order: only as far as the page goes.
    fn walk(&self, search: &Search) -> Found {
        let after = search.after;
        let wanted = |id: &SiteId| search.without.is_none_or(|without| !without.contains(id));
        let ids: Vec<SiteId> = if search.order == Order::Rating {
            let from = after.map(|after| (Reverse(after.score), Reverse(after.id)));
            let rest = self.by_score.range((
                from.map_or(std::ops::Bound::Unbounded, std::ops::Bound::Excluded),
                std::ops::Bound::Unbounded,
            ));
            rest.map(|(_, Reverse(id))| *id).filter(wanted).take(search.limit + 1).collect()
        } else {
            let to = after.map_or(std::ops::Bound::Unbounded, |after| std::ops::Bound::Excluded(after.id));
            let rest = self.sites.range((std::ops::Bound::Unbounded, to)).rev();
            rest.map(|(id, _)| *id).filter(wanted).take(search.limit + 1).collect()
        };
        let left_out = search
            .without
            .map_or(0, |without| without.iter().filter(|id| self.sites.contains_key(id)).count());
        Found { sites: self.sites_of(ids), total: self.len() - left_out, next: None }
    }

    /// The candidates in order, from where the last page ended.
    fn pick(&self, search: &Search, candidates: Vec<SiteId>) -> Found {
        let wanted = |id: &SiteId| search.without.is_none_or(|without| !without.contains(id));
        let mut places: Vec<_> = candidates.into_iter().filter(wanted).map(|id| self.place(id)).collect();
        let total = places.len();
        let key = |place: &After| match search.order {
            Order::Rating => (Reverse(place.score), Reverse(place.id)),
            Order::Newest | Order::Unrated => (Reverse(0), Reverse(place.id)),
        };
        if let Some(after) = search.after {
            places.retain(|place| key(place) > key(&after));
        }
        if places.len() > search.limit {
            places.select_nth_unstable_by_key(search.limit, key);
            places.truncate(search.limit + 1);
        }
        places.sort_unstable_by_key(key);
        Found { sites: self.sites_of(places.into_iter().map(|place| place.id)), total, next: None }
    }

    fn sites_of(&self, ids: impl IntoIterator<Item = SiteId>) -> Vec<Site> {
        ids.into_iter().filter_map(|id| self.sites.get(&id)).map(|held| held.site.clone()).collect()
    }

    /// The sites with all of these tags and a word that begins with each of these. The rarest is looked up, the others are checked.
    fn candidates(&self, words: &[String], tags: &[Tag]) -> Vec<SiteId> {
        let nothing = BTreeSet::new();
        let tagged =
            tags.iter().map(|tag| self.by_tag.get(tag).unwrap_or(&nothing)).min_by_key(|ids| ids.len());
        let rarest = words.iter().min_by_key(|word| self.with_word(word).map(BTreeSet::len).sum::<usize>());
        let by_word = rarest.map(|word| self.with_word(word).map(BTreeSet::len).sum::<usize>());
        let fits = |id: &SiteId| self.sites.get(id).is_some_and(|held| held.has(words, tags));
        match (tagged, rarest) {
            (Some(tagged), _) if by_word.is_none_or(|most| tagged.len() <= most) => {
                tagged.iter().copied().filter(fits).collect()
            }
            (_, Some(word)) => {
                let ids: BTreeSet<SiteId> = self.with_word(word).flatten().copied().collect();
                ids.into_iter().filter(fits).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The sites of every word that begins with this.
    fn with_word<'a>(&'a self, start: &'a str) -> impl Iterator<Item = &'a BTreeSet<SiteId>> {
        let from =
            self.by_word.range::<str, _>((std::ops::Bound::Included(start), std::ops::Bound::Unbounded));
        from.take_while(move |(word, _)| word.starts_with(start)).map(|(_, ids)| ids)
    }
}

impl Held {
    fn has(&self, words: &[String], tags: &[Tag]) -> bool {
        let begins = |start: &String| {
            let from = self
                .words
                .range::<str, _>((std::ops::Bound::Included(start.as_str()), std::ops::Bound::Unbounded));
            from.take(1).any(|word| word.starts_with(start.as_str()))
        };
        words.iter().all(begins) && tags.iter().all(|tag| self.site.tags.contains(tag))
    }

    /// About: the words stand here and in the index.
    fn bytes(&self) -> usize {
        let site = &self.site;
        let text =
            site.url.len() * 2 + site.title.len() + site.description.as_deref().unwrap_or_default().len();
        let words: usize = self.words.iter().map(|word| word.len() + 48).sum();
        size_of::<Self>() + text + words + site.tags.len() * 64 + 160
    }
}

fn take_out(by_word: &mut BTreeMap<Box<str>, BTreeSet<SiteId>>, word: &str, id: SiteId) {
    if let Some(ids) = by_word.get_mut(word) {
        ids.remove(&id);
        if ids.is_empty() {
            by_word.remove(word);
        }
    }
}

fn words_of(site: &Site) -> BTreeSet<Box<str>> {
    let texts = [Some(site.title.as_str()), site.description.as_deref()].into_iter().flatten();
    let host = site.host();
    let all = texts.chain(site.tags.iter().map(Tag::as_str)).chain([host.as_str()]);
    all.flat_map(fold).map(String::into_boxed_str).collect()
}

/// Words without case and accents.
fn fold(text: &str) -> impl Iterator<Item = String> {
    let folded: String =
        caseless::default_case_fold_str(text).nfd().filter(|c| !is_combining_mark(*c)).collect();
    let words: Vec<_> = folded
        .split(|c: char| !c.is_alphanumeric() && c != '+')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
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
        assert_eq!((titles(&found), found.total), (vec!["Café walks"], 2));
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
        assert_eq!((all.len(), all.bytes(), all.by_word.len(), all.by_url.len()), (0, 0, 0, 0));
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
                prop_assert_eq!(found.total, ratings.len());
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

//! Words of sites, and the sites of each word. Words and sites are numbered, so that a word of a page's text costs a few bytes a site.

use crate::model::SiteId;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Bound::{Included, Unbounded},
    sync::Arc,
};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

#[derive(Debug, Default)]
pub struct Index {
    by_word: BTreeMap<Arc<str>, (u32, BTreeSet<u32>)>,
    words: Numbered<Arc<str>>,
    sites: Numbered<SiteId>,
    /// A site's number, and the numbers of its words in the order of the words.
    words_of: HashMap<SiteId, (u32, Box<[u32]>)>,
    bytes: usize,
}

/// Things by number; numbers of removed ones are given out again.
#[derive(Debug)]
struct Numbered<T> {
    all: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { all: Vec::new(), free: Vec::new() }
    }
}

impl<T> Numbered<T> {
    fn add(&mut self, one: T) -> u32 {
        if let Some(number) = self.free.pop()
            && let Some(place) = self.all.get_mut(number as usize)
        {
            *place = Some(one);
            return number;
        }
        self.all.push(Some(one));
        u32::try_from(self.all.len() - 1).unwrap_or(u32::MAX)
    }

    fn get(&self, number: u32) -> Option<&T> {
        self.all.get(number as usize)?.as_ref()
    }

    fn remove(&mut self, number: u32) {
        if let Some(place) = self.all.get_mut(number as usize)
            && place.take().is_some()
        {
            self.free.push(number);
        }
    }
}

impl Index {
    pub fn put(&mut self, id: &SiteId, words: &BTreeSet<String>) {
        if let Some((_, before)) = self.words_of.get(id)
            && before.len() == words.len()
            && before.iter().zip(words).all(|(number, word)| self.word(*number) == word)
        {
            return;
        }
        self.remove(id);
        let site = self.sites.add(id.clone());
        let numbers: Box<[u32]> = words.iter().map(|word| self.insert(word, site)).collect();
        self.bytes += held(&numbers);
        self.words_of.insert(id.clone(), (site, numbers));
    }

    fn insert(&mut self, word: &str, site: u32) -> u32 {
        if let Some((number, sites)) = self.by_word.get_mut(word) {
            sites.insert(site);
            return *number;
        }
        let word: Arc<str> = word.into();
        self.bytes += first(&word);
        let number = self.words.add(word.clone());
        self.by_word.insert(word, (number, BTreeSet::from([site])));
        number
    }

    pub fn remove(&mut self, id: &SiteId) {
        let Some((site, words)) = self.words_of.remove(id) else { return };
        self.bytes -= held(&words);
        self.sites.remove(site);
        for number in &words {
            let Some(word) = self.words.get(*number).cloned() else { continue };
            let Some((_, sites)) = self.by_word.get_mut(&word) else { continue };
            sites.remove(&site);
            if sites.is_empty() {
                self.by_word.remove(&word);
                self.words.remove(*number);
                self.bytes -= first(&word);
            }
        }
    }

    /// Returns whether a site has, for each of these, a word that begins with it.
    pub fn has(&self, id: &SiteId, starts: &[String]) -> bool {
        let begins = |words: &[u32], start: &str| {
            let at = words.partition_point(|number| self.word(*number) < start);
            words.get(at).is_some_and(|number| self.word(*number).starts_with(start))
        };
        starts.is_empty()
            || self.words_of.get(id).is_some_and(|(_, words)| starts.iter().all(|start| begins(words, start)))
    }

    /// The sites of every word that begins with this; nothing where they are more than `few`.
    pub fn beginning(&self, start: &str, few: usize) -> Option<BTreeSet<SiteId>> {
        let mut found = BTreeSet::new();
        for (word, (_, sites)) in self.by_word.range::<str, _>((Included(start), Unbounded)) {
            if !word.starts_with(start) {
                break;
            }
            if sites.len() > few {
                return None;
            }
            found.extend(sites.iter().copied());
            if found.len() > few {
                return None;
            }
        }
        Some(found.into_iter().filter_map(|site| self.sites.get(site).cloned()).collect())
    }

    fn word(&self, number: u32) -> &str {
        self.words.get(number).map_or("", AsRef::as_ref)
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// About what a word takes that no other site has.
fn first(word: &str) -> usize {
    word.len() + 200
}

/// About what the words of one site take beside that.
fn held(words: &[u32]) -> usize {
    words.len() * 14 + 120
}

/// Words without case and accents.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    let folded: String =
        caseless::default_case_fold_str(text).nfd().filter(|c| !is_combining_mark(*c)).collect();
    let words: Vec<_> = folded
        .split(|c: char| !c.is_alphanumeric() && c != '+')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.into_iter()
}

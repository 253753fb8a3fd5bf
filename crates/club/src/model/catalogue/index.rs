//! Which sites have which words. A word is kept once, however many sites have it.

use super::After;
use crate::model::SiteId;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Bound::{Excluded, Included, Unbounded},
    sync::Arc,
};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

pub type Ids = BTreeSet<SiteId>;

/// Sets that are gone through side by side, at most.
const SIDE_BY_SIDE: usize = 16;

#[derive(Debug, Default)]
pub struct Index {
    by_word: BTreeMap<Arc<str>, Ids>,
    /// In order.
    words_of: HashMap<SiteId, Box<[Arc<str>]>>,
    bytes: usize,
}

impl Index {
    pub fn put(&mut self, id: SiteId, words: BTreeSet<String>) {
        let before = self.words_of.get(&id);
        if before.is_some_and(|before| before.iter().map(AsRef::as_ref).eq(words.iter().map(String::as_str)))
        {
            return;
        }
        self.remove(id);
        let kept = words.into_iter().map(|word| self.insert(&word, id)).collect::<Box<[_]>>();
        self.bytes += held(&kept);
        self.words_of.insert(id, kept);
    }

    fn insert(&mut self, word: &str, id: SiteId) -> Arc<str> {
        let known = self.by_word.get_key_value(word).map(|(word, _)| word.clone());
        let word = known.unwrap_or_else(|| {
            self.bytes += first(word);
            word.into()
        });
        self.by_word.entry(word.clone()).or_default().insert(id);
        word
    }

    pub fn remove(&mut self, id: SiteId) {
        let Some(words) = self.words_of.remove(&id) else { return };
        self.bytes -= held(&words);
        for word in &words {
            if let Some(ids) = self.by_word.get_mut(word) {
                ids.remove(&id);
                if ids.is_empty() {
                    self.by_word.remove(word);
                    self.bytes -= first(word);
                }
            }
        }
    }

    /// Whether a site has, for each of these, a word that begins with it.
    pub fn has(&self, id: SiteId, starts: &[String]) -> bool {
        let begins = |words: &[Arc<str>], start: &String| {
            let at = words.partition_point(|word| **word < **start);
            words.get(at).is_some_and(|word| word.starts_with(start.as_str()))
        };
        starts.is_empty()
            || self.words_of.get(&id).is_some_and(|words| starts.iter().all(|start| begins(words, start)))
    }

    /// The sites of every word that begins with this; nothing for what is so common that going through all sites is quicker.
    pub fn beginning(&self, start: &str, few: usize) -> Option<Sets<'_>> {
        let mut found = Sets::default();
        for (word, ids) in self.by_word.range::<str, _>((Included(start), Unbounded)) {
            if !word.starts_with(start) {
                break;
            }
            found.sets.push(ids);
            found.size += ids.len();
            if found.size > few && found.sets.len() > SIDE_BY_SIDE {
                return None;
            }
        }
        Some(found)
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// About what a word takes that no other site has.
fn first(word: &str) -> usize {
    word.len() + 260
}

/// About what the words of one site take beside that.
fn held(words: &[Arc<str>]) -> usize {
    words.len() * 40 + 64
}

/// Sites in several sets, some perhaps in more than one.
#[derive(Debug, Default)]
pub struct Sets<'a> {
    sets: Vec<&'a Ids>,
    /// How many there are, counting each as often as it is there.
    pub size: usize,
}

impl<'a> Sets<'a> {
    pub fn one(ids: Option<&'a Ids>) -> Self {
        Self { size: ids.map_or(0, BTreeSet::len), sets: ids.into_iter().collect() }
    }

    pub fn together(&self) -> Ids {
        self.sets.iter().copied().flatten().copied().collect()
    }

    /// Each once, newest first, from where a page ended.
    pub fn newest(self, after: Option<After>) -> impl Iterator<Item = SiteId> {
        let to = after.map_or(Unbounded, |after| Excluded(after.id));
        let mut heads: Vec<_> =
            self.sets.into_iter().map(|ids| ids.range((Unbounded, to)).rev().copied().peekable()).collect();
        std::iter::from_fn(move || {
            let next = heads.iter_mut().filter_map(|head| head.peek().copied()).max()?;
            for head in &mut heads {
                head.next_if_eq(&next);
            }
            Some(next)
        })
    }
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

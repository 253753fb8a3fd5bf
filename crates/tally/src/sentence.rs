//! Sentences that keep names apart from words.

use std::fmt;

use crate::Name;

/// A sentence about candidates. A page isolates each name, so that one in another script leaves the words
/// around it in place; a terminal prints the parts one after the other, as `Display` does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Words(String),
    Name(Name),
}

impl Sentence {
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    pub(crate) fn words(mut self, words: impl Into<String>) -> Self {
        self.0.push(Part::Words(words.into()));
        self
    }

    pub(crate) fn name(mut self, name: &Name) -> Self {
        self.0.push(Part::Name(name.clone()));
        self
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Words(words) => out.write_str(words),
            Part::Name(name) => out.write_str(name),
        })
    }
}

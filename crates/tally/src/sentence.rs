//! Sentences that keep names apart from words.

use std::fmt;

use crate::Name;

/// Of longer lists the first few are named and the others counted.
const NAMED: usize = 10;

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

    #[must_use]
    pub fn words(mut self, more: impl Into<String>) -> Self {
        let more = more.into();
        match self.0.last_mut() {
            _ if more.is_empty() => {}
            Some(Part::Words(words)) => words.push_str(&more),
            _ => self.0.push(Part::Words(more)),
        }
        self
    }

    #[must_use]
    pub fn name(mut self, name: &Name) -> Self {
        self.0.push(Part::Name(name.clone()));
        self
    }

    /// "A", "A and B", "A, B and C", "A, B, … and 90 others".
    #[must_use]
    pub fn list(self, names: &[Name]) -> Self {
        let (listed, others) = names.split_at(if names.len() > NAMED + 2 { NAMED } else { names.len() });
        let last = if others.is_empty() { listed.len().saturating_sub(1) } else { listed.len() };
        let sentence = listed.iter().enumerate().fold(self, |sentence, (place, name)| {
            let before = match place {
                0 => "",
                _ if place == last => " and ",
                _ => ", ",
            };
            sentence.words(before).name(name)
        });
        if others.is_empty() { sentence } else { sentence.words(format!(" and {} others", others.len())) }
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

//! What a room knows and has made ready, as its streams see it.

use super::{Change, Part, Seen, Watched, frames::Frame, hub::Revs};
use std::{collections::HashMap, sync::Arc};
use store::StoreError;

/// What a room knows, as its streams see it.
pub struct News<W: Watched> {
    pub thing: Thing<W>,
    pub revs: Revs,
    pub shown: HashMap<W::Audience, Arc<Shown>>,
    pub told: Told,
}

pub enum Thing<W: Watched> {
    Loading,
    Unread(StoreError),
    Gone,
    Here(Arc<W>),
}

/// The events that are the same for everyone.
pub struct Told {
    pub edited: Frame,
    pub changed_by_edit: Frame,
    pub changed: Frame,
}

/// What one audience is shown.
#[derive(Default)]
pub struct Shown {
    /// The revision this is good for.
    pub rev: u64,
    pub parts: Vec<ShownPart>,
    /// When something could not be sent as a part, so that pages have to fetch themselves.
    pub fetch: u64,
}

pub struct ShownPart {
    /// When it became what it is.
    pub rev: u64,
    pub frame: Arc<Frame>,
    part: Part,
}

impl Told {
    fn of(revs: Revs, process: Option<u32>, watching: usize) -> Self {
        Self {
            edited: Frame::edited(revs.any, watching),
            changed_by_edit: Frame::changed(Seen { rev: revs.edited, process }),
            changed: Frame::changed(Seen { rev: revs.any, process }),
        }
    }
}

impl<W: Watched> News<W> {
    /// Of a room that nobody has looked after yet.
    pub fn none() -> Self {
        let revs = Revs::default();
        Self { thing: Thing::Loading, revs, shown: HashMap::new(), told: Told::of(revs, None, 0) }
    }

    pub fn of(
        thing: Thing<W>,
        revs: Revs,
        shown: HashMap<W::Audience, Arc<Shown>>,
        (process, watching): (u32, usize),
    ) -> Self {
        Self { thing, revs, shown, told: Told::of(revs, Some(process), watching) }
    }

    /// The newest revision that an audience hears of.
    pub fn rev_for(&self, audience: W::Audience) -> u64 {
        rev_for::<W>(self.revs, audience)
    }
}

/// The newest of these revisions that an audience hears of.
pub fn rev_for<W: Watched>(revs: Revs, audience: W::Audience) -> u64 {
    match (W::hears(audience, Change::Answered), W::hears(audience, Change::Edited)) {
        (true, _) => revs.any,
        (false, true) => revs.edited,
        (false, false) => 0,
    }
}

impl Shown {
    /// What is shown after a rendering: what has the same bytes as before is as old as before.
    pub fn after(before: Option<&Self>, parts: Vec<Part>, rev: u64) -> Self {
        let fetch = before.map_or(0, |before| before.fetch);
        let mut shown = Self { rev, parts: Vec::with_capacity(parts.len()), fetch };
        for part in parts {
            let same = before.and_then(|before| before.parts.iter().find(|old| old.part == part));
            if let Some(old) = same {
                shown.parts.push(ShownPart { rev: old.rev, frame: old.frame.clone(), part });
            } else if part.html.len() > Part::MOST_BYTES {
                tracing::error!(part = part.name, bytes = part.html.len(), "a part is too large to be sent");
                shown.fetch = rev;
            } else {
                shown.parts.push(ShownPart { rev, frame: Arc::new(Frame::part(&part, rev)), part });
            }
        }
        shown
    }

    /// After a rendering that failed.
    pub fn fetched(rev: u64) -> Self {
        Self { rev, parts: Vec::new(), fetch: rev }
    }
}

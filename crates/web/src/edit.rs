//! Editing under race: load, decide, write what differs if nobody else was faster, else once more on what is there then.

use crate::{Ctx, Fault, Notices, Services};
use jiff::Timestamp;
use serde::Serialize;
use store::{Comparison, Condition, Key, StoreError, Table, Write};

/// How often an edit is made anew when others edit at the same moment.
const TRIES: usize = 8;

/// Something stored that people edit. What differs between two versions of it is what an edit writes.
pub trait Entity: Serialize + Clone + PartialEq + Send + Sync {
    /// Where it is stored.
    fn place(&self) -> (&'static Table, Key);
    /// Counts edits; what participants do leaves it alone.
    fn version(&self) -> u64;
    /// Marks an edit: the next version, and whatever else tells when it was made.
    fn edited(&mut self, now: Timestamp);
    /// Names who is notified when it is edited: of the version before, and of the one after.
    fn notices(&self, notices: &mut Notices) {
        let _ = notices;
    }
    /// Holds while nobody has edited it since it was read.
    fn unchanged(&self) -> Condition {
        Condition::equals("version", self.version())
    }
}

/// Holds while nobody has edited since. A row of another program has no version until its first edit here, or one that is no number.
pub fn same_version(version: u64) -> Condition {
    match version {
        0 => Condition::Not(Box::new(Condition::compare("version", Comparison::GreaterOrEqual, 1))),
        _ => Condition::equals("version", version),
    }
}

/// Makes entities of types with a `version`: where each is stored, what marks an edit beside the next version, and what else must hold of
/// what is edited, and who is notified.
///
/// ```text
/// entities! {
///     Site: |site| (&SITES, keys::site(site.id)), |site, now| site.updated_at = now;
///     Round: |round| (&ROUNDS, keys::round(round.id)), |round, now| round.updated_at = now, while Condition::exists("round_id");
/// }
/// ```
#[macro_export]
macro_rules! entities {
    ($($entity:ty: |$self:ident| $place:expr, $mark:expr $(, while $holds:expr)? $(, notifying $notices:expr)?;)*) => {
        $(impl $crate::Entity for $entity {
            fn place(&self) -> (&'static ::store::Table, ::store::Key) {
                let $self = self;
                $place
            }

            fn version(&self) -> u64 {
                self.version
            }

            fn edited(&mut self, now: ::jiff::Timestamp) {
                self.version += 1;
                let mark: fn(&mut Self, ::kernel::Moment) = $mark;
                mark(self, now.into());
            }

            $(fn notices(&self, notices: &mut $crate::Notices) {
                let notify: fn(&Self, &mut $crate::Notices) = $notices;
                notify(self, notices);
            })?

            fn unchanged(&self) -> ::store::Condition {
                $crate::edit::same_version(self.version)$(.and($holds))?
            }
        })*
    };
}

/// The version that whoever edits had before them, as a request said it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected(Option<Vec<String>>);

impl Expected {
    /// Whatever is there.
    pub fn any() -> Self {
        Self(None)
    }

    /// This version and no other.
    pub fn version(version: u64) -> Self {
        Self(Some(vec![tag(version)]))
    }

    /// The tags of an `If-Match`.
    pub fn of_tags(tags: &str) -> Self {
        Self(Some(tags.split(',').map(|one| one.trim().to_owned()).collect()))
    }

    pub fn check(&self, version: u64) -> Result<(), Fault> {
        let Some(tags) = &self.0 else { return Ok(()) };
        let current = tag(version);
        if tags.iter().any(|one| one == "*" || *one == current) { Ok(()) } else { Err(Fault::Stale) }
    }
}

fn tag(version: u64) -> String {
    crate::etag::tag(&version)
}

impl Ctx {
    /// What `If-Match` asks for; who sent none takes whatever is there.
    pub fn expected(&self) -> Expected {
        self.if_match().map_or_else(Expected::any, Expected::of_tags)
    }
}

/// What was decided: the answer, what is written in the same transaction, and what else must hold.
#[derive(Debug)]
pub struct Edit<T> {
    answer: T,
    with: Vec<Write>,
    when: Option<Condition>,
    notices: Notices,
}

impl<T> Edit<T> {
    pub fn of(answer: T) -> Self {
        Self { answer, with: Vec::new(), when: None, notices: Notices::default() }
    }

    /// Writes of other items, all or none with the edit.
    #[must_use]
    pub fn with(mut self, writes: impl IntoIterator<Item = Write>) -> Self {
        self.with.extend(writes);
        self
    }

    /// The edit is made only while this holds of what is edited; when it does not, it is decided anew.
    #[must_use]
    pub fn when(self, condition: Condition) -> Self {
        Self { when: Some(condition), ..self }
    }

    /// Names who is notified of the edit.
    #[must_use]
    pub fn notifying(mut self, name: impl FnOnce(&mut Notices)) -> Self {
        name(&mut self.notices);
        self
    }
}

/// Makes the edit that `decide` says to what `load` gives, which must be an `expected` version. An edit that changes nothing writes
/// nothing.
pub async fn edit<E, T, F, L>(
    services: &Services,
    expected: &Expected,
    load: impl Fn() -> L,
    mut decide: impl FnMut(&mut E) -> Result<Edit<T>, F>,
) -> Result<(E, T), F>
where
    E: Entity,
    F: From<Fault>,
    // A plain function to a future: what an async closure lends cannot be proved to be `Send`.
    L: Future<Output = Result<E, F>>,
{
    for _ in 0..TRIES {
        let before = load().await?;
        expected.check(before.version())?;
        let mut after = before.clone();
        let Edit { answer, with, when, mut notices } = decide(&mut after)?;
        if after == before && with.is_empty() {
            return Ok((after, answer));
        }
        before.notices(&mut notices);
        after.notices(&mut notices);
        let write = write_of(&before, &mut after, services.clock.now())?;
        let write = when.into_iter().fold(write, Write::when);
        match services.commit(std::iter::once(write).chain(with)).and(notices).await {
            Ok(()) => return Ok((after, answer)),
            Err(StoreError::ConditionFailed(_) | StoreError::Conflict) => {}
            Err(error) => return Err(Fault::from(error).into()),
        }
    }
    Err(Fault::Contended.into())
}

/// The write that makes `after` of `before`, marked as an edit, if nobody else was faster.
pub fn write_of<E: Entity>(before: &E, after: &mut E, now: Timestamp) -> Result<Write, Fault> {
    after.edited(now);
    let (table, key) = before.place();
    Ok(store::difference(table, key, before, &*after)?.when(before.unchanged()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expected_version_is_the_only_one_that_is_edited() {
        assert_eq!(Expected::any().check(3), Ok(()));
        assert_eq!(Expected::version(3).check(3), Ok(()));
        assert_eq!(Expected::version(2).check(3), Err(Fault::Stale));
        assert_eq!(Expected::of_tags("\"2\", \"3\"").check(3), Ok(()));
        assert_eq!(Expected::of_tags("*").check(3), Ok(()));
        assert_eq!(Expected::of_tags("").check(3), Err(Fault::Stale), "an empty If-Match names no version");
    }
}

//! From lines into a store: an empty one, or one into which the same data was being copied when that broke off.
//!
//! A mark in the store says that a copy is under way and whose data it is. It goes once everything is there and was compared. So a
//! copy that broke off is known for what it is: it is taken up again, what is there already is not written again, and what the
//! data no longer has is removed.

use crate::{
    error::{Error, LeftOut, Result},
    file::{File, TakeFiles},
    read::{Reader, Step},
    sum::{Digest, Sum, digest},
};
use futures::{Stream, StreamExt, TryStreamExt, future, stream};
use std::collections::{HashMap, HashSet};
use store::{Item, Key, Store, StoreError, Table, View, Write, scan_all};

/// How many writes are under way at once: enough to share commits, and few enough for any engine's queue.
const AT_ONCE: usize = 128;

/// The attribute of the mark that says whose data is being copied.
const OF: &str = "of";

/// Where the mark of a copy stands.
#[derive(Debug, Clone)]
pub struct Mark {
    pub table: &'static Table,
    pub key: Key,
}

/// A store that takes data in.
pub struct Target<'a> {
    pub store: &'a dyn Store,
    pub tables: &'a [&'static Table],
    /// Where files go; without it they stay where they are.
    pub files: Option<&'a dyn TakeFiles>,
    pub mark: Mark,
}

/// What has to be kept of a line.
enum Piece {
    Item(&'static Table, Item, Digest, u64),
    File(File),
    LeftOut(LeftOut),
}

/// A row that is left out, with its digest where it could be read.
struct Lost(LeftOut, Option<Digest>);

/// What a store was filled with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// Table by table, without the rows that were left out.
    pub compared: Vec<Compared>,
    /// In the order of their lines.
    pub left_out: Vec<LeftOut>,
}

/// Whether a copy begins or goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    Fresh,
    Resumed,
}

/// What a table holds at the source and here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    pub table: &'static Table,
    pub source: Sum,
    pub here: Sum,
}

impl Compared {
    pub fn is_same(&self) -> bool {
        self.source == self.here
    }
}

/// Items that a table holds already and that have not come yet, by their digests.
type Held = HashMap<&'static str, HashSet<Digest>>;

impl Target<'_> {
    /// Sets the mark in an empty store, or finds that of the same copy. `of` names the data.
    pub async fn begin(&self, of: &str) -> Result<Begun> {
        let Mark { table, key } = &self.mark;
        if let Some(mark) = self.store.get(table, key).await? {
            let same = mark.get(OF).and_then(View::as_str) == Some(of);
            return if same { Ok(Begun::Resumed) } else { Err(Error::AnotherCopy) };
        }
        for table in self.tables {
            if scan_all(self.store, table).try_next().await?.is_some() {
                return Err(Error::NotEmpty(table.name));
            }
        }
        let mark = Item::new().with(OF, of).with_key(table, key.clone());
        self.store.write(Write::put(table, mark)).await?;
        Ok(Begun::Fresh)
    }

    /// Takes in what follows the header, which `reader` has read, and compares what is then here. `progress` hears of each item.
    pub async fn fill(
        &self,
        mut reader: Reader,
        lines: impl Stream<Item = Result<String>> + Send,
        begun: Begun,
        mut progress: impl FnMut(&'static Table) + Send,
    ) -> Result<Filled> {
        let mut held = match begun {
            Begun::Fresh => Held::new(),
            Begun::Resumed => self.held().await?,
        };
        let steps = lines.map(|line| reader.line(&line?).map(|step| (step, reader.at())));
        let pieces = steps.try_filter_map(|(step, line)| {
            future::ok(match step {
                Step::Item(table, item, digest) => {
                    progress(table);
                    let there = held.get_mut(table.name).is_some_and(|held| held.remove(&digest));
                    (!there).then_some(Piece::Item(table, item, digest, line))
                }
                Step::File(file) => Some(Piece::File(file)),
                Step::LeftOut(left_out) => Some(Piece::LeftOut(left_out)),
                _ => None,
            })
        });
        let writes = pieces.map_ok(|piece| self.keep(piece));
        let lost = writes.try_buffer_unordered(AT_ONCE).try_filter_map(future::ok);
        let mut lost: Vec<Lost> = lost.try_collect().await?;
        lost.sort_unstable_by_key(|Lost(left_out, _)| left_out.line);
        let mut read = reader.finish()?;
        for Lost(left_out, digest) in &lost {
            let table = read.iter_mut().find(|(table, _)| Some(table.name) == left_out.table);
            if let (Some((_, sum)), Some(digest)) = (table, digest) {
                sum.remove(*digest);
            }
        }
        self.remove(&held).await?;
        let compared = self.compare(&read).await?;
        Ok(Filled { compared, left_out: lost.into_iter().map(|Lost(left_out, _)| left_out).collect() })
    }

    /// Keeps a piece. Returns a row that no engine takes.
    async fn keep(&self, piece: Piece) -> Result<Option<Lost>> {
        match (piece, self.files) {
            (Piece::Item(table, item, digest, line), _) => {
                match self.store.write(Write::put(table, item)).await {
                    Err(StoreError::Invalid(why) | StoreError::TooLarge(why)) => {
                        Ok(Some(Lost(LeftOut { line, table: Some(table.name), why }, Some(digest))))
                    }
                    written => Ok(written.map(|()| None)?),
                }
            }
            (Piece::File(file), Some(files)) => files.take(file).await.map(|()| None),
            (Piece::File(_), None) => Ok(None),
            (Piece::LeftOut(left_out), _) => Ok(Some(Lost(left_out, None))),
        }
    }

    /// Takes the mark away: all is there.
    pub async fn end(&self) -> Result<()> {
        Ok(self.store.write(Write::delete(self.mark.table, self.mark.key.clone())).await?)
    }

    async fn held(&self) -> Result<Held> {
        let mut held = Held::new();
        for table in self.tables {
            let mut items = self.items(table);
            while let Some(item) = items.try_next().await? {
                held.entry(table.name).or_default().insert(digest(&item));
            }
        }
        Ok(held)
    }

    /// Removes what was here and did not come again. What came changed has another digest by now and stays.
    async fn remove(&self, held: &Held) -> Result<()> {
        for table in self.tables {
            let Some(left) = held.get(table.name).filter(|left| !left.is_empty()) else { continue };
            let gone = self.items(table).try_filter(|item| future::ready(left.contains(&digest(item))));
            let deletes = gone.map(|item| async move {
                let key = Key::of(&item?, &table.key)?;
                Result::Ok(self.store.write(Write::delete(table, key)).await?)
            });
            deletes.buffer_unordered(AT_ONCE).try_for_each(|()| future::ok(())).await?;
        }
        Ok(())
    }

    async fn compare(&self, read: &[(&'static Table, Sum)]) -> Result<Vec<Compared>> {
        let mut compared = Vec::with_capacity(read.len());
        for (table, source) in read.iter().copied() {
            let mut here = Sum::default();
            let mut items = self.items(table);
            while let Some(item) = items.try_next().await? {
                here.add(digest(&item));
            }
            compared.push(Compared { table, source, here });
        }
        Ok(compared)
    }

    /// What a table holds, without the mark.
    fn items(&self, table: &'static Table) -> stream::BoxStream<'_, store::Result<Item>> {
        let items = scan_all(self.store, table);
        if table.name != self.mark.table.name {
            return items;
        }
        let is_mark = |item: &Item| Key::of(item, &table.key).is_ok_and(|key| key == self.mark.key);
        items.try_filter(move |item| future::ready(!is_mark(item))).boxed()
    }
}

//! Writing (rule 16 of the data model). A commit carries the marks by which other processes learn of it, and after it this process's
//! own projections, open pages and worker know: a use case says in one place what it changed, and cannot forget one of them.

use crate::{
    Change, Follow, Services, WatchMine, Watched,
    live::{self, topic},
    system,
};
use futures::future::BoxFuture;
use kernel::UserId;
use std::fmt;
use store::{Key, KeyValue, Op, Transaction, Write};

/// Writes that happen together or not at all, and who is notified of them. Nothing happens until it is awaited.
#[must_use = "a commit happens when it is awaited"]
pub struct Commit<'a> {
    services: &'a Services,
    writes: Vec<Write>,
    notices: Notices,
}

/// Who is notified of a commit.
#[derive(Default)]
pub struct Notices {
    /// Their marks are part of the commit.
    edited: Vec<String>,
    /// Their marks are gathered.
    gathered: Vec<(String, Change)>,
    rows: Vec<Box<dyn ChangedRows>>,
}

impl Services {
    /// One write, or one transaction of at most 96: the marks of a commit need the room of four more.
    pub fn commit(&self, writes: impl IntoIterator<Item = Write>) -> Commit<'_> {
        Commit { services: self, writes: writes.into_iter().collect(), notices: Notices::default() }
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { edited, gathered, rows } = self;
        f.debug_struct("Notices")
            .field("edited", edited)
            .field("gathered", gathered)
            .field("rows", &rows.len())
            .finish()
    }
}

impl Notices {
    /// Open pages of `id` are notified of an edit, on every server.
    pub fn edited<W: Watched>(&mut self, id: &W::Id) {
        self.topic(topic::<W>(id));
    }

    /// Open pages of `id` are notified of an answer. Marks of answers are gathered, so that an answer stays one write.
    pub fn answered<W: Watched>(&mut self, id: &W::Id) {
        self.gathered.push((topic::<W>(id), Change::Answered));
    }

    /// Open pages of `id` are notified as of an edit, of what a participant did. Its mark is gathered as those of answers are.
    pub fn touched<W: Watched>(&mut self, id: &W::Id) {
        self.gathered.push((topic::<W>(id), Change::Edited));
    }

    /// Rows that projections follow change.
    pub fn rows<F: Follow>(&mut self, id: &F::Id, keys: impl IntoIterator<Item = Key>) {
        self.rows.push(Box::new(Rows::<F> { id: id.clone(), keys: keys.into_iter().collect() }));
    }

    /// The `/home` of this person changes.
    pub fn home(&mut self, user: UserId) {
        self.edited::<WatchMine>(&user);
    }

    /// A session, token, role, membership or link of this account ends: its open streams are judged again.
    pub fn account(&mut self, user: UserId) {
        self.topic(live::account_topic(user));
    }

    /// A topic without a room of its own, for rooms that name it in [`Watched::topics`].
    pub fn topic(&mut self, topic: String) {
        if !self.edited.contains(&topic) {
            self.edited.push(topic);
        }
    }

    fn extend(&mut self, more: Self) {
        more.edited.into_iter().for_each(|topic| self.topic(topic));
        self.gathered.extend(more.gathered);
        self.rows.extend(more.rows);
    }
}

impl Commit<'_> {
    /// Open pages of `id` are notified of an edit, on every server.
    pub fn edited<W: Watched>(mut self, id: &W::Id) -> Self {
        self.notices.edited::<W>(id);
        self
    }

    /// Open pages of `id` are notified of an answer.
    pub fn answered<W: Watched>(mut self, id: &W::Id) -> Self {
        self.notices.answered::<W>(id);
        self
    }

    /// Open pages of `id` are notified as of an edit, of what a participant did.
    pub fn touched<W: Watched>(mut self, id: &W::Id) -> Self {
        self.notices.touched::<W>(id);
        self
    }

    /// Rows that projections follow change.
    pub fn rows<F: Follow>(mut self, id: &F::Id, keys: impl IntoIterator<Item = Key>) -> Self {
        self.notices.rows::<F>(id, keys);
        self
    }

    /// Adds what is gathered elsewhere.
    pub fn and(mut self, notices: Notices) -> Self {
        self.notices.extend(notices);
        self
    }

    async fn apply(self) -> store::Result<()> {
        let Self { services, mut writes, notices } = self;
        let marked = notices.edited.len().min(live::MAX_MARKED_TOPICS);
        let (marked, beyond) = notices.edited.split_at(marked);
        writes.extend(services.live.marks_of_edits(marked));
        for rows in &notices.rows {
            writes.extend(rows.marks(services));
        }
        let wakes_worker = writes.iter().any(is_work);
        match writes.len() {
            0 => {}
            1 => services.store.write(writes.remove(0)).await?,
            _ => services.store.transact(Transaction::of(writes)).await?,
        }
        for rows in &notices.rows {
            rows.invalidate(services);
        }
        services.live.published(marked);
        for topic in beyond {
            services.live.publish(topic);
        }
        for (topic, change) in &notices.gathered {
            services.live.publish_change(topic, *change);
        }
        if wakes_worker {
            services.work_bell.notify_one();
        }
        Ok(())
    }
}

impl<'a> IntoFuture for Commit<'a> {
    type Output = store::Result<()>;
    type IntoFuture = BoxFuture<'a, store::Result<()>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.apply())
    }
}

/// Rows of one projection.
trait ChangedRows: Send + Sync {
    fn marks(&self, services: &Services) -> Vec<Write>;
    fn invalidate(&self, services: &Services);
}

struct Rows<F: Follow> {
    id: F::Id,
    keys: Vec<Key>,
}

impl<F: Follow> ChangedRows for Rows<F> {
    fn marks(&self, services: &Services) -> Vec<Write> {
        services.mark_all::<F>(&self.id, self.keys.iter().cloned())
    }

    fn invalidate(&self, services: &Services) {
        services.answered::<F>(&self.id, self.keys.iter().cloned());
    }
}

/// Returns whether a write records work that is due at once.
fn is_work(write: &Write) -> bool {
    let Op::Put(item) = &write.op else { return false };
    write.table == &system::SYSTEM
        && Key::of(item, &write.table.key)
            .is_ok_and(|key| matches!(&key.pk, KeyValue::S(pk) if pk.starts_with(system::WORK_PREFIX)))
}

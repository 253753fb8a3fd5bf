//! The engine as the port sees it.

use crate::{
    batch::Request,
    catalog::{Catalog, Layout, TOKENS},
    check::{self, check},
    error::OpenError,
    fingerprint,
    frozen::Frozen,
    open::{builder, open_file, prepare},
    writer::{Connect, Job, Shared, Task, Writer, closed, queue_grows},
};
use async_trait::async_trait;
use kernel::Clock;
use redb::{StorageBackend, backends::InMemoryBackend};
use std::{
    io,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread::JoinHandle,
};
use store::{
    Item, Key, Query, Result as Answer, Rows, Scan, Store, StoreError, Table, Transaction, Write,
    validate::{check_batch, check_key, check_query, check_scan, check_transaction, check_write},
};
use tokio::sync::oneshot;

/// Where the data is, and how much may be used for it.
#[derive(Clone)]
pub struct Options {
    /// The data file; made where there is none, in a folder that is there.
    pub path: PathBuf,
    pub tables: Vec<&'static Table>,
    pub clock: Arc<dyn Clock>,
    /// How much of the file is kept in memory.
    pub cache_bytes: usize,
    /// How many writes may wait; more are refused at once.
    pub queue: usize,
}

impl Options {
    pub fn new(path: impl Into<PathBuf>, tables: Vec<&'static Table>, clock: Arc<dyn Clock>) -> Self {
        Self { path: path.into(), tables, clock, cache_bytes: 64 * 1024 * 1024, queue: 4096 }
    }
}

/// A store in one file. Dropping it finishes what waits and closes the file.
pub struct EmbeddedStore {
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
    queue: mpsc::SyncSender<Job>,
    capacity: usize,
    ended_by_force: bool,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl EmbeddedStore {
    pub fn open(options: Options) -> Result<Self, OpenError> {
        let (path, cache_bytes) = (options.path.clone(), options.cache_bytes);
        Self::start(options, Box::new(move || open_file(&path, cache_bytes)))
    }

    /// A store that is gone when it is dropped, for tests.
    pub fn in_memory(tables: Vec<&'static Table>, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let mut memory = Some(InMemoryBackend::new());
        Self::with_backend(Options::new("memory", tables, clock), move || {
            memory.take().ok_or_else(|| io::Error::other("what was in memory is gone"))
        })
    }

    /// A store on some other kind of file, which `backend` opens: the first time, and again after it has failed.
    pub fn with_backend<B: StorageBackend>(
        options: Options,
        mut backend: impl FnMut() -> io::Result<B> + Send + 'static,
    ) -> Result<Self, OpenError> {
        let (path, cache_bytes) = (options.path.clone(), options.cache_bytes);
        let connect = move || {
            let backend = backend().map_err(|error| OpenError::of_io(path.clone(), &error))?;
            let opened = builder(cache_bytes).create_with_backend(backend);
            opened.map_err(|error| OpenError::of(path.clone(), error))
        };
        Self::start(options, Box::new(connect))
    }

    fn start(options: Options, mut open: Connect) -> Result<Self, OpenError> {
        let Options { path, tables, clock, queue: capacity, .. } = options;
        let catalog = Arc::new(Catalog::new(&tables));
        let shared = Arc::new(Shared::new(Arc::clone(&catalog)));
        let (queue, jobs) = mpsc::sync_channel(capacity);
        let data_file = path.clone();
        let connect = move || {
            let database = open()?;
            prepare(&database, &catalog, &data_file)?;
            Ok(database)
        };
        let mut writer =
            Writer::open(path.clone(), Box::new(connect), Arc::clone(&shared), Arc::clone(&clock), jobs)?;
        let ended_by_force = writer.mark_open()?;
        let thread = std::thread::Builder::new().name("store-writer".to_owned()).spawn(move || writer.run());
        let thread = thread.map_err(|error| OpenError::of_io(path, &error))?;
        Ok(Self { shared, clock, queue, capacity, ended_by_force, writer: Mutex::new(Some(thread)) })
    }

    /// Finishes what waits and closes the file; every later call is refused.
    pub fn shutdown(&self) {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            // Either fails only where the writer is gone already.
            let _ = self.queue.send(Job::Stop);
            let _ = writer.join();
        }
    }

    /// Removes everything that has expired by now, and says how much that was. The engine does so by itself every minute.
    pub async fn sweep_now(&self) -> Answer<usize> {
        let mut swept = 0;
        loop {
            match self.submit(Task::Sweep).await? {
                0 => return Ok(swept),
                some => swept += some,
            }
        }
    }

    /// How many items each table holds, expired ones that are not swept yet included.
    pub fn counts(&self) -> Answer<Vec<(&'static str, u64)>> {
        let snapshot = self.shared.snapshot()?;
        let declared = |layout: &&Layout| layout.table.name != TOKENS.name;
        let layouts = self.shared.catalog.layouts.iter().filter(declared);
        layouts.map(|layout| Ok((layout.table.name, snapshot.count(layout.slot)?))).collect()
    }

    /// What is there now, however much is written from now on.
    pub fn freeze(&self) -> Answer<Frozen> {
        Ok(Frozen::new(self.shared.snapshot()?, self.clock.now()))
    }

    /// Returns whether the last process that had the file open was ended by force, or by a power failure.
    pub fn was_ended_by_force(&self) -> bool {
        self.ended_by_force
    }

    /// Reads every row once, some at a time. Logs what cannot be read, with table and key, counts it, and returns how much it was.
    pub async fn read_every_row(&self) -> Answer<u64> {
        let (mut unreadable, mut place) = (0, Some(check::Place::default()));
        while let Some(from) = place {
            let shared = Arc::clone(&self.shared);
            let (found, next) = blocking(move || check::read_some(&*shared.snapshot()?, from)).await?;
            (unreadable, place) = (unreadable + found, next);
        }
        Ok(unreadable)
    }

    /// Resolves once the file is damaged such that it cannot be opened again, with a sentence that says what to do.
    pub async fn lost(&self) -> String {
        let mut lost = self.shared.lost.subscribe();
        match lost.wait_for(Option::is_some).await.map(|why| why.clone()) {
            Ok(Some(why)) => why,
            _ => std::future::pending().await,
        }
    }

    /// Reads the whole file and answers with one sentence for each thing that is not as it should be.
    pub async fn check(&self) -> Answer<Vec<String>> {
        let snapshot = self.shared.snapshot()?;
        blocking(move || check(&snapshot)).await
    }

    async fn submit(&self, task: Task) -> Answer<usize> {
        let (reply, answer) = oneshot::channel();
        self.queue.try_send(Job::Do(task, reply)).map_err(|error| match error {
            mpsc::TrySendError::Full(_) => {
                StoreError::Throttled(format!("{} writes are waiting already", self.capacity))
            }
            mpsc::TrySendError::Disconnected(_) => closed(),
        })?;
        queue_grows();
        answer.await.map_err(|_| closed())?
    }
}

impl Drop for EmbeddedStore {
    fn drop(&mut self) {
        self.shutdown();
    }
}

/// Work that takes long enough to be in the way of others on this thread.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Answer<T> + Send + 'static) -> Answer<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Unavailable(format!("a reader stopped: {error}")))?
}

#[async_trait]
impl Store for EmbeddedStore {
    async fn get(&self, table: &'static Table, key: &Key) -> Answer<Option<Item>> {
        check_key(table, key)?;
        let snapshot = self.shared.snapshot()?;
        snapshot.get(self.shared.catalog.layout(table)?, key, &*self.clock)
    }

    async fn batch_get(&self, table: &'static Table, keys: &[Key]) -> Answer<Vec<Option<Item>>> {
        check_batch(table, keys)?;
        let (layout, snapshot, clock) =
            (self.shared.catalog.layout(table)?, self.shared.snapshot()?, &*self.clock);
        keys.iter().map(|key| snapshot.get(layout, key, clock)).collect()
    }

    async fn query(&self, query: Query) -> Answer<Rows> {
        check_query(&query)?;
        let snapshot = self.shared.snapshot()?;
        snapshot.query(self.shared.catalog.layout(query.table)?, &query, &*self.clock)
    }

    async fn write(&self, write: Write) -> Answer<()> {
        check_write(&write)?;
        self.submit(Task::Write(Request { writes: vec![write], token: None })).await.map(drop)
    }

    async fn transact(&self, transaction: Transaction) -> Answer<()> {
        check_transaction(&transaction)?;
        let Transaction { writes, token } = transaction;
        let token = token.map(|token| (Key::only(token.0), fingerprint::of(&writes)));
        self.submit(Task::Write(Request { writes, token })).await.map(drop)
    }

    async fn scan(&self, scan: Scan) -> Answer<Rows> {
        check_scan(&scan)?;
        let (shared, clock) = (Arc::clone(&self.shared), Arc::clone(&self.clock));
        blocking(move || shared.snapshot()?.scan(shared.catalog.layout(scan.table)?, &scan, &*clock)).await
    }

    async fn ready(&self) -> Answer<()> {
        match self.shared.snapshot() {
            Ok(_) if !self.shared.is_failing() => Ok(()),
            // The writer opens the file again and writes something, if it can by now.
            _ => self.submit(Task::Probe).await.map(drop),
        }
    }
}

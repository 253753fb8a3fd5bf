//! The one writer: a thread that does whatever waits in the queue in one redb transaction, and answers once it is on the disk.
//!
//! No timer decides how much shares a commit: while one is under way requests gather, and the next one takes them all.

use crate::{
    batch::{Batch, Request},
    catalog::Catalog,
    error::{OpenError, caught, of_commit, unless_panicking},
    open::{mark_closed, mark_open},
    snapshot::Snapshot,
};
use kernel::Clock;
use redb::{Database, WriteTransaction};
use std::{
    path::PathBuf,
    sync::{Arc, PoisonError, RwLock, mpsc},
    time::{Duration, Instant},
};
use store::{Result as Answer, StoreError};
use tokio::sync::{oneshot, watch};

/// The most requests in one commit: enough to make its cost per request small, and few enough that none waits long.
const COMMIT: usize = 1024;
/// The most expired items removed in one commit, so that a sweep never holds up a request.
const SWEEP: usize = 256;
const SWEEP_EVERY: Duration = Duration::from_mins(1);

pub enum Task {
    Write(Request),
    /// Removes some of what has expired.
    Sweep,
    /// Opens the file again, where a failure closed it, and tries whether it can be written.
    Probe,
}

/// How many items a task changed.
pub type Reply = oneshot::Sender<Answer<usize>>;

pub enum Job {
    Do(Task, Reply),
    Stop,
}

/// Opens the data file, the first time and again after a failure.
pub type Connect = Box<dyn FnMut() -> Result<Database, OpenError> + Send>;

/// What readers see.
pub enum State {
    Open(Arc<Snapshot>),
    Broken(StoreError),
    Closed,
}

pub struct Shared {
    pub catalog: Arc<Catalog>,
    state: RwLock<State>,
    /// Why the last commit failed, if it did.
    failing: RwLock<Option<StoreError>>,
    /// Set once the file turns out to be damaged such that it cannot be opened again: a sentence for the operator.
    pub lost: watch::Sender<Option<String>>,
}

impl Shared {
    pub fn new(catalog: Arc<Catalog>) -> Self {
        Self {
            catalog,
            state: RwLock::new(State::Closed),
            failing: RwLock::default(),
            lost: watch::Sender::default(),
        }
    }

    pub fn snapshot(&self) -> Answer<Arc<Snapshot>> {
        match &*self.state.read().unwrap_or_else(PoisonError::into_inner) {
            State::Open(snapshot) => Ok(Arc::clone(snapshot)),
            State::Broken(why) => Err(why.clone()),
            State::Closed => Err(closed()),
        }
    }

    /// Whether the last commit failed. What can be read says nothing about that.
    pub fn is_failing(&self) -> bool {
        self.failing.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Why the file is not open: a disk that takes nothing keeps it from being opened, too.
    fn still(&self, error: &OpenError) -> StoreError {
        match &*self.state.read().unwrap_or_else(PoisonError::into_inner) {
            State::Broken(why @ StoreError::NotSaved(_)) => why.clone(),
            _ => StoreError::Unavailable(error.to_string()),
        }
    }

    fn set_failing(&self, why: Option<StoreError>) {
        *self.failing.write().unwrap_or_else(PoisonError::into_inner) = why;
    }

    fn set(&self, state: State) {
        let before =
            std::mem::replace(&mut *self.state.write().unwrap_or_else(PoisonError::into_inner), state);
        // Ending a read transaction takes a moment; readers need not wait for it.
        drop(before);
    }
}

pub fn closed() -> StoreError {
    StoreError::Unavailable("storage is closed".to_owned())
}

pub struct Writer {
    path: PathBuf,
    connect: Connect,
    database: Option<Database>,
    shared: Arc<Shared>,
    clock: Arc<dyn Clock>,
    queue: mpsc::Receiver<Job>,
    sweep_at: Instant,
    stopping: bool,
}

impl Writer {
    /// Opens the file, and shows it to readers.
    pub fn open(
        path: PathBuf,
        connect: Connect,
        shared: Arc<Shared>,
        clock: Arc<dyn Clock>,
        queue: mpsc::Receiver<Job>,
    ) -> Result<Self, OpenError> {
        let sweep_at = Instant::now() + SWEEP_EVERY;
        let mut writer =
            Self { path, connect, database: None, shared, clock, queue, sweep_at, stopping: false };
        writer.reconnect()?;
        Ok(writer)
    }

    /// Marks the file as open. Returns whether the last process that had it open was ended by force.
    pub fn mark_open(&mut self) -> Result<bool, OpenError> {
        let marked = self.database.as_ref().map_or(Ok(false), mark_open);
        marked.or_else(|error| {
            // What can be read is of use on a disk that takes nothing, too; after a failed write redb wants the file opened again.
            tracing::warn!(%error, "the data file could not be marked as open");
            self.close();
            self.reconnect().map(|()| false)
        })
    }

    pub fn run(mut self) {
        while !self.stopping {
            let now = Instant::now();
            if self.sweep_at <= now {
                self.sweep();
                continue;
            }
            match self.queue.recv_timeout(self.sweep_at - now) {
                Ok(Job::Do(task, reply)) => self.round(task, reply),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Ok(Job::Stop) | Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    }

    /// Sweeps a little, and goes on at once where there was more.
    fn sweep(&mut self) {
        queue_grows();
        let (reply, mut swept) = oneshot::channel();
        self.round(Task::Sweep, reply);
        let more = matches!(swept.try_recv(), Ok(Ok(SWEEP)));
        self.sweep_at = Instant::now() + if more { Duration::ZERO } else { SWEEP_EVERY };
    }

    /// One commit, from the first task to the last answer.
    fn round(&mut self, first: Task, reply: Reply) {
        let mut replies = vec![reply];
        let began = Instant::now();
        let done = self.commit(first, &mut replies);
        metrics::gauge!("roundtable_store_queue_depth").decrement(count(replies.len()));
        match done {
            Ok(answers) => {
                metrics::histogram!("roundtable_store_commit_requests").record(count(replies.len()));
                metrics::histogram!("roundtable_store_commit_seconds").record(began.elapsed());
                // A caller that no longer waits needs no answer.
                replies.into_iter().zip(answers).for_each(|(reply, answer)| drop(reply.send(answer)));
            }
            Err(why) => {
                tracing::error!(%why, requests = replies.len(), "a commit failed; its requests were refused");
                self.recover(&why);
                self.shared.set_failing(Some(why.clone()));
                for reply in replies {
                    drop(reply.send(Err(why.clone())));
                }
            }
        }
    }

    fn commit(&mut self, first: Task, replies: &mut Vec<Reply>) -> Answer<Vec<Answer<usize>>> {
        let database = self.connected()?;
        let mut transaction = caught(|| Ok(database.begin_write()?)).map_err(fault)?;
        // The state of the allocator goes with each commit, so that the file opens at once after a crash.
        transaction.set_quick_repair(true);
        // A panic leaves the transaction whole here, outside of what it unwinds: given back in order, it leaves the file one that
        // opens at once. Otherwise redb would look for lost pages, and refuse the whole file because of the damaged one.
        let (answers, wrote) = match caught(|| self.work(&transaction, first, replies)) {
            Ok(done) => done,
            Err(error) => {
                let _ = caught(|| Ok(transaction.abort()?));
                return Err(fault(error));
            }
        };
        if wrote {
            caught(|| Ok(transaction.commit()?)).map_err(fault)?;
            caught(|| self.publish()).map_err(fault)?;
            self.shared.set_failing(None);
        } else {
            caught(|| Ok(transaction.abort()?)).map_err(fault)?;
        }
        Ok(answers)
    }

    /// Does a task and all that wait, and returns their answers and whether there is anything to commit.
    fn work(
        &mut self,
        transaction: &WriteTransaction,
        first: Task,
        replies: &mut Vec<Reply>,
    ) -> Result<(Vec<Answer<usize>>, bool), redb::Error> {
        let catalog = Arc::clone(&self.shared.catalog);
        let mut batch = Batch::new(transaction, &catalog, self.clock.now());
        let mut answers = vec![work(&mut batch, first)?];
        while let Some((task, reply)) = self.waiting(answers.len()) {
            replies.push(reply);
            answers.push(work(&mut batch, task)?);
        }
        Ok((answers, batch.wrote()))
    }

    /// The next task that waits already. Those answered by the last commit are only just coming back with their next request,
    /// so the writer steps aside once for them to arrive rather than leave them to the commit after.
    fn waiting(&mut self, taken: usize) -> Option<(Task, Reply)> {
        if taken >= COMMIT || self.stopping {
            return None;
        }
        let job = self.queue.try_recv().or_else(|_| {
            std::thread::yield_now();
            self.queue.try_recv()
        });
        match job.ok()? {
            Job::Do(task, reply) => Some((task, reply)),
            Job::Stop => {
                self.stopping = true;
                None
            }
        }
    }

    fn connected(&mut self) -> Answer<&Database> {
        if self.database.is_none()
            && let Err(error) = self.reconnect()
        {
            return Err(self.shared.still(&error));
        }
        self.database.as_ref().ok_or_else(|| StoreError::Unavailable("the data file is closed".to_owned()))
    }

    fn reconnect(&mut self) -> Result<(), OpenError> {
        let connect = &mut self.connect;
        let opened = unless_panicking(connect);
        let opened =
            opened.map_err(|cause| OpenError::Damaged { path: self.path.clone(), cause }).flatten()?;
        self.database = Some(opened);
        caught(|| self.publish()).map_err(|error| OpenError::of(self.path.clone(), error))
    }

    fn publish(&self) -> Result<(), redb::Error> {
        if let Some(database) = &self.database {
            let snapshot = Snapshot::take(database, Arc::clone(&self.shared.catalog))?;
            self.shared.set(State::Open(Arc::new(snapshot)));
        }
        Ok(())
    }

    /// After a failed write redb takes no more of them; opening the file again brings back the last whole commit.
    fn recover(&mut self, why: &StoreError) {
        self.shared.set(State::Broken(why.clone()));
        self.close();
        match self.reconnect() {
            Ok(()) => tracing::info!("the data file is open again"),
            Err(error) => {
                tracing::error!(%error, "the data file cannot be opened again yet");
                self.close();
                self.shared.set(State::Broken(self.shared.still(&error)));
                if let OpenError::Damaged { .. } = error {
                    self.shared.lost.send_replace(Some(error.to_string()));
                }
            }
        }
    }

    /// Closes the file. What fails meanwhile is met again when it is opened.
    fn close(&mut self) {
        let database = self.database.take();
        let _ = unless_panicking(|| drop(database));
    }
}

/// However the writer ends, readers and `ready` learn of it.
impl Drop for Writer {
    fn drop(&mut self) {
        self.shared.set(State::Closed);
        if let Some(Err(error)) = self.database.as_ref().map(mark_closed) {
            tracing::debug!(%error, "the data file could not be marked as closed");
        }
        self.close();
    }
}

fn work(batch: &mut Batch, task: Task) -> Result<Answer<usize>, redb::Error> {
    match task {
        Task::Write(request) => batch.execute(request),
        Task::Sweep => batch.sweep(SWEEP).map(Ok),
        Task::Probe => batch.touch().map(|()| Ok(0)),
    }
}

fn fault(error: impl Into<redb::Error>) -> StoreError {
    of_commit(&error.into())
}

/// Counts a task in, before it is handed to the writer, which counts it out.
pub fn queue_grows() {
    metrics::gauge!("roundtable_store_queue_depth").increment(1.0);
}

/// Metrics are floating-point numbers; counts here are far below where those lose precision.
#[expect(clippy::cast_precision_loss, reason = "at most a queue's length")]
fn count(requests: usize) -> f64 {
    requests as f64
}

//! Handlers that keep a thread busy run aside from the threads that answer: to draw a page of thirty questions takes as long as hundreds
//! of front pages do, and whoever asks for many of them must not keep everyone else waiting. Which routes those are is measured, so that
//! no feature has to say so.

use rustix::time::{ClockId, clock_gettime};
use std::{
    future::poll_fn,
    pin::pin,
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    thread::available_parallelism,
    time::{Duration, Instant},
};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, oneshot},
    task::spawn_blocking,
};

/// Who keeps a thread busy for this long in one go is heavy. What is not optimised takes ten times as long.
const LONG: Duration = Duration::from_millis(if cfg!(debug_assertions) { 20 } else { 2 });
/// A route is heavy until so many of its requests in a row were not.
const IN_A_ROW: u32 = 50;

/// As many at once as the machine can do: the rest wait in line, and threads that answer others get their share.
static TURNS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(available_parallelism().map_or(1, usize::from)));

/// How heavy the handlers of one route are.
#[derive(Default)]
pub struct Weight {
    /// Requests for which it still counts as heavy.
    heavy: AtomicU32,
    /// The same for one that once took long by the clock on the wall: it may have been held up by others.
    suspect: AtomicU32,
}

impl Weight {
    pub fn is_heavy(&self) -> bool {
        self.heavy.load(Ordering::Relaxed) > 0
    }

    /// Runs a handler, and notes for how long it keeps its thread busy.
    pub async fn weigh<H: Future>(&self, handler: H) -> H::Output {
        let (mut handler, mut light) = (pin!(handler), true);
        let answer = poll_fn(|cx| {
            // To ask how long a thread was busy is a call of the system; who was never long by the wall is not worth it.
            let busy = (self.suspect.load(Ordering::Relaxed) > 0).then(thread_time);
            let began = Instant::now();
            let answer = handler.as_mut().poll(cx);
            if began.elapsed() >= LONG {
                light &= !self.took_long(busy.map(|before| thread_time().saturating_sub(before)));
            }
            answer
        })
        .await;
        if light {
            lighten(&self.heavy);
            lighten(&self.suspect);
        }
        answer
    }

    /// Whether that counts: `busy` is for how long the thread itself was, where that is known.
    fn took_long(&self, busy: Option<Duration>) -> bool {
        self.suspect.store(IN_A_ROW, Ordering::Relaxed);
        let is_heavy = busy.is_some_and(|busy| busy >= LONG);
        if is_heavy {
            self.heavy.store(IN_A_ROW, Ordering::Relaxed);
        }
        is_heavy || busy.is_none()
    }
}

fn lighten(count: &AtomicU32) {
    if count.load(Ordering::Relaxed) > 0 {
        let _ = count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| count.checked_sub(1));
    }
}

/// For how long this thread has been busy.
fn thread_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), nanos)
}

/// Runs a handler on a thread of its own, when it is its turn; nothing where that was not possible. It is `finished`, or given up when
/// nobody waits for it any more. What it waits for meanwhile is the business of the threads that answer, as ever.
pub async fn run<H>(handler: H, finished: bool) -> Option<H::Output>
where
    H: Future<Output: Send> + Send + 'static,
{
    let turn = TURNS.acquire().await.ok()?;
    let (waits, gone) = oneshot::channel::<()>();
    let runtime = Handle::current();
    let run = spawn_blocking(move || {
        let _turn = turn;
        runtime.block_on(async {
            if finished {
                return Some(handler.await);
            }
            tokio::select! {
                biased;
                answer = handler => Some(answer),
                _ = gone => None,
            }
        })
    });
    let answer = run.await;
    drop(waits);
    answer.ok().flatten()
}

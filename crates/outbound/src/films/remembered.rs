//! One question at a time, and older answers while there is no newer one.

use super::{FilmAnswer, FilmError, FilmFacts, FilmImage, FilmQuery};
use async_trait::async_trait;
use std::{
    collections::{HashMap, VecDeque},
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{sync::OnceCell, time::Instant};

/// How much is remembered, in bytes of answers.
const MOST_BYTES: usize = 16 << 20;
/// After an outage the next question waits this long before it goes out again.
const REST: Duration = Duration::from_secs(5);
/// A token that is refused is refused for a while.
const REST_OF_REFUSED: Duration = Duration::from_mins(1);
/// A limit without a time is over soon.
const LEAST_REST: Duration = Duration::from_secs(1);

type Asked<T> = Arc<OnceCell<Result<T, FilmError>>>;

/// Asks another, such that everybody who wants to know the same waits for one answer; during an outage it gives what it remembers.
pub struct RememberedFilms<F> {
    inner: F,
    answers: Mutex<Memory>,
    asking: Asking<FilmAnswer>,
    fetching: Asking<FilmImage>,
    resting: Mutex<Option<(Instant, FilmError)>>,
    /// Last failure, until an answer comes.
    trouble: Mutex<Option<FilmError>>,
}

/// What is being asked right now.
struct Asking<T>(Mutex<HashMap<String, Asked<T>>>);

impl<T: Clone> Asking<T> {
    fn new() -> Self {
        Self(Mutex::new(HashMap::new()))
    }

    /// The answer of whoever asks first, for all who ask meanwhile.
    async fn once(
        &self,
        key: String,
        ask: impl Future<Output = Result<T, FilmError>>,
    ) -> Result<T, FilmError> {
        let cell = lock(&self.0).entry(key.clone()).or_default().clone();
        let answer = cell.get_or_init(|| ask).await.clone();
        lock(&self.0).remove(&key);
        answer
    }
}

#[derive(Default)]
struct Memory {
    by_query: HashMap<String, String>,
    order: VecDeque<String>,
    bytes: usize,
}

impl Memory {
    fn put(&mut self, query: String, text: &str) {
        self.bytes += text.len();
        match self.by_query.insert(query.clone(), text.to_owned()) {
            Some(old) => self.bytes -= old.len(),
            None => self.order.push_back(query),
        }
        while self.bytes > MOST_BYTES {
            let Some(oldest) = self.order.pop_front() else { return };
            self.bytes -= self.by_query.remove(&oldest).map_or(0, |old| old.len());
        }
    }
}

impl<F: FilmFacts> RememberedFilms<F> {
    pub fn new(inner: F) -> Self {
        Self {
            inner,
            answers: Mutex::default(),
            asking: Asking::new(),
            fetching: Asking::new(),
            resting: Mutex::default(),
            trouble: Mutex::default(),
        }
    }

    /// Asks, unless the last answer said to wait.
    async fn go(&self, query: &FilmQuery) -> Result<FilmAnswer, FilmError> {
        if let Some((until, why)) = lock(&self.resting).clone()
            && Instant::now() < until
        {
            return Err(why);
        }
        let answer = self.inner.ask(query).await;
        let rest = match &answer {
            Err(FilmError::Busy(wait)) => Some((*wait).max(LEAST_REST)),
            Err(FilmError::Unavailable(_)) => Some(REST),
            Err(FilmError::Refused) => Some(REST_OF_REFUSED),
            _ => None,
        };
        let why = answer.as_ref().err().cloned();
        *lock(&self.resting) = rest.zip(why.clone()).map(|(wait, why)| (Instant::now() + wait, why));
        match why {
            None => *lock(&self.trouble) = None,
            // Another question may well be answered.
            Some(FilmError::NotFound | FilmError::Malformed(_)) => {}
            Some(why) => *lock(&self.trouble) = Some(why),
        }
        answer
    }
}

#[async_trait]
impl<F: FilmFacts> FilmFacts for RememberedFilms<F> {
    fn region(&self) -> &str {
        self.inner.region()
    }

    async fn ask(&self, query: &FilmQuery) -> Result<FilmAnswer, FilmError> {
        let key = query.to_string();
        match self.asking.once(key.clone(), self.go(query)).await {
            Ok(answer) => {
                lock(&self.answers).put(key, &answer.text);
                Ok(answer)
            }
            Err(error) if error.is_outage() => {
                let known = lock(&self.answers).by_query.get(&key).cloned();
                known.map(|text| FilmAnswer { text, stale: true }).ok_or(error)
            }
            Err(error) => Err(error),
        }
    }

    async fn image(&self, path: &str) -> Result<FilmImage, FilmError> {
        self.fetching.once(path.to_owned(), self.inner.image(path)).await
    }

    fn remember(&self, query: &FilmQuery, text: &str) {
        lock(&self.answers).put(query.to_string(), text);
    }

    fn trouble(&self) -> Option<FilmError> {
        lock(&self.trouble).clone()
    }

    fn gave_up(&self) {
        let why = FilmError::Unavailable("it is too slow".to_owned());
        *lock(&self.resting) = Some((Instant::now() + REST, why.clone()));
        *lock(&self.trouble) = Some(why);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

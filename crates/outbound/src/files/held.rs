//! Files of which none goes while somebody reads them all.

use super::{FileError, Files};
use async_trait::async_trait;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Files whose deletion waits while they are held: the data of one moment is then backed up with every file that it names. If the
/// process ends meanwhile, a file too many stays, which nothing names.
pub struct HeldFiles {
    inner: Arc<dyn Files>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    holders: usize,
    waiting: Vec<String>,
}

/// As long as it lives, nothing is deleted.
pub struct Hold(Arc<HeldFiles>);

impl HeldFiles {
    pub fn new(inner: Arc<dyn Files>) -> Self {
        Self { inner, state: Mutex::default() }
    }

    pub fn hold(self: &Arc<Self>) -> Hold {
        self.state().holders += 1;
        Hold(self.clone())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it was only noted that this file is to go.
    fn postpones(&self, path: &str) -> bool {
        let mut state = self.state();
        if state.holders > 0 {
            state.waiting.push(path.to_owned());
        }
        state.holders > 0
    }
}

impl Hold {
    /// Lets go, and deletes what waited if nobody else holds.
    pub async fn end(self) {
        let files = self.0.clone();
        drop(self);
        let waiting = {
            let mut state = files.state();
            if state.holders > 0 { Vec::new() } else { std::mem::take(&mut state.waiting) }
        };
        for path in waiting {
            if let Err(error) = files.inner.delete(&path).await {
                tracing::warn!(%error, "a file that is no longer needed stays");
            }
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.0.state().holders -= 1;
    }
}

#[async_trait]
impl Files for HeldFiles {
    async fn put(&self, path: &str, bytes: Vec<u8>) -> Result<(), FileError> {
        self.inner.put(path, bytes).await
    }

    async fn get(&self, path: &str) -> Result<Option<Vec<u8>>, FileError> {
        self.inner.get(path).await
    }

    async fn delete(&self, path: &str) -> Result<(), FileError> {
        if self.postpones(path) { Ok(()) } else { self.inner.delete(path).await }
    }

    async fn list(&self) -> Result<Vec<String>, FileError> {
        self.inner.list().await
    }
}

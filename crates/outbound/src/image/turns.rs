//! Pictures are decoded two at a time. A few wait their turn; more are turned away, so that no number of uploads fills the memory.

use super::{ImageError, Picture, Upload};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};

/// Pictures decoded at once.
const AT_ONCE: u32 = 2;
/// Uploads that wait for a turn.
const WAITING: usize = 10;
/// The longest wait for a turn.
const PATIENCE: Duration = Duration::from_secs(10);

/// The one place of a process where pictures are decoded.
#[derive(Debug, Clone)]
pub struct Pictures {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// A turn at decoding, given back when it is dropped.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "held until it is dropped")] OwnedSemaphorePermit);

impl Default for Pictures {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE as usize)), places: Arc::new(Semaphore::new(WAITING)) }
    }
}

impl Pictures {
    /// Makes a square avatar of an upload, beside the threads that answer. Fails with [`ImageError::Busy`] when ten others wait, or
    /// when no turn comes within ten seconds.
    pub async fn avatar(&self, upload: Upload) -> Result<Picture, ImageError> {
        let turn = if upload.is_heavy() { self.every_turn().await? } else { self.turn(1).await? };
        // The turn goes along: nobody else's begins before this one's memory is given back, also when its caller gives up.
        let decoded = spawn_blocking(move || {
            let picture = upload.avatar();
            drop((upload, turn));
            picture
        });
        decoded.await.map_err(|error| {
            tracing::error!(%error, "a picture could not be decoded");
            ImageError::NotAPicture
        })?
    }

    /// Returns all turns at once, while which nothing is decoded.
    pub async fn every_turn(&self) -> Result<Turn, ImageError> {
        self.turn(AT_ONCE).await
    }

    /// Returns how many uploads wait for a turn.
    pub fn waiting(&self) -> usize {
        WAITING - self.places.available_permits()
    }

    async fn turn(&self, many: u32) -> Result<Turn, ImageError> {
        if let Ok(turn) = self.turns.clone().try_acquire_many_owned(many) {
            return Ok(Turn(turn));
        }
        let _place = self.places.try_acquire().map_err(|_| ImageError::Busy)?;
        match timeout(PATIENCE, self.turns.clone().acquire_many_owned(many)).await {
            Ok(Ok(turn)) => Ok(Turn(turn)),
            _ => Err(ImageError::Busy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::{FutureExt, future::join_all};
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn two_have_a_turn_and_ten_wait() {
        let pictures = Pictures::default();
        let first = pictures.turn(1).await.expect("a turn");
        let second = pictures.turn(1).await.expect("a turn");
        let mut line = Box::pin(join_all((0..WAITING).map(|_| pictures.turn(1))));
        assert!(line.as_mut().now_or_never().is_none());
        assert_eq!(pictures.waiting(), WAITING);
        assert_eq!(pictures.turn(1).await.unwrap_err(), ImageError::Busy, "the eleventh is turned away");
        drop((first, second));
        assert!(line.as_mut().now_or_never().is_none(), "only two of them have a turn now");
        assert_eq!(pictures.waiting(), WAITING - 2);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_longer_than_ten_seconds() {
        let pictures = Pictures::default();
        let all = pictures.every_turn().await.expect("all turns");
        let began = Instant::now();
        assert_eq!(pictures.turn(1).await.unwrap_err(), ImageError::Busy);
        assert_eq!((began.elapsed(), pictures.waiting()), (PATIENCE, 0));
        drop(all);
        pictures.turn(1).await.expect("a turn");
    }

    #[tokio::test(start_paused = true)]
    async fn a_heavy_picture_is_decoded_alone() {
        let pictures = Pictures::default();
        let one = pictures.turn(1).await.expect("a turn");
        let mut heavy = Box::pin(pictures.every_turn());
        assert!(heavy.as_mut().now_or_never().is_none(), "another is being decoded");
        drop(one);
        let all = heavy.await.expect("all turns");
        let mut next = Box::pin(pictures.turn(1));
        assert!(next.as_mut().now_or_never().is_none());
        drop(all);
        next.await.expect("a turn");
    }
}

//! Connections that do not take what they are sent are cut off: otherwise each would hold what waits for it, for ever.

use std::{
    io::{Error, ErrorKind, IoSlice, Result},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// For this long a connection may take nothing at all while something waits for it.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A connection with an end to its patience.
pub struct Patient<S> {
    stream: S,
    /// Runs while something waits to be taken.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub fn new(stream: S) -> Self {
        Self { stream, stuck: None }
    }

    /// The same outcome, unless it has been pending for too long.
    fn in_time<T>(&mut self, cx: &mut Context<'_>, outcome: Poll<Result<T>>) -> Poll<Result<T>> {
        if outcome.is_ready() {
            self.stuck = None;
            return outcome;
        }
        ready!(self.stuck.get_or_insert_with(|| Box::pin(sleep(PATIENCE))).as_mut().poll(cx));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the other side takes nothing")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.in_time(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.in_time(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let outcome = Pin::new(&mut self.stream).poll_flush(cx);
        self.in_time(cx, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, duplex},
        time::Instant,
    };

    #[tokio::test(start_paused = true)]
    async fn whoever_takes_nothing_is_cut_off_and_whoever_is_slow_is_not() {
        let (here, mut there) = duplex(16);
        let mut here = Patient::new(here);
        let began = Instant::now();
        here.write_all(&[0; 16]).await.unwrap();
        let sending = tokio::spawn(async move { (here.write_all(&[0; 64]).await, here) });
        for _ in 0..4 {
            sleep(PATIENCE / 2).await;
            there.read_exact(&mut [0; 16]).await.unwrap();
        }
        let (sent, mut here) = sending.await.unwrap();
        sent.unwrap();
        assert!(began.elapsed() > PATIENCE);
        let stuck = here.write_all(&[0; 64]).await.unwrap_err();
        assert_eq!(stuck.kind(), ErrorKind::TimedOut);
    }
}

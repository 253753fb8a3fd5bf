//! The control socket: the embedded store allows one opener, so beside a running server an operator's command is carried out
//! by that server. One JSON line asks; lines of JSON answer until the last.

use crate::{
    cli::Failure,
    tasks::{self, Place, Task},
};
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{UnixListener, UnixStream},
    sync::mpsc,
};

/// How long to wait after a connection could not be taken.
const PAUSE: Duration = Duration::from_millis(100);

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Answer {
    Line(String),
    Done,
    Failed(String),
}

/// A listening socket that is gone from the folder when dropped.
pub struct Control {
    listener: UnixListener,
    path: PathBuf,
}

impl Control {
    /// Opens the socket, for the owner alone. The store is locked by then, so a socket left behind is a dead server's.
    pub fn open(path: PathBuf) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure(format!("The control socket {} cannot be opened: {error}.", path.display()))
        };
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path).map_err(failed)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
        Ok(Self { listener, path })
    }

    /// Carries out what is asked, until dropped.
    pub async fn serve(self, place: Place) {
        loop {
            let (stream, _) = next(|| self.listener.accept()).await;
            let place = place.clone();
            tokio::spawn(async move {
                if let Err(error) = answer(stream, place).await {
                    tracing::debug!(%error, "a control connection broke off");
                }
            });
        }
    }
}

/// The next connection. One that cannot be taken (the process is out of file handles, most likely) is no reason to take no more.
async fn next<T, F: Future<Output = io::Result<T>>>(mut accept: impl FnMut() -> F) -> T {
    loop {
        match accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                tracing::warn!(%error, "a control connection could not be taken");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

async fn answer(stream: UnixStream, place: Place) -> io::Result<()> {
    let (reader, mut writer) = stream.into_split();
    let mut asked = String::new();
    BufReader::new(reader).read_line(&mut asked).await?;
    let task: Task = match serde_json::from_str(&asked) {
        Ok(task) => task,
        Err(_) => {
            return send(
                &mut writer,
                &Answer::Failed(
                    "The running server is of another version and does not know this command.".into(),
                ),
            )
            .await;
        }
    };
    let (lines, mut said) = mpsc::channel(64);
    let work = tokio::spawn(async move { tasks::run(task, &place, &lines).await });
    while let Some(line) = said.recv().await {
        send(&mut writer, &Answer::Line(line)).await?;
    }
    let last = match work.await {
        Ok(Ok(())) => Answer::Done,
        Ok(Err(sentence)) => Answer::Failed(sentence),
        Err(_) => Answer::Failed("The server could not finish this; its log says why.".into()),
    };
    send(&mut writer, &last).await
}

async fn send(writer: &mut (impl AsyncWriteExt + Unpin), answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    writer.write_all(&line).await
}

/// Asks the server on this folder to do `task`; `None` when no server is running there. `take` gets its lines until it says that it
/// wants no more.
pub async fn ask(
    path: &Path,
    task: &Task,
    mut take: impl AsyncFnMut(String) -> bool,
) -> Option<Result<(), Failure>> {
    let stream = UnixStream::connect(path).await.ok()?;
    Some(converse(stream, task, &mut take).await)
}

async fn converse(
    stream: UnixStream,
    task: &Task,
    take: &mut impl AsyncFnMut(String) -> bool,
) -> Result<(), Failure> {
    let broken = || Failure("The running server closed the connection before it was done.".into());
    let (reader, mut writer) = stream.into_split();
    let mut asked = serde_json::to_vec(task).map_err(|error| Failure(error.to_string()))?;
    asked.push(b'\n');
    writer.write_all(&asked).await?;
    let mut answers = BufReader::new(reader).lines();
    while let Some(line) = answers.next_line().await? {
        match serde_json::from_str(&line).map_err(|_| broken())? {
            Answer::Line(line) => {
                if !take(line).await {
                    return Ok(());
                }
            }
            Answer::Done => return Ok(()),
            Answer::Failed(sentence) => return Err(Failure(sentence)),
        }
    }
    Err(broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_connection_that_cannot_be_taken_does_not_end_the_taking() {
        let mut answers = (0..40).map(|_| Err(io::Error::other("too many open files"))).chain([Ok(7)]);
        let taken = next(|| std::future::ready(answers.next().unwrap_or(Ok(0)))).await;
        assert_eq!(taken, 7);
    }
}

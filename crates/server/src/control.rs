//! The control socket: the embedded store allows one opener, so beside a running server an operator's command is carried out
//! by that server. One JSON line asks; lines of JSON answer until the last.

use crate::{
    cli::Failure,
    tasks::{self, Task},
};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{UnixListener, UnixStream},
    sync::mpsc,
};
use web::{Feature, Services};

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
        let failed = |error: std::io::Error| {
            Failure(format!("The control socket {} cannot be opened: {error}.", path.display()))
        };
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path).map_err(failed)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
        Ok(Self { listener, path })
    }

    /// Carries out what is asked, until dropped.
    pub async fn serve(self, services: Arc<Services>, features: Arc<Vec<Feature>>) {
        while let Ok((stream, _)) = self.listener.accept().await {
            let (services, features) = (services.clone(), features.clone());
            tokio::spawn(async move {
                if let Err(error) = answer(stream, services, features).await {
                    tracing::debug!(%error, "a control connection broke off");
                }
            });
        }
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

async fn answer(
    stream: UnixStream,
    services: Arc<Services>,
    features: Arc<Vec<Feature>>,
) -> std::io::Result<()> {
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
    let work = tokio::spawn(async move { tasks::run(task, &services, &features, &lines).await });
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

async fn send(writer: &mut (impl AsyncWriteExt + Unpin), answer: &Answer) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    writer.write_all(&line).await
}

/// Asks the server on this folder to do `task`; `None` when no server is running there.
pub async fn ask(path: &Path, task: &Task, mut say: impl FnMut(String)) -> Option<Result<(), Failure>> {
    let stream = UnixStream::connect(path).await.ok()?;
    Some(converse(stream, task, &mut say).await)
}

async fn converse(stream: UnixStream, task: &Task, say: &mut impl FnMut(String)) -> Result<(), Failure> {
    let broken = || Failure("The running server closed the connection before it was done.".into());
    let (reader, mut writer) = stream.into_split();
    let mut asked = serde_json::to_vec(task).map_err(|error| Failure(error.to_string()))?;
    asked.push(b'\n');
    writer.write_all(&asked).await?;
    let mut answers = BufReader::new(reader).lines();
    while let Some(line) = answers.next_line().await? {
        match serde_json::from_str(&line).map_err(|_| broken())? {
            Answer::Line(line) => say(line),
            Answer::Done => return Ok(()),
            Answer::Failed(sentence) => return Err(Failure(sentence)),
        }
    }
    Err(broken())
}

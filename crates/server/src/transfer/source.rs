//! Where lines come from: the server that runs on the data folder, the data file itself, or DynamoDB; and the file store.

use super::{channel, files, refuse_unfinished, tables, target};
use crate::{
    cli::{self, Failure},
    config::{Config, Storage},
    control, engine,
    tasks::Task,
};
use futures::{SinkExt, StreamExt, stream};
use identity::tables::IDENTITY;
use kernel::{Clock, Rng, StoppedClock, SystemClock};
use outbound::files::Files;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{Store, View};
use store_embedded::EmbeddedStore;
use tokio::sync::mpsc;
use tokio_util::sync::PollSender;

/// Whether the files that people uploaded are part of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Uploads {
    Sent,
    Left,
}

/// Sends an export of what `config` names, in the order of keys and with the files that people uploaded.
pub async fn send(config: &Config, out: mpsc::Sender<String>) -> Result<(), Failure> {
    match &config.storage {
        Storage::Embedded => Box::pin(send_embedded(config, Uploads::Sent, out)).await,
        Storage::Dynamo(_) => Box::pin(send_sorted(config, out)).await,
    }
}

/// Sends what a copy needs: in any order, and without the files, which stay where they are.
pub async fn send_items(config: &Config, out: mpsc::Sender<String>) -> Result<(), Failure> {
    match &config.storage {
        Storage::Embedded => Box::pin(send_embedded(config, Uploads::Left, out)).await,
        Storage::Dynamo(_) => Box::pin(send_dynamo(config, out)).await,
    }
}

/// By the running server where there is one, because only one process may have the file open.
async fn send_embedded(config: &Config, uploads: Uploads, out: mpsc::Sender<String>) -> Result<(), Failure> {
    let socket = cli::control_socket(config);
    let task = Task::Export { uploads };
    if let Some(answer) = control::ask(&socket, &task, async |line| out.send(line).await.is_ok()).await {
        return answer;
    }
    if !engine::data_file(config).exists() {
        return Err(Failure(format!("There is no data in {}.", config.data.display())));
    }
    let file = engine::data_file(config);
    let embedded = engine::open_file(file, config, tables(), Arc::new(SystemClock))?;
    let files = if uploads == Uploads::Sent { Some(files::open(config)?) } else { None };
    send_frozen(&embedded, files.as_deref(), out).await
}

/// Sends what is there at this moment, however much is written meanwhile.
pub async fn send_frozen(
    embedded: &EmbeddedStore,
    files: Option<&dyn Files>,
    out: mpsc::Sender<String>,
) -> Result<(), Failure> {
    let frozen = embedded.freeze().map_err(|error| Failure(format!("{error}.")))?;
    send_store(&frozen, files, out).await
}

async fn send_dynamo(config: &Config, out: mpsc::Sender<String>) -> Result<(), Failure> {
    let engine = engine::open(config, tables(), Arc::new(this_moment()), &randomness()?).await?;
    send_store(engine.store.as_ref(), None, out).await
}

/// DynamoDB scans in an order of its own. An embedded store in a temporary folder brings its items into the order of keys.
async fn send_sorted(config: &Config, out: mpsc::Sender<String>) -> Result<(), Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure(format!("No temporary folder: {error}.")))?;
    let clock = Arc::new(this_moment());
    let sorter = engine::open_file(folder.path().join("sorted.redb"), config, tables(), clock)?;
    let (lines, unsorted) = channel();
    let into = target::Into { store: sorter.as_ref(), files: None };
    let sorting = target::take(into, unsorted, |_| Ok(None), |_| {});
    let taken = super::both(send_dynamo(config, lines), sorting).await?;
    taken.verify()?;
    taken.name_left_out("nothing was exported.")?;
    send_frozen(&sorter, Some(files::open(config)?.as_ref()), out).await
}

/// Sends an export of a store. Where nobody takes the lines any more, whoever took them says why.
pub async fn send_store(
    store: &dyn Store,
    files: Option<&dyn Files>,
    out: mpsc::Sender<String>,
) -> Result<(), Failure> {
    refuse_unfinished(store).await?;
    let fingerprint = fingerprint(store).await?;
    let files = match files {
        Some(files) => files::all(files).await?,
        None => stream::empty().boxed(),
    };
    let source = portable::Source { store, tables: &tables(), files, fingerprint };
    let gone = || portable::Error::Elsewhere("Nobody takes the lines.".to_owned());
    let mut sink = PollSender::new(out.clone()).sink_map_err(|_| gone());
    match portable::write(source, &mut sink).await {
        Err(_) if out.is_closed() => Ok(()),
        sent => sent.map_err(|error| Failure(error.to_string())),
    }
}

/// Of the key file that the data belongs to.
async fn fingerprint(store: &dyn Store) -> Result<String, Failure> {
    let held = store.get(&IDENTITY, &identity::keys::key_fingerprint()).await;
    let held = held.map_err(|error| Failure(format!("{error}.")))?;
    let fingerprint = held.as_ref().and_then(|item| item.get("fingerprint")).and_then(View::as_str);
    Ok(fingerprint.unwrap_or_default().to_owned())
}

/// From now on nothing expires: what is read at the end is what was read at the beginning.
pub fn this_moment() -> StoppedClock {
    StoppedClock(SystemClock.now())
}

pub fn randomness() -> Result<Rng, Failure> {
    Rng::system().map_err(|error| Failure(format!("The system gave no randomness: {error}.")))
}

//! Where lines go: into a store that is empty, or in which the same copy broke off.

use super::{Lines, files, mark, tables};
use crate::{
    cli::{Failure, say},
    config::Config,
    secret,
};
use clap::Args;
use futures::{StreamExt, stream};
use identity::tables::IDENTITY;
use kernel::Keyring;
use outbound::files::Files;
use portable::{Begun, Compared, Filled, Header, LeftOut, Reader, Step, TakeFiles, Target};
use store::{Item, Store, Table, Write};

/// Whose data may be taken in.
#[derive(Debug, Clone, Copy, Args)]
pub struct Keys {
    /// Take data that belongs to another key file over to this one: passcodes, sessions and tokens in it will not open any more
    #[arg(long)]
    accept_other_key: bool,
}

/// What was taken in.
pub struct Taken {
    pub compared: Vec<Compared>,
    pub left_out: Vec<LeftOut>,
    /// Of the key file that the data belongs to.
    pub fingerprint: String,
}

impl Taken {
    pub fn items(&self) -> u64 {
        self.compared.iter().map(|table| table.here.items).sum()
    }

    /// Says which key file the data needs, where that is not there.
    pub fn remind_of_key(&self, config: &Config) -> Result<(), Failure> {
        if !self.fingerprint.is_empty() && secret::load(config)?.is_none() {
            say(format!(
                "The data belongs to the key file with the fingerprint {}: put it at {} before starting the server.",
                self.fingerprint,
                config.secret_key_file.display()
            ));
        }
        Ok(())
    }

    /// Names the rows that could not be read; an error where there are any.
    pub fn name_left_out(&self, and_now: &str) -> Result<(), Failure> {
        self.left_out.iter().for_each(|row| say(format!("  not read: {row}.")));
        match self.left_out.len() {
            0 => Ok(()),
            1 => Err(Failure(format!("1 row could not be read; {and_now}"))),
            many => Err(Failure(format!("{many} rows could not be read; {and_now}"))),
        }
    }

    /// An error where something is not as it is at the source.
    pub fn verify(&self) -> Result<(), Failure> {
        let Some(table) = self.compared.iter().find(|table| !table.is_same()) else { return Ok(()) };
        let (name, here, source) = (table.table.name, table.here, table.source);
        Err(Failure(format!(
            "{name} differs from its source ({here}; the source has {source}): run the same command again."
        )))
    }
}

impl Keys {
    /// Whether data may be taken in under the key file that `config` names, and that key file where it takes the data over.
    pub fn judge(self, config: &Config, header: &Header) -> Result<Option<Keyring>, Failure> {
        let Some(ours) = secret::load(config)? else { return Ok(None) };
        if header.fingerprint.is_empty() || header.fingerprint == ours.fingerprint() {
            return Ok(None);
        }
        if self.accept_other_key {
            return Ok(Some(ours));
        }
        let (theirs, file, ours) =
            (&header.fingerprint, config.secret_key_file.display(), ours.fingerprint());
        Err(Failure(format!(
            "This data belongs to another key file (fingerprint {theirs}; {file} has {ours}): put the right one there, or say --accept-other-key."
        )))
    }
}

/// Where data goes.
#[derive(Clone, Copy)]
pub struct Into<'a> {
    pub store: &'a dyn Store,
    /// Without it, files stay where they are.
    pub files: Option<&'a dyn Files>,
}

/// Takes an export in and compares it table by table; where all is the same, the copy is ended. `judge` says whether it may
/// be taken, and which key file takes it over, and `progress` hears of each item.
pub async fn take(
    into: Into<'_>,
    mut lines: Lines,
    judge: impl FnOnce(&Header) -> Result<Option<Keyring>, Failure>,
    progress: impl FnMut(&'static Table) + Send,
) -> Result<Taken, Failure> {
    let first = lines.recv().await.ok_or_else(|| sentence(portable::Error::CutOff))?;
    let (reader, header) = open(&first)?;
    let new_owner = judge(&header)?;
    let (store, uploads) = (into.store, into.files.map(files::Into));
    let files = uploads.as_ref().map(|files| -> &dyn TakeFiles { files });
    let target = Target { store, tables: &tables(), files, mark: mark() };
    let begun = target.begin(&header.fingerprint).await.map_err(sentence)?;
    if begun == Begun::Resumed {
        say("This copy broke off before; it goes on.");
    }
    let text = stream::unfold(lines, async |mut lines| lines.recv().await.map(|line| (Ok(line), lines)));
    let Filled { compared, left_out } =
        target.fill(reader, text.boxed(), begun, progress).await.map_err(sentence)?;
    if compared.iter().all(Compared::is_same) {
        if let Some(owner) = new_owner {
            take_over(store, &owner).await?;
        }
        target.end().await.map_err(sentence)?;
    }
    Ok(Taken { compared, left_out, fingerprint: header.fingerprint })
}

fn open(first: &str) -> Result<(Reader, Header), Failure> {
    let mut reader = Reader::new(&tables());
    match reader.line(first).map_err(sentence)? {
        Step::Header(header) => Ok((reader, header)),
        _ => Err(Failure("This is not an export of Roundtable: its first line does not say so.".into())),
    }
}

async fn take_over(store: &dyn Store, owner: &Keyring) -> Result<(), Failure> {
    let item = Item::new()
        .with("fingerprint", owner.fingerprint())
        .with_key(&IDENTITY, identity::keys::key_fingerprint());
    store.write(Write::put(&IDENTITY, item)).await.map_err(|error| Failure(format!("{error}.")))
}

fn sentence(error: portable::Error) -> Failure {
    Failure(error.to_string())
}

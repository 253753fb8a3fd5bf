//! `backup FILE`: an export, compressed, written whole or not at all, and read again before it counts.

use crate::{
    cli::{Failure, say},
    config::Config,
    transfer::{
        both, channel,
        file::{self, Partial},
        source::{self, Order},
        tables,
    },
};
use portable::Reader;
use std::path::Path;

pub async fn run(config: &Config, path: &Path) -> Result<(), Failure> {
    let (partial, file) = Partial::create(path)?;
    let (out, lines) = channel();
    let write =
        async { file::write_compressed(file, lines).await.map_err(|error| file::unwritable(path, &error)) };
    both(source::send(config, Order::Keys, out), write).await?;
    let items = verify(partial.place()).await?;
    partial.keep()?;
    say(format!("Backed up {items} items to {} and read them again.", path.display()));
    say(format!(
        "The key file {} is not in the backup, nor are uploaded files in {}: keep copies of them elsewhere.",
        config.secret_key_file.display(),
        config.files
    ));
    Ok(())
}

/// Reads a backup from end to end, and says how many items it holds.
async fn verify(path: &Path) -> Result<u64, Failure> {
    let (out, mut lines) = channel();
    let check = async {
        let wrong = |error: portable::Error| Failure(format!("The backup did not verify: {error}"));
        let mut reader = Reader::new(&tables());
        while let Some(line) = lines.recv().await {
            reader.line(&line).map_err(wrong)?;
        }
        Ok(reader.finish().map_err(wrong)?.into_iter().map(|(_, sum)| sum.items).sum())
    };
    both(file::read(path.to_owned(), out), check).await
}

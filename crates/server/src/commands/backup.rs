//! `backup FILE`: an export, compressed, written whole or not at all, and read again before it counts.

use crate::{
    cli::{Failure, say},
    config::Config,
    transfer::{
        both, channel,
        file::{self, Partial},
        source, tables,
    },
};
use portable::{Reader, Step};
use std::path::Path;

pub async fn run(config: &Config, path: &Path) -> Result<(), Failure> {
    let (partial, file) = Partial::create(path)?;
    let (out, lines) = channel();
    let write =
        async { file::write_compressed(file, lines).await.map_err(|error| file::unwritable(path, &error)) };
    both(source::send(config, out), write).await?;
    let Held { items, files } = verify(partial.place()).await?;
    partial.keep()?;
    let path = path.display();
    say(format!("Backed up {items} items and {files} uploaded files to {path} and read them again."));
    say(format!(
        "The key file {} is not in the backup: keep a copy of it elsewhere.",
        config.secret_key_file.display()
    ));
    Ok(())
}

/// What a backup holds.
struct Held {
    items: u64,
    files: u64,
}

/// Reads a backup from end to end.
async fn verify(path: &Path) -> Result<Held, Failure> {
    let (out, mut lines) = channel();
    let check = async {
        let wrong = |error: portable::Error| Failure(format!("The backup did not verify: {error}"));
        let (mut reader, mut files) = (Reader::new(&tables()), 0);
        while let Some(line) = lines.recv().await {
            if let Step::Files(sum) = reader.line(&line).map_err(wrong)? {
                files = sum.items;
            }
        }
        let items = reader.finish().map_err(wrong)?.into_iter().map(|(_, sum)| sum.items).sum();
        Ok(Held { items, files })
    };
    both(file::read(path.to_owned(), out), check).await
}

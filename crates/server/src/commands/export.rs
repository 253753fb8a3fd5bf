//! `export [FILE|-]`: all data as lines of JSON that any Roundtable reads.

use crate::{
    cli::Failure,
    config::Config,
    transfer::{
        both, channel,
        file::{self, Partial},
        source,
    },
};
use std::{io, path::Path};

pub async fn run(config: &Config, path: &Path) -> Result<(), Failure> {
    let (out, lines) = channel();
    let source = source::send(config, out);
    if file::is_stream(path) {
        let unwritable = |error: io::Error| Failure(format!("Standard output cannot be written: {error}."));
        return both(source, async { file::write(io::stdout(), lines).await.map(drop).map_err(unwritable) })
            .await;
    }
    let (partial, out) = Partial::create(path)?;
    let write = async { file::write_plain(out, lines).await.map_err(|error| file::unwritable(path, &error)) };
    both(source, write).await?;
    partial.keep()
}

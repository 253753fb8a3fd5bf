//! `copy --from embedded|dynamodb --to dynamodb|embedded`: all data into the other engine, compared table by table.

use crate::{
    cli::{Failure, say},
    config::{Config, Engine, Options},
    engine,
    transfer::{
        both, channel,
        progress::Progress,
        source::{self, randomness, this_moment},
        tables,
        target::{self, Into, Keys, Taken},
    },
};
use clap::Args;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, Args)]
pub struct CopyArgs {
    /// Where the data is
    #[arg(long, value_name = "STORE")]
    from: Engine,
    /// Where it goes; empty, or the same copy to be finished
    #[arg(long, value_name = "STORE")]
    to: Engine,
    #[command(flatten)]
    keys: Keys,
}

pub async fn run(options: Options, arguments: CopyArgs) -> Result<(), Failure> {
    let CopyArgs { from, to, keys } = arguments;
    if from == to {
        return Err(Failure(
            "A copy goes from one kind of store to the other: --from and --to must differ.".into(),
        ));
    }
    let (source, target) = (Config::resolve(options.clone().on(from))?, Config::resolve(options.on(to))?);
    // Time stands still before the source is asked, so that nothing it sends has expired when it is compared.
    let engine = engine::open(&target, tables(), Arc::new(this_moment()), &randomness()?).await?;
    let (out, lines) = channel();
    let mut progress = Progress::start();
    let judge = |header: &portable::Header| keys.judge(&target, header);
    // Both sides have the same file store, so files stay where they are.
    let into = Into { store: engine.store.as_ref(), files: None };
    let take = target::take(into, lines, judge, |table| progress.item(table.name));
    let taken = both(source::send_items(&source, out), take).await;
    progress.finish();
    let taken = taken?;
    report(&taken);
    taken.verify()?;
    taken.remind_of_key(&target)?;
    taken.name_left_out("the others are here.")
}

fn report(taken: &Taken) {
    let width = taken.compared.iter().map(|table| table.table.name.len()).max().unwrap_or_default();
    for table in &taken.compared {
        let (name, here, source) = (table.table.name, table.here, table.source);
        if table.is_same() {
            say(format!("{name:width$}  {here}, the same on both sides"));
        } else {
            say(format!("{name:width$}  {here}, but the source has {source}"));
        }
    }
}

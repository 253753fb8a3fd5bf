//! From a store, and the files beside it, to lines.

use crate::{
    error::{Error, Result},
    file::File,
    line::{Header, Line, VERSION},
    sum::{Sum, digest},
    value::attributes,
};
use futures::{Sink, SinkExt, TryStreamExt, stream::BoxStream};
use store::{Store, Table, scan_all};

/// What an export is made of.
pub struct Source<'a> {
    pub store: &'a dyn Store,
    pub tables: &'a [&'static Table],
    /// In the order of their paths.
    pub files: BoxStream<'a, Result<File>>,
    /// Of the key file that the data belongs to.
    pub fingerprint: String,
}

/// Sends every line of an export, the tables in the order of their names. A store that stands still, and scans in the order of
/// keys, gives the same lines for the same data.
pub async fn write<S>(source: Source<'_>, out: &mut S) -> Result<()>
where
    S: Sink<String, Error = Error> + Unpin + Send,
{
    let Source { store, tables, files, fingerprint } = source;
    let mut tables = tables.to_vec();
    tables.sort_unstable_by_key(|table| table.name);
    let header = Header { version: VERSION, fingerprint };
    out.feed(Line::Roundtable(header).to_text()?).await?;
    for table in &tables {
        write_table(store, table, out).await?;
    }
    write_files(files, out).await?;
    out.feed(Line::Done(tables.len()).to_text()?).await?;
    out.flush().await
}

async fn write_table<S>(store: &dyn Store, table: &'static Table, out: &mut S) -> Result<()>
where
    S: Sink<String, Error = Error> + Unpin + Send,
{
    out.feed(Line::Table(table.name.to_owned()).to_text()?).await?;
    let mut sum = Sum::default();
    let mut items = scan_all(store, table);
    while let Some(item) = items.try_next().await? {
        sum.add(digest(&item));
        out.feed(Line::Item(attributes(&item)).to_text()?).await?;
    }
    out.feed(Line::End(sum.into()).to_text()?).await
}

async fn write_files<S>(mut files: BoxStream<'_, Result<File>>, out: &mut S) -> Result<()>
where
    S: Sink<String, Error = Error> + Unpin + Send,
{
    let mut sum = Sum::default();
    while let Some(file) = files.try_next().await? {
        sum.add(file.digest());
        out.feed(Line::File((&file).into()).to_text()?).await?;
    }
    out.feed(Line::Files(sum.into()).to_text()?).await
}

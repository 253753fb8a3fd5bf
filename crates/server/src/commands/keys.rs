//! `keys`: the data model as declared, for someone with an AWS client in hand.

use crate::{
    cli::{Failure, say},
    compose,
};
use store::{KeyKind, KeySchema};

pub fn run() -> Result<(), Failure> {
    for table in compose::tables() {
        let ttl = table.ttl.map(|attribute| format!(", expires by {attribute}")).unwrap_or_default();
        say(format!("{} ({}{ttl})", table.name, schema(&table.key)));
        for index in table.indexes {
            say(format!("  {} ({})", index.name, schema(&index.key)));
        }
    }
    Ok(())
}

fn schema(key: &KeySchema) -> String {
    let kind = |kind| if kind == KeyKind::N { "N" } else { "S" };
    key.attrs().map(|attr| format!("{} {}", attr.name, kind(attr.kind))).collect::<Vec<_>>().join(", ")
}

//! Where data is kept, and under which names.

use super::{ConfigError, Engine, Options};
use crate::transfer;
use std::collections::{BTreeMap, BTreeSet};

/// How to reach DynamoDB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dynamo {
    pub endpoint: Option<String>,
    pub table_prefix: String,
    /// Names of tables in DynamoDB, by their documents' names; the others have the prefix and their documents' name.
    pub table_names: BTreeMap<String, String>,
}

/// Which engine keeps the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Storage {
    Embedded,
    Dynamo(Dynamo),
}

pub fn settings(options: &Options) -> Result<Storage, ConfigError> {
    let only_dynamo = |name: &str| {
        Err(ConfigError(format!("{name} is set, but store is embedded; set store to dynamodb too.")))
    };
    match options.store {
        Some(Engine::Dynamodb) if !cfg!(feature = "dynamodb") => Err(ConfigError(
            "This build of Roundtable leaves DynamoDB out, so store cannot be dynamodb.".into(),
        )),
        Some(Engine::Dynamodb) => {
            let table_prefix = options.table_prefix.clone().unwrap_or_default();
            let table_names = options.table_names.clone().unwrap_or_default();
            check_names(&table_prefix, &table_names)?;
            Ok(Storage::Dynamo(Dynamo {
                endpoint: options.dynamodb_endpoint.clone(),
                table_prefix,
                table_names,
            }))
        }
        _ if options.dynamodb_endpoint.is_some() => only_dynamo("dynamodb_endpoint"),
        _ if options.table_prefix.is_some() => only_dynamo("table_prefix"),
        _ if options.table_names.is_some() => only_dynamo("table_names"),
        _ => Ok(Storage::Embedded),
    }
}

/// Refuses names of tables that there are not, names that DynamoDB does not take, and one name for two tables.
fn check_names(prefix: &str, names: &BTreeMap<String, String>) -> Result<(), ConfigError> {
    let tables = transfer::tables();
    for (name, physical) in names {
        if !tables.iter().any(|table| table.name == name) {
            let sentence = format!(
                "table_names names {name}, and there is no such table: roundtable keys lists them all."
            );
            return Err(ConfigError(sentence));
        }
        let plain = physical.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte));
        if !plain || !(3..=255).contains(&physical.len()) {
            return Err(ConfigError(format!(
                "table_names gives {name} the name {physical:?}; DynamoDB takes 3 to 255 letters, digits, \"_\", \".\" and \"-\"."
            )));
        }
    }
    let mut taken = BTreeSet::new();
    for table in tables {
        let physical = names.get(table.name).cloned().unwrap_or_else(|| format!("{prefix}{}", table.name));
        if !taken.insert(physical.clone()) {
            return Err(ConfigError(format!("table_names has two tables called {physical}.")));
        }
    }
    Ok(())
}

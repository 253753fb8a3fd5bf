//! Files and folders that cannot be used: one sentence each, and the file left as it is.

use crate::{is_there, options, put};
use redb::TableDefinition;
use std::{fs, path::PathBuf};
use store_embedded::{EmbeddedStore, OpenError};
use tempfile::TempDir;

/// A data file with a hundred notes, closed.
async fn filled() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    let store = EmbeddedStore::open(options(&path)).unwrap();
    for page in 0..100 {
        put(&store, "a", page).await.unwrap();
    }
    drop(store);
    (folder, path)
}

fn refusal(path: &PathBuf) -> OpenError {
    match EmbeddedStore::open(options(path)) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => error,
    }
}

#[tokio::test]
async fn a_damaged_file_is_refused_in_one_sentence_and_left_as_it_is() {
    type Damage = fn(&mut Vec<u8>);
    let damages: [(&str, Damage); 6] = [
        ("nothing but noise", |bytes| *bytes = b"noise".repeat(1000)),
        ("emptied", Vec::clear),
        ("cut off in the middle", |bytes| bytes.truncate(bytes.len() / 2)),
        ("cut off within the header", |bytes| bytes.truncate(100)),
        ("beginning overwritten", |bytes| bytes[..64].fill(0xFF)),
        ("both commit records overwritten", |bytes| bytes[64..320].fill(0xFF)),
    ];
    for (what, damage) in damages {
        let (_folder, path) = filled().await;
        let mut bytes = fs::read(&path).unwrap();
        damage(&mut bytes);
        fs::write(&path, &bytes).unwrap();
        let refusal = refusal(&path);
        assert!(matches!(refusal, OpenError::Damaged { .. }), "{what}: {refusal:?}");
        assert!(refusal.to_string().contains("is damaged and was left as it is"), "{refusal}");
        assert!(!refusal.to_string().contains('\n'), "{refusal}");
        assert!(fs::read(&path).unwrap() == bytes, "{what}: the file was changed");
    }
}

#[tokio::test]
async fn a_file_of_some_other_program_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    let other = redb::Database::create(&path).unwrap();
    let transaction = other.begin_write().unwrap();
    transaction.open_table(TableDefinition::<u64, u64>::new("theirs")).unwrap();
    transaction.commit().unwrap();
    drop(other);
    assert!(matches!(refusal(&path), OpenError::Damaged { .. }));
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused() {
    let (_folder, path) = filled().await;
    let database = redb::Database::open(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    let meta = TableDefinition::<&[u8], &[u8]>::new("meta");
    let newer = 99_u32.to_le_bytes();
    transaction.open_table(meta).unwrap().insert(b"format".as_slice(), newer.as_slice()).unwrap();
    transaction.commit().unwrap();
    drop(database);
    let refusal = refusal(&path);
    assert!(matches!(refusal, OpenError::Newer { found: 99, .. }), "{refusal:?}");
    assert!(
        refusal
            .to_string()
            .ends_with("was written by a newer version of this program (format 99; this one reads up to 2)")
    );
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let refusal = refusal(&folder.path().join("nowhere").join("data.redb"));
    let expected = format!("the folder {} does not exist", folder.path().join("nowhere").display());
    assert_eq!(refusal.to_string(), expected);
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    // Nobody may create files here, whoever runs the tests; in some containers because it is mounted read-only.
    let refusal = refusal(&PathBuf::from("/sys/data.redb")).to_string();
    let sentences = ["cannot be written: permission was denied", "cannot be opened: the disk is read-only"];
    assert!(sentences.iter().any(|sentence| refusal == format!("/sys/data.redb {sentence}")), "{refusal}");
}

#[tokio::test]
async fn a_start_that_was_cut_short_does_not_keep_the_next_from_working() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    fs::write(folder.path().join("data.redb.new"), vec![0; 1 << 20]).unwrap();
    let store = EmbeddedStore::open(options(&path)).unwrap();
    put(&store, "a", 1).await.unwrap();
    drop(store);
    assert!(is_there(&EmbeddedStore::open(options(&path)).unwrap(), "a", 1).await);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left in the folder");
}

#[cfg(unix)]
#[test]
fn the_data_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("data.redb");
    let _store = EmbeddedStore::open(options(&path)).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

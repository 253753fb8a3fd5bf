//! Going over many items: removing in turns, and scanning to the end.

use super::{
    Harness, start,
    tables::{DOCS, PEOPLE, doc},
};
use crate::{Item, Key, Query, View, remove_some, scan_all};
use futures::TryStreamExt;
use jiff::SignedDuration;

pub async fn what_the_queries_find_is_removed_in_turns(h: &Harness) {
    h.put_all(&DOCS, (0..130).map(|at| doc("p", &format!("{at:03}")))).await;
    h.put_all(&DOCS, (0..30).map(|at| doc("q", &format!("{at:03}")))).await;
    h.put(&DOCS, doc("kept", "1")).await;
    let queries = || [Query::table(&DOCS, "p"), Query::table(&DOCS, "q")];
    let left =
        async || h.rows(Query::table(&DOCS, "p")).await.len() + h.rows(Query::table(&DOCS, "q")).await.len();
    for (more, expected) in [(true, 60), (false, 0), (false, 0)] {
        assert_eq!(remove_some(&*h.store, &DOCS, queries()).await, Ok(more));
        assert_eq!(left().await, expected);
    }
    assert_eq!(h.rows(Query::table(&DOCS, "kept")).await.len(), 1);
}

pub async fn removing_passes_over_what_has_expired(h: &Harness) {
    let lasting =
        |at: u32, seconds: i64| doc("p", &format!("{at:03}")).with("ttl", start().as_second() + seconds);
    h.put_all(&DOCS, (0..120).map(|at| lasting(at, 10))).await;
    h.put_all(&DOCS, (120..125).map(|at| lasting(at, 600))).await;
    h.clock.advance(SignedDuration::from_secs(60));
    assert_eq!(remove_some(&*h.store, &DOCS, [Query::table(&DOCS, "p")]).await, Ok(false));
    assert_eq!(h.rows(Query::table(&DOCS, "p")).await, []);
}

pub async fn what_two_queries_find_is_removed_once(h: &Harness) {
    h.put_all(&DOCS, (0..5).map(|at| doc("p", &format!("{at}")))).await;
    let queries = [Query::table(&DOCS, "p"), Query::table(&DOCS, "p").begins_with("3")];
    assert_eq!(remove_some(&*h.store, &DOCS, queries).await, Ok(false));
    assert_eq!(h.rows(Query::table(&DOCS, "p")).await, []);
}

pub async fn a_whole_table_is_scanned_to_its_end(h: &Harness) {
    let item = |at: u32| doc("big", &format!("{at:02}")).with("body", "x".repeat(150_000));
    h.put_all(&DOCS, (0..12).map(item)).await;
    h.put(&PEOPLE, Item::new().with_key(&PEOPLE, Key::only("ana"))).await;
    let found: Vec<Item> = scan_all(&*h.store, &DOCS).try_collect().await.expect("a scan");
    let mut names: Vec<_> = found.iter().filter_map(|item| item.get("sk").and_then(View::as_str)).collect();
    names.sort_unstable();
    assert!(names.into_iter().eq((0..12).map(|at| format!("{at:02}"))));
}

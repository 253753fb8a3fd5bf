//! Pages: whatever their size, every row comes once and in order.

use super::{
    Harness,
    tables::{DOCS, READINGS, doc},
};
use crate::{Item, Key, Query, View, query_all};

const ROWS: u32 = 7;

async fn fill(h: &Harness) -> Vec<Item> {
    let item = |at: u32| {
        doc("p", &format!("{at}")).with("owner", "ana").with("title", format!("t{at}")).with("at", at)
    };
    let items: Vec<_> = (0..ROWS).map(item).collect();
    h.put_all(&DOCS, items.iter().cloned()).await;
    h.put_all(&DOCS, ["o", "q"].map(|pk| doc(pk, "3").with("owner", pk).with("title", "t3").with("at", 3)))
        .await;
    items
}

/// Reads page after page and checks each: full while rows last, and with a position when it is full. With nothing behind it, a
/// full page needs none: DynamoDB gives none where the last row stands at the end of the range, and one elsewhere.
async fn pages_add_up(h: &Harness, query: Query, expected: &[Item]) {
    for limit in 1..=expected.len() + 1 {
        let mut query = query.clone().limit(u32::try_from(limit).expect("a small limit"));
        let mut left = expected;
        loop {
            let rows = h.store.query(query.clone()).await.expect("a page");
            let (page, rest) = left.split_at(limit.min(left.len()));
            assert_eq!(rows.items, page, "{query:?}");
            let full = page.last().filter(|_| page.len() == limit).map(|row| query.position_of(row));
            assert!(
                rows.next == full || rest.is_empty() && rows.next.is_none(),
                "{query:?}: {:?}",
                rows.next
            );
            left = rest;
            match rows.next {
                Some(next) => query.after = Some(next),
                None => break,
            }
        }
        assert_eq!(left, []);
    }
}

pub async fn a_partition_reads_the_same_at_every_page_size(h: &Harness) {
    let mut items = fill(h).await;
    pages_add_up(h, Query::table(&DOCS, "p"), &items).await;
    pages_add_up(h, Query::table(&DOCS, "p").between("2", "5"), &items[2..6]).await;
    items.reverse();
    pages_add_up(h, Query::table(&DOCS, "p").reverse(), &items).await;
    pages_add_up(h, Query::table(&DOCS, "p").reverse().between("2", "5"), &items[1..5]).await;
}

pub async fn an_index_reads_the_same_at_every_page_size(h: &Harness) {
    let mut items = fill(h).await;
    for index in ["ByOwnerTitle", "ByOwnerTime"] {
        let query = Query::index(&DOCS, index, "ana");
        h.answers(query.clone(), &items).await;
        pages_add_up(h, query.clone(), &items).await;
        items.reverse();
        pages_add_up(h, query.reverse(), &items).await;
        items.reverse();
    }
    pages_add_up(h, Query::index(&DOCS, "ByOwnerTime", "ana").between(1, 4), &items[1..5]).await;
}

pub async fn number_keys_page_too(h: &Harness) {
    let items: Vec<_> =
        (-3..4).map(|value| Item::new().with_key(&READINGS, Key::new("s", value)).with("x", value)).collect();
    h.put_all(&READINGS, items.iter().cloned()).await;
    pages_add_up(h, Query::table(&READINGS, "s"), &items).await;
}

pub async fn rows_that_share_an_index_key_all_come_once(h: &Harness) {
    let item =
        |at: u32| doc(&format!("p{at}"), &format!("s{}", at % 3)).with("owner", "ana").with("at", at / 4);
    let items: Vec<_> = (0..12).map(|at| item(at).with("code", "same")).collect();
    h.put_all(&DOCS, items.iter().cloned()).await;
    for query in [Query::index(&DOCS, "ByOwnerTime", "ana"), Query::index(&DOCS, "ByCode", "same")] {
        for query in [query.clone(), query.reverse()] {
            for limit in 1..=13 {
                h.answers_in_any_order(query.clone().limit(limit), &items).await;
            }
        }
    }
}

pub async fn a_position_survives_the_row_it_names(h: &Harness) {
    let items = fill(h).await;
    let first = h.store.query(Query::table(&DOCS, "p").limit(3)).await.expect("a page");
    h.store.write(crate::Write::delete(&DOCS, Key::new("p", "2"))).await.expect("a delete");
    let rest = h.rows(Query::table(&DOCS, "p").after(first.next)).await;
    assert_eq!(rest, items[3..]);
}

pub async fn a_page_without_limit_ends_at_about_a_megabyte(h: &Harness) {
    let item = |at: u32| doc("big", &format!("{at:02}")).with("body", "x".repeat(150_000));
    let items: Vec<_> = (0..12).map(item).collect();
    h.put_all(&DOCS, items.iter().cloned()).await;
    let first = h.store.query(Query::table(&DOCS, "big")).await.expect("a page");
    let bytes: usize = first.items.iter().map(crate::validate::size_of).sum();
    assert!((800_000..1_300_000).contains(&bytes), "{bytes} bytes in one page");
    assert!(first.next.is_some());
    let sk = |item: &Item| item.get("sk").and_then(View::as_str).map(str::to_owned);
    let all = query_all(&*h.store, Query::table(&DOCS, "big")).await.expect("all pages");
    assert!(all.iter().map(sk).eq(items.iter().map(sk)));
}

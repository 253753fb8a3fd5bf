//! Indexes: sparse, sharing attributes, and true to the table through every kind of change.

use super::{
    Harness,
    tables::{DOCS, PEOPLE, doc},
};
use crate::{Item, Key, Query, Transaction, Write};

fn by_title(owner: &str) -> Query {
    Query::index(&DOCS, "ByOwnerTitle", owner)
}

fn by_time(owner: &str) -> Query {
    Query::index(&DOCS, "ByOwnerTime", owner)
}

pub async fn an_index_holds_only_items_with_all_of_its_attributes(h: &Harness) {
    let neither = doc("p", "1");
    let no_sort = doc("p", "2").with("owner", "ana");
    let no_partition = doc("p", "3").with("title", "t").with("at", 1);
    let titled = doc("p", "4").with("owner", "ana").with("title", "t");
    let timed = doc("p", "5").with("owner", "ana").with("at", 7);
    let both = doc("p", "6").with("owner", "ana").with("title", "u").with("at", -7);
    let all = [neither, no_sort, no_partition, titled.clone(), timed.clone(), both.clone()];
    h.put_all(&DOCS, all).await;
    h.answers(by_title("ana"), &[titled, both.clone()]).await;
    h.answers(by_time("ana"), &[both, timed]).await;
}

pub async fn an_index_answers_whole_items(h: &Harness) {
    let item = doc("p", "1").with("owner", "ana").with("title", "t").with("body", "x".repeat(3000));
    h.put(&DOCS, item.clone()).await;
    h.answers(by_title("ana"), &[item]).await;
}

pub async fn an_index_without_sort_key_lists_all_that_share_its_value(h: &Harness) {
    let items = [doc("a", "1"), doc("b", "1"), doc("b", "2")].map(|item| item.with("code", "x"));
    h.put_all(&DOCS, items.clone()).await;
    h.put(&DOCS, doc("b", "3").with("code", "y")).await;
    h.answers_in_any_order(Query::index(&DOCS, "ByCode", "x"), &items).await;
}

pub async fn an_index_may_sort_by_an_attribute_of_the_tables_key(h: &Harness) {
    let person = |id: &str, team: &str| Item::new().with_key(&PEOPLE, Key::only(id)).with("team", team);
    h.put_all(&PEOPLE, [person("cy", "red"), person("ana", "red"), person("ben", "blue")]).await;
    h.answers(Query::index(&PEOPLE, "ByTeam", "red"), &[person("ana", "red"), person("cy", "red")]).await;
    let levels = [doc("b", "1"), doc("a", "2"), doc("a", "3")].map(|item| item.with("level", -2));
    h.put_all(&DOCS, levels.clone()).await;
    h.answers(Query::index(&DOCS, "ByLevel", -2), &levels).await;
    h.answers(Query::index(&DOCS, "ByLevel", -2).begins_with("2"), &levels[1..2]).await;
}

pub async fn an_update_moves_an_item_between_partitions_of_an_index(h: &Harness) {
    let item =
        |owner: &str, title: &str| doc("p", "1").with("owner", owner).with("title", title).with("at", 5);
    h.put(&DOCS, item("ana", "t")).await;
    h.answers(by_title("ana"), &[item("ana", "t")]).await;
    let update = || Write::update(&DOCS, Key::new("p", "1"));
    h.store.write(update().set("owner", "ben")).await.expect("an update");
    h.answers(by_title("ben"), &[item("ben", "t")]).await;
    h.answers(by_time("ben"), &[item("ben", "t")]).await;
    h.answers(by_title("ana"), &[]).await;
    h.answers(by_time("ana"), &[]).await;
    h.store.write(update().set("title", "z")).await.expect("an update");
    h.answers(by_title("ben").begins_with("z"), &[item("ben", "z")]).await;
    h.answers(by_title("ben").begins_with("t"), &[]).await;
}

pub async fn an_update_of_another_attribute_shows_in_the_index(h: &Harness) {
    let item = doc("p", "1").with("owner", "ana").with("title", "t");
    h.put(&DOCS, item.clone()).await;
    h.store.write(Write::update(&DOCS, Key::new("p", "1")).set("body", "new")).await.expect("an update");
    h.answers(by_title("ana"), &[item.with("body", "new")]).await;
}

pub async fn removing_an_attribute_takes_the_item_out_of_its_index(h: &Harness) {
    let item = doc("p", "1").with("owner", "ana").with("title", "t").with("at", 1);
    h.put(&DOCS, item).await;
    h.store.write(Write::update(&DOCS, Key::new("p", "1")).remove("title")).await.expect("an update");
    let left = doc("p", "1").with("owner", "ana").with("at", 1);
    h.answers(by_title("ana"), &[]).await;
    h.answers(by_time("ana"), &[left]).await;
    h.put(&DOCS, doc("p", "1")).await;
    h.answers(by_time("ana"), &[]).await;
}

pub async fn a_deleted_item_leaves_every_index(h: &Harness) {
    let item = doc("p", "1")
        .with("owner", "ana")
        .with("title", "t")
        .with("at", 1)
        .with("code", "c")
        .with("level", 1);
    h.put(&DOCS, item.clone()).await;
    h.answers(by_title("ana"), &[item]).await;
    h.store.write(Write::delete(&DOCS, Key::new("p", "1"))).await.expect("a delete");
    for query in [
        by_title("ana"),
        by_time("ana"),
        Query::index(&DOCS, "ByCode", "c"),
        Query::index(&DOCS, "ByLevel", 1),
    ] {
        h.answers(query, &[]).await;
    }
}

pub async fn transactions_keep_indexes_true(h: &Harness) {
    let item = |sk: &str, owner: &str| doc("p", sk).with("owner", owner).with("at", 1);
    h.put_all(&DOCS, [item("1", "ana"), item("2", "ana")]).await;
    let transaction = Transaction::of([
        Write::update(&DOCS, Key::new("p", "1")).set("owner", "ben"),
        Write::delete(&DOCS, Key::new("p", "2")),
        Write::put(&DOCS, item("3", "ana")),
        Write::update(&DOCS, Key::new("p", "4")).set("owner", "ben").add("at", 2),
    ]);
    h.store.transact(transaction).await.expect("a transaction");
    h.answers(by_time("ana"), &[item("3", "ana")]).await;
    h.answers(by_time("ben"), &[item("1", "ben"), item("4", "ben").with("at", 2)]).await;
}

pub async fn index_values_with_odd_bytes_keep_apart(h: &Harness) {
    let odd = ["a", "a\u{0}", "a\u{0}b", "a\u{1}", "a\u{ff}", "ab"];
    for owner in odd {
        h.put_all(&DOCS, odd.map(|title| doc(owner, title).with("owner", owner).with("title", title))).await;
    }
    for owner in odd {
        let mut titles = odd;
        titles.sort_unstable();
        h.answers(
            by_title(owner),
            &titles.map(|title| doc(owner, title).with("owner", owner).with("title", title)),
        )
        .await;
    }
}

//! Roundtable in a real browser, a module per feature: what a person sees and does, on phone and desktop, light and dark, with
//! scripts and without.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "these are tests")]

/// Makes a test of each way to look at a story, such as with the page's scripts and without: `the_test: the_story(View::phone());`.
macro_rules! stories {
    ($($name:ident: $story:ident($view:expr);)+) => {
        $(#[tokio::test(flavor = "multi_thread")]
        async fn $name() {
            $story($view).await;
        })+
    };
}

mod accounts;
mod addresses;
mod checklists;
mod club;
mod counting;
mod editing;
mod events;
mod every_page;
mod hangouts;
mod live;
mod look;
mod mine;
mod movies;
mod names;
mod offline;
mod oidc;
mod outcomes;
mod paper;
mod people;
mod polls;
mod push;
mod rankings;
mod screens;
mod shell;
mod words;
mod zones;

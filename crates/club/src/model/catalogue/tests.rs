//! The catalogue in memory, by example and by property.

use super::*;
use crate::model::site::NewSite;
use kernel::{Moment, UserId};
use proptest::prelude::*;
use uuid::Uuid;

fn site(n: u128, title: &str, tags: &[&str], (count, sum): (u64, u64)) -> Site {
    let new = NewSite {
        url: format!("https://host{n}.example/"),
        title: Some(title.into()),
        description: None,
        tags: tags.iter().map(|tag| Tag::parse(tag).unwrap()).collect(),
    };
    let mut site = Site::new(Uuid::from_u128(n).into(), new, UserId(Uuid::nil()), Moment::default());
    (site.rating_count, site.rating_sum) = (Some(count), Some(sum));
    site
}

fn catalogue() -> Catalogue {
    let mut all = Catalogue::default();
    all.put(site(1, "Pancakes that never fail", &["food", "kids"], (11, 50)));
    all.put(site(2, "Café walks", &["walks"], (1, 5)));
    all.put(site(3, "Pancake races", &["kids"], (0, 0)));
    all
}

fn number(id: &SiteId) -> u128 {
    id.as_str().parse::<Uuid>().unwrap().as_u128()
}

fn titles(found: &Found) -> Vec<&str> {
    found.sites.iter().map(|site| site.title.as_str()).collect()
}

fn find(all: &Catalogue, words: &str, tags: &[&str], order: Order) -> Vec<String> {
    let tags: Vec<_> = tags.iter().filter_map(|tag| Tag::parse(tag)).collect();
    let found = all.search(&Search { words, tags: &tags, order, limit: 10, ..Search::default() });
    titles(&found).into_iter().map(str::to_owned).collect()
}

#[test]
fn words_are_found_by_their_beginning_without_case_and_accents() {
    let all = catalogue();
    assert_eq!(find(&all, "PANC", &[], Order::Newest), ["Pancake races", "Pancakes that never fail"]);
    assert_eq!(find(&all, "cafe", &[], Order::Newest), ["Café walks"]);
    assert_eq!(find(&all, "pancakes fail", &[], Order::Newest), ["Pancakes that never fail"]);
    assert_eq!(find(&all, "host3", &[], Order::Newest), ["Pancake races"]);
    assert_eq!(find(&all, "nothing", &[], Order::Newest), [""; 0]);
}

#[test]
fn words_of_the_page_are_found_and_the_text_is_not_kept() {
    let mut all = catalogue();
    let mut pancakes = site(1, "Pancakes", &["food"], (0, 0));
    pancakes.scraped_content = Some("Whisk the batter, then wait. Crêpes are thinner.".into());
    all.put(pancakes);
    assert_eq!(find(&all, "crepes", &[], Order::Newest), ["Pancakes"]);
    assert_eq!(find(&all, "batter pancakes", &["food"], Order::Rating), ["Pancakes"]);
    assert!(all.newest().all(|site| site.scraped_content.is_none()));
}

#[test]
fn rows_by_other_programs_stand_in_the_order_of_their_times_and_are_found_by_their_tags() {
    let mut all = catalogue();
    let by_hand = |id: &str, at: &str| {
        let mut site = site(9, id, &[], (0, 0));
        (site.id, site.created_at) = (id.parse().unwrap(), at.parse().ok());
        site.tags = vec![Tag::written("JavaScript")];
        site
    };
    all.put(by_hand("a1b2", "2024-01-15T10:30:00Z"));
    all.put(by_hand("zzzz", "2023-01-15T10:30:00Z"));
    assert_eq!(find(&all, "", &[], Order::Newest)[..2], ["a1b2", "zzzz"]);
    assert_eq!(find(&all, "", &["javascript"], Order::Rating), ["a1b2", "zzzz"]);
}

#[test]
fn tags_and_words_narrow_each_other() {
    let all = catalogue();
    assert_eq!(find(&all, "", &["kids"], Order::Newest).len(), 2);
    assert_eq!(find(&all, "races", &["kids"], Order::Newest), ["Pancake races"]);
    assert_eq!(find(&all, "", &["kids", "food"], Order::Newest), ["Pancakes that never fail"]);
    assert_eq!(find(&all, "", &["unknown"], Order::Newest), [""; 0]);
}

#[test]
fn many_good_ratings_stand_before_one() {
    assert_eq!(find(&catalogue(), "", &[], Order::Rating)[0], "Pancakes that never fail");
}

#[test]
fn what_is_rated_is_left_out_where_that_is_asked() {
    let all = catalogue();
    let mine = HashSet::from([SiteId::from(Uuid::from_u128(3))]);
    let found = all.search(&Search { without: Some(&mine), limit: 1, ..Search::default() });
    assert_eq!((titles(&found), found.total), (vec!["Café walks"], Some(2)));
}

#[test]
fn a_changed_site_is_found_as_it_is_now() {
    let mut all = catalogue();
    all.put(site(1, "Waffles", &["breakfast"], (0, 0)));
    assert_eq!(find(&all, "pancakes", &[], Order::Newest), [""; 0]);
    assert_eq!(find(&all, "", &["food"], Order::Newest), [""; 0]);
    assert_eq!(find(&all, "waff", &["breakfast"], Order::Newest), ["Waffles"]);
    for n in 1..=3 {
        all.remove(&Uuid::from_u128(n).into());
    }
    assert_eq!((all.len(), all.bytes(), all.by_tag.len(), all.by_url.len()), (0, 0, 0, 0));
}

#[test]
fn what_most_sites_have_is_found_in_order_without_being_counted() {
    let mut all = Catalogue::default();
    for n in 1..=4 * FEW as u64 {
        let title = if n % 2 == 0 { "Garden path" } else { "Gardening" };
        let tags: &[&str] = if n % 3 == 0 { &["green", "big"] } else { &["green"] };
        all.put(site(n.into(), title, tags, (n % 5, n % 5 * 4)));
    }
    let pages = |words: &str, tags: &[&str], order| {
        let tags: Vec<_> = tags.iter().filter_map(|tag| Tag::parse(tag)).collect();
        let mut search = Search { words, tags: &tags, order, limit: 700, ..Search::default() };
        let mut ids: Vec<SiteId> = Vec::new();
        loop {
            let found = all.search(&search);
            assert_eq!(found.total.is_some(), words.is_empty());
            ids.extend(found.sites.iter().map(|site| site.id.clone()));
            if found.next.is_none() {
                return ids;
            }
            search.after = found.next;
        }
    };
    for order in [Order::Newest, Order::Rating] {
        let everything = pages("", &[], order);
        assert_eq!(everything.len(), 4 * FEW);
        assert_eq!(pages("gard", &[], order), everything);
        let even: Vec<_> = everything.iter().filter(|id| number(id).is_multiple_of(2)).cloned().collect();
        assert_eq!(pages("garden path", &["green"], order), even);
        let third: Vec<_> = everything.iter().filter(|id| number(id).is_multiple_of(3)).cloned().collect();
        assert_eq!(pages("", &["big"], order), third);
    }
    assert_eq!(all.top_tags(1), [(Tag::parse("green").unwrap(), 4 * FEW)]);
}

proptest! {
    #[test]
    fn pages_put_together_are_the_whole_list(
        ratings in proptest::collection::vec((0..4_u64, 0..6_u64), 1..40), limit in 1..7_usize, by_rating in any::<bool>(), word in any::<bool>()
    ) {
        let mut all = Catalogue::default();
        for (n, (count, stars)) in ratings.iter().enumerate() {
            all.put(site(n as u128 + 1, "Word", &[], (*count, count * stars)));
        }
        let order = if by_rating { Order::Rating } else { Order::Newest };
        let words = if word { "wor" } else { "" };
        let (mut pages, mut after) = (Vec::new(), None);
        loop {
            let found = all.search(&Search { words, order, after, limit, ..Search::default() });
            prop_assert_eq!(found.total, Some(ratings.len()));
            pages.extend(found.sites.iter().map(|site| site.id.clone()));
            match found.next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        let whole = all.search(&Search { words, order, limit: 1_000, ..Search::default() });
        prop_assert_eq!(pages, whole.sites.iter().map(|site| site.id.clone()).collect::<Vec<_>>());
    }
}

use super::*;

fn at(text: &str) -> Moment {
    text.parse().unwrap()
}

fn named(name: &str) -> Zone {
    name.parse().unwrap()
}

fn in_zone(reader: Option<&str>) -> Zones {
    Zones::new(reader.map(named), named("Asia/Tokyo"))
}

const NOW: &str = "2026-10-10T00:00:00Z";

fn supper(zones: &Zones) -> When {
    When::span(at("2026-10-17T17:30:00Z"), Some(at("2026-10-17T22:00:00Z")), *at(NOW), zones)
}

#[test]
fn the_readers_own_time_names_no_zone_and_any_other_does() {
    let lisbon = Some(named("Europe/Lisbon"));
    let said = |zones: &Zones| supper(zones).said();
    let own = in_zone(Some("Europe/Lisbon"));
    assert_eq!(said(&own), "Saturday 17 October, 18:30 until 23:00");
    assert_eq!(said(&own.thing(Some(named("Asia/Tokyo")))), "Saturday 17 October, 18:30 until 23:00");
    let unknown = in_zone(None);
    assert_eq!(said(&unknown), "Sunday 18 October, 02:30 until 07:00 Tokyo time");
    assert_eq!(said(&unknown.thing(lisbon)), "Saturday 17 October, 18:30 until 23:00 Lisbon time");
    let html = supper(&unknown).to_string();
    assert_eq!(
        html,
        r#"<time datetime="2026-10-17T17:30:00.000Z" data-until="2026-10-17T22:00:00.000Z" data-local>Sunday 18 October, 02:30 until 07:00 Tokyo time</time>"#
    );
    assert_eq!(supper(&own).named().said(), "Saturday 17 October, 18:30 until 23:00 Lisbon time");
}

#[test]
fn the_time_of_a_place_comes_first_and_the_readers_beside_it() {
    let said = |reader| supper(&in_zone(reader).place(Some(named("Europe/Lisbon")))).said();
    assert_eq!(said(Some("Europe/Lisbon")), "Saturday 17 October, 18:30 until 23:00");
    assert_eq!(said(None), "Saturday 17 October, 18:30 until 23:00 Lisbon time");
    assert_eq!(
        said(Some("Europe/London")),
        "Saturday 17 October, 18:30 until 23:00 Lisbon time",
        "the zone is another, the time is not"
    );
    assert_eq!(
        said(Some("Europe/Berlin")),
        "Saturday 17 October, 18:30 until 23:00 Lisbon time (19:30 until Sunday 18 October, 00:00 your time)"
    );
    assert_eq!(
        said(Some("Asia/Tokyo")),
        "Saturday 17 October, 18:30 until 23:00 Lisbon time (Sunday 18 October, 02:30 until 07:00 your time)"
    );
    let letter = supper(&in_zone(Some("Europe/Berlin")).place(Some(named("Europe/Lisbon")))).named().said();
    assert!(letter.starts_with("Saturday 17 October, 18:30 until 23:00 Lisbon time ("), "{letter}");
}

#[test]
fn the_past_is_told_the_finer_the_nearer() {
    let now = *at("2026-10-17T18:00:00Z");
    let told = |text: &str| ago(at(text), now, &in_zone(Some("Asia/Tokyo")));
    assert_eq!(told("2026-10-17T17:59:00Z"), "just now");
    assert_eq!(told("2026-10-17T18:00:30Z"), "just now", "a clock that is ahead does no harm");
    assert_eq!(told("2026-10-17T17:40:00Z"), "20 minutes ago");
    assert_eq!(told("2026-10-17T16:30:00Z"), "1 hour ago");
    assert_eq!(told("2026-10-13T12:00:00Z"), "Tuesday");
    assert_eq!(told("2026-10-13T16:00:00Z"), "Wednesday", "there it was past midnight");
    assert_eq!(told("2026-03-03T12:00:00Z"), "3 March");
}

#[test]
fn a_zone_without_a_place_is_named_by_its_offset() {
    let words = |name: &str| zone_words(&named(name), *at(NOW));
    assert_eq!(words("America/Argentina/Buenos_Aires"), "Buenos Aires time");
    assert_eq!((words("UTC"), words("Etc/UTC")), ("GMT".into(), "GMT".into()));
    assert_eq!((words("Etc/GMT+5"), words("Etc/GMT-3")), ("GMT-5".into(), "GMT+3".into()));
}

#[test]
fn a_field_of_local_time_reads_back() {
    let lisbon = zone("Europe/Lisbon");
    let start = at("2026-10-17T17:30:00Z");
    assert_eq!(local(start, &lisbon), "2026-10-17T18:30");
    assert_eq!(read_local("2026-10-17T18:30", &lisbon), Some(start));
    assert_eq!(read_local("soon", &lisbon), None);
}

#[test]
fn an_hour_that_the_clock_skips_is_told_from_one_that_cannot_be_read() {
    let lisbon = zone("Europe/Lisbon");
    assert_eq!(read_local_time("2026-03-29T01:30", &lisbon), Err(SKIPPED));
    assert_eq!(read_local_time("soon", &lisbon), Err(UNREADABLE));
    assert_eq!(read_local_time("2026-10-17T18:30", &lisbon), Ok(at("2026-10-17T17:30:00Z")));
}

#[test]
fn zones_to_choose_from_exist_and_have_places() {
    let listed: Vec<_> = zones().collect();
    assert!(listed.iter().any(|(name, _)| name == "Europe/Lisbon"));
    assert_eq!(listed[0], ("UTC".to_owned(), "GMT".to_owned()));
    assert!(listed.iter().all(|(name, _)| Zone::named(name).is_some()));
}

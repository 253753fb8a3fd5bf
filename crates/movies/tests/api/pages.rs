//! The pages: every state of a round, forms that fail, and everything without scripts.

use crate::support::{Engine, Family, Home, Person, child, draft, features, picked, voting, watched};
use serde_json::json;
use stage::{Setup, Stage};
use std::sync::Arc;

/// Nora in a browser, with a household and a child.
async fn at_home(home: &Home) -> Family {
    let (nora, sam) = (home.registers_in_a_browser("Nora").await, home.registers("Sam").await);
    let made = nora
        .submit(
            "/movies",
            &[("name", "Mill Lane"), ("services", "netflix"), ("once", "0123456789012345678901")],
        )
        .await;
    assert_eq!(made.expect(303).location(), "/movies/household?done=created");
    let household = nora.get("/households/mine").await.expect(200).text_at("groupId");
    let nora = as_program(home).await;
    home.joins(&nora, &sam).await;
    let ella = child(&nora, "Ella").await;
    Family { nora, sam, ella, household }
}

/// The same account by its token.
async fn as_program(home: &Home) -> Person {
    home.signs_in("Nora").await
}

fn hidden_once(page: &stage::Answer) -> String {
    page.hidden("once")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_no_household_creates_one_and_a_wrong_name_stays_in_the_form() {
    let home = Home::on(Engine::Embedded).await;
    let nora = home.registers_in_a_browser("Nora").await;
    let page = nora.page("/movies").await.expect(200);
    page.shows("Create your household").shows("Disney+");
    let long = "x".repeat(41);
    let once = hidden_once(&page);
    let failed =
        nora.submit("/movies", &[("name", &long), ("services", "hulu"), ("once", &once)]).await.expect(422);
    failed
        .shows(&long)
        .shows("aria-invalid")
        .shows("Your household was not created.")
        .shows("value=\"hulu\" checked");
    for _ in 0..2 {
        let made = nora.submit("/movies", &[("name", "Mill Lane"), ("once", &once)]).await.expect(303);
        assert_eq!(made.location(), "/movies/household?done=created", "a double tap makes one household");
    }
    let again = nora.submit("/movies", &[("name", "Old Mill"), ("once", &once)]).await.expect(200);
    again.shows("You already created this household.").shows("href=\"/movies/household\">Open</a>");
    again.shows("Create another</button>").shows("Old Mill");
    assert_eq!(home.anyone().page("/movies").await.expect(303).location(), "/sign-in?next=%2Fmovies");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_has_created_something_says_so_and_creates_another_when_it_is_sent_once_more() {
    let home = Home::on(Engine::Embedded).await;
    let family = at_home(&home).await;
    let path = "/movies/household/people";
    let once = hidden_once(&family.nora.page(path).await.expect(200));
    let send = async |once: &str, name: &str| {
        family.nora.submit(path, &[("once", once), ("name", name), ("rating", "G")]).await
    };
    let made = send(&once, "Ida").await.expect(303).location().to_owned();
    assert_eq!(send(&once, "Ida").await.expect(303).location(), made, "a double tap makes one");
    let told = send(&once, "Ole").await.expect(200);
    told.shows("You already created this person.").shows(">Open</a>");
    told.shows("Create another</button>").shows("Ole");
    send(&hidden_once(&told), "Ole").await.expect(303);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_has_added_a_film_says_so_and_adds_another_when_it_is_sent_once_more() {
    let home = Home::on(Engine::Embedded).await;
    let family = at_home(&home).await;
    let round = draft(&family.nora).await;
    let page = format!("/movies/rounds/{}", round.id);
    for film in &round.films[..2] {
        family.nora.submit(&format!("{page}/films/{film}/remove"), &[]).await.expect(303);
    }
    let path = format!("{page}/films");
    let once = hidden_once(&family.nora.page(&path).await.expect(200));
    let send = async |once: &str, title: &str| {
        family.nora.submit(&path, &[("once", once), ("title", title), ("rating", "G")]).await
    };
    for _ in 0..2 {
        assert_eq!(send(&once, "Our holiday").await.expect(303).location(), format!("{page}?done=added"));
    }
    let told = send(&once, "Our wedding").await.expect(200);
    told.shows("You already created this film.").shows(&format!("href=\"{page}\">Open</a>"));
    told.shows("Create another</button>").shows("Our wedding");
    send(&hidden_once(&told), "Our wedding").await.expect(303);
    let films =
        family.nora.get(&format!("/rounds/{}", round.id)).await.expect(200).json["suggestions"].clone();
    assert_eq!(films.as_array().unwrap().len(), 8, "each once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_state_of_a_round_has_its_page() {
    let home = Home::on(Engine::Embedded).await;
    let family = at_home(&home).await;
    let nora = &family.nora;
    nora.page("/movies").await.expect(200).shows("Who is watching?").shows("Ella").shows("No films yet.");
    let round = draft(nora).await;
    let path = format!("/movies/rounds/{}", round.id);
    assert_eq!(nora.page("/movies").await.expect(303).location(), path);
    nora.page(&path)
        .await
        .expect(200)
        .shows("Start voting")
        .shows("Suggest others")
        .shows("The shortlist is full")
        .shows("Streaming services did not count.");
    nora.submit(&format!("{path}/films/{}/remove", round.films[7]), &[]).await.expect(303);
    nora.page(&path).await.expect(200).shows("Add a film");
    nora.submit(&format!("{path}/films/{}/swap", round.films[0]), &[]).await.expect(303);
    nora.submit(&format!("{path}/reshuffle"), &[]).await.expect(303);
    nora.submit(&format!("{path}/start"), &[]).await.expect(303);
    let voting = nora.page(&path).await.expect(200);
    voting
        .shows("0/3")
        .shows("Voting as")
        .shows("yes votes minus no votes.")
        .shows("data-part=\"standing\"")
        .shows("<svg class=\"seats\"")
        .shows("<ul class=\"bars\">");
    let film = nora.get(&format!("/rounds/{}", round.id)).await.json["suggestions"][0]["tmdbMovieId"]
        .as_i64()
        .unwrap();
    let acting = format!("?as={}", family.ella);
    let voted =
        nora.submit(&format!("{path}/films/{film}/vote{acting}"), &[("vote", "up")]).await.expect(303);
    assert_eq!(voted.location(), format!("{path}{acting}#film-{film}"));
    nora.page(&format!("{path}{acting}"))
        .await
        .expect(200)
        .shows("<bdi>Nora</bdi> for <bdi>Ella</bdi>")
        .shows("aria-pressed=\"true\"")
        .shows("1/3");
    nora.submit(&format!("{path}/films/{film}/vote{acting}"), &[("vote", "none")]).await.expect(303);
    nora.page(&path).await.expect(200).shows("0/3");
    nora.submit(&format!("{path}/pick"), &[("film", &film.to_string())]).await.expect(303);
    let twice = nora.submit(&format!("{path}/pick"), &[("film", &film.to_string())]).await.expect(303);
    assert_eq!(twice.location(), format!("{path}?done=picked-before"));
    nora.page(&path).await.expect(200).shows("Mark as watched").shows("No votes.");
    nora.submit(&format!("{path}/watched"), &[]).await.expect(303);
    nora.page(&path).await.expect(200).shows("How was it?").shows("Not rated yet");
    for query in ["", &acting] {
        nora.submit(&format!("{path}/rate{query}"), &[("rating", "loved")]).await.expect(303);
    }
    family.sam.submit(&format!("{path}/rate"), &[("rating", "did_not_like")]).await.expect(303);
    nora.page(&path).await.expect(200).shows("Everyone has rated it").shows("Start a new round");
    nora.page("/movies/history").await.expect(200).shows("Disliked").shows("Sam");
    nora.page("/movies").await.expect(200).shows("Who is watching?").shows("All films");
    let over = draft(nora).await;
    nora.submit(&format!("/movies/rounds/{}/expire", over.id), &[]).await.expect(303);
    nora.page(&format!("/movies/rounds/{}", over.id)).await.expect(200).shows("This round has ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_film_is_found_or_described_and_what_is_wrong_stands_beside_it() {
    let home = Home::on(Engine::Embedded).await;
    let family = at_home(&home).await;
    let round = draft(&family.nora).await;
    let path = format!("/movies/rounds/{}/films", round.id);
    let nora = &family.nora;
    nora.delete(&round.at(&format!("/suggestions/{}", round.films[0]))).await.expect(204);
    nora.page(&format!("{path}?q=modern"))
        .await
        .expect(200)
        .shows("Modern Times")
        .shows("1936, 87 minutes, G");
    nora.page(&format!("{path}?q=zzz")).await.expect(200).shows("No film with");
    let once = hidden_once(&nora.page(&path).await.expect(200));
    let failed = nora
        .submit(&path, &[("title", "Too strong"), ("rating", "R"), ("year", "x"), ("once", &once)])
        .await
        .expect(422);
    failed.shows("Give a year").shows("Too strong");
    nora.submit(&path, &[("title", "Too strong"), ("rating", "R"), ("once", &once)])
        .await
        .expect(422)
        .shows("highest rating");
    for _ in 0..2 {
        nora.submit(&path, &[("title", "Home video"), ("rating", "G"), ("once", &once)]).await.expect(303);
    }
    nora.page(&format!("/movies/rounds/{}", round.id))
        .await
        .expect(200)
        .shows("Home video")
        .shows("Nora’s idea.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_household_page_does_everything_without_scripts() {
    let home = Home::on(Engine::Embedded).await;
    let family = at_home(&home).await;
    let nora = &family.nora;
    let page = nora.page("/movies/household").await.expect(200);
    page.shows("Managed by Nora, films up to PG").shows("Hand over").shows("Leave this household");
    let version = page.hidden("version");
    nora.submit("/movies/household", &[("name", "Mill House"), ("version", &version)]).await.expect(303);
    nora.submit("/movies/household", &[("name", "Late"), ("version", &version)])
        .await
        .expect(412)
        .shows("Late");
    let member = format!("/movies/household/members/{}", family.ella);
    let version = nora.page(&member).await.expect(200).hidden("version");
    let saved = nora
        .submit(
            &member,
            &[("name", "Ella B"), ("likes", "16"), ("likes", "35"), ("rating", "G"), ("version", &version)],
        )
        .await;
    assert_eq!(saved.expect(303).location(), format!("{member}?done=saved"));
    nora.page(&member)
        .await
        .expect(200)
        .shows("Ella B")
        .shows("value=\"16\" checked")
        .shows("value=\"G\" selected");
    let both = nora
        .submit(&member, &[("name", "Ella"), ("likes", "16"), ("dislikes", "16"), ("rating", "G")])
        .await
        .expect(422);
    both.shows("A genre cannot be liked and disliked.");
    let once = hidden_once(&nora.page("/movies/household/people").await.expect(200));
    nora.submit("/movies/household/people", &[("name", ""), ("rating", "PG"), ("once", &once)])
        .await
        .expect(422)
        .shows("aria-invalid");
    nora.submit("/movies/household/people", &[("name", "Ben"), ("rating", "G"), ("once", &once)])
        .await
        .expect(303);
    nora.submit("/movies/household/invites", &[]).await.expect(303);
    let invited = nora.page("/movies/household").await.expect(200);
    let token =
        invited.text.split_once("/movies/invites/").unwrap().1.split(['"', '<']).next().unwrap().to_owned();
    home.anyone()
        .page(&format!("/movies/invites/{token}"))
        .await
        .expect(200)
        .shows("Create an account")
        .shows("Nora");
    let max = home.registers("Max").await;
    max.page(&format!("/movies/invites/{token}")).await.expect(200).shows("Join household");
    for _ in 0..2 {
        max.submit(&format!("/movies/invites/{token}"), &[]).await.expect(303);
    }
    max.page(&format!("/movies/invites/{token}")).await.expect(200).shows("This invite link has been used.");
    nora.submit("/movies/household/screen", &[]).await.expect(200).shows("/movies/screen?key=");
    nora.page("/movies/household").await.expect(200).shows("Max");
    max.submit(&format!("/movies/household/members/{}/remove", max.user_id), &[]).await.expect(303);
    max.page("/movies/household").await.expect(303);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_fits_is_told_and_one_person_can_do_it_alone() {
    let home = Home::on(Engine::Embedded).await;
    let nora = home.registers("Nora").await;
    home.household(&nora, "Alone").await;
    nora.page("/movies").await.expect(200).shows("You are the only person in your household.");
    let round = watched(&nora).await;
    nora.put(&round.rating(&nora.user_id), json!({ "rating": "loved" })).await.expect(200);
    let empty = draft(&nora).await;
    for film in &empty.films {
        nora.delete(&empty.at(&format!("/suggestions/{film}"))).await.expect(204);
    }
    nora.page(&format!("/movies/rounds/{}", empty.id))
        .await
        .expect(200)
        .shows("The shortlist is empty.")
        .shows("disabled");
    nora.act(&empty.at("/start")).await.expect(409);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_managed_has_a_picture_wherever_they_are_shown() {
    let home = Home::on(Engine::Embedded).await;
    let family = at_home(&home).await;
    let nora = &family.nora;
    let (cat, bear) = (face("cat"), face("bear"));
    let form = nora.page("/movies/household/people").await.expect(200);
    form.shows("First letter").shows("value=\"cat\"");
    let fields = [("name", "Tim"), ("rating", "PG"), ("avatar", "cat"), ("once", &hidden_once(&form))];
    let added = nora.submit("/movies/household/people", &fields).await.expect(303);
    let tim = added.location().split('?').next().unwrap().to_owned();
    nora.page(&tim)
        .await
        .expect(200)
        .shows("value=\"cat\" checked")
        .shows("<bdi>Nora</bdi> for <bdi>Tim</bdi>");
    for page in ["/movies/household", "/movies"] {
        nora.page(page).await.expect(200).shows(&cat);
    }
    nora.submit(&tim, &[("name", "Tim"), ("rating", "PG"), ("avatar", "bear")]).await.expect(303);
    let round = watched(nora).await;
    let path = format!("/movies/rounds/{}", round.id);
    nora.page(&path).await.expect(200).shows(&bear);
    nora.submit(&tim, &[("name", "Tim"), ("rating", "PG"), ("avatar", "")]).await.expect(303);
    assert!(!nora.page(&path).await.text.contains(&bear), "back to the letter");
    nora.submit(&tim, &[("name", "Tim"), ("rating", "PG"), ("avatar", "no such!")]).await.expect(422);
}

/// The drawing of a picture.
fn face(key: &str) -> String {
    web::Face::of(key).unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_nothing_can_be_sent_the_page_says_that_reminders_are_off() {
    let mut setup = Setup::new(Engine::Embedded, features);
    setup.outbound.mail = Arc::new(outbound::LoggedMail);
    setup.outbound.push = Arc::new(outbound::push::NoPush);
    let home = Home(Stage::of(setup).await);
    let family = home.family().await;
    let path = format!("/movies/rounds/{}", voting(&family.nora).await.id);
    let page = family.nora.page(&path).await.expect(200);
    page.shows("Reminders are off, because this server sends no email or push messages.");
    assert!(!page.text.contains("Send a reminder"), "nothing is offered that does nothing");
}

/// Wherever somebody acts for somebody, the page says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_acts_for_somebody_sees_that_on_every_page_of_a_round() {
    let home = Home::on(Engine::Embedded).await;
    let family = at_home(&home).await;
    let (nora, said) = (&family.nora, "<bdi>Nora</bdi> for <bdi>Ella</bdi>");
    let acting = format!("?as={}", family.ella);
    let start = nora.page(&format!("/movies{acting}")).await.expect(200);
    start.shows(said).shows(&format!("/movies/rounds/new{acting}"));
    let once = hidden_once(&start);
    let fields = [("attendees", &*family.ella), ("attendees", &*nora.user_id), ("once", &once)];
    let made = nora.submit(&format!("/movies/rounds/new{acting}"), &fields).await.expect(303);
    let path = made.location().split('?').next().unwrap().to_owned();
    let here = format!("{path}{acting}");
    nora.page(&here).await.expect(200).shows(said);
    nora.page(&format!("{path}/films{acting}")).await.expect(200).shows(said);
    nora.submit(&format!("{path}/start{acting}"), &[]).await.expect(303);
    nora.page(&here).await.expect(200).shows(said);
    let film = nora.get(&path.replace("/movies", "")).await.json["suggestions"][0]["tmdbMovieId"].to_string();
    nora.submit(&format!("{path}/pick{acting}"), &[("film", &film)]).await.expect(303);
    nora.page(&here).await.expect(200).shows("Picked by Ella.");
    nora.submit(&format!("{path}/watched{acting}"), &[]).await.expect(303);
    nora.page(&here).await.expect(200).shows(said);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_screen_shows_the_round_and_the_pick() {
    let home = Home::on(Engine::Embedded).await;
    let family = home.family().await;
    let nora = &family.nora;
    nora.page("/movies/screen").await.expect(200).shows("No round is going on.");
    draft(nora).await;
    nora.page("/movies/screen").await.expect(200).shows("The shortlist is being put together.");
    let open = voting(nora).await;
    nora.page("/movies/screen").await.expect(200).shows("0/3").shows("Vote on your phone.");
    nora.act(&open.at("/expire")).await.expect(200);
    let round = picked(nora).await;
    let title = nora.get(&round.at("")).await.json["pick"]["title"].as_str().unwrap().to_owned();
    nora.page("/movies/screen").await.expect(200).shows(&askama_escaped(&title));
}

fn askama_escaped(text: &str) -> String {
    text.replace('&', "&#38;").replace('\'', "&#39;")
}

//! Links: adding, reading their pages, finding, rating, commenting, deleting, importing.

use crate::scene::Club;
use jiff::SignedDuration;
use serde_json::json;
use stage::{Engine, on_both_engines};

const PAGE: &str = "<title>Pancakes</title><meta name=description content='One bowl'><body><p>Mix &amp; wait.</p>\
                    <script>alert(1)</script>";

on_both_engines! {
    async fn a_bare_address_is_filled_from_its_page(club: Club) {
        club.web.record("https://slow.example/p", "text/html", PAGE);
        let made = club.root.post("/sites", json!({ "url": "slow.example/p", "tags": ["Food", "For kids"] })).await.expect(201);
        assert_eq!((made.text_at("title"), made.text_at("/scrape/status")), ("slow.example".into(), "waiting".into()));
        club.finish_work().await;
        let site = club.anyone().get(&format!("/sites/{}", made.text_at("id"))).await.expect(200);
        assert_eq!((site.text_at("title"), site.text_at("description")), ("Pancakes".into(), "One bowl".into()));
        assert_eq!(site.text_at("scrapedContent"), "Mix & wait.");
        assert_eq!(site.json["tags"], json!(["food", "for-kids"]));
        assert_eq!(site.text_at("/scrape/status"), "done");
        let listed = club.anyone().get("/sites").await.expect(200);
        assert_eq!(listed.json["items"][0]["title"], "Pancakes");
        assert!(listed.json["items"][0].get("scrapedContent").is_none(), "lists are without the text");
    }

    async fn a_page_that_does_not_answer_is_told_and_read_again(club: Club) {
        let id = club.adds_site("https://gone.example/", &[]).await;
        club.finish_work().await;
        let site = club.root.get(&format!("/sites/{id}")).await.expect(200);
        assert_eq!(site.text_at("/scrape/status"), "failed");
        assert!(site.text_at("/scrape/error").starts_with("The page did not answer"), "{}", site.text);
        club.web.record("https://gone.example/", "text/html", PAGE);
        let again = club.root.act(&format!("/sites/{id}/scrape")).await.expect(200);
        assert_eq!((again.text_at("/scrape/status"), again.text_at("title")), ("done".into(), "Pancakes".into()));
    }

    async fn what_people_wrote_is_not_overwritten_by_the_page(club: Club) {
        club.web.record("https://a.example/", "text/html", PAGE);
        let body = json!({ "url": "https://a.example/", "title": "Ours" });
        let id = club.root.post("/sites", body).await.expect(201).text_at("id");
        club.finish_work().await;
        let site = club.root.get(&format!("/sites/{id}")).await.expect(200);
        assert_eq!((site.text_at("title"), site.text_at("description")), ("Ours".into(), "One bowl".into()));
    }

    async fn tags_and_their_counts_follow_an_edit(club: Club) {
        let id = club.adds_site("https://a.example/", &["food", "kids"]).await;
        club.adds_site("https://b.example/", &["food"]).await;
        club.root.patch(&format!("/sites/{id}"), json!({ "tags": ["kids", "walks"] })).await.expect(200);
        let tags = club.anyone().get("/tags").await.expect(200);
        let counts: Vec<_> = tags.json["items"].as_array().unwrap().iter().map(|tag| (tag["tag"].as_str().unwrap(), tag["siteCount"].as_i64().unwrap())).collect();
        assert_eq!(counts, [("food", 1), ("kids", 1), ("walks", 1)]);
        let by_tag = async |tag: &str| club.anyone().get(&format!("/sites?tag={tag}")).await.expect(200).json["items"].as_array().unwrap().len();
        assert_eq!((by_tag("food").await, by_tag("walks").await, by_tag("none").await), (1, 1, 0));
    }

    async fn links_are_found_by_words_and_in_orders(club: Club) {
        let ana = club.registers("Ana").await;
        let first = club.root.post("/sites", json!({ "url": "https://a.example/", "title": "Café walks" })).await.expect(201).text_at("id");
        club.advance(SignedDuration::from_secs(1));
        club.root.post("/sites", json!({ "url": "https://b.example/", "title": "Walking boots" })).await.expect(201);
        ana.put(&format!("/sites/{first}/rating"), json!({ "stars": 5 })).await.expect(200);
        let titles = async |query: &str| -> Vec<String> {
            let found = ana.get(&format!("/sites?{query}")).await.expect(200);
            found.json["items"].as_array().unwrap().iter().map(|site| site["title"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(titles("q=cafe").await, ["Café walks"]);
        assert_eq!(titles("order=rating").await, ["Café walks", "Walking boots"]);
        assert_eq!(titles("order=newest").await, ["Walking boots", "Café walks"]);
        assert_eq!(titles("order=unrated").await, ["Walking boots"]);
        let page = ana.get("/sites?q=walk&limit=1").await.expect(200);
        let next = page.text_at("nextCursor");
        let second = ana.get(&format!("/sites?q=walk&limit=1&cursor={next}")).await.expect(200);
        assert_ne!(page.json["items"][0]["id"], second.json["items"][0]["id"]);
        ana.get(&format!("/sites?q=other&cursor={next}")).await.expect(400);
        ana.get("/sites?order=best").await.expect(422);
    }

    async fn a_rating_replaces_the_one_before_and_moves_the_sums(club: Club) {
        let (ana, ben) = (club.registers("Ana").await, club.registers("Ben").await);
        let id = club.adds_site("https://a.example/", &[]).await;
        let rating = format!("/sites/{id}/rating");
        ana.get(&rating).await.expect(404);
        ana.put(&rating, json!({ "stars": 5, "note": "Good" })).await.expect(200);
        ben.put(&rating, json!({ "stars": 2 })).await.expect(200);
        ana.put(&rating, json!({ "stars": 4, "note": "Fine" })).await.expect(200);
        let site = club.anyone().get(&format!("/sites/{id}")).await.expect(200);
        assert_eq!((&site.json["ratingCount"], &site.json["ratingAverage"]), (&json!(2), &json!(3.0)));
        assert_eq!(site.json["stars"], json!([0, 1, 0, 1, 0]));
        ben.delete(&rating).await.expect(204);
        ben.delete(&rating).await.expect(404);
        let site = club.anyone().get(&format!("/sites/{id}")).await.expect(200);
        assert_eq!((&site.json["ratingAverage"], &site.json["stars"]), (&json!(4.0), &json!([0, 0, 0, 1, 0])));
        for wrong in [0, 6, -1] {
            assert_eq!(ana.put(&rating, json!({ "stars": wrong })).await.expect(422).wrong_fields(), ["stars"]);
        }
    }

    async fn my_ratings_never_contains_comments(club: Club) {
        let ana = club.registers("Ana").await;
        let id = club.adds_site("https://a.example/", &[]).await;
        ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
        for n in 0..3 {
            ana.post(&format!("/sites/{id}/comments"), json!({ "body": format!("Comment {n}") })).await.expect(201);
        }
        let mine = ana.get("/me/ratings").await.expect(200);
        assert_eq!(mine.json["items"].as_array().unwrap().len(), 1, "{}", mine.text);
        assert_eq!(mine.json["items"][0]["stars"], 5);
        let fives = ana.get("/ratings?stars=5").await.expect(200);
        assert_eq!(fives.json["items"][0]["userId"], json!(ana.user_id));
        ana.get("/ratings?stars=6").await.expect(422);
        let newer = club.adds_site("https://b.example/", &[]).await;
        for n in 0..55 {
            ana.post(&format!("/sites/{newer}/comments"), json!({ "body": format!("Comment {n}") })).await.expect(201);
        }
        let mine = ana.get("/me/ratings").await.expect(200);
        assert_eq!(mine.json["items"][0]["siteId"], json!(id), "what stands behind a page of comments is found: {}", mine.text);
    }

    async fn comments_are_edited_by_their_writer_and_deleted_by_moderators(club: Club) {
        let (ana, ben, mod_) = (club.registers("Ana").await, club.registers("Ben").await, club.registers("Mo").await);
        club.in_group(&mod_, "Keepers", &["sites.moderate"]).await;
        let id = club.adds_site("https://a.example/", &[]).await;
        let comments = format!("/sites/{id}/comments");
        let first = ana.post(&comments, json!({ "body": "  First\r\nline " })).await.expect(201);
        assert_eq!((first.text_at("body"), first.text_at("displayName")), ("First\nline".into(), "Ana".into()));
        let place = format!("{comments}/{}", first.text_at("commentId"));
        ben.patch(&place, json!({ "body": "Mine now" })).await.expect(403);
        ben.delete(&place).await.expect(403);
        ana.with_header("if-match", "\"9\"").patch(&place, json!({ "body": "x" })).await.expect(412);
        ana.patch(&place, json!({ "body": "Better" })).await.expect(200);
        ben.post(&comments, json!({ "body": "Second" })).await.expect(201);
        let listed = ben.get(&comments).await.expect(200);
        let said: Vec<_> = listed.json["items"].as_array().unwrap().iter().map(|one| one["body"].as_str().unwrap()).collect();
        assert_eq!(said, ["Better", "Second"], "oldest first");
        mod_.delete(&place).await.expect(204);
        ana.delete(&place).await.expect(404);
        assert_eq!(ana.post(&comments, json!({ "body": " " })).await.expect(422).wrong_fields(), ["body"]);
    }

    async fn a_deleted_link_takes_everything_with_it(club: Club) {
        let ana = club.registers("Ana").await;
        let id = club.adds_site("https://a.example/", &["food"]).await;
        ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 5 })).await.expect(200);
        ana.post(&format!("/sites/{id}/comments"), json!({ "body": "Hello" })).await.expect(201);
        club.root.delete(&format!("/sites/{id}")).await.expect(204);
        for path in ["", "/comments", "/rating"] {
            ana.get(&format!("/sites/{id}{path}")).await.expect(404);
        }
        ana.put(&format!("/sites/{id}/rating"), json!({ "stars": 1 })).await.expect(404);
        assert_eq!(club.anyone().get("/sites").await.json["items"], json!([]));
        assert_eq!(club.anyone().get("/tags").await.json["items"], json!([]));
        club.finish_work().await;
        club.advance(SignedDuration::from_secs(10));
        club.finish_work().await;
        let left = club.rows(&club::tables::FUS_MAIN).await;
        let left: Vec<_> = left.iter().filter(|row| format!("{row:?}").contains(&id)).collect();
        assert!(left.is_empty(), "{left:?}");
    }

    async fn the_same_creation_sent_twice_makes_one_link(club: Club) {
        let keyed = club.root.with_header("idempotency-key", "a-key-of-mine");
        let body = json!({ "url": "https://a.example/", "tags": ["food"] });
        let first = keyed.post("/sites", &body).await.expect(201);
        assert_eq!(keyed.post("/sites", &body).await.expect(201).text_at("id"), first.text_at("id"));
        keyed.post("/sites", json!({ "url": "https://b.example/", "tags": [] })).await.expect(422);
        let hidden = json!({ "url": "https://c.example/", "tags": ["fo\u{200b}od"] });
        assert_eq!(club.root.post("/sites", hidden).await.expect(422).wrong_fields(), ["tags"]);
        assert_eq!(club.anyone().get("/tags").await.json["items"], json!([{ "tag": "food", "siteCount": 1 }]));
    }

    async fn a_part_of_an_import_that_is_lost_is_counted(club: Club) {
        let link = |n: u32| format!("<DT><A HREF=\"https://h{n}.example/\">Link {n}</A>\n");
        let file = format!("<DL><p>{}</DL>", (0..60).map(link).collect::<String>());
        let import = club.root.post("/sites/import", json!({ "html": file })).await.expect(201).text_at("id");
        let lost = store::Write::delete(&web::system::SYSTEM, club::keys::import_part(import.parse().unwrap(), 1));
        club.services.store.write(lost).await.unwrap();
        club.finish_work().await;
        let after = club.root.get(&format!("/sites/import/{import}")).await.expect(200);
        assert_eq!((&after.json["added"], &after.json["skipped"], &after.json["status"]), (&json!(50), &json!(10), &json!("done")));
    }

    async fn bookmarks_come_in_with_progress_and_go_out_again(club: Club) {
        club.adds_site("https://there.example/", &[]).await;
        let link = |n: u32| format!("<DT><A HREF=\"https://h{n}.example/\" TAGS=\"t{}\">Link {n}</A>\n", n % 3);
        let links = (0..120).map(link).collect::<Vec<_>>().concat();
        let private = "<DT><A HREF=\"https://diary.example/\" PRIVATE=\"1\">Diary</A><DD>Mine alone\n";
        let file = format!("<DL><p><DT><A HREF=\"https://there.example/\">There</A><DT><A HREF=\"javascript:1\">No</A>{private}{links}</DL>");
        let import = club.root.post("/sites/import", json!({ "html": file })).await.expect(201);
        assert_eq!((&import.json["total"], &import.json["status"]), (&json!(122), &json!("running")));
        club.finish_work().await;
        let after = club.root.get(&format!("/sites/import/{}", import.text_at("id"))).await.expect(200);
        assert_eq!((&after.json["added"], &after.json["skipped"], &after.json["status"]), (&json!(120), &json!(2), &json!("done")));
        let again = club.root.post("/sites/import", json!({ "html": file })).await.expect(201);
        club.finish_work().await;
        let again = club.root.get(&format!("/sites/import/{}", again.text_at("id"))).await.expect(200);
        assert_eq!((&again.json["added"], &again.json["skipped"]), (&json!(0), &json!(122)), "what is there is skipped");
        let file = club.anyone().get("/sites/export.html").await.expect(200);
        assert!(file.header("content-disposition").contains("bookmarks.html"));
        assert_eq!(file.text.matches("<DT>").count(), 121);
        assert!(file.text.contains("TAGS=\"t1\""), "{:.300}", file.text);
    }
}

#[tokio::test]
async fn what_is_not_allowed_is_told_field_by_field() {
    let club = Club::on(Engine::Embedded).await;
    let many: Vec<_> = (0..21).map(|n| format!("t{n}")).collect();
    let body = json!({ "url": "javascript:alert(1)", "title": "x".repeat(201), "tags": many });
    assert_eq!(club.root.post("/sites", body).await.expect(422).wrong_fields(), ["url", "title", "tags"]);
    club.root.post("/sites", json!({ "url": "https://a.example/", "colour": "red" })).await.expect(400);
}

#[tokio::test]
async fn a_closed_catalogue_is_for_accounts_only() {
    let mut setup = stage::Setup::new(Engine::Embedded, || vec![club::feature()]);
    setup.settings.public_catalogue = false;
    let club = Club::of(setup).await;
    for path in ["/sites", "/tags", "/sites/export.html"] {
        club.anyone().get(path).await.expect(401);
        club.root.get(path).await.expect(200);
    }
}

#[tokio::test]
async fn an_old_version_of_a_link_is_not_overwritten() {
    let club = Club::on(Engine::Embedded).await;
    let id = club.adds_site("https://a.example/", &[]).await;
    let place = format!("/sites/{id}");
    let seen = club.root.get(&place).await.expect(200).header("etag").to_owned();
    club.root.with_header("if-match", &seen).patch(&place, json!({ "title": "First" })).await.expect(200);
    club.root.with_header("if-match", &seen).patch(&place, json!({ "title": "Second" })).await.expect(412);
    club.root.with_header("if-match", &seen).delete(&place).await.expect(412);
    assert_eq!(club.root.get(&place).await.text_at("title"), "First");
}

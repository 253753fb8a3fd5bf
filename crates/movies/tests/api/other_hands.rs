//! Rows as the document writes them, with its attributes and no others, and rows that are wrong in one attribute: both are read on every
//! page and by every call.

use crate::support::{Home, Round, column, picked, rates, votes};
use identity::tables::USERS;
use jiff::SignedDuration;
use movies::tables::{
    GROUP_MEMBERSHIPS, GROUPS, INVITES, PICKS, PREFERENCES, RATINGS, ROUNDS, SUGGESTIONS, VOTES,
};
use serde_json::{Value, json};
use stage::Person;
use store::{Item, Key, Table, Write};

pub const HOUSEHOLD: &str = "11111111-1111-4111-8111-111111111111";
const CHILD: &str = "managed_22222222-2222-4222-8222-222222222222";
const FRIEND: &str = "33333333-3333-4333-8333-333333333333";
const VOTING: &str = "44444444-4444-4444-8444-444444444444";
const EARLIER: &str = "55555555-5555-4555-8555-555555555555";
const PICK: &str = "66666666-6666-4666-8666-666666666666";
const INVITE: &str = "77777777-7777-4777-8777-777777777777";
const DRAFT: &str = "88888888-8888-4888-8888-888888888888";
const NOW: &str = "2037-11-15T08:00:00Z";
/// An attribute that no document knows, on every row.
const MARK: &str = "colour";

async fn put(home: &Home, table: &'static Table, row: Value) {
    let item: Item = store::to_item(&row).unwrap();
    home.services.store.write(Write::put(table, item.with(MARK, "green"))).await.unwrap();
}

/// The family of the document: Nora and Sam, who have accounts; Ida, who has none; and Ella, whom Nora manages.
pub struct Written {
    pub home: Home,
    pub nora: Person,
    pub sam: Person,
}

impl Written {
    pub async fn fill(home: Home) -> Self {
        let (nora, sam) = (home.registers("Nora").await, home.registers("Sam").await);
        let (n, s) = (&nora.user_id, &sam.user_id);
        put(&home, &USERS, json!({ "user_id": FRIEND, "email": "ida@example.org", "display_name": "Ida", "avatar_key": "owl", "is_managed": false, "created_at": NOW, "last_active_at": NOW })).await;
        put(&home, &USERS, json!({ "user_id": CHILD, "display_name": "Ella", "avatar_key": "fox", "is_managed": true, "parent_user_id": n, "content_rating_ceiling": "PG", "created_at": NOW, "last_active_at": NOW })).await;
        put(&home, &GROUPS, json!({ "group_id": HOUSEHOLD, "name": "Mill Lane", "created_by": n, "streaming_services": ["netflix", "disney_plus"], "created_at": NOW })).await;
        for (user, role, kind) in [
            (n.as_str(), "creator", "independent"),
            (s, "member", "independent"),
            (FRIEND, "member", "independent"),
            (CHILD, "member", "managed"),
        ] {
            put(&home, &GROUP_MEMBERSHIPS, json!({ "group_id": HOUSEHOLD, "user_id": user, "role": role, "member_type": kind, "joined_at": NOW })).await;
        }
        put(&home, &PREFERENCES, json!({ "group_id": HOUSEHOLD, "user_id": n, "genre_likes": ["35"], "genre_dislikes": ["27"], "max_content_rating": "R", "updated_at": NOW })).await;
        put(&home, &INVITES, json!({ "invite_id": INVITE, "group_id": HOUSEHOLD, "created_by": n, "invite_token": "come-in-4711", "status": "pending", "created_at": NOW, "expires_at": "2037-11-20T08:00:00Z", "ttl": 2_142_000_000_i64 })).await;
        put(&home, &ROUNDS, json!({ "round_id": EARLIER, "group_id": HOUSEHOLD, "started_by": n, "status": "watched", "attendees": [n, s], "created_at": "2037-11-01T08:00:00Z", "voting_started_at": "2037-11-01T08:10:00Z", "selected_at": "2037-11-01T08:20:00Z", "watched_at": "2037-11-01T22:00:00Z", "relaxed_constraints": ["No comedies on your services"] })).await;
        put(&home, &PICKS, json!({ "pick_id": PICK, "round_id": EARLIER, "group_id": HOUSEHOLD, "tmdb_movie_id": 3082, "title": "Modern Times", "poster_path": "/a.jpg", "picked_by": n, "picked_at": "2037-11-01T08:20:00Z", "watched": true, "watched_at": "2037-11-01T22:00:00Z" })).await;
        put(
            &home,
            &RATINGS,
            json!({ "round_id": EARLIER, "member_id": n, "rating": "loved", "rated_at": NOW }),
        )
        .await;
        put(&home, &ROUNDS, json!({ "round_id": VOTING, "group_id": HOUSEHOLD, "started_by": n, "status": "closed", "created_at": "2037-11-15T08:30:00Z", "voting_started_at": "2037-11-15T08:40:00Z" })).await;
        put(&home, &ROUNDS, json!({ "round_id": DRAFT, "group_id": HOUSEHOLD, "started_by": s, "status": "draft", "attendees": [n, s, CHILD], "created_at": "2037-11-15T08:50:00Z" })).await;
        for round in [VOTING, DRAFT, EARLIER] {
            for (place, film, title, rating) in
                [(1, 10386, "The Iron Giant", "PG"), (2, 3082, "Modern Times", "G")]
            {
                put(&home, &SUGGESTIONS, json!({ "round_id": round, "tmdb_movie_id": film, "position": place, "title": title, "poster_path": "/a.jpg", "year": 1999, "genres": ["Family"], "content_rating": rating })).await;
            }
        }
        put(&home, &VOTES, json!({ "round_id": VOTING, "vote_key": format!("10386#{n}"), "tmdb_movie_id": 10386, "member_id": n, "vote": "up", "voted_at": NOW })).await;
        Self { home, nora, sam }
    }

    /// Calls that everyone in the household may make, with the screen's page.
    async fn everything(&self) -> Vec<(String, u16)> {
        let mut seen = Vec::new();
        let calls = [
            "/households/mine".to_owned(),
            "/households/mine/members".into(),
            "/households/mine/invites".into(),
            "/rounds".into(),
            "/picks".into(),
            "/me/managed-members".into(),
            "/me/export".into(),
            "/invites/come-in-4711".into(),
            format!("/households/mine/preferences/{}", self.nora.user_id),
            format!("/rounds/{VOTING}"),
            format!("/rounds/{DRAFT}"),
            format!("/rounds/{EARLIER}"),
            format!("/rounds/{VOTING}/votes"),
            "/movies/search?q=giant".into(),
        ];
        for path in calls {
            seen.push((path.clone(), self.nora.get(&path).await.status.as_u16()));
        }
        let pages = [
            "/movies".to_owned(),
            "/movies/household".into(),
            "/movies/history".into(),
            "/movies/rounds/new".into(),
            "/movies/screen".into(),
            "/movies/invites/come-in-4711".into(),
            format!("/movies/household/members/{}", self.nora.user_id),
            format!("/movies/household/members/{CHILD}"),
            format!("/movies/rounds/{VOTING}"),
            format!("/movies/rounds/{DRAFT}"),
            format!("/movies/rounds/{EARLIER}"),
            format!("/movies/rounds/{DRAFT}/films?q=giant"),
        ];
        for path in pages {
            seen.push((path.clone(), self.nora.page(&path).await.status.as_u16()));
        }
        seen
    }

    async fn row(&self, table: &'static Table, key: Key) -> Value {
        store::from_item(self.home.services.store.get(table, &key).await.unwrap().unwrap()).unwrap()
    }
}

on_both_engines! {
    async fn rows_of_the_document_are_read_on_every_page_and_by_every_call(home: Home) {
        let all = Written::fill(home).await;
        for (path, status) in all.everything().await {
            let expected = if path == "/movies" { 303 } else { 200 };
            assert_eq!(status, expected, "{path}");
        }
        let nora = &all.nora;
        let household = nora.get("/households/mine").await.expect(200);
        assert_eq!((household.text_at("name"), household.text_at("activeRoundId")), ("Mill Lane".into(), VOTING.into()));
        let members = nora.get("/households/mine/members").await.expect(200);
        let mut names: Vec<_> = column(&members, "displayName").iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        names.sort();
        assert_eq!(names, ["Ella", "Ida", "Nora", "Sam"]);
        assert_eq!(column(&nora.get("/me/managed-members").await, "groupId"), [json!(HOUSEHOLD)]);
        let round = nora.get(&format!("/rounds/{VOTING}")).await.expect(200);
        assert_eq!((round.text_at("status"), &round.json["progress"]), ("voting".into(), &json!({ "voted": 1, "of": 4 })));
        let earlier = nora.get(&format!("/rounds/{EARLIER}")).await.expect(200);
        assert_eq!((earlier.text_at("pickId"), earlier.text_at("/pick/ratings/0/rating")), (PICK.into(), "loved".into()));
        assert_eq!(earlier.json["relaxedConstraints"], json!(["No comedies on your services"]));
        let history = nora.get("/picks").await.expect(200);
        assert_eq!(history.json["items"][0]["ratings"], json!([{ "memberId": nora.user_id, "rating": "loved" }]));
        assert_eq!(nora.page("/movies").await.expect(303).location(), format!("/movies/rounds/{VOTING}"), "a draft hides no vote");
        nora.page("/movies/screen").await.expect(200).shows("Vote on your phone");
        nora.page(&format!("/movies/rounds/{VOTING}")).await.expect(200).shows(&format!("/movies/rounds/{DRAFT}"));
        nora.page(&format!("/movies/rounds/{DRAFT}")).await.expect(200).shows(&format!("/movies/rounds/{VOTING}"));
        nora.page("/movies/rounds/new").await.expect(200).shows(&format!("/movies/rounds/{VOTING}"));
    }

    async fn writes_fill_in_what_rows_of_the_document_lack_and_keep_what_is_not_known(home: Home) {
        let all = Written::fill(home).await;
        let (nora, sam) = (&all.nora, &all.sam);
        let max = all.home.registers("Max").await;
        let user = |id: &str| Key::only(id.to_owned());
        let (voting, draft) = (Round { id: VOTING.into(), films: vec![10386, 3082] }, format!("/rounds/{DRAFT}"));
        nora.post("/households", json!({ "name": "Another" })).await.expect(409);
        assert_eq!(all.row(&USERS, user(&nora.user_id)).await["group_id"], HOUSEHOLD);
        nora.patch("/households/mine", json!({ "name": "Mill House" })).await.expect(200);
        nora.act(&format!("{draft}/start")).await.expect(409);
        votes(sam, &voting, 3082, "up").await.expect(200);
        votes(nora, &voting, 10386, "down").await.expect(200);
        let child = nora.with_header("x-acting-member", CHILD);
        votes(&child, &voting, 3082, "up").await.expect(200);
        assert_eq!(all.row(&USERS, user(CHILD)).await["group_id"], HOUSEHOLD);
        nora.put(&format!("/households/mine/preferences/{}", nora.user_id), json!({ "genreLikes": ["16"], "maxContentRating": "PG-13" })).await.expect(200);
        nora.patch(&format!("/households/mine/members/{CHILD}"), json!({ "contentRatingCeiling": "G" })).await.expect(200);
        rates(nora, &Round { id: EARLIER.into(), films: vec![] }, &nora.user_id, "liked").await.expect(200);
        rates(sam, &Round { id: EARLIER.into(), films: vec![] }, &sam.user_id, "did_not_like").await.expect(200);
        let pick = all.row(&PICKS, user(PICK)).await;
        assert_eq!(pick["ratings"], json!({ nora.user_id.as_str(): "liked", sam.user_id.as_str(): "did_not_like" }));
        assert_eq!(all.row(&ROUNDS, user(EARLIER)).await["status"], "rated");
        // The ceiling is G now.
        nora.post(&voting.at("/pick"), json!({ "tmdbMovieId": 10386 })).await.expect(409);
        nora.post(&voting.at("/pick"), json!({ "tmdbMovieId": 3082 })).await.expect(201);
        sam.act(&voting.at("/watched")).await.expect(200);
        assert_eq!(all.row(&GROUPS, user(HOUSEHOLD)).await["watched_movie_ids"], json!([3082]), "with what picks say");
        nora.delete(&format!("{draft}/suggestions/10386")).await.expect(204);
        nora.act(&format!("{draft}/start")).await.expect(200);
        max.act("/invites/come-in-4711/accept").await.expect(200);
        assert_eq!(max.get("/households/mine").await.expect(200).text_at("name"), "Mill House");
        nora.patch(&format!("/households/mine/members/{}", sam.user_id), json!({ "role": "creator" })).await.expect(200);
        let votes_of = |film: i64, member: &str| Key::new(VOTING.to_owned(), format!("{film}#{member}"));
        let rows = [
            (&USERS, user(CHILD)), (&GROUPS, user(HOUSEHOLD)), (&PREFERENCES, Key::new(HOUSEHOLD.to_owned(), nora.user_id.clone())),
            (&GROUP_MEMBERSHIPS, Key::new(HOUSEHOLD.to_owned(), nora.user_id.clone())), (&GROUP_MEMBERSHIPS, Key::new(HOUSEHOLD.to_owned(), sam.user_id.clone())),
            (&INVITES, user(INVITE)), (&ROUNDS, user(VOTING)), (&ROUNDS, user(DRAFT)), (&ROUNDS, user(EARLIER)), (&PICKS, user(PICK)),
            (&RATINGS, Key::new(EARLIER.to_owned(), nora.user_id.clone())), (&VOTES, votes_of(10386, &nora.user_id)), (&SUGGESTIONS, Key::new(DRAFT.to_owned(), 3082)),
        ];
        for (table, key) in rows {
            assert_eq!(all.row(table, key.clone()).await[MARK], "green", "{} {key}", table.name);
        }
        // Leaving takes a person out whom only the membership names.
        nora.delete(&format!("/households/mine/members/{}", nora.user_id)).await.expect(204);
        nora.get("/households/mine").await.expect(404);
        assert_eq!(column(&sam.get("/households/mine/members").await, "displayName").len(), 3);
    }

    async fn doctor_fills_in_what_rows_of_the_document_lack(home: Home) {
        let all = Written::fill(home).await;
        let doctor = movies::feature().doctor.pop().unwrap();
        assert!(doctor.check(&all.home.services, true).await.unwrap().iter().any(|finding| finding.repaired));
        let group = all.row(&GROUPS, Key::only(HOUSEHOLD)).await;
        assert_eq!((&group["active_round_id"], &group["latest_round_id"], &group["watched_movie_ids"]), (&json!(VOTING), &json!(DRAFT), &json!([3082])));
        assert_eq!(all.row(&ROUNDS, Key::only(EARLIER)).await["pick_id"], PICK);
        assert_eq!(all.row(&PICKS, Key::only(PICK)).await["ratings"], json!({ all.nora.user_id.as_str(): "loved" }));
        for member in [&all.nora.user_id, &all.sam.user_id, FRIEND, CHILD] {
            assert_eq!(all.row(&USERS, Key::only(member.to_owned())).await["group_id"], HOUSEHOLD);
        }
        assert_eq!(doctor.check(&all.home.services, true).await.unwrap(), []);
    }

    async fn values_that_are_not_known_are_kept_shown_and_give_no_right(home: Home) {
        let all = Written::fill(home).await;
        let (nora, sam) = (&all.nora, &all.sam);
        let set = async |table: &'static Table, key: Key, name: &'static str, value: &str| {
            all.home.services.store.write(Write::update(table, key).set(name, value)).await.unwrap();
        };
        set(&GROUP_MEMBERSHIPS, Key::new(HOUSEHOLD, sam.user_id.clone()), "role", "guest").await;
        set(&INVITES, Key::only(INVITE), "status", "held").await;
        set(&ROUNDS, Key::only(DRAFT), "status", "paused").await;
        set(&VOTES, Key::new(VOTING, format!("10386#{}", nora.user_id)), "vote", "perhaps").await;
        set(&RATINGS, Key::new(EARLIER, nora.user_id.clone()), "rating", "meh").await;
        set(&USERS, Key::only(CHILD), "content_rating_ceiling", "FSK 6").await;
        let members = nora.get("/households/mine/members").await.expect(200);
        let of = |id: &str| members.json["items"].as_array().unwrap().iter().find(|one| one["memberId"] == id).unwrap().clone();
        assert_eq!((&of(&sam.user_id)["role"], &of(CHILD)["contentRatingCeiling"]), (&json!("guest"), &json!("G")), "the strictest");
        nora.page("/movies/household").await.expect(200).shows("guest");
        sam.delete(&format!("/households/mine/members/{FRIEND}")).await.expect(403);
        assert_eq!(nora.get("/invites/come-in-4711").await.expect(200).text_at("status"), "held");
        all.home.registers("Max").await.act("/invites/come-in-4711/accept").await.expect(410);
        assert_eq!(nora.get(&format!("/rounds/{DRAFT}")).await.expect(200).text_at("status"), "paused");
        nora.act(&format!("/rounds/{DRAFT}/start")).await.expect(409);
        nora.page(&format!("/movies/rounds/{DRAFT}")).await.expect(200).shows("paused");
        let voted = nora.get(&format!("/rounds/{VOTING}")).await.expect(200);
        assert_eq!(voted.json["ranking"][0]["up"], 0, "neither up nor down");
        assert_eq!(nora.get(&format!("/rounds/{VOTING}/votes")).await.expect(200).text_at("/items/0/vote"), "perhaps");
        assert_eq!(nora.get("/picks").await.expect(200).text_at("/items/0/ratings/0/rating"), "meh");
        nora.page("/movies/history").await.expect(200).shows("meh");
    }
}

/// Every attribute of every kind of row, one at a time: left out, NULL, and of other kinds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_that_is_wrong_in_one_attribute_breaks_no_page() {
    let all = Written::fill(Home::on(stage::Engine::Embedded).await).await;
    let store = all.home.services.store.clone();
    let others: [Option<store::Value>; 4] =
        [None, Some(store::Value::Null), Some("other".into()), Some(7_i64.into())];
    let tables = [
        &USERS,
        &GROUPS,
        &GROUP_MEMBERSHIPS,
        &PREFERENCES,
        &INVITES,
        &ROUNDS,
        &PICKS,
        &RATINGS,
        &SUGGESTIONS,
        &VOTES,
    ];
    let mut tried = 0;
    for table in tables {
        // One row of each kind.
        let mut kinds = std::collections::BTreeSet::new();
        for row in all.home.rows(table).await {
            let kind: Vec<_> = row.iter().map(|(name, _)| name.to_string()).collect();
            if !kinds.insert(kind) {
                continue;
            }
            let of_account = table.name == "Users" && !row.contains(MARK);
            let is_key = |name: &str| table.key.attrs().any(|attr| attr.name == name);
            let is_indexed = |name: &str| {
                table.indexes.iter().any(|index| index.key.attrs().any(|attr| attr.name == name))
            };
            let names: Vec<_> = row
                .iter()
                .map(|(name, _)| name.to_string())
                .filter(|name| !is_key(name) && name != MARK)
                .collect();
            for name in names.iter().filter(|_| !of_account) {
                for other in &others {
                    let is_text = matches!(other, Some(store::Value::S(_)) | None);
                    if is_indexed(name) && !is_text {
                        continue;
                    }
                    let kept = row
                        .iter()
                        .filter(|(one, _)| *one != name.as_str())
                        .map(|(one, value)| (one.to_string(), value.to_value()));
                    let changed = kept.chain(other.clone().map(|other| (name.clone(), other)));
                    let item = changed.fold(Item::new(), |item, (name, value)| item.with(name, value));
                    store.write(Write::put(table, item)).await.unwrap();
                    for (path, status) in all.everything().await {
                        assert!(status < 500, "{path} is {status} with {name} = {other:?} in {}", table.name);
                    }
                    tried += 1;
                }
            }
            store.write(Write::put(table, row)).await.unwrap();
        }
    }
    assert!(tried > 150, "{tried}");
    for (path, status) in all.everything().await {
        assert!(status < 400, "{path} is {status} once all is as it was");
    }
}

/// A vote that another program began is known when the next one starts, whichever draft is newest.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_never_hides_a_running_vote() {
    let home = Home::on(stage::Engine::Embedded).await;
    let family = home.family().await;
    let (nora, started) = (&family.nora, picked(&family.nora).await);
    nora.page("/movies").await.expect(303);
    home.advance(SignedDuration::from_secs(1));
    let vote = Round::of(&nora.post("/rounds", json!({})).await.expect(201));
    home.advance(SignedDuration::from_secs(1));
    let draft = Round::of(&nora.post("/rounds", json!({})).await.expect(201));
    nora.act(&vote.at("/start")).await.expect(200);
    let at = |round: &Round| format!("/movies/rounds/{}", round.id);
    assert_eq!(nora.page("/movies").await.expect(303).location(), at(&vote));
    nora.page(&at(&vote)).await.expect(200).shows(&at(&draft));
    nora.page(&at(&draft)).await.expect(200).shows(&at(&vote));
    nora.page("/movies/screen").await.expect(200).shows("Vote on your phone");
    // As another program leaves it.
    let group = Key::only(family.household.clone());
    home.services.store.write(Write::update(&GROUPS, group).remove("active_round_id")).await.unwrap();
    assert_eq!(nora.page("/movies").await.expect(303).location(), at(&vote));
    nora.page("/movies/screen").await.expect(200).shows("Vote on your phone");
    nora.act(&draft.at("/start")).await.expect(409);
    nora.act(&started.at("/watched")).await.expect(200);
}

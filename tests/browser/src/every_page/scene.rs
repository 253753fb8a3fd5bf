//! The example, and beside it what it has none of: rounds in other states, shares with a passcode, links that were used up.

use jiff::SignedDuration;
use kit::{Engine, Filled, PASSWORD, Person, TestApp, serde_json::json};

/// Who looks at a page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    Anyone,
    /// The SuperAdmin of the example, who is in everything.
    Maya,
    /// Whose checklist the example has.
    Ana,
    /// Someone who has just registered.
    Newcomer,
    /// Whose household's round is in one of the states that the example does not show.
    Host(usize),
}

pub struct Scene {
    pub app: TestApp,
    filled: Filled,
    maya: Person,
    ana: Person,
    newcomer: Person,
    hosts: Vec<Person>,
    /// The rounds of the hosts, in the order of [`HOSTED`].
    pub rounds: Vec<String>,
    /// A poll behind a passcode.
    pub guarded: String,
    /// Links into a group and into a household.
    pub group_link: String,
    pub household_link: String,
    /// Squash pages of one player and one match, a comment of Maya's, and her own page.
    pub player: String,
    pub played: String,
    pub comment: String,
    pub person: String,
}

/// How far each host's round has come.
pub const HOSTED: [&str; 4] = ["draft", "selected", "watched", "expired"];

fn in_page(person: &Person) -> Person {
    person.with_header("sec-fetch-site", "same-origin")
}

impl Scene {
    pub async fn set() -> Self {
        let (app, filled) = TestApp::with_example(Engine::Embedded, 7).await;
        let maya = app.signs_in_a_browser("maya@example.org").await;
        let ana = app.signs_in_a_browser("ana@example.org").await;
        let newcomer = app.registers_in_a_browser("Newcomer").await;
        let (mut hosts, mut rounds) = (Vec::new(), Vec::new());
        for status in HOSTED {
            let host = app.registers_in_a_browser(&format!("Host of {status}").replace(' ', "-")).await;
            rounds.push(round(&in_page(&host), status).await);
            hosts.push(host);
        }
        let here = in_page(&maya);
        let players = here.get("/squash/players").await.expect(200);
        let player = format!("/squash/players/{}", players.text_at("/items/0/playerId"));
        let game = here.get("/squash/matches").await.expect(200).text_at("/items/0/matchId");
        let site = path_of(&filled, "A link with ratings and comments");
        let comments = format!("/sites/{}/comments", site.rsplit('/').next().unwrap_or_default());
        let comment = here.post(&comments, json!({ "body": "Worth a look." })).await.expect(201);
        let group = path_of(&filled, "A group");
        let group_link = here.post(&format!("{group}/invite-links"), json!({})).await.expect(201);
        let household_link = here.post("/households/mine/invites", json!({})).await.expect(201);
        let guarded = json!({ "entity": "poll", "name": "Club secrets", "expiresAfter": 7, "viewPasscode": "otter-42",
            "questions": [{ "title": "Who?", "options": [{ "label": "Us" }, { "label": "Them" }] }] });
        let guarded = app.anyone().post("/shareables", guarded).await.expect(201).text_at("shortId");
        let local = |answer: &kit::Answer| {
            let url = answer.text_at("url");
            url.strip_prefix(&app.base_url).unwrap_or(&url).to_owned()
        };
        Self {
            group_link: local(&group_link),
            household_link: local(&household_link),
            guarded: format!("/s/{guarded}"),
            played: format!("/squash/matches/{game}"),
            comment: format!("{site}/comments/{}", comment.text_at("commentId")),
            person: format!("/people/{}", maya.user_id),
            player,
            app,
            filled,
            maya,
            ana,
            newcomer,
            hosts,
            rounds,
        }
    }

    /// The path of something in the example, by what it is called there.
    pub fn of(&self, title: &str) -> String {
        path_of(&self.filled, title)
    }

    pub fn session(&self, by: By) -> String {
        let one = match by {
            By::Maya => &self.maya,
            By::Ana => &self.ana,
            By::Newcomer => &self.newcomer,
            By::Host(at) => &self.hosts[at],
            By::Anyone => return String::new(),
        };
        one.cookie("session").expect("a session")
    }

    /// So long that every share and link has expired, and Maya signs in again.
    pub async fn goes_on_a_year(&mut self) {
        self.app.advance(SignedDuration::from_hours(24 * 60));
        self.maya = self.app.anyone();
        let fields = [("email", "maya@example.org"), ("password", PASSWORD)];
        self.maya.submit("/sign-in", &fields).await.expect(303);
    }
}

fn path_of(filled: &Filled, title: &str) -> String {
    let found = filled.sights.iter().find(|sight| sight.title == title);
    found.unwrap_or_else(|| panic!("the example shows no {title}")).path.clone()
}

/// A household of one, and its round as far as `status`.
async fn round(host: &Person, status: &str) -> String {
    host.post("/households", json!({ "name": "Mill Lane" })).await.expect(201);
    let round = host.post("/rounds", json!({})).await.expect(201);
    let film = round.json["suggestions"][0]["tmdbMovieId"].clone();
    let path = format!("/rounds/{}", round.text_at("roundId"));
    let at = |rest: &str| format!("{path}{rest}");
    match status {
        "expired" => drop(host.act(&at("/expire")).await.expect(200)),
        "draft" => {}
        _ => {
            host.act(&at("/start")).await.expect(200);
            host.post(&at("/pick"), json!({ "tmdbMovieId": film })).await.expect(201);
            if status == "watched" {
                host.act(&at("/watched")).await.expect(200);
            }
        }
    }
    format!("/movies{path}")
}

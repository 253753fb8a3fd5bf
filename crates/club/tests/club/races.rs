//! Two people change the same thing at once, or storage fails in between: one of them has changed it, and what stands beside it is in step.

use crate::scene::{Club, singles};
use http::Method;
use serde_json::{Value, json};
use stage::{Answer, Engine, Person, on_both_engines, told};
use store::decorators::Fault;

/// Says how often two people meet.
const TRIES: &str = "CLUB_TRIES";

/// What somebody sends about one thing.
type Change = (Method, String, Option<Value>);

/// Both changes at once, each by somebody who has seen the thing as it is now.
async fn at_once(by: &Person, place: &str, changes: [(Method, Option<Value>); 2]) -> [Answer; 2] {
    let seen = by.get(place).await.expect(200).header("etag").to_owned();
    let [first, second] = changes.map(|(method, body)| {
        let (by, place) = (by.with_header("if-match", &seen), place.to_owned());
        tokio::spawn(async move { by.send(method, &place, body.as_ref()).await })
    });
    [first.await.unwrap(), second.await.unwrap()]
}

/// Which of the two was carried out; the other must have been told that it came too late.
fn winner(answers: &[Answer; 2]) -> usize {
    let carried_out = |answer: &Answer| [200, 204].contains(&answer.status.as_u16());
    let winners: Vec<_> = (0..2).filter(|at| carried_out(&answers[*at])).collect();
    let [winner] = winners.as_slice() else { panic!("{} and {}", answers[0].text, answers[1].text) };
    let late = answers[1 - winner].status.as_u16();
    assert!([404, 412].contains(&late), "{late}: {}", answers[1 - winner].text);
    *winner
}

struct Scene {
    club: Club,
    manager: Person,
    players: Vec<String>,
}

impl Scene {
    async fn of(club: Club) -> Self {
        let manager = club.squash_manager("Mia").await;
        let players = club.players(&manager, &["Nora", "Leo", "Tom", "Grace"]).await;
        Self { club, manager, players }
    }

    async fn entered(&self) -> String {
        let body = singles("2037-11-10", &self.players[0], &self.players[1]);
        let made = self.manager.post("/squash/matches", body).await.expect(201);
        format!("/squash/matches/{}", made.text_at("matchId"))
    }

    async fn added(&self, n: usize) -> String {
        format!("/sites/{}", self.club.adds_site(&format!("https://s{n}.example/"), &["a", "b"]).await)
    }

    /// The match moved to one of the days from 1 to 4, with others in it; on the third it is doubles.
    fn edited(&self, day: usize) -> Value {
        let [nora, leo, tom, grace] = [0, 1, 2, 3].map(|at| &self.players[at]);
        let (a2, b1, b2) = match day {
            1 => (None, leo, None),
            2 => (None, tom, None),
            3 => (Some(tom), leo, Some(grace)),
            _ => (None, grace, None),
        };
        json!({ "date": format!("2037-11-0{day}"), "teamAPlayer1Id": nora, "teamAPlayer2Id": a2, "teamBPlayer1Id": b1, "teamBPlayer2Id": b2 })
    }

    /// As many as fit into seconds, or as are asked for.
    fn tries(&self) -> usize {
        told(TRIES, if self.club.engine() == Engine::Embedded { 60 } else { 20 })
    }
}

on_both_engines! {
    async fn of_two_who_change_the_same_match_exactly_one_has(club: Club) {
        let scene = Scene::of(club).await;
        let manager = &scene.manager;
        let place = scene.entered().await;
        for turn in 0..scene.tries() {
            let day = turn % 2 * 2;
            let edits = [day + 1, day + 2].map(|day| (Method::PATCH, Some(scene.edited(day))));
            let answers = at_once(manager, &place, edits).await;
            let won = &answers[winner(&answers)];
            assert_eq!(manager.get(&place).await.expect(200).json, won.json, "the winner was told what is there");

            let doomed = scene.entered().await;
            let edit = turn % 2 == 0;
            let rival = if edit { (Method::PATCH, Some(scene.edited(3))) } else { (Method::DELETE, None) };
            let answers = at_once(manager, &doomed, [(Method::DELETE, None), rival]).await;
            let gone = winner(&answers) == 0 || !edit;
            manager.get(&doomed).await.expect(if gone { 404 } else { 200 });
        }
        assert_eq!(scene.club.findings().await, [""; 0]);
    }

    async fn of_two_who_change_the_same_link_exactly_one_has(club: Club) {
        let scene = Scene::of(club).await;
        let root = &scene.club.root;
        for turn in 0..scene.tries() {
            let place = scene.added(turn).await;
            let tags = |tags: &[&str]| (Method::PATCH, Some(json!({ "tags": tags })));
            let rival = if turn % 2 == 0 { (Method::DELETE, None) } else { tags(&["b", "d", "e"]) };
            let answers = at_once(root, &place, [tags(&["c"]), rival]).await;
            let kept = winner(&answers) == 0 || turn % 2 == 1;
            root.get(&place).await.expect(if kept { 200 } else { 404 });
        }
        assert_eq!(scene.club.findings().await, [""; 0]);
        scene.club.finish_all_work().await;
        assert_eq!(scene.club.findings().await, [""; 0]);
    }

    /// Every call to storage that a change makes fails once, in every way there is.
    async fn a_change_that_breaks_off_anywhere_leaves_nothing_out_of_step(club: Club) {
        let scene = Scene::of(club).await;
        let (shaky, failing) = scene.club.shaky().await;
        let (manager, root) = (shaky.signs_in("Mia").await, shaky.signs_in("Root").await);
        let mut n = 0;
        for kind in 0..6 {
            let mut change = async || -> (Person, Change) {
                n += 1;
                match kind {
                    0 => (manager.clone(), (Method::POST, "/squash/matches".into(), Some(singles("2037-11-10", &scene.players[0], &scene.players[1])))),
                    1 => (manager.clone(), (Method::PATCH, scene.entered().await, Some(scene.edited(3)))),
                    2 => (manager.clone(), (Method::DELETE, scene.entered().await, None)),
                    3 => (root.clone(), (Method::POST, "/sites".into(), Some(json!({ "url": "https://new.example/", "tags": ["a", "f"] })))),
                    4 => (root.clone(), (Method::PATCH, scene.added(n).await, Some(json!({ "tags": ["b", "g", "h"] })))),
                    _ => (root.clone(), (Method::DELETE, scene.added(n).await, None)),
                }
            };
            let send = async |(by, (method, place, body)): (Person, Change)| {
                by.send(method, &place, body.as_ref()).await
            };
            let whole = change().await;
            let calls = shaky.calls(async || send(whole).await).await.calls();
            assert!(calls > 1, "kind {kind} asks storage {calls} times");
            for fault in Fault::ALL {
                for nth in 0..calls {
                    let broken = change().await;
                    failing.script(std::iter::repeat_n(None, nth).chain([Some(fault)]));
                    send(broken).await;
                    failing.heal();
                }
                assert_eq!(scene.club.findings().await, [""; 0], "{fault:?} in kind {kind}");
            }
        }
        scene.club.finish_all_work().await;
        assert_eq!(scene.club.findings().await, [""; 0]);
    }
}

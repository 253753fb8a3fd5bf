//! Groups and hangouts among what somebody made, and what they responded to.

use crate::support::{Town, column};
use jiff::SignedDuration;
use serde_json::json;
use store::decorators::Counts;

on_both_engines! {
    async fn groups_and_hangouts_are_listed_while_their_maker_sees_them(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let (first, second) = (town.group_with(&ana, "First", &[&bo]).await, town.group(&ana, "Second").await);
        town.hangout(&ana, &first, "Supper", 5).await;
        let lunch = town.hangout(&ana, &second, "Lunch", 5).await;
        let listed = async || {
            let mut titles = column(&ana.get("/me/things").await.expect(200), "title");
            titles.sort();
            titles
        };
        assert_eq!(listed().await, ["First", "Lunch", "Second", "Supper"]);
        // Out of a group, what was made in it is out of sight; back in, it is there again.
        ana.patch(&format!("/groups/{first}/members/{}", bo.user_id), json!({ "role": "owner" })).await.expect(200);
        ana.delete(&format!("/groups/{first}/members/{}", ana.user_id)).await.expect(204);
        assert_eq!(listed().await, ["Lunch", "Second"]);
        town.adds(&bo, &first, &ana).await;
        assert_eq!(listed().await, ["First", "Lunch", "Second", "Supper"]);
        // What is deleted is taken off the list when it is met.
        ana.delete(&format!("/hangouts/{lunch}")).await.expect(204);
        town.settles().await;
        let rows = async || {
            let rows = town.rows(&web::system::SYSTEM).await;
            let made = format!("MINE#{}#made", ana.user_id);
            rows.iter().filter(|row| row.get("PK").and_then(store::View::as_str) == Some(made.as_str())).count()
        };
        assert_eq!(rows().await, 4);
        assert_eq!(listed().await, ["First", "Second", "Supper"]);
        assert_eq!(rows().await, 3);
    }

    async fn what_i_responded_to_is_listed_once_until_it_is_over(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let supper = town.hangout(&ana, &group, "Supper", 5).await;
        town.advance(SignedDuration::from_millis(1));
        let walk = town.hangout(&ana, &group, "Walk", 50).await;
        let answered = async || bo.get("/me/things?role=answered").await.expect(200);
        assert!(column(&answered().await, "title").is_empty(), "nothing is answered yet");
        for (hangout, said) in [(&supper, "going"), (&walk, "maybe"), (&supper, "notGoing")] {
            bo.put(&format!("/hangouts/{hangout}/response"), json!({ "response": said })).await.expect(200);
        }
        let listed = answered().await;
        assert_eq!(column(&listed, "title"), ["Walk", "Supper"]);
        assert_eq!(column(&listed, "kind"), ["hangout", "hangout"]);
        assert!(column(&listed, "url")[1].ends_with(&format!("/hangouts/{supper}")));
        assert!(column(&ana.get("/me/things?role=answered").await, "title").is_empty(), "it is Bo who answered");
        town.advance(SignedDuration::from_hours(10));
        assert_eq!(column(&answered().await, "title"), ["Walk"], "the supper is over");
        assert!(column(&ana.get("/me/things?role=made").await, "title").contains(&"Supper".to_owned()), "what was made stays");
        // Out of the group, it is out of sight.
        ana.delete(&format!("/groups/{group}/members/{}", bo.user_id)).await.expect(204);
        assert!(column(&answered().await, "title").is_empty());
    }

    async fn a_page_of_things_costs_the_same_however_many_there_are(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        let cost = async || town.calls(async || _ = ana.get("/me/things?limit=5").await.expect(200)).await;
        for at in 0..6 {
            town.hangout(&ana, &group, &format!("t{at}"), 5).await;
        }
        let few = cost().await;
        for at in 0..30 {
            town.hangout(&ana, &group, &format!("t{at}"), 5).await;
        }
        let many = cost().await;
        let reads = |calls: &Counts| calls.calls() - calls.writes();
        assert_eq!(reads(&few), reads(&many), "{few}\n{many}");
    }
}

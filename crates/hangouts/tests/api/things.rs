//! Groups and hangouts among what somebody made.

use crate::support::{Town, column};
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

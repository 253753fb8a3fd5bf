//! Many at the same moment.

use crate::support::Town;
use futures::future::join_all;
use serde_json::json;

on_both_engines! {
    async fn of_two_last_owners_leaving_at_once_one_stays(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        for _ in 0..5 {
            let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
            let member = |id: &str| format!("/groups/{group}/members/{id}");
            ana.patch(&member(&bo.user_id), json!({ "role": "owner" })).await.expect(200);
            let (one, other) = (member(&ana.user_id), member(&bo.user_id));
            let (one, other) = futures::join!(ana.delete(&one), bo.delete(&other));
            let mut statuses = [one.status.as_u16(), other.status.as_u16()];
            statuses.sort_unstable();
            assert_eq!(statuses, [204, 409]);
        }
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }

    async fn people_who_join_at_once_are_all_counted(town: Town) {
        let ana = town.registers("Ana").await;
        let group = town.group(&ana, "Mill Lane").await;
        let link = ana.post(&format!("/groups/{group}/invite-links"), json!({})).await.expect(201).text_at("token");
        let mut people = Vec::new();
        for at in 0..6 {
            people.push(town.registers(&format!("P{at}")).await);
        }
        let path = format!("/join/{link}");
        // A link that is stopped at that moment lets nobody in half.
        let joins = people.iter().map(|person| async { person.act(&path).await.status.as_u16() });
        let rename = async { ana.patch(&format!("/groups/{group}"), json!({ "name": "Mill Road" })).await.status.as_u16() };
        let (joined, renamed) = futures::join!(join_all(joins), rename);
        assert!(joined.iter().all(|status| [200, 409].contains(status)) && [200, 409].contains(&renamed), "{joined:?} {renamed}");
        town.finish_work().await;
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }

    async fn responses_and_edits_at_once_lose_nothing(town: Town) {
        let ana = town.registers("Ana").await;
        let mut people = vec![ana.clone()];
        for at in 0..5 {
            people.push(town.registers(&format!("P{at}")).await);
        }
        let group = town.group_with(&ana, "Mill Lane", &people[1..].iter().collect::<Vec<_>>()).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 5).await);
        let respond = format!("{path}/response");
        let answers = people.iter().map(|person| person.put(&respond, json!({ "response": "going" })));
        let edits = (0..3).map(|at| ana.patch(&path, json!({ "title": format!("t{at}") })));
        let (answers, edits) = futures::join!(join_all(answers), join_all(edits));
        assert!(answers.iter().all(|answer| answer.status == 200));
        assert!(edits.iter().all(|edit| edit.status == 200));
        town.settles().await;
        assert_eq!(ana.get(&path).await.json["goingCount"], 6);
        assert_eq!(town.findings(false).await, Vec::<String>::new());
    }

    async fn a_count_by_a_clock_that_was_ahead_does_not_put_off_the_next(town: Town) {
        let (ana, bo) = (town.registers("Ana").await, town.registers("Bo").await);
        let group = town.group_with(&ana, "Mill Lane", &[&bo]).await;
        let path = format!("/hangouts/{}", town.hangout(&ana, &group, "Supper", 48).await);
        let respond = format!("{path}/response");
        town.advance(jiff::SignedDuration::from_hours(24));
        ana.put(&respond, json!({ "response": "going" })).await.expect(200);
        town.settles().await;
        town.advance(jiff::SignedDuration::from_hours(-24));
        bo.put(&respond, json!({ "response": "going" })).await.expect(200);
        town.settles().await;
        let listed = ana.get(&format!("/groups/{group}/feed")).await.expect(200);
        assert_eq!(listed.json["items"][0]["goingCount"], 2, "{}", listed.text);
    }
}

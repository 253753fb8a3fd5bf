//! Days and times in the zone of the person who reads them.

use crate::support::{Engine, Home, watched};
use jiff::SignedDuration;
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn days_and_times_are_those_of_the_reader() {
    let home = Home::on(Engine::Embedded).await;
    let family = home.family().await;
    let (nora, sam) = (&family.nora, &family.sam);
    // Noon in Greenwich is the next day in Auckland.
    home.advance(SignedDuration::from_hours(3));
    let round = watched(nora).await;
    nora.act("/households/mine/invites").await.expect(201);
    nora.patch("/me", json!({ "timeZone": "Pacific/Auckland" })).await.expect(200);
    sam.patch("/me", json!({ "timeZone": "America/Los_Angeles" })).await.expect(200);
    for (person, day, weekday, until) in
        [(nora, "16", "Mon", "Monday 23 November, 01:00"), (sam, "15", "Sun", "Sunday 22 November, 04:00")]
    {
        let history = person.page("/movies/history").await.expect(200);
        history.shows(&format!("<span>{weekday}</span><b>{day}</b><span>Nov</span>"));
        let household = person.page("/movies/household").await.expect(200);
        household.shows(until);
        let picked = person.page(&format!("/movies/rounds/{}", round.id)).await.expect(200);
        for page in [history, household, picked] {
            assert!(!page.text.contains("UTC"), "{}", page.text);
        }
    }
}

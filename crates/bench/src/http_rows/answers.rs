//! A poll and an event with ten thousand answers, beside the same with ten: pages and results are counted once and held, so how many
//! answered must not show.

use super::shares::Share;
use crate::{
    Measured,
    client::{Connection, Load, Request, get, post},
    figure::figure,
    program::Program,
    table::{Goal, Row},
};
use jiff::SignedDuration;
use kernel::{Clock, SystemClock};
use serde_json::json;
use std::{net::SocketAddr, time::Duration};

const FEW: u32 = 10;
const CONNECTIONS: u64 = 8;
/// Of those who answer.
const AT_ONCE: u32 = 32;
const TURNS: usize = 5;
const TURN: Duration = Duration::from_millis(300);

pub async fn measure(program: &Program) -> Measured<Vec<Row>> {
    let many = figure("ANSWERS", 10_000);
    let mut connection = Connection::open(program.address).await?;
    let poll = [Share::poll(&mut connection).await?, Share::poll(&mut connection).await?];
    let event = [event(&mut connection).await?, event(&mut connection).await?];
    answer(program.address, many, poll[0].vote()).await?;
    answer(program.address, FEW, poll[1].vote()).await?;
    answer(program.address, many, rsvp(&event[0])).await?;
    answer(program.address, FEW, rsvp(&event[1])).await?;
    let results = |poll: &Share| format!("{}/results", poll.json_path);
    let replies = |event: &Share| format!("{}/rsvps?limit=10", event.json_path);
    let kinds = [
        ("page of a poll with 10,000 answers", poll.each_ref().map(|poll| poll.page_path.clone())),
        ("its results as JSON", poll.each_ref().map(results)),
        ("page of an event with 10,000 answers", event.each_ref().map(|event| event.page_path.clone())),
        ("its first ten replies as JSON", event.each_ref().map(replies)),
    ];
    let mut rows = Vec::new();
    for (what, [large, small]) in kinds {
        let (mut ours, mut beside) = (0.0_f64, 0.0_f64);
        for _ in 0..TURNS {
            ours = ours.max(rate(program.address, &large).await?);
            beside = beside.max(rate(program.address, &small).await?);
        }
        let baseline = Some(("with 10 answers", beside));
        rows.push(Row { what, unit: "/s", ours, baseline, goal: Some(Goal::Ratio(0.67)) });
    }
    Ok(rows)
}

async fn event(connection: &mut Connection) -> Measured<Share> {
    let day = (SystemClock.now() + SignedDuration::from_hours(5 * 24)).to_string();
    let fields = json!({
        "entity": "event", "name": "Harvest supper", "expiresAfter": 7,
        "startTime": format!("{}T18:00:00Z", &day[..10]), "location": "The mill",
    });
    Share::make(connection, &fields).await
}

fn rsvp(event: &Share) -> Request {
    post(
        &format!("{}/rsvps", event.json_path),
        &json!({ "name": "Ana", "response": "going", "guestCount": 1 }),
    )
}

/// Sends this answer so many times, each as somebody else's.
async fn answer(address: SocketAddr, times: u32, request: Request) -> Measured<()> {
    let callers: Vec<_> = (0..AT_ONCE)
        .map(|caller| {
            let request = request.clone();
            tokio::spawn(async move {
                let mut connection = Connection::open(address).await?;
                for _ in (caller..times).step_by(AT_ONCE as usize) {
                    connection.expect(201, &request).await?;
                }
                Measured::Ok(())
            })
        })
        .collect();
    for caller in callers {
        caller.await??;
    }
    Ok(())
}

async fn rate(address: SocketAddr, path: &str) -> Measured<f64> {
    let request = get(path);
    let load = Load { address, connections: CONNECTIONS, time: TURN, status: 200 };
    load.rate(move |_| request.clone()).await
}

//! The machine's clock is set: back by an hour, then ahead by three.

use crate::everything::{Everything, WAYS, findings};
use jiff::SignedDuration;
use kit::{Engine, TestApp};

#[tokio::test]
async fn a_clock_that_jumps_breaks_nothing() {
    let app = TestApp::start(Engine::Embedded).await;
    let everything = Everything::begin(&app).await;
    let (anyone, mut deeds) = (app.anyone(), Vec::new());
    for (turn, hours) in [0, -1, 3, -2].into_iter().enumerate() {
        app.advance(SignedDuration::from_hours(hours));
        for way in 0..WAYS {
            for number in 0..2 {
                let (answer, deed) = everything.act(&anyone, way, turn * 2 + number).await;
                assert!(answer.status.is_success(), "{hours} hours, way {way}: {}", answer.text);
                deeds.extend(deed);
            }
        }
        assert_eq!(findings(&app).await, [""; 0], "after {hours} hours");
    }
    for deed in &deeds {
        assert!(deed.is_there(&anyone).await);
    }
    assert_eq!(everything.votes(&anyone).await, 8);
}

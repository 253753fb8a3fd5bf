//! Everyone else on the server: they open the front page, from addresses of their own, whatever goes on.

use crate::{
    Measured,
    client::{Connection, get},
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// A thousand addresses, one after the other.
const ADDRESSES: u16 = 1_000;
const PAUSE: Duration = Duration::from_millis(10);

#[derive(Default)]
pub struct Asked {
    pub milliseconds: Vec<f64>,
    /// Answers that were no page.
    pub failed: u32,
}

pub struct Others {
    stop: CancellationToken,
    asking: JoinHandle<Measured<Asked>>,
}

impl Others {
    pub fn ask(address: SocketAddr) -> Self {
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let asking = tokio::spawn(async move {
            let (front, mut asked) = (get("/"), Asked::default());
            for turn in (0..ADDRESSES).cycle() {
                if stopped.is_cancelled() {
                    break;
                }
                let [high, low] = turn.to_be_bytes();
                let began = Instant::now();
                let mut connection = Connection::open_from(Ipv4Addr::new(127, 9, high, low), address).await?;
                let status = connection.status(&front).await?;
                asked.milliseconds.push(began.elapsed().as_secs_f64() * 1e3);
                asked.failed += u32::from(status != 200);
                tokio::time::sleep(PAUSE).await;
            }
            Ok(asked)
        });
        Self { stop, asking }
    }

    pub async fn stop(self) -> Measured<Asked> {
        self.stop.cancel();
        self.asking.await?
    }
}

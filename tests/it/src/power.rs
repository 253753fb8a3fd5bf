//! The power fails under the traffic of every feature: what was acknowledged is there, and the doctor finds nothing.

use crate::{
    disk::Disk,
    everything::{Deed, Everything, WAYS, findings},
};
use futures::future::join_all;
use kernel::{FakeClock, Rng};
use kit::{Engine, Person, Setup, TestApp};
use std::{io, sync::Arc};
use store::Store;
use store_embedded::{EmbeddedStore, Options};

/// More than can be done before the power fails.
const MANY: usize = 200;

/// How many histories; `POWER_SEEDS` in the environment asks for more.
fn seeds() -> u64 {
    kit::told("POWER_SEEDS", 20)
}

fn open(disk: &Disk) -> Arc<EmbeddedStore> {
    let clock = Arc::new(FakeClock::at("2037-11-15T09:00:00Z".parse().expect("a time")));
    let options = Options::new("disk", server::compose::tables(), clock);
    let disk = disk.clone();
    Arc::new(
        EmbeddedStore::with_backend(options, move || io::Result::Ok(disk.clone())).expect("the file opens"),
    )
}

async fn on(store: &Arc<EmbeddedStore>) -> TestApp {
    let store: Arc<dyn Store> = store.clone();
    TestApp::with(Setup { store: Some(store), ..Setup::on(Engine::Embedded) }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn power_failures_under_every_features_traffic_lose_nothing_that_was_acknowledged() {
    let whole = Disk::default();
    let store = open(&whole);
    let everything = Everything::begin(&on(&store).await).await;
    drop(store);
    let mut acknowledged = 0;
    for seed in 0..seeds() {
        let rng = Rng::seeded(seed);
        let disk = whole.after_power_failure(&rng);
        let store = open(&disk);
        let app = on(&store).await;
        disk.fail_power_after(1 + rng.below(400));
        let anyone = app.anyone();
        let deeds = join_all((0..WAYS).map(|way| until_failure(&anyone, &everything, way))).await;
        drop((anyone, app, store));
        let disk = disk.after_power_failure(&rng);
        let store = open(&disk);
        assert_eq!(store.check().await.expect("it can be read"), [""; 0], "seed {seed}");
        let app = on(&store).await;
        let anyone = app.anyone();
        for deed in deeds.iter().flatten() {
            assert!(deed.is_there(&anyone).await, "seed {seed}: an acknowledged deed is lost");
        }
        assert_eq!(findings(&app).await, [""; 0], "seed {seed}");
        acknowledged += deeds.iter().flatten().count();
    }
    assert!(acknowledged as u64 > seeds() * 2, "only {acknowledged} deeds: the test is too tame");
}

async fn until_failure(anyone: &Person, everything: &Everything, way: usize) -> Vec<Deed> {
    let mut deeds = Vec::new();
    for number in 0..MANY {
        let (answer, deed) = everything.act(anyone, way, number).await;
        deeds.extend(deed);
        if !answer.status.is_success() {
            break;
        }
    }
    deeds
}

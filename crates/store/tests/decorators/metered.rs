use super::engine;
use metrics_exporter_prometheus::PrometheusBuilder;
use store::{
    Key, Store, Write,
    conformance::tables::{DOCS, doc},
    decorators::MeteredStore,
};

#[tokio::test]
async fn calls_show_by_operation_table_and_outcome_with_their_time() {
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _here = metrics::set_default_local_recorder(&recorder);
    let store = MeteredStore::new(engine());
    store.write(Write::put(&DOCS, doc("m", "1")).if_new()).await.unwrap();
    assert!(store.write(Write::put(&DOCS, doc("m", "1")).if_new()).await.is_err());
    for _ in 0..3 {
        store.get(&DOCS, &Key::new("m", "1")).await.unwrap();
    }
    let told = metrics.render();
    for line in [
        r#"roundtable_store_calls_total{operation="write",table="ConformanceDocs",outcome="ok"} 1"#,
        r#"roundtable_store_calls_total{operation="write",table="ConformanceDocs",outcome="condition_failed"} 1"#,
        r#"roundtable_store_calls_total{operation="get",table="ConformanceDocs",outcome="ok"} 3"#,
        r#"roundtable_store_call_seconds_count{operation="get",table="ConformanceDocs"} 3"#,
    ] {
        assert!(told.lines().any(|told| told == line), "{line} is not in\n{told}");
    }
}

//! The description of the API names every call of the contract.

use shareables::feature;

#[test]
fn the_description_names_every_call_of_the_contract() {
    let described = serde_json::to_value(feature().api.make().into_openapi()).unwrap();
    let has =
        |method: &str, path: &str| described["paths"][format!("/shareables{path}")].get(method).is_some();
    for (path, methods) in [
        ("", "post"),
        ("/{shortId}", "get patch delete"),
        ("/{shortId}/access", "post"),
        ("/{shortId}/clone", "post"),
        ("/{shortId}/passcodes", "get put"),
        ("/{shortId}/items", "post"),
        ("/{shortId}/items/order", "put"),
        ("/{shortId}/items/{id}", "patch delete"),
        ("/{shortId}/items/{id}/tick", "put delete"),
        ("/{shortId}/ticks", "delete"),
        ("/{shortId}/rsvps", "get post"),
        ("/{shortId}/rsvps/{code}", "get put delete"),
        ("/{shortId}/event.ics", "get"),
        ("/{shortId}/votes", "get post"),
        ("/{shortId}/votes/{code}", "get put delete"),
        ("/{shortId}/results", "get"),
        ("/{shortId}/answers", "get"),
        ("/{shortId}/items/{id}/claim", "put delete"),
        ("/{shortId}/close", "post"),
        ("/{shortId}/reopen", "post"),
        ("/{shortId}/export.csv", "get"),
        ("/{shortId}/export.json", "get"),
        ("/{shortId}/live", "get"),
    ] {
        for method in methods.split(' ') {
            assert!(has(method, path), "{method} {path}");
        }
    }
    let fields = &described["components"]["schemas"]["ShareableFields"];
    assert!(fields["properties"]["expiresAfter"].is_object(), "{fields}");
    assert!(fields.get("required").is_none(), "an edit sends what it changes: {fields}");
}

//! The API describes itself completely.

use std::collections::BTreeSet;

const CALLS: [&str; 34] = [
    "POST /auth/register",
    "POST /auth/login",
    "POST /auth/logout",
    "POST /auth/forgot",
    "POST /auth/reset",
    "POST /auth/confirm",
    "POST /me/email",
    "PUT /me/device-token",
    "DELETE /me/device-token",
    "GET /me",
    "PATCH /me",
    "DELETE /me",
    "PUT /me/password",
    "GET /me/export",
    "GET /me/notifications",
    "PATCH /me/notifications",
    "GET /me/sessions",
    "DELETE /me/sessions",
    "DELETE /me/sessions/{id}",
    "GET /me/links",
    "DELETE /me/links/{id}",
    "GET /me/things",
    "GET /me/tokens",
    "POST /me/tokens",
    "DELETE /me/tokens/{id}",
    "POST /me/calendar-feed",
    "DELETE /me/calendar-feed",
    "POST /me/push-subscriptions",
    "DELETE /me/push-subscriptions",
    "DELETE /me/push-subscriptions/{id}",
    "GET /users",
    "POST /users/{id}/reset-link",
    "PUT /users/{id}/deactivation",
    "DELETE /users/{id}/deactivation",
];
const WITHOUT_BODY: [&str; 4] = [
    "POST /auth/logout",
    "POST /me/calendar-feed",
    "POST /users/{id}/reset-link",
    "PUT /users/{id}/deactivation",
];
const OF_ROLES: [&str; 2] = ["GET /users/{id}/roles", "PUT /users/{id}/roles"];

#[test]
fn every_call_is_described_with_what_it_takes_and_answers() {
    let description = identity::feature().api.make().into_openapi();
    let description = serde_json::to_value(description).unwrap();
    let mut described = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            let name = format!("{} {path}", method.to_uppercase());
            assert_eq!(call["tags"][0], "identity", "{name}");
            assert!(call["summary"].is_string(), "{name} has no summary");
            let takes_body =
                matches!(method.as_str(), "post" | "put" | "patch") && !WITHOUT_BODY.contains(&name.as_str());
            assert_eq!(call.get("requestBody").is_some(), takes_body, "{name}");
            for (status, answer) in call["responses"].as_object().unwrap() {
                let has_body = matches!(status.as_str(), "200" | "201");
                assert_eq!(
                    answer["content"]["application/json"]["schema"].is_object(),
                    has_body,
                    "{name} {status}"
                );
            }
            described.insert(name);
        }
    }
    let expected: BTreeSet<_> = CALLS.iter().chain(&OF_ROLES).map(ToString::to_string).collect();
    assert_eq!(described, expected);
}

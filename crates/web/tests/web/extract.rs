//! What is refused at the door, with which status and in which words.

use crate::house::{Answer, House, get, post_form, post_json, with};
use axum::{
    Router,
    body::Body,
    routing::{get as on_get, post},
};
use http::{Request, StatusCode};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use web::{App, Form, Json, Path, Query};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Party {
    name: String,
    guest_count: Option<u8>,
    response: Option<Response>,
    starts_at: Option<Timestamp>,
    #[serde(default)]
    dishes: Vec<Dish>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Dish {
    title: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Response {
    Going,
    Maybe,
    NotGoing,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    limit: Option<u32>,
    #[serde(default)]
    tag: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Answers {
    name: String,
    #[serde(default)]
    pick: Vec<u8>,
}

fn routes() -> Router<App> {
    Router::new()
        .route("/api/v1/parties", post(async |Json(party): Json<Party>| Json(party)))
        .route(
            "/api/v1/maybe",
            post(async |dish: Option<Json<Dish>>| Json(dish.map(|Json(dish)| dish.title))),
        )
        .route("/api/v1/parties/{id}", on_get(async |Path(id): Path<u32>| Json(id)))
        .route("/api/v1/find", on_get(async |Query(wanted): Query<Wanted>| Json(wanted)))
        .route("/answers", post(async |Form(answers): Form<Answers>| Json(answers)))
}

async fn party(body: &str) -> Answer {
    House::new().send(routes(), post_json("/api/v1/parties", body)).await
}

async fn refused(body: &str, status: u16, field: &str, words: &str) {
    let answer = party(body).await;
    assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.text);
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let problem = answer.json();
    assert_eq!(problem["status"], status);
    if field.is_empty() {
        return assert!(problem["detail"].as_str().unwrap().contains(words), "{body}: {problem}");
    }
    assert_eq!(problem["errors"][0]["field"], field, "{body}: {problem}");
    assert_eq!(problem["errors"][0]["message"], words, "{body}: {problem}");
}

#[tokio::test]
async fn what_cannot_be_read_is_400() {
    refused("", 400, "", "not JSON").await;
    refused("{", 400, "", "not JSON").await;
    refused(r#"{"name":"a"} trailing"#, 400, "", "not JSON").await;
    refused(r#"{"name":3}"#, 400, "name", "This must be text.").await;
    refused(r#"{"name":null}"#, 400, "name", "This must be text.").await;
    refused(r#"{"name":"a","guestCount":"two"}"#, 400, "guestCount", "This must be a number.").await;
    refused(r#"{"name":"a","dishes":{}}"#, 400, "dishes", "This must be a list.").await;
    refused(r#"{"name":"a","colour":"red"}"#, 400, "colour", "There is no such field.").await;
    refused(
        r#"{"name":"a","dishes":[{"title":"x","hot":true}]}"#,
        400,
        "dishes[0].hot",
        "There is no such field.",
    )
    .await;
    refused(r#"{"name":"a","name":"b"}"#, 400, "name", "This is there twice.").await;
}

#[tokio::test]
async fn a_list_is_no_object_at_any_depth() {
    for body in ["[]", r#"["a"]"#, r#"["a",1,"going",null,[]]"#] {
        refused(body, 400, "", "This must be an object.").await;
    }
    refused(r#"{"name":"a","dishes":[["soup"]]}"#, 400, "dishes[0]", "This must be an object.").await;
    assert_eq!(party(r#"{"name":"a","dishes":[{"title":"soup"}]}"#).await.status, StatusCode::OK);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_arrive_is_the_senders_fault() {
    let stalled = Body::from_stream(futures::stream::pending::<Result<String, std::io::Error>>());
    let request = Request::post("/api/v1/parties")
        .header("host", "table.example")
        .header("content-type", "application/json");
    let answer = House::new().send(routes(), request.body(stalled).unwrap()).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text);
    assert!(answer.text.contains("took too long"), "{}", answer.text);
}

#[tokio::test]
async fn what_can_be_read_and_is_not_allowed_is_422() {
    refused("{}", 422, "name", "This is required.").await;
    refused(r#"{"name":"a","dishes":[{"title":"x"},{}]}"#, 422, "dishes[1].title", "This is required.").await;
    refused(r#"{"name":"a","guestCount":-1}"#, 422, "guestCount", "This is outside what is allowed.").await;
    refused(r#"{"name":"a","guestCount":300}"#, 422, "guestCount", "This is outside what is allowed.").await;
    refused(r#"{"name":"a","response":"never"}"#, 422, "response", "Choose going, maybe or notGoing.").await;
    refused(r#"{"name":"a","startsAt":"soon"}"#, 422, "startsAt", "This is not written as it should be.")
        .await;
}

#[tokio::test]
async fn a_body_of_another_type_is_415_and_one_too_large_413() {
    let house = House::new();
    let wrong = with(post_json("/api/v1/parties", r#"{"name":"a"}"#), "content-type", "text/xml");
    assert_eq!(house.send(routes(), wrong).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let none = Request::post("/api/v1/parties")
        .header("host", "table.example")
        .body(Body::from(r#"{"name":"a"}"#))
        .unwrap();
    assert_eq!(house.send(routes(), none).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let patch =
        with(post_json("/api/v1/parties", r#"{"name":"a"}"#), "content-type", "application/merge-patch+json");
    assert_eq!(house.send(routes(), patch).await.status, StatusCode::OK);
    let large = format!(r#"{{"name":"{}"}}"#, "a".repeat(1024 * 1024));
    let answer = house.send(routes(), post_json("/api/v1/parties", &large)).await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (StatusCode::PAYLOAD_TOO_LARGE, "application/problem+json")
    );
}

#[tokio::test]
async fn a_body_may_be_left_out_where_it_is_optional() {
    let house = House::new();
    let send = async |request| house.send(routes(), request).await;
    assert_eq!(
        send(Request::post("/api/v1/maybe").header("host", "table.example").body(Body::empty()).unwrap())
            .await
            .text,
        "null"
    );
    assert_eq!(send(post_json("/api/v1/maybe", r#"{"title":"soup"}"#)).await.text, "\"soup\"");
    assert_eq!(send(post_json("/api/v1/maybe", "")).await.status, StatusCode::BAD_REQUEST);
    let untyped =
        Request::post("/api/v1/maybe").header("host", "table.example").body(Body::from("{}")).unwrap();
    assert_eq!(send(untyped).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn a_path_that_names_nothing_is_404() {
    let house = House::new();
    assert_eq!(house.send(routes(), get("/api/v1/parties/7")).await.text, "7");
    assert_eq!(house.send(routes(), get("/api/v1/parties/seven")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(house.send(routes(), get("/api/v1/parties/%FF")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_query_with_a_bad_value_is_422_and_with_an_unknown_name_400() {
    let house = House::new();
    let send = async |path: &str| house.send(routes(), get(path)).await;
    assert_eq!(send("/api/v1/find?limit=3&tag=a&tag=b").await.text, r#"{"limit":3,"tag":["a","b"]}"#);
    for limit in ["x", "-1", "99999999999"] {
        let answer = send(&format!("/api/v1/find?limit={limit}")).await;
        assert_eq!(
            (answer.status, answer.fields()),
            (StatusCode::UNPROCESSABLE_ENTITY, vec!["limit".to_owned()])
        );
    }
    let answer = send("/api/v1/find?colour=red").await;
    assert_eq!((answer.status, answer.fields()), (StatusCode::BAD_REQUEST, vec!["colour".to_owned()]));
}

#[tokio::test]
async fn whatever_is_wrong_with_a_form_can_be_mended() {
    let house = House::new();
    let send = async |body: &str| house.send(routes(), post_form("/answers", body)).await;
    assert_eq!(send("name=Ana&pick=1&pick=2&more=x").await.text, r#"{"name":"Ana","pick":[1,2]}"#);
    for body in ["", "pick=1", "name=Ana&pick=x"] {
        let answer = send(body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
        assert!(answer.text.contains("Something needs changing"), "{}", answer.text);
    }
    let fields: Vec<String> = (0..75_000).map(|field| format!("f{field}=x")).collect();
    let many = fields.join("&") + "&name=Ana";
    assert_eq!(send(&many).await.status, StatusCode::PAYLOAD_TOO_LARGE, "nobody fills in so many fields");
    let multipart = with(post_form("/answers", "x"), "content-type", "multipart/form-data; boundary=x");
    assert_eq!(house.send(routes(), multipart).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

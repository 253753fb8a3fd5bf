//! Lists in pages: a cursor leads on in its own list and nowhere else, and gives nothing away.

use crate::house::House;
use axum::extract::FromRequestParts;
use http::{Request, StatusCode};
use store::{Item, Position};
use web::{Ctx, PageQuery};

async fn ctx(house: &House) -> Ctx {
    let (mut parts, ()) = Request::new(()).into_parts();
    Ctx::from_request_parts(&mut parts, &house.app).await.unwrap()
}

fn position() -> Position {
    Position(
        Item::new()
            .with("pk", "event_rsvp#abc")
            .with("sk", "01#secretcode#")
            .with("when", 1_800_000_000_123_i64),
    )
}

fn query(cursor: Option<&str>) -> PageQuery {
    PageQuery { limit: None, cursor: cursor.map(Into::into) }
}

#[tokio::test]
async fn a_cursor_leads_on_where_the_page_ended() {
    let house = House::new();
    let cursor =
        ctx(&house).await.page("rsvps of abc", vec![1], Some(position())).unwrap().next_cursor.unwrap();
    let request = ctx(&house.reborn()).await.page_request("rsvps of abc", &query(Some(&cursor))).unwrap();
    assert_eq!(request.after, Some(position()));
    assert_eq!(ctx(&house).await.page::<()>("x", vec![], None).unwrap().next_cursor, None);
}

#[tokio::test]
async fn a_cursor_of_another_list_a_changed_one_and_rubbish_are_400() {
    let ctx = ctx(&House::new()).await;
    let cursor = ctx.page("rsvps of abc", vec![1], Some(position())).unwrap().next_cursor.unwrap();
    let refused =
        |list: &str, cursor: &str| ctx.page_request(list, &query(Some(cursor))).unwrap_err().status();
    assert_eq!(refused("rsvps of xyz", &cursor), StatusCode::BAD_REQUEST);
    for at in 0..cursor.len() {
        let mut changed = cursor.clone().into_bytes();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        assert_eq!(refused("rsvps of abc", &changed), StatusCode::BAD_REQUEST, "{changed}");
    }
    for rubbish in ["", "v1", "v1.1.", "v1.1.AAAA", "💥"] {
        assert_eq!(refused("rsvps of abc", rubbish), StatusCode::BAD_REQUEST, "{rubbish}");
    }
    let number = ctx.seal_cursor("rsvps of abc", &7).unwrap();
    assert_eq!(refused("rsvps of abc", &number), StatusCode::BAD_REQUEST, "sealed by us, of another shape");
}

#[tokio::test]
async fn a_cursor_does_not_show_the_keys_it_holds() {
    let ctx = ctx(&House::new()).await;
    let cursor = ctx.page("rsvps of abc", vec![1], Some(position())).unwrap().next_cursor.unwrap();
    let body = data_encoding::BASE64URL_NOPAD.decode(cursor.rsplit('.').next().unwrap().as_bytes()).unwrap();
    assert!(!String::from_utf8_lossy(&body).contains("secret"));
}

#[tokio::test]
async fn a_limit_out_of_range_is_422() {
    let ctx = ctx(&House::new()).await;
    let limit = |limit: Option<&str>| {
        let query = PageQuery { limit: limit.map(Into::into), cursor: None };
        ctx.page_request("x", &query)
            .map(|request| request.limit)
            .map_err(|problem| problem.status().as_u16())
    };
    assert_eq!((limit(None), limit(Some("1")), limit(Some("100"))), (Ok(50), Ok(1), Ok(100)));
    for bad in ["0", "101", "x", "-1", "", "1.5"] {
        assert_eq!(limit(Some(bad)), Err(422), "{bad}");
    }
}

//! Files in a folder, in memory and behind an object server's address.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use outbound::{AccessKey, Files, MemoryFiles, S3Settings, StoredFiles};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

const AVATAR: &str = "profile/avatars/0190/one.png";

async fn keeps_files(files: &dyn Files) {
    assert_eq!(files.get(AVATAR).await.unwrap(), None);
    files.put(AVATAR, b"first".to_vec()).await.unwrap();
    files.put(AVATAR, b"second".to_vec()).await.unwrap();
    assert_eq!(files.get(AVATAR).await.unwrap().unwrap(), b"second");
    files.delete(AVATAR).await.unwrap();
    files.delete(AVATAR).await.unwrap();
    assert_eq!(files.get(AVATAR).await.unwrap(), None);
}

#[tokio::test]
async fn a_folder_keeps_files_across_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("files");
    keeps_files(&StoredFiles::folder(&inner).unwrap()).await;
    StoredFiles::folder(&inner).unwrap().put(AVATAR, b"kept".to_vec()).await.unwrap();
    assert_eq!(StoredFiles::folder(&inner).unwrap().get(AVATAR).await.unwrap().unwrap(), b"kept");
    assert_eq!(std::fs::read(inner.join(AVATAR)).unwrap(), b"kept");
}

#[tokio::test]
async fn the_operator_names_a_folder_or_a_bucket() {
    let folder = tempfile::tempdir().unwrap();
    let files = outbound::files::open(folder.path().join("files").to_str().unwrap()).unwrap();
    files.put(AVATAR, b"kept".to_vec()).await.unwrap();
    assert_eq!(std::fs::read(folder.path().join("files").join(AVATAR)).unwrap(), b"kept");
    assert!(outbound::files::open("s3://bucket/prefix").is_ok());
    assert!(outbound::files::open("s3://").is_err());
}

#[tokio::test]
async fn memory_keeps_files() {
    let files = MemoryFiles::default();
    keeps_files(&files).await;
    files.put(AVATAR, b"kept".to_vec()).await.unwrap();
    assert_eq!(files.paths(), [AVATAR]);
}

#[tokio::test]
async fn a_path_cannot_lead_out_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let files = StoredFiles::folder(&folder.path().join("files")).unwrap();
    for path in ["../secret", "a/../../secret", "a//b", "./a", "a/\0"] {
        files.put(path, b"x".to_vec()).await.unwrap_err();
        files.get(path).await.unwrap_err();
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "only the folder itself");
}

type Objects = Arc<Mutex<HashMap<String, Bytes>>>;

/// The few calls of S3 that files need, by path; refuses what is not signed.
async fn object_server(State(objects): State<Objects>, request: Request) -> Response {
    let signed = request.headers().get(header::AUTHORIZATION).is_some_and(|value| {
        value.to_str().is_ok_and(|text| text.starts_with("AWS4-HMAC-SHA256 Credential=key/"))
    });
    if !signed {
        return StatusCode::FORBIDDEN.into_response();
    }
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let (path, mut objects) = (parts.uri.path().to_owned(), objects.lock().unwrap());
    match parts.method {
        Method::PUT => {
            objects.insert(path, body);
            [(header::ETAG, "\"1\"")].into_response()
        }
        Method::GET => match objects.get(&path) {
            Some(body) => {
                let since = "Thu, 01 Jan 2026 00:00:00 GMT";
                ([(header::ETAG, "\"1\""), (header::LAST_MODIFIED, since)], body.clone()).into_response()
            }
            None => StatusCode::NOT_FOUND.into_response(),
        },
        Method::DELETE => {
            objects.remove(&path);
            StatusCode::NO_CONTENT.into_response()
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    }
}

#[tokio::test]
async fn a_bucket_is_reached_signed_at_its_own_endpoint() {
    let objects = Objects::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let app = Router::new().fallback(object_server).with_state(objects.clone());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let files = StoredFiles::s3(&S3Settings {
        bucket: "table".into(),
        prefix: "uploads/".into(),
        region: Some("eu-north-1".into()),
        endpoint: Some(endpoint),
        access_key: Some(AccessKey { id: "key".into(), secret: "secret".into() }),
    })
    .unwrap();
    keeps_files(&files).await;
    files.put(AVATAR, b"kept".to_vec()).await.unwrap();
    assert_eq!(objects.lock().unwrap()[&format!("/table/uploads/{AVATAR}")], "kept");
}

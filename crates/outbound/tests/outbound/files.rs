//! Files in a folder, in memory and behind an object server's address.

use local_server::LocalServer;
use outbound::{AccessKey, Files, HeldFiles, MemoryFiles, S3Settings, StoredFiles};

const AVATAR: &str = "profile/avatars/0190/one.png";

async fn keeps_files(files: &dyn Files) {
    assert_eq!(files.get(AVATAR).await.unwrap(), None);
    files.put(AVATAR, b"first".to_vec()).await.unwrap();
    files.put(AVATAR, b"second".to_vec()).await.unwrap();
    assert_eq!(files.get(AVATAR).await.unwrap().unwrap(), b"second");
    files.put("another", b"one".to_vec()).await.unwrap();
    assert_eq!(files.list().await.unwrap(), ["another", AVATAR]);
    files.delete("another").await.unwrap();
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

/// S3 itself, as far as its API goes: a server of our own, with one bucket.
struct S3 {
    server: LocalServer,
    key: AccessKey,
}

const REGION: &str = "eu-north-1";

impl S3 {
    async fn start() -> Self {
        let started = LocalServer::start("s3-local");
        let server = started
            .unwrap_or_else(|why| panic!("this test needs moto: run scripts/install-tools once ({why})"));
        let s3 = Self { server, key: AccessKey { id: "key".into(), secret: "secret".into() } };
        s3.make_bucket().await;
        s3
    }

    async fn make_bucket(&self) {
        let place = format!(
            "<CreateBucketConfiguration><LocationConstraint>{REGION}</LocationConstraint></CreateBucketConfiguration>"
        );
        self.ask(reqwest::Method::PUT, "table", place).await;
    }

    /// A request of another program than ours.
    async fn ask(&self, method: reqwest::Method, path: &str, body: String) -> reqwest::Response {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let scope = format!("key/20260101/{REGION}/s3/aws4_request");
        let request =
            reqwest::Client::new().request(method, format!("{}/{path}", self.server.endpoint)).body(body);
        let signature =
            format!("AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature=unchecked");
        request.header("authorization", signature).send().await.unwrap().error_for_status().unwrap()
    }

    fn files(&self, bucket: &str, prefix: &str) -> StoredFiles {
        StoredFiles::s3(&S3Settings {
            bucket: bucket.into(),
            prefix: prefix.into(),
            region: Some(REGION.into()),
            endpoint: Some(self.server.endpoint.clone()),
            access_key: Some(self.key.clone()),
        })
        .unwrap()
    }
}

#[tokio::test]
async fn a_bucket_keeps_files_under_its_prefix() {
    let s3 = S3::start().await;
    let (files, whole) = (s3.files("table", "uploads/"), s3.files("table", ""));
    keeps_files(&files).await;
    files.put(AVATAR, b"kept".to_vec()).await.unwrap();
    assert_eq!(whole.get(&format!("uploads/{AVATAR}")).await.unwrap().unwrap(), b"kept");
    assert_eq!(whole.get(AVATAR).await.unwrap(), None);
    let big = vec![7; 2 << 20];
    whole.put("big", big.clone()).await.unwrap();
    assert!(files.get("big").await.unwrap().is_none() && whole.get("big").await.unwrap() == Some(big));
}

#[tokio::test]
async fn a_file_in_a_bucket_carries_its_type() {
    let s3 = S3::start().await;
    let files = s3.files("table", "");
    for (name, expected) in [
        ("one.png", "image/png"),
        ("one.jpg", "image/jpeg"),
        ("one.webp", "image/webp"),
        ("plain", "application/octet-stream"),
    ] {
        files.put(name, b"kept".to_vec()).await.unwrap();
        let answer = s3.ask(reqwest::Method::GET, &format!("table/{name}"), String::new()).await;
        assert_eq!(answer.headers()["content-type"], expected, "{name}");
        assert_eq!(answer.bytes().await.unwrap().as_ref(), b"kept");
    }
}

#[tokio::test]
async fn putting_into_a_bucket_that_is_not_there_fails() {
    let s3 = S3::start().await;
    s3.files("nobodys", "").put(AVATAR, b"lost".to_vec()).await.unwrap_err();
}

#[tokio::test]
async fn what_is_held_goes_once_everyone_lets_go() {
    let memory = std::sync::Arc::new(MemoryFiles::default());
    let files = std::sync::Arc::new(HeldFiles::new(memory.clone()));
    files.put(AVATAR, b"named".to_vec()).await.unwrap();
    let (one, other) = (files.hold(), files.hold());
    files.delete(AVATAR).await.unwrap();
    one.end().await;
    assert_eq!(memory.paths(), [AVATAR], "somebody still reads");
    other.end().await;
    assert_eq!(memory.paths(), [""; 0]);
    keeps_files(files.as_ref()).await;
}

//! `/club/import`: a bookmark file in, with its progress; `/club/export.html`: the catalogue out.

use crate::{
    gate::{Allowed, Reads, Writes},
    service::{
        export_bookmarks,
        import_bookmarks::{self, Import},
    },
    urls,
};
use askama::Template;
use axum::{
    extract::Multipart,
    response::{IntoResponse, Redirect, Response},
};
use kernel::FieldError;
use uuid::Uuid;
use web::{Creates, Ctx, Download, Fault, Filled, Html, Layout, Notice, Once, OnceField, Path, Problem};

const IMPORT: Creates = Creates { what: "import", refused: "Nothing was imported." };

#[derive(Template)]
#[template(path = "club/import.html")]
struct ImportPage {
    layout: Layout,
    filled: Filled<()>,
    once: OnceField,
}

#[derive(Template)]
#[template(path = "club/imported.html")]
struct ImportedPage {
    layout: Layout,
    import: Import,
    taken: u64,
    /// “2 bookmarks”.
    private: String,
}

pub async fn show_import(by: Allowed<Writes>) -> Response {
    page(&by, Filled::fresh(()), OnceField(by.new_once()))
}

/// Takes the file that a browser sends.
pub async fn import(by: Allowed<Writes>, parts: Multipart) -> Result<Response, Problem> {
    let Upload { key, file } = Upload::read(parts).await?;
    let once = match &key {
        key if key.is_empty() => Once::none(),
        key => Once::with_key(key.clone(), urls::IMPORT).with_body(file.as_bytes()),
    };
    let imported = if file.trim().is_empty() {
        Err(Fault::about("file", "Choose the file that your browser exported.").into())
    } else {
        import_bookmarks::import_bookmarks(&by, &once, &file).await
    };
    match imported {
        Ok(made) => Ok(Redirect::to(&urls::import(made.into_inner().id)).into_response()),
        Err(error) => {
            let (mut filled, once) = IMPORT.again(&by, error, ((), OnceField(key)), urls::import)?;
            filled = filled.filed(|error| FieldError { field: "file".into(), ..error });
            if !filled.errors.0.is_empty() {
                // No browser keeps a file that was chosen.
                filled.notice = Some(Notice::bad(IMPORT.refused).text("Choose a file, then try again."));
            }
            Ok(page(&by, filled, once))
        }
    }
}

/// How far it is; a page without scripts asks again by itself.
pub async fn show_progress(by: Allowed<Writes>, Path(id): Path<Uuid>) -> Result<Response, Problem> {
    let import = import_bookmarks::get_import(&by, id).await?;
    let layout = Layout::of(&by, "Import").noindex();
    let taken = import.added + import.skipped;
    let private = web::words::counted(import.private, "bookmark");
    Ok(Html(ImportedPage { layout, import, taken, private }).into_response())
}

pub async fn export(by: Allowed<Reads>) -> Result<Download, Problem> {
    Ok(Download::html("bookmarks.html", export_bookmarks::export_bookmarks(&by).await?))
}

fn page(ctx: &Ctx, filled: Filled<()>, once: OnceField) -> Response {
    let status = filled.status();
    status.with(ImportPage { layout: Layout::of(ctx, "Import bookmarks").noindex(), filled, once })
}

/// What the form holds.
#[derive(Default)]
struct Upload {
    key: String,
    file: String,
}

impl Upload {
    async fn read(mut parts: Multipart) -> Result<Self, Problem> {
        let broken = |_| Problem::malformed("The form did not arrive whole. Try again.");
        let mut upload = Self::default();
        while let Some(part) = parts.next_field().await.map_err(broken)? {
            let name = part.name().unwrap_or_default().to_owned();
            let bytes = part.bytes().await.map_err(|_| Fault::TooLarge)?;
            match name.as_str() {
                "once" => upload.key = String::from_utf8_lossy(&bytes).into_owned(),
                "file" => upload.file = String::from_utf8_lossy(&bytes).into_owned(),
                _ => {}
            }
        }
        Ok(upload)
    }
}

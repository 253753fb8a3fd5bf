//! Posters of TMDB, through this server: pages load nothing from elsewhere, and nobody else learns who looks at what.

use crate::Error;
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};
use outbound::films::FilmError;
use web::{Ctx, Path, Problem};

/// A poster's name never means another picture, so browsers may keep it.
const KEPT: &str = "public, max-age=2592000, immutable";
const LONGEST_NAME: usize = 64;

/// Letters and digits and one ending: nothing that leads to any other address.
fn is_poster(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else { return false };
    let plain = !stem.is_empty() && stem.chars().all(|c| c.is_ascii_alphanumeric());
    plain && name.len() <= LONGEST_NAME && matches!(ending, "jpg" | "png" | "webp")
}

pub async fn poster(ctx: Ctx, Path(name): Path<String>) -> Result<Response, Problem> {
    let films = ctx.outbound.films.clone().filter(|_| is_poster(&name)).ok_or(Error::NoFilm)?;
    match films.image(&format!("/{name}")).await {
        Ok(image) => {
            let headers =
                [(header::CONTENT_TYPE, image.content_type), (header::CACHE_CONTROL, KEPT.to_owned())];
            Ok((headers, image.bytes).into_response())
        }
        Err(FilmError::NotFound) => Err(Error::NoFilm.into()),
        Err(error) => {
            tracing::debug!(%error, "a poster is not available");
            let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")];
            Ok((StatusCode::SERVICE_UNAVAILABLE, headers, PLACEHOLDER).into_response())
        }
    }
}

/// Shown while posters cannot be had. Browsers show the picture of an answer whatever its status.
const PLACEHOLDER: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300"><rect width="200" height="300" fill="#8a8f98"/><circle cx="100" cy="130" r="44" fill="#c9ccd1"/></svg>"##;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_posters_are_asked_for() {
        assert!(is_poster("ct04FCFLPImNG5thcPLRnVsZlmS.jpg"));
        for name in ["", ".jpg", "a", "../a.jpg", "a/b.jpg", "a.svg", "a%2fb.jpg", "a.jpg?x", "a b.jpg"] {
            assert!(!is_poster(name), "{name}");
        }
        assert!(!is_poster(&format!("{}.jpg", "a".repeat(64))));
    }
}

//! What one person likes; of somebody one manages also their name and highest rating.

use super::{done, round::Acting};
use crate::{
    Error, facts,
    gate::{Gate, Who},
    model::{GenreId, MemberId, Preferences, RatingList, User},
    service::{
        edit_member::{self, EditMember},
        set_preferences::{self, SetPreferences},
    },
    stored, urls,
};
use askama::Template;
use axum::response::{IntoResponse, Response};
use kernel::Patch;
use serde::Deserialize;
use web::{Ctx, Expected, Faces, Filled, Form, Layout, Notice, Path, Problem, words};

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct TasteForm {
    name: String,
    /// The key of a picture, or nothing.
    avatar: String,
    likes: Vec<String>,
    dislikes: Vec<String>,
    rating: String,
    version: Option<u64>,
}

#[derive(Template)]
#[template(path = "movies/member.html")]
struct MemberPage {
    layout: Layout,
    done: Option<Notice>,
    filled: Filled<TasteForm>,
    action: String,
    name: String,
    acting: Acting,
    /// The pictures of somebody one manages.
    faces: Option<Faces>,
    managed: bool,
    likes: Vec<(String, String, bool)>,
    dislikes: Vec<(String, String, bool)>,
    /// Stored genres that are not known: they stay.
    other_likes: Vec<String>,
    other_dislikes: Vec<String>,
    ratings: Vec<(String, String)>,
    /// Genres that this person and another member see differently.
    divided: Option<Notice>,
}

impl TasteForm {
    /// A ceiling that is not on the list is shown as the rating that it counts as, so that saving the form does not relax it.
    fn of(user: &User, said: &Preferences, list: &RatingList) -> Self {
        let ceiling = if user.user_id.is_managed() { user.ceiling(list) } else { said.ceiling(list) };
        let rating = ceiling.and_then(|level| list.name(level));
        Self {
            name: user.display_name.clone(),
            avatar: user.avatar_key.clone().unwrap_or_default(),
            likes: said.genre_likes.clone(),
            dislikes: said.genre_dislikes.clone(),
            rating: rating.unwrap_or_default().to_owned(),
            version: Some(said.version),
        }
    }

    fn preferences(&self, managed: bool, said: &Preferences) -> SetPreferences {
        let own = Some(self.rating.clone()).filter(|text| !text.is_empty());
        let kept = said.max_content_rating.clone();
        SetPreferences {
            genre_likes: self.likes.clone(),
            genre_dislikes: self.dislikes.clone(),
            max_content_rating: if managed { kept } else { own },
        }
    }
}

async fn page(
    ctx: &Ctx,
    acting: &Who,
    filled: Filled<TasteForm>,
    list: &RatingList,
) -> Result<Response, Error> {
    let user = acting.member();
    let genres: Vec<(GenreId, String)> = facts::list_genres(ctx).await;
    let ticks = |chosen: &[String]| {
        let tick = |(id, name): &(GenreId, String)| {
            (id.0.to_string(), name.clone(), chosen.contains(&id.0.to_string()))
        };
        genres.iter().map(tick).collect()
    };
    let divided = divided(ctx, acting, &filled.form).await?;
    let managed = user.user_id.is_managed();
    let none = (!managed).then(|| (String::new(), "No limit".to_owned()));
    let rated = list.ceilings().iter().map(|one| (one.clone(), one.clone()));
    let others = |chosen: &[String]| -> Vec<String> {
        let known = |id: &&String| genres.iter().any(|(genre, _)| genre.0.to_string() == **id);
        chosen.iter().filter(|id| !known(id)).cloned().collect()
    };
    let page = MemberPage {
        layout: Layout::of(ctx, format!("Tastes – {}", user.display_name)).noindex(),
        done: done::notice(ctx),
        action: urls::member(user.user_id),
        name: user.display_name.clone(),
        acting: Acting::of(acting),
        faces: managed.then(|| Faces::of(&filled.form.avatar)),
        managed,
        likes: ticks(&filled.form.likes),
        dislikes: ticks(&filled.form.dislikes),
        divided,
        other_likes: others(&filled.form.likes),
        other_dislikes: others(&filled.form.dislikes),
        ratings: none.into_iter().chain(rated).collect(),
        filled,
    };
    Ok(page.filled.status().with(page))
}

/// Says which genres this person likes and another member dislikes, and the other way round. The others are not named.
async fn divided(ctx: &Ctx, acting: &Who, form: &TasteForm) -> Result<Option<Notice>, Error> {
    let all = stored::list_preferences(ctx, acting.household()?).await?;
    let others: Vec<&Preferences> = all.iter().filter(|said| said.user_id != acting.id()).collect();
    let names = |mine: &[String], theirs: fn(&Preferences) -> &Vec<String>| -> Vec<&'static str> {
        let shared = mine.iter().filter(|id| others.iter().any(|said| theirs(said).contains(id)));
        shared.filter_map(|id| GenreId::read(id)?.name()).collect()
    };
    let liked = names(&form.likes, |said| &said.genre_dislikes);
    let disliked = names(&form.dislikes, |said| &said.genre_likes);
    let sentence = |genres: &[&str], end: &str| {
        (!genres.is_empty()).then(|| format!("Someone else in your household {end} {}.", words::list(genres)))
    };
    let said: Vec<_> =
        [sentence(&liked, "dislikes"), sentence(&disliked, "likes")].into_iter().flatten().collect();
    Ok((!said.is_empty()).then(|| Notice::new("You don’t all agree.").text(said.join(" "))))
}

pub async fn show_member(Gate { ctx, who }: Gate, Path(id): Path<MemberId>) -> Result<Response, Problem> {
    let acting = who.acting_as(&ctx, id).await?;
    let said = set_preferences::get_preferences(&ctx, &acting, id).await?;
    let list = facts::ratings_for(&ctx, &acting).await?;
    let form = TasteForm::of(acting.member(), &said, &list);
    Ok(page(&ctx, &acting, Filled::fresh(form), &list).await?)
}

pub async fn save(
    Gate { ctx, who }: Gate,
    Path(id): Path<MemberId>,
    Form(form): Form<TasteForm>,
) -> Result<Response, Problem> {
    let acting = who.acting_as(&ctx, id).await?;
    match save_all(&ctx, &who, &acting, id, &form).await {
        Ok(()) => Ok(web::done(urls::member(id), "saved").into_response()),
        Err(error) => {
            let filled = Filled::refused(form, "Your changes were not saved.", error)?.filed(renamed);
            let list = facts::ratings_for(&ctx, &acting).await?;
            Ok(page(&ctx, &acting, filled, &list).await?)
        }
    }
}

async fn save_all(ctx: &Ctx, who: &Who, acting: &Who, id: MemberId, form: &TasteForm) -> Result<(), Error> {
    let said = set_preferences::get_preferences(ctx, acting, id).await?;
    let expected = form.version.map_or_else(Expected::any, Expected::version);
    let cmd = form.preferences(id.is_managed(), &said);
    set_preferences::set_preferences(ctx, acting, &expected, id, &cmd).await?;
    if id.is_managed() {
        let edit = EditMember {
            display_name: Patch::Set(form.name.clone()),
            avatar_key: if form.avatar.is_empty() { Patch::Clear } else { Patch::Set(form.avatar.clone()) },
            content_rating_ceiling: Patch::Set(form.rating.clone()),
            ..EditMember::default()
        };
        edit_member::edit_member(ctx, who, &Expected::any(), id, &edit).await?;
    }
    Ok(())
}

/// What the API says of its fields, of those that the page has.
fn renamed(mut error: kernel::FieldError) -> kernel::FieldError {
    error.field = match error.field.as_str() {
        "displayName" => "name",
        "maxContentRating" | "contentRatingCeiling" => "rating",
        field if field.starts_with("genreDislikes") => "dislikes",
        _ => "likes",
    }
    .into();
    error
}

//! Why a film is on the shortlist, in a sentence: whom it suits, and what it misses.

use crate::model::{MemberId, Suggestion, Wish, service_name};
use kernel::Open;
use std::collections::BTreeMap;
use web::words;

pub fn sentence(one: &Suggestion, names: &BTreeMap<MemberId, String>) -> String {
    let present = |members: &[MemberId]| -> Vec<String> {
        members.iter().filter_map(|member| names.get(member).cloned()).collect()
    };
    let mut said = Vec::new();
    if let Some(by) = one.added_by {
        said.push(format!("{}’s idea.", names.get(&by).map_or("A former member", String::as_str)));
    }
    let suited = present(&one.suits);
    if !suited.is_empty() {
        said.push(format!("Suits {}.", words::list(&suited)));
    }
    if let Some(services) = one.services.as_ref().filter(|services| !services.is_empty()) {
        let on: Vec<_> = services.iter().map(|key| service_name(key)).collect();
        said.push(format!("On {}.", words::list(&on)));
    }
    said.extend(
        one.divided.iter().map(|genre| format!("{genre}: one of you likes it, another dislikes it.")),
    );
    // A genre that divides people is named already.
    let misses = one.misses.iter().filter(|wish| one.divided.is_empty() || !wish.is(&Wish::DislikedGenres));
    said.extend(misses.map(|wish| match wish {
        Open::Known(wish) => missed(*wish).to_owned(),
        Open::Other(text) => text.clone(),
    }));
    if said.is_empty() {
        said.push("Nobody dislikes its genres.".to_owned());
    }
    said.join(" ")
}

/// What a film misses.
pub fn missed(wish: Wish) -> &'static str {
    match wish {
        Wish::LikedGenres => "No genre that anyone likes.",
        Wish::StreamingServices => "Not on your streaming services.",
        Wish::DislikedGenres => "Has a genre that someone dislikes.",
    }
}

/// The same on a label.
pub fn label(wish: Wish) -> &'static str {
    match wish {
        Wish::LikedGenres => "Other genre",
        Wish::StreamingServices => "Not streaming",
        Wish::DislikedGenres => "Disliked genre",
    }
}

/// What gave way, as a page says it of the whole list.
pub fn gave_way(wish: Wish) -> &'static str {
    match wish {
        Wish::LikedGenres => "liked genres",
        Wish::StreamingServices => "your streaming services",
        Wish::DislikedGenres => "disliked genres",
    }
}

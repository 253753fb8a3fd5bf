//! The settings of TMDB, where facts about films come from.

use super::ConfigError;

pub fn settings(
    token: Option<String>,
    region: Option<String>,
    url: Option<String>,
) -> Result<Option<outbound::films::TmdbRules>, ConfigError> {
    let Some(token) = token else {
        let alone = |name| Err(ConfigError(format!("{name} is set without tmdb_token: set the token too.")));
        return match (region, url) {
            (None, None) => Ok(None),
            (Some(_), _) => alone("tmdb_region"),
            (None, Some(_)) => alone("tmdb_url"),
        };
    };
    let region = region.unwrap_or_else(|| "US".into());
    if region.len() != 2 || !region.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return Err(ConfigError(
            "tmdb_region must be a country as two capital letters, such as PT.".to_owned(),
        ));
    }
    let rules = outbound::films::TmdbRules::new(token, region);
    Ok(Some(match url {
        Some(url) => rules.at(&url),
        None => rules,
    }))
}

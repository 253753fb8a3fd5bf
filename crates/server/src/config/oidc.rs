//! The settings of a sign-in provider: all that belong together, or none.

use super::{ConfigError, Options};
use outbound::OidcSettings;

/// What the operator says about the provider, if there is one. It sends people back to this server's address, so that must be known.
pub fn settings(options: &Options) -> Result<Option<OidcSettings>, ConfigError> {
    let (Some(issuer), Some(client_id)) = (&options.oidc_issuer, &options.oidc_client_id) else {
        return unset(options);
    };
    if options.base_url.is_none() {
        return Err(ConfigError("oidc_issuer needs base_url, to which people come back.".into()));
    }
    let issuer = issuer.trim_end_matches('/');
    let host = issuer.split_once("://").map(|(_, rest)| rest.split('/').next().unwrap_or(rest));
    let host = host.filter(|host| !host.is_empty());
    let host = host.ok_or_else(|| {
        ConfigError("oidc_issuer must be an address, such as https://accounts.example.org.".to_owned())
    })?;
    Ok(Some(OidcSettings {
        issuer: issuer.to_owned(),
        client_id: client_id.clone(),
        client_secret: options.oidc_client_secret.clone(),
        audience: options.oidc_audience.clone(),
        roles_claim: options.oidc_roles_claim.clone(),
        name: options.oidc_name.clone().unwrap_or_else(|| host.to_owned()),
    }))
}

fn unset(options: &Options) -> Result<Option<OidcSettings>, ConfigError> {
    let given = [
        ("oidc_issuer", &options.oidc_issuer),
        ("oidc_client_id", &options.oidc_client_id),
        ("oidc_client_secret", &options.oidc_client_secret),
        ("oidc_audience", &options.oidc_audience),
        ("oidc_roles_claim", &options.oidc_roles_claim),
        ("oidc_name", &options.oidc_name),
    ];
    match given.into_iter().find(|(_, value)| value.is_some()) {
        None => Ok(None),
        Some((name, _)) => {
            Err(ConfigError(format!("{name} is set, and oidc_issuer and oidc_client_id are both needed.")))
        }
    }
}

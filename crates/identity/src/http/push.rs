//! Push subscriptions.

use crate::{
    model::{PushRow, Subscribe},
    service::push_subscriptions,
};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use web::{Ctx, Json, Path, Problem, Query};

/// What a browser's `PushSubscription.toJSON()` says.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubscribeBody {
    /// The push service's https address; at most 2000 characters.
    endpoint: String,
    keys: PushKeys,
    /// Browsers send it; what is too old is noticed when it is used.
    #[serde(default, rename = "expirationTime")]
    _expiration_time: Option<f64>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushKeys {
    /// 65 bytes in base64url.
    p256dh: String,
    /// 16 bytes in base64url.
    auth: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPush {
    id: Uuid,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EndpointQuery {
    /// The push service's address, as it was subscribed.
    endpoint: String,
}

/// Subscribes a browser or phone to messages. The same endpoint again replaces what was there.
///
/// Subscriptions are kept for the features that will send messages; none sends any yet.
#[utoipa::path(
    post,
    path = "/me/push-subscriptions",
    tag = "identity",
    security(("bearer" = [])),
    responses(
        (status = 201, body = NewPush),
        (status = 401, description = "not signed in"),
        (status = 409, description = "20 of them already"),
        (status = 422, description = "no https address, or no such keys"),
    )
)]
pub async fn subscribe(
    ctx: Ctx,
    Json(body): Json<SubscribeBody>,
) -> Result<(StatusCode, Json<NewPush>), Problem> {
    let PushKeys { p256dh, auth } = body.keys;
    let subscribe = Subscribe { endpoint: body.endpoint, p256dh, auth };
    let id = push_subscriptions::subscribe(&ctx, subscribe).await?;
    Ok((StatusCode::CREATED, Json(NewPush { id })))
}

/// Ends the push subscription of an endpoint: what a browser knows about itself.
#[utoipa::path(
    delete,
    path = "/me/push-subscriptions",
    tag = "identity",
    security(("bearer" = [])),
    params(EndpointQuery),
    responses(
        (status = 204),
        (status = 401, description = "not signed in"),
        (status = 404, description = "no such subscription"),
        (status = 422, description = "no endpoint was named"),
    )
)]
pub async fn unsubscribe_endpoint(
    ctx: Ctx,
    Query(query): Query<EndpointQuery>,
) -> Result<StatusCode, Problem> {
    push_subscriptions::unsubscribe(&ctx, PushRow::id_of(&query.endpoint)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a push subscription.
#[utoipa::path(
    delete,
    path = "/me/push-subscriptions/{id}",
    tag = "identity",
    security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the subscription")),
    responses((status = 204), (status = 401, description = "not signed in"), (status = 404, description = "no such subscription"))
)]
pub async fn unsubscribe(ctx: Ctx, Path(id): Path<Uuid>) -> Result<StatusCode, Problem> {
    push_subscriptions::unsubscribe(&ctx, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

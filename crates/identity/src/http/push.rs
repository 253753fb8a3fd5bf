//! Push subscriptions.

use super::failures::Oneself;
use crate::{
    gate::InPerson,
    model::{PushRow, Subscribe},
    service::subscribe_push,
};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;
use web::{Json, Path, Problem, Query};

/// What a browser's `PushSubscription.toJSON()` says.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SubscribeBody {
    /// The push service's https address; at most 2000 characters.
    #[schema(max_length = 2000)]
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
    #[schema(max_length = 88)]
    p256dh: String,
    /// 16 bytes in base64url.
    #[schema(max_length = 24)]
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
    #[param(max_length = 2000)]
    endpoint: String,
}

/// Subscribes a browser or phone to messages. The same endpoint again replaces what was there.
#[utoipa::path(post, path = "/me/push-subscriptions", tag = "identity", security(("bearer" = [])),
    responses((status = 201, body = NewPush), Oneself, (status = 409, description = "20 of them already"),
        (status = 422, description = "no https address, or no such keys")))]
pub async fn subscribe(
    InPerson(me): InPerson,
    Json(body): Json<SubscribeBody>,
) -> Result<(StatusCode, Json<NewPush>), Problem> {
    let PushKeys { p256dh, auth } = body.keys;
    let subscribe = Subscribe { endpoint: body.endpoint, p256dh, auth };
    let id = subscribe_push::subscribe_push(&me, subscribe).await?;
    Ok((StatusCode::CREATED, Json(NewPush { id })))
}

/// Ends the push subscription of an endpoint: what a browser knows about itself.
#[utoipa::path(delete, path = "/me/push-subscriptions", tag = "identity", security(("bearer" = [])),
    params(EndpointQuery),
    responses((status = 204), Oneself, (status = 404, description = "no such subscription"),
        (status = 422, description = "no endpoint was named")))]
pub async fn unsubscribe_endpoint(
    InPerson(me): InPerson,
    Query(query): Query<EndpointQuery>,
) -> Result<StatusCode, Problem> {
    subscribe_push::unsubscribe_push(&me, me.user(), PushRow::id_of(&query.endpoint)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a push subscription.
#[utoipa::path(delete, path = "/me/push-subscriptions/{id}", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path, format = Uuid, description = "the subscription")),
    responses((status = 204), Oneself, (status = 404, description = "no such subscription")))]
pub async fn unsubscribe(InPerson(me): InPerson, Path(id): Path<Uuid>) -> Result<StatusCode, Problem> {
    subscribe_push::unsubscribe_push(&me, me.user(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! Who is asking, and for whom: themselves, or somebody they manage. Judged before anything else is.

use crate::{
    Error,
    model::{HouseholdId, MemberId, RoundId, User},
    stored,
};
use axum::extract::FromRequestParts;
use http::request::Parts;
use kernel::UserId;
use web::{App, Ctx, Path, Problem, Services};

/// The header by which a program acts for somebody; pages say it in their address, as `as`.
pub const ACTING: &str = "x-acting-member";
const AS: &str = "as";

/// A request by somebody who is signed in.
pub struct Gate {
    pub ctx: Ctx,
    pub who: Who,
}

impl FromRequestParts<App> for Gate {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let ctx = Ctx::from_request_parts(parts, app).await?;
        let account = ctx.actor.signed_in()?.user_id;
        let header = ctx.headers.get(ACTING).map(|value| value.to_str().unwrap_or_default().to_owned());
        let is_api = parts.uri.path().starts_with(web::api::BASE);
        let acting = if is_api { header } else { ctx.query_value(AS).map(str::to_owned) };
        let who = Who::load(&ctx, account, acting.as_deref()).await?;
        if !parts.method.is_safe() {
            who.fill_household(&ctx).await;
        }
        Ok(Self { ctx, who })
    }
}

/// A request about the round whose id stands in the path.
pub struct RoundGate {
    pub ctx: Ctx,
    pub who: Who,
    pub id: RoundId,
}

impl FromRequestParts<App> for RoundGate {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Gate { ctx, who } = Gate::from_request_parts(parts, app).await?;
        let Path(id) = Path::from_request_parts(parts, app).await?;
        Ok(Self { ctx, who, id })
    }
}

/// Somebody with an account, and whom they act for.
#[derive(Debug, Clone)]
pub struct Who {
    account: UserId,
    user: User,
    acting: Option<User>,
}

impl Who {
    /// Refuses whoever names somebody that is not theirs, whether that person exists or not.
    pub async fn load(services: &Services, account: UserId, acting: Option<&str>) -> Result<Self, Error> {
        let acting = acting.map(|text| text.parse::<MemberId>().map_err(|_| Error::NotYours)).transpose()?;
        let other = acting.filter(|member| *member != account.into());
        let wanted: Vec<MemberId> = std::iter::once(account.into()).chain(other).collect();
        let mut users = stored::list_users(services, &wanted).await?;
        let user = users.remove(&account.into()).ok_or(Error::NoMember)?;
        let user = stored::settled(services, user).await?;
        let acting = match other {
            None => None,
            Some(member) => {
                let managed = users.remove(&member).filter(|other| other.is_managed_by(account));
                Some(stored::settled(services, managed.ok_or(Error::NotYours)?).await?)
            }
        };
        Ok(Self { account, user, acting })
    }

    /// Notes the household on rows that lack it. A failure changes nothing about the request.
    async fn fill_household(&self, services: &Services) {
        for write in std::iter::once(&self.user).chain(&self.acting).filter_map(stored::fill_household) {
            match services.store.write(write).await {
                Err(error) if !error.is_condition_failed() => {
                    tracing::warn!(%error, "a household could not be noted on a person's row");
                }
                _ => {}
            }
        }
    }

    /// The account that is signed in.
    pub fn account(&self) -> UserId {
        self.account
    }

    /// The account's own row.
    pub fn user(&self) -> &User {
        &self.user
    }

    /// Whom the request is for.
    pub fn member(&self) -> &User {
        self.acting.as_ref().unwrap_or(&self.user)
    }

    /// “Nora”, or “Nora for Ella”.
    pub fn name(&self) -> String {
        let own = &self.user.display_name;
        self.acting.as_ref().map_or_else(|| own.clone(), |other| format!("{own} for {}", other.display_name))
    }

    pub fn id(&self) -> MemberId {
        self.member().user_id
    }

    /// Whom they act for, where that is not themselves.
    pub fn acting(&self) -> Option<MemberId> {
        self.acting.as_ref().map(|user| user.user_id)
    }

    /// The household of whom the request is for.
    pub fn household(&self) -> Result<HouseholdId, Error> {
        self.member().group_id.ok_or(Error::NoHousehold)
    }

    /// The same somebody acting as `member`, whom an address names: themselves or one of theirs. Who already acts for somebody must
    /// mean that one.
    pub async fn acting_as(&self, services: &Services, member: MemberId) -> Result<Self, Error> {
        match self.acting() {
            Some(acting) if acting == member => Ok(self.clone()),
            Some(_) => Err(Error::NotYours),
            None => Self::load(services, self.account, Some(&member.to_string())).await,
        }
    }
}

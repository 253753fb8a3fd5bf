//! Movie rounds that are made of decisions.

use crate::{
    gate::Who,
    service::create_round::{CreateRound, KIND, create_round},
    urls,
};
use async_trait::async_trait;
use web::{
    Ctx, Icon, Makes, Once, Problem,
    outcome::{Called, Cause, Draft, Happened, Making},
};

pub struct MakesRound;

#[async_trait]
impl Makes for MakesRound {
    fn making(&self) -> Making {
        Making {
            kind: KIND,
            label: "A movie round",
            about: "For everyone in your household, with films that fit.",
            icon: Icon::Film,
            called: Called::Winner(
                "Film",
                "It is first on the shortlist. You can change the shortlist before people vote.",
            ),
            asks: &[],
        }
    }

    async fn offer(&self, ctx: &Ctx) -> Result<Option<Vec<(String, String)>>, Problem> {
        let Some(account) = &ctx.actor.account else { return Ok(None) };
        let who = Who::load(ctx, account.user_id, None).await?;
        Ok(who.household().is_ok().then(Vec::new))
    }

    async fn make(&self, ctx: &Ctx, once: &Once, draft: Draft, cause: Cause) -> Result<Happened, Problem> {
        let who = Who::load(ctx, ctx.actor.signed_in()?.user_id, None).await?;
        let cmd = CreateRound { attendees: None, film: draft.winner, cause: Some(cause) };
        let id = create_round(ctx, &who, once, &cmd).await?.round_id;
        Ok(Happened::new(KIND, id, urls::round(id)))
    }
}

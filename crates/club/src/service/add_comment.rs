//! Comments on a link.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    keys,
    live::SitePage,
    model::{Comment, CommentId, SiteId, comment::read_body},
    stored,
    tables::FUS_MAIN,
};
use kernel::Checks;
use store::{Condition, Write};
use web::{Made, New, Once, live::Change};

pub async fn add_comment(
    by: &Allowed<TakesPart>,
    once: &Once,
    site: SiteId,
    body: &str,
) -> Result<Made<Comment>, Error> {
    let mut checks = Checks::new();
    let (user, body) = (by.user_id()?, read_body(body, &mut checks));
    checks.done()?;
    stored::site(by, site).await?;
    let made = web::create(
        by,
        once,
        async |_| {
            let now = by.clock.now();
            let id = CommentId(by.rng.uuid_v7(now));
            let (created_at, updated_at) = (now.into(), now.into());
            let comment = Comment {
                user_id: user,
                site_id: site,
                id,
                body: body.clone(),
                created_at,
                updated_at,
                version: 1,
            };
            let there = Condition::exists("PK").and(Condition::absent("deletedAt"));
            let writes = [
                store::put(&FUS_MAIN, keys::comment(user, site, id), &comment)?.if_new(),
                Write::check(&FUS_MAIN, keys::site(site), there),
            ];
            Ok::<_, Error>(New { owned: false, ..New::of("comment", id, comment, writes) })
        },
        async |_, id| match id.parse() {
            Ok(id) => Ok(stored::find_own_comment(by, user, site, id).await?),
            Err(_) => Ok(None),
        },
    )
    .await?;
    by.live.changed::<SitePage>(&site, Change::Answered);
    Ok(made)
}

//! Comments on a link.

use crate::{
    Error,
    gate::{Allowed, TakesPart},
    keys,
    live::SitePage,
    model::{Comment, CommentPlace, SiteId, comment::read_body},
    stored,
    tables::FUS_MAIN,
};
use kernel::Checks;
use store::{Condition, Write};
use web::{Made, New, Once, live::Change};

pub async fn add_comment(
    by: &Allowed<TakesPart>,
    once: &Once,
    site: &SiteId,
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
            let id = by.rng.uuid_v7(now);
            let place = CommentPlace { site: site.clone(), id: id.into() };
            let comment = Comment::new(user.into(), place, body.clone(), now.into());
            let there = Condition::exists("PK").and(Condition::absent("deletedAt"));
            let writes = [
                store::put(&FUS_MAIN, keys::comment(user, &comment.place), &comment)?.if_new(),
                Write::check(&FUS_MAIN, keys::site(site), there),
            ];
            Ok::<_, Error>(New { owned: false, ..New::of("comment", id, comment, writes) })
        },
        async |_, id| match id.parse() {
            Ok(id) => Ok(stored::find_own_comment(by, user, &CommentPlace { site: site.clone(), id }).await?),
            Err(_) => Ok(None),
        },
    )
    .await?;
    by.live.changed::<SitePage>(site, Change::Answered);
    Ok(made)
}

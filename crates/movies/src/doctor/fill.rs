//! Attributes of ours that rows of other programs lack, and that follow from the rows beside them.

use super::Doctor;
use crate::{
    keys,
    model::{Household, Pick},
    service::tonight::film_list,
    stored,
    tables::{GROUPS, PICKS},
};
use store::{Value, Write};

impl Doctor<'_> {
    /// Films that a household has watched follow from its picks, and its newest round from its rounds.
    pub(super) async fn fill_household(&mut self, home: &Household) -> store::Result<()> {
        let key = keys::household(home.group_id);
        let update = || Write::update(&GROUPS, key.clone()).if_there();
        if home.watched_movie_ids.is_none() {
            let watched = stored::list_watched(self.services, home).await?;
            let unset = stored::unset("watched_movie_ids");
            let fill = update().set("watched_movie_ids", film_list(&watched)).when(unset);
            let what = "a household that does not list the films that it has watched";
            self.mend((&GROUPS, key.clone()), what, fill).await?;
        }
        if home.latest_round_id.is_none() {
            let newest = stored::list_newest_rounds(self.services, home.group_id).await?;
            if let Some(newest) = newest.first() {
                let unset = stored::unset("latest_round_id");
                let fill = update().set("latest_round_id", newest.round_id.to_string()).when(unset);
                let what = "a household that does not note its newest round";
                self.mend((&GROUPS, key), what, fill).await?;
            }
        }
        Ok(())
    }

    /// Ratings on a pick follow from those of its round.
    pub(super) async fn fill_pick(&mut self, pick: &Pick) -> store::Result<()> {
        if pick.ratings.is_some() || !pick.was_watched() {
            return Ok(());
        }
        let ratings = stored::list_ratings(self.services, pick.round_id).await?;
        let texts = stored::verdicts(&ratings);
        let texts = texts.iter().map(|(member, said)| (member.to_string().into(), said.to_string().into()));
        let key = keys::pick(pick.pick_id);
        let fill = Write::update(&PICKS, key.clone())
            .set("ratings", Value::M(texts.collect()))
            .if_there()
            .when(stored::unset("ratings"));
        self.mend((&PICKS, key), "a watched film that does not hold its ratings", fill).await
    }
}

//! Acting for somebody: judged first, and only for one's own.

use crate::support::{Home, acting, child, votes, voting};

on_both_engines! {
    async fn only_ones_own_are_acted_for_and_that_is_judged_first(home: Home) {
        let family = home.family().await;
        let max = home.registers("Max").await;
        let round = voting(&family.nora).await;
        let film = round.films[0];
        let voted = votes(&acting(&family.nora, &family.ella), &round, film, "up").await.expect(200);
        assert_eq!(voted.text_at("memberId"), family.ella);
        for (who, whose) in [(&family.sam, family.ella.as_str()), (&family.nora, &family.sam.user_id), (&family.nora, "managed_00000000-0000-0000-0000-000000000000"), (&family.nora, "nonsense"), (&max, &family.ella)] {
            votes(&acting(who, whose), &round, film, "up").await.expect(403);
            acting(who, whose).get("/households/mine").await.expect(403);
            acting(who, whose).get("/movies/search?q=x").await.expect(403);
        }
        acting(&max, &max.user_id).get("/households/mine").await.expect(404);
        acting(&home.anyone(), &family.ella).get("/households/mine").await.expect(401);
    }

    async fn somebody_who_was_removed_acts_no_more_in_the_household(home: Home) {
        let family = home.family().await;
        let ben = child(&family.sam, "Ben").await;
        let round = voting(&family.nora).await;
        votes(&acting(&family.sam, &ben), &round, round.films[0], "up").await.expect(200);
        family.nora.delete(&format!("/households/mine/members/{}", family.sam.user_id)).await.expect(204);
        votes(&family.sam, &round, round.films[0], "up").await.expect(404);
        votes(&acting(&family.sam, &ben), &round, round.films[0], "up").await.expect(404);
        family.sam.delete(&format!("/me/managed-members/{ben}")).await.expect(204);
        votes(&acting(&family.sam, &ben), &round, round.films[0], "up").await.expect(403);
    }
}

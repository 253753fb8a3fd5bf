//! Takes a player off the ladder, if no match names them: the count of their matches decides, in the delete's own condition.

use crate::{
    Error,
    account::pointers,
    gate::{Allowed, KeepsSquash},
    keys,
    live::Matches,
    model::{Player, PlayerId},
    service::{claims, counters},
    stored,
    tables::FUS_MAIN,
};
use store::{Condition, Transaction, Write};
use web::{Entity, Expected, Fault};

pub async fn delete_player(
    by: &Allowed<KeepsSquash>,
    id: PlayerId,
    expected: &Expected,
) -> Result<(), Error> {
    let mut player = stored::player(by, id).await?;
    expected.check(player.version)?;
    if player.match_count.is_none() {
        counters::of_matches(by, std::slice::from_ref(&player)).await?;
        player = stored::player(by, id).await?;
    }
    if has_matches(&player) {
        return Err(Error::PlayerHasMatches);
    }
    let idle = Condition::equals("matchCount", player.match_count.unwrap_or(0));
    let gone = Write::delete(&FUS_MAIN, keys::player(id)).when(player.unchanged()).when(idle);
    let pointers = pointers::player_changed(Some(&player), None);
    let account = claims::leave_account(by, player.user_id.as_ref(), id).await?;
    let writes =
        std::iter::once(gone).chain(pointers).chain(account).chain(Matches::marks(by, None, Some(id))?);
    match by.store.transact(Transaction::of(writes)).await {
        // A match was entered in the meantime, or somebody edited or deleted the player.
        Err(error) if error.is_condition_failed() => {
            let now = stored::player(by, id).await?;
            return Err(if has_matches(&now) { Error::PlayerHasMatches } else { Fault::Contended.into() });
        }
        deleted => deleted?,
    }
    Matches::changed(by, None, Some(id));
    Ok(())
}

fn has_matches(player: &Player) -> bool {
    player.match_count.is_some_and(|count| count > 0)
}

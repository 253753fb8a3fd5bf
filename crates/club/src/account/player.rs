//! The squash players that somebody is: what they played goes into the export, and their name and address go with the account.

use super::pointers::{self, players_of};
use crate::{
    Error, keys,
    live::Matches,
    model::{Match, Participation, Player},
    service::list_comments::FORMER,
    stored,
};
use kernel::UserId;
use serde_json::{Value, json};
use web::{Edit, Expected, Services};

/// The players and every match that one of them played.
pub async fn export(services: &Services, user: UserId) -> store::Result<(Vec<Value>, Vec<Value>)> {
    let (mut players, mut matches) = (Vec::new(), Vec::new());
    for player in players_of(services, user).await? {
        let parts: Vec<Participation> = stored::all(services, keys::matches_of(player.id)).await?;
        let keys: Vec<_> = parts.iter().map(|part| keys::squash_match(part.id)).collect();
        let played: Vec<Match> = stored::each(services, &keys).await?;
        matches.extend(played.iter().map(|one| {
            json!({
                "matchId": one.id,
                "date": one.date,
                "players": one.players(),
                "winningTeam": one.winning_team,
                "games": [one.team_a_games, one.team_b_games],
            })
        }));
        players.push(json!({ "playerId": player.id, "name": player.name, "email": player.email, "createdAt": player.created_at }));
    }
    Ok((players, matches))
}

/// Matches stay, and with them the player; not what they are called, nor their address.
/// Returns whether there was anything to take off.
pub async fn forget(services: &Services, user: UserId) -> Result<bool, Error> {
    let mut changed = false;
    for player in players_of(services, user).await? {
        let load = async || stored::player(services, player.id).await;
        let expected = Expected::any();
        let edited = web::edit(services, &expected, load, |player: &mut Player| {
            let before = player.clone();
            FORMER.clone_into(&mut player.name);
            player.email = None;
            let is_another = *player != before;
            let mut with = Vec::new();
            if is_another {
                with = Matches::marks(services, None, Some(player.id))?;
                with.extend(pointers::player_changed(Some(&before), Some(player)));
            }
            Ok::<_, Error>(Edit::of(is_another).with(with))
        });
        match edited.await {
            Ok((_, true)) => {
                Matches::changed(services, None, Some(player.id));
                changed = true;
            }
            Ok((_, false)) | Err(Error::NoPlayer) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(changed)
}

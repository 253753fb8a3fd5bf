//! The squash players that somebody is: what they played goes into the export, and their name and address go with the account.

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

/// The players that are this account, by link or by address.
async fn players_of(services: &Services, user: UserId) -> store::Result<Vec<Player>> {
    let email = identity::stored::get_account(services.store.as_ref(), user).await.ok();
    let email = email.map(|account| account.email.to_lowercase());
    let players: Vec<Player> = stored::all(services, keys::players()).await?;
    let is_theirs =
        |player: &Player| player.user_id == Some(user) || (player.email.is_some() && player.email == email);
    Ok(players.into_iter().filter(is_theirs).collect())
}

/// The players and every match that one of them played.
pub async fn export(services: &Services, user: UserId) -> store::Result<(Vec<Value>, Vec<Value>)> {
    let (mut players, mut matches) = (Vec::new(), Vec::new());
    for player in players_of(services, user).await? {
        let parts: Vec<Participation> = stored::all(services, keys::matches_of(player.id)).await?;
        let keys: Vec<_> = parts.iter().map(|part| keys::squash_match(part.match_id)).collect();
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
        players.push(json!({ "playerId": player.id, "name": player.name, "email": player.email }));
    }
    Ok((players, matches))
}

/// Matches stay, and with them the player; not what they are called, nor their address.
pub async fn forget(services: &Services, user: UserId) -> Result<(), Error> {
    for player in players_of(services, user).await? {
        let load = async || stored::player(services, player.id).await;
        let expected = Expected::any();
        let edited = web::edit(services, &expected, load, |player: &mut Player| {
            let before = player.clone();
            FORMER.clone_into(&mut player.name);
            player.email = None;
            let marks =
                if *player == before { Vec::new() } else { Matches::marks(services, None, Some(player.id))? };
            Ok::<_, Error>(Edit::of(()).with(marks))
        });
        match edited.await {
            Ok(_) => Matches::changed(services, None, Some(player.id)),
            Err(Error::NoPlayer) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

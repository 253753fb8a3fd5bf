//! Puts somebody on the squash ladder.

use super::list_comments::names;
use crate::{
    Error,
    account::pointers,
    gate::{Allowed, KeepsSquash},
    keys,
    live::Matches,
    model::{
        Player, PlayerId,
        player::{NewPlayer, read_email, read_name},
    },
    service::claims,
    stored,
    tables::FUS_MAIN,
};
use kernel::{Checks, UserId};
use web::{Fault, Made, New, Once, Services};

#[derive(Debug, Clone, Default)]
pub struct AddPlayer {
    pub name: String,
    pub email: Option<String>,
    pub user_id: Option<UserId>,
}

pub async fn add_player(
    by: &Allowed<KeepsSquash>,
    once: &Once,
    cmd: AddPlayer,
) -> Result<Made<Player>, Error> {
    let mut checks = Checks::new();
    let (name, email) = (read_name(&cmd.name, &mut checks), read_email(cmd.email.as_deref(), &mut checks));
    checks.done()?;
    must_exist(by, cmd.user_id).await?;
    let new = NewPlayer { name, email, user_id: cmd.user_id };
    let made = web::create(
        by,
        once,
        async |_| {
            let id = PlayerId(by.rng.uuid_v7(by.clock.now()));
            let player = Player::new(id, new.clone(), by.clock.now().into());
            let account = match new.user_id {
                Some(user) => Some(claims::take_account(by, user, id).await?),
                None => None,
            };
            let mut writes = vec![store::put(&FUS_MAIN, keys::player(id), &player)?.if_new()];
            writes.extend(account);
            writes.extend(pointers::player_changed(None, Some(&player)));
            writes.extend(Matches::marks(by, None, Some(id))?);
            Ok::<_, Error>(New { owned: false, ..New::of("player", id, player, writes) })
        },
        async |_, id| match id.parse() {
            Ok(id) => stored::if_there(stored::player(by, id).await),
            Err(_) => Ok(None),
        },
    )
    .await?;
    if let Made::New(player) = &made {
        Matches::changed(by, None, Some(player.id));
    }
    Ok(made)
}

/// A player is linked only to an account that is there.
pub async fn must_exist(services: &Services, user: Option<UserId>) -> Result<(), Error> {
    let Some(user) = user else { return Ok(()) };
    if names(services, &[user.into()]).await?.is_empty() {
        return Err(Fault::about("userId", "There is no such account.").into());
    }
    Ok(())
}

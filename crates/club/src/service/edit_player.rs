//! Changes a player's name, address or account.

use super::{add_player::must_exist, claims};
use crate::{
    Error,
    account::pointers,
    gate::{Allowed, KeepsSquash},
    live::Matches,
    model::{
        PersonId, Player, PlayerId,
        player::{read_email, read_name},
    },
    stored,
};
use kernel::{Checks, Patch, UserId};
use std::sync::{Mutex, PoisonError};
use store::Write;
use web::{Edit, Expected};

#[derive(Debug, Clone, Default)]
pub struct EditPlayer {
    pub name: Patch<String>,
    pub email: Patch<String>,
    pub user_id: Patch<UserId>,
}

pub async fn edit_player(
    by: &Allowed<KeepsSquash>,
    id: PlayerId,
    expected: &Expected,
    cmd: EditPlayer,
) -> Result<Player, Error> {
    // The writes that go with another account, as of the latest load.
    let moves = Mutex::new(Vec::new());
    let load = async || {
        let player = stored::player(by, id).await?;
        *moves.lock().unwrap_or_else(PoisonError::into_inner) = cmd.moves(by, &player).await?;
        Ok::<_, Error>(player)
    };
    stored::player(by, id).await?;
    must_exist(by, cmd.user_id.value()).await?;
    let (player, ()) = web::edit(by, expected, load, |player| {
        let before = player.clone();
        cmd.apply(player)?;
        let mut with = Vec::new();
        if *player != before {
            player.index();
            with = Matches::marks(by, None, Some(id))?;
            with.extend(pointers::player_changed(Some(&before), Some(player)));
            with.extend(moves.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned());
        }
        Ok::<_, Error>(Edit::of(()).with(with))
    })
    .await?;
    Matches::changed(by, None, Some(id));
    Ok(player)
}

impl EditPlayer {
    /// Takes the new account and leaves the old one.
    async fn moves(&self, by: &Allowed<KeepsSquash>, player: &Player) -> Result<Vec<Write>, Error> {
        let new = match self.user_id {
            Patch::Keep => return Ok(Vec::new()),
            Patch::Clear => None,
            Patch::Set(user) => Some(user),
        };
        if new == player.user_id.as_ref().and_then(PersonId::account) {
            return Ok(Vec::new());
        }
        let mut writes: Vec<_> =
            claims::leave_account(by, player.user_id.as_ref(), player.id).await?.into_iter().collect();
        if let Some(user) = new {
            writes.push(claims::take_account(by, user, player.id).await?);
        }
        Ok(writes)
    }

    fn apply(&self, player: &mut Player) -> Result<(), Error> {
        let mut checks = Checks::new();
        if self.name.is_given() {
            player.name = read_name(&self.name.clone().value().unwrap_or_default(), &mut checks);
        }
        if self.email.is_given() {
            player.email = read_email(self.email.clone().value().as_deref(), &mut checks);
        }
        self.user_id.map(PersonId::from).change_optional(&mut player.user_id);
        Ok(checks.done()?)
    }
}

//! Changes a player's name, address or account.

use super::add_player::must_exist;
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
    let load = async || stored::player(by, id).await;
    load().await?;
    must_exist(by, cmd.user_id.value()).await?;
    let (player, ()) = web::edit(by, expected, load, |player| {
        let before = player.clone();
        cmd.apply(player)?;
        let mut with = Vec::new();
        if *player != before {
            player.index();
            with = Matches::marks(by, None, Some(id))?;
            with.extend(pointers::player_changed(Some(&before), Some(player)));
        }
        Ok::<_, Error>(Edit::of(()).with(with))
    })
    .await?;
    Matches::changed(by, None, Some(id));
    Ok(player)
}

impl EditPlayer {
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

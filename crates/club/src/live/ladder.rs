//! The followed ladder: replayed once after each change, whoever looks; and the page that watches it.

use super::whole::{All, Collection, Whole, partition};
use crate::{
    Error,
    gate::{Allowed, SeesSquash},
    keys,
    model::{
        MatchId, PlayerId,
        ids::{match_ref, player_ref},
        ladder::{Ladder, Record},
        role_group::SQUASH,
    },
    pages::squash::parts,
    stored,
    tables::FUS_MAIN,
};
use async_trait::async_trait;
use jiff::Timestamp;
use kernel::{Account, Role, UserId};
use store::{Item, Key, Query, View, Write, from_item};
use web::{
    Held, HomeTopics, Problem, Services,
    live::{Change, Part, Watched, topic},
};

/// A ladder of more matches is replayed beside the threads that answer.
const MANY: usize = 500;

/// Every match and player.
pub type Matches = All<Record>;

impl Collection for Record {
    const NAME: &'static str = "squash";

    fn rows() -> Vec<Query> {
        vec![keys::players(), keys::every_match()]
    }
}

impl Held for Record {
    type Parent = Whole;
    type Seen = Ladder;

    fn empty(_: &Whole) -> store::Result<Self> {
        Ok(Self::default())
    }

    fn put(&mut self, row: &Item) -> store::Result<()> {
        let pk = row.get("PK").and_then(View::as_str).unwrap_or_default();
        if pk.starts_with(match_ref::WORD) {
            self.put_match(from_item(row)?);
        } else {
            self.put_player(from_item(row)?);
        }
        Ok(())
    }

    fn remove(&mut self, key: &Key) {
        let partition = partition(key);
        if let Some(id) = match_ref::parse(partition) {
            self.remove_match(id);
        } else if let Some(id) = player_ref::parse(partition) {
            self.remove_player(id);
        }
    }

    fn see(&mut self, _: &Whole) -> store::Result<Ladder> {
        Ok(self.replay())
    }

    fn bytes(&self) -> usize {
        // A match stands in the record and, with its points, in the ladder.
        self.matches() * 1_000 + self.players() * 400
    }

    fn heavy(&self) -> bool {
        self.matches() > MANY
    }
}

impl Matches {
    /// The mark of a changed match and player, where one is needed.
    pub fn marks(
        services: &Services,
        id: Option<MatchId>,
        player: Option<PlayerId>,
    ) -> store::Result<Vec<Write>> {
        Ok(services.mark_all::<Self>(&Whole, changed_keys(id, player)))
    }

    /// After the commit: what changed is looked at again, and told to everyone who watches.
    pub fn changed(services: &Services, id: Option<MatchId>, player: Option<PlayerId>) {
        services.answered::<Self>(&Whole, changed_keys(id, player));
        services.live.changed::<LadderPage>(&Whole, Change::Answered);
    }
}

fn changed_keys(id: Option<MatchId>, player: Option<PlayerId>) -> impl Iterator<Item = Key> {
    id.map(keys::squash_match).into_iter().chain(player.map(keys::player))
}

/// What is news of squash on the `/home` of those who are in its group.
pub struct MyTopics;

#[async_trait]
impl HomeTopics for MyTopics {
    async fn topics(&self, services: &Services, user: UserId) -> store::Result<Vec<String>> {
        let Ok(squash) = SQUASH.parse() else { return Ok(Vec::new()) };
        let membership = services.store.get(&FUS_MAIN, &keys::membership(user, &squash)).await?;
        Ok(membership.iter().map(|_| topic::<LadderPage>(&Whole)).collect())
    }
}

/// The page of the ladder, watched by members of its group: whether that group is there. Memberships are judged one by one, by key,
/// because the index of members may lag.
pub struct LadderPage {
    group: bool,
}

/// Who watches.
pub struct SquashRights {
    user: UserId,
    /// Whether they may see the ladder without being in its group.
    always: bool,
    /// The player that they are: their own place is shown to them.
    player: Option<PlayerId>,
}

impl SquashRights {
    pub async fn of(by: &Allowed<SeesSquash>) -> Result<Self, Error> {
        let account = by.actor.signed_in()?;
        let (user, always) = (account.user_id, account.has(Role::SuperAdmin));
        Ok(Self { user, always, player: by.followed::<Matches>(&Whole).await?.player_of(user) })
    }
}

// Those who are the same player, or none, are shown the same.
web::watched!(LadderPage as "squash" by Whole, SquashRights => Option<PlayerId>);

#[async_trait]
impl Watched for LadderPage {
    fn audience(&self, rights: &SquashRights, _: Timestamp) -> Option<Option<PlayerId>> {
        (rights.always || self.group).then_some(rights.player)
    }

    async fn holds(
        services: &Services,
        _: &Whole,
        rights: &SquashRights,
        account: Option<&Account>,
    ) -> store::Result<bool> {
        if account.is_some_and(|account| account.has(Role::SuperAdmin)) {
            return Ok(true);
        }
        let Ok(squash) = SQUASH.parse() else { return Ok(false) };
        let membership = services.store.get(&FUS_MAIN, &keys::membership(rights.user, &squash)).await?;
        Ok(membership.is_some())
    }

    async fn parts(&self, services: &Services, player: Option<PlayerId>) -> Result<Vec<Part>, Problem> {
        let ladder = services.followed::<Matches>(&Whole).await?;
        parts(services, &ladder, player)
    }

    async fn load(services: &Services, _: &Whole) -> store::Result<Option<Self>> {
        let Ok(squash) = SQUASH.parse() else { return Ok(None) };
        match stored::role_group(services, &squash).await {
            Err(Error::Fault(web::Fault::Store(error))) => Err(error),
            found => Ok(Some(Self { group: found.is_ok() })),
        }
    }
}

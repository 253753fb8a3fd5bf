//! The followed ladder: replayed once after each change, whoever looks; and the page that watches it.

use super::Whole;
use crate::{
    Error,
    gate::{Allowed, SeesSquash},
    keys,
    model::{
        MatchId, Membership, PlayerId,
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
use kernel::{Role, UserId};
use std::collections::HashSet;
use store::{Item, Key, KeyValue, Query, Table, View, Write, from_item};
use web::{
    Problem, Services,
    follow::Follow,
    live::{Change, Part, Watched},
};

/// A ladder of more matches is replayed beside the threads that answer.
const MANY: usize = 500;

/// Every match and player.
pub struct Matches;

impl Follow for Matches {
    const NAME: &'static str = "squash";
    type Id = Whole;
    type Parent = Whole;
    type State = Record;
    type Seen = Ladder;

    fn id(_: &Whole) -> Whole {
        Whole
    }

    fn version(_: &Whole) -> u64 {
        0
    }

    fn table() -> &'static Table {
        &FUS_MAIN
    }

    fn rows(_: &Whole) -> Vec<Query> {
        vec![keys::players(), keys::every_match()]
    }

    fn named(key: &Key) -> String {
        partition(key).to_owned()
    }

    fn row(_: &Whole, named: &str) -> Option<Key> {
        Some(keys::named(named))
    }

    fn empty(_: &Whole) -> store::Result<Record> {
        Ok(Record::default())
    }

    fn put(state: &mut Record, row: &Item) -> store::Result<()> {
        let pk = row.get("PK").and_then(View::as_str).unwrap_or_default();
        if pk.starts_with(match_ref::WORD) {
            state.put_match(from_item(row)?);
        } else {
            state.put_player(from_item(row)?);
        }
        Ok(())
    }

    fn remove(state: &mut Record, key: &Key) {
        if let Some(id) = match_ref::parse(partition(key)) {
            state.remove_match(id);
        } else if let Some(id) = player_ref::parse(partition(key)) {
            state.remove_player(id);
        }
    }

    fn see(state: &mut Record, _: &Whole) -> Ladder {
        state.replay()
    }

    fn bytes(state: &Record) -> usize {
        // A match stands in the record and, with its points, in the ladder.
        state.matches() * 1_000 + state.players() * 400
    }

    fn heavy(state: &Record) -> bool {
        state.matches() > MANY
    }
}

impl Matches {
    /// The marks of a changed match and player, where they are needed.
    pub fn marks(
        services: &Services,
        id: Option<MatchId>,
        player: Option<PlayerId>,
    ) -> store::Result<Vec<Write>> {
        let mut marks = Vec::new();
        for key in changed_keys(id, player) {
            marks.extend(services.mark::<Self>(&Whole, &key)?);
        }
        Ok(marks)
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

fn partition(key: &Key) -> &str {
    match &key.pk {
        KeyValue::S(text) => text,
        KeyValue::N(_) => "",
    }
}

/// The page of the ladder, watched by those who may see it.
pub struct LadderPage;

/// Who watches.
pub struct SquashRights {
    user: UserId,
    /// Whether they may see the ladder without being in its group.
    always: bool,
}

impl SquashRights {
    pub fn of(by: &Allowed<SeesSquash>) -> Result<Self, Error> {
        let account = by.actor.signed_in()?;
        Ok(Self { user: account.user_id, always: account.has(Role::SuperAdmin) })
    }
}

#[async_trait]
impl Watched for LadderPage {
    const NAME: &'static str = "squash";
    type Id = Whole;
    /// Who is in the group, so that whoever is taken out of it hears nothing more.
    type Thing = HashSet<UserId>;
    type Rights = SquashRights;
    type Audience = ();

    async fn load(services: &Services, _: &Whole) -> store::Result<Option<HashSet<UserId>>> {
        let Ok(squash) = SQUASH.parse() else { return Ok(None) };
        let members: Vec<Membership> = match stored::role_group(services, &squash).await {
            Ok(_) => stored::all(services, keys::members_of(&squash)).await?,
            Err(Error::Fault(web::Fault::Store(error))) => return Err(error),
            Err(_) => Vec::new(),
        };
        Ok(Some(members.into_iter().map(|member| member.user_id).collect()))
    }

    fn audience(members: &HashSet<UserId>, rights: &SquashRights, _: Timestamp) -> Option<()> {
        (rights.always || members.contains(&rights.user)).then_some(())
    }

    fn hears((): (), _: Change) -> bool {
        true
    }

    async fn parts(
        services: &Services,
        _: &Whole,
        _: &HashSet<UserId>,
        (): (),
    ) -> Result<Vec<Part>, Problem> {
        let ladder = services.followed::<Matches>(&Whole).await?;
        parts(services, &ladder)
    }
}

//! Links and matches put straight into the storage file, as the program stores them. Matches are without their participations, which
//! no page that is measured reads.

use crate::{
    Measured,
    client::{Connection, post},
    fill::put_all,
    program::{Program, create_account},
    tables::FILE,
};
use club::{
    keys,
    model::{
        Match, MatchId, Player, PlayerId, Site, SiteId, Tag, Team, Teams, player::NewPlayer, site::NewSite,
    },
    tables::FUS_MAIN,
};
use jiff::civil::date;
use kernel::{Moment, Rng, SystemClock, UserId};
use std::{path::Path, sync::Arc};
use store::{Store, Write};
use store_embedded::{EmbeddedStore, Options};
use uuid::Uuid;

/// One in ten links has this tag, and this word in its title.
pub const TAG: &str = "tag-3";
pub const COMMON: &str = "garden";
/// The beginning of the words of eleven links, in the small club and in the large.
pub const RARE: &str = "link77x";

const PLAYERS: u64 = 40;
const WORDS: [&str; 10] =
    ["bread", "river", "chess", "garden", "lantern", "music", "walks", "puzzle", "stars", "tools"];

/// A club of so many links and matches.
pub struct ClubOf {
    pub size: usize,
    pub players: Vec<PlayerId>,
    /// Of its SuperAdmin.
    pub token: String,
}

impl ClubOf {
    /// Fills the data folder of a program that is not running.
    pub async fn fill(data: &Path, size: usize) -> Measured<Self> {
        let account = create_account(data)?;
        let program = Program::start(data).await?;
        let mut connection = Connection::open(program.address).await?;
        let signed_in = connection.expect(200, &post("/api/v1/auth/login", &account)).await?;
        let text = |place: &str| signed_in.pointer(place).and_then(|text| text.as_str()).ok_or("no account");
        let (token, user) = (text("/token")?.to_owned(), text("/user/userId")?.parse()?);
        program.settle().await?;
        program.stop()?;
        let options = Options::new(data.join(FILE), vec![&FUS_MAIN], Arc::new(SystemClock));
        let store: Arc<dyn Store> = Arc::new(EmbeddedStore::open(options)?);
        put_all(&store, (0..size as u64).flat_map(|number| links(number, UserId(user)))).await?;
        put_all(&store, (0..10).map(|number| counted(number, size))).await?;
        put_all(&store, players().into_iter().map(|player| put(keys::player(player.id), &player))).await?;
        put_all(&store, matches(size).map(|played| put(keys::squash_match(played.id), &played))).await?;
        Ok(Self { size, players: (0..PLAYERS).map(player_id).collect(), token })
    }
}

fn put(key: store::Key, entity: &impl serde::Serialize) -> Write {
    store::put(&FUS_MAIN, key, entity)
        .unwrap_or_else(|error| unreachable!("an entity of the club is an item: {error}"))
}

/// Ids that sort by their number, as those made one after the other do.
fn numbered(number: u64) -> Uuid {
    Uuid::from_u64_pair(
        0x0190_0000_0000_7000 + (number >> 12 << 16) + (number & 0xFFF),
        0x8000_0000_0000_0000 + number,
    )
}

fn tag(number: u64) -> Tag {
    Tag::parse(&format!("tag-{}", number % 10)).unwrap_or_else(|| unreachable!("it is a tag"))
}

/// A link and its tag.
fn links(number: u64, by: UserId) -> [Write; 2] {
    let rare = if number < 1_000 && number % 100 == 7 { format!(" link77x{number}") } else { String::new() };
    let word = |at: u64| WORDS[usize::try_from((number / at) % 10).unwrap_or(0)];
    let new = NewSite {
        url: format!("https://host{}.example/pages/{number}", number % 997),
        title: Some(format!("All about {} and {}, part {number}{rare}", word(1), word(7))),
        description: Some(format!("What people who like {} should have read once, and why.", word(3))),
        tags: vec![tag(number)],
    };
    let id = SiteId::from(numbered(number));
    let mut site = Site::new(id.clone(), new, by, Moment::default());
    (site.rating_count, site.rating_sum) = (Some(number % 7), Some(number % 7 * (number % 5 + 1)));
    let tag = tag(number);
    let tagged = Write::update(&FUS_MAIN, keys::site_tag(&id, &tag))
        .set("tag", tag.as_str())
        .set("siteId", format!("SITE#{id}"));
    [put(keys::site(&id), &site), tagged]
}

fn counted(number: u64, sites: usize) -> Write {
    let tag = tag(number);
    Write::update(&FUS_MAIN, keys::tag_count(&tag))
        .set("entityType", keys::TAG)
        .set("entitySk", keys::tag_sk(&tag))
        .set("siteCount", sites as u64 / 10)
}

fn player_id(number: u64) -> PlayerId {
    PlayerId(numbered(number))
}

pub fn players() -> Vec<Player> {
    let player = |number| {
        let new = NewPlayer { name: format!("Player {number}"), email: None, user_id: None };
        Player::new(player_id(number), new, Moment::default())
    };
    (0..PLAYERS).map(player).collect()
}

/// Matches by chance, the same each time: one in three is doubles, and who has the lower number wins more often.
pub fn matches(count: usize) -> impl Iterator<Item = Match> {
    let rng = Rng::seeded(7);
    let mut seats: Vec<u64> = (0..PLAYERS).collect();
    (0..count as u64).map(move |number| {
        rng.shuffle(&mut seats);
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| player_id(seats[at]));
        let doubles = number % 3 == 0;
        let stronger = if seats[0] < seats[1] { Team::A } else { Team::B };
        let other = if stronger == Team::A { Team::B } else { Team::A };
        let winner = if rng.below(10) < 7 { stronger } else { other };
        let lost = u8::try_from(rng.below(3)).unwrap_or(0);
        let teams = Teams {
            date: date(2000, 1, 1)
                .saturating_add(jiff::Span::new().days(i64::try_from(number / 12).unwrap_or(0))),
            a: (a, doubles.then_some(c)),
            b: (b, doubles.then_some(d)),
            winner,
            games: if winner == Team::A { (3, lost) } else { (lost, 3) },
        };
        Match::new(MatchId(numbered(number)), teams, Moment::default())
    })
}

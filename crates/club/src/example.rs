//! The catalogue of the example, what people think of it, and a season of squash.

use crate::{
    gate::{Allowed, Allows, Governs},
    model::{Permission, PlayerId, SiteId, Team, Teams},
    service::{
        add_comment::add_comment,
        add_member::add_member,
        add_player::{AddPlayer, add_player},
        add_site::{AddSite, add_site},
        create_role_group::{CreateRoleGroup, create_role_group},
        edit_profile::edit_profile,
        enter_match::enter_match,
        rate_site::{RateSite, rate_site},
    },
    urls,
};
use Cast::{Ana, Chidi, Jonas, Layla, Maya, Oskar, Priya, Sam, Tom, Yuki};
use async_trait::async_trait;
use jiff::tz::TimeZone;
use web::{
    Example, Expected, Once, Problem,
    example::{Cast, Club},
};

pub struct Season;

struct Link {
    url: &'static str,
    title: &'static str,
    description: &'static str,
    tags: &'static [&'static str],
    stars: &'static [(Cast, i64)],
    comments: &'static [(Cast, &'static str)],
}

const LINKS: [Link; 8] = [
    Link {
        url: "https://example.org/tides",
        title: "Tide tables for the coast",
        description: "High and low water for every harbour, a year ahead.",
        tags: &["walking", "sea"],
        stars: &[(Maya, 5), (Tom, 4), (Ana, 5), (Oskar, 5)],
        comments: &[(Tom, "Saved us at the cape in spring."), (Layla, "شكرا! مفيد جدا")],
    },
    Link {
        url: "https://example.org/dumplings",
        title: "Forty ways to fold a dumpling",
        description: "Photographs of every step, and the doughs to go with them.",
        tags: &["cooking"],
        stars: &[(Tom, 5), (Yuki, 4), (Chidi, 5)],
        comments: &[(Yuki, "餃子の包み方がとても分かりやすい。"), (Sam, "Number 17 is the one.")],
    },
    Link {
        url: "https://example.org/trains",
        title: "Slow trains of Portugal",
        description: "Routes, window sides and where to eat when you arrive.",
        tags: &["travel", "walking"],
        stars: &[(Maya, 4), (Priya, 5), (Jonas, 3)],
        comments: &[],
    },
    Link {
        url: "https://example.org/squash-rules",
        title: "The rules of squash, drawn",
        description: "Let or stroke? Forty situations, each on one page.",
        tags: &["squash"],
        stars: &[(Jonas, 5), (Chidi, 4), (Oskar, 2)],
        comments: &[(Jonas, "Page 12 settles last Thursday.")],
    },
    Link {
        url: "https://example.org/tiles",
        title: "A field guide to tiles",
        description: "Five centuries of azulejos by street.",
        tags: &["city", "travel"],
        stars: &[(Priya, 5), (Ana, 4)],
        comments: &[],
    },
    Link {
        url: "https://example.org/bread",
        title: "Bread without a timetable",
        description: "One dough that waits for you.",
        tags: &["cooking"],
        stars: &[(Layla, 3), (Tom, 2)],
        comments: &[(Layla, "Good, but double the salt.")],
    },
    Link {
        url: "https://example.org/stars",
        title: "Tonight’s sky",
        description: "What is up, and where to look from the city.",
        tags: &["sea", "city"],
        stars: &[(Sam, 4)],
        comments: &[],
    },
    Link {
        url: "https://example.org/a-very-long-address-that-somebody-copied-from-somewhere/with/many/parts",
        title: "Community garden: plots, waiting list, and the rules for compost that everyone keeps asking about",
        description: "",
        tags: &["city"],
        stars: &[],
        comments: &[],
    },
];

/// Six players: four with an account, two without.
const PLAYERS: [(&str, Option<Cast>); 6] = [
    ("Jonas", Some(Jonas)),
    ("Chidi", Some(Chidi)),
    ("Oskar", Some(Oskar)),
    ("由紀", Some(Yuki)),
    ("Big Pete", None),
    ("Dagmar Østergård-Þórsdóttir", None),
];

/// How strong each of them is: who is stronger wins more often.
const STRENGTH: [u64; 6] = [8, 7, 5, 6, 3, 4];

#[async_trait]
impl Example for Season {
    async fn fill(&self, club: &mut Club) -> Result<(), Problem> {
        club.days_ago(70);
        profiles(club).await?;
        role_groups(club).await?;
        let mut first = None;
        for (at, link) in (0..).zip(&LINKS) {
            club.days_ago(60 - 6 * at);
            let site = catalogued(club, link).await?;
            first = first.or(Some(site));
        }
        season(club).await?;
        club.show("The catalogue", urls::CLUB);
        if let Some(site) = first {
            club.show("A link with ratings and comments", urls::site(site));
        }
        club.show("The squash ladder", urls::SQUASH);
        Ok(())
    }
}

async fn allowed<A: Allows>(club: &Club, who: Cast) -> Result<Allowed<A>, Problem> {
    Ok(Allowed::check(club.as_member(who)?).await?)
}

async fn profiles(club: &Club) -> Result<(), Problem> {
    for (who, about) in [
        (Maya, "Walks, maps and long lunches."),
        (Jonas, "Squash on Thursdays. I keep the ladder."),
        (Yuki, "料理と散歩が好きです。"),
    ] {
        club.later();
        edit_profile(&allowed(club, who).await?, &Expected::any(), Some(about)).await?;
    }
    Ok(())
}

async fn role_groups(club: &Club) -> Result<(), Problem> {
    let librarians = ("Librarians", "Add links and tidy comments.", &Permission::ALL[..], &[Tom, Ana][..]);
    let players = ("Squash", "Thursdays at seven.", &[][..], &[Jonas, Chidi, Oskar, Yuki][..]);
    let by = allowed::<Governs>(club, Maya).await?;
    for (name, description, permissions, members) in [librarians, players] {
        let cmd = CreateRoleGroup {
            name: name.into(),
            description: Some(description.into()),
            permissions: permissions.to_vec(),
        };
        let group = create_role_group(&by, &Once::none(), cmd).await?.into_inner();
        for who in members {
            add_member(&by, &group.name, club.account(*who)?.user_id).await?;
        }
    }
    Ok(())
}

async fn catalogued(club: &Club, link: &Link) -> Result<SiteId, Problem> {
    let cmd = AddSite {
        url: link.url.into(),
        title: Some(link.title.into()),
        description: Some(link.description.to_owned()).filter(|text| !text.is_empty()),
        tags: link.tags.iter().map(|tag| (*tag).to_owned()).collect(),
    };
    let site = add_site(&allowed(club, Priya).await?, &Once::none(), cmd).await?.into_inner().id;
    for (who, stars) in link.stars {
        club.later();
        rate_site(&allowed(club, *who).await?, site, RateSite { stars: *stars, note: None }).await?;
    }
    for (who, body) in link.comments {
        club.later();
        add_comment(&allowed(club, *who).await?, &Once::none(), site, body).await?;
    }
    Ok(site)
}

/// Ten Thursdays or so, three matches each; a doubles on every third evening.
async fn season(club: &Club) -> Result<(), Problem> {
    club.days_ago(74);
    let mut players = Vec::new();
    for (name, account) in PLAYERS {
        let user_id = account.map(|who| club.account(who)).transpose()?.map(|account| account.user_id);
        let cmd = AddPlayer { name: name.into(), email: None, user_id };
        club.later();
        players.push(add_player(&allowed(club, Jonas).await?, &Once::none(), cmd).await?.into_inner().id);
    }
    for evening in 0..10 {
        let days = 70 - 7 * evening;
        club.days_ago(days);
        let date = club.time(-days, 19, 0).to_zoned(TimeZone::UTC).date();
        for game in 0..3 {
            club.later();
            let mut drawn: Vec<usize> = (0..players.len()).collect();
            club.services.rng.shuffle(&mut drawn);
            let side = |at: usize| drawn.get(at).copied().unwrap_or_default();
            let doubles = evening % 3 == 2 && game == 2;
            let teams = played(club, &players, (side(0), side(1)), doubles.then(|| (side(2), side(3))), date);
            enter_match(&allowed(club, Jonas).await?, &Once::none(), teams).await?;
        }
    }
    Ok(())
}

/// How it went: a matter of strength, and of luck.
fn played(
    club: &Club,
    players: &[PlayerId],
    (a, b): (usize, usize),
    partners: Option<(usize, usize)>,
    date: jiff::civil::Date,
) -> Teams {
    let rng = &club.services.rng;
    let strength =
        |one: usize, two: Option<usize>| STRENGTH[one] + two.map_or(STRENGTH[one], |two| STRENGTH[two]);
    let (ours, theirs) = (strength(a, partners.map(|two| two.0)), strength(b, partners.map(|two| two.1)));
    let a_wins = rng.below(ours + theirs) < ours;
    let lost = u8::try_from(rng.below(3)).unwrap_or_default();
    let player = |at: usize| players[at];
    Teams {
        date,
        a: (player(a), partners.map(|two| player(two.0))),
        b: (player(b), partners.map(|two| player(two.1))),
        winner: if a_wins { Team::A } else { Team::B },
        games: if a_wins { (3, lost) } else { (lost, 3) },
    }
}

//! What the API shows of the club's things.

use crate::{
    model::{
        Comment, Match, Player, PlayerId, Profile, Rating, RoleGroup, Scrape, Site, TagCount,
        ladder::{Against, Court, Ladder, Played, Standing},
        profile::picture_id,
    },
    service::{import_bookmarks::Import, list_members::Member},
    urls,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A link. In lists without `scrapedContent`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Site)]
pub struct SiteView {
    pub id: Uuid,
    pub url: String,
    pub title: String,
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scraped_content: Option<String>,
    pub tags: Vec<String>,
    pub rating_count: u64,
    /// `null` without ratings.
    pub rating_average: Option<f64>,
    /// How many ratings have one star, two stars and so on.
    pub stars: [u64; 5],
    pub scrape: Scrape,
    pub added_by: Option<Uuid>,
    pub created_at: String,
    pub updated_at: String,
}

impl SiteView {
    pub fn whole(site: Site) -> Self {
        Self {
            id: site.id.0,
            rating_average: site.average(),
            stars: site.spread(),
            tags: site.tags.iter().map(ToString::to_string).collect(),
            rating_count: site.rating_count,
            added_by: site.added_by.map(|user| user.0),
            created_at: site.created_at.to_string(),
            updated_at: site.updated_at.to_string(),
            url: site.url,
            title: site.title,
            description: site.description,
            scraped_content: site.scraped_content,
            scrape: site.scrape,
        }
    }

    pub fn listed(site: Site) -> Self {
        Self::whole(Site { scraped_content: None, ..site })
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tag)]
pub struct TagView {
    pub tag: String,
    pub site_count: i64,
}

impl From<TagCount> for TagView {
    fn from(count: TagCount) -> Self {
        Self { tag: count.tag().to_owned(), site_count: count.site_count }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteRating)]
pub struct RatingView {
    pub site_id: Uuid,
    pub user_id: Uuid,
    pub stars: u8,
    pub note: Option<String>,
    pub updated_at: String,
}

impl From<Rating> for RatingView {
    fn from(rating: Rating) -> Self {
        Self {
            site_id: rating.site_id.0,
            user_id: rating.user_id.0,
            stars: rating.stars.get(),
            note: rating.note,
            updated_at: rating.updated_at.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentView {
    pub comment_id: Uuid,
    pub site_id: Uuid,
    pub user_id: Uuid,
    pub display_name: String,
    pub body: String,
    pub created_at: String,
    pub updated_at: String,
}

impl CommentView {
    pub fn new(comment: &Comment, name: &str) -> Self {
        Self {
            comment_id: comment.id.0,
            site_id: comment.site_id.0,
            user_id: comment.user_id.0,
            display_name: name.to_owned(),
            body: comment.body.clone(),
            created_at: comment.created_at.to_string(),
            updated_at: comment.updated_at.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RoleGroup)]
pub struct RoleGroupView {
    pub name: String,
    pub description: Option<String>,
    #[schema(example = json!(["sites.write"]))]
    pub permissions: Vec<&'static str>,
    pub created_at: String,
    pub updated_at: String,
}

impl From<RoleGroup> for RoleGroupView {
    fn from(group: RoleGroup) -> Self {
        Self {
            permissions: group.permissions.iter().map(|permission| permission.as_str()).collect(),
            created_at: group.created_at.to_string(),
            updated_at: group.updated_at.to_string(),
            name: group.name.into(),
            description: group.description,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RoleGroupMember)]
pub struct MemberView {
    pub user_id: Uuid,
    pub display_name: String,
    pub group_name: String,
    pub added_at: String,
    pub added_by: Uuid,
}

impl From<Member> for MemberView {
    fn from(Member { membership, name }: Member) -> Self {
        Self {
            user_id: membership.user_id.0,
            display_name: name,
            group_name: membership.group_name.into(),
            added_at: membership.added_at.to_string(),
            added_by: membership.added_by.0,
        }
    }
}

/// What the caller may do.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Permissions)]
pub struct PermissionsView {
    #[schema(example = json!(["Admin"]))]
    pub roles: Vec<String>,
    pub groups: Vec<String>,
    pub permissions: Vec<&'static str>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Profile)]
pub struct ProfileView {
    pub user_id: Uuid,
    pub display_name: String,
    pub description: Option<String>,
    pub avatar_url: Option<String>,
    pub updated_at: Option<String>,
    /// Only for oneself and a SuperAdmin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_login_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_login_ip: Option<String>,
}

impl ProfileView {
    pub fn new(profile: Profile, display_name: String) -> Self {
        let user = profile.user_id;
        Self {
            user_id: user.0,
            display_name,
            avatar_url: profile.avatar_key.as_deref().map(|key| urls::avatar(user, picture_id(key))),
            description: profile.description,
            updated_at: profile.updated_at.map(|at| at.to_string()),
            last_login_at: profile.last_login_at.map(|at| at.to_string()),
            last_login_ip: profile.last_login_ip,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Player)]
pub struct PlayerView {
    pub player_id: Uuid,
    pub name: String,
    pub email: Option<String>,
    pub user_id: Option<Uuid>,
    pub created_at: String,
    pub updated_at: String,
}

impl From<Player> for PlayerView {
    fn from(player: Player) -> Self {
        Self {
            player_id: player.id.0,
            user_id: player.user_id.map(|user| user.0),
            created_at: player.created_at.to_string(),
            updated_at: player.updated_at.to_string(),
            name: player.name,
            email: player.email,
        }
    }
}

/// A match, with what it did to its players' points where that is known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Match)]
pub struct MatchView {
    pub match_id: Uuid,
    #[schema(format = Date)]
    pub date: String,
    pub team_a_player1_id: Uuid,
    pub team_a_player2_id: Option<Uuid>,
    pub team_b_player1_id: Uuid,
    pub team_b_player2_id: Option<Uuid>,
    /// `A` or `B`.
    pub winning_team: &'static str,
    pub team_a_games: u8,
    pub team_b_games: u8,
    pub changes: Vec<PointsChange>,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsChange {
    pub player_id: Uuid,
    pub before: i64,
    pub after: i64,
}

impl MatchView {
    pub fn new(played: &Match, ladder: &Ladder) -> Self {
        Self {
            match_id: played.id.0,
            date: played.date.to_string(),
            team_a_player1_id: played.team_a_player1_id.0,
            team_a_player2_id: played.team_a_player2_id.map(|id| id.0),
            team_b_player1_id: played.team_b_player1_id.0,
            team_b_player2_id: played.team_b_player2_id.map(|id| id.0),
            winning_team: played.winning_team.as_str(),
            team_a_games: played.team_a_games,
            team_b_games: played.team_b_games,
            changes: ladder.find(played.id).map(changes).unwrap_or_default(),
            created_at: played.created_at.to_string(),
            updated_at: played.updated_at.to_string(),
        }
    }
}

fn changes(played: &Played) -> Vec<PointsChange> {
    let each = played.players().zip(&played.points);
    each.map(|(id, (before, after))| PointsChange {
        player_id: id.0,
        before: whole(*before),
        after: whole(*after),
    })
    .collect()
}

/// Points as they are shown.
#[expect(clippy::cast_possible_truncation, reason = "points are thousands")]
pub fn whole(points: f64) -> i64 {
    points.round() as i64
}

/// One line of the ladder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Standing)]
pub struct StandingView {
    pub player_id: Uuid,
    pub name: String,
    pub played: u32,
    pub won: u32,
    pub lost: u32,
    pub games_won: u32,
    pub games_lost: u32,
    pub rating: i64,
    /// Whether there were too few matches for the rating to say much.
    pub provisional: bool,
    /// `W` or `L`, newest first.
    pub form: Vec<&'static str>,
}

impl From<Standing> for StandingView {
    fn from(standing: Standing) -> Self {
        Self {
            player_id: standing.player_id.0,
            name: standing.name,
            played: standing.played,
            won: standing.won,
            lost: standing.lost,
            games_won: standing.games_won,
            games_lost: standing.games_lost,
            rating: whole(standing.points),
            provisional: standing.provisional,
            form: standing.form.iter().map(|won| if *won { "W" } else { "L" }).collect(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgainstView {
    pub player_id: Uuid,
    pub name: String,
    pub won: u32,
    pub played: u32,
}

impl From<&Against> for AgainstView {
    fn from(against: &Against) -> Self {
        let Against { player_id, name, won, played } = against.clone();
        Self { player_id: player_id.0, name, won, played }
    }
}

/// A player's story.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlayerStats)]
pub struct StatsView {
    pub player_id: Uuid,
    pub rating: i64,
    /// After each match, oldest first, beginning with the rating before the first.
    pub ratings: Vec<i64>,
    pub longest_run: u32,
    pub opponents: Vec<AgainstView>,
    pub partners: Vec<AgainstView>,
    pub best_partner: Option<AgainstView>,
    pub hardest_opponent: Option<AgainstView>,
}

impl StatsView {
    pub fn new(ladder: &Ladder, player: PlayerId) -> Self {
        let stats = ladder.stats(player);
        let ratings: Vec<_> = stats.points.iter().map(|points| whole(*points)).collect();
        Self {
            player_id: player.0,
            rating: ratings.last().copied().unwrap_or(1000),
            ratings,
            longest_run: stats.longest_run,
            best_partner: stats.best_partner().map(AgainstView::from),
            hardest_opponent: stats.hardest().map(AgainstView::from),
            opponents: stats.opponents.iter().map(AgainstView::from).collect(),
            partners: stats.partners.iter().map(AgainstView::from).collect(),
        }
    }
}

/// Even matches for tonight.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Pairs)]
pub struct PairsView {
    pub items: Vec<CourtView>,
    /// Who waits.
    pub resting: Vec<Uuid>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CourtView {
    pub team_a: Vec<Uuid>,
    pub team_b: Vec<Uuid>,
    /// The chance that side A wins, in percent.
    pub chance_a: i64,
}

impl From<Court> for CourtView {
    fn from(court: Court) -> Self {
        let ids = |side: Vec<PlayerId>| side.into_iter().map(|id| id.0).collect();
        Self { team_a: ids(court.a), team_b: ids(court.b), chance_a: whole(court.chance * 100.0) }
    }
}

/// How far an import is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Import)]
pub struct ImportView {
    pub id: Uuid,
    pub total: u64,
    pub added: u64,
    /// Not a web address, or there already.
    pub skipped: u64,
    /// `running` or `done`.
    pub status: &'static str,
    pub created_at: String,
}

impl From<Import> for ImportView {
    fn from(import: Import) -> Self {
        Self {
            id: import.id,
            total: import.total,
            added: import.added,
            skipped: import.skipped,
            status: if import.is_done() { "done" } else { "running" },
            created_at: import.created_at.to_string(),
        }
    }
}

//! The list of pages and states. A page must be here to be on the contact sheet and looked at by axe.

use super::scene::{By, Scene};

pub struct Place {
    pub name: &'static str,
    pub path: String,
    pub by: By,
    /// The form that is sent there, by selector, and what is put into it: the page is then what comes of it.
    pub sends: Option<(&'static str, Vec<(&'static str, &'static str)>)>,
}

struct Places(Vec<Place>);

/// What is typed into the fields of a form, by their names.
type Values<'v> = &'v [(&'static str, &'static str)];

impl Places {
    fn see<const N: usize>(&mut self, by: By, some: [(&'static str, String); N]) {
        self.0.extend(some.map(|(name, path)| Place { name, path, by, sends: None }));
    }

    /// Forms that are filled in wrongly, one of each kind.
    fn fail<const N: usize>(&mut self, by: By, some: [(&'static str, String, &'static str, Values); N]) {
        let place = |(name, path, form, values): (_, _, _, Values)| Place {
            name,
            path,
            by,
            sends: Some((form, values.to_vec())),
        };
        self.0.extend(some.map(place));
    }
}

pub fn for_anyone(scene: &Scene) -> Vec<Place> {
    listed(scene, &[of_anyone])
}

pub fn of_shares_and_accounts(scene: &Scene) -> Vec<Place> {
    listed(scene, &[shares_and_home, first_day])
}

pub fn of_groups_and_the_club(scene: &Scene) -> Vec<Place> {
    listed(scene, &[groups_and_hangouts, club])
}

pub fn of_movie_night(scene: &Scene) -> Vec<Place> {
    listed(scene, &[movies])
}

fn listed(scene: &Scene, some: &[fn(&mut Places, &Scene)]) -> Vec<Place> {
    let mut places = Places(Vec::new());
    for list in some {
        list(&mut places, scene);
    }
    places.0
}

/// The results of a ranked poll that was counted, and the poll itself.
fn ranked(scene: &Scene) -> (String, String) {
    let counted = scene.of("A ranked poll, counted");
    let poll = counted.trim_end_matches("/results").to_owned();
    (counted, poll)
}

fn of_anyone(places: &mut Places, scene: &Scene) {
    let (event, checklist, poll) =
        (scene.of("An event"), scene.of("A checklist"), scene.of("A poll to vote in"));
    let (closed, ballot) = (scene.of("A poll about dates, closed"), scene.of("A ranked poll to vote in"));
    let (counted, ranked) = ranked(scene);
    places.see(
        By::Anyone,
        [
            ("landing", "/".into()),
            ("code-not-found", "/?code=nothing".into()),
            ("sign-in", "/sign-in".into()),
            ("register", "/register".into()),
            ("forgot", "/forgot".into()),
            ("reset-dead-link", "/reset?token=nothing".into()),
            ("confirm", "/confirm?token=nothing".into()),
            ("unsubscribe-dead-link", "/unsubscribe/nothing".into()),
            ("not-found", "/nowhere/at/all".into()),
            ("offline", "/offline".into()),
            ("api-docs", "/api/docs".into()),
            ("new-checklist", "/new/checklist".into()),
            ("new-event", "/new/event".into()),
            ("new-poll", "/new/poll".into()),
            ("new-ranked", "/new/ranked".into()),
            ("here", "/here".into()),
            ("event", event.clone()),
            ("event-people", format!("{event}/people")),
            ("event-poster", format!("{event}/poster")),
            ("event-screen", format!("{event}/screen")),
            ("event-locked-admin", format!("{event}/admin")),
            ("checklist", checklist.clone()),
            ("checklist-screen", format!("{checklist}/screen")),
            ("checklist-locked-admin", format!("{checklist}/admin")),
            ("poll", poll.clone()),
            ("poll-results", format!("{poll}?show=results")),
            ("poll-closed", format!("{closed}?show=results")),
            ("poll-screen", format!("{poll}/screen")),
            ("poll-poster", format!("{poll}/poster")),
            ("poll-locked", scene.guarded.clone()),
            ("ranked-ballot", ballot.clone()),
            ("ranked-results", counted),
            ("ranked-screen", format!("{ballot}/screen")),
            ("ranked-screen-closed", format!("{ranked}/screen")),
            ("ranked-poster", format!("{ballot}/poster")),
            ("ranked-locked-manage", format!("{ranked}/manage")),
            ("catalogue-public", "/club".into()),
            ("join", scene.group_link.clone()),
            ("join-dead-link", "/join/nothing".into()),
            ("movies-invite", scene.household_link.clone()),
        ],
    );
    places.fail(
        By::Anyone,
        [
            (
                "sign-in-wrong",
                "/sign-in".into(),
                "main form",
                &[("email", "nobody@example.org"), ("password", "wrong")],
            ),
            (
                "register-wrong",
                "/register".into(),
                "main form",
                &[("email", "no address"), ("password", "x")],
            ),
            ("new-checklist-wrong", "/new/checklist".into(), "main form", &[("name", "")]),
            ("new-event-wrong", "/new/event".into(), "main form", &[("name", ""), ("startTime", "")]),
            ("new-poll-wrong", "/new/poll".into(), "main form", &[]),
            ("new-ranked-wrong", "/new/ranked".into(), "main form", &[("candidates", "One")]),
            ("event-reply-wrong", event.clone(), "main form:has([name=response])", &[("name", "")]),
            ("poll-vote-wrong", poll, "main form.printable", &[]),
            ("poll-passcode-wrong", scene.guarded.clone(), "main form", &[("passcode", "wrong")]),
            ("event-passcode-wrong", format!("{event}/admin"), "main form", &[("passcode", "wrong")]),
            ("ranked-ballot-wrong", ballot, "form[data-rank]", &[("place", "1"), ("send", "1")]),
            ("ranked-key-wrong", format!("{ranked}/manage"), "main form", &[("key", "rmk_wrong")]),
        ],
    );
}

fn shares_and_home(places: &mut Places, scene: &Scene) {
    let (event, checklist) = (scene.of("An event"), scene.of("A checklist"));
    places.see(
        By::Ana,
        [
            ("checklist-admin", format!("{checklist}/admin")),
            ("checklist-edit", format!("{checklist}/admin/edit")),
        ],
    );
    let closed = scene.of("A poll about dates, closed");
    let (_, ranked) = ranked(scene);
    places.see(
        By::Maya,
        [
            ("landing-signed-in", "/".into()),
            ("home", "/home".into()),
            ("things", "/me/things".into()),
            ("things-answered", "/me/things?role=answered".into()),
            ("account", "/me".into()),
            ("accounts", "/admin/accounts".into()),
            ("profile", "/me/profile".into()),
            ("event-admin", format!("{event}/admin")),
            ("event-edit", format!("{event}/admin/edit")),
            ("poll-admin", format!("{closed}/admin")),
            ("poll-edit", format!("{closed}/admin/edit")),
            ("poll-outcome", format!("{closed}/outcome")),
            ("poll-outcome-event", format!("{closed}/outcome?kind=event")),
            ("poll-outcome-round", format!("{closed}/outcome?kind=round")),
            ("ranked-manage", format!("{ranked}/manage")),
            ("ranked-outcome-hangout", format!("{ranked}/outcome?kind=hangout")),
        ],
    );
    places.fail(
        By::Maya,
        [
            ("account-name-wrong", "/me".into(), "main form:has([name=displayName])", &[("displayName", "")]),
            (
                "account-password-wrong",
                "/me".into(),
                "main form:has([name=newPassword])",
                &[("newPassword", "x")],
            ),
            ("account-token-wrong", "/me".into(), "main form:has(#token-name)", &[("name", "")]),
            ("account-delete-refused", "/me".into(), "form[action='/me/delete']", &[]),
            ("profile-picture-wrong", "/me/profile".into(), "form[action='/me/profile/avatar']", &[]),
            ("event-edit-wrong", format!("{event}/admin/edit"), "main form", &[("name", "")]),
            ("outcome-wrong", format!("{closed}/outcome?kind=event"), "main form", &[("title", "")]),
        ],
    );
}

fn groups_and_hangouts(places: &mut Places, scene: &Scene) {
    let (group, hangout) = (scene.of("A group"), scene.of("A hangout"));
    places.see(
        By::Maya,
        [
            ("groups", "/groups".into()),
            ("group-new", "/groups/new".into()),
            ("group", group.clone()),
            ("group-members", format!("{group}/members")),
            ("group-edit", format!("{group}/edit")),
            ("join-member", scene.group_link.clone()),
            ("hangouts", "/hangouts".into()),
            ("hangouts-past", "/hangouts?past=1".into()),
            ("hangout", hangout.clone()),
            ("hangout-edit", format!("{hangout}/edit")),
            ("hangout-copy", format!("{hangout}/copy")),
            ("hangout-new", "/hangouts/new".into()),
        ],
    );
    places.fail(
        By::Maya,
        [
            ("group-new-wrong", "/groups/new".into(), "main form", &[("name", "")]),
            ("group-edit-wrong", format!("{group}/edit"), "main form", &[("name", "")]),
            (
                "group-add-wrong",
                format!("{group}/members"),
                "main form:has([name=email])",
                &[("email", "nobody@example.org")],
            ),
            ("hangout-new-wrong", "/hangouts/new".into(), "main form", &[]),
            ("hangout-edit-wrong", format!("{hangout}/edit"), "main form", &[("title", "")]),
            ("hangout-copy-wrong", format!("{hangout}/copy"), "main form", &[("startTime", "")]),
        ],
    );
}

fn club(places: &mut Places, scene: &Scene) {
    let site = scene.of("A link with ratings and comments");
    places.see(
        By::Maya,
        [
            ("catalogue", "/club".into()),
            ("catalogue-nothing-found", "/club?q=nothing+of+this+name".into()),
            ("catalogue-tag", "/club/tags/sea".into()),
            ("site", site.clone()),
            ("site-new", "/club/new".into()),
            ("site-edit", format!("{site}/edit")),
            ("comment", scene.comment.clone()),
            ("import", "/club/import".into()),
            ("ratings", "/club/ratings".into()),
            ("squash", "/squash".into()),
            ("squash-matches", "/squash/matches".into()),
            ("squash-match", scene.played.clone()),
            ("squash-players", "/squash/players".into()),
            ("squash-player", scene.player.clone()),
            ("squash-player-edit", format!("{}/edit", scene.player)),
            ("squash-pairs", "/squash/pairs".into()),
            ("person", scene.person.clone()),
            ("admin", "/admin".into()),
            ("admin-person", "/admin/people?email=tom@example.org".into()),
            ("admin-nobody", "/admin/people?email=nobody@example.org".into()),
            ("role-group", "/admin/groups/Squash".into()),
        ],
    );
    places.fail(
        By::Maya,
        [
            ("site-new-wrong", "/club/new".into(), "main form", &[("url", "not an address")]),
            ("site-edit-wrong", format!("{site}/edit"), "main form", &[("url", "not an address")]),
            ("site-comment-wrong", site, "main form:has([name=body])", &[("body", "")]),
            ("comment-wrong", scene.comment.clone(), "main form", &[("body", "")]),
            ("import-wrong", "/club/import".into(), "main form", &[]),
            (
                "squash-match-new-wrong",
                "/squash".into(),
                "main form",
                &[("ga", "1"), ("gb", "1"), ("a1", "")],
            ),
            ("squash-match-wrong", scene.played.clone(), "main form", &[("ga", "1"), ("gb", "1")]),
            ("squash-player-new-wrong", "/squash/players".into(), "main form", &[("name", "")]),
            ("squash-player-wrong", format!("{}/edit", scene.player), "main form", &[("name", "")]),
            ("role-group-new-wrong", "/admin".into(), "main form", &[("name", "")]),
            (
                "role-group-add-wrong",
                "/admin/groups/Squash".into(),
                "main form:has([name=email])",
                &[("email", "nobody@example.org")],
            ),
        ],
    );
}

fn movies(places: &mut Places, scene: &Scene) {
    places.see(
        By::Maya,
        [
            ("movies-voting", scene.of("Movie night")),
            ("movies-history", "/movies/history".into()),
            ("movies-household", "/movies/household".into()),
            ("movies-add-person", "/movies/household/people".into()),
            ("movies-new-round", "/movies/rounds/new".into()),
            ("movies-screen", "/movies/screen".into()),
        ],
    );
    places.fail(
        By::Maya,
        [
            (
                "movies-household-wrong",
                "/movies/household".into(),
                "form[action='/movies/household']",
                &[("name", "")],
            ),
            (
                "movies-add-person-wrong",
                "/movies/household/people".into(),
                "main form",
                &[("displayName", "")],
            ),
        ],
    );
    let films = format!("{}/films", scene.rounds[0]);
    places.see(
        By::Host(0),
        [
            ("movies-draft", scene.rounds[0].clone()),
            ("movies-add-film", films.clone()),
            ("movies-film-found", format!("{films}?q=lion")),
            ("home-draft", "/home".into()),
        ],
    );
    places.fail(
        By::Host(0),
        [("movies-add-film-wrong", films, "main form:has([name=title])", &[("title", "")])],
    );
    places.see(By::Host(1), [("movies-picked", scene.rounds[1].clone()), ("home-picked", "/home".into())]);
    places.see(By::Host(2), [("movies-watched", scene.rounds[2].clone()), ("home-watched", "/home".into())]);
    places.see(
        By::Host(3),
        [("movies-ended", scene.rounds[3].clone()), ("movies-none-going-on", "/movies".into())],
    );
}

fn first_day(places: &mut Places, scene: &Scene) {
    places.see(
        By::Newcomer,
        [
            ("home-first-day", "/home".into()),
            ("groups-empty", "/groups".into()),
            ("hangouts-empty", "/hangouts".into()),
            ("movies-none", "/movies".into()),
            ("things-empty", "/me/things".into()),
            ("ratings-empty", "/club/ratings".into()),
            ("not-allowed", "/admin".into()),
            ("squash-not-allowed", "/squash".into()),
            ("hangout-not-there", scene.of("A hangout")),
            ("movies-round-not-there", scene.of("Movie night")),
            ("join-signed-in", scene.group_link.clone()),
            ("movies-invite-signed-in", scene.household_link.clone()),
        ],
    );
    places
        .fail(By::Newcomer, [("movies-new-household-wrong", "/movies".into(), "main form", &[("name", "")])]);
}

/// What has expired, for those who come too late and for whoever made it.
pub fn a_year_later(scene: &Scene) -> Vec<Place> {
    let mut places = Places(Vec::new());
    let (event, checklist) = (scene.of("An event"), scene.of("A checklist"));
    let (poll, hangout) = (scene.of("A poll to vote in"), scene.of("A hangout"));
    places.see(
        By::Anyone,
        [
            ("event-expired", event.clone()),
            ("checklist-expired", checklist),
            ("poll-expired", poll),
            ("ranked-ended", ranked(scene).1),
        ],
    );
    places.see(
        By::Maya,
        [
            ("event-admin-expired", format!("{event}/admin")),
            ("home-later", "/home".into()),
            ("hangout-past", hangout),
            ("movies-expired", scene.of("Movie night")),
        ],
    );
    places.0
}

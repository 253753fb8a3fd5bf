//! The account page: what it shows, ready to print.

use super::MeForm;
use crate::{
    gate::Me,
    model::{Link, NotificationPrefs, PushRow, Scope, Secret, SecretKind, SecretRow},
    pages::device::device,
    service::{
        follow_calendar::find_feed, list_secrets::list_all, subscribe_push::list_pushes,
        unlink_identity::list_links,
    },
    stored,
};
use askama::Template;
use axum::response::Response;
use jiff::Timestamp;
use kernel::{Moment, Zone};
use outbound::OidcSettings;
use uuid::Uuid;
use web::{
    Avatar, Errors, Faces, Field, Filled, Layout, Notice, Problem, When, Zones, components::when,
    notify::Topic,
};

const SCOPES: [(&str, &str); 2] = [("write", "Read and write"), ("read", "Read only")];
const DAYS: [(&str, &str); 4] =
    [("", "Until I delete it"), ("30", "30 days"), ("90", "90 days"), ("365", "One year")];

/// Nothing is wrong.
static NONE: Errors = Errors(Vec::new());

/// Secrets that were just made: shown this once.
#[derive(Default)]
pub struct Once {
    pub token: Option<String>,
    pub feed: Option<String>,
}

#[derive(Template)]
#[template(path = "identity/me.html")]
pub struct MePage {
    layout: Layout,
    done: Option<Notice>,
    form: MeForm,
    errors: Errors,
    notice: Option<Notice>,
    display_name: String,
    zone: Field,
    email: String,
    /// Whether mail was sent to the address and nobody has confirmed it yet.
    unconfirmed: bool,
    roles: Vec<String>,
    /// Whether other people's accounts are theirs to look after.
    governs: bool,
    avatar: Avatar,
    /// The pictures to choose from.
    faces: Faces,
    messages: Vec<Message>,
    /// Whether this server sends mail.
    mails: bool,
    /// The key that browsers subscribe to push messages with, where this server sends them.
    push_key: Option<String>,
    devices: Vec<Device>,
    /// What is said about messages to the app on a phone; may be empty.
    phone_note: &'static str,
    sessions: Vec<Session>,
    tokens: Vec<Token>,
    /// What a new token may do, and for how long.
    scope: Field,
    days: Field,
    feed_made: Option<When>,
    /// The provider at which an identity can be linked.
    provider: Option<Linkable>,
    links: Vec<LinkedIdentity>,
    once: Once,
}

/// A kind of message, and whether it is wanted.
struct Message {
    name: &'static str,
    label: &'static str,
    wanted: bool,
}

/// A browser or phone that gets push messages.
struct Device {
    id: Uuid,
    endpoint: String,
    /// Whose push service it uses.
    service: String,
    since: When,
}

/// A provider at which an identity can be linked.
struct Linkable {
    name: String,
    asks_password: bool,
}

/// An identity at a provider that opens the account.
struct LinkedIdentity {
    id: String,
    name: String,
    since: When,
}

struct Session {
    id: Uuid,
    device: String,
    address: String,
    here: bool,
    used: When,
}

struct Token {
    id: Uuid,
    name: String,
    reads_only: bool,
    made: When,
    used: Option<When>,
    ends: Option<When>,
}

impl MePage {
    pub async fn draw(me: &Me, filled: Option<Filled<MeForm>>, once: Once) -> Result<Response, Problem> {
        let (store, now, zones) = (me.store.as_ref(), me.clock.now(), &me.zones());
        let user = stored::get_user(store, me.user()).await?;
        let account = stored::get_account(store, me.user()).await?;
        let sessions = list_all(me, me.user(), SecretKind::Session).await?;
        let tokens = list_all(me, me.user(), SecretKind::Token).await?;
        let feed = find_feed(me, me.user()).await?;
        let devices = list_pushes(me, me.user()).await?;
        let links = list_links(me, &account).await?;
        let oidc = me.outbound.oidc.as_ref().map(|oidc| &oidc.settings);
        let fresh = || MeForm { display_name: user.display_name.clone(), ..MeForm::default() };
        let mut filled = filled.unwrap_or_else(|| Filled::fresh(fresh()));
        if filled.form.form != "profile" {
            filled.form.display_name.clone_from(&user.display_name);
        }
        let here = me.secret.as_ref().map(Secret::id);
        let status = filled.status();
        Ok(status.with(Self {
            layout: Layout::of(&me.ctx, "Your account").noindex().script("push.js").script("times.js"),
            done: said(me.done()).map(Notice::good),
            avatar: Avatar::of(user.user_id, &user.display_name).pictured(user.avatar_key.as_deref()).large(),
            faces: Faces::of(
                filled.form.avatar.as_deref().or(user.avatar_key.as_deref()).unwrap_or_default(),
            ),
            phone_note: phone_note(me.outbound.phones.is_some(), user.device_token.is_some()),
            display_name: user.display_name,
            zone: zone_field(user.time_zone.as_ref(), &filled),
            unconfirmed: me.outbound.mail.delivers() && account.confirmed_at.is_none(),
            governs: account.is_super_admin(),
            email: account.email,
            roles: account.roles.iter().map(ToString::to_string).collect(),
            messages: messages(&user.notification_prefs.unwrap_or_default()),
            mails: me.outbound.mail.delivers(),
            push_key: me.outbound.push.public_key(),
            devices: devices.into_iter().map(|row| Device::of(row, now, zones)).collect(),
            sessions: sessions.into_iter().map(|row| Session::of(row, here, now, zones)).collect(),
            tokens: tokens.into_iter().map(|row| Token::of(row, now, zones)).collect(),
            feed_made: feed.map(|row| When::new(row.created_at, now, zones)),
            scope: choice("scope", "Access", &SCOPES, &filled.form.scope),
            days: choice("days", "Lasts", &DAYS, &filled.form.days),
            provider: oidc
                .map(|oidc| Linkable { name: oidc.name.clone(), asks_password: account.provider.is_none() }),
            links: links
                .into_iter()
                .map(|(id, link)| LinkedIdentity::of(id, link, oidc, now, zones))
                .collect(),
            form: filled.form,
            errors: filled.errors,
            notice: filled.notice,
            once,
        }))
    }

    /// What is said above the form of this name.
    fn notice_of(&self, form: &str) -> Option<&Notice> {
        self.notice.as_ref().filter(|_| self.form.form == form)
    }

    /// What is wrong with the fields of the form of this name.
    fn errors_of(&self, form: &str) -> &Errors {
        if self.form.form == form { &self.errors } else { &NONE }
    }
}

fn zone_field(stored: Option<&Zone>, filled: &Filled<MeForm>) -> Field {
    let sent = Some(filled.form.time_zone.as_str()).filter(|_| filled.form.form == "zone");
    let chosen = sent.unwrap_or_else(|| stored.map_or("", Zone::name));
    // A zone that is not on the list, such as one set by a program, is not lost by saving.
    let listed = |name: &str| when::zones().any(|(zone, _)| zone == name);
    let own =
        Some((chosen.to_owned(), chosen.to_owned())).filter(|(name, _)| !name.is_empty() && !listed(name));
    let none = (String::new(), "Not set".to_owned());
    Field::new("timeZone", "Time zone")
        .choices(std::iter::once(none).chain(own).chain(when::zones()))
        .value(chosen)
        .hint("For times on pages and in email.")
        .errors(if sent.is_some() { &filled.errors } else { &NONE })
}

fn choice(name: &str, label: &str, choices: &[(&str, &str)], chosen: &str) -> Field {
    Field::new(name, label).choices(choices.iter().copied()).value(chosen)
}

fn said(done: Option<&str>) -> Option<&'static str> {
    Some(match done? {
        "name" => "Your profile is saved.",
        "zone" => "Your time zone is saved.",
        "password" => "Your new password is set. You are signed out on every other device.",
        "email" => "Your email address is changed.",
        "mailed" => "Check your email: open the link in it to confirm the new address.",
        "confirmed" => "Your email address is confirmed.",
        "linked" => "Your sign-in is linked.",
        "unlinked" => "The link is removed. That sign-in no longer opens your account.",
        "messages" => "Your notifications are saved.",
        "push" => "That device gets no more push messages.",
        "session" => "That device is signed out.",
        "sessions" => "You are signed out on every other device.",
        "token" => "The token is deleted.",
        "calendar" => "The calendar address is removed. Calendar programs may keep what they have read.",
        _ => return None,
    })
}

fn phone_note(is_sent: bool, has_phone: bool) -> &'static str {
    match (is_sent, has_phone) {
        (false, _) => "This server sends no messages to phone apps.",
        (true, true) => "You also get them in the app on your phone.",
        (true, false) => "",
    }
}

fn messages(prefs: &NotificationPrefs) -> Vec<Message> {
    let label = |topic| match topic {
        Topic::VoteNudge => "A reminder when my vote is missing",
        Topic::PickAnnounce => "The film that was picked",
        Topic::NewRound => "A new movie night round",
        Topic::HangoutNew => "A new hangout",
        Topic::HangoutChanged => "A hangout that was moved or cancelled",
        Topic::HangoutReminder => "A reminder the day before a hangout",
    };
    let message =
        |topic: Topic| Message { name: topic.as_str(), label: label(topic), wanted: prefs.wants(topic) };
    Topic::ALL.into_iter().map(message).collect()
}

impl Device {
    fn of(row: PushRow, now: Timestamp, zones: &Zones) -> Self {
        let uri: Option<http::Uri> = row.endpoint.parse().ok();
        let service = uri.and_then(|uri| uri.host().map(str::to_owned)).unwrap_or_default();
        Self { id: row.id, endpoint: row.endpoint, service, since: When::new(row.created_at, now, zones) }
    }
}

impl LinkedIdentity {
    fn of(id: String, link: Link, oidc: Option<&OidcSettings>, now: Timestamp, zones: &Zones) -> Self {
        // Links of before the provider was recorded are most likely of the one that is configured.
        let here = oidc.filter(|oidc| link.issuer.as_ref().is_none_or(|issuer| *issuer == oidc.issuer));
        let name = here.map(|oidc| oidc.name.clone()).or(link.issuer);
        let name = name.unwrap_or_else(|| "another provider".to_owned());
        Self { id, name, since: When::new(link.created_at, now, zones) }
    }
}

impl Session {
    fn of(row: SecretRow, here: Option<Uuid>, now: Timestamp, zones: &Zones) -> Self {
        Self {
            id: row.id,
            device: device(row.user_agent.as_deref()),
            address: row.address.unwrap_or_default(),
            here: here == Some(row.id),
            used: When::new(row.last_used_at.unwrap_or(row.created_at), now, zones),
        }
    }
}

impl Token {
    fn of(row: SecretRow, now: Timestamp, zones: &Zones) -> Self {
        let ends = row.ttl.and_then(|ttl| Timestamp::from_second(ttl).ok()).map(Moment::from);
        Self {
            id: row.id,
            name: row.name.unwrap_or_default(),
            reads_only: row.scope == Some(Scope::Read),
            made: When::new(row.created_at, now, zones),
            used: row.last_used_at.map(|at| When::new(at, now, zones)),
            ends: ends.map(|at| When::new(at, now, zones)),
        }
    }
}

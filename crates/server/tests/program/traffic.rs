//! People who use every feature at once, whatever becomes of the servers: who gets no answer asks again, with the same key. So in
//! the end everything that was asked for is there, and once.

mod caller;
mod film_nights;
mod hangouts;
mod links;
mod people;
mod polls;

pub use caller::{Caller, Request, Servers};
pub use people::People;

use crate::{letters::Letters, server::said};
use std::{
    io::Write,
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread::sleep,
    time::{Duration, Instant},
};

/// What a server under this traffic is started with.
pub fn arguments(letters: &Letters) -> Vec<String> {
    let url = letters.url();
    [
        "--creations-per-hour",
        "1000000",
        "--requests-per-second",
        "0",
        "--base-url",
        "http://localhost:8080",
        "--mail-from",
        "table@example.org",
        "--mail-url",
        &url,
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Has the program make an account; `command` names the store.
pub fn create_account(mut command: Command, name: &str, role: Option<&str>) {
    command.args(["account", "create", &people::email_of(name), "--name", name]);
    if let Some(role) = role {
        command.args(["--role", role]);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    writeln!(child.stdin.take().expect("input"), "{}", people::PASSWORD).expect("a password");
    said(&child.wait_with_output().expect("an answer"));
}

/// Everything that goes on.
pub struct Traffic<'s> {
    people: People<'s>,
    polls: polls::Polls,
    hangouts: hangouts::Hangouts,
    links: links::Links,
    nights: film_nights::FilmNights,
    over: AtomicBool,
}

impl<'s> Traffic<'s> {
    /// Whoever was made by [`create_account`] signs in, and the things that all else is about are created.
    pub fn begin(servers: &'s Servers) -> Self {
        let people = People::sign_in(servers);
        Self {
            polls: polls::Polls::create(&people),
            hangouts: hangouts::Hangouts::create(&people),
            links: links::Links::create(&people),
            nights: film_nights::FilmNights::create(&people),
            over: AtomicBool::new(false),
            people,
        }
    }

    /// Everyone does what they do for as long as `meanwhile` takes, and finishes what they are at.
    pub fn during<T>(&self, meanwhile: impl FnOnce() -> T) -> T {
        self.over.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            let going_on = || !self.over.load(Ordering::Relaxed);
            let people = &self.people;
            scope.spawn(move || self.polls.vote_while(people, going_on));
            scope.spawn(move || self.polls.rank_while(people, going_on));
            scope.spawn(move || self.hangouts.meet_while(people, going_on));
            scope.spawn(move || self.links.comment_while(people, going_on));
            scope.spawn(move || self.links.play_while(people, going_on));
            scope.spawn(move || self.nights.watch_while(people, going_on));
            scope.spawn(move || people.change_while(going_on));
            let over = Over(&self.over);
            let done = meanwhile();
            drop(over);
            done
        })
    }

    /// Nothing is lost and nothing is there twice.
    pub fn verify(&self) {
        self.polls.verify(&self.people);
        self.hangouts.verify(&self.people);
        self.links.verify(&self.people);
        self.nights.verify(&self.people);
        self.people.verify();
    }

    /// One letter for everyone and every occasion.
    pub fn verify_letters(&self, letters: &Letters) {
        self.hangouts.verify_letters(letters);
    }

    /// How much was done, for whoever wants to know that it was enough.
    pub fn deeds(&self) -> usize {
        self.polls.count() + self.hangouts.count() + self.links.count() + self.nights.count()
    }

    /// Waits until so much was done, so that a busy machine makes no test tame.
    pub fn reaches(&self, deeds: usize) {
        let began = Instant::now();
        while self.deeds() < deeds {
            assert!(began.elapsed() < Duration::from_mins(1), "only {} of {deeds} deeds", self.deeds());
            sleep(Duration::from_millis(5));
        }
    }

    /// Whatever picture a profile names can be seen.
    pub fn pictures_are_there(&self) {
        self.people.picture_is_there();
    }

    /// The ranked poll's stream of changes, and one more ballot in it.
    pub fn watched(&self) -> String {
        self.polls.stream()
    }

    pub fn one_more_ballot(&self) {
        self.polls.rank(&self.people);
    }
}

/// Ends the traffic also when what went on meanwhile has failed.
struct Over<'t>(&'t AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

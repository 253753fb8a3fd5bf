//! Who takes part: accounts that change their name and their picture.

use super::caller::{Caller, Request, Servers};
use serde_json::{Value, json};
use std::sync::Mutex;

pub const PASSWORD: &str = "a long enough password";
/// Root is SuperAdmin; everyone else has no role.
pub const NAMES: [&str; 3] = ["Root", "Ana", "Bo"];
/// A picture of four green points.
const PICTURE: &str = "89504e470d0a1a0a0000000d4948445200000002000000020802000000fdd49a730000001049444154789c63106870002206080500160e034121c3fff30000000049454e44ae426082";

/// Fewer than an account may upload in an hour.
const PICTURES: usize = 15;

pub fn email_of(name: &str) -> String {
    format!("{}@example.org", name.to_lowercase())
}

pub struct Person<'s> {
    pub id: String,
    pub email: String,
    pub caller: Caller<'s>,
}

pub struct People<'s> {
    pub root: Person<'s>,
    pub ana: Person<'s>,
    pub bo: Person<'s>,
    pub anyone: Caller<'s>,
    /// What Bo is called since the last change that was acknowledged.
    name: Mutex<Option<String>>,
}

impl<'s> People<'s> {
    pub fn sign_in(servers: &'s Servers) -> Self {
        let anyone = Caller { servers, token: None };
        let [root, ana, bo] = NAMES.map(|name| {
            let email = email_of(name);
            let (status, answer) =
                anyone.does("/auth/login", &json!({ "email": email, "password": PASSWORD }));
            assert_eq!(status, 200, "{answer}");
            let token = Some(text(&answer, "/token"));
            Person { id: text(&answer, "/user/userId"), email, caller: Caller { servers, token } }
        });
        Self { root, ana, bo, anyone, name: Mutex::default() }
    }

    pub fn change_while(&self, going_on: impl Fn() -> bool) {
        let picture: Vec<u8> = (0..PICTURE.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&PICTURE[at..at + 2], 16).expect("hexadecimal"))
            .collect();
        for number in 0.. {
            if !going_on() {
                return;
            }
            let name = format!("Bo the {number}th");
            self.bo.caller.sets("PATCH", "/me", &json!({ "displayName": name }));
            *self.name.lock().expect("a lock") = Some(name);
            if number >= PICTURES {
                continue;
            }
            let put = Request {
                method: "PUT",
                path: "/me/avatar",
                media_type: "image/png",
                body: &picture,
                key: None,
            };
            let (status, answer) = self.bo.caller.sends(&put);
            assert_eq!(status, 200, "{answer}");
        }
    }

    pub fn verify(&self) {
        let Some(name) = self.name.lock().expect("a lock").clone() else { return };
        assert_eq!(self.bo.caller.sees("/me")["displayName"], name.as_str());
        self.picture_is_there();
    }

    /// Whatever picture a profile names can be seen.
    pub fn picture_is_there(&self) {
        let profile = self.bo.caller.sees(&format!("/users/{}/profile", self.bo.id));
        if profile["avatarUrl"].is_null() {
            return;
        }
        let path = format!("/users/{}/avatar", self.bo.id);
        let get =
            Request { method: "GET", path: &path, media_type: "application/json", body: b"", key: None };
        assert_eq!(self.bo.caller.sends(&get).0, 200, "the picture that the profile names");
    }
}

/// The text at this place of an answer.
pub fn text(answer: &Value, place: &str) -> String {
    let found = answer.pointer(place).and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("no {place} in {answer}")).to_owned()
}

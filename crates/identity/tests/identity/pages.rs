//! The pages, as a browser without scripts uses them.

use crate::scene::{alone, alone_with};
use serde_json::json;
use stage::{Answer, PASSWORD};
use web::Registration;

fn cookie_line(answer: &Answer) -> String {
    let lines = answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap());
    lines.filter(|line| line.starts_with("session=") || line.starts_with("__Host-session=")).collect()
}

#[tokio::test]
async fn someone_signs_up_sees_their_account_signs_out_and_in_again() {
    let stage = alone().await;
    let ana = stage.anyone();
    ana.page("/register").await.expect(200).shows("Create account");
    let fields = [("displayName", "Ana <3"), ("email", "ana@example.org"), ("password", PASSWORD)];
    let made = ana.submit("/register", &fields).await.expect(303);
    assert_eq!(made.header("location"), "/home");
    let cookie = cookie_line(&made);
    assert!(
        cookie.starts_with("session=rts_") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"),
        "{cookie}"
    );
    assert!(!cookie.contains("Secure"), "{cookie}");
    let me = ana.page("/me").await.expect(200);
    me.shows("Ana &#60;3");
    me.shows("ana@example.org");
    me.shows("This device");
    let out = ana.submit("/sign-out", &[]).await.expect(303);
    assert_eq!(out.header("location"), "/");
    ana.page("/me").await.expect(303);
    let fields = [("email", "ana@example.org"), ("password", PASSWORD), ("next", "/me")];
    assert_eq!(ana.submit("/sign-in", &fields).await.expect(303).header("location"), "/me");
    assert_eq!(ana.page("/sign-in?next=/me").await.expect(303).header("location"), "/me");
    ana.page("/me").await.expect(200);
}

#[tokio::test]
async fn over_https_cookies_are_bound_to_this_host_and_older_ones_are_good_until_they_expire() {
    let stage = alone_with(|settings| {
        (settings.https, settings.base_url) = (true, "https://table.example".into());
    })
    .await;
    let fields = [("displayName", "Ana"), ("email", "ana@example.org"), ("password", PASSWORD)];
    let ana = stage.anyone();
    let made = ana.submit("/register", &fields).await.expect(303);
    let cookie = cookie_line(&made);
    assert!(cookie.starts_with("__Host-session=rts_") && cookie.contains("Secure"), "{cookie}");
    assert!(cookie.contains("Path=/;") && !cookie.contains("Domain"), "{cookie}");
    assert!(ana.cookie("__Host-device").is_some() && ana.cookie("session").is_none());
    ana.get("/me").await.expect(200);

    // A browser that signed in before cookies had these names.
    let session = ana.cookie("__Host-session").unwrap();
    let older = stage.anyone().with_cookie("session", &session);
    older.get("/me").await.expect(200);
    let mixed = stage.anyone().with_cookie("session", "rts_made-up").with_cookie("__Host-session", &session);
    mixed.get("/me").await.expect(200);
    older.submit("/sign-out", &[]).await.expect(303);
    assert_eq!(older.cookie("session"), None);
    let fields = [("email", "ana@example.org"), ("password", PASSWORD)];
    let again = stage.anyone().with_cookie("session", &session);
    again.submit("/sign-in", &fields).await.expect(303);
    assert!(again.cookie("__Host-session").is_some() && again.cookie("session").is_none());
}

#[tokio::test]
async fn without_https_a_cookie_of_the_other_name_is_none() {
    let stage = alone().await;
    let ana = stage.anyone().registered_in_a_browser("Ana").await;
    let session = ana.cookie("session").unwrap();
    stage.anyone().with_cookie("__Host-session", &session).get("/me").await.expect(401);
}

#[tokio::test]
async fn whoever_is_signed_out_is_led_to_the_sign_in_page_and_back() {
    let stage = alone().await;
    stage.registers("Ana").await;
    let ana = stage.anyone();
    let led = ana.page("/me").await.expect(303);
    assert_eq!(led.header("location"), "/sign-in?next=%2Fme");
    ana.page("/sign-in?next=%2Fme").await.expect(200).shows(r#"name="next" value="/me""#);
    for evil in ["https://evil.example", "//evil.example", "/\\evil.example"] {
        let fields = [("email", "ana@example.org"), ("password", PASSWORD), ("next", evil)];
        assert_eq!(stage.anyone().submit("/sign-in", &fields).await.expect(303).header("location"), "/home");
    }
}

#[tokio::test]
async fn a_form_with_mistakes_comes_back_as_typed_without_the_password() {
    let stage = alone().await;
    stage.registers("Ana").await;
    let wrong = [("email", "ana@example.org"), ("password", "not it at all"), ("next", "/me")];
    let back = stage.anyone().submit("/sign-in", &wrong).await.expect(401);
    back.shows(r#"value="ana@example.org""#);
    back.shows("Wrong email or password.");
    back.shows(r#"name="next" value="/me""#);
    assert!(!back.text.contains("not it at all"));
    assert_eq!(cookie_line(&back), "");
    let taken = [("displayName", "Ana Zwei"), ("email", "ana@example.org"), ("password", PASSWORD)];
    let back = stage.anyone().submit("/register", &taken).await.expect(409);
    back.shows("Ana Zwei");
    back.shows("There is already an account");
    let back = stage.anyone().submit("/register", &[("email", "nobody")]).await.expect(422);
    back.shows("This is not an email address.");
}

#[tokio::test]
async fn too_many_tries_are_told_on_the_page_with_the_wait() {
    let stage = alone().await;
    let guesser = stage.anyone();
    let fields = [("email", "ana@example.org"), ("password", "guess")];
    for _ in 0..7 {
        guesser.submit("/sign-in", &fields).await;
    }
    let slowed = guesser.submit("/sign-in", &fields).await.expect(429);
    slowed.shows("Too many tries.");
    slowed.shows("ana@example.org");
    assert!(slowed.header("retry-after").parse::<u32>().unwrap() > 0);
}

#[tokio::test]
async fn what_another_site_sends_in_someones_name_is_refused() {
    let stage = alone().await;
    let ana = stage.anyone();
    let fields = [("displayName", "Ana"), ("email", "ana@example.org"), ("password", PASSWORD)];
    ana.submit("/register", &fields).await.expect(303);
    let evil = ana.with_header("origin", "https://evil.example");
    for path in ["/me", "/me/delete", "/sign-out", "/me/calendar-feed/stop", "/sign-in", "/register"] {
        evil.submit_from_anywhere(path, &[("displayName", "Evil")]).await.expect(403);
        ana.submit_from_anywhere(path, &[("displayName", "Evil")]).await.expect(403);
    }
    evil.patch("/me", json!({ "displayName": "Evil" })).await.expect(403);
    ana.delete("/me").await.expect(403);
    assert_eq!(ana.get("/me").await.expect(200).text_at("/displayName"), "Ana");
}

#[tokio::test]
async fn the_account_page_changes_name_and_password_and_ends_sessions() {
    let stage = alone().await;
    let ana = stage.anyone();
    let fields = [("displayName", "Ana"), ("email", "ana@example.org"), ("password", PASSWORD)];
    ana.submit("/register", &fields).await.expect(303);
    assert_eq!(
        ana.submit("/me", &[("form", "profile"), ("displayName", "Anna")])
            .await
            .expect(303)
            .header("location"),
        "/me?done=name"
    );
    ana.page("/me?done=name").await.expect(200).shows("Your profile is saved.");
    let long = "x".repeat(31);
    ana.submit("/me", &[("form", "profile"), ("displayName", &long)]).await.expect(422).shows(&long);
    let wrong = [("form", "password"), ("currentPassword", "no"), ("newPassword", "another long password")];
    ana.submit("/me", &wrong).await.expect(422).shows("Wrong password.");
    let elsewhere = stage.anyone();
    elsewhere.submit("/sign-in", &[("email", "ana@example.org"), ("password", PASSWORD)]).await.expect(303);
    let right =
        [("form", "password"), ("currentPassword", PASSWORD), ("newPassword", "another long password")];
    ana.submit("/me", &right).await.expect(303);
    elsewhere.page("/me").await.expect(303);
    ana.page("/me").await.expect(200).shows("Anna");
    elsewhere
        .submit("/sign-in", &[("email", "ana@example.org"), ("password", "another long password")])
        .await
        .expect(303);
    ana.submit("/me/sessions/others/end", &[]).await.expect(303);
    elsewhere.page("/me").await.expect(303);
}

#[tokio::test]
async fn a_token_made_on_the_page_is_shown_there_once() {
    let stage = alone().await;
    let ana = stage.anyone();
    let fields = [("displayName", "Ana"), ("email", "ana@example.org"), ("password", PASSWORD)];
    ana.submit("/register", &fields).await.expect(303);
    let made = ana.submit("/me", &[("form", "token"), ("name", "script <1>")]).await.expect(200);
    let token = made.text.split("value=\"rtt_").nth(1).unwrap().split('"').next().unwrap().to_owned();
    stage.anyone().with_bearer(format!("rtt_{token}")).get("/me").await.expect(200);
    let again = ana.page("/me").await.expect(200);
    again.shows("script &#60;1&#62;");
    assert!(!again.text.contains(&token));
    let id = again.text.split("/me/tokens/").nth(1).unwrap().split('/').next().unwrap().to_owned();
    ana.submit(&format!("/me/tokens/{id}/delete"), &[]).await.expect(303);
    stage.anyone().with_bearer(format!("rtt_{token}")).get("/me").await.expect(401);
    ana.submit("/me", &[("form", "token"), ("name", " ")]).await.expect(422).shows("This is required.");
}

#[tokio::test]
async fn a_forgotten_password_is_set_anew_on_pages() {
    let stage = alone().await;
    stage.registers("Ana").await;
    let ana = stage.anyone();
    ana.page("/forgot").await.expect(200).shows("Send link");
    ana.submit("/forgot", &[("email", "ana@example.org")]).await.expect(200).shows("Check your email.");
    stage.finish_work().await;
    let letter = stage.mail.letters().into_iter().rfind(|letter| letter.text.contains("/reset?")).unwrap();
    let path = letter
        .text
        .split("http://127.0.0.1:8080")
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned();
    let token = path.split_once("token=").unwrap().1.to_owned();
    ana.page(&path).await.expect(200).shows("Set new password");
    ana.submit("/reset", &[("token", &token), ("password", "short")]).await.expect(422).shows(&token);
    let fields = [("token", token.as_str()), ("password", "another long password")];
    let done = ana.submit("/reset", &fields).await.expect(303);
    assert_eq!(done.header("location"), "/sign-in?done=reset");
    ana.page("/sign-in?done=reset").await.expect(200).shows("Your new password is set.");
    ana.page(&path).await.expect(410).shows("This link has expired");
    ana.submit("/reset", &fields).await.expect(410);
}

#[tokio::test]
async fn an_account_is_deleted_on_its_page_unless_it_is_the_last_super_admins() {
    let stage = alone().await;
    let root = stage.anyone();
    let ana = stage.anyone();
    for (person, email) in [(&root, "root@example.org"), (&ana, "ana@example.org")] {
        let fields = [("displayName", "Somebody"), ("email", email), ("password", PASSWORD)];
        person.submit("/register", &fields).await.expect(303);
    }
    root.submit("/me/delete", &[]).await.expect(409).shows("This is the only SuperAdmin.");
    let gone = ana.submit("/me/delete", &[]).await.expect(303);
    assert_eq!(gone.header("location"), "/sign-in?done=deleted");
    ana.page("/me").await.expect(303);
}

#[tokio::test]
async fn closed_registration_and_the_set_up_code_are_told_on_the_page() {
    let closed = alone_with(|settings| settings.registration = Registration::Off).await;
    let page = closed.anyone().page("/register").await.expect(200);
    page.shows("Registration is closed.");
    assert!(!page.text.contains("Create account"));
    let guarded = alone_with(|settings| settings.set_up_code = Some("k2m9".into())).await;
    guarded.anyone().page("/register").await.expect(200).shows("Set-up code");
    let fields =
        [("displayName", "Ana"), ("email", "ana@example.org"), ("password", PASSWORD), ("setUpCode", "k2m8")];
    guarded.anyone().submit("/register", &fields).await.expect(403).shows("k2m8");
    let fields =
        [("displayName", "Ana"), ("email", "ana@example.org"), ("password", PASSWORD), ("setUpCode", "k2m9")];
    guarded.anyone().submit("/register", &fields).await.expect(303);
    assert!(!guarded.anyone().page("/register").await.expect(200).text.contains("Set-up code"));
}

//! A row of `Users` that another program wrote is taken over by a letter that goes through a real mail server.

use identity::{keys, tables::USERS};
use kernel::UserId;
use outbound::SmtpMail;
use serde_json::json;
use stage::{Engine, PASSWORD, Setup, Stage, on_both_engines};
use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

/// A mail server, and the lines of the letters that it took.
struct Post {
    stage: Stage,
    taken: Arc<Mutex<Vec<String>>>,
}

impl Post {
    async fn on(engine: Engine) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("smtp://{}", listener.local_addr().unwrap());
        let taken: Arc<Mutex<Vec<String>>> = Arc::default();
        let kept = taken.clone();
        thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let _ = converse(connection, &kept);
            }
        });
        let mut setup = Setup::new(engine, Vec::new);
        setup.outbound.mail = Arc::new(SmtpMail::from_url(&address, "table@example.org").unwrap());
        Self { stage: Stage::of(setup).await, taken }
    }

    /// The token in the newest letter to this address.
    fn token(&self, email: &str) -> String {
        let lines = self.taken.lock().unwrap().clone();
        let letter = lines.iter().rposition(|line| *line == format!("To: {email}")).expect("a letter");
        // Long lines are folded by the mail program, which ends them with an equals sign.
        let text = lines[letter..].join("\n").replace("=\n", "").replace("=3D", "=");
        let (_, token) = text.split_once("/confirm?token=").expect("a link");
        token.split_whitespace().next().unwrap().to_owned()
    }
}

fn converse(mut connection: TcpStream, taken: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let lines = BufReader::new(connection.try_clone()?).lines();
    connection.write_all(b"220 here\r\n")?;
    let mut in_letter = false;
    for line in lines {
        let line = line?;
        let answer = match line.as_str() {
            "." => {
                in_letter = false;
                "250 kept\r\n"
            }
            _ if in_letter => {
                taken.lock().unwrap().push(line);
                continue;
            }
            "DATA" => {
                in_letter = true;
                "354 go on\r\n"
            }
            _ => "250 fine\r\n",
        };
        connection.write_all(answer.as_bytes())?;
    }
    Ok(())
}

on_both_engines! {
    async fn whoever_reads_the_mail_of_an_address_takes_its_row_over_and_nobody_else(post: Post) {
        let stage = &post.stage;
        stage.registers("Root").await;
        let user = UserId(stage.services.rng.uuid_v4());
        let row = store::Write::update(&USERS, keys::user(user))
            .set("email", "ana@example.org")
            .set("display_name", "Ana")
            .set("is_managed", false)
            .set("created_at", "2026-01-01T09:00:00Z")
            .set("last_active_at", "2026-01-01T09:00:00Z");
        stage.services.store.write(row).await.unwrap();

        let stranger = stage.anyone();
        stranger.registers("Ana").await.expect(202);
        stranger.signs_in("Ana", PASSWORD).await.expect(401);
        stage.finish_work().await;

        let owner = stage.anyone();
        let confirm = json!({ "token": post.token("ana@example.org"), "password": "the owner's own password" });
        owner.post("/auth/confirm", &confirm).await.expect(204);
        stranger.signs_in("Ana", PASSWORD).await.expect(401);
        let owner = owner.with_account(&owner.signs_in("Ana", "the owner's own password").await.expect(200));
        assert_eq!(owner.user_id, user.to_string());
        stranger.registers("Ana").await.expect(409);
    }
}

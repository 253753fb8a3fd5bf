//! The server as a mail relay: a stranger registers another person's address and tries to have the server write to it in words of their
//! own. The letters go to a mail server on a real socket.

use jiff::SignedDuration;
use kit::{Engine, Person, Setup, TestApp, serde_json::json};
use outbound::SmtpMail;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

const VICTIM: &str = "victim@example.net";

/// A mail server that keeps every letter whole, by its recipient.
#[derive(Clone, Default)]
struct MailServer(Arc<Mutex<Vec<(String, String)>>>);

impl MailServer {
    /// Listens and returns its address.
    async fn listen(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = self.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = server.clone();
                tokio::spawn(async move { server.converse(stream).await });
            }
        });
        format!("smtp://{address}")
    }

    async fn converse(&self, stream: TcpStream) -> Option<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 here\r\n").await.ok()?;
        let mut to = String::new();
        while let Some(line) = lines.next_line().await.ok()? {
            let answer = match line.get(..4).unwrap_or(&line).to_uppercase().as_str() {
                "RCPT" => {
                    line.split(['<', '>']).nth(1)?.clone_into(&mut to);
                    "250 yes\r\n"
                }
                "DATA" => {
                    write.write_all(b"354 go on\r\n").await.ok()?;
                    let mut letter = String::new();
                    while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                        letter.push_str(&line);
                        letter.push('\n');
                    }
                    self.0.lock().unwrap_or_else(PoisonError::into_inner).push((to.clone(), letter));
                    "250 taken\r\n"
                }
                "QUIT" => "221 bye\r\n",
                _ => "250 fine\r\n",
            };
            write.write_all(answer.as_bytes()).await.ok()?;
        }
        Some(())
    }

    fn letters_to(&self, address: &str) -> Vec<String> {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.iter().filter(|(to, _)| to == address).map(|(_, letter)| letter.clone()).collect()
    }
}

async fn later(app: &TestApp) {
    app.advance(SignedDuration::from_mins(15));
    app.finish_work().await;
}

/// Ten edits of a hangout, each with other words.
async fn edits(eve: &Person, hangout: &str) {
    for at in 0..10 {
        let change = json!({ "title": format!("WIN {at}"), "location": format!("WIN evil.example/{at}") });
        eve.patch(&format!("/hangouts/{hangout}"), change).await.expect(200);
    }
}

async fn nobody_is_written_to_in_the_words_of_a_stranger(engine: Engine) {
    let server = MailServer::default();
    let mail = SmtpMail::from_url(&server.listen().await, "table@example.org").unwrap();
    let app = TestApp::with(Setup { mail: Some(Arc::new(mail)), ..Setup::on(engine) }).await;
    let eve = app.anyone().registered("Eve").await;
    let body = json!({ "email": VICTIM, "password": "a long enough password", "displayName": "WIN at evil.example" });
    let victim = app.anyone().post("/auth/register", body).await.expect(201).text_at("/user/userId");
    app.finish_work().await;
    let invite = json!({ "title": "WIN", "description": "WIN", "inviteeIds": [victim], "startTime": "2037-12-01T10:00:00Z" });
    let hangout = eve.post("/hangouts", invite).await.expect(201).text_at("hangoutId");
    later(&app).await;
    edits(&eve, &hangout).await;
    later(&app).await;
    let group = eve.post("/groups", json!({ "name": "WIN" })).await.expect(201).text_at("groupId");
    eve.post(&format!("/groups/{group}/members"), json!({ "userId": victim })).await.expect(201);
    let talk = json!({ "title": "WIN", "groupIds": [group], "startTime": "2037-12-02T10:00:00Z" });
    let talk = eve.post("/hangouts", talk).await.expect(201).text_at("hangoutId");
    later(&app).await;
    edits(&eve, &talk).await;
    app.advance(SignedDuration::from_hours(20 * 24));
    app.finish_work().await;

    let letters = server.letters_to(VICTIM);
    assert_eq!(letters.len(), 1, "the letter that asks whether the address is theirs: {letters:#?}");
    assert!(letters[0].contains("Subject: Confirm your email address for Roundtable"), "{}", letters[0]);
    assert!(letters[0].contains("No more mail from this server: "), "{}", letters[0]);
    assert!(!letters[0].contains("WIN") && !letters[0].contains("evil"), "{}", letters[0]);
}

#[tokio::test]
async fn nobody_is_written_to_in_the_words_of_a_stranger_embedded() {
    nobody_is_written_to_in_the_words_of_a_stranger(Engine::Embedded).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_written_to_in_the_words_of_a_stranger_dynamodb() {
    nobody_is_written_to_in_the_words_of_a_stranger(Engine::Dynamodb).await;
}

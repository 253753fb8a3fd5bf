//! Letters against a mail server on a real socket.

use outbound::{
    Authorities, CalendarPart, Letter, LoggedMail, Mail, RecordedMail, SmtpMail, mail::BadMailSettings,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
    task::JoinHandle,
};

fn letter(to: &str) -> Letter {
    Letter {
        to: to.into(),
        subject: "Neues Passwort für dich".into(),
        text: "Open this:\nhttp://t/reset?token=s3cret\n".into(),
        html: Some("<p>Open this</p>".into()),
        calendar: Some(CalendarPart { method: "PUBLISH".into(), text: "BEGIN:VCALENDAR".into() }),
        message_id: Some("<abc@table.example>".into()),
        unsubscribe: Some("https://table.example/unsubscribe/x".into()),
    }
}

/// Takes one letter the way a mail server does and gives back the whole conversation, as far as the client spoke it.
async fn sink() -> (u16, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let heard = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let (mut heard, mut in_data) = (Vec::new(), false);
        write.write_all(b"220 sink\r\n").await.unwrap();
        while let Some(line) = lines.next_line().await.unwrap() {
            heard.push(line.clone());
            let answer = match line.as_str() {
                "." => {
                    write.write_all(b"250 kept\r\n").await.unwrap();
                    return heard;
                }
                _ if in_data => continue,
                "DATA" => {
                    in_data = true;
                    "354 go on\r\n"
                }
                hello if hello.starts_with("EHLO") => "250-sink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
                _ => "250 fine\r\n",
            };
            write.write_all(answer.as_bytes()).await.unwrap();
        }
        heard
    });
    (port, heard)
}

#[tokio::test]
async fn a_letter_reaches_the_mail_server_whole() {
    let (port, heard) = sink().await;
    let address = format!("smtp://127.0.0.1:{port}");
    let from = "Our table <table@example.org>";
    let mail = SmtpMail::new(&address, from, "table.example", &Authorities::system()).unwrap();
    mail.send(letter("ana@example.org")).await.unwrap();
    let heard = heard.await.unwrap();
    let said = |start: &str| heard.iter().any(|line| line.starts_with(start));
    assert!(said("MAIL FROM:<table@example.org>"), "{heard:#?}");
    assert!(said("RCPT TO:<ana@example.org>") && said("To: ana@example.org"), "{heard:#?}");
    assert!(said("http://t/reset?token=s3cret"), "{heard:#?}");
    assert!(said("Subject: Neues Passwort "), "{heard:#?}");
    assert!(said("EHLO table.example") && said("Message-ID: <abc@table.example>"), "{heard:#?}");
    assert!(said("Auto-Submitted: auto-generated"), "{heard:#?}");
    assert!(said("Content-Type: text/html") && said("<p>Open this</p>"), "{heard:#?}");
    assert!(heard.iter().any(|line| line.contains("method=PUBLISH")), "{heard:#?}");
    assert!(mail.delivers());
}

#[tokio::test]
async fn a_mail_server_that_is_not_there_is_an_error_not_a_panic() {
    let mail = SmtpMail::from_url("smtp://127.0.0.1:1", "table@example.org").unwrap();
    mail.send(letter("ana@example.org")).await.unwrap_err();
}

#[tokio::test]
async fn an_address_cannot_smuggle_in_headers_or_more_recipients() {
    let mail = SmtpMail::from_url("smtp://127.0.0.1:1", "table@example.org").unwrap();
    for to in
        ["ana@example.org\r\nBcc: eve@example.org", "ana@example.org, eve@example.org", "not an address"]
    {
        let error = mail.send(letter(to)).await.unwrap_err().to_string();
        assert!(!error.contains("onnection"), "refused before any connection: {error}");
    }
}

#[test]
fn wrong_mail_settings_say_so_without_the_password() {
    let Err(error) = SmtpMail::from_url("ftp://user:hunter2@host", "table@example.org") else {
        panic!("ftp is no mail")
    };
    assert!(matches!(error, BadMailSettings::Server(_)) && !error.to_string().contains("hunter2"), "{error}");
    let Err(error) = SmtpMail::from_url("smtp://host", "nobody") else { panic!("nobody is no address") };
    assert_eq!(error, BadMailSettings::Sender("nobody".into()));
}

#[tokio::test]
async fn letters_are_kept_for_tests_and_never_shown_with_their_secret() {
    let mail = RecordedMail::default();
    mail.send(letter("ana@example.org")).await.unwrap();
    assert_eq!(mail.letters(), [letter("ana@example.org")]);
    assert!(!format!("{:?}", mail.letters()).contains("s3cret"));
    assert!(!LoggedMail.delivers());
    LoggedMail.send(letter("ana@example.org")).await.unwrap();
}

#[test]
fn a_password_goes_out_over_tls_or_to_this_machine_alone() {
    let from = "table@example.org";
    let plain =
        ["smtp://ana:hunter2@mail.example.org", "smtp://ana:hunter2@mail.example.org:587?tls=opportunistic"];
    for url in plain {
        let Err(error) = SmtpMail::from_url(url, from) else { panic!("{url}") };
        assert_eq!(error, BadMailSettings::PlainPassword);
    }
    for fine in [
        "smtps://ana:hunter2@mail.example.org",
        "smtp://ana:hunter2@mail.example.org:587?tls=required",
        "smtp://ana:hunter2@127.0.0.1:25",
        "smtp://ana:hunter2@localhost:25",
        "smtp://mail.example.org",
    ] {
        assert!(SmtpMail::from_url(fine, from).is_ok(), "{fine}");
    }
}

#[test]
fn a_file_of_authorities_that_cannot_be_used_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authorities.pem");
    let missing = Authorities::with_file(&file).unwrap_err().to_string();
    assert!(missing.contains("authorities.pem"), "{missing}");
    std::fs::write(&file, "").unwrap();
    let empty = Authorities::with_file(&file).unwrap_err().to_string();
    assert!(empty.contains("no certificate"), "{empty}");
}

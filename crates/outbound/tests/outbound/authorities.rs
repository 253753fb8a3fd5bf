//! A mail server whose certificate an authority of the operator's own vouches for.

use outbound::{Authorities, Letter, Mail, SmtpMail};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use std::{
    io::{BufRead, BufReader, Write},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    sync::{Arc, Mutex},
    thread,
};

fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn server_config() -> Arc<ServerConfig> {
    let certs: Vec<_> =
        CertificateDer::pem_file_iter(fixture("server.pem")).unwrap().collect::<Result<_, _>>().unwrap();
    let key = PrivateKeyDer::from_pem_file(fixture("server.key")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    Arc::new(builder.with_no_client_auth().with_single_cert(certs, key).unwrap())
}

/// Takes letters over TLS from the start, and keeps their lines.
fn mail_server() -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, config) = (listener.local_addr().unwrap().port(), server_config());
    let taken: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = taken.clone();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let connection = ServerConnection::new(config.clone()).unwrap();
            // A client that does not trust the certificate breaks off.
            let _ = converse(StreamOwned::new(connection, stream), &kept);
        }
    });
    (port, taken)
}

fn converse(
    stream: StreamOwned<ServerConnection, TcpStream>,
    taken: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.get_mut().write_all(b"220 here\r\n")?;
    let (mut in_letter, mut line) = (false, String::new());
    while stream.read_line(&mut line)? > 0 {
        let said = line.trim_end().to_owned();
        line.clear();
        let answer = match said.as_str() {
            "." => {
                in_letter = false;
                "250 kept\r\n"
            }
            _ if in_letter => "",
            "DATA" => {
                in_letter = true;
                "354 go on\r\n"
            }
            _ => "250 fine\r\n",
        };
        taken.lock().unwrap().push(said);
        stream.get_mut().write_all(answer.as_bytes())?;
    }
    Ok(())
}

#[tokio::test]
async fn an_authority_of_the_operators_own_vouches_for_a_mail_server() {
    let (port, taken) = mail_server();
    let letter = || Letter { to: "ana@example.org".into(), subject: "Supper".into(), ..Letter::default() };
    let mail = |authorities: &Authorities| {
        let url = format!("smtps://localhost:{port}");
        SmtpMail::new(&url, "table@example.org", "table.example", authorities).unwrap()
    };
    mail(&Authorities::system()).send(letter()).await.unwrap_err();
    assert_eq!(*taken.lock().unwrap(), [""; 0], "nothing is said to a server that nobody vouches for");
    let own = Authorities::with_file(&fixture("authority.pem")).unwrap();
    mail(&own).send(letter()).await.unwrap();
    assert!(taken.lock().unwrap().iter().any(|line| line == "Subject: Supper"));
}

//! A mail server that takes every letter and remembers which it had.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
};

/// The ids of the letters about each subject, by whom they went to.
type Taken = BTreeMap<(String, String), BTreeSet<String>>;

#[derive(Clone)]
pub struct Letters {
    address: SocketAddr,
    taken: Arc<Mutex<Taken>>,
}

impl Letters {
    pub fn listen() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let letters = Self { address: listener.local_addr().expect("an address"), taken: Arc::default() };
        let taken = letters.taken.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let taken = taken.clone();
                // A server that was killed breaks off, and its letter does not count.
                std::thread::spawn(move || converse(connection, &taken));
            }
        });
        letters
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// How many different letters about this went to this address: one that came twice has the same id.
    pub fn about(&self, to: &str, subject: &str) -> usize {
        let taken = self.taken.lock().expect("a lock");
        taken.get(&(to.to_owned(), subject.to_owned())).map_or(0, BTreeSet::len)
    }
}

fn converse(mut connection: TcpStream, taken: &Mutex<Taken>) -> Option<()> {
    let mut lines = BufReader::new(connection.try_clone().ok()?).lines();
    let mut to = String::new();
    connection.write_all(b"220 here\r\n").ok()?;
    while let Some(Ok(line)) = lines.next() {
        let answer = match line.get(..4).unwrap_or(&line).to_uppercase().as_str() {
            "RCPT" => {
                line.split(['<', '>']).nth(1)?.clone_into(&mut to);
                "250 yes\r\n"
            }
            "DATA" => {
                connection.write_all(b"354 go on\r\n").ok()?;
                let text: Vec<String> =
                    lines.by_ref().map_while(Result::ok).take_while(|line| line != ".").collect();
                let header =
                    |name: &str| text.iter().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                let about = (to.clone(), header("Subject: ")?);
                taken.lock().ok()?.entry(about).or_default().insert(header("Message-ID: ")?);
                "250 taken\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        connection.write_all(answer.as_bytes()).ok()?;
    }
    Some(())
}

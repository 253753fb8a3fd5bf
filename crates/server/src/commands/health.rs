//! `health`: asks the server that runs here whether it is well, where no other program can be asked to: in a container.

use crate::{
    cli::{Failure, say},
    config::Config,
};
use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::Duration,
};

const PATIENCE: Duration = Duration::from_secs(4);

pub fn run(config: &Config) -> Result<(), Failure> {
    let address = reached_at(config.listen);
    let answer = ask(address).map_err(|error| {
        Failure(format!("Nothing answers at {address}: {}.", error.to_string().trim_end_matches('.')))
    })?;
    let status = answer.split(' ').nth(1).unwrap_or_default();
    if status != "200" {
        return Err(Failure(format!("The server at {address} is not ready: it answers {status}.")));
    }
    say("ready");
    Ok(())
}

/// A server that listens everywhere is reached at this machine's own address.
fn reached_at(listen: SocketAddr) -> SocketAddr {
    let here: IpAddr = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(here, listen.port())
}

fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

//! `serve`: listens, answers, and stops without dropping anyone.

use crate::{
    cli::{self, Failure, say},
    compose,
    config::{Config, Storage, Switch},
    control::Control,
    patience::Patient,
    telemetry,
};
use axum::{Router, extract::ConnectInfo};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{conn::auto, graceful::GracefulShutdown},
    service::TowerToHyperService,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::{
    net::{IpAddr, SocketAddr, UdpSocket},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    signal::unix::{Signal, SignalKind, signal},
};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// Longest time until the headers of a connection's first request are whole.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Longest time from an answer to the whole headers of the next request on its connection. Proxies keep idle connections for a minute;
/// one that is closed here first fails a request that is already on its way.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// What waits for one connection, at most, and how much of a request's headers is taken in.
const MOST_WAITING: usize = 64 * 1024;
/// As many files and connections as we ask the system for.
const MOST_FILES: u64 = 65_536;
/// What a system sends to a process whose file grows beyond the limit set for it; unheard, it ends the process.
const SIGXFSZ: i32 = 25;
/// How long requests in flight get to finish after SIGTERM.
const DRAIN_TIME: Duration = Duration::from_secs(30);

pub async fn run(config: Config) -> Result<(), Failure> {
    telemetry::start_logs(&config)?;
    for warning in config.warnings() {
        tracing::warn!("{warning}");
    }
    make_room_for_connections();
    let metrics = telemetry::start_metrics()?.with_old_names(config.metrics_old_names == Switch::On);
    let stop = CancellationToken::new();
    let server = compose::build(&config, Some(metrics), &stop).await?;
    // Before the first answer, so that whoever has had one can stop the server without breaking anything off.
    let signals = stop_signals();
    // A file as large as it may be is refused like any other that the disk has no room for; it ends nothing.
    let _outgrown = signal(SignalKind::from_raw(SIGXFSZ));
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| Failure(format!("{} cannot be listened on: {error}.", config.listen)))?;
    let control = match config.storage {
        Storage::Embedded => Some(Control::open(cli::control_socket(&config))?),
        Storage::Dynamo(_) => None,
    };
    greet(&config, &server).await?;

    let background = server.start_background(&stop);
    let control = control.map(|control| tokio::spawn(control.serve(server.place())));
    let accepting = accept(listener, server.router.clone(), stop.clone());
    tokio::pin!(accepting);
    let mut lost = None;
    tokio::select! {
        () = &mut accepting => {}
        why = server.storage_lost() => {
            tracing::error!("stopping: {why}");
            lost = Some(Failure(format!("{why}.")));
            stop.cancel();
            accepting.await;
        }
        () = asked_to_stop(signals) => {
            tracing::info!("stopping: no new connections; requests in flight are finished");
            stop.cancel();
            accepting.await;
        }
    }
    stop.cancel();
    if let Some(control) = control {
        control.abort();
        let _ = control.await;
    }
    for task in background {
        let _ = task.await;
    }
    server.services.live.flush().await;
    server.shut_down();
    tracing::info!("stopped");
    lost.map_or(Ok(()), Err)
}

async fn greet(config: &Config, server: &compose::Server) -> Result<(), Failure> {
    for address in addresses(config) {
        say(format!("Roundtable is at {address}"));
    }
    let services = &server.services;
    let taken = identity::first::is_taken(services.store.as_ref()).await;
    let taken = taken.map_err(|error| Failure(format!("{error}.")))?;
    let closed = services.settings.registration == web::Registration::Off;
    if let Some(code) = services.settings.set_up_code.as_ref().filter(|_| !taken && !closed) {
        let (address, path) = (nearest(config), identity::first::set_up_path(code));
        say("The first account becomes the administrator. Create it here, with the set-up code at the end:");
        say(format!("{address}{path}"));
    }
    say("Open the address to make something and share it. Stop with Ctrl-C.");
    Ok(())
}

/// The address at which whoever starts the server opens it.
fn nearest(config: &Config) -> String {
    if config.base_url_given || !config.listen.ip().is_unspecified() {
        return config.base_url.clone();
    }
    format!("http://localhost:{}", config.listen.port())
}

/// Where to open it. A server that listens everywhere is reached by this machine's own name, and from a phone by its address.
fn addresses(config: &Config) -> Vec<String> {
    let here = nearest(config);
    if here == config.base_url {
        return vec![here];
    }
    let port = config.listen.port();
    let network = own_address().map(|address| {
        format!("http://{} (from a phone on the same network)", SocketAddr::new(address, port))
    });
    std::iter::once(here).chain(network).collect()
}

/// The address by which others on the network reach this machine. Nothing is sent: the system is only asked which way it would go.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|address| !address.is_unspecified())
}

/// SIGTERM and Ctrl-C, heard from this moment on.
fn stop_signals() -> Option<(Signal, Signal)> {
    Some((signal(SignalKind::terminate()).ok()?, signal(SignalKind::interrupt()).ok()?))
}

/// Resolves at the first of these signals.
async fn asked_to_stop(signals: Option<(Signal, Signal)>) {
    let Some((mut terminate, mut interrupt)) = signals else { return std::future::pending().await };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

/// Takes connections until `stop`, then lets those in flight finish.
pub async fn accept(listener: TcpListener, router: Router, stop: CancellationToken) {
    let open = GracefulShutdown::new();
    let mut http = auto::Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(IDLE_TIMEOUT).max_buf_size(MOST_WAITING);
    http.http2().timer(TokioTimer::new()).keep_alive_interval(Duration::from_secs(20));
    let http = Arc::new(http);
    loop {
        let (stream, peer) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, most likely: wait for some to be given back.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
        };
        serve_connection(&http, &open, stream, peer, router.clone());
    }
    drop(listener);
    // Live streams end at `stop` too, and browsers come back to the next server.
    tokio::select! {
        () = open.shutdown() => {}
        () = tokio::time::sleep(DRAIN_TIME) => tracing::warn!("some connections did not finish in time"),
    }
}

fn serve_connection(
    http: &Arc<auto::Builder<TokioExecutor>>,
    open: &GracefulShutdown,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) {
    let _ = stream.set_nodelay(true);
    let asked = Arc::new(AtomicBool::new(false));
    let heard = asked.clone();
    let service = router.map_request(move |mut request: http::Request<hyper::body::Incoming>| {
        heard.store(true, Ordering::Relaxed);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.map(axum::body::Body::new)
    });
    let (http, watcher) = (http.clone(), open.watcher());
    tokio::spawn(async move {
        let connection = http
            .serve_connection_with_upgrades(
                TokioIo::new(Patient::new(stream)),
                TowerToHyperService::new(service),
            )
            .into_owned();
        tokio::select! {
            ended = watcher.watch(connection) => if let Err(error) = ended {
                tracing::debug!(%error, "a connection broke off");
            },
            () = stays_silent(&asked) => tracing::debug!("a connection asked for nothing"),
        }
    });
}

/// Resolves when nothing was asked on a new connection in the time there is for that. Later requests have [`IDLE_TIMEOUT`].
async fn stays_silent(asked: &AtomicBool) {
    tokio::time::sleep(HEADER_TIME).await;
    if asked.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
}

/// How many live pages there may be: each holds a connection, and other requests and the store's files need some, too.
pub fn most_streams() -> u32 {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(MOST_FILES).min(MOST_FILES);
    let reserve = (files / 8).max(100);
    u32::try_from(files.saturating_sub(reserve)).unwrap_or(u32::MAX)
}

/// Every open page holds a connection, and systems start programs with room for about a thousand; who asks gets more.
fn make_room_for_connections() {
    let limit = getrlimit(Resource::Nofile);
    let current = limit.maximum.map_or(MOST_FILES, |most| most.min(MOST_FILES));
    if limit.current.is_none_or(|now| now >= current) {
        return;
    }
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(current), ..limit }) {
        tracing::debug!(%error, "the limit on open files stays as it is");
    }
}

//! Has a task done: by the server that runs on this data folder, or here when none does.

use crate::{
    cli::{self, Failure, say},
    compose,
    config::{Config, Storage},
    control,
    tasks::{self, Task},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

pub async fn run(config: &Config, task: Task) -> Result<(), Failure> {
    if config.storage == Storage::Embedded
        && let Some(answer) = control::ask(&cli::control_socket(config), &task, show).await
    {
        return answer;
    }
    let server = compose::build(config, None, &CancellationToken::new()).await?;
    let (lines, mut said) = mpsc::channel(64);
    let work = async {
        let done = tasks::run(task, &server.place(), &lines).await;
        drop(lines);
        // What a task left for later (deleting answers, say) is done before the program ends.
        let finished = server.runner.run_until_idle().await;
        done.and(finished.map(|_| ()).map_err(|error| format!("{error}.")))
    };
    let print = async {
        while let Some(line) = said.recv().await {
            say(line);
        }
    };
    let (done, ()) = tokio::join!(work, print);
    done.map_err(Failure)
}

async fn show(line: String) -> bool {
    say(line);
    true
}

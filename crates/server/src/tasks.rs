//! What an operator can have done on the data: by the running server through its control socket, or, when none is running,
//! by the command itself. Either way it is the same code.

use crate::{
    removal::{self, Removed},
    transfer::source::{self, Uploads},
};
use kernel::Role;
use outbound::HeldFiles;
use serde::{Deserialize, Serialize};
use std::{path::PathBuf, sync::Arc};
use store_embedded::EmbeddedStore;
use web::{Feature, Services};

/// A task as it travels over the control socket.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "task")]
pub enum Task {
    Doctor {
        repair: bool,
        /// Rows to remove instead: a table and a key each.
        #[serde(default)]
        remove: Vec<Vec<String>>,
    },
    /// Rows to put back where none is, as lines.
    PutBack {
        rows: Vec<String>,
    },
    CreateAccount {
        email: String,
        name: String,
        roles: Vec<Role>,
        password: String,
    },
    SetRoles {
        email: String,
        roles: Vec<Role>,
    },
    ResetLink {
        email: String,
    },
    Unlock {
        email: String,
    },
    SetActive {
        email: String,
        active: bool,
    },
    /// What kind of thing, by the name that its feature gives to the command.
    TakeDown {
        noun: String,
        id: String,
    },
    /// New passcodes for a thing of the kind with this name.
    Reset {
        noun: String,
        id: String,
    },
    /// All data as the lines of an export, as it is at this moment.
    Export {
        uploads: Uploads,
    },
}

/// What tasks are carried out on.
#[derive(Clone)]
pub struct Place {
    pub services: Arc<Services>,
    pub features: Arc<Vec<Feature>>,
    pub embedded: Option<Arc<EmbeddedStore>>,
    pub files: Option<Arc<HeldFiles>>,
    /// Where removed rows are kept.
    pub folder: PathBuf,
}

impl Place {
    /// A new file of removed rows.
    pub fn removed(&self) -> Removed {
        Removed::at(self.folder.clone(), self.services.clock.now())
    }
}

/// Lines for the operator as they come, through a channel so that long work shows its progress.
pub type Lines = tokio::sync::mpsc::Sender<String>;

/// Does the task. An error is one sentence.
pub async fn run(task: Task, place: &Place, lines: &Lines) -> Result<(), String> {
    let services = &place.services;
    let say = async |line: String| {
        let _ = lines.send(line).await;
    };
    let sentence = |problem: web::Problem| problem.detail;
    match task {
        Task::Doctor { repair, remove } if remove.is_empty() => {
            crate::doctor::examine(place, repair, lines).await?;
        }
        Task::Doctor { remove, .. } => {
            let named: Result<Vec<_>, _> = remove.iter().map(|words| removal::named(words)).collect();
            removal::remove(services.store.as_ref(), &named?, &mut place.removed(), lines).await?;
        }
        Task::PutBack { rows } => removal::put_back(services.store.as_ref(), &rows, lines).await?,
        Task::CreateAccount { email, name, roles, password } => {
            let user = identity::operator::create_account(services, &email, &name, &password, &roles)
                .await
                .map_err(|e| sentence(e.into()))?;
            say(format!("Created {email} as {user}.")).await;
        }
        Task::SetRoles { email, roles } => {
            identity::operator::set_roles(services, &email, &roles).await.map_err(|e| sentence(e.into()))?;
            say(format!("{email} now has {}.", role_names(&roles))).await;
        }
        Task::ResetLink { email } => {
            let link = identity::operator::make_reset_link(services, &email)
                .await
                .map_err(|e| sentence(e.into()))?;
            say(link).await;
        }
        Task::Unlock { email } => {
            identity::operator::unlock(services, &email).await.map_err(|e| sentence(e.into()))?;
            say(format!("{email} can try to sign in again.")).await;
        }
        Task::SetActive { email, active } => {
            identity::operator::set_active(services, &email, active).await.map_err(|e| sentence(e.into()))?;
            let state = if active { "active: its owner can sign in again" } else { "deactivated" };
            say(format!("The account of {email} is {state}.")).await;
        }
        Task::TakeDown { noun, id } => {
            let what = services.joined.take_down.iter().find(|what| what.noun == noun);
            let what = what.ok_or_else(|| format!("There is no such thing as a {noun} here."))?;
            what.run.take_down(services, &id).await.map_err(sentence)?;
            say(format!("{id} is gone.")).await;
        }
        Task::Reset { noun, id } => {
            let what = services.joined.take_down.iter().find(|what| what.noun == noun);
            let what = what.ok_or_else(|| format!("There is no such thing as a {noun} here."))?;
            for line in what.run.reset(services, &id).await.map_err(sentence)? {
                say(line).await;
            }
        }
        Task::Export { uploads } => export(place, uploads, lines).await?,
    }
    Ok(())
}

/// The embedded store stands still for an export while others go on writing; DynamoDB cannot. No file goes meanwhile.
async fn export(place: &Place, uploads: Uploads, lines: &Lines) -> Result<(), String> {
    let hold = place.files.as_ref().map(HeldFiles::hold);
    let files = (uploads == Uploads::Sent).then_some(place.services.outbound.files.as_ref());
    let sent = match &place.embedded {
        Some(embedded) => source::send_frozen(embedded, files, lines.clone()).await,
        None => source::send_store(place.services.store.as_ref(), files, lines.clone()).await,
    };
    if let Some(hold) = hold {
        hold.end().await;
    }
    sent.map_err(|failure| failure.0)
}

fn role_names(roles: &[Role]) -> String {
    match roles {
        [] => "no roles".into(),
        roles => roles.iter().map(|role| format!("{role:?}")).collect::<Vec<_>>().join(", "),
    }
}

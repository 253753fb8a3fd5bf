//! `shareable delete CODE` and `ranked delete ID`.

use crate::tasks::Task;
use clap::Subcommand;

#[derive(Debug, Clone, Subcommand)]
pub enum TakeDown {
    /// Delete it, with every answer to it
    Delete { id: String },
}

impl TakeDown {
    pub fn shareable(self) -> Task {
        let Self::Delete { id } = self;
        Task::DeleteShareable { code: id }
    }

    pub fn ranked(self) -> Task {
        let Self::Delete { id } = self;
        Task::DeleteRanked { id }
    }
}

//! A SuperAdmin deactivates an account, and lets it in again. What it holds stays; nobody can sign in to it meanwhile.

use super::change_roles::edit_counted;
use crate::{error::Result, model::Account};
use kernel::{Moment, UserId};
use web::{Expected, Services};

/// Deactivates an account, unless it is the last SuperAdmin's. Sessions, API tokens and reset links of before do not come back with it.
pub async fn deactivate_account(services: &Services, user: UserId) -> Result<Account> {
    let now = Moment::from(services.clock.now());
    let change = |account: &mut Account| {
        if account.is_active() {
            account.deactivated_at = Some(now);
            (account.epoch, account.resets) = (account.epoch + 1, account.resets + 1);
        }
    };
    edit_counted(services, user, &Expected::any(), change, |_| Ok(Vec::new())).await
}

/// Lets the owner sign in again.
pub async fn reactivate_account(services: &Services, user: UserId) -> Result<Account> {
    let change = |account: &mut Account| account.deactivated_at = None;
    edit_counted(services, user, &Expected::any(), change, |_| Ok(Vec::new())).await
}

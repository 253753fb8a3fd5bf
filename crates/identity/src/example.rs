//! The people of the example.

use crate::operator;
use async_trait::async_trait;
use kernel::Account;
use web::{
    Example, Problem,
    example::{Cast, Club},
};

pub struct People;

#[async_trait]
impl Example for People {
    async fn fill(&self, club: &mut Club) -> Result<(), Problem> {
        club.days_ago(90);
        for who in Cast::ALL {
            let (name, roles) = (who.name(), who.roles());
            let made =
                operator::create_account(&club.services, &who.email(), name, &club.password, roles).await;
            let account = Account { user_id: made?, display_name: name.to_owned(), roles: roles.to_vec() };
            club.join(who, account);
            club.later();
        }
        Ok(())
    }
}

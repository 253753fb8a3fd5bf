//! Who may do what. Every endpoint and every page asks [`Access::may`], and nothing else decides.

use super::role_group::{Permission, RoleGroupName, SQUASH};
use kernel::{Account, Open, Role, UserId, actor::Refused};
use std::collections::BTreeSet;

/// What somebody may want to do in the club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// See sites and tags.
    ReadSites,
    /// Rate, comment, see who said what, and everything of one's own.
    TakePart,
    /// Add, edit, read anew and delete sites.
    WriteSites,
    /// Delete other people's comments.
    Moderate,
    /// See role groups and their members.
    SeeRoles,
    /// Change them, and people's roles.
    GovernRoles,
    /// See when and from where somebody last signed in.
    SeeSignIns(UserId),
    SeeSquash,
    ChangeSquash,
}

/// Why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The caller may know that it exists.
    Refused(Refused),
    /// For the caller it is not there.
    Hidden,
}

/// Who is asking, with the role groups they belong to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Access {
    pub account: Option<Account>,
    pub groups: Vec<RoleGroupName>,
    /// What their groups carry; those that are not known give no right.
    pub permissions: BTreeSet<Open<Permission>>,
    /// Whether sites and tags are for everyone, also without an account.
    pub open_to_all: bool,
}

impl Access {
    /// The one rule of the club.
    pub fn may(&self, act: Act) -> Result<(), Refusal> {
        let Some(account) = &self.account else {
            let open = act == Act::ReadSites && self.open_to_all;
            return if open { Ok(()) } else { Err(Refusal::Refused(Refused::SignedOut)) };
        };
        let allowed = match act {
            Act::ReadSites | Act::TakePart => true,
            Act::WriteSites => account.has(Role::Admin) || self.has(Permission::SitesWrite),
            Act::Moderate => account.has(Role::Admin) || self.has(Permission::SitesModerate),
            Act::SeeRoles | Act::GovernRoles => account.has(Role::SuperAdmin),
            Act::SeeSignIns(of) => account.user_id == of || account.has(Role::SuperAdmin),
            Act::SeeSquash => self.sees_squash(account),
            Act::ChangeSquash => self.sees_squash(account) && account.has(Role::Manager),
        };
        match act {
            _ if allowed => Ok(()),
            Act::SeeSquash | Act::ChangeSquash if !self.sees_squash(account) => Err(Refusal::Hidden),
            _ => Err(Refusal::Refused(Refused::NotAllowed)),
        }
    }

    pub fn allows(&self, act: Act) -> bool {
        self.may(act).is_ok()
    }

    fn has(&self, permission: Permission) -> bool {
        self.permissions.contains(&Open::Known(permission))
    }

    fn sees_squash(&self, account: &Account) -> bool {
        account.has(Role::SuperAdmin) || self.groups.iter().any(|group| group.as_str() == SQUASH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Act::{ChangeSquash, GovernRoles, Moderate, ReadSites, SeeRoles, SeeSquash, TakePart, WriteSites};

    fn someone(roles: &[Role], groups: &[&str], permissions: &[Permission]) -> Access {
        let account = Account {
            user_id: UserId(uuid::Uuid::nil()),
            display_name: "Ana".into(),
            roles: roles.to_vec(),
            time_zone: None,
        };
        Access {
            account: Some(account),
            groups: groups.iter().map(|name| name.parse().unwrap()).collect(),
            permissions: permissions.iter().copied().map(Open::Known).collect(),
            open_to_all: true,
        }
    }

    #[test]
    fn each_kind_of_caller_may_do_exactly_this() {
        let acts =
            [ReadSites, TakePart, WriteSites, Moderate, SeeRoles, GovernRoles, SeeSquash, ChangeSquash];
        let anonymous = Access { open_to_all: true, ..Access::default() };
        let table = [
            ("anonymous", anonymous, "y-------"),
            ("anonymous, closed", Access::default(), "--------"),
            ("member", someone(&[], &[], &[]), "yy------"),
            ("writer", someone(&[], &["Keepers"], &[Permission::SitesWrite]), "yyy-----"),
            ("moderator", someone(&[], &["Keepers"], &[Permission::SitesModerate]), "yy-y----"),
            ("admin", someone(&[Role::Admin], &[], &[]), "yyyy----"),
            ("manager", someone(&[Role::Manager], &[], &[]), "yy------"),
            ("squash player", someone(&[], &["Squash"], &[]), "yy----y-"),
            ("admin who plays", someone(&[Role::Admin], &["Squash"], &[]), "yyyy--y-"),
            ("squash manager", someone(&[Role::Manager], &["Squash"], &[]), "yy----yy"),
            ("super admin", someone(&[Role::SuperAdmin], &[], &[]), "yyyyyyyy"),
        ];
        for (who, access, expected) in table {
            let may: String = acts.iter().map(|act| if access.allows(*act) { 'y' } else { '-' }).collect();
            assert_eq!(may, expected, "{who}");
        }
    }

    #[test]
    fn outsiders_are_not_told_that_there_is_a_ladder() {
        let manager = someone(&[Role::Manager], &[], &[]);
        assert_eq!(manager.may(SeeSquash), Err(Refusal::Hidden));
        assert_eq!(manager.may(ChangeSquash), Err(Refusal::Hidden));
        let player = someone(&[], &["Squash"], &[]);
        assert_eq!(player.may(ChangeSquash), Err(Refusal::Refused(Refused::NotAllowed)));
    }

    #[test]
    fn a_last_sign_in_is_for_oneself_and_super_admin() {
        let (me, other) = (UserId(uuid::Uuid::nil()), UserId(uuid::Uuid::max()));
        assert!(someone(&[], &[], &[]).allows(Act::SeeSignIns(me)));
        assert!(!someone(&[Role::Admin], &[], &[]).allows(Act::SeeSignIns(other)));
        assert!(someone(&[Role::SuperAdmin], &[], &[]).allows(Act::SeeSignIns(other)));
    }
}

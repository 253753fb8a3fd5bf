//! Use cases, one file each: load, allow, decide, store. JSON handlers, pages and the command line all come here.

pub mod change_email;
pub mod change_notifications;
pub mod change_password;
pub mod change_profile;
pub mod change_roles;
pub mod confirm_email;
pub mod create_account;
pub mod deactivate_account;
pub mod delete_account;
pub mod deliver_announcement;
pub mod end_sessions;
pub mod export_account;
pub mod find_person;
pub mod follow_calendar;
pub mod hand_reset_link;
pub mod list_people;
pub mod list_secrets;
pub mod make_token;
pub mod push_announcement;
pub mod register;
pub mod request_reset;
pub mod reset_password;
pub mod set_device_token;
pub mod sign_in;
pub mod sign_in_elsewhere;
pub mod subscribe_push;

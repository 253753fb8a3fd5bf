//! How calls about groups and hangouts fail, each list stated once for the API's description.

pub use web::failures::Creating;

web::failures! {
    /// Of everything that is somebody's own.
    OneselfOnly: 401 "not signed in";
    /// Of what the members of a group may do.
    Members: 401 "not signed in", 404 "no such group, or you are not in it";
    /// Of what only the owners of a group may do.
    Owners:
        401 "not signed in",
        403 "not an owner",
        404 "no such group, you are not in it, or it has no such member or link";
    /// Of adding people to a group.
    Adding:
        401 "not signed in",
        403 "not an owner, or the person wants not to be added again: they can join by a link",
        404 "no such group, or you are not in it";
    /// Of what everyone who sees a hangout may do.
    Invited: 401 "not signed in", 404 "no such hangout, or you are not invited";
    /// Of what only those may do who may edit a hangout.
    Editors:
        401 "not signed in",
        403 "neither its creator nor an owner of one of its groups",
        404 "no such hangout, or you are not invited";
    /// Of changing what others change too.
    Versions: 409 "others edit it at this moment", 412 "changed in the meantime";
    /// Of following an invite link.
    Links: 404 "no such link", 410 "the link has expired";
}

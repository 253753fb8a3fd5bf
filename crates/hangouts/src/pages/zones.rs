//! In which zone a reader sees the times of a hangout: at a place in the place's first, else in their own.

use crate::model::{Hangout, Pointer};
use kernel::Zone;
use web::Zones;

pub fn of_hangout(hangout: &Hangout, zones: &Zones) -> Zones {
    of(hangout.location.as_deref(), hangout.time_zone.as_ref(), zones)
}

pub fn of_pointer(pointer: &Pointer, zones: &Zones) -> Zones {
    of(pointer.location.as_deref(), pointer.time_zone.as_ref(), zones)
}

fn of(location: Option<&str>, zone: Option<&Zone>, zones: &Zones) -> Zones {
    if location.is_some() { zones.place(zone.cloned()) } else { zones.thing(zone.cloned()) }
}

//! Enums whose values have names: as serde writes them, and as forms and keys hold them.

/// Names the values of an enum, and finds them by their names.
///
/// ```text
/// named!(Response: Going "going", Maybe "maybe", NotGoing "notGoing");
/// ```
#[macro_export]
macro_rules! named {
    ($type:ty: $($value:ident $name:literal),+) => {
        impl $type {
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            pub fn of_name(name: &str) -> Option<Self> {
                [$(Self::$value),+].into_iter().find(|one| one.name() == name)
            }
        }
    };
}

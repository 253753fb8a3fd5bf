//! Items: what both engines store.

use crate::{
    Key, Table, Text, Value, View,
    packed::{Packed, Reader},
};
use std::{borrow::Cow, fmt, slice};

/// A stored item: attributes in the order of their names.
///
/// One that was read stays packed as storage holds it, and its values are looked at where they lie: most items are read only to
/// become an entity, and need no other form on the way.
#[derive(Clone)]
pub struct Item(pub(crate) Form);

#[derive(Clone)]
pub(crate) enum Form {
    Built(Vec<(Text, Value)>),
    Packed(Packed),
}

impl Default for Item {
    fn default() -> Self {
        Self(Form::Built(Vec::new()))
    }
}

impl Item {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn get(&self, name: &str) -> Option<View<'_>> {
        match &self.0 {
            Form::Built(attributes) => find(attributes, name).ok().map(|at| (&attributes[at].1).into()),
            Form::Packed(packed) => packed.get(name),
        }
    }

    pub fn contains(&self, name: &str) -> bool {
        match &self.0 {
            Form::Built(attributes) => find(attributes, name).is_ok(),
            Form::Packed(packed) => packed.place(name).is_some(),
        }
    }

    /// Sets an attribute, replacing what was there.
    pub fn set(&mut self, name: impl Into<Text>, value: impl Into<Value>) {
        let (name, value) = (name.into(), value.into());
        self.change(|attributes| match find(attributes, &name) {
            Ok(at) => attributes[at].1 = value,
            Err(at) => attributes.insert(at, (name, value)),
        });
    }

    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.change(|attributes| find(attributes, name).ok().map(|at| attributes.remove(at).1))
    }

    #[must_use]
    pub fn with(mut self, name: impl Into<Text>, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    /// Sets the key attributes that `table` declares.
    #[must_use]
    pub fn with_key(mut self, table: &Table, key: Key) -> Self {
        self.set(table.key.pk.name, key.pk);
        if let (Some(attr), Some(sk)) = (table.key.sk, key.sk) {
            self.set(attr.name, sk);
        }
        self
    }

    pub fn iter(&self) -> Attributes<'_> {
        match &self.0 {
            Form::Built(attributes) => Attributes::Built(attributes.iter()),
            Form::Packed(packed) => Attributes::Packed(packed.names().iter(), packed.values()),
        }
    }

    /// The packed form; an item that was built is packed for this.
    pub(crate) fn packed(&self) -> Cow<'_, Packed> {
        match &self.0 {
            Form::Built(attributes) => Cow::Owned(Packed::of(attributes)),
            Form::Packed(packed) => Cow::Borrowed(packed),
        }
    }

    pub fn len(&self) -> usize {
        self.iter().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes the attributes, which are built for that if they were not.
    fn change<T>(&mut self, change: impl FnOnce(&mut Vec<(Text, Value)>) -> T) -> T {
        let mut attributes = std::mem::take(self).into_iter().collect();
        let answer = change(&mut attributes);
        self.0 = Form::Built(attributes);
        answer
    }
}

fn find(attributes: &[(Text, Value)], name: &str) -> Result<usize, usize> {
    attributes.binary_search_by(|(held, _)| held.as_str().cmp(name))
}

impl From<Packed> for Item {
    fn from(packed: Packed) -> Self {
        Self(Form::Packed(packed))
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// The names and values of an item, in the order of the names.
pub enum Attributes<'a> {
    Built(slice::Iter<'a, (Text, Value)>),
    Packed(slice::Iter<'a, Text>, Reader<'a>),
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, View<'a>);

    #[expect(
        clippy::inline_always,
        reason = "measured: a view is large to hand over, and is taken apart at once"
    )]
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Built(attributes) => attributes.next().map(|(name, value)| (name.as_str(), value.into())),
            Self::Packed(names, values) => names.next().map(|name| (name.as_str(), values.view())),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Built(attributes) => attributes.size_hint(),
            Self::Packed(names, _) => names.size_hint(),
        }
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl<'a> IntoIterator for &'a Item {
    type Item = (&'a str, View<'a>);
    type IntoIter = Attributes<'a>;

    fn into_iter(self) -> Attributes<'a> {
        self.iter()
    }
}

impl IntoIterator for Item {
    type Item = (Text, Value);
    type IntoIter = std::vec::IntoIter<(Text, Value)>;

    fn into_iter(self) -> Self::IntoIter {
        match self.0 {
            Form::Built(attributes) => attributes.into_iter(),
            Form::Packed(_) => {
                let built: Vec<_> =
                    self.iter().map(|(name, value)| (Text::new(name), value.to_value())).collect();
                built.into_iter()
            }
        }
    }
}

impl FromIterator<(Text, Value)> for Item {
    fn from_iter<I: IntoIterator<Item = (Text, Value)>>(attributes: I) -> Self {
        let mut attributes: Vec<_> = attributes.into_iter().collect();
        attributes.sort_by(|(a, _), (b, _)| a.cmp(b));
        // Of one name given twice the later value stays, as in a map.
        attributes.dedup_by(|(name, value), (earlier, held)| {
            let again = name == earlier;
            if again {
                std::mem::swap(value, held);
            }
            again
        });
        Self(Form::Built(attributes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn an_item_is_a_map_in_order_of_its_names(pairs in proptest::collection::vec(("[a-d]{0,2}", 0..9_i64), 0..12)) {
            let map: BTreeMap<String, i64> = pairs.iter().cloned().collect();
            let collected: Item = pairs.iter().map(|(name, n)| (name.into(), Value::from(*n))).collect();
            let set = pairs.iter().fold(Item::new(), |item, (name, n)| item.with(name.as_str(), *n));
            prop_assert_eq!(&collected, &set);
            prop_assert!(set.iter().map(|(name, _)| name).eq(map.keys().map(String::as_str)));
            for (name, n) in &map {
                prop_assert_eq!(set.get(name), Some(View::N((*n).into())));
            }
        }

        #[test]
        fn a_removed_attribute_is_gone_and_the_others_stay(names in proptest::collection::btree_set("[a-d]{1,2}", 1..8)) {
            let mut item = names.iter().fold(Item::new(), |item, name| item.with(name.as_str(), 1));
            let first = names.first().unwrap();
            prop_assert_eq!(item.remove(first), Some(Value::from(1)));
            prop_assert_eq!(item.remove(first), None);
            prop_assert_eq!(item.len(), names.len() - 1);
            prop_assert!(!item.contains(first));
        }
    }
}

//! The named fields and the lists that an entity's parts become.

use super::{about, key::NameSerializer, ser::ValueSerializer};
use crate::{Item, Result, StoreError, Text, Value};
use serde::{
    Serialize,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
        SerializeTupleStruct, SerializeTupleVariant,
    },
};
use std::marker::PhantomData;

/// What named fields become: a whole item, or a map inside one.
pub(super) trait Target {
    type Ok;
    /// Whether a map's `None` becomes NULL. At the top it cannot: flattened fields arrive as a map's entries.
    const KEEPS_NONE: bool;
    fn finish(attributes: Vec<(Text, Value)>) -> Self::Ok;
}

pub(super) struct Top;

impl Target for Top {
    type Ok = Item;
    const KEEPS_NONE: bool = false;

    fn finish(attributes: Vec<(Text, Value)>) -> Item {
        attributes.into_iter().collect()
    }
}

pub(super) struct Nested;

impl Target for Nested {
    type Ok = Option<Value>;
    const KEEPS_NONE: bool = true;

    fn finish(attributes: Vec<(Text, Value)>) -> Option<Value> {
        Some(Value::M(attributes.into_iter().collect()))
    }
}

/// The fields of a struct or the entries of a map; a struct variant puts them under its name.
pub(super) struct Fields<T: Target> {
    attributes: Vec<(Text, Value)>,
    name: Text,
    variant: Option<&'static str>,
    target: PhantomData<T>,
}

impl<T: Target> Fields<T> {
    pub(super) fn new(length: usize, variant: Option<&'static str>) -> Self {
        Self { attributes: Vec::with_capacity(length), name: Text::default(), variant, target: PhantomData }
    }

    fn push<V: Serialize + ?Sized>(&mut self, name: Text, value: &V, keep_none: bool) -> Result<()> {
        let value = value.serialize(ValueSerializer).map_err(|error| about(&name, error))?;
        match value {
            Some(value) => self.attributes.push((name, value)),
            None if keep_none => self.attributes.push((name, Value::Null)),
            None => {}
        }
        Ok(())
    }

    fn finish(self) -> T::Ok {
        match self.variant {
            None => T::finish(self.attributes),
            Some(variant) => tagged::<T>(variant, Value::M(self.attributes.into_iter().collect())),
        }
    }
}

pub(super) fn tagged<T: Target>(variant: &'static str, content: Value) -> T::Ok {
    T::finish(vec![(Text::const_new(variant), content)])
}

impl<T: Target> SerializeStruct for Fields<T> {
    type Ok = T::Ok;
    type Error = StoreError;

    fn serialize_field<V: Serialize + ?Sized>(&mut self, name: &'static str, value: &V) -> Result<()> {
        self.push(Text::const_new(name), value, false)
    }

    fn end(self) -> Result<T::Ok> {
        Ok(self.finish())
    }
}

impl<T: Target> SerializeStructVariant for Fields<T> {
    type Ok = T::Ok;
    type Error = StoreError;

    fn serialize_field<V: Serialize + ?Sized>(&mut self, name: &'static str, value: &V) -> Result<()> {
        self.push(Text::const_new(name), value, false)
    }

    fn end(self) -> Result<T::Ok> {
        Ok(self.finish())
    }
}

impl<T: Target> SerializeMap for Fields<T> {
    type Ok = T::Ok;
    type Error = StoreError;

    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<()> {
        self.name = key.serialize(NameSerializer)?;
        Ok(())
    }

    fn serialize_value<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<()> {
        let name = std::mem::take(&mut self.name);
        self.push(name, value, T::KEEPS_NONE)
    }

    fn end(self) -> Result<T::Ok> {
        Ok(self.finish())
    }
}

/// The elements of a list; a tuple variant puts them under its name.
pub(super) struct Elements<T: Target> {
    values: Vec<Value>,
    variant: Option<&'static str>,
    target: PhantomData<T>,
}

impl<T: Target> Elements<T> {
    pub(super) fn new(length: usize, variant: Option<&'static str>) -> Self {
        Self { values: Vec::with_capacity(length), variant, target: PhantomData }
    }

    fn push<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<()> {
        self.values.push(value.serialize(ValueSerializer)?.unwrap_or(Value::Null));
        Ok(())
    }
}

macro_rules! list {
    ($($trait:ident $method:ident),*) => {
        $(impl $trait for Elements<Nested> {
            type Ok = Option<Value>;
            type Error = StoreError;

            fn $method<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<()> {
                self.push(value)
            }

            fn end(self) -> Result<Option<Value>> {
                Ok(Some(Value::L(self.values)))
            }
        })*
    };
}

list! { SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field }

impl<T: Target> SerializeTupleVariant for Elements<T> {
    type Ok = T::Ok;
    type Error = StoreError;

    fn serialize_field<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<()> {
        self.push(value)
    }

    fn end(self) -> Result<T::Ok> {
        Ok(tagged::<T>(self.variant.unwrap_or_default(), Value::L(self.values)))
    }
}

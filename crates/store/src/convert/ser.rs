//! From entities to items.

use super::{about, key::NameSerializer};
use crate::{Item, Number, Result, StoreError, Text, Value};
use serde::{
    Serialize, Serializer,
    ser::{
        Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
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
    fn new(length: usize, variant: Option<&'static str>) -> Self {
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

fn tagged<T: Target>(variant: &'static str, content: Value) -> T::Ok {
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
    fn new(length: usize, variant: Option<&'static str>) -> Self {
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

/// Writes a value; `None` is the value that is not there.
struct ValueSerializer;

macro_rules! whole {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<Option<Value>> {
            Ok(Some(Value::N(value.into())))
        })*
    };
}

macro_rules! decimal {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<Option<Value>> {
            // The shortest text that reads back as the same number is what should be stored of a float.
            let number = value.to_string().parse::<Number>();
            Ok(Some(Value::N(number.map_err(serde::ser::Error::custom)?)))
        })*
    };
}

impl Serializer for ValueSerializer {
    type Ok = Option<Value>;
    type Error = StoreError;
    type SerializeSeq = Elements<Nested>;
    type SerializeTuple = Elements<Nested>;
    type SerializeTupleStruct = Elements<Nested>;
    type SerializeTupleVariant = Elements<Nested>;
    type SerializeMap = Fields<Nested>;
    type SerializeStruct = Fields<Nested>;
    type SerializeStructVariant = Fields<Nested>;

    whole! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }
    decimal! { serialize_f32: f32, serialize_f64: f64, serialize_i128: i128, serialize_u128: u128 }

    fn serialize_bool(self, value: bool) -> Result<Option<Value>> {
        Ok(Some(Value::Bool(value)))
    }

    fn serialize_char(self, value: char) -> Result<Option<Value>> {
        Ok(Some(Value::S(Text::from(&*value.encode_utf8(&mut [0; 4])))))
    }

    fn serialize_str(self, value: &str) -> Result<Option<Value>> {
        Ok(Some(value.into()))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Option<Value>> {
        Ok(Some(Value::B(value.to_vec())))
    }

    fn serialize_none(self) -> Result<Option<Value>> {
        Ok(None)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Option<Value>> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Option<Value>> {
        Ok(Some(Value::Null))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Option<Value>> {
        Ok(Some(Value::Null))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Option<Value>> {
        Ok(Some(Value::S(Text::const_new(variant))))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Option<Value>> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Option<Value>> {
        Ok(tagged::<Nested>(variant, value.serialize(self)?.unwrap_or(Value::Null)))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Elements<Nested>> {
        Ok(Elements::new(length.unwrap_or(0), None))
    }

    fn serialize_tuple(self, length: usize) -> Result<Elements<Nested>> {
        Ok(Elements::new(length, None))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Elements<Nested>> {
        Ok(Elements::new(length, None))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Elements<Nested>> {
        Ok(Elements::new(length, Some(variant)))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Fields<Nested>> {
        Ok(Fields::new(length.unwrap_or(0), None))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Fields<Nested>> {
        Ok(Fields::new(length, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Fields<Nested>> {
        Ok(Fields::new(length, Some(variant)))
    }
}

/// Writes a whole item: only what has named fields can be one.
pub(super) struct ItemSerializer;

fn not_an_item<T>() -> Result<T> {
    Err(StoreError::Invalid("only a struct or a map can be an item".to_owned()))
}

macro_rules! refused {
    ($($method:ident($($type:ty),*)),*) => {
        $(fn $method(self $(, _: $type)*) -> Result<Item> { not_an_item() })*
    };
}

impl Serializer for ItemSerializer {
    type Ok = Item;
    type Error = StoreError;
    type SerializeSeq = Impossible<Item, StoreError>;
    type SerializeTuple = Impossible<Item, StoreError>;
    type SerializeTupleStruct = Impossible<Item, StoreError>;
    type SerializeTupleVariant = Elements<Top>;
    type SerializeMap = Fields<Top>;
    type SerializeStruct = Fields<Top>;
    type SerializeStructVariant = Fields<Top>;

    refused! {
        serialize_bool(bool), serialize_char(char), serialize_str(&str), serialize_bytes(&[u8]),
        serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_u8(u8), serialize_u16(u16), serialize_u32(u32), serialize_u64(u64),
        serialize_f32(f32), serialize_f64(f64), serialize_none(), serialize_unit(),
        serialize_unit_struct(&'static str), serialize_unit_variant(&'static str, u32, &'static str)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Item> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Item> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Item> {
        Ok(tagged::<Top>(variant, value.serialize(ValueSerializer)?.unwrap_or(Value::Null)))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
        not_an_item()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        not_an_item()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct> {
        not_an_item()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Elements<Top>> {
        Ok(Elements::new(length, Some(variant)))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Fields<Top>> {
        Ok(Fields::new(length.unwrap_or(0), None))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Fields<Top>> {
        // Room for the key attributes, which most entities leave to the table.
        Ok(Fields::new(length + 2, None))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Fields<Top>> {
        Ok(Fields::new(length, Some(variant)))
    }
}

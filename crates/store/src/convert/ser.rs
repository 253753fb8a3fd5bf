//! From entities to items.

use super::parts::{Elements, Fields, Nested, Top, tagged};
use crate::{Item, Number, Result, StoreError, Text, Value};
use serde::{Serialize, Serializer, ser::Impossible};

/// Writes a value; `None` is the value that is not there.
pub(super) struct ValueSerializer;

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

//! Names of map entries: strings, and what is plainly written as one (whole numbers, flags, unit variants).

use crate::{Result, StoreError, Text};
use serde::{
    Serialize, Serializer, de,
    de::{Deserializer, IntoDeserializer, Visitor, value::StrDeserializer},
    forward_to_deserialize_any,
    ser::Impossible,
};

pub(super) struct NameSerializer;

fn not_a_name<T>() -> Result<T> {
    Err(StoreError::Invalid("the keys of a map must be strings".to_owned()))
}

macro_rules! written {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<Text> {
            Ok(compact_str::format_compact!("{value}"))
        })*
    };
}

macro_rules! refused {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, _: $type) -> Result<Text> { not_a_name() })*
    };
}

impl Serializer for NameSerializer {
    type Ok = Text;
    type Error = StoreError;
    type SerializeSeq = Impossible<Text, StoreError>;
    type SerializeTuple = Impossible<Text, StoreError>;
    type SerializeTupleStruct = Impossible<Text, StoreError>;
    type SerializeTupleVariant = Impossible<Text, StoreError>;
    type SerializeMap = Impossible<Text, StoreError>;
    type SerializeStruct = Impossible<Text, StoreError>;
    type SerializeStructVariant = Impossible<Text, StoreError>;

    written! {
        serialize_bool: bool, serialize_char: char,
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_i128: i128,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_u128: u128
    }
    refused! { serialize_f32: f32, serialize_f64: f64, serialize_bytes: &[u8], serialize_unit_struct: &'static str }

    fn serialize_str(self, value: &str) -> Result<Text> {
        Ok(value.into())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Text> {
        Ok(Text::const_new(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Text> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Text> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Result<Text> {
        not_a_name()
    }

    fn serialize_unit(self) -> Result<Text> {
        not_a_name()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Text> {
        not_a_name()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
        not_a_name()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
        not_a_name()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct> {
        not_a_name()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        not_a_name()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        not_a_name()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        not_a_name()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant> {
        not_a_name()
    }
}

/// Reads a name back as what it was written from.
pub(super) struct NameDeserializer<'de>(pub &'de str);

impl NameDeserializer<'_> {
    fn text(&self) -> StrDeserializer<'_, StoreError> {
        self.0.into_deserializer()
    }
}

macro_rules! parsed {
    ($($method:ident => $visit:ident),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => Err(de::Error::invalid_value(de::Unexpected::Str(self.0), &visitor)),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for NameDeserializer<'de> {
    type Error = StoreError;

    parsed! {
        deserialize_bool => visit_bool,
        deserialize_i8 => visit_i8, deserialize_i16 => visit_i16, deserialize_i32 => visit_i32,
        deserialize_i64 => visit_i64, deserialize_i128 => visit_i128,
        deserialize_u8 => visit_u8, deserialize_u16 => visit_u16, deserialize_u32 => visit_u32,
        deserialize_u64 => visit_u64, deserialize_u128 => visit_u128
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.text().deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

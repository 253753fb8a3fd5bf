//! From items to entities.

use super::{about, key::NameDeserializer};
use crate::{Number, Result, StoreError, View, view};
use serde::{
    de::{
        self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Unexpected, VariantAccess,
        Visitor, value::SeqDeserializer,
    },
    forward_to_deserialize_any,
};

/// The attributes of an item, or the entries of a map inside one.
pub(super) struct Attributes<'de, I> {
    rest: I,
    value: Option<(&'de str, View<'de>)>,
}

impl<'de, I: ExactSizeIterator<Item = (&'de str, View<'de>)>> Attributes<'de, I> {
    pub(super) fn new(attributes: I) -> Self {
        Self { rest: attributes, value: None }
    }
}

impl<'de, I: ExactSizeIterator<Item = (&'de str, View<'de>)>> MapAccess<'de> for Attributes<'de, I> {
    type Error = StoreError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.value = self.rest.next();
        self.value.map(|(name, _)| seed.deserialize(NameDeserializer(name))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        let (name, value) = self.value.take().ok_or_else(|| de::Error::custom("a value without a name"))?;
        seed.deserialize(ValueDeserializer(value)).map_err(|error| about(name, error))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

impl<'de, I: ExactSizeIterator<Item = (&'de str, View<'de>)>> Deserializer<'de> for Attributes<'de, I> {
    type Error = StoreError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_map(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    /// The attribute that is named like a variant holds it; the others, such as keys, are not the enum's.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let mut found = self.rest.filter(|(name, _)| variants.contains(name));
        match (found.next(), found.next()) {
            (Some((variant, content)), None) => {
                visitor.visit_enum(Variant { name: variant, content: Some(content) })
            }
            _ => Err(de::Error::custom(format!("expected exactly one variant of {name}"))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

#[derive(Clone, Copy)]
struct ValueDeserializer<'de>(View<'de>);

macro_rules! wide {
    ($($method:ident => $visit:ident: $type:ty),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0 {
                View::N(number) => match number.as_i128().and_then(|whole| <$type>::try_from(whole).ok()) {
                    Some(whole) => visitor.$visit(whole),
                    None => visit_number(&number, visitor),
                },
                _ => self.deserialize_any(visitor),
            }
        })*
    };
}

/// Whole numbers of up to 64 bits as what they are, anything else as a float: all that serde buffers for untyped reads.
fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value> {
    match (number.as_u64(), number.as_i64()) {
        (Some(whole), _) => visitor.visit_u64(whole),
        (None, Some(whole)) => visitor.visit_i64(whole),
        (None, None) => visitor.visit_f64(number.as_f64()),
    }
}

impl<'de> Deserializer<'de> for ValueDeserializer<'de> {
    type Error = StoreError;

    wide! { deserialize_i128 => visit_i128: i128, deserialize_u128 => visit_u128: u128 }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            View::S(text) => visitor.visit_borrowed_str(text),
            View::N(number) => visit_number(&number, visitor),
            View::B(bytes) => visitor.visit_borrowed_bytes(bytes),
            View::Bool(flag) => visitor.visit_bool(flag),
            View::Null => visitor.visit_unit(),
            View::L(list) => visitor.visit_seq(Elements(list.iter())),
            View::M(map) => visitor.visit_map(Attributes::new(map.iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            View::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    /// Bytes read as a list of numbers too, which is what `Vec<u8>` asks for.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            View::B(bytes) => visitor.visit_seq(SeqDeserializer::new(bytes.iter().copied())),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let mut entries = match self.0 {
            View::S(name) => return visitor.visit_enum(Variant { name, content: None }),
            View::M(map) => map.iter(),
            other => return Err(not_a_variant(other)),
        };
        match (entries.next(), entries.next()) {
            (Some((name, content)), None) => visitor.visit_enum(Variant { name, content: Some(content) }),
            _ => Err(not_a_variant(self.0)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map
        struct identifier
    }
}

fn not_a_variant(value: View<'_>) -> StoreError {
    de::Error::invalid_type(unexpected(value), &"a variant's name, or a map of one")
}

fn unexpected(value: View<'_>) -> Unexpected<'_> {
    match value {
        View::S(text) => Unexpected::Str(text),
        View::N(_) => Unexpected::Other("a number"),
        View::B(bytes) => Unexpected::Bytes(bytes),
        View::Bool(flag) => Unexpected::Bool(flag),
        View::Null => Unexpected::Unit,
        View::L(_) => Unexpected::Seq,
        View::M(_) => Unexpected::Map,
    }
}

struct Elements<'de>(view::Elements<'de>);

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = StoreError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        self.0.next().map(|value| seed.deserialize(ValueDeserializer(value))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// An enum's variant by name, and what it holds; a unit variant holds nothing.
struct Variant<'de> {
    name: &'de str,
    content: Option<View<'de>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = StoreError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        Ok((seed.deserialize(NameDeserializer(self.name))?, self))
    }
}

impl<'de> Variant<'de> {
    fn content(self) -> Result<ValueDeserializer<'de>> {
        let Self { name, content } = self;
        content
            .map(ValueDeserializer)
            .ok_or_else(|| de::Error::custom(format!("variant {name} has no content")))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = StoreError;

    fn unit_variant(self) -> Result<()> {
        match self.content {
            None | Some(View::Null) => Ok(()),
            Some(other) => Err(de::Error::invalid_type(unexpected(other), &"a variant without content")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.content()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.content()?.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.content()?.deserialize_any(visitor)
    }
}

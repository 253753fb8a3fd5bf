//! From items to entities, straight from the packed form: nothing is built in between, and text is copied once, into the entity.

use super::{about, key::NameDeserializer};
use crate::{
    Number, Result, StoreError, Text,
    packed::{Head, Packed, Reader},
};
use serde::{
    de::{
        self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Unexpected, VariantAccess,
        Visitor, value::SeqDeserializer,
    },
    forward_to_deserialize_any,
};

/// The attributes of an item.
pub(super) struct Attributes<'de> {
    names: std::slice::Iter<'de, Text>,
    values: Reader<'de>,
    name: &'de str,
}

impl<'de> Attributes<'de> {
    pub(super) fn of(packed: &'de Packed) -> Self {
        Self { names: packed.names().iter(), values: packed.values(), name: "" }
    }
}

impl<'de> MapAccess<'de> for Attributes<'de> {
    type Error = StoreError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        for name in self.names.by_ref() {
            // NULL is absent, so that what has a default gets it.
            if self.values.is_at_null() {
                self.values.skip();
                continue;
            }
            self.name = name;
            return seed.deserialize(NameDeserializer(name)).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        seed.deserialize(Value(&mut self.values)).map_err(|error| about(self.name, error))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.names.len())
    }
}

impl<'de> Deserializer<'de> for Attributes<'de> {
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
        mut self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let is_variant = |name: &Text| variants.contains(&name.as_str());
        if self.names.clone().filter(|name| is_variant(name)).count() != 1 {
            return Err(de::Error::custom(format!("expected exactly one variant of {name}")));
        }
        for name in self.names {
            if is_variant(name) {
                return visitor.visit_enum(Variant { name, content: Some(Value(&mut self.values)) });
            }
            self.values.skip();
        }
        Err(de::Error::custom("a variant was there and is gone"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The value that comes next. Whoever takes it leaves the reader behind it.
struct Value<'r, 'de>(&'r mut Reader<'de>);

macro_rules! wide {
    ($($method:ident => $visit:ident: $type:ty),*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.0.head() {
                Head::N(number) => match number.as_i128().and_then(|whole| <$type>::try_from(whole).ok()) {
                    Some(whole) => visitor.$visit(whole),
                    None => visit_number(&number, visitor),
                },
                head => self.visit(head, visitor),
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

impl<'de> Value<'_, 'de> {
    /// The value that begins with `head`.
    fn visit<V: Visitor<'de>>(self, head: Head<'de>, visitor: V) -> Result<V::Value> {
        match head {
            Head::S(text) => visitor.visit_borrowed_str(text),
            Head::N(number) => visit_number(&number, visitor),
            Head::B(bytes) => visitor.visit_borrowed_bytes(bytes),
            Head::Bool(flag) => visitor.visit_bool(flag),
            Head::Null => visitor.visit_unit(),
            Head::L(left) => {
                let mut elements = Elements { reader: self.0, left };
                let list = visitor.visit_seq(&mut elements)?;
                elements.skip_rest();
                Ok(list)
            }
            Head::M(left) => Entries { reader: self.0, left, name: "", null_is_absent: false }.visit(visitor),
        }
    }
}

impl<'de> Deserializer<'de> for Value<'_, 'de> {
    type Error = StoreError;

    wide! { deserialize_i128 => visit_i128: i128, deserialize_u128 => visit_u128: u128 }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let head = self.0.head();
        self.visit(head, visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.is_at_null() {
            self.0.skip();
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    /// Bytes read as a list of numbers too, which is what `Vec<u8>` asks for.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0.head() {
            Head::B(bytes) => visitor.visit_seq(SeqDeserializer::new(bytes.iter().copied())),
            head => self.visit(head, visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let variant = match self.0.head() {
            Head::S(name) => Variant { name, content: None },
            Head::M(1) => Variant { name: self.0.str(), content: Some(self) },
            head => {
                return Err(de::Error::invalid_type(unexpected(head), &"a variant's name, or a map of one"));
            }
        };
        visitor.visit_enum(variant)
    }

    /// Of a struct, NULL is absent, so that what has a default gets it. A map keeps its keys.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.0.head() {
            Head::M(left) => Entries { reader: self.0, left, name: "", null_is_absent: true }.visit(visitor),
            head => self.visit(head, visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.0.skip();
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map
        identifier
    }
}

fn unexpected(head: Head<'_>) -> Unexpected<'_> {
    match head {
        Head::S(text) => Unexpected::Str(text),
        Head::N(_) => Unexpected::Other("a number"),
        Head::B(bytes) => Unexpected::Bytes(bytes),
        Head::Bool(flag) => Unexpected::Bool(flag),
        Head::Null => Unexpected::Unit,
        Head::L(_) => Unexpected::Seq,
        Head::M(_) => Unexpected::Map,
    }
}

/// The elements of a list.
struct Elements<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
}

impl Elements<'_, '_> {
    /// Passes over what the entity did not want.
    fn skip_rest(self) {
        (0..self.left).for_each(|_| self.reader.skip());
    }
}

impl<'de> SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = StoreError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(Value(self.reader)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// The entries of a map.
struct Entries<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
    name: &'de str,
    null_is_absent: bool,
}

impl<'de> Entries<'_, 'de> {
    fn visit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let map = visitor.visit_map(&mut self)?;
        // What the entity did not want.
        (0..self.left).for_each(|_| self.reader.skip_entry());
        Ok(map)
    }
}

impl<'de> MapAccess<'de> for &mut Entries<'_, 'de> {
    type Error = StoreError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        while let Some(left) = self.left.checked_sub(1) {
            self.left = left;
            self.name = self.reader.str();
            if self.null_is_absent && self.reader.is_at_null() {
                self.reader.skip();
                continue;
            }
            return seed.deserialize(NameDeserializer(self.name)).map(Some);
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        seed.deserialize(Value(self.reader)).map_err(|error| about(self.name, error))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// An enum's variant by name, and what it holds; a unit variant holds nothing.
struct Variant<'r, 'de> {
    name: &'de str,
    content: Option<Value<'r, 'de>>,
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = StoreError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self)> {
        Ok((seed.deserialize(NameDeserializer(self.name))?, self))
    }
}

impl<'r, 'de> Variant<'r, 'de> {
    fn content(self) -> Result<Value<'r, 'de>> {
        let Self { name, content } = self;
        content.ok_or_else(|| de::Error::custom(format!("variant {name} has no content")))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = StoreError;

    fn unit_variant(self) -> Result<()> {
        match self.content.map(|Value(reader)| reader.head()) {
            None | Some(Head::Null) => Ok(()),
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

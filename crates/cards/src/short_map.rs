//! A sorted map for few keys. On the page it replaces `BTreeMap`, which costs several kilobytes of code per
//! instantiation.

use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A sorted map for few keys. Serialized like any other map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for ShortMap<K, V> {
    fn default() -> ShortMap<K, V> {
        ShortMap(Vec::new())
    }
}

impl<K: Ord, V> ShortMap<K, V> {
    /// Index of a key (`Ok`), or its insertion point (`Err`).
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().and_then(|at| self.0.get(at)).map(|(_, value)| value)
    }

    /// Returns the value of a key, mutably.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Sets the value of a key and returns the previous value.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => self.0.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Returns the value of a key, mutably; inserts the default if the key is missing.
    pub fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.place(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, V::default()));
            at
        });
        &mut self.0[at].1
    }

    /// Removes a key and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }

    /// Number of keys.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the entries in key order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// Iterates over the values in key order.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

impl<K: Ord + Serialize, V: Serialize> Serialize for ShortMap<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for ShortMap<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShortMap<K, V>, D::Error> {
        struct Pairs<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Pairs<K, V> {
            type Value = ShortMap<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(
                self,
                mut pairs: A,
            ) -> Result<ShortMap<K, V>, A::Error> {
                let mut map = ShortMap::default();
                while let Some((key, value)) = pairs.next_entry()? {
                    map.insert(key, value);
                }
                Ok(map)
            }
        }

        deserializer.deserialize_map(Pairs(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::ShortMap;

    proptest! {
        #[test]
        fn matches_btree_map(changes: Vec<(u8, Option<u16>)>) {
            let (mut ours, mut theirs) = (ShortMap::default(), BTreeMap::new());
            for (key, value) in changes {
                let (was, had) = match value {
                    Some(value) => (ours.insert(key, value), theirs.insert(key, value)),
                    None => (ours.remove(&key), theirs.remove(&key)),
                };
                prop_assert_eq!(was, had);
                prop_assert_eq!(ours.get(&key), theirs.get(&key));
            }
            prop_assert_eq!(ours.count(), theirs.len());
            prop_assert!(ours.iter().eq(&theirs) && ours.values().eq(theirs.values()));
            let (text, expected) = (serde_json::to_string(&ours)?, serde_json::to_string(&theirs)?);
            prop_assert_eq!(&text, &expected);
            prop_assert_eq!(serde_json::from_str::<ShortMap<u8, u16>>(&text)?, ours);
        }
    }

    #[test]
    fn or_default_inserts_missing_keys() {
        let mut map = ShortMap::<&str, u8>::default();
        *map.or_default("b") += 1;
        *map.or_default("a") += 1;
        *map.or_default("b") += 1;
        assert!(map.iter().eq([(&"a", &1), (&"b", &2)]));
        *map.get_mut("a").unwrap() = 7;
        assert_eq!(map.get("a"), Some(&7));
    }
}

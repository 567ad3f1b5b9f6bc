//! Publicly known keys, from the sources of this program or their history. Anybody could use such a key to
//! impersonate guests, sign records or pose as a node, so a server refuses them.

use sha2::{Digest, Sha256};
use upcard_identity::KEY_LEN;
use upcard_store::{Store, StoreError};
use upcard_table::Hex;

use crate::operations::entropy::random;
use crate::operations::keyring;

/// SHA-256 digests of all keys ever published.
const PUBLISHED: [&str; 7] = [
    // From a store committed by mistake: for cookies, for records.
    "f87bb0ca507eb9edcdee39c11ec0fceba239d1ebbddc8d1296fda9f440ff87da",
    "3488be8e8977e72724a849e3178203c1149d122aa8a7499ad51aff41d66e2975",
    // From the stores of the test fixtures.
    "f46d0bffaf3aa44b7b653c2055fd212b4d2c8ca2d7748239acc933c3ed23d159",
    "8dc36783c3612311334bad3668bad5f041aea62885cd0f6246894f9ac27f1595",
    "7c2cad7725710da3f62b85117f70cae2402bfc211087d34a13549ed6bfa80784",
    // 32 bytes of 7 and of 3, which tests use as keys.
    "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0",
    "648aa5c579fb30f38af744d97d6ec840c7a91277a499a0d780f3e7314eca090b",
];

/// Names of the other keys in a store.
const OTHER_KEYS: [&str; 2] = ["record-key", "cluster-key"];

/// Returns `true` if this key is public. A timestamp may follow the key.
fn is_published(kept: &[u8]) -> bool {
    let hash = Sha256::digest(&kept[..kept.len().min(KEY_LEN)]);
    PUBLISHED.contains(&Hex::<32>(hash.into()).to_string().as_str())
}

async fn load_all(store: &dyn Store) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let mut keys = Vec::new();
    for (number, name) in keyring::names().enumerate() {
        match store.get(&name).await? {
            Some(kept) => keys.push((name, kept)),
            // The first key may have been deleted by hand; the others are numbered without gaps.
            None if number == 0 => {}
            None => break,
        }
    }
    for name in OTHER_KEYS {
        if let Some(kept) = store.get(name).await? {
            keys.push((name.to_owned(), kept));
        }
    }
    Ok(keys)
}

pub(crate) async fn published_names(store: &dyn Store) -> Result<Vec<String>, StoreError> {
    let keys = load_all(store).await?;
    Ok(keys.into_iter().filter(|(_, kept)| is_published(kept)).map(|(name, _)| name).collect())
}

/// Replaces the public keys, or all of them, atomically; returns their names. The store must not be in use.
pub(crate) async fn replace(store: &dyn Store, all_keys: bool) -> Result<Vec<String>, StoreError> {
    let mut renewed = Vec::new();
    let mut fresh = Vec::new();
    for (name, mut kept) in load_all(store).await? {
        if !all_keys && !is_published(&kept) {
            continue;
        }
        // Keep the timestamp after the key.
        let key = kept.len().min(KEY_LEN);
        kept.splice(..key, random::<KEY_LEN>());
        renewed.push(name.clone());
        fresh.push((name, kept));
    }
    if !fresh.is_empty() {
        store.put(fresh).await?;
    }
    Ok(renewed)
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::path::Path;

    use flate2::read::GzDecoder;
    use upcard_store::Sqlite;

    use super::*;

    /// Copies the stores among the test fixtures to a folder.
    fn stores(folder: &Path) -> Vec<std::path::PathBuf> {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        let mut stores = Vec::new();
        for file in std::fs::read_dir(golden).unwrap().map(|file| file.unwrap()) {
            let name = file.file_name().into_string().unwrap();
            let mut bytes = std::fs::read(file.path()).unwrap();
            if let Some(name) = name.strip_suffix(".gz") {
                let packed = std::mem::take(&mut bytes);
                GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
                std::fs::write(folder.join(name), &bytes).unwrap();
                stores.push(folder.join(name));
            } else if name.ends_with(".db") {
                std::fs::write(folder.join(&name), &bytes).unwrap();
                stores.push(folder.join(&name));
            }
        }
        stores
    }

    #[tokio::test]
    async fn every_key_in_the_sources_is_recognized_as_published() {
        let folder = tempfile::tempdir().unwrap();
        let stores = stores(folder.path());
        assert_eq!(stores.len(), 2);
        for path in stores {
            let store = Sqlite::open(&path).unwrap();
            let all: Vec<String> =
                load_all(&store).await.unwrap().into_iter().map(|(name, _)| name).collect();
            assert!(!all.is_empty());
            assert_eq!(published_names(&store).await.unwrap(), all, "{}", path.display());
        }
    }

    #[tokio::test]
    async fn published_keys_are_replaced_and_others_stay() {
        let store = Sqlite::in_memory().unwrap();
        let later = [&[7; KEY_LEN][..], &9u64.to_be_bytes()].concat();
        for (name, key) in [
            ("key", vec![1; KEY_LEN]),
            ("key-1", later.clone()),
            ("record-key", vec![3; KEY_LEN]),
            ("cluster-key", vec![7; KEY_LEN]),
        ] {
            store.get_or_insert(name, key).await.unwrap();
        }
        let published = ["key-1", "record-key", "cluster-key"];
        assert_eq!(published_names(&store).await.unwrap(), published);
        assert_eq!(replace(&store, false).await.unwrap(), published);
        assert_eq!(published_names(&store).await.unwrap(), Vec::<String>::new());
        assert_eq!(replace(&store, false).await.unwrap(), Vec::<String>::new());
        assert_eq!(store.get("key").await.unwrap(), Some(vec![1; KEY_LEN]));
        let renewed = store.get("key-1").await.unwrap().unwrap();
        assert_eq!(renewed.len(), later.len());
        assert!(renewed[..KEY_LEN] != later[..KEY_LEN] && renewed[KEY_LEN..] == later[KEY_LEN..]);
        // All of them, for instance after somebody has read the store.
        assert_eq!(replace(&store, true).await.unwrap().len(), 4);
        assert_ne!(store.get("key").await.unwrap(), Some(vec![1; KEY_LEN]));
    }

    #[tokio::test]
    async fn keys_are_replaced_all_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("upcard.db");
        let store = Sqlite::open(&path).unwrap();
        for name in ["key", "record-key"] {
            store.get_or_insert(name, vec![7; KEY_LEN]).await.unwrap();
        }
        store.close().await.unwrap();
        let broken = "CREATE TRIGGER broken BEFORE INSERT ON kept WHEN new.name = 'record-key'
                      BEGIN SELECT raise(ABORT, 'it breaks here'); END";
        rusqlite::Connection::open(&path).unwrap().execute_batch(broken).unwrap();
        let store = Sqlite::open(&path).unwrap();
        let error = replace(&store, true).await.unwrap_err();
        assert!(error.to_string().contains("it breaks here"), "{error}");
        assert_eq!(published_names(&store).await.unwrap(), ["key", "record-key"]);
    }
}

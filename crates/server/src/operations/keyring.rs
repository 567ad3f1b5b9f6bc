//! Signing keys of cookies and links, kept in the store. All nodes know a new key before it signs, and older
//! keys verify forever, so guests keep their identity.

use std::sync::Arc;
use std::time::Duration;

use upcard_identity::{KEY_LEN, Keys};
use upcard_store::{Store, StoreError};

use crate::operations::entropy::random;
use crate::operations::shared::Shared;

/// Name of the first key in the store; the others have a number appended.
const FIRST_KEY_NAME: &str = "key";

/// Maximum number of keys: an unknown cookie is checked against each of them.
const MAX_KEYS: usize = 100;

const RELOAD_INTERVAL: Duration = Duration::from_secs(10);

/// Delay in seconds before a new key signs, in a cluster: all nodes have loaded it by then.
const SIGNING_DELAY: u64 = 60;

fn name(number: usize) -> String {
    if number == 0 { FIRST_KEY_NAME.to_owned() } else { format!("{FIRST_KEY_NAME}-{number}") }
}

/// Returns the names of all possible keys.
pub(crate) fn names() -> impl Iterator<Item = String> {
    (0..MAX_KEYS).map(name)
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ChangeKeyError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the key has been changed {MAX_KEYS} times, the maximum")]
    TooMany,
}

/// A key, and the time from which it signs (Unix time in seconds).
struct StoredKey {
    key: Vec<u8>,
    from: u64,
}

impl StoredKey {
    /// Parses a stored key. The first one has no time: it signs from the start.
    fn read(mut bytes: Vec<u8>) -> StoredKey {
        let from = bytes.get(KEY_LEN..).and_then(|from| from.try_into().ok());
        let from = from.map_or(0, u64::from_be_bytes);
        bytes.truncate(KEY_LEN);
        StoredKey { key: bytes, from }
    }
}

async fn load_all(store: &dyn Store) -> Result<Vec<StoredKey>, StoreError> {
    let first = store.get_or_insert(FIRST_KEY_NAME, random::<KEY_LEN>().to_vec()).await?;
    let mut stored = vec![StoredKey::read(first)];
    while stored.len() < MAX_KEYS
        && let Some(bytes) = store.get(&name(stored.len())).await?
    {
        stored.push(StoredKey::read(bytes));
    }
    Ok(stored)
}

/// Loads the keys as of this Unix time in seconds. Creates the first key if there is none.
pub(crate) async fn read(store: &dyn Store, now: u64) -> Result<Keys, StoreError> {
    let mut stored = load_all(store).await?;
    let signs = stored.iter().rposition(|stored| stored.from <= now).unwrap_or(0);
    let newest = stored.remove(signs).key;
    // A key that does not sign yet may already sign at another node.
    Ok(Keys::new(newest).with_older(stored.into_iter().map(|stored| stored.key).collect()))
}

/// Creates a new key, effective at once unless in a cluster.
pub(crate) async fn change(shared: &Shared, alone: bool) -> Result<(), ChangeKeyError> {
    let store = &*shared.store;
    let now = shared.now();
    let from = if alone { now } else { now + SIGNING_DELAY };
    let fresh = [random::<KEY_LEN>().as_slice(), &from.to_be_bytes()].concat();
    loop {
        let number = load_all(store).await?.len();
        if number >= MAX_KEYS {
            return Err(ChangeKeyError::TooMany);
        }
        // Another node may change the key at the same time.
        if store.get_or_insert(&name(number), fresh.clone()).await? == fresh {
            break;
        }
    }
    shared.set_keys(read(store, now).await?);
    tracing::info!("changed the key for cookies and links by admin command");
    Ok(())
}

/// Reloads the keys periodically, as another node may change them.
pub(crate) async fn reload_periodically(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(RELOAD_INTERVAL).await;
        match read(&*shared.store, shared.now()).await {
            Ok(keys) => shared.set_keys(keys),
            Err(error) => shared.store_fault(None, &error),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, header};
    use upcard_store::Sqlite;
    use upcard_table::{Guest, Hex};

    use super::*;
    use crate::testing::server;

    const GUEST: Guest = Hex([5; 16]);

    fn cookie(keys: &Keys) -> HeaderMap {
        let cookie = keys.cookie(GUEST, false).unwrap();
        HeaderMap::from_iter([(header::COOKIE, cookie)])
    }

    #[tokio::test]
    async fn guests_keep_their_identity_after_a_key_change() {
        let server = server(1);
        let shared = &server.shared;
        shared.set_keys(read(&*shared.store, shared.now()).await.unwrap());
        let old = cookie(&shared.keys());
        change(shared, true).await.unwrap();
        let keys = shared.keys();
        assert_eq!(keys.guest(&old), Some(GUEST));
        assert!(keys.is_outdated(&old, false) && !keys.is_outdated(&cookie(&keys), false));
        // Cookies stay valid after a restart, and after any number of changes.
        for _ in 2..MAX_KEYS {
            change(shared, true).await.unwrap();
        }
        assert_eq!(change(shared, true).await, Err(ChangeKeyError::TooMany));
        let again = read(&*shared.store, shared.now()).await.unwrap();
        assert_eq!((again.guest(&old), again.guest(&cookie(&keys))), (Some(GUEST), Some(GUEST)));
    }

    #[tokio::test]
    async fn nodes_load_a_key_before_it_signs() {
        let server = server(1);
        let shared = &server.shared;
        let now = shared.now();
        let before = read(&*shared.store, now).await.unwrap();
        change(shared, false).await.unwrap();
        let soon = read(&*shared.store, now + SIGNING_DELAY - 5).await.unwrap();
        assert!(!before.is_outdated(&cookie(&soon), false), "the old one still signs");
        let later = read(&*shared.store, shared.now() + SIGNING_DELAY).await.unwrap();
        assert_eq!(before.guest(&cookie(&later)), None, "the new one signs");
        assert_eq!(soon.guest(&cookie(&later)), Some(GUEST), "and was known before");
    }

    #[tokio::test]
    async fn the_first_key_is_created_once_in_the_earlier_format() {
        let store = Sqlite::in_memory().unwrap();
        store.get_or_insert("key", vec![3; KEY_LEN]).await.unwrap();
        let keys = read(&store, 0).await.unwrap();
        assert_eq!(Keys::new(vec![3; KEY_LEN]).guest(&cookie(&keys)), Some(GUEST));
    }
}

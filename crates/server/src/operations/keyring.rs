//! Signing keys of cookies and links, kept in the store. All nodes know a new key before it signs, and older
//! keys verify forever, so guests keep their identity.

use std::sync::Arc;
use std::time::Duration;

use upcard_identity::{KEY, Keys};
use upcard_store::{Store, StoreError};

use crate::operations::entropy::random;
use crate::operations::shared::Shared;

/// Name of the first key in the store; the others have a number appended.
const NAME: &str = "key";

/// Maximum number of keys: an unknown cookie is checked against each of them.
const MOST: usize = 100;

/// Interval at which keys are reloaded.
const RELOAD_INTERVAL: Duration = Duration::from_secs(10);

/// Delay in seconds before a new key signs, in a cluster: all nodes have loaded it by then.
const SIGNING_DELAY: u64 = 60;

fn name(number: usize) -> String {
    if number == 0 { NAME.to_owned() } else { format!("{NAME}-{number}") }
}

/// Returns the names of all possible keys.
pub(crate) fn names() -> impl Iterator<Item = String> {
    (0..MOST).map(name)
}

/// Reason why the key is not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum NoNewKey {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the key has been changed {MOST} times, which is as often as it can be")]
    TooMany,
}

/// A key, and the time from which it signs (Unix time in seconds).
struct Kept {
    key: Vec<u8>,
    from: u64,
}

impl Kept {
    /// Parses a stored key. The first one has no time: it signs from the start.
    fn read(mut bytes: Vec<u8>) -> Kept {
        let from = match bytes.split_at_checked(KEY) {
            Some((_, from)) => from.try_into().map_or(0, u64::from_be_bytes),
            None => 0,
        };
        bytes.truncate(KEY);
        Kept { key: bytes, from }
    }
}

async fn all(store: &dyn Store) -> Result<Vec<Kept>, StoreError> {
    let first = store.keep(NAME, random::<KEY>().to_vec()).await?;
    let mut kept = vec![Kept::read(first)];
    while kept.len() < MOST
        && let Some(bytes) = store.kept(&name(kept.len())).await?
    {
        kept.push(Kept::read(bytes));
    }
    Ok(kept)
}

/// Loads the keys as of this Unix time in seconds. Creates the first key if there is none.
pub(crate) async fn read(store: &dyn Store, now: u64) -> Result<Keys, StoreError> {
    let mut kept = all(store).await?;
    let signs = kept.iter().rposition(|kept| kept.from <= now).unwrap_or(0);
    let newest = kept.remove(signs).key;
    // A key that does not sign yet may already sign at another node.
    Ok(Keys::new(newest).with_older(kept.into_iter().map(|kept| kept.key).collect()))
}

/// Creates a new key, effective at once unless in a cluster.
pub(crate) async fn change(shared: &Shared, alone: bool) -> Result<(), NoNewKey> {
    let store = &*shared.store;
    let now = shared.now();
    let from = if alone { now } else { now + SIGNING_DELAY };
    let fresh = [random::<KEY>().as_slice(), &from.to_be_bytes()].concat();
    loop {
        let number = all(store).await?.len();
        if number >= MOST {
            return Err(NoNewKey::TooMany);
        }
        // Another node may change the key at the same time.
        if store.keep(&name(number), fresh.clone()).await? == fresh {
            break;
        }
    }
    shared.set_keys(read(store, now).await?);
    tracing::info!("the key for cookies and links was changed by the host");
    Ok(())
}

/// Reloads the keys periodically, as another node may change them.
pub(crate) async fn follow(shared: Arc<Shared>) {
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
    async fn a_key_is_changed_and_nobody_is_a_stranger() {
        let server = server(1);
        let shared = &server.shared;
        shared.set_keys(read(&*shared.store, shared.now()).await.unwrap());
        let old = cookie(&shared.keys());
        change(shared, true).await.unwrap();
        let keys = shared.keys();
        assert_eq!(keys.guest(&old), Some(GUEST));
        assert!(keys.is_outdated(&old, false) && !keys.is_outdated(&cookie(&keys), false));
        // Cookies stay valid after a restart, and after any number of changes.
        for _ in 2..MOST {
            change(shared, true).await.unwrap();
        }
        assert_eq!(change(shared, true).await, Err(NoNewKey::TooMany));
        let again = read(&*shared.store, shared.now()).await.unwrap();
        assert_eq!((again.guest(&old), again.guest(&cookie(&keys))), (Some(GUEST), Some(GUEST)));
    }

    #[tokio::test]
    async fn among_several_nodes_all_know_a_key_before_it_signs() {
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
    async fn the_first_key_is_made_once_and_read_as_earlier_programs_kept_it() {
        let store = Sqlite::in_memory().unwrap();
        store.keep("key", vec![3; KEY]).await.unwrap();
        let keys = read(&store, 0).await.unwrap();
        assert_eq!(Keys::new(vec![3; KEY]).guest(&cookie(&keys)), Some(GUEST));
    }
}

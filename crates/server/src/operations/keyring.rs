//! The keys by which cookies and links are signed, as the store keeps them. A new one is known to all
//! nodes before it signs, and those before it verify for good: nobody becomes a stranger by it.

use std::sync::Arc;
use std::time::Duration;

use upcard_identity::{KEY, Keys};
use upcard_store::{Store, StoreError};

use crate::operations::entropy::random;
use crate::operations::shared::Shared;

/// The name of the first key; the others have a number behind it.
const NAME: &str = "key";

/// The most keys: with each of them every cookie of a stranger is compared.
const MOST: usize = 100;

/// How often the keys are read again.
const READ: Duration = Duration::from_secs(10);

/// After how many seconds a new key signs, where there are several nodes: all have read it by then.
const LATER: u64 = 60;

fn name(number: usize) -> String {
    if number == 0 { NAME.to_owned() } else { format!("{NAME}-{number}") }
}

/// The names of all keys that there may be.
pub(crate) fn names() -> impl Iterator<Item = String> {
    (0..MOST).map(name)
}

/// Why the key is not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum NoNewKey {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the key has been changed {MOST} times, which is as often as it can be")]
    TooMany,
}

/// A key, and the second of the Unix epoch from which on it signs.
struct Kept {
    key: Vec<u8>,
    from: u64,
}

impl Kept {
    /// The first key has no time: it always signed.
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

/// The keys as they are at this second of the Unix epoch. Where there is none yet, one is made.
pub(crate) async fn read(store: &dyn Store, now: u64) -> Result<Keys, StoreError> {
    let mut kept = all(store).await?;
    let signs = kept.iter().rposition(|kept| kept.from <= now).unwrap_or(0);
    let newest = kept.remove(signs).key;
    // One that does not sign yet may sign at another node already.
    Ok(Keys::new(newest).with_older(kept.into_iter().map(|kept| kept.key).collect()))
}

/// Makes a new key; at once where the server is alone.
pub(crate) async fn change(shared: &Shared, alone: bool) -> Result<(), NoNewKey> {
    let store = &*shared.store;
    let now = shared.now();
    let from = if alone { now } else { now + LATER };
    let fresh = [random::<KEY>().as_slice(), &from.to_be_bytes()].concat();
    loop {
        let number = all(store).await?.len();
        if number >= MOST {
            return Err(NoNewKey::TooMany);
        }
        // Another node may change it at the same time.
        if store.keep(&name(number), fresh.clone()).await? == fresh {
            break;
        }
    }
    shared.set_keys(read(store, now).await?);
    tracing::info!("the key for cookies and links was changed by the host");
    Ok(())
}

/// Reads the keys again and again: another node may have changed them.
pub(crate) async fn follow(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(READ).await;
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
        // The same after a restart, and after any number of changes.
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
        let soon = read(&*shared.store, now + LATER - 5).await.unwrap();
        assert!(!before.is_outdated(&cookie(&soon), false), "the old one still signs");
        let later = read(&*shared.store, shared.now() + LATER).await.unwrap();
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

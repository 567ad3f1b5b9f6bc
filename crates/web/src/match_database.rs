//! This device's matches in the browser's database (IndexedDB): the entries of each match in order.

use indexed_db_futures::KeyRange;
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{TransactionDurability, TransactionMode, TransactionOptions};
use upcard_client::SavedEntries;
use wasm_bindgen::JsValue;

const NAME: &str = "upcard";

/// Its only object store: entry texts, by match number and number of the first entry.
const ENTRIES: &str = "entries";

/// Opens the database; `None` if the browser has none for this page.
async fn open() -> Option<Database> {
    let opened = Database::open(NAME).with_version(1u8).with_on_upgrade_needed(|_, database| {
        database.create_object_store(ENTRIES).build()?;
        Ok(())
    });
    opened.await.ok()
}

/// Returns this thread's database, which stays open.
async fn database() -> Option<&'static Database> {
    thread_local! {
        static OPEN: std::cell::OnceCell<&'static Database> = const { std::cell::OnceCell::new() };
    }
    if let Some(open) = OPEN.with(|open| open.get().copied()) {
        return Some(open);
    }
    let opened = open().await?;
    Some(OPEN.with(|open| *open.get_or_init(|| Box::leak(Box::new(opened)))))
}

/// Key range of a match's entries.
fn key_range(number: u64) -> KeyRange<[f64; 2]> {
    KeyRange::Bound([number as f64, 0.0], false, [number as f64, f64::INFINITY], false)
}

/// Stores new entries in one transaction: appended, or replacing all earlier ones. `false` on failure.
pub(crate) async fn append(number: u64, kept: &SavedEntries) -> bool {
    let stored = async {
        let database = database().await?;
        let durability = match kept.ends_turn {
            true => TransactionDurability::Strict,
            false => TransactionDurability::Relaxed,
        };
        let transaction = database
            .transaction(ENTRIES)
            .with_mode(TransactionMode::Readwrite)
            .with_options(TransactionOptions::new().with_durability(durability))
            .build()
            .ok()?;
        let entries = transaction.object_store(ENTRIES).ok()?;
        if kept.from == 0 {
            entries.delete::<[f64; 2], _>(key_range(number)).await.ok()?;
        }
        let key = [number as f64, kept.from as f64];
        entries.put(kept.entries.as_str()).with_key(key).without_key_type().await.ok()?;
        transaction.commit().await.ok()
    };
    stored.await.is_some()
}

/// Returns a match's stored entries; `None` if there are none.
pub(crate) async fn read(number: u64) -> Option<Vec<String>> {
    let transaction = database().await?.transaction(ENTRIES).build().ok()?;
    let entries = transaction.object_store(ENTRIES).ok()?;
    let texts =
        entries.get_all::<String>().with_query::<[f64; 2], _>(key_range(number)).await.ok()?;
    let texts: Vec<String> = texts.filter_map(Result::ok).collect();
    (!texts.is_empty()).then_some(texts)
}

pub(crate) async fn numbers() -> Option<Vec<u64>> {
    let transaction = database().await?.transaction(ENTRIES).build().ok()?;
    let entries = transaction.object_store(ENTRIES).ok()?;
    let keys = entries.get_all_keys::<JsValue>().await.ok()?.filter_map(Result::ok);
    let first = |key: JsValue| Some(js_sys::Array::from(&key).get(0).as_f64()? as u64);
    let mut numbers: Vec<u64> = keys.filter_map(first).collect();
    numbers.dedup();
    Some(numbers)
}

pub(crate) async fn delete(number: u64) -> Option<()> {
    let transaction = database()
        .await?
        .transaction(ENTRIES)
        .with_mode(TransactionMode::Readwrite)
        .build()
        .ok()?;
    transaction.object_store(ENTRIES).ok()?.delete::<[f64; 2], _>(key_range(number)).await.ok()?;
    transaction.commit().await.ok()
}

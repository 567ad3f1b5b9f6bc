//! Benchmark of durable appends per second: `cargo run --release -p upcard-store --example appends`.
//!
//! Each of a number of tables appends entries of 100 bytes, waiting until each is on disk.

use std::sync::Arc;
use std::time::Instant;

use upcard_store::{Sqlite, Store, StoreError};

const SECONDS: f64 = 3.0;

#[tokio::main]
async fn main() -> Result<(), StoreError> {
    let folder = tempfile::tempdir().map_err(|error| StoreError::Failed(error.to_string()))?;
    let path = folder.path().join("tables.db");
    for tables in [1, 50, 1_000, 2_500] {
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(&path)?);
        let began = Instant::now();
        let tasks: Vec<_> = (0..tables)
            .map(|table| {
                let store = store.clone();
                tokio::spawn(async move {
                    let name = format!("{tables} {table}");
                    let mut entries = 0;
                    while began.elapsed().as_secs_f64() < SECONDS {
                        store.append(&name, entries, vec![vec![b'x'; 100]]).await?;
                        entries += 1;
                    }
                    Ok::<u64, StoreError>(entries)
                })
            })
            .collect();
        let mut all = 0;
        for task in tasks {
            all += task.await.unwrap_or(Err(StoreError::Closed))?;
        }
        let rate = all as f64 / began.elapsed().as_secs_f64();
        println!("{tables:5} tables: {rate:8.0} durable appends/s");
    }
    Ok(())
}

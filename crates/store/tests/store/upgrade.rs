//! Stores of earlier versions are migrated and stay usable. There is a fixture for each schema: whoever adds
//! a schema adds a fixture of it for later versions.

use std::sync::Arc;

use rusqlite::Connection;
use upcard_store::Store;

use crate::common::{Folder, texts};
#[cfg(feature = "postgres")]
use crate::server::Server;

const SQLITE: [&str; 3] =
    [include_str!("first-schema.sql"), include_str!("sqlite-2.sql"), include_str!("sqlite-3.sql")];

#[cfg(feature = "postgres")]
const POSTGRES: [&str; 3] = [
    include_str!("postgres-1.sql"),
    include_str!("postgres-2.sql"),
    include_str!("postgres-3.sql"),
];

/// Checks that all stored data is there, and that writing works.
async fn goes_on(store: Arc<dyn Store>, schema: usize) {
    assert_eq!(store.entries("birch").await, Ok(texts(0..3)), "schema {schema}");
    assert_eq!(store.entries("maple").await, Ok(texts(0..1)), "schema {schema}");
    assert_eq!(store.entries("empty").await, Ok(Vec::new()), "schema {schema}");
    assert_eq!(store.get("key").await, Ok(Some(vec![1, 2])), "schema {schema}");
    assert_eq!(store.count().await, Ok(3), "schema {schema}");
    store.append("birch", 3, texts(3..5)).await.unwrap();
    store.replace("birch", 5, 1, texts(1..3)).await.unwrap();
    assert_eq!(store.entries("birch").await, Ok(texts(0..3)), "schema {schema}");
    store.append("empty", 0, texts(0..1)).await.unwrap();
    store.append("willow", 0, texts(0..2)).await.unwrap();
    assert_eq!(store.count().await, Ok(4), "schema {schema}");
    assert_eq!(store.unused_stats(1).await.unwrap().tables, 0, "schema {schema}");
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_file_of_every_schema_is_brought_up_to_date() {
    for (schema, sql) in (1..).zip(SQLITE) {
        let folder = Folder::new(&format!("schema-{schema}"));
        folder.sql(sql);
        goes_on(Arc::new(folder.open()), schema).await;
        let again = folder.open();
        assert_eq!(again.entries("birch").await, Ok(texts(0..3)), "schema {schema}");
    }
    // The newest schema has a fixture, too.
    let folder = Folder::new("schema-newest");
    drop(folder.open());
    let db = Connection::open(folder.file()).unwrap();
    let newest: usize = db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(newest, SQLITE.len());
}

#[cfg(feature = "postgres")]
#[tokio::test]
#[ignore = "needs PostgreSQL"]
async fn every_schema_is_brought_up_to_date_with_postgres() {
    let server = Server::shared();
    for (schema, sql) in (1..).zip(POSTGRES) {
        let database = server.database(&format!("schema {schema}")).await;
        database.sql(sql);
        goes_on(Arc::new(database.open().await), schema).await;
        let again = database.open().await;
        assert_eq!(again.entries("birch").await, Ok(texts(0..3)), "schema {schema}");
        database.sql(&format!(
            "DO $$ BEGIN ASSERT (SELECT version FROM upcard_schema) = {}; END $$",
            POSTGRES.len()
        ));
    }
}

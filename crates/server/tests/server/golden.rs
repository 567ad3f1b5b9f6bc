//! A file that the first version's server left behind is served by this one.

use std::path::Path;
use std::sync::Arc;

use upcard_engine::Library;
use upcard_server::entries::decode;
use upcard_store::{Sqlite, Store};
use upcard_table::wire::Stage;
use upcard_table::{Room, Timing, records};

/// The table in the file: one match to its end, by a person for whom a bot played, and two bots.
const TABLE: &str = "qqnzi8qdk2cm";

/// The file is never written again: it is what hosts have kept. It is copied, because a store brings
/// its schema up to date.
#[tokio::test]
async fn a_file_of_the_first_schema_is_read() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/first-schema.db");
    let copy = std::env::temp_dir().join(format!("upcard-golden-{}.db", std::process::id()));
    std::fs::copy(file, &copy).unwrap();
    for opened in ["for the first time", "with the schema of today"] {
        let store = Sqlite::open(&copy).unwrap();
        assert_eq!(store.count().await.unwrap(), 1, "{opened}");
        let bodies = store.entries(TABLE).await.unwrap();
        assert_eq!(bodies.len(), ENTRIES, "{opened}");
        let entries = decode(&bodies).unwrap();
        // The table stands where it stood, and its match can be proved.
        let library = Arc::new(Library::standard().unwrap());
        let room = Room::restore(library.clone(), Timing::default(), &entries).unwrap();
        assert_eq!(room.state().stage(), Stage::Over, "{opened}");
        assert_eq!(room.sequence(), EVENTS, "{opened}");
        let played = records(library, &entries).unwrap();
        assert_eq!(played.len(), 1, "{opened}");
        assert!(played[0].over, "{opened}");
        assert_eq!(played[0].record.verify().unwrap().deals(), 3, "{opened}");
        let end = played[0].record.replay(|_, _| {}).unwrap();
        assert_eq!(end.table().scores[..3], SCORES, "{opened}");
        // What follows is stored behind what was there.
        let next = format!("{opened}: not an entry").into_bytes();
        store.append(TABLE, ENTRIES as u64, vec![next]).await.unwrap();
        store.replace(TABLE, ENTRIES as u64 + 1, ENTRIES as u64, Vec::new()).await.unwrap();
        store.close().await.unwrap();
    }
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{ending}", copy.display()));
    }
}

const ENTRIES: usize = 159;
const EVENTS: u64 = 238;
const SCORES: [i32; 3] = [7, 12, 46];

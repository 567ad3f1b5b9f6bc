//! A file left behind by the first version's server is served by this one.

use std::sync::Arc;

use upcard_engine::{Action, Edition, Library, Seat};
use upcard_server::entries::{decode, encode};
use upcard_server::signing::{RecordKey, verify_record};
use upcard_store::{Sqlite, Store};
use upcard_table::wire::{Admission, Clock, CoverWhy, Level, Pace, SeatPlan, SetUp, Stage};
use upcard_table::{Entry, Hex, Room, Timing, records};

use crate::common::{Place, golden};

/// The table in the file: one finished match of a person, covered by a bot, and two bots.
const TABLE: &str = "qqnzi8qdk2cm";

/// Never change the fixture: it is what existing servers have stored. The test copies it, because opening
/// migrates the schema.
#[tokio::test]
async fn a_file_of_the_first_schema_is_read() {
    let copy = Place::new("golden");
    std::fs::copy(golden("first-schema.db"), &copy).unwrap();
    for opened in ["for the first time", "with the schema of today"] {
        let store = Sqlite::open(&copy).unwrap();
        assert_eq!(store.count().await.unwrap(), 1, "{opened}");
        let bodies = store.entries(TABLE).await.unwrap();
        assert_eq!(bodies.len(), ENTRIES, "{opened}");
        let entries = decode(&bodies).unwrap();
        // The table is in the same state, and its match can be verified.
        let library = Arc::new(Library::standard().unwrap());
        let room = Room::restore(library.clone(), Timing::default(), &entries).unwrap();
        assert_eq!(room.state().stage(), Stage::Over, "{opened}");
        assert_eq!(room.sequence(), EVENTS, "{opened}");
        let played = records(library, &entries).unwrap();
        assert_eq!(played.len(), 1, "{opened}");
        assert!(played[0].over, "{opened}");
        assert_eq!(played[0].record.verify().unwrap().deals(), 3, "{opened}");
        let end = played[0].record.replay(|_, _| {}).unwrap();
        assert_eq!(end.table().scores()[..3], SCORES, "{opened}");
        // New entries are stored after the existing ones.
        let next = format!("{opened}: not an entry").into_bytes();
        store.append(TABLE, ENTRIES as u64, vec![next]).await.unwrap();
        store.replace(TABLE, ENTRIES as u64 + 1, ENTRIES as u64, Vec::new()).await.unwrap();
        store.close().await.unwrap();
    }
}

/// Never change the fixture: it is what people have saved. The server's key is 32 bytes of 7.
#[test]
fn a_record_of_the_second_format_is_checked_and_printed_as_it_was() {
    let text = std::fs::read_to_string(golden("format-2.upcard")).unwrap();
    let key = RecordKey::new(&[7; 32]).public();
    let checked = verify_record(&text, Some(&key)).unwrap();
    assert_eq!((checked.proof.deals(), checked.signed), (3, Some(key)));
    assert_eq!(checked.record.to_string(), text);
    let end = checked.record.replay(|_, _| {}).unwrap();
    assert_eq!(end.table().scores()[..3], SCORES);
    // A single changed letter is detected.
    let other = text.replacen("draw", "take", 1);
    assert!(other != text && verify_record(&other, Some(&key)).is_err());
}

const ENTRIES: usize = 159;
const EVENTS: u64 = 238;
const SCORES: [i32; 3] = [7, 12, 46];

/// Names of all kinds of entries: a new kind must be added to the list, and to the entries below.
macro_rules! kinds {
    ($($kind:ident),+ $(,)?) => {
        fn kind(entry: &Entry) -> &'static str {
            match entry {
                $(Entry::$kind { .. } => stringify!($kind),)+
            }
        }
        const KINDS: &[&str] = &[$(stringify!($kind)),+];
    };
}

kinds!(
    Opened, SetUp, Sat, Left, Host, Committed, Gathering, Shown, Began, Acted, Ready, NextDeal,
    Covered, TakenBack, Ended, Standing, Bound, GaveUp, SeatOpened, Moved, Paced, Phrases, Hinted,
    Missed, CoveredFor, Claimed, Objected, HostAway, Appointed, Admitted, Dismissed,
);

fn entries() -> Vec<Entry> {
    let (guest, seat) = (Hex([5; 16]), Seat::at(1));
    let set_up = SetUp {
        changes: vec![("match.deals".to_owned(), "3".to_owned())],
        clock: Clock::PerMove { seconds: 20, bank: 60 },
        ..SetUp::new("rummy", vec![SeatPlan::Person, SeatPlan::Bot { level: Level::Novice }])
    };
    let library = Arc::new(Library::standard().unwrap());
    let opened = Room::open(library, Timing::default(), guest, set_up.clone()).unwrap();
    vec![
        opened.1,
        Entry::SetUp { set_up, edition: Edition::LATEST },
        Entry::Sat { seat, guest, name: "Ann".to_owned() },
        Entry::Left { seat, kicked: true },
        Entry::Host { guest },
        Entry::Committed { seat, commitment: Hex([1; 32]) },
        Entry::Gathering { master: Hex([2; 32]) },
        Entry::Shown { seat, entropy: Hex([3; 32]) },
        Entry::Began,
        Entry::Acted { seat, action: Action::Draw, id: Some(300), spent: 7 },
        Entry::Ready { seat },
        Entry::NextDeal,
        Entry::Covered { seat, spent: 300, late: false },
        Entry::Covered { seat, spent: 300, late: true },
        Entry::TakenBack { seat },
        Entry::Ended,
        opened.0.standing().unwrap(),
        Entry::Bound { master: Hex([4; 32]) },
        Entry::GaveUp { seat },
        Entry::SeatOpened { seat },
        Entry::Moved { seat, guest },
        Entry::Paced { pace: Pace::Fast },
        Entry::Phrases { allowed: false },
        Entry::Hinted { allowed: true },
        Entry::Missed { seat },
        Entry::CoveredFor { seat, spent: 300, late: true, why: CoverWhy::Away },
        Entry::Claimed { seat, guest },
        Entry::Objected { seat },
        Entry::HostAway { guest },
        Entry::Appointed { guest },
        Entry::Admitted { how: Admission::Locked },
        Entry::Dismissed { guest },
    ]
}

/// Entries stored before editions existed are read as the first edition.
#[test]
fn entries_without_an_edition_are_of_the_first() {
    let mut found = 0;
    for entry in entries() {
        let text = encode(&entry).unwrap();
        let Ok(text) = String::from_utf8(text) else { continue };
        let before = text.replace(&format!(",\"edition\":{}", Edition::LATEST.number()), "");
        if before == text {
            continue;
        }
        found += 1;
        let read = decode(&[before.clone().into_bytes()]).unwrap();
        assert_ne!(read[0], entry);
        assert_eq!(decode(&[encode(&read[0]).unwrap()]).unwrap(), read);
        if let Entry::Opened { edition, .. } | Entry::SetUp { edition, .. } = &read[0] {
            assert_eq!(*edition, Edition::FIRST);
        }
    }
    assert_eq!(found, 3);
}

/// Every kind of entry has a fixed encoding, and can be read. `UPCARD_BLESS` rewrites the file; a changed
/// line is an entry that existing stores contain and that must still be readable.
#[test]
fn stored_entries_keep_their_format() {
    let entries = entries();
    let mut found: Vec<&str> = entries.iter().map(kind).collect();
    found.dedup();
    assert_eq!(found, KINDS);
    let stored: Vec<Vec<u8>> = entries.iter().map(|entry| encode(entry).unwrap()).collect();
    let today: String = stored.iter().map(|body| format!("{}\n", body.escape_ascii())).collect();
    let path = golden("entries.txt");
    if std::env::var_os("UPCARD_BLESS").is_some() {
        std::fs::write(&path, &today).unwrap();
    }
    assert_eq!(today, std::fs::read_to_string(path).unwrap());
    assert_eq!(decode(&stored).unwrap(), entries);
}

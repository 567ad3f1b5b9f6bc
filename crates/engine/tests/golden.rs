//! Files of the past and of today: a record of the first format is read and played as it was, and a
//! seed gives the deals that it always gave.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::record::Record;
use upcard_engine::{Action, Game, Library, Phase, Rules, Seat};

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The file is never written again: it is what people have kept.
#[test]
fn a_record_of_the_first_format_plays_as_it_was_played() {
    let text = golden("format-1.record");
    let record = Record::parse(&text).unwrap();
    let mut steps = 0;
    let game = record.replay(|_, _| steps += 1).unwrap();
    assert!(game.is_over());
    assert_eq!(record.verify().unwrap().deals(), DEALS);
    assert_eq!(game.table().scores[..SCORES.len()], SCORES);
    // It is printed as it was written, event for event.
    assert_eq!(record.to_string(), text);
    assert_eq!(steps, text.lines().filter(|line| line.starts_with("> ")).count());
}

/// What `upcard replay --verify` printed for that record when it was made.
const DEALS: usize = 7;
const SCORES: [i32; 4] = [40, 56, 132, 88];

/// The file is never written again: it is what people have kept of a match that a server closed and
/// signed.
#[test]
fn a_record_of_the_second_format_plays_as_it_was_played() {
    let text = golden("format-2.record");
    let record = Record::parse(&text).unwrap();
    let game = record.replay(|_, _| {}).unwrap();
    assert!(game.is_over());
    assert_eq!(record.verify().unwrap().deals(), 3);
    assert_eq!(game.table().scores[..3], [7, 12, 46]);
    assert_eq!(record.to_string(), text);
}

/// The first deal of every game from one seed: every hand, the upcard, and the next cards of the
/// stock. A change of the shuffle, of a stream or of the order of dealing would make old records
/// worthless. With `UPCARD_BLESS` set the file is written.
#[test]
fn a_seed_gives_the_deals_that_it_always_gave() {
    let library = Library::standard().unwrap();
    let mut deals = String::new();
    let ids: Vec<&str> = golden_games();
    for id in ids {
        let rules = Rules::new(library.select(id, &[]).unwrap(), 4).unwrap();
        let mut game = Game::new(Arc::new(rules), Chance::new([7; 32], [9; 32]));
        game.next_deal(&mut ());
        while let Phase::Cut { .. } = game.table().phase {
            let seat = game.to_act().unwrap();
            game.act(seat, &Action::Cut(400), &mut ()).unwrap();
        }
        let table = game.table();
        writeln!(deals, "{id}, dealer {}", table.dealer).unwrap();
        for seat in 0..4 {
            writeln!(deals, "  {} {}", seat + 1, game.hand(Seat(seat))).unwrap();
        }
        let stock = game.stock();
        let next: Vec<String> = stock.iter().rev().take(8).map(ToString::to_string).collect();
        let upcard = table.upcard().map_or("-".to_owned(), |card| card.to_string());
        writeln!(deals, "  upcard {upcard}, stock of {}: {}", stock.len(), next.join(" ")).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/deals.txt");
    if std::env::var_os("UPCARD_BLESS").is_some() {
        std::fs::write(path, &deals).unwrap();
    }
    assert_eq!(deals, golden("deals.txt"));
}

/// Games that four can play, each with its own way of dealing. A new game need not be among them.
fn golden_games() -> Vec<&'static str> {
    vec![
        "contract-rummy",
        "progressive-rummy",
        "liverpool-rummy",
        "shanghai-rummy",
        "progressive-rummy-15",
        "progression",
        "rummy",
    ]
}

//! Golden files: records of earlier formats replay as they were played, and a seed yields the same deals as
//! ever.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::choices::{CHOICES, WildsWhere};
use upcard_engine::record::Record;
use upcard_engine::{Action, Edition, Event, Flaws, Game, Library, Phase, Rules, Seat};

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Replays a record of a finished match, which is printed as it was written, line by line. `watch` sees the
/// events of each step.
fn replayed(name: &str, mut watch: impl FnMut(&[Event])) -> (Record, Game) {
    let text = golden(&format!("{name}.record"));
    let record = Record::parse(&text).unwrap();
    let mut steps = 0;
    let game = record.replay(|_, events| {
        steps += 1;
        watch(events);
    });
    let game = game.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(game.is_over(), "{name}");
    assert_eq!(record.to_string(), text, "{name}");
    assert_eq!(steps, text.lines().filter(|line| line.starts_with("> ")).count(), "{name}");
    (record, game)
}

/// The files must never be regenerated: they represent what users have stored, in the second format of a
/// match that a server closed and signed.
#[test]
fn records_of_both_formats_replay() {
    // Output of `upcard replay --verify` for these records when they were made: deals and totals.
    let formats: [(&str, usize, &[i32]); 2] =
        [("format-1", 7, &[40, 56, 132, 88]), ("format-2", 3, &[7, 12, 46])];
    for (name, deals, scores) in formats {
        let (record, game) = replayed(name, |_| {});
        assert_eq!(record.verify().unwrap().deals(), deals, "{name}");
        assert_eq!(game.table().scores()[..scores.len()], *scores, "{name}");
    }
}

/// Name of a record, the points of each of its deals, and the code of the flaw for which its rules are now
/// rejected, if any.
type Earlier = (&'static str, &'static [&'static [i32]], Option<&'static str>);

/// Records of matches played under earlier readings, or with rule sets that are now rejected.
const EARLIER: &[Earlier] = &[
    // Two identical cards of the wild rank in a set of it were a wrong declaration.
    ("own-rank-set", &[&[80, 20, 0]], None),
    // The minimum was halved for a player without a turn.
    ("least-halved", &[&[29, 0, 1]], None),
    // In a pool of 61 a hand cost up to 80.
    ("pool-61", &[&[0, 80, 80]], None),
    // Fifteen cards were dealt one at a time (CONT-04).
    ("continental-one-at-a-time", &[&[5, -5]], None),
    // Cards left in hand after completing the contract cost nothing (S000-25).
    ("contract-ends-for-nothing", &[&[15, 0]], None),
    // Prices above the maximum points of a deal.
    ("cap-below-prices", &[&[20, 20, 0]], Some("scoring.cap-price")),
    ("cap-below-penalty", &[&[80, 0, 80]], Some("scoring.cap-price")),
    ("oklahoma-without-upcard", &[&[0, 0], &[0, 0], &[0, 0], &[0, 92]], Some("knocking.upcard")),
    ("spades-without-upcard", &[&[0, 0], &[0, 0], &[38, 0]], Some("scoring.spade-doubles")),
    ("cut-bonus-highest", &[&[149, 175]], Some("dealing.cut-bonus-lowest")),
    ("wall-of-all", &[&[0, 0], &[0, 0], &[0, 0], &[0, 0]], Some("dealing.wall")),
    ("gin-of-25", &[&[0, 28]], Some("dealing.wall")),
];

/// The files must never be regenerated: they were made before the readings changed, and were correct then.
#[test]
fn records_of_earlier_readings_replay() {
    for (name, points, refused) in EARLIER {
        let mut found: Vec<Vec<i32>> = Vec::new();
        let (record, _) = replayed(&format!("earlier/{name}"), |events| {
            found.extend(events.iter().filter_map(|event| match event {
                Event::DealEnded { points, .. } => Some(points.clone()),
                _ => None,
            }));
        });
        assert_eq!(found, *points, "{name}");
        let proof = record.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(proof.deals(), points.len(), "{name}");
        // New tables reject such rules.
        let players = record.seats.len() as u8;
        let today = Rules::new(record.rules.clone(), players).err();
        let codes: Vec<&str> =
            today.iter().flat_map(Flaws::iter).map(|flaw| flaw.reason().code()).collect();
        match refused {
            Some(code) => assert!(codes.contains(code), "{name}: {codes:?}"),
            None => assert!(codes.is_empty(), "{name}: {codes:?}"),
        }
    }
}

/// Data stored by a game's name keep the edition under which they were created.
#[test]
fn earlier_editions_keep_their_readings() {
    let library = Library::standard().unwrap();
    let own_set = |edition, name: &str| {
        let c = library.select_edition(edition, name, &[]).unwrap().choices;
        (c.wilds.own_set, c.scoring.least_halved, c.scoring.cap.0)
    };
    for name in ["points-rummy", "deals-rummy", "pool-101", "pool-201+no-rejoin"] {
        assert_eq!(own_set(Edition::FIRST, name), (false, true, Some(80)), "{name}");
        assert_eq!(own_set(Edition::LATEST, name), (true, false, Some(80)), "{name}");
    }
    assert_eq!(own_set(Edition::FIRST, "pool-101+pool-61"), (false, true, Some(80)));
    assert_eq!(own_set(Edition::LATEST, "pool-101+pool-61"), (true, false, Some(60)));
    // These are the only differences between the editions.
    for id in library.ids() {
        let of = |edition| library.select_edition(edition, id, &[]).unwrap().choices;
        let (first, latest) = (of(Edition::FIRST), of(Edition::LATEST));
        let differs = CHOICES.iter().filter(|choice| choice.get(&first) != choice.get(&latest));
        let paths: Vec<&str> = differs.map(|choice| choice.path).collect();
        let expected: &[&str] = match id {
            _ if latest.wilds.own_set => &["wilds.own-set", "scoring.least-halved"],
            "carioca" => &["wilds.whole-suit"],
            "continental-15" => &["dealing.at-a-time"],
            _ => &[],
        };
        assert_eq!(paths, expected, "{id}");
        // Changes of the third edition.
        let second = of(Edition::SECOND);
        let differs = CHOICES.iter().filter(|choice| choice.get(&second) != choice.get(&latest));
        let third = ["wilds.whole-suit", "dealing.at-a-time"];
        assert!(differs.map(|choice| choice.path).all(|path| third.contains(&path)), "{id}");
    }
    let of = |edition, name: &str| library.select_edition(edition, name, &[]).unwrap().choices;
    let one_joker = |edition| of(edition, "points-rummy+one-joker").wilds.cap_in;
    assert_eq!(one_joker(Edition::SECOND), WildsWhere::Everywhere);
    assert_eq!(one_joker(Edition::THIRD), WildsWhere::RunsOnly);
    let ends = |edition| of(edition, "progressive-rummy+contract-ends").scoring.left_over;
    assert_eq!((ends(Edition::SECOND), ends(Edition::THIRD)), (false, true));
}

/// First deal of every game from one seed, with the usual number of players: every hand, the upcard, the card
/// for the wild rank, and the next cards of the stock. A change of the shuffle, of a stream or of the dealing
/// order would invalidate old records. `UPCARD_BLESS` rewrites the file.
#[test]
fn seeds_yield_the_same_deals_as_before() {
    let library = Library::standard().unwrap();
    let mut deals = String::new();
    for id in library.ids() {
        let rules = Rules::of(&library, id, &[], None).unwrap();
        let mut game = Game::new(Arc::new(rules), Chance::new([7; 32], [9; 32]));
        game.next_deal(&mut ());
        while let Phase::Cut { .. } = game.table().phase() {
            let seat = game.to_act().unwrap();
            game.act(seat, &Action::Cut(400), &mut ()).unwrap();
        }
        let table = game.table();
        writeln!(deals, "{id}, dealer {}", table.dealer()).unwrap();
        for seat in Seat::all(table.players()) {
            writeln!(deals, "  {seat} {}", game.hand(seat)).unwrap();
        }
        let stock = game.stock();
        let next: Vec<String> = stock.iter().rev().take(8).map(ToString::to_string).collect();
        let upcard = table.upcard().map_or("-".to_owned(), |card| card.to_string());
        let wild = table.wild().map_or_else(String::new, |card| format!(", wild {card}"));
        let next = next.join(" ");
        writeln!(deals, "  upcard {upcard}{wild}, stock of {}: {next}", stock.len()).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/deals.txt");
    if std::env::var_os("UPCARD_BLESS").is_some() {
        std::fs::write(path, &deals).unwrap();
    }
    assert_eq!(deals, golden("deals.txt"));
}

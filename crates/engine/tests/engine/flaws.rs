//! Every reason why a rule set can be refused, and rules that are refused for it.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;
use upcard_engine::{Edition, Flaws, GameFile, Library, Reason, Rules, Value};

fn codes(flaws: &Flaws) -> Vec<&'static str> {
    flaws.iter().map(|flaw| flaw.reason().code()).collect()
}

fn selected(game: &str, changes: &[(&str, &str)], players: u8) -> Result<Rules, Flaws> {
    let changes =
        changes.iter().map(|(path, value)| (path.to_string(), Value::from_argument(value)));
    let changes: Vec<_> = changes.collect();
    Rules::new(Library::standard().unwrap().select(game, &changes)?, players)
}

/// A game, changes to it, the number of players, and the reason.
type Case = (&'static str, &'static [(&'static str, &'static str)], u8, &'static str);

/// Choices that contradict each other or the number of players.
const CONTRADICTIONS: &[Case] = &[
    ("rummy", &[("players.min", "5"), ("players.max", "3")], 4, "players.range"),
    ("rummy", &[], 8, "players.count"),
    ("rummy", &[("pack.packs", "8")], 4, "pack.packs"),
    ("rummy", &[("pack.jokers", "16")], 4, "pack.jokers"),
    ("rummy", &[("pack.wild-ranks", "[2, 3, 4, 5, 6, 7, 8]")], 4, "pack.wild-ranks"),
    ("rummy", &[("dealing.hand", "20")], 4, "dealing.pack"),
    ("rummy", &[("dealing.hand", "0")], 4, "dealing.none"),
    ("rummy", &[("dealing.hand", "[7, 7]"), ("match.deals", "3")], 4, "match.deals-deals"),
    ("three-thirteen", &[("buying.limit.per-deal", "[1, 2]")], 4, "deals.entries"),
    ("contract-rummy", &[("dealing.hand", "[10, 10]")], 4, "contracts.entries"),
    ("rummy", &[("dealing.cut-bonus", "5")], 4, "dealing.cut-bonus"),
    (
        "rummy-500",
        &[("dealing.cut", "blind"), ("dealing.cut-bonus", "5")],
        4,
        "dealing.cut-bonus-lowest",
    ),
    ("gin", &[("stock-out.then", "wall 31")], 2, "dealing.wall"),
    ("gin", &[("dealing.hand", "25")], 2, "dealing.wall"),
    ("gin+eleven-cards", &[("stock-out.then", "wall 31")], 2, "dealing.wall"),
    ("gin+oklahoma+eleven-cards", &[], 2, "knocking.upcard"),
    ("gin+spades-double+eleven-cards", &[], 2, "scoring.spade-doubles"),
    ("rummy", &[("dealing.opening-upcard", "offered")], 4, "dealing.opening-knocking"),
    ("gin", &[("dealing.upcard", "false")], 2, "dealing.opening-upcard"),
    ("rummy", &[("dealing.extra-card", "non-dealer")], 4, "dealing.extra-card"),
    ("rummy", &[("dealing.next-dealer", "loser")], 4, "dealing.loser"),
    (
        "contract-rummy",
        &[("dealing.hand", "10"), ("contracts.deals", "[\"S\", \"\"]"), ("match.deals", "2")],
        4,
        "contracts.missing",
    ),
    ("contract-rummy", &[("melds.set-size", "40")], 4, "contracts.text"),
    (
        "contract-rummy",
        &[
            ("laying-down.same-suit-runs", "different-suits"),
            ("dealing.hand", "10"),
            ("contracts.deals", "[\"5R3\"]"),
        ],
        4,
        "contracts.runs",
    ),
    (
        "contract-rummy",
        &[
            ("laying-down.same-rank-sets", "false"),
            ("dealing.hand", "10"),
            ("contracts.deals", "[\"8S\"]"),
            ("pack.wild-ranks", "[2, 3, 4, 5, 6, 7]"),
        ],
        4,
        "contracts.sets",
    ),
    (
        "contract-rummy",
        &[("dealing.hand", "10"), ("contracts.deals", "[\"8R14\"]"), ("pack.packs", "1")],
        3,
        "contracts.pack",
    ),
    (
        "contract-rummy",
        &[
            ("dealing.hand", "10"),
            ("contracts.deals", "[\"8S\"]"),
            ("buying.deals", "none"),
            ("going-out.discard", "forbidden"),
        ],
        4,
        "contracts.hand",
    ),
    (
        "contract-rummy",
        &[
            ("dealing.hand", "10"),
            ("contracts.deals", "[\"8S\"]"),
            ("buying.deals", "none"),
            ("going-out.discard", "required"),
            ("match.last-deal", "as-others"),
        ],
        4,
        "contracts.hand-discard",
    ),
    ("rummy", &[("melds.set-size", "2")], 4, "melds.set-size"),
    ("rummy", &[("melds.set-size", "4"), ("melds.set-max", "3")], 4, "melds.set-max"),
    (
        "contract-rummy",
        &[("dealing.hand", "10"), ("contracts.deals", "[\"S30\"]")],
        4,
        "melds.set-cards",
    ),
    ("rummy", &[("melds.run-size", "2")], 4, "melds.run-size"),
    ("rummy", &[("melds.run-max", "2")], 4, "melds.run-max"),
    (
        "contract-rummy",
        &[("dealing.hand", "10"), ("contracts.deals", "[\"R14\"]"), ("melds.ace", "low")],
        4,
        "melds.run-cards",
    ),
    ("contract-rummy", &[("wilds.cap", "1"), ("wilds.only", "any")], 4, "wilds.only"),
    ("progressive-rummy", &[("wilds.first-lay-total", "2")], 4, "wilds.first-lay-total"),
    (
        "progressive-rummy-15",
        &[("wilds.first-lay-total", "2"), ("wilds.natural-place", "natural")],
        4,
        "wilds.first-lay-natural",
    ),
    (
        "progression",
        &[
            ("contracts.deals", "[\"S3p\", \"S R\", \"2R\", \"3S\", \"2S R\", \"S 2R\", \"3R\"]"),
            ("wilds.natural-place", "natural"),
        ],
        4,
        "contracts.purity",
    ),
    ("rummy", &[("drawing.discard", "bought")], 4, "drawing.bought"),
    ("contract-rummy", &[("wilds.apart", "7")], 4, "wilds.apart"),
    ("ill-buy-it", &[("wilds.set-naturals", "2")], 4, "wilds.set-naturals"),
    ("contract-rummy", &[("melds.set-suits", "closed-three")], 4, "melds.set-suits"),
    ("ill-buy-it", &[("wilds.where", "runs-only")], 4, "wilds.where"),
    ("ill-buy-it", &[("swapping.freed", "new-meld")], 4, "swapping.new-meld"),
    ("ill-buy-it", &[("laying-down.first-points", "40")], 4, "laying-down.first-points"),
    ("pool-101", &[("settling.entry", "0")], 4, "settling.entry"),
    ("contract-rummy", &[("melds.kinds", "runs-only")], 4, "melds.kinds"),
    ("contract-rummy", &[("declaring.undrawn", "true")], 4, "declaring.undrawn"),
    ("rummy", &[("scoring.who", "payments"), ("settling.out", "1")], 4, "scoring.payments"),
    ("rummy", &[("settling.money", "payments")], 4, "settling.payments"),
    ("ill-buy-it", &[("swapping.freed", "owner-run")], 4, "swapping.owner-run"),
    ("ill-buy-it", &[("wilds.apart", "1")], 4, "wilds.apart-contracts"),
    (
        "rummy",
        &[("wilds.per-deal", "hand-size"), ("dealing.hand", "14"), ("pack.packs", "2")],
        2,
        "wilds.hand-size",
    ),
    ("rummy", &[("laying-down.mode", "at-once")], 4, "laying-down.mode"),
    ("contract-rummy", &[("laying-down.mode", "hidden")], 4, "laying-down.hidden"),
    ("rummy", &[("laying-down.duty", "compulsory")], 4, "laying-down.duty"),
    ("rummy", &[("laying-down.melds-per-turn", "0")], 4, "laying-down.melds-per-turn"),
    ("rummy", &[("laying-down.runs-per-suit", "0")], 4, "laying-down.runs-per-suit"),
    ("rummy", &[("declaring.allowed", "whole-hand")], 4, "declaring.hidden"),
    ("three-thirteen", &[("declaring.allowed", "none")], 4, "declaring.nobody"),
    ("rummy", &[("declaring.last-turns", "one-each")], 4, "declaring.last-turns"),
    ("rummy", &[("laying-off.last-turns", "own-meld")], 4, "laying-off.last-turns"),
    (
        "points-rummy",
        &[("declaring.last-turns", "one-each"), ("laying-off.last-turns", "own-meld")],
        4,
        "laying-off.last-turns-groups",
    ),
    ("rummy", &[("declaring.needs", "{ \"sequences\" = 2 }")], 4, "declaring.needs"),
    (
        "points-rummy",
        &[("declaring.needs", "{ \"sequences\" = 1, \"pure\" = 2 }")],
        4,
        "declaring.pure",
    ),
    ("points-rummy", &[("declaring.needs", "{ \"sequences\" = 5 }")], 4, "declaring.sequences"),
    (
        "points-rummy",
        &[("declaring.needs", "{ \"sequences\" = 2, \"long\" = 14 }")],
        4,
        "declaring.long",
    ),
    ("points-rummy", &[("dealing.hand", "5")], 4, "declaring.runs"),
    ("rummy", &[("declaring.wrong", "penalty")], 4, "declaring.wrong"),
    ("rummy", &[("dropping.allowed", "true")], 4, "dropping.declared"),
    ("points-rummy", &[("dropping.missed-turns", "0")], 4, "dropping.missed-turns"),
    ("gin", &[("drawing.discarded-wilds", "never")], 2, "drawing.knocking"),
    ("rummy", &[("knocking.limit", "10")], 4, "knocking.hidden"),
    ("gin", &[("players.max", "3")], 2, "knocking.players"),
    ("gin", &[("scoring.what", "hand")], 2, "knocking.scoring"),
    ("rummy", &[("laying-off.needs", "contract")], 4, "laying-off.needs"),
    ("gin", &[("rearranging.allowed", "same-turn")], 2, "rearranging.hidden"),
    ("gin", &[("swapping.who", "anyone")], 2, "swapping.hidden"),
    ("gin", &[("shanghai.allowed", "true")], 2, "shanghai.hidden"),
    ("contract-rummy", &[("buying.deals", "[9]")], 4, "buying.deals"),
    ("gin", &[("buying.deals", "all")], 2, "buying.knocking"),
    (
        "contract-rummy",
        &[("buying.deals", "all"), ("buying.limit.per-deal", "0")],
        4,
        "buying.limit",
    ),
    ("contract-rummy", &[("pack.packs", "7"), ("buying.deals", "all")], 4, "buying.pack"),
    ("gin", &[("drawing.top-use", "must-use")], 2, "drawing.hidden"),
    ("points-rummy", &[("discarding.wilds", "refused")], 4, "discarding.hidden"),
    ("rummy", &[("drawing.deep", "true")], 4, "drawing.pile"),
    ("rummy-500", &[("pack.packs", "7")], 4, "drawing.pack"),
    ("rummy", &[("going-out.ends", "contract-complete")], 4, "going-out.ends"),
    ("rummy", &[("stock-out.then", "block"), ("stock-out.reshuffles", "2")], 4, "stock-out.blocks"),
    (
        "rummy",
        &[("stock-out.then", "block"), ("stock-out.shuffle", "false")],
        4,
        "stock-out.shuffle",
    ),
    ("rummy", &[("stock-out.reshuffles", "0")], 4, "stock-out.reshuffles"),
    ("rummy", &[("stock-out.stalemate", "0")], 4, "stock-out.stalemate"),
    ("rummy", &[("stock-out.then", "wall 2")], 4, "stock-out.wall"),
    ("gin", &[("stock-out.reshuffles", "2")], 2, "stock-out.wall-reshuffles"),
    ("rummy", &[("stock-out.last-discard", "may-knock")], 4, "stock-out.last-discard"),
    ("gin", &[("scoring.who", "winner")], 2, "scoring.difference"),
    ("rummy", &[("scoring.what", "deadwood")], 4, "scoring.deadwood"),
    ("three-thirteen", &[("scoring.who", "shown-minus-hand")], 4, "scoring.shown-hidden"),
    ("rummy", &[("scoring.who", "shown-minus-hand")], 4, "scoring.shown-winner"),
    ("rummy-500", &[("scoring.down-and-out", "minus 10")], 4, "scoring.down-and-out"),
    ("gin", &[("scoring.down-and-out", "double-others")], 2, "scoring.down-and-out-hidden"),
    ("rummy-500", &[("rearranging.allowed", "same-turn")], 4, "scoring.shown-rearranged"),
    ("gin", &[("scoring.going-rummy", "double")], 2, "scoring.going-rummy"),
    ("rummy", &[("scoring.grouping", "own")], 4, "scoring.grouping"),
    ("points-rummy", &[("scoring.cap", "1")], 4, "scoring.cap"),
    ("points-rummy", &[("scoring.cap", "79")], 4, "scoring.cap-price"),
    ("points-rummy", &[("dropping.middle", "81")], 4, "scoring.cap-price"),
    ("pool-101+pool-61", &[("declaring.penalty", "61")], 4, "scoring.cap-price"),
    ("pool-101", &[("scoring.last-deal", "double")], 4, "scoring.last-deal"),
    ("rummy", &[("match.deals", "last-player")], 4, "match.last-player"),
    ("rummy", &[("match.eliminate-at", "101")], 4, "match.eliminate"),
    ("pool-101", &[("match.winner", "highest")], 4, "match.eliminate-scoring"),
    ("rummy", &[("match.winner", "chips")], 4, "match.winner-chips"),
    ("deals-rummy", &[("match.winner", "highest")], 4, "match.chips-highest"),
    ("rummy", &[("match.early-end", "true")], 4, "match.early-end"),
    ("deals-rummy", &[("match.deals", "{ \"2\" = 2 }")], 4, "match.deals-players"),
    ("pool-101", &[("pool.rejoin-limit", "100")], 4, "pool.rejoin-limit"),
    (
        "pool-101",
        &[("pool.rejoin-limit", "101"), ("pool.rejoin-at", "highest")],
        4,
        "pool.rejoin-limit",
    ),
    ("points-rummy", &[("pool.rejoin-limit", "79")], 4, "pool.rejoin-nobody"),
    ("pool-101", &[("dropping.allowed", "false")], 4, "pool.split"),
    ("rummy", &[("match.winner", "lowest"), ("scoring.who", "winner")], 4, "match.winner"),
    ("rummy", &[("match.deals", "all")], 4, "match.deals-all"),
    ("rummy", &[("match.deals", "0")], 4, "match.deals-count"),
    ("contract-rummy", &[("match.deals", "60")], 4, "match.deals-contracts"),
    ("contract-rummy", &[("match.deals", "[2, 1]")], 4, "match.deals-list"),
    ("rummy", &[("match.deals", "target"), ("match.target", "0")], 4, "match.target"),
    (
        "contract-rummy",
        &[("laying-down.mode", "piecemeal"), ("match.last-deal", "whole-hand")],
        4,
        "match.last-deal",
    ),
    (
        "contract-rummy",
        &[("wilds.per-deal", "hand-size"), ("match.advance", "individual")],
        4,
        "match.advance",
    ),
    ("rummy", &[("match.tables", "three")], 4, "match.tables"),
    ("gin", &[("match.tables", "three"), ("match.deals", "3")], 2, "match.tables-target"),
    (
        "contract-rummy",
        &[("settling.money", "per-point"), ("buying.price.pennies", "1")],
        4,
        "settling.kitty",
    ),
    ("rummy", &[("settling.money", "per-point"), ("settling.unit", "0")], 4, "settling.unit"),
    ("rummy", &[("settling.fee", "10")], 4, "settling.fee"),
    ("gin", &[("settling.money", "per-point")], 2, "settling.knocking"),
    (
        "rummy",
        &[("settling.money", "places"), ("settling.places", "[1, -1]")],
        4,
        "settling.places",
    ),
    (
        "rummy",
        &[("settling.money", "places"), ("settling.places", "[3, 0, 0, -1]")],
        4,
        "settling.sum",
    ),
];

/// How a rule set is chosen.
const SELECTIONS: &[Case] = &[
    ("rummy", &[("melds.acc", "low")], 4, "choice.unknown"),
    ("rummy", &[("melds.ace", "low"), ("melds.ace", "high")], 4, "choice.twice"),
    ("rummy", &[("melds.ace", "middle")], 4, "value.unknown"),
    ("rummy", &[("contracts.deals", "[\"X\"]")], 4, "value.contract"),
    ("chess", &[], 4, "game.unknown"),
    ("rummy+chess", &[], 4, "variation.unknown"),
];

/// What a game's file says.
const FILES: &[(&str, &str)] = &[
    ("name = ", "file.not-toml"),
    ("", "file.name"),
    ("name = 3", "file.text"),
    ("also-known-as = 3", "file.texts"),
    ("reconstruction = 3", "file.reconstruction"),
    ("rounds = 70000", "file.rounds"),
    ("variations = 3", "file.variations"),
    ("variations.x = 3", "file.variation"),
    ("[variations.x]\nmelds.ace = \"low\"", "file.about"),
    ("melds.ace = 1979-05-27", "value.kind"),
    ("before = 3", "file.before"),
    ("[before.1]\nmelds.ace = \"low\"", "file.before"),
    ("[before.9]\nmelds.ace = \"low\"", "file.before"),
];

/// A game, choices of it with their values, and how many play.
type Chosen = (&'static str, &'static [(&'static str, &'static str)], u8);

/// What is coherent is accepted.
const COHERENT: &[Chosen] = &[
    // Who comes back with 100 is not out at 101.
    ("pool-101", &[("pool.rejoin-limit", "100"), ("pool.rejoin-at", "highest")], 4),
    ("pool-101", &[("pool.rejoin-limit", "99")], 4),
    // One card can be drawn.
    ("gin", &[("stock-out.then", "wall 30")], 2),
    // Prices that nobody pays.
    ("points-rummy+teaching", &[("dropping.allowed", "false"), ("scoring.cap", "30")], 4),
    ("points-rummy", &[("scoring.cap", "80"), ("dropping.middle", "80")], 4),
    // What means nothing is idle.
    ("gin", &[("scoring.cap", "80"), ("scoring.least", "2")], 2),
];

#[test]
fn what_is_coherent_is_accepted() {
    for (game, changes, players) in COHERENT {
        let found = selected(game, changes, *players);
        assert!(found.is_ok(), "{game} {changes:?}: {:?}", found.err());
    }
}

/// What later editions refuse is let pass in what was made before.
#[test]
fn an_earlier_edition_refuses_what_it_refused() {
    let library = Library::standard().unwrap();
    let set = library.select("gin+oklahoma+eleven-cards", &[]).unwrap();
    assert!(Rules::of_edition(set.clone(), 2, Edition::FIRST).is_ok());
    assert_eq!(codes(&Rules::new(set, 2).unwrap_err()), ["knocking.upcard"]);
    let set = library.select("rummy", &[]).unwrap();
    let flaws = Rules::of_edition(set, 8, Edition::FIRST).unwrap_err();
    assert_eq!(codes(&flaws), ["players.count"]);
}

#[test]
fn every_reason_is_given() {
    let mut given = BTreeSet::new();
    let mut missing = String::new();
    for (game, changes, players, code) in CONTRADICTIONS.iter().chain(SELECTIONS) {
        let found =
            selected(game, changes, *players).map_or_else(|flaws| codes(&flaws), |_| vec![]);
        if !found.contains(code) {
            missing += &format!("{code}, but {found:?} in {game} with {changes:?}\n");
        }
        given.insert(*code);
    }
    assert!(missing.is_empty(), "{missing}");
    for (text, code) in FILES {
        let found = codes(&GameFile::parse("file", text).expect_err(code));
        assert!(found.contains(code), "{code}: {found:?}");
        given.insert(code);
    }

    let contracts = format!("[{}]", vec!["\"S\""; 61].join(", "));
    let many = selected("contract-rummy", &[("contracts.deals", &contracts)], 4).unwrap_err();
    assert_eq!(codes(&many), ["value.contracts"]);
    let twice = selected("progressive-rummy+twos-wild+twos-wild", &[], 4).unwrap_err();
    assert_eq!(codes(&twice), ["variation.twice"]);
    let changes = vec![("melds.ace", "low"); 500];
    assert_eq!(codes(&selected("rummy", &changes, 4).unwrap_err()), ["game.changes"]);

    let mut library = Library::standard().unwrap();
    for (id, parent) in [("a", "b"), ("b", "a"), ("c", "chess")] {
        let text = format!("name = \"{id}\"\nextends = \"{parent}\"");
        library.insert(id, GameFile::parse(id, &text).unwrap());
    }
    let variations = "name = \"d\"\n[variations.low]\nabout = \"x\"\nmelds.ace = \"low\"\n\
                      [variations.high]\nabout = \"x\"\nmelds.ace = \"high\"";
    library.insert("d", GameFile::parse("d", variations).unwrap());
    for (game, code) in
        [("a", "file.circle"), ("c", "file.extends"), ("d+low+high", "variation.differs")]
    {
        assert_eq!(codes(&library.select(game, &[]).unwrap_err()), [code]);
        given.insert(code);
    }
    let newer: Result<Edition, Error> = Edition::deserialize(9u8.into_deserializer());
    let newer = newer.unwrap();
    assert_eq!(codes(&library.select_of(newer, "rummy", &[]).unwrap_err()), ["game.edition"]);
    given.extend(["value.contracts", "variation.twice", "game.changes", "game.edition"]);

    // Given by others: files are read by the scenario runner, lengths are the table's affair, and
    // the number of further flaws is no flaw. A list of contracts that is too long is refused as a
    // value already.
    given.extend([
        "file.unreadable",
        "game.length",
        "value.length",
        "flaws.more",
        "contracts.number",
    ]);
    let all: BTreeSet<_> = Reason::every().map(|(code, _)| code).collect();
    assert_eq!(given, all);
}

//! Every reason for rejecting a rule set, with rules that trigger it.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;
use upcard_engine::{Edition, Flaws, GameFile, Library, Reason, Rules, Value};

fn codes(flaws: &Flaws) -> Vec<&'static str> {
    flaws.iter().map(|flaw| flaw.reason().code()).collect()
}

fn selected(game: &str, changes: &[(&str, &str)], players: u8) -> Result<Rules, Flaws> {
    Rules::of(&Library::standard().unwrap(), game, changes, Some(players))
}

/// Game, number of players, and changed choices.
type Chosen<'a> = (&'a str, u8, Vec<(&'a str, &'a str)>);

/// Parses `game, players: path = value; path = value`.
fn chosen(line: &str) -> Chosen<'_> {
    let (who, changes) = line.split_once(": ").unwrap_or((line, ""));
    let (game, players) = who.split_once(", ").unwrap();
    let changes = changes.split("; ").filter(|change| !change.is_empty());
    let changes = changes.map(|change| change.split_once(" = ").unwrap()).collect();
    (game, players.parse().unwrap(), changes)
}

/// Rows of a table, without comments.
fn rows(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Choices that contradict each other or the number of players.
const CONTRADICTIONS: &str = r#"
players.range                  rummy, 4: players.min = 5; players.max = 3
players.count                  rummy, 8
pack.packs                     rummy, 4: pack.packs = 8
pack.jokers                    rummy, 4: pack.jokers = 16
pack.wild-ranks                rummy, 4: pack.wild-ranks = [2, 3, 4, 5, 6, 7, 8]
dealing.pack                   rummy, 4: dealing.hand = 20
dealing.none                   rummy, 4: dealing.hand = 0
dealing.at-a-time              rummy, 4: dealing.at-a-time = 0
match.deals-deals              rummy, 4: dealing.hand = [7, 7]; match.deals = 3
deals.entries                  three-thirteen, 4: buying.limit.per-deal = [1, 2]
contracts.entries              contract-rummy, 4: dealing.hand = [10, 10]
dealing.first-seat-chosen      rummy, 4: dealing.first-seat = 2
dealing.first-seat             rummy, 4: dealing.first-dealer = chosen; dealing.first-seat = 5
dealing.first-seat             rummy, 4: dealing.first-dealer = chosen; dealing.first-seat = 0
dealing.cut-bonus              rummy, 4: dealing.cut-bonus = 5
dealing.cut-bonus-lowest       rummy-500, 4: dealing.cut = blind; dealing.cut-bonus = 5
dealing.wall                   gin, 2: stock-out.then = wall 31
dealing.wall                   gin, 2: dealing.hand = 25
dealing.wall                   gin+eleven-cards, 2: stock-out.then = wall 31
knocking.upcard                gin+oklahoma+eleven-cards, 2
scoring.spade-doubles          gin+spades-double+eleven-cards, 2
dealing.opening-knocking       rummy, 4: dealing.opening-upcard = offered
dealing.opening-upcard         gin, 2: dealing.upcard = false
dealing.extra-card             rummy, 4: dealing.extra-card = non-dealer
dealing.loser                  rummy, 4: dealing.next-dealer = loser
contracts.missing              contract-rummy, 4: dealing.hand = 10; contracts.deals = ["S", ""]; match.deals = 2
contracts.text                 contract-rummy, 4: melds.set-size = 40
contracts.runs                 contract-rummy, 4: laying-down.same-suit-runs = different-suits; dealing.hand = 10; contracts.deals = ["5R3"]
contracts.sets                 contract-rummy, 4: laying-down.same-rank-sets = false; dealing.hand = 10; contracts.deals = ["8S"]; pack.wild-ranks = [2, 3, 4, 5, 6, 7]
contracts.pack                 contract-rummy, 3: dealing.hand = 10; contracts.deals = ["8R14"]; pack.packs = 1
contracts.hand                 contract-rummy, 4: dealing.hand = 10; contracts.deals = ["8S"]; buying.deals = none; going-out.discard = forbidden
contracts.hand-discard         contract-rummy, 4: dealing.hand = 10; contracts.deals = ["8S"]; buying.deals = none; going-out.discard = required; match.last-deal = as-others
melds.set-size                 rummy, 4: melds.set-size = 2
melds.set-max                  rummy, 4: melds.set-size = 4; melds.set-max = 3
melds.set-cards                contract-rummy, 4: dealing.hand = 10; contracts.deals = ["S30"]
melds.run-size                 rummy, 4: melds.run-size = 2
melds.run-max                  rummy, 4: melds.run-max = 2
melds.run-cards                contract-rummy, 4: dealing.hand = 10; contracts.deals = ["R14"]; melds.ace = low
wilds.only                     contract-rummy, 4: wilds.cap = 1; wilds.only = any
wilds.first-lay-total          progressive-rummy, 4: wilds.first-lay-total = 2
contracts.purity               progression, 4: contracts.deals = ["S3p", "S R", "2R", "3S", "2S R", "S 2R", "3R"]; wilds.natural-place = natural
contracts.mixed                contract-rummy, 4: dealing.hand = 10; contracts.deals = ["R7m S"]
contracts.mixed-mode           carioca, 4: laying-down.mode = piecemeal; contracts.deals = ["R13m"]; wilds.first-lay-total = none; match.last-deal = as-others
drawing.bought                 rummy, 4: drawing.discard = bought
wilds.apart                    contract-rummy, 4: wilds.apart = 7
wilds.set-naturals             ill-buy-it, 4: wilds.set-naturals = 2
melds.set-suits                contract-rummy, 4: melds.set-suits = closed-three
wilds.where                    ill-buy-it, 4: wilds.where = runs-only
wilds.cap-in                   contract-rummy, 4: wilds.cap = 1; wilds.cap-in = runs-only
swapping.new-meld              ill-buy-it, 4: swapping.freed = new-meld
laying-down.first-points       ill-buy-it, 4: laying-down.first-points = 40
settling.entry                 pool-101, 4: settling.entry = 0
melds.kinds                    contract-rummy, 4: melds.kinds = runs-only
melds.kinds-runs               contract-rummy, 4: melds.kinds = sets-only
melds.kinds-table              gin, 2: melds.kinds = sets-only
declaring.undrawn              contract-rummy, 4: declaring.undrawn = true
scoring.payments               rummy, 4: scoring.who = payments; settling.out = 1
settling.payments              rummy, 4: settling.money = payments
settling.money-scored          continental-15, 4: settling.money = difference
settling.money-scored          loba+most-deals, 4: settling.scored = true
settling.scored                continental-15, 4: settling.scored = false
swapping.owner-run             ill-buy-it, 4: swapping.freed = owner-run
wilds.apart-contracts          ill-buy-it, 4: wilds.apart = 1
wilds.hand-size                rummy, 2: wilds.per-deal = hand-size; dealing.hand = 14; pack.packs = 2
laying-down.mode               rummy, 4: laying-down.mode = at-once
laying-down.hidden             contract-rummy, 4: laying-down.mode = hidden
laying-down.duty               rummy, 4: laying-down.duty = compulsory
laying-down.melds-per-turn     rummy, 4: laying-down.melds-per-turn = 0
laying-down.runs-per-suit      rummy, 4: laying-down.runs-per-suit = 0
declaring.hidden               rummy, 4: declaring.allowed = whole-hand
declaring.nobody               three-thirteen, 4: declaring.allowed = none
declaring.last-turns           rummy, 4: declaring.last-turns = one-each
laying-off.last-turns          rummy, 4: laying-off.last-turns = own-meld
laying-off.last-turns-groups   points-rummy, 4: declaring.last-turns = one-each; laying-off.last-turns = own-meld
declaring.needs                rummy, 4: declaring.needs = { "sequences" = 2 }
declaring.pure                 points-rummy, 4: declaring.needs = { "sequences" = 1, "pure" = 2 }
declaring.sequences            points-rummy, 4: declaring.needs = { "sequences" = 5 }
declaring.long                 points-rummy, 4: declaring.needs = { "sequences" = 2, "long" = 14 }
declaring.sets                 points-rummy, 4: declaring.needs = { "sequences" = 2, "sets" = 2 }
declaring.sets                 points-rummy, 4: declaring.needs = { "sets" = 1 }
declaring.sets                 continental-15, 4: declaring.needs = { "sequences" = 4, "sets" = 1 }
declaring.runs                 points-rummy, 4: dealing.hand = 5
declaring.wrong                rummy, 4: declaring.wrong = penalty
dropping.declared              rummy, 4: dropping.allowed = true
dropping.missed-turns          points-rummy, 4: dropping.missed-turns = 0
drawing.knocking               gin, 2: drawing.discarded-wilds = never
knocking.hidden                rummy, 4: knocking.limit = 10
knocking.players               gin, 2: players.max = 3
knocking.scoring               gin, 2: scoring.what = hand
laying-off.needs               rummy, 4: laying-off.needs = contract
rearranging.hidden             gin, 2: rearranging.allowed = same-turn
swapping.hidden                gin, 2: swapping.who = anyone
shanghai.hidden                gin, 2: shanghai.allowed = true
buying.deals                   contract-rummy, 4: buying.deals = [9]
buying.knocking                gin, 2: buying.deals = all
buying.limit                   contract-rummy, 4: buying.deals = all; buying.limit.per-deal = 0
buying.pack                    contract-rummy, 4: pack.packs = 7; buying.deals = all
drawing.hidden                 gin, 2: drawing.top-use = must-use
discarding.hidden              points-rummy, 4: discarding.wilds = refused
drawing.pile                   rummy, 4: drawing.deep = true
drawing.pack                   rummy-500, 4: pack.packs = 7
going-out.ends                 rummy, 4: going-out.ends = contract-complete
going-out.same-turn            rummy, 4: going-out.same-turn = all
going-out.same-turn            telefunken, 4: going-out.same-turn = [8]
going-out.same-turn            progressive-rummy, 4: going-out.same-turn = all
stock-out.blocks               rummy, 4: stock-out.then = block; stock-out.reshuffles = 2
stock-out.shuffle              rummy, 4: stock-out.then = block; stock-out.shuffle = false
stock-out.reshuffles           rummy, 4: stock-out.reshuffles = 0
stock-out.stalemate            rummy, 4: stock-out.stalemate = 0
stock-out.wall                 rummy, 4: stock-out.then = wall 2
stock-out.wall-reshuffles      gin, 2: stock-out.reshuffles = 2
stock-out.last-discard         rummy, 4: stock-out.last-discard = may-knock
scoring.difference             gin, 2: scoring.who = winner
scoring.deadwood               rummy, 4: scoring.what = deadwood
scoring.shown-hidden           three-thirteen, 4: scoring.who = shown-minus-hand
scoring.shown-winner           rummy, 4: scoring.who = shown-minus-hand
scoring.down-and-out           rummy-500, 4: scoring.down-and-out = minus 10
scoring.down-and-out-hidden    gin, 2: scoring.down-and-out = double-others
scoring.shown-rearranged       rummy-500, 4: rearranging.allowed = same-turn
scoring.going-rummy            gin, 2: scoring.going-rummy = double
scoring.grouping               rummy, 4: scoring.grouping = own
scoring.cap                    points-rummy, 4: scoring.cap = 1
scoring.cap-price              points-rummy, 4: scoring.cap = 79
scoring.cap-price              points-rummy, 4: dropping.middle = 81
scoring.cap-price              pool-101+pool-61, 4: declaring.penalty = 61
scoring.last-deal              pool-101, 4: scoring.last-deal = double
match.last-player              rummy, 4: match.deals = last-player
match.eliminate                rummy, 4: match.eliminate-at = 101
match.eliminate-scoring        pool-101, 4: match.winner = highest
match.winner-chips             rummy, 4: match.winner = chips
match.chips-highest            deals-rummy, 4: match.winner = highest
match.early-end                rummy, 4: match.early-end = true
match.deals-players            deals-rummy, 4: match.deals = { "2" = 2 }
pool.rejoin-limit              pool-101, 4: pool.rejoin-limit = 100
pool.rejoin-limit              pool-101, 4: pool.rejoin-limit = 101; pool.rejoin-at = highest
pool.rejoin-nobody             points-rummy, 4: pool.rejoin-limit = 79
pool.split                     pool-101, 4: dropping.allowed = false
match.winner                   rummy, 4: match.winner = lowest; scoring.who = winner
match.deals-all                rummy, 4: match.deals = all
match.deals-count              rummy, 4: match.deals = 0
match.deals-contracts          contract-rummy, 4: match.deals = 60
match.deals-list               contract-rummy, 4: match.deals = [2, 1]
match.target                   rummy, 4: match.deals = target; match.target = 0
match.last-deal                contract-rummy, 4: laying-down.mode = piecemeal; match.last-deal = whole-hand
match.advance                  contract-rummy, 4: wilds.per-deal = hand-size; match.advance = individual
match.tables                   rummy, 4: match.tables = three
match.tables-target            gin, 2: match.tables = three; match.deals = 3
settling.kitty                 contract-rummy, 4: settling.money = per-point; buying.price.pennies = 1
settling.unit                  rummy, 4: settling.money = per-point; settling.unit = 0
settling.fee                   rummy, 4: settling.fee = 10
settling.knocking              gin, 2: settling.money = per-point
settling.places                rummy, 4: settling.money = places; settling.places = [1, -1]
settling.sum                   rummy, 4: settling.money = places; settling.places = [3, 0, 0, -1]
"#;

/// Flaws in how a rule set is selected.
const SELECTIONS: &str = r#"
choice.unknown                 rummy, 4: melds.acc = low
choice.twice                   rummy, 4: melds.ace = low; melds.ace = high
value.unknown                  rummy, 4: melds.ace = middle
value.contract                 rummy, 4: contracts.deals = ["X"]
game.unknown                   chess, 4
variation.unknown              rummy+chess, 4
"#;

/// Flaws in a game file.
const FILES: &[(&str, &str)] = &[
    ("name = ", "file.not-toml"),
    ("", "file.name"),
    ("name = 3", "file.text"),
    ("also-known-as = 3", "file.texts"),
    ("reconstruction = 3", "file.reconstruction"),
    ("rounds = 70000", "file.rounds"),
    ("direction = \"up\"", "file.direction"),
    ("keeps = \"jokers\"", "file.texts"),
    ("[variations.\"a+b\"]\nabout = \"x\"", "file.variation-id"),
    ("[variations.\"\"]\nabout = \"x\"", "file.variation-id"),
    ("variations = 3", "file.variations"),
    ("variations.x = 3", "file.variation"),
    ("[variations.x]\nmelds.ace = \"low\"", "file.about"),
    ("[variations.x]\nname = \"y\"\nabout = \"z\"", "file.misplaced"),
    ("melds.ace = 1979-05-27", "value.kind"),
    ("before = 3", "file.before"),
    ("[before.1]\nmelds.ace = \"low\"", "file.before"),
    ("[before.9]\nmelds.ace = \"low\"", "file.before"),
];

/// Consistent rules, which are accepted.
const COHERENT: &str = r#"
# Who comes back with 100 is not out at 101.
pool-101, 4: pool.rejoin-limit = 100; pool.rejoin-at = highest
pool-101, 4: pool.rejoin-limit = 99
# One card can be drawn.
gin, 2: stock-out.then = wall 30
# Prices that nobody pays.
points-rummy+teaching, 4: dropping.allowed = false; scoring.cap = 30
points-rummy, 4: scoring.cap = 80; dropping.middle = 80
# What means nothing is idle.
gin, 2: scoring.cap = 80; scoring.least = 2
"#;

#[test]
fn consistent_rules_are_accepted() {
    for row in rows(COHERENT) {
        let (game, players, changes) = chosen(row);
        let found = selected(game, &changes, players);
        assert!(found.is_ok(), "{row}: {:?}", found.err());
    }
}

/// Rule sets made earlier are not rejected for what only later editions reject.
#[test]
fn earlier_editions_reject_only_what_they_rejected() {
    let library = Library::standard().unwrap();
    let set = library.select("gin+oklahoma+eleven-cards", &[]).unwrap();
    assert!(Rules::of_edition(set.clone(), 2, Edition::FIRST).is_ok());
    assert_eq!(codes(&Rules::new(set, 2).unwrap_err()), ["knocking.upcard"]);
    let set = library.select("rummy", &[]).unwrap();
    let flaws = Rules::of_edition(set, 8, Edition::FIRST).unwrap_err();
    assert_eq!(codes(&flaws), ["players.count"]);
    let money = [("settling.money".to_owned(), Value::from_argument("difference"))];
    let set = library.select("continental-15", &money).unwrap();
    assert!(Rules::of_edition(set.clone(), 4, Edition::SECOND).is_ok());
    assert_eq!(codes(&Rules::new(set, 4).unwrap_err()), ["settling.money-scored"]);
}

/// For an unsupported number of players nothing else is reported, whatever depends on that number.
#[test]
fn unsupported_player_count_reports_one_flaw() {
    let library = Library::standard().unwrap();
    for game in library.ids() {
        for players in [0, 1, 11, 60, 255] {
            let flaws = Rules::of(&library, game, &[], Some(players)).unwrap_err();
            assert_eq!(codes(&flaws), ["players.count"], "{game}, {players}");
        }
    }
}

#[test]
fn every_reason_is_triggered() {
    let mut given = BTreeSet::new();
    let mut missing = String::new();
    for row in rows(CONTRADICTIONS).chain(rows(SELECTIONS)) {
        let (code, row) = row.split_once(' ').unwrap();
        let (game, players, changes) = chosen(row.trim_start());
        let found =
            selected(game, &changes, players).map_or_else(|flaws| codes(&flaws), |_| vec![]);
        if !found.contains(&code) {
            missing += &format!("{code}, but {found:?} in {row}\n");
        }
        given.insert(code);
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
    let text = "name = \"e\"\ndescends-from = \"chess\"";
    library.insert("e", GameFile::parse("e", text).unwrap());
    for (id, parent) in [("a", "b"), ("b", "a"), ("c", "chess")] {
        let text = format!("name = \"{id}\"\nextends = \"{parent}\"");
        library.insert(id, GameFile::parse(id, &text).unwrap());
    }
    let variations = "name = \"d\"\n[variations.low]\nabout = \"x\"\nmelds.ace = \"low\"\n\
                      [variations.high]\nabout = \"x\"\nmelds.ace = \"high\"";
    library.insert("d", GameFile::parse("d", variations).unwrap());
    let text = "name = \"f\"\nextends = \"rummy\"\nkeeps = [\"jokers\", \"chess\"]";
    library.insert("f", GameFile::parse("f", text).unwrap());
    for (game, code) in [
        ("a", "file.circle"),
        ("f", "file.keeps"),
        ("c", "file.extends"),
        ("d+low+high", "variation.differs"),
        ("e", "file.descends"),
    ] {
        assert_eq!(codes(&library.select(game, &[]).unwrap_err()), [code]);
        given.insert(code);
    }
    let newer: Result<Edition, Error> = Edition::deserialize(9u8.into_deserializer());
    let newer = newer.unwrap();
    assert_eq!(codes(&library.select_edition(newer, "rummy", &[]).unwrap_err()), ["game.edition"]);
    given.extend(["value.contracts", "variation.twice", "game.changes", "game.edition"]);

    // Covered elsewhere: the scenario runner reads files, the table limits lengths, and the number of further
    // flaws is not a flaw itself. A list with too many contracts is rejected as a value first.
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

//! Choices compose: those introduced by one family of games work in the others, or are refused with a reason.

use std::collections::BTreeSet;

use upcard_engine::choices::choice;
use upcard_engine::{Library, Value};
use upcard_testkit::combinations::{Combination, Outcome, check_all, single_changes};
use upcard_testkit::laws::Effort;

const EFFORT: Effort = Effort { every: 61, guesses: 4, clients: true };

/// A game with these choices changed.
fn combination(game: &str, changes: &[(&str, &str)], players: u8) -> Combination {
    let change = |(path, value): &(&str, &str)| ((*path).to_owned(), Value::from_argument(value));
    Combination { game: game.to_owned(), changes: changes.iter().map(change).collect(), players }
}

/// Result of three matches: empty if all end, else the codes of the refusals.
fn refusal_codes(library: &Library, combination: &Combination) -> Vec<&'static str> {
    let mut codes = Vec::new();
    for number in 0..3 {
        match combination.check(library, number, EFFORT) {
            Ok(Outcome::Played(played)) => assert!(played.deals > 0),
            Ok(Outcome::Refused(flaws)) => {
                codes = flaws.iter().map(|flaw| flaw.reason().code()).collect();
            }
            Err(broken) => panic!("{broken}"),
        }
    }
    codes
}

#[test]
fn house_rules_of_another_family_play_a_match_to_its_end() {
    let library = Library::standard().unwrap();
    let plays = |game: &str, changes: &[(&str, &str)], players: u8| {
        let combination = combination(game, changes, players);
        let codes = refusal_codes(&library, &combination);
        assert!(codes.is_empty(), "{} with {players}: {codes:?}", combination.name());
    };
    let turned = ("wilds.per-deal", "turned");
    let by_size = ("wilds.per-deal", "hand-size");
    let natural = ("wilds.natural-place", "natural");
    let spread = ("discarding.pile", "spread");
    // A wild rank for each deal.
    plays("contract-rummy", &[turned], 4);
    plays("contract-rummy", &[turned, ("wilds.turned-card", "stock-bottom"), natural], 5);
    plays("liverpool-rummy", &[by_size], 3);
    plays("shanghai-rummy", &[turned, ("wilds.turned-joker", "again")], 4);
    plays("ill-buy-it", &[turned, ("drawing.discarded-wilds", "never")], 4);
    plays("rummy-500+jokers", &[turned, ("scoring.melded-wild", "as-card")], 4);
    plays("rummy", &[turned], 3);
    plays("gin", &[turned], 2);
    plays("gin+oklahoma", &[("pack.jokers", "2")], 2);
    // Contracts, and taking deep into the discard pile.
    let contracts = ("contracts.deals", "[\"2S\", \"S R4\"]");
    let long = ("dealing.hand", "10");
    plays("rummy-500", &[contracts, long], 4);
    plays(
        "rummy-500",
        &[contracts, long, ("laying-down.mode", "piecemeal"), ("laying-off.needs", "contract")],
        4,
    );
    let deep = ("drawing.deep", "true");
    plays("progression", &[deep, spread, turned], 4);
    plays("contract-rummy", &[("scoring.who", "shown-minus-hand"), ("match.winner", "highest")], 4);
    // Elimination, chips and money.
    let pool = [("match.deals", "last-player"), ("match.eliminate-at", "150")];
    let pool = |more: &[(&'static str, &'static str)]| [&pool, more].concat();
    plays("rummy", &pool(&[]), 4);
    plays("contract-rummy", &pool(&[("pool.rejoin-limit", "100"), ("settling.money", "pool")]), 4);
    plays("three-thirteen", &pool(&[("dealing.next-dealer", "toss")]), 5);
    plays("may-i", &[("scoring.who", "chips"), ("match.winner", "chips")], 4);
    plays("zioncheck", &[("settling.money", "difference"), ("settling.fee", "10")], 4);
    plays("shanghai-rummy", &[("dealing.next-dealer", "toss"), ("match.ties", "tied-only")], 3);
    plays("block-rummy", &[("scoring.last-deal", "double"), ("match.deals", "3")], 4);
    // Sets of three suits, wild cards in runs only, a whole suit for three runs.
    let three_suits = ("melds.set-suits", "closed-three");
    let runs_only = ("wilds.where", "runs-only");
    plays("rummy", &[three_suits, ("pack.packs", "2"), ("pack.jokers", "4")], 5);
    plays("rummy-500+jokers", &[three_suits, runs_only, ("drawing.top-use", "must-use")], 4);
    plays("contract-rummy", &[runs_only, ("laying-down.whole-suit", "true")], 4);
    plays("progression", &[runs_only, natural, ("wilds.only", "never")], 4);
    plays("loba", &[("wilds.where", "everywhere"), ("wilds.cap", "none")], 3);
    plays("loba", &[turned, ("drawing.top-use", "must-meld"), ("swapping.who", "anyone")], 5);
    plays("kalooki", &[("laying-down.whole-suit", "true"), ("laying-down.duty", "compulsory")], 3);
    // Minimum points for first melds, wild cards in new melds only, stakes per deal.
    let first = ("laying-down.first-points", "40");
    plays("rummy", &[first, ("laying-down.melds-per-turn", "none")], 3);
    plays("rummy-500+jokers", &[first, ("scoring.melded-wild", "as-card")], 4);
    plays("loba", &[first, ("drawing.top-use", "must-meld"), turned], 4);
    plays("rummy-500", &[contracts, long, first], 4);
    let full = ("swapping.full-sets", "true");
    let new_meld = ("swapping.freed", "new-meld");
    let anyone = ("swapping.who", "anyone");
    plays("kalooki-40+51", &[("discarding.wilds", "only-wilds-left"), ("wilds.cap", "2")], 5);
    plays("kalooki-40", &[("shanghai.allowed", "true"), ("drawing.top-use", "free")], 4);
    plays("contract-rummy", &[new_meld, ("laying-down.extra-melds", "after-contract")], 4);
    plays("loba", &[anyone, new_meld, ("swapping.from", "any-time")], 3);
    plays("rummy-500+jokers", &[anyone, full, ("melds.distinct-suits", "true")], 4);
    let stakes = [("settling.out", "2"), ("settling.whole-hand", "5")];
    plays("zioncheck", &[&stakes[..], &[("settling.money", "difference")]].concat(), 4);
    plays("pool-101", &[&stakes[..], &[("settling.entry", "10")]].concat(), 4);
    // Runs only, hands shown as they were dealt, payments as scores.
    let runs = ("melds.kinds", "runs-only");
    let out = ("settling.out", "1");
    let paid = [("scoring.who", "payments"), ("match.winner", "highest"), out];
    let feats =
        [("settling.no-wilds", "5"), ("settling.first-turn", "3"), ("settling.one-suit", "4")];
    plays("rummy", &[runs, ("match.deals", "3")], 4);
    plays("loba", &[runs, first], 3);
    plays("contract-rummy", &[&paid[..], &feats].concat(), 4);
    plays("rummy-500+jokers", &[("settling.melded-joker", "2"), out], 4);
    plays("points-rummy", &[("declaring.undrawn", "true"), ("settling.undrawn", "4"), out], 4);
    plays("three-thirteen", &[("declaring.undrawn", "true"), runs], 3);
    plays("continental-15", &[("melds.kinds", "both"), ("buying.deals", "all")], 4);
    plays("continental-15", &[("declaring.wrong", "penalty"), ("dropping.allowed", "true")], 3);
    // Sets only, and fewer wild cards than naturals.
    let sets = ("melds.kinds", "sets-only");
    let fewer = ("wilds.cap", "fewer-than-naturals");
    plays("rummy", &[sets, ("pack.packs", "2"), ("match.deals", "3")], 4);
    plays("kalooki-40", &[sets, fewer], 4);
    plays("loba", &[sets, fewer, ("wilds.where", "everywhere")], 3);
    plays("telefunken+sets-only", &[natural, ("laying-down.sets", "at-least")], 4);
    plays("contract-rummy", &[fewer, ("laying-down.runs", "at-least")], 5);
    plays("rummy-500+jokers", &[sets, ("drawing.top-use", "must-use")], 4);
    plays("points-rummy", &[fewer], 4);
    plays("three-thirteen", &[fewer, turned], 4);
    // Declared hands, dropping and last turns.
    let declared = [
        ("laying-down.mode", "hidden"),
        ("declaring.allowed", "all-but-discard"),
        ("scoring.what", "deadwood"),
    ];
    let declared = |more: &[(&'static str, &'static str)]| [&declared, more].concat();
    plays("rummy", &declared(&[("dropping.allowed", "true")]), 4);
    plays("rummy", &declared(&[("buying.deals", "all")]), 4);
    let last = ("declaring.last-turns", "one-each");
    let nobody = ("swapping.who", "nobody");
    plays("rummy+jokers", &declared(&[last, nobody, ("laying-off.last-turns", "own-meld")]), 4);
    plays("points-rummy", &[last, ("match.deals", "2")], 4);
    plays("points-rummy", &[("declaring.allowed", "whole-hand"), ("dealing.hand", "12")], 4);
    plays("points-rummy", &[("buying.deals", "all"), ("buying.limit.per-deal", "2")], 4);
    plays("three-thirteen", &[("dropping.allowed", "true"), ("scoring.deal-show", "half")], 4);
    plays("three-thirteen", &[("declaring.needs", "{ sequences = 1, pure = 1 }")], 3);
    plays("three-thirteen", &[("laying-off.last-turns", "own-meld"), turned], 4);
    plays("gin", &[("dealing.hand", "7"), ("stock-out.then", "void")], 2);
}

#[test]
fn contradictory_house_rules_are_refused_with_the_reason() {
    let library = Library::standard().unwrap();
    let refused = |game: &str, changes: &[(&str, &str)], players: u8, code: &str| {
        let combination = combination(game, changes, players);
        let codes = refusal_codes(&library, &combination);
        assert!(codes.contains(&code), "{}: {codes:?}", combination.name());
    };
    refused("gin", &[("buying.deals", "all")], 2, "buying.knocking");
    refused("gin", &[("declaring.allowed", "whole-hand")], 2, "knocking.hidden");
    refused("gin", &[("contracts.deals", "[\"2S\"]")], 2, "laying-down.hidden");
    refused("contract-rummy", &[("knocking.limit", "10")], 4, "knocking.hidden");
    refused("contract-rummy", &[("dropping.allowed", "true")], 4, "dropping.declared");
    refused("contract-rummy", &[("scoring.what", "deadwood")], 4, "scoring.deadwood");
    refused("contract-rummy", &[("laying-down.mode", "hidden")], 4, "laying-down.hidden");
    refused("contract-rummy", &[("settling.fee", "10")], 4, "settling.fee");
    refused("contract-rummy", &[("laying-down.first-points", "40")], 4, "laying-down.first-points");
    refused("pool-101", &[("settling.entry", "0")], 4, "settling.entry");
    refused("kalooki", &[("melds.kinds", "runs-only")], 4, "melds.kinds");
    refused("kalooki", &[("melds.kinds", "sets-only")], 4, "melds.kinds-runs");
    refused("points-rummy", &[("melds.kinds", "sets-only")], 4, "melds.kinds-table");
    refused("rummy", &[("declaring.undrawn", "true")], 4, "declaring.undrawn");
    refused("rummy-500", &[("rearranging.allowed", "same-turn")], 4, "scoring.shown-rearranged");
    refused("rummy-500", &[("declaring.allowed", "whole-hand")], 4, "declaring.hidden");
    refused("three-thirteen", &[("shanghai.allowed", "true")], 4, "shanghai.hidden");
    refused("points-rummy", &[("drawing.deep", "true")], 4, "drawing.hidden");
    refused("points-rummy", &[("laying-off.last-turns", "own-meld")], 4, "laying-off.last-turns");
    refused("progressive-rummy", &[("match.tables", "three")], 4, "match.tables");
    refused("zioncheck", &[("stock-out.then", "wall 2")], 4, "stock-out.wall");
}

/// Every choice introduced by the later games, in every game, with each of its values: the rules compile or
/// are refused with a reason. Matches are played for a sample that covers every choice.
#[test]
fn every_later_choice_composes_with_every_game() {
    let library = Library::standard().unwrap();
    let (mut ready, mut refused) = (Vec::new(), 0);
    for game in library.ids() {
        for combination in single_changes(&library, game).unwrap() {
            let mut changes = combination.changes.iter();
            if !changes.all(|(path, _)| choice(path).is_some_and(|c| c.added_later)) {
                continue;
            }
            match combination.rules(&library) {
                Ok(_) => ready.push(combination),
                Err(flaws) => {
                    assert!(!flaws.is_empty(), "{}", combination.name());
                    refused += 1;
                }
            }
        }
    }
    assert!(ready.len() > 1_000 && refused > 300, "{} ready, {refused} refused", ready.len());
    let stride = if crate::is_long() { 3 } else { 7 };
    let mut seen = BTreeSet::new();
    let mut is_first = |one: &Combination| seen.insert(one.changes[0].0.clone());
    let some = ready.into_iter().enumerate();
    let some = some.filter(|(number, one)| is_first(one) || number % stride == 0);
    let some: Vec<Combination> = some.map(|(_, one)| one).collect();
    let tally = check_all(&library, &some, EFFORT);
    assert!(tally.violations.is_empty(), "{}", tally.violations[0]);
    assert_eq!(tally.played as usize, some.len());
}

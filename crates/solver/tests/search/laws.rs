//! Properties of distances, on hands as in play, for the contracts of all games.

use std::ops::ControlFlow;

use crate::common::{Random, check_survey, random, rounds, with};
use upcard_cards::{
    AceMode, AllWild, Card, Cards, Contract, Faces, JOKER, LayDownRules, MeldRules, RANKS, Rank,
    RunSuits, SameSuitRuns, SizeRule, Suit, WildCap,
};
use upcard_solver::{Goal, LayDown, Parts, Problem, Remainder, Solver};

const CLASSIC: [&str; 7] = ["2S3", "S3 R4", "2R4", "3S3", "2S3 R4", "S3 2R4", "3R4"];
const OTHERS: [&str; 21] = [
    "3S3 R4", "4S3", "S3 R7", "2S3 R5", "S3 R10", "3S3 R5", "3R5", "2S4", "S4 R5", "2S5", "2R5",
    "3S4", "5R3", "5S3", "S5 R5 P", "R4", "S3", "2R7", "S3 P", "R4 P", "S4 S3 R4",
];

/// The rules of the games, as far as they matter here.
fn rules() -> Vec<(&'static str, MeldRules, LayDownRules)> {
    let melds = MeldRules::default();
    let exact = LayDownRules { same_rank_sets: true, ..LayDownRules::default() };
    let contiguous = LayDownRules { same_suit_runs: SameSuitRuns::NotContiguous, ..exact };
    let at_least = LayDownRules { sets: SizeRule::AtLeast, runs: SizeRule::AtLeast, ..exact };
    let high = MeldRules { ace: AceMode::High, run_max: 13, ..melds };
    let corner = MeldRules { ace: AceMode::Corner, ..melds };
    let twos = MeldRules { wild_faces: Faces::of_rank(Rank::TWO), ..melds };
    let different_suits = LayDownRules { same_suit_runs: SameSuitRuns::DifferentSuits, ..at_least };
    vec![
        ("contract rummy", melds, contiguous),
        ("may I", melds, at_least),
        ("classic", melds, LayDownRules { same_suit_runs: contiguous.same_suit_runs, ..at_least }),
        ("gap", melds, LayDownRules { same_suit_runs: SameSuitRuns::Gap, ..exact }),
        ("suits", melds, LayDownRules { same_suit_runs: SameSuitRuns::DifferentSuits, ..exact }),
        ("shanghai", high, LayDownRules { same_rank_sets: false, ..contiguous }),
        ("one a suit", high, LayDownRules { runs_per_suit: Some(1), ..contiguous }),
        ("fifteen", MeldRules { all_wild: AllWild::Any, run_min: 3, ..twos }, exact),
        ("corner", corner, contiguous),
        ("low", MeldRules { ace: AceMode::Low, ..melds }, exact),
        ("capped", MeldRules { wild_cap: WildCap::Count(1), ..high }, contiguous),
        (
            "carioca",
            MeldRules { wild_cap: WildCap::Count(1), run_max: 13, ..corner },
            LayDownRules { same_rank_sets: false, max_wilds: Some(2), ..exact },
        ),
        ("continental", MeldRules { apart: 1, run_max: 13, ..corner }, at_least),
        (
            "kalooki",
            MeldRules { apart: 1, set_naturals: 2, run_max: 13, ..melds },
            LayDownRules { same_rank_sets: false, ..different_suits },
        ),
        (
            "progression",
            MeldRules { wild_cap: WildCap::Naturals, all_wild: AllWild::Trio, run_max: 13, ..twos },
            at_least,
        ),
    ]
}

fn distance(solver: &Solver, hand: &Cards) -> Option<u8> {
    solver.distance(&solver.state(hand))
}

fn solver(melds: MeldRules, rules: LayDownRules, contract: &str) -> Solver {
    let contract: Contract = contract.parse().unwrap();
    let least = contract.elements.iter().map(|e| e.size).min().unwrap_or(3).max(3);
    let melds = MeldRules { run_min: melds.run_min.min(least), ..melds };
    Solver::new(Problem::new(melds, rules, contract))
}

/// A hand after some turns of a player who keeps what brings the contract nearer.
fn play(random: &mut Random, solver: &Solver, pack: &Cards, turns: usize) -> Cards {
    let size = solver.problem().contract.size().max(10);
    let mut hand = random.hand(pack, size);
    for _ in 0..turns {
        let left = pack.without(&hand);
        let drawn = left.nth(random.below(left.len())).unwrap();
        hand.add(drawn);
        let without = |card: Card| {
            let mut hand = hand;
            hand.remove(card);
            hand
        };
        let faces: Vec<Card> = hand.iter_counts().map(|(c, _)| c).collect();
        let rated = faces.iter().map(|&c| (distance(solver, &without(c)), c));
        let discard = rated.min_by_key(|&(d, c)| (d, c == drawn, c.index())).unwrap().1;
        hand.remove(discard);
    }
    hand
}

/// The distance is zero exactly if the sweep finds a lay-down, and one less after the best card has come: so
/// distances are right if they are right for larger hands.
fn check(solver: &Solver, hand: &Cards, name: &str) -> Option<u8> {
    let at = format!("{name} {}: {hand}", solver.problem().contract);
    let distance = distance(solver, hand);
    let feasible = solver.best(hand, Remainder::ANY, &[1; 53]).is_some();
    assert_eq!(distance == Some(0), feasible, "{at}");
    assert_eq!(solver.feasible(hand, Remainder::ANY), feasible);
    if let Some(more) = distance.filter(|&d| d > 0) {
        let nearest = Card::all()
            .filter(|&c| hand.count(c) < 3)
            .map(|card| {
                let nearer = self::distance(solver, &with(*hand, card));
                nearer.unwrap_or_else(|| panic!("{at} and {card}"))
            })
            .min();
        assert_eq!(nearest, Some(more - 1), "{at}");
    }
    // The useful and the needed cards, checked card by card.
    let state = solver.state(hand);
    let survey = solver.survey(&state);
    assert_eq!(survey.distance, distance);
    // Parts agree with the whole survey, and unknown parts are empty.
    for parts in [Parts::NEEDED, Parts { needed: false, useful: true }, Parts::NONE] {
        let (part, known) = solver.survey_of(&state, parts);
        let needed = if known.needed { survey.needed } else { Faces::NONE };
        let useful = if known.useful { survey.useful } else { Faces::NONE };
        let found = (part.distance, part.needed, part.useful);
        assert_eq!(found, (distance, needed, useful), "{at}");
        assert!(known.needed || !parts.needed, "{name}");
        assert!(known.useful || !parts.useful, "{name}");
    }
    assert_eq!(survey.needed | survey.used, survey.used, "{at}");
    for card in Card::all() {
        if hand.count(card) < 3 {
            let nearer = self::distance(solver, &with(*hand, card)) < distance;
            assert_eq!(survey.useful.has(card), nearer, "{at} and {card}");
        }
        let mut less = *hand;
        if distance.is_some() && less.remove(card) {
            let without = Some(survey.shortfall_without(card));
            assert_eq!(without, self::distance(solver, &less), "{at} without {card}");
        }
    }
    distance
}

/// Rules that use the slow search too often, or under which hands may seem nearer than they are.
const LOOSE: [&str; 4] = ["capped", "progression", "continental", "kalooki"];

fn check_all(contracts: &[&str], seed: u64, hands: usize) {
    let mut random = random(seed);
    for (name, melds, rules) in rules().into_iter().filter(|r| !LOOSE.contains(&r.0)) {
        for contract in contracts {
            // Five runs under this rule are for the slow search alone.
            if name == "classic" && *contract == "5R3" {
                continue;
            }
            let solver = solver(melds, rules, contract);
            for _ in 0..hands {
                let pack = Cards::packs(random.pick(&[2, 2, 3]), random.pick(&[1, 3, 4, 6]));
                let turns = random.below(12);
                let hand = play(&mut random, &solver, &pack, turns);
                check(&solver, &hand, name);
            }
        }
    }
}

#[test]
fn distances_of_the_classic_contracts() {
    check_all(&CLASSIC, 10, rounds(12, 2000));
}

#[test]
fn distances_of_other_contracts() {
    check_all(&OTHERS, 11, rounds(3, 500));
}

#[test]
fn used_cards_belong_to_nearest_ways() {
    let mut random = random(12);
    let mut tried = [0; 2];
    let exact = |r: &(&str, MeldRules, LayDownRules)| {
        r.2.sets == SizeRule::Exact && r.0 != "capped" && r.0 != "fifteen"
    };
    for (name, melds, rules) in rules().into_iter().filter(exact) {
        for contract in CLASSIC.iter().chain(&["2S4", "3S3 R4", "2R5", "S4 R5"]) {
            let solver = solver(melds, rules, contract);
            for _ in 0..rounds(20, 1000) {
                let turns = 6 + random.below(20);
                let hand = play(&mut random, &solver, &Cards::packs(2, 0), turns);
                let survey = solver.survey(&solver.state(&hand));
                let missing: Vec<Option<Card>> = match survey.distance {
                    Some(0) => vec![None],
                    Some(1) => survey.useful.iter().filter(|c| !c.is_joker()).map(Some).collect(),
                    _ => continue,
                };
                tried[survey.distance.unwrap() as usize] += 1;
                // Every lay-down, after each card that could come.
                let mut used = Faces::NONE;
                for more in missing {
                    let mut with = hand;
                    with.extend(more);
                    solver.each(&with, Remainder::ANY, |found| {
                        for (card, count) in found.cards().iter_counts() {
                            if count > u8::from(Some(card) == more) {
                                used.add(card);
                            }
                        }
                        ControlFlow::Continue(())
                    });
                }
                assert_eq!(survey.used | used, survey.used, "{name} {contract}: {hand}");
                // The tables do not always know which meld has a rank's fourth card.
                let apart = *contract != "S3 2R4" && name != "corner";
                if apart || RANKS.into_iter().all(|rank| hand.rank_count(rank) < 4) {
                    assert_eq!(survey.used, used, "{name} {contract}: {hand}");
                }
            }
        }
    }
    assert!(tried.iter().all(|&n| n > 30), "{tried:?}");
}

/// If a cap limits the wilds, or a wild may be natural in its place, the survey tries card by card what the
/// tables do not know.
#[test]
fn surveys_agree_with_distances_under_caps() {
    let mut random = random(13);
    let own = MeldRules { natural_place: true, ..MeldRules::default() };
    let twos = MeldRules { wild_faces: Faces::of_rank(Rank::TWO), ..own };
    let own_place = ("own place", twos, LayDownRules::default());
    let (_, carioca, first_lay) =
        rules().into_iter().find(|r| r.0 == "carioca").expect("the rules of Carioca");
    let red_twos = MeldRules {
        wild_faces: Faces::of_rank(Rank::TWO) & Faces::of_suits(Suit::is_red),
        natural_place: true,
        ..carioca
    };
    let one_in_all = LayDownRules { max_wilds: Some(1), ..LayDownRules::default() };
    let in_all = [("red twos", red_twos, first_lay), ("own place, one", twos, one_in_all)];
    let capped = rules().into_iter().filter(|r| r.0 == "capped" || r.0 == "progression");
    for (name, melds, rules) in capped.chain([own_place]).chain(in_all) {
        for contract in CLASSIC {
            let solver = solver(melds, rules, contract);
            for _ in 0..rounds(4, 300) {
                let pack = Cards::packs(2, random.pick(&[2, 4, 10]));
                let turns = random.below(4);
                let hand = play(&mut random, &solver, &pack, turns);
                let survey = solver.survey(&solver.state(&hand));
                let at = format!("{name} {contract}");
                check_survey(&survey, &hand, |hand| distance(&solver, hand), &at);
            }
        }
    }
}

/// If wilds are natural in their own places, a limit for all melds together applies only to the others.
#[test]
fn total_limit_ignores_wilds_in_their_own_places() {
    let melds = MeldRules {
        ace: AceMode::Corner,
        wild_cap: WildCap::Count(1),
        run_max: 13,
        wild_faces: Faces::of_rank(Rank::TWO) & Faces::of_suits(Suit::is_red),
        ..MeldRules::default()
    };
    let natural = MeldRules { natural_place: true, ..melds };
    let rules = LayDownRules { max_wilds: Some(2), ..LayDownRules::default() };
    let two_runs: Cards = "2H 3H 4H JK 6S 7S 8S JK".parse().unwrap();
    let ready = solver(natural, rules, "2R4");
    assert_eq!(check(&ready, &two_runs, "two runs"), Some(0));
    assert_eq!(distance(&solver(melds, rules, "2R4"), &two_runs), Some(1));
    let state = ready.state(&two_runs);
    assert_eq!(ready.survey(&state).needed, Faces::of(&two_runs));
    let goal = Goal::Contract(&ready);
    let laid: Vec<LayDown> = goal.lay_downs(&two_runs, &[1; 53]).collect();
    assert!(laid.iter().any(|found| ready.judge(&found.melds) == Ok(())), "{laid:?}");
    listed_and_laid(&ready, &two_runs, "two runs").expect("both runs");
    // Three that stand for other cards are one too many, and no other wild helps.
    let three_runs: Cards = "2H 3C 4C 5C 6S 7S 8S JK 9D TD JD JK".parse().unwrap();
    let near = solver(natural, rules, "3R4");
    assert_eq!(check(&near, &three_runs, "three runs"), Some(1));
    let useful = near.survey(&near.state(&three_runs)).useful;
    let naturals: Cards = "2C 6C 5S 9S 8D QD".parse().unwrap();
    assert_eq!(useful, Faces::of(&naturals));
    assert_eq!(Goal::Contract(&near).promising(&near.state(&three_runs)), useful);
    // With a red two that may go to its own place, another joker helps.
    let beside: Cards = "2H 3H 4H 5H 6S 7S 8S JK 9D TD JD".parse().unwrap();
    assert_eq!(check(&near, &beside, "beside"), Some(1));
    assert!(near.survey(&near.state(&beside)).useful.has(JOKER));
}

/// A lay-down is enumerated exactly if one is found; both fulfil the contract.
fn listed_and_laid(solver: &Solver, hand: &Cards, name: &str) -> Option<LayDown> {
    let contract = &solver.problem().contract;
    let mut some = false;
    let through = solver.each_within(hand, Remainder::ANY, &mut 200_000, |found| {
        assert_eq!(solver.judge(&found.melds), Ok(()), "{name} {contract}: {hand}");
        some = true;
        ControlFlow::Break(())
    });
    let ready = solver.best(hand, Remainder::ANY, &[1; 53]);
    assert!(some == ready.is_some() || !through, "{name} {contract}: {hand}");
    if let Some(found) = &ready {
        assert_eq!(solver.judge(&found.melds), Ok(()), "{name} {contract}: {hand}");
    }
    ready
}

/// Contracts in which sets must have different suits or no wild: measured, laid down and enumerated.
#[test]
fn strict_sets() {
    let mut random = random(77);
    let exact = LayDownRules { same_rank_sets: true, ..LayDownRules::default() };
    let melds = MeldRules { run_min: 3, ..MeldRules::default() };
    let twos = MeldRules { wild_faces: Faces::of_rank(Rank::TWO), ..melds };
    let capped = MeldRules { wild_cap: WildCap::Count(1), ..melds };
    let all = [
        ("free", melds, exact),
        ("telefunken", capped, LayDownRules { max_wilds: Some(1), ..exact }),
        ("two in all", twos, LayDownRules { max_wilds: Some(2), ..exact }),
        ("at least", twos, LayDownRules { sets: SizeRule::AtLeast, ..exact }),
        ("different ranks", capped, LayDownRules { same_rank_sets: false, ..exact }),
    ];
    let contracts =
        ["S3p", "S4p", "S3p S3", "S4d S4", "S3d S5", "S5d", "2S3p", "S3p R4", "S4d S3 R3"];
    let pack = Cards::packs(2, 4);
    for (name, melds, rules) in all {
        for contract in contracts {
            let solver = solver(melds, rules, contract);
            if solver.distance(&solver.state(&Cards::NONE)).is_none() {
                continue;
            }
            for _ in 0..rounds(3, 30) {
                let turns = random.below(25);
                let hand = play(&mut random, &solver, &pack, turns);
                check(&solver, &hand, name);
                listed_and_laid(&solver, &hand, name);
            }
        }
    }
}

#[test]
fn runs_of_several_suits() {
    let mut random = random(78);
    let exact = LayDownRules { same_rank_sets: true, ..LayDownRules::default() };
    let at_least = LayDownRules { runs: SizeRule::AtLeast, ..exact };
    let melds = MeldRules { run_max: 13, ..MeldRules::default() };
    let corner = MeldRules { ace: AceMode::Corner, ..melds };
    let twos = MeldRules { wild_faces: Faces::of_rank(Rank::TWO), ..melds };
    let all = [
        ("free", melds, exact),
        ("carioca", MeldRules { wild_cap: WildCap::Count(1), ..corner }, at_least),
        ("no wild", corner, LayDownRules { max_wilds: Some(0), ..exact }),
        ("apart", MeldRules { apart: 2, ..twos }, at_least),
        ("own place", MeldRules { natural_place: true, ..twos }, exact),
        (
            "own place, one in all",
            MeldRules { natural_place: true, ..twos },
            LayDownRules { max_wilds: Some(1), ..exact },
        ),
        ("fourteen", MeldRules { run_max: 14, wild_cap: WildCap::Naturals, ..twos }, at_least),
        ("wilds alone", MeldRules { all_wild: AllWild::Any, ..twos }, at_least),
    ];
    let pack = Cards::packs(2, 4);
    for (name, melds, rules) in all {
        for run_suits in [RunSuits::Any, RunSuits::Colour, RunSuits::Turns] {
            for contract in ["R4", "R7", "R13", "R14"] {
                if contract == "R14" && melds.run_max < 14 {
                    continue;
                }
                let solver = solver(MeldRules { run_suits, ..melds }, rules, contract);
                for _ in 0..rounds(3, 30) {
                    let turns = random.below(25);
                    let hand = play(&mut random, &solver, &pack, turns);
                    check(&solver, &hand, name);
                    if let Some(found) = listed_and_laid(&solver, &hand, name) {
                        let cards = found.cards();
                        assert!(solver.feasible(&cards, Remainder::NOTHING), "{name}: {cards}");
                    }
                }
            }
        }
    }
}

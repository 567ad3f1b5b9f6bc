//! Goals: parts of contracts, any meld, whole hands; and the quick lay-downs.

use crate::common::{Random, check_survey, is_listed, nearest, random, rounds, with, worth};
use upcard_cards::{
    Card, Cards, Contract, Elements, Faces, LayDownRules, Meld, MeldKind, MeldRules, RankSet,
    SameSuitRuns, SizeRule, Stage, WildCap,
};
use upcard_solver::{Goal, Problem, Remainder, Solver, Survey};

fn solver(melds: MeldRules, rules: LayDownRules, contract: &str) -> Solver {
    Solver::new(Problem::new(melds, rules, contract.parse().unwrap()))
}

/// Rules as in the games: with a cap, without, with twos wild.
fn any_rules(random: &mut Random) -> (MeldRules, LayDownRules) {
    let caps = [WildCap::None, WildCap::Count(1), WildCap::Naturals, WildCap::FewerThanNaturals];
    let (wild_ranks, natural_place) = random.pick(&[(0, false), (0, false), (2, false), (2, true)]);
    let melds = MeldRules {
        run_min: 3 + random.below(2) as u8,
        wild_cap: random.pick(&caps),
        wild_faces: random.faces(RankSet::from_bits(wild_ranks)),
        natural_place,
        ..MeldRules::default()
    };
    let size = random.pick(&[SizeRule::Exact, SizeRule::AtLeast]);
    let rules = LayDownRules {
        sets: size,
        runs: size,
        same_rank_sets: random.one_in(2),
        same_suit_runs: random.pick(&[SameSuitRuns::Any, SameSuitRuns::NotContiguous]),
        ..LayDownRules::default()
    };
    (melds, rules)
}

/// Cards of a few suits and ranks with wilds: hands with many choices.
fn rich_hand(random: &mut Random, size: usize) -> Cards {
    let mut pack = Cards::packs(2, 4);
    let (suits, first) = (random.below(3), random.below(6));
    for card in Card::all().filter(|card| !card.is_joker()) {
        let (suit, rank) = (card.index() / 13, card.index() % 13);
        if suit > suits || rank < first || rank > first + 7 {
            while pack.remove(card) {}
        }
    }
    random.hand(&pack, size)
}

/// A survey agrees with the distances, and uses what it needs.
fn check(survey: &Survey, hand: &Cards, distance: impl Fn(&Cards) -> Option<u8>, at: &str) {
    check_survey(survey, hand, distance, at);
    assert_eq!(survey.needed - survey.used, Faces::NONE, "{at}: {hand}");
}

#[test]
fn any_meld_distance_is_the_minimum_of_set_and_run() {
    let mut random = random(40);
    for round in 0..rounds(150, 5000) {
        let (melds, rules) = any_rules(&mut random);
        let all = Solver::new(Problem::new(melds, rules, Contract::default()));
        let single =
            |kind, size| Solver::new(Problem::new(melds, rules, Contract::single(kind, size)));
        let each = [single(MeldKind::Set, melds.set_min), single(MeldKind::Run, melds.run_min)];
        let size = random.below(9);
        let hand = rich_hand(&mut random, size);
        let goal = all.any_meld();
        let survey = goal.survey(&goal.state(&hand));
        check(&survey, &hand, |hand| nearest(&each, hand), &format!("round {round} {melds:?}"));
    }
}

/// If sets are of three suits and hold no wilds, a single meld is measured and found as if each card were
/// there once.
#[test]
fn a_meld_of_three_suits_is_measured_and_found() {
    let mut random = random(47);
    let values = [1; Card::FACES];
    let mut ready = [0; 2];
    for round in 0..rounds(150, 10_000) {
        let melds = MeldRules {
            run_min: 3,
            run_max: 13,
            wild_cap: WildCap::Count(1),
            set_naturals: MeldRules::NO_WILDS_IN_SETS,
            three_suits: true,
            ..MeldRules::default()
        };
        let size = SizeRule::AtLeast;
        let rules = LayDownRules { sets: size, runs: size, ..LayDownRules::default() };
        let all = Solver::new(Problem::new(melds, rules, Contract::default()));
        // Few ranks of all suits.
        let mut pack = Cards::packs(2, 2);
        for card in Card::all().filter(|card| !(4..9).contains(&(card.index() % 13))) {
            while !card.is_joker() && pack.remove(card) {}
        }
        let size = 3 + random.below(6);
        let hand = random.hand(&pack, size);
        let once: Cards = Faces::of(&hand).iter().collect();
        for kind in [MeldKind::Set, MeldKind::Run] {
            let single = all.clone().with_contract(Contract::single(kind, 3));
            let mut missing = 0..;
            let expected = missing.find(|&missing| can_be_laid(&hand, kind, missing, &melds));
            let distance = single.distance(&single.state(&once));
            assert_eq!(distance, expected, "round {round}: {hand} {kind:?}");
            let best = single.best(&hand, Remainder::ANY, &values);
            assert_eq!(best.is_some(), expected == Some(0), "round {round}: {hand} {kind:?}");
            ready[usize::from(kind == MeldKind::Run)] += usize::from(best.is_some());
            for laid in best.iter().flat_map(|found| &found.melds) {
                assert_eq!(Meld::new(&laid.spec(), &melds, Stage::First), Ok(*laid));
            }
        }
        let goal = all.any_meld();
        for found in goal.lay_downs(&once, &values) {
            assert!(hand.contains(&found.melds[0].cards()), "round {round}: {hand}");
        }
    }
    assert!(ready.iter().all(|ready| *ready > 20), "{ready:?}");
}

/// Returns `true` if such a meld can be laid once this many cards have come.
fn can_be_laid(hand: &Cards, kind: MeldKind, missing: u8, melds: &MeldRules) -> bool {
    let single =
        Solver::new(Problem::new(*melds, LayDownRules::default(), Contract::single(kind, 3)));
    is_listed(&single, hand, Remainder::ANY)
        || missing > 0
            && Card::all().any(|card| can_be_laid(&with(*hand, card), kind, missing - 1, melds))
}

#[test]
fn contract_part_equals_its_own_contract() {
    let mut random = random(41);
    for round in 0..rounds(60, 3000) {
        let (melds, rules) = any_rules(&mut random);
        let contract = random.pick(&["2S3 R4", "S3 2R4", "S3 R5 R4", "3S3"]);
        let whole = solver(melds, rules, contract);
        let some = Elements::from_bits(1 + random.below(7) as u8);
        let own = Solver::new(Problem::new(melds, rules, whole.problem().contract.part(some)));
        let hand = rich_hand(&mut random, 9);
        let part = whole.part(some);
        assert_eq!(part.problem().contract, own.problem().contract);
        let survey = Goal::Contract(part).survey(&part.state(&hand));
        let at = format!("round {round}: {} {melds:?}", own.problem().contract);
        check(&survey, &hand, |hand| own.distance(&own.state(hand)), &at);
    }
    let whole = solver(MeldRules::default(), LayDownRules::default(), "2S3 R4");
    assert!(std::ptr::eq(whole.part(whole.problem().contract.all()), &raw const whole));
}

/// With few wilds `promising` agrees with the survey.
#[test]
fn promising_equals_useful_without_binding_caps() {
    let mut random = random(46);
    let mut tried = 0;
    for round in 0..rounds(400, 20_000) {
        let (melds, rules) = any_rules(&mut random);
        let solver =
            solver(melds, rules, random.pick(&["2S3", "S3 R4", "2R4", "2S3 R4", "S3 2R4"]));
        let hand = rich_hand(&mut random, 9);
        let wilds = hand.iter().filter(|&card| melds.is_wild(card)).count();
        let goal = Goal::Contract(&solver);
        let state = goal.state(&hand);
        let (promising, useful) = (goal.promising(&state), goal.survey(&state).useful);
        if wilds == 0 {
            assert_eq!(promising, useful, "round {round}: {hand}");
            tried += 1;
        }
    }
    assert!(tried > 50, "{tried}");
}

/// Without a cap a whole hand with sets is as far as the nearest contract that takes all its cards.
#[test]
fn whole_hand_with_sets_and_run_is_exact() {
    let mut random = random(42);
    let rules = LayDownRules { same_rank_sets: true, ..LayDownRules::default() };
    for round in 0..rounds(40, 1000) {
        let contract = random.pick(&["S3 R4", "2S3", "2S3 R4"]);
        let whole = solver(MeldRules::default(), rules, contract);
        let over = 1 + random.below(2);
        let grown: Vec<Solver> = match (contract, over) {
            ("S3 R4", 1) => vec!["S4 R4", "S3 R5"],
            ("S3 R4", _) => vec!["S5 R4", "S4 R5", "S3 R6"],
            ("2S3", 1) => vec!["S3 S4"],
            ("2S3", _) => vec!["S3 S5", "2S4"],
            (_, 1) => vec!["S3 S4 R4", "2S3 R5"],
            _ => vec!["S3 S5 R4", "2S4 R4", "S3 S4 R5", "2S3 R6"],
        }
        .into_iter()
        .map(|contract| solver(MeldRules::default(), rules, contract))
        .collect();
        let cards = whole.problem().contract.size() + over;
        let held = cards - random.below(2);
        let hand = rich_hand(&mut random, held);
        let goal = whole.whole_hand(cards);
        let survey = goal.survey(&goal.state(&hand));
        check(&survey, &hand, |hand| nearest(&grown, hand), &format!("round {round} {contract}"));
    }
}

/// A whole hand with cards beyond the contract, under a cap, is not measured exactly: it is never farther
/// than it seems, and seldom nearer.
#[test]
fn capped_whole_hand_error_is_bounded() {
    let mut random = random(43);
    let melds = MeldRules { wild_cap: WildCap::Count(1), ..MeldRules::default() };
    let rules =
        LayDownRules { same_suit_runs: SameSuitRuns::NotContiguous, ..LayDownRules::default() };
    let whole = solver(melds, rules, "2R4");
    let grown = [solver(melds, rules, "R4 R5")];
    let mut off = [0; 6];
    let hands = rounds(400, 4000);
    for _ in 0..hands {
        let hand = random.hand(&Cards::packs(2, 4), 9);
        let goal = whole.whole_hand(9);
        let seems = goal.survey(&goal.state(&hand)).shortfall();
        let is = nearest(&grown, &hand).unwrap();
        assert!(seems <= is, "{hand}");
        off[usize::from(is - seems)] += 1;
    }
    assert!(off[0] * 100 >= hands * 98, "{off:?}");
    assert!(off[2..].iter().all(|&n| n == 0), "{off:?}");
}

/// The quick lay-downs are legal and among all there are; the first is seldom worth less than the best, and
/// for few hands none is found.
#[test]
fn heuristic_lay_downs_are_legal() {
    let mut random = random(44);
    let (mut ready, mut found, mut best) = (0, 0, 0);
    for round in 0..rounds(3000, 60_000) {
        let (melds, rules) = any_rules(&mut random);
        let contract =
            random.pick(&["S3", "R4", "2S3", "S3 R4", "2R4", "2S3 R4", "S4 R5", "S3 P", "3R4"]);
        let solver = solver(melds, rules, contract);
        let size = solver.problem().contract.size() + random.below(4);
        let hand = rich_hand(&mut random, size);
        // Naturals go before wilds.
        let value: [u8; 53] = std::array::from_fn(|i| match Card::from_index(i) {
            Some(card) if !melds.is_wild(card) => 2 + (i % 13) as u8,
            _ => 0,
        });
        let quick: Vec<_> = Goal::Contract(&solver).lay_downs(&hand, &value).collect();
        for lay_down in &quick {
            assert_eq!(solver.judge(&lay_down.melds), Ok(()), "round {round}: {hand}");
            assert!(hand.contains(&lay_down.cards()), "round {round}: {hand}");
            for meld in lay_down.melds.iter().chain(&lay_down.grown(&solver, &hand, 1).melds) {
                let named = meld.spec_under(&melds);
                assert_eq!(Meld::new(&named, &melds, Stage::First), Ok(*meld), "round {round}");
            }
            let grown = lay_down.grown(&solver, &hand, 1);
            assert_eq!(solver.judge(&grown.melds), Ok(()), "round {round}: {hand}");
            assert!(hand.contains(&grown.cards()), "round {round}: {hand}");
        }
        if rules.sets == SizeRule::AtLeast {
            continue;
        }
        let Some(exact) = solver.best(&hand, Remainder::ANY, &value) else {
            assert!(quick.is_empty(), "round {round}: {hand}");
            continue;
        };
        ready += 1;
        if let Some(first) = quick.first() {
            found += 1;
            best += usize::from(worth(&first.cards(), &value) == worth(&exact.cards(), &value));
        }
    }
    assert!(ready > 150, "{ready}");
    assert!(found * 100 >= ready * 95, "{found} of {ready}");
    assert!(best * 100 >= found * 90, "{best} of {found}");
}

/// One of the quick lay-downs of a ready whole hand uses every card.
#[test]
fn heuristic_lay_downs_include_the_whole_hand() {
    let mut random = random(45);
    let rules = LayDownRules { runs: SizeRule::AtLeast, ..LayDownRules::default() };
    let whole = solver(MeldRules::default(), rules, "2R4");
    let mut laid = 0;
    for _ in 0..rounds(1500, 20_000) {
        let hand = rich_hand(&mut random, 9);
        let goal = whole.whole_hand(9);
        if hand.jokers() < 3 && goal.survey(&goal.state(&hand)).distance == Some(0) {
            assert!(is_listed(&whole, &hand, Remainder::NOTHING), "{hand}");
            let quick: Vec<_> = goal.lay_downs(&hand, &[5; 53]).collect();
            assert!(quick.iter().all(|lay_down| lay_down.cards() == hand), "{hand}");
            assert!(!quick.is_empty(), "{hand}");
            laid += 1;
        }
    }
    assert!(laid > 20, "{laid}");
}

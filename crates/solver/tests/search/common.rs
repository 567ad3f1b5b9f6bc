//! A naive enumerator of lay-downs, and random problems to compare it with the solver.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use upcard_cards::{
    AceMode, AllWild, Card, Cards, Contract, Faces, LayDownRules, Meld, MeldKind, MeldRules,
    MeldSpec, RANKS, RankSet, SUITS, SameSuitRuns, SizeRule, Stage, Suit, WildCap,
};
use upcard_solver::{Deadwood, LaidEarlier, Problem, Remainder, RunSpan, Solver, Survey};

/// A small random generator (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub(crate) fn rank(&mut self) -> RankSet {
        RankSet::only(self.pick(&RANKS))
    }

    /// The cards of these ranks, sometimes those of one colour only.
    pub(crate) fn faces(&mut self, ranks: RankSet) -> Faces {
        let faces = Faces::of_ranks(ranks);
        match self.below(6) {
            0 => faces & Faces::of_suits(Suit::is_red),
            1 => faces & Faces::of_suits(|suit| !suit.is_red()),
            _ => faces,
        }
    }

    pub(crate) fn wild_rank(&mut self) -> Faces {
        let ranks = self.rank();
        self.faces(ranks)
    }

    pub(crate) fn hand(&mut self, pack: &Cards, size: usize) -> Cards {
        let mut left = *pack;
        let mut hand = Cards::NONE;
        for _ in 0..size.min(pack.len()) {
            let card = left.nth(self.below(left.len())).unwrap();
            left.remove(card);
            hand.add(card);
        }
        hand
    }
}

pub(crate) fn with(mut hand: Cards, card: Card) -> Cards {
    hand.add(card);
    hand
}

/// Returns `true` if enumeration finds a lay-down.
pub(crate) fn is_listed(solver: &Solver, hand: &Cards, leave: Remainder) -> bool {
    let mut found = false;
    solver.each(hand, leave, |_| {
        found = true;
        ControlFlow::Break(())
    });
    found
}

pub(crate) fn nearest(problems: &[Solver], hand: &Cards) -> Option<u8> {
    problems.iter().filter_map(|solver| solver.distance(&solver.state(hand))).min()
}

/// A survey agrees with the distances with each card more and less.
pub(crate) fn check_survey(
    survey: &Survey,
    hand: &Cards,
    distance: impl Fn(&Cards) -> Option<u8>,
    at: &str,
) {
    assert_eq!(survey.distance, distance(hand), "{at}: {hand}");
    for card in Card::all() {
        let nearer = distance(&with(*hand, card)) < survey.distance;
        assert_eq!(survey.useful.has(card), nearer, "{at}: {hand} and {card}");
        let mut less = *hand;
        if less.remove(card) {
            let without = Some(survey.shortfall_without(card));
            assert_eq!(without, distance(&less), "{at}: {hand} without {card}");
        }
    }
}

/// Checks that a grouping has legal melds, and is of this hand.
pub(crate) fn check_melds(found: &Deadwood, hand: &Cards, rules: &MeldRules) {
    let mut all = found.left;
    for meld in &found.melds {
        let read = Meld::new(&meld.spec_under(rules), rules, Stage::First);
        assert_eq!(read, Ok(*meld), "{hand} {rules:?}");
        all = all.plus(&meld.cards());
    }
    assert_eq!(all, *hand);
}

/// All melds that can be made of these cards, judged by `Meld::new` with every wild meld named.
pub(crate) fn all_melds(hand: &Cards, rules: &MeldRules, kinds: &[MeldKind]) -> Vec<Meld> {
    let mut melds = Vec::new();
    let faces: Vec<(Card, u8)> = hand.iter_counts().collect();
    if kinds.iter().any(|k| *k != MeldKind::Run) {
        let mut subsets = vec![Vec::new()];
        for (card, count) in faces {
            let mut more = Vec::new();
            for subset in &subsets {
                for n in 0..=count {
                    let mut longer: Vec<Card> = subset.clone();
                    longer.extend(std::iter::repeat_n(card, n as usize));
                    more.push(longer);
                }
            }
            subsets = more;
        }
        for &kind in kinds.iter().filter(|k| **k != MeldKind::Run) {
            for subset in &subsets {
                let names = RANKS.into_iter().map(|r| Some(Card::natural(r, SUITS[0])));
                for named in names.chain([None]) {
                    let spec = MeldSpec { kind, cards: subset.clone(), named };
                    if let Ok(meld) = Meld::new(&spec, rules, Stage::First)
                        && !melds.contains(&meld)
                        && !needless_name(&meld, rules)
                    {
                        melds.push(meld);
                    }
                }
            }
        }
    }
    if kinds.contains(&MeldKind::Run) {
        for suit in SUITS {
            for low in RANKS {
                let named = Some(Card::natural(low, suit));
                grow_runs(hand, rules, named, &mut Vec::new(), &mut melds);
            }
        }
    }
    melds
}

/// A trio of wilds has no rank: an optional name does not make it another meld.
fn needless_name(meld: &Meld, rules: &MeldRules) -> bool {
    let Meld::Set(set) = meld else { return false };
    let spec = MeldSpec { named: None, ..meld.spec() };
    let unnamed = Meld::new(&spec, rules, Stage::First);
    let wild = meld.wilds_and_naturals(rules).1 == 0;
    wild && set.rank().is_some() && matches!(unnamed, Ok(Meld::Set(s)) if s.rank().is_none())
}

fn grow_runs(
    hand: &Cards,
    rules: &MeldRules,
    named: Option<Card>,
    cards: &mut Vec<Card>,
    melds: &mut Vec<Meld>,
) {
    let spec = MeldSpec { kind: MeldKind::Run, cards: cards.clone(), named };
    if !cards.is_empty()
        && let Ok(meld) = Meld::new(&spec, rules, Stage::First)
        && !melds.contains(&meld)
    {
        melds.push(meld);
    }
    if cards.len() >= 14 {
        return;
    }
    let low = named.unwrap();
    let next =
        Card::natural(RANKS[(low.rank().unwrap().index() + cards.len()) % 13], low.suit().unwrap());
    for (card, _) in hand.iter_counts() {
        if card == next || rules.is_wild(card) {
            let mut rest = *hand;
            rest.remove(card);
            cards.push(card);
            grow_runs(&rest, rules, named, cards, melds);
            cards.pop();
        }
    }
}

/// A lay-down, identified by its melds alone.
pub(crate) type Distinct = Vec<String>;

pub(crate) fn distinct(melds: &[Meld]) -> Distinct {
    let mut words: Vec<String> = melds.iter().map(|m| format!("{m:?}")).collect();
    words.sort();
    words
}

pub(crate) fn naive_lay_downs(
    solver: &Solver,
    hand: &Cards,
    leave: Remainder,
) -> BTreeSet<Distinct> {
    let kinds: Vec<MeldKind> = [MeldKind::Set, MeldKind::Run, MeldKind::Pair]
        .into_iter()
        .filter(|k| solver.problem().contract.count(*k) > 0)
        .collect();
    let melds = all_melds(hand, &solver.problem().melds, &kinds);
    let mut all = BTreeSet::new();
    combine(solver, &melds, 0, hand, leave, &mut Vec::new(), &mut all);
    all
}

fn combine(
    solver: &Solver,
    melds: &[Meld],
    from: usize,
    hand: &Cards,
    leave: Remainder,
    chosen: &mut Vec<Meld>,
    all: &mut BTreeSet<Distinct>,
) {
    if chosen.len() == solver.problem().contract.elements.len() {
        if leave.allows(hand.len()) && solver.judge(chosen).is_ok() {
            all.insert(distinct(chosen));
        }
        return;
    }
    for (i, meld) in melds.iter().enumerate().skip(from) {
        if let Some(rest) = hand.minus(&meld.cards()) {
            chosen.push(*meld);
            combine(solver, melds, i, &rest, leave, chosen, all);
            chosen.pop();
        }
    }
}

pub(crate) const ACES: [AceMode; 4] =
    [AceMode::Low, AceMode::High, AceMode::Either, AceMode::Corner];
pub(crate) const CAPS: [WildCap; 6] = [
    WildCap::None,
    WildCap::Count(1),
    WildCap::Count(2),
    WildCap::Naturals,
    WildCap::FewerThanNaturals,
    WildCap::TwoNaturals,
];
pub(crate) const ALL_WILD: [AllWild; 4] =
    [AllWild::Never, AllWild::Trio, AllWild::Sets, AllWild::Any];
pub(crate) const SUIT_RUNS: [SameSuitRuns; 4] = [
    SameSuitRuns::Any,
    SameSuitRuns::NotContiguous,
    SameSuitRuns::Gap,
    SameSuitRuns::DifferentSuits,
];
pub(crate) const SIZES: [SizeRule; 2] = [SizeRule::Exact, SizeRule::AtLeast];

pub(crate) fn meld_rules(random: &mut Random) -> MeldRules {
    MeldRules {
        set_max: if random.one_in(4) { Some(3 + random.below(2) as u8) } else { None },
        run_min: 3 + random.below(2) as u8,
        run_max: random.pick(&[5, 13, 14, 14]),
        ace: random.pick(&ACES),
        wild_faces: {
            let ranks = random.pick(&[0, 0, 2, 2, 16, 18]);
            random.faces(RankSet::from_bits(ranks))
        },
        wild_cap: random.pick(&CAPS),
        all_wild: random.pick(&ALL_WILD),
        natural_place: random.one_in(2),
        pair_wilds: random.one_in(2),
        ..MeldRules::default()
    }
}

pub(crate) fn lay_down_rules(random: &mut Random) -> LayDownRules {
    LayDownRules {
        sets: random.pick(&SIZES),
        runs: random.pick(&SIZES),
        same_rank_sets: random.one_in(2),
        same_suit_runs: random.pick(&SUIT_RUNS),
        runs_per_suit: random.pick(&[None, None, Some(1), Some(2)]),
        max_wilds: None,
    }
}

/// A problem with random rules; its contract has runs of three only if they are legal.
pub(crate) fn solver(random: &mut Random, contracts: &[&str]) -> Solver {
    let mut melds = meld_rules(random);
    let contract: Contract = random.pick(contracts).parse().unwrap();
    for element in &contract.elements {
        if element.kind == MeldKind::Run {
            melds.run_min = melds.run_min.min(element.size);
        }
    }
    let mut rules = lay_down_rules(random);
    melds.apart = random.pick(&[0, 0, 1, 2, 4]);
    melds.set_naturals = random.pick(&[0, 0, 2, 3]);
    rules.max_wilds = random.pick(&[None, Some(0), Some(1), Some(2)]);
    let mut own = LaidEarlier::default();
    if random.one_in(4) {
        let suit = random.pick(&SUITS);
        let low = 1 + random.below(8) as u8;
        own.runs[suit.index()] = 1;
        own.set_ranks = random.rank();
        own.run_spans.push(RunSpan { suit, low, high: low + 3 });
    }
    Solver::new(Problem::new(melds, rules, contract)).with_laid_earlier(own)
}

/// A small pack in which melds are frequent: few adjacent ranks, few suits.
pub(crate) fn narrow_pack(random: &mut Random) -> Cards {
    let mut pack = Cards::NONE;
    let first = random.below(13);
    let ranks = 4 + random.below(4);
    let copies = 1 + random.below(2);
    for i in 0..ranks {
        for suit in SUITS.into_iter().take(1 + random.below(3)) {
            for _ in 0..copies {
                pack.add(Card::natural(RANKS[(first + i) % 13], suit));
            }
        }
    }
    for _ in 0..random.below(5) {
        pack.add(upcard_cards::JOKER);
    }
    for suit in SUITS.into_iter().take(random.below(3)) {
        let two = Card::natural(RANKS[1], suit);
        if pack.count(two) < 2 {
            pack.add(two);
        }
    }
    pack
}

/// Number of random hands: many more if `UPCARD_LONG` is set.
pub(crate) fn rounds(few: usize, many: usize) -> usize {
    if std::env::var_os("UPCARD_LONG").is_some() { many } else { few }
}

/// A generator; the number in `UPCARD_LONG` changes its seed.
pub(crate) fn random(seed: u64) -> Random {
    let other: u64 = std::env::var("UPCARD_LONG").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    Random(seed.wrapping_add(other << 32))
}

pub(crate) fn worth(cards: &Cards, values: &[u8; 53]) -> u32 {
    cards.iter().map(|card| u32::from(values[card.index()])).sum()
}

/// Ace 1, court cards 10, jokers 15.
pub(crate) fn plain_values() -> [u8; 53] {
    std::array::from_fn(|face| if face == 52 { 15 } else { (face as u8 % 13 + 1).min(10) })
}

/// The pack's cards of few ranks and suits, so that melds are common.
pub(crate) fn crowded(random: &mut Random, packs: u8, jokers: u8) -> Cards {
    let low = random.below(13);
    let ranks = 4 + random.below(4);
    let suits = 1 + random.below(4);
    let near = |card: &Card| match (card.rank(), card.suit()) {
        (Some(rank), Some(suit)) => (rank.index() + 13 - low) % 13 < ranks && suit.index() < suits,
        _ => true,
    };
    Cards::packs(packs, jokers).iter().filter(near).collect()
}

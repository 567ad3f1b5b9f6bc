//! What a seat looks at before it decides: its goals and how near they are.

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, JOKER, Meld, RANKS, SUITS, ShortSort, WildCap};
use upcard_engine::choices::{ExtraMelds, LayDownMode};
use upcard_engine::table::Down;
use upcard_engine::{DealRules, Rules, TableMeld, View};
use upcard_solver::{CardSet, HandState, Problem, Survey, WholeHand};

use crate::faces::{Faces, bit, of_ranks};
use crate::gauge::{Goal, Lacks, Measure, Terms, measure_ways};

/// The most goals that are looked at side by side.
pub(crate) const MOST_GOALS: usize = 12;

/// The goals of a seat.
pub(crate) type Goals = ArrayVec<Goal, MOST_GOALS>;

/// What a seat aims at in this deal.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The terms of melds.
    pub terms: Terms,
    /// What is to be reached.
    aim: Aim,
    /// The deal whose contract the seat has.
    deal: u8,
    /// Is there a contract to fulfil still?
    pub contract: bool,
    /// Must the whole hand go down at once?
    pub whole: bool,
    /// Is all of the contract still open, and does the solver measure it exactly?
    exact: bool,
}

/// What a seat wants to lay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Nothing more: only lay-offs are left.
    Nothing,
    /// Any one meld.
    Meld,
    /// These elements of the contract.
    Contract { open: u8 },
    /// The same, with so many cards: the whole hand.
    Whole { open: u8, cards: u8 },
}

/// What the solver measures exactly.
#[derive(Clone, Copy)]
pub(crate) enum Exact<'r> {
    /// A contract.
    Contract(&'r Problem),
    /// A contract that the whole hand must fulfil.
    Whole(&'r Problem, &'r WholeHand),
}

impl Exact<'_> {
    /// The hand as the solver wants it.
    pub(crate) fn state(self, hand: &Cards) -> HandState {
        let (Exact::Contract(problem) | Exact::Whole(problem, _)) = self;
        problem.state(hand)
    }

    /// How the hand measures; nothing where the solver cannot tell.
    fn survey(self, hand: &HandState) -> Option<Survey> {
        match self {
            Exact::Contract(problem) => Some(problem.survey(hand)),
            Exact::Whole(_, whole) => whole.survey(hand),
        }
    }

    /// The faces that would help.
    pub(crate) fn useful(self, hand: &HandState) -> CardSet {
        match self {
            Exact::Contract(problem) => problem.useful_of(hand),
            Exact::Whole(_, whole) => {
                whole.survey(hand).map_or(CardSet::NONE, |survey| survey.useful)
            }
        }
    }
}

impl Sight {
    /// The aims of the seat that views, with so many cards in hand when it plays.
    #[must_use]
    pub fn of(view: &View<'_>, cards: usize) -> Sight {
        let deal = view.deal_rules();
        let seat = &view.table.seats[view.seat as usize];
        let choices = &view.rules.set.choices.laying_down;
        let contract = Sight::has_contract(view);
        let whole = contract && deal.whole_hand;
        let (open, cards) = (seat.remaining, cards as u8);
        let melds =
            choices.mode == LayDownMode::Free || choices.extra_melds == ExtraMelds::AfterContract;
        let aim = match contract {
            true if whole => Aim::Whole { open, cards },
            true => Aim::Contract { open },
            false if melds => Aim::Meld,
            false => Aim::Nothing,
        };
        let all = deal.contract.elements.len();
        let open = seat.remaining.count_ones() as usize == all && seat.runs == [0; 4];
        let fresh = contract && open && seat.set_ranks == 0;
        // Under a cap, and where wilds have a natural place, the exact distance costs too much to
        // be asked for at every turn.
        let own_place = deal.melds.natural_place && deal.melds.wild_ranks != 0;
        let cheap = deal.melds.wild_cap == WildCap::None && !own_place;
        let (terms, deal) = (Terms::of(deal), seat.contract);
        Sight { terms, aim, deal, contract, whole, exact: fresh && cheap }
    }

    /// Has the seat that views a contract to fulfil still?
    pub(crate) fn has_contract(view: &View<'_>) -> bool {
        let seat = &view.table.seats[view.seat as usize];
        view.rules.has_contracts() && seat.down == Down::No
    }

    /// Is there anything that the seat wants to lay, beyond lay-offs?
    #[must_use]
    pub fn aims(&self) -> bool {
        self.aim != Aim::Nothing
    }

    /// Any of these is to be reached.
    fn goals(&self, rules: &Rules) -> Goals {
        let mut goals = Goals::new();
        let Some(deal) = rules.deals.get(usize::from(self.deal)) else { return goals };
        match self.aim {
            Aim::Nothing => {}
            Aim::Meld => goals.extend(free(deal)),
            Aim::Contract { open } => goals.push(Goal::contract(deal, open)),
            Aim::Whole { open, cards } => {
                whole_hand(&Goal::contract(deal, open), usize::from(cards), &mut goals);
            }
        }
        goals
    }

    /// What the solver measures exactly, where there is something.
    pub(crate) fn exact<'r>(&self, rules: &'r Rules) -> Option<Exact<'r>> {
        let problem = &rules.deals.get(usize::from(self.deal)).filter(|_| self.exact)?.problem;
        match self.aim {
            Aim::Whole { cards, .. } => {
                Some(Exact::Whole(problem, problem.whole_hand(usize::from(cards))?))
            }
            _ => Some(Exact::Contract(problem)),
        }
    }

    /// Measures a hand by the goals; far away where there are none.
    #[must_use]
    pub fn measure(&self, hand: &Cards, rules: &Rules) -> Measure {
        self.measure_ways(hand, rules, &mut None)
    }

    /// The same, and notes what the shortest ways lack, unless the solver measures.
    pub(crate) fn measure_ways(
        &self,
        hand: &Cards,
        rules: &Rules,
        lacks: &mut Option<Lacks>,
    ) -> Measure {
        if let Some(exact) = self.exact(rules)
            && let state = exact.state(hand)
            && let Some(survey) = exact.survey(&state)
        {
            match survey.distance {
                None => return Measure::none(),
                Some(0) => {}
                Some(distance) => {
                    return Measure {
                        distance,
                        engaged: Faces::of(survey.used),
                        bound: Faces::of(survey.needed),
                        useful: Faces::of(survey.useful),
                        wild_useful: survey.useful.has(JOKER),
                        ways: Vec::new(),
                        missing: distance + state.wilds(),
                    };
                }
            }
        }
        let goals = self.goals(rules);
        if goals.is_empty() {
            return Measure::none();
        }
        measure_ways(&self.terms, &goals, &self.terms.held(hand), &rules.values, lacks)
    }
}

/// What a seat has looked at lately, so that it need not look at the same hand twice: between its
/// turns a hand seldom changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mind {
    seen: ArrayVec<(Key, Look), 3>,
    oldest: usize,
}

/// One look at a hand.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    /// What the seat aims at.
    pub sight: Sight,
    /// How far the hand is from it.
    pub measure: Measure,
}

/// What a look depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    rules: usize,
    hand: Cards,
    cards: u8,
    contract: u8,
    remaining: u8,
    down: Down,
}

impl Key {
    fn of(view: &View<'_>, hand: &Cards, cards: usize) -> Key {
        let seat = &view.table.seats[view.seat as usize];
        let whole = view.deal_rules().whole_hand;
        Key {
            rules: std::sync::Arc::as_ptr(view.rules) as usize,
            hand: *hand,
            cards: if whole { cards as u8 } else { 0 },
            contract: seat.contract,
            remaining: seat.remaining,
            down: seat.down,
        }
    }
}

impl Mind {
    /// What the seat aims at with so many cards in hand, and how far this hand is from it.
    pub(crate) fn look(&mut self, view: &View<'_>, hand: &Cards, cards: usize) -> &Look {
        let key = Key::of(view, hand, cards);
        let at = match self.seen.iter().position(|(k, _)| *k == key) {
            Some(at) => at,
            None => {
                let sight = Sight::of(view, cards);
                let measure = sight.measure(hand, view.rules);
                self.keep(key, Look { sight, measure })
            }
        };
        &self.seen[at].1
    }

    fn keep(&mut self, key: Key, look: Look) -> usize {
        if !self.seen.is_full() {
            self.seen.push((key, look));
            return self.seen.len() - 1;
        }
        self.oldest = if self.oldest + 1 < self.seen.len() { self.oldest + 1 } else { 0 };
        self.seen[self.oldest] = (key, look);
        self.oldest
    }

    /// Remembers that the hand looks the same without a card that no shortest way uses.
    pub(crate) fn without(&mut self, view: &View<'_>, card: upcard_cards::Card) {
        let key = Key::of(view, view.hand, view.hand.len());
        let Some((_, look)) = self.seen.iter().find(|(k, _)| *k == key) else { return };
        let same = !look.measure.engaged.has(card) && look.measure.distance > 0;
        if same && !view.deal_rules().melds.is_wild(card) {
            let mut hand = *view.hand;
            hand.remove(card);
            let look = look.clone();
            self.keep(Key { hand, ..key }, look);
        }
    }
}

/// Any one meld.
pub(crate) fn free(deal: &DealRules) -> [Goal; 2] {
    let mut set = Goal::default();
    set.sets.push(deal.melds.set_min);
    let mut run = Goal::default();
    run.runs.push(deal.melds.run_min);
    [set, run]
}

/// The contract with melds grown so that they take this many cards: every way to share the rest.
fn whole_hand(goal: &Goal, cards: usize, goals: &mut Goals) {
    let over = cards.saturating_sub(goal.size() as usize);
    share(goal, 0, over as u8, u8::MAX, goals);
    if goals.is_empty() {
        goals.push(goal.clone());
    }
}

fn share(goal: &Goal, at: usize, over: u8, most: u8, goals: &mut Goals) {
    let melds = goal.runs.len() + goal.sets.len();
    if at == melds {
        if over == 0 && !goals.is_full() {
            let mut sorted = goal.clone();
            sorted.runs.short_sort_by(|a, b| b.cmp(a));
            sorted.sets.short_sort_by(|a, b| b.cmp(a));
            if !goals.contains(&sorted) {
                goals.push(sorted);
            }
        }
        return;
    }
    for more in (0..=over.min(most)).rev() {
        let mut grown = goal.clone();
        match grown.runs.get_mut(at) {
            Some(size) => *size = (*size + more).min(14),
            None => grown.sets[at - goal.runs.len()] += more,
        }
        share(
            &grown,
            at + 1,
            over - more,
            if at + 1 == goal.runs.len() { u8::MAX } else { more },
            goals,
        );
    }
}

/// The faces that could be laid off on this meld, as far as a glance tells.
pub(crate) fn fits(meld: &TableMeld, deal: &DealRules) -> Faces {
    match &meld.meld {
        Meld::Set(set) => Faces(set.rank.map_or(0, |rank| of_ranks(1 << rank.index()))),
        Meld::Run(run) => {
            let (first, last) = deal.melds.places();
            let at = |place: u8| 1u64 << (16 * run.suit.index() + usize::from(place % 13));
            let mut faces = 0;
            if run.low > first || last > 13 {
                faces |= at(run.low + 12);
            }
            if run.high() < last {
                faces |= at(run.high() + 1);
            }
            Faces(faces)
        }
    }
}

/// The faces that could be laid off anywhere on the table.
pub(crate) fn fits_table(view: &View<'_>) -> Faces {
    let deal = view.table.deal_rules(view.rules);
    view.table.melds.iter().fold(Faces::NONE, |all, meld| all.or(fits(meld, deal)))
}

/// Are there wilds in this meld?
pub(crate) fn has_wilds(meld: &TableMeld, deal: &DealRules) -> bool {
    match &meld.meld {
        Meld::Set(set) if deal.melds.wild_ranks == 0 => set.cards.jokers() > 0,
        Meld::Set(set) => set.cards.iter_counts().any(|(card, _)| deal.melds.is_wild(card)),
        Meld::Run(run) => run.cards().iter().any(|card| deal.melds.is_wild(*card)),
    }
}

/// The natural faces that would free a wild of a run or a set.
pub(crate) fn frees(meld: &TableMeld, deal: &DealRules) -> Faces {
    match &meld.meld {
        Meld::Set(set) => match set.rank {
            Some(rank) if has_wilds(meld, deal) => Faces(of_ranks(1 << rank.index())),
            _ => Faces::NONE,
        },
        Meld::Run(run) => {
            let cards = run.cards().iter().enumerate();
            let wild = cards.filter(|(i, c)| **c != run.face(*i));
            Faces(wild.fold(0, |all, (i, _)| all | bit(run.face(i))))
        }
    }
}

/// The places of runs in words: a suit and the faces from a place on.
pub(crate) fn run_faces(suit: u8, low: u8, size: u8) -> impl Iterator<Item = Card> {
    (low..low + size).map(move |p| Card::natural(RANKS[p as usize % 13], SUITS[suit as usize]))
}

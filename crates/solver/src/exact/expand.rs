//! One step of the sweep: the runs of one suit at one place.

use arrayvec::ArrayVec;
use upcard_cards::{Card, MAX_ELEMENTS, MeldKind, RANKS, Suit};

use super::state::{Key, MAX_OPEN_RUNS, OpenRun, Slot, Transition};
use super::sweep::{Goal, Sweep};
use crate::nodes::NodeId;

/// Assigns slots at one place to the runs of one suit.
struct SuitStep {
    node: NodeId,
    place: u8,
    suit: Suit,
    key: Key,
    score: i32,
    /// The runs that need a slot, and whether they begin here.
    runs: ArrayVec<(OpenRun, bool), MAX_OPEN_RUNS>,
    /// Runs of other suits, and tails that have ended.
    others: ArrayVec<OpenRun, MAX_OPEN_RUNS>,
    /// The runs of this suit after the slot.
    after: ArrayVec<OpenRun, MAX_OPEN_RUNS>,
    slots: ArrayVec<Slot, MAX_OPEN_RUNS>,
    used: u8,
    ended: bool,
}

impl Sweep<'_> {
    /// The initial nodes: trios of wilds, and the upper parts of runs round the corner.
    pub(super) fn begin_trios(&mut self) {
        self.layers.found.clear();
        let trio = self.rules.types().map(|(t, _)| t).find(|&t| self.rules.may_be_trio(t));
        let max = trio.map_or(0, |t| self.rules.type_of(t).count);
        for trios in 0..=max {
            let mut key = Key::begin(self.rules.types().map(|(_, of)| of.count));
            if let Some(kind) = trio {
                key.begin_elements(kind, trios);
            }
            key.wilds = 3 * trios;
            if self.is_within_goal(&key) {
                self.begin_tails(key, trios, &mut ArrayVec::new(), 0);
            }
        }
    }

    fn begin_tails(
        &mut self,
        mut key: Key,
        trios: u8,
        tails: &mut ArrayVec<OpenRun, MAX_ELEMENTS>,
        from: usize,
    ) {
        if self.layers.is_full() {
            return;
        }
        key.set_open(tails);
        self.push(key, 0, NodeId::FIRST, || Transition::Begin { trios });
        if !self.rules.is_corner() || tails.is_full() || !self.layers.step() {
            return;
        }
        let kinds: ArrayVec<(usize, u8), MAX_ELEMENTS> =
            self.rules.run_types().map(|(t, of)| (t, of.count)).collect();
        for at in from..4 * kinds.len() {
            let (kind, count) = kinds[at / 4];
            let suit = at % 4;
            let of_kind = tails.iter().filter(|t| t.kind() == kind).count() as u8;
            if of_kind < count {
                tails.push(OpenRun::begin(suit, kind, true));
                self.begin_tails(key, trios, tails, at);
                tails.pop();
            }
        }
    }

    /// Extends every run of this suit by a card at this place, and begins new ones.
    #[inline(always)]
    pub(super) fn runs_of_suit(&mut self, node: NodeId, place: u8, suit: Suit) {
        let (key, score) = self.load(node);
        let mut runs = ArrayVec::new();
        let mut others = ArrayVec::new();
        for run in key.open() {
            if run.suit() == suit.index() && !run.shut() {
                runs.push((run, false));
            } else {
                others.push(run);
            }
        }
        let mut step = SuitStep {
            node,
            place,
            suit,
            key,
            score,
            runs,
            others,
            after: ArrayVec::new(),
            slots: ArrayVec::new(),
            used: 0,
            ended: false,
        };
        self.begin_runs(&mut step, 0, 0);
    }

    /// Begins any number of runs, of this element type or later ones.
    fn begin_runs(&mut self, step: &mut SuitStep, from: usize, begun: usize) {
        if !self.layers.step() {
            return;
        }
        if step.runs.is_empty() || self.rules.may_cover(step.suit.index(), step.place) {
            self.fill(step, 0);
        }
        if !self.rules.may_cover(step.suit.index(), step.place) {
            return;
        }
        let going_on =
            step.runs.iter().filter(|(r, new)| !new && !self.same_round(step, *r)).count();
        let kinds = self.rules.run_types().map(|(t, _)| t);
        let kinds: ArrayVec<usize, MAX_ELEMENTS> =
            kinds.filter(|&t| t >= from && step.key.todo(t) > 0).collect();
        for kind in kinds {
            let (suit, place) = (step.suit.index(), step.place);
            let full = step.runs.is_full() || step.runs.len() + step.others.len() >= MAX_OPEN_RUNS;
            if full || !self.rules.may_begin(&step.key, kind, suit, place, going_on, begun) {
                continue;
            }
            if self.bounds.holes(suit, place, kind) > self.spare_cards(&step.key) {
                continue;
            }
            let before = step.key;
            step.key.begin_elements(kind, 1);
            step.runs.push((OpenRun::begin(suit, kind, false), true));
            self.begin_runs(step, kind, begun + 1);
            step.runs.pop();
            step.key = before;
        }
    }

    /// If a gap is required, a run of fourteen round the corner may meet itself.
    fn same_round(&self, step: &SuitStep, run: OpenRun) -> bool {
        self.rules.wants_gap() && step.place == 12 && run.tail() && run.len() == 12
    }

    /// Assigns slots to the runs from index `at` on.
    fn fill(&mut self, step: &mut SuitStep, at: usize) {
        let Some(&(run, new)) = step.runs.get(at) else {
            self.filled(step);
            return;
        };
        if !self.layers.step() {
            return;
        }
        let rank = step.place as usize % 13;
        let suit = step.suit.index();
        let high = step.place == 13 && self.rules.keeps_aces();
        let there = if high { step.key.high.of(suit) } else { self.supply[rank][suit] };
        let before = step.key;
        if step.used < there
            && let Some(grown) = self.rules.grown(run, true)
        {
            step.used += 1;
            if !high {
                self.charge_natural(&mut step.key, step.used, rank, step.suit);
            }
            if self.is_within_goal(&step.key) {
                // An ace kept for the high place was valued when it was kept.
                let gain = if high { 0 } else { self.natural_worth(RANKS[rank], step.suit) };
                step.score += gain;
                self.close_or_extend(step, at, run, new, grown, true);
                step.score -= gain;
            }
            step.key = before;
            step.used -= 1;
            // Without sets and without a rival for this card, a natural is never worse.
            let ace = step.place == 0 && self.rules.keeps_aces();
            let rival = step.runs.len() > 1 || self.sets_todo(&step.key) || ace || high;
            if !self.exact_wilds && !rival {
                return;
            }
        }
        if let Some(grown) = self.rules.grown(run, false) {
            step.key.wilds += 1;
            if self.is_within_goal(&step.key) {
                self.close_or_extend(step, at, run, new, grown, false);
            }
            step.key = before;
        }
    }

    /// Counts a natural, the last of `used` of its face: as drawn, or as a used wild if its rank is wild.
    fn charge_natural(&mut self, key: &mut Key, used: u8, rank: usize, suit: Suit) {
        let card = Card::natural(RANKS[rank], suit);
        let wild = self.problem.melds.is_wild(card);
        if used > self.held[rank][suit.index()] {
            key.drawn += 1;
            key.drawn_wilds += u8::from(wild);
        } else if wild {
            self.use_own(key, card);
        }
    }

    /// Counts a card of a wild rank that is used in its own place.
    pub(super) fn use_own(&mut self, key: &mut Key, card: Card) {
        if !self.own_apart {
            key.wilds += 1;
        }
        if matches!(self.goal, Goal::Best(_)) {
            let mut own = self.own_cards(key);
            own.add(card);
            key.own = self.own_number(own);
        }
    }

    /// Value of a natural now; cards of wild ranks are valued at the end.
    pub(super) fn natural_worth(&self, rank: upcard_cards::Rank, suit: Suit) -> i32 {
        match self.goal {
            Goal::Best(value) if !self.problem.melds.is_wild(Card::natural(rank, suit)) => {
                i32::from(value[Card::natural(rank, suit).index()])
            }
            _ => 0,
        }
    }

    fn sets_todo(&self, key: &Key) -> bool {
        self.rules.types().any(|(t, ty)| ty.kind != MeldKind::Run && key.todo(t) > 0)
    }

    fn close_or_extend(
        &mut self,
        step: &mut SuitStep,
        at: usize,
        run: OpenRun,
        new: bool,
        grown: OpenRun,
        natural: bool,
    ) {
        let before = (!new).then_some(run);
        if self.rules.may_extend(grown, step.place) {
            step.after.push(grown);
            step.slots.push(Slot { before, after: Some(grown), natural });
            self.fill(step, at + 1);
            step.after.pop();
            step.slots.pop();
        }
        if run.tail() {
            // Its length and its wilds are checked when it meets its lower part.
            let shut = grown.shut_now();
            step.after.push(shut);
            step.slots.push(Slot { before, after: Some(shut), natural });
            let ended = std::mem::replace(&mut step.ended, true);
            if self.rules.may_end_tail(shut, step.place) {
                self.fill(step, at + 1);
            }
            step.ended = ended;
            step.after.pop();
            step.slots.pop();
        } else if self.rules.may_end(grown, step.place) && self.seam_is_open(step) {
            step.slots.push(Slot { before, after: None, natural });
            let ended = std::mem::replace(&mut step.ended, true);
            self.fill(step, at + 1);
            step.ended = ended;
            step.slots.pop();
        }
    }

    /// Round the corner, a run may not end where another began at the first place.
    fn seam_is_open(&self, step: &SuitStep) -> bool {
        let began = step.key.began_first(step.suit.index());
        !(began && step.place == 12 && self.rules.is_corner() && self.rules.forbids_contact())
    }

    /// All runs have their slots: what is left of this face goes to the rank's sets, to the high place, or is
    /// left over.
    fn filled(&mut self, step: &mut SuitStep) {
        let rank = step.place as usize % 13;
        let suit = step.suit.index();
        let mut key = step.key;
        let mut open = step.others.clone();
        open.extend(step.after.iter().copied());
        key.set_open(&open);
        let begun = step.runs.iter().filter(|(_, new)| *new).count() as u8;
        key.runs.add(suit, begun);
        let ended = step.ended && step.place < self.rules.places.1;
        key.set_ended(suit, ended);
        if step.place == 0 && begun > 0 && self.rules.is_corner() && self.rules.forbids_contact() {
            key.note_first(suit);
        }
        if step.place == 13 && self.rules.keeps_aces() {
            if step.used == key.high.of(suit) {
                key.high.clear(suit);
                self.arrive(step, key, step.score);
            }
            return;
        }
        let (held, supply) = (self.held[rank][suit], self.supply[rank][suit]);
        let wild = self.problem.melds.is_wild(Card::natural(RANKS[rank], step.suit));
        let runs_todo: u8 = self.rules.run_types().map(|(t, _)| key.todo(t)).sum();
        let going_on = key.open().filter(|r| r.suit() == suit).count() as u8;
        let max = if step.place == 0 && self.bounds.wants_high_ace(suit) {
            (supply - step.used).min(runs_todo + going_on)
        } else {
            0
        };
        let mut score = step.score;
        for keep in 0..=max {
            let used = step.used + keep;
            if keep > 0 {
                key.high.add(suit, 1);
                self.charge_natural(&mut key, used, rank, step.suit);
                if !self.is_within_goal(&key) {
                    return;
                }
                score += self.natural_worth(RANKS[rank], step.suit);
            }
            let mut now = key;
            if self.bounds.counts_used {
                now.used.add(suit, used);
            } else if self.count_left > 0 && !wild {
                now.left = (now.left + held.saturating_sub(used)).min(self.count_left);
                if !self.leaves(&now) {
                    continue;
                }
            }
            self.arrive(step, now, score);
        }
    }

    fn arrive(&mut self, step: &SuitStep, key: Key, score: i32) {
        if !self.can_finish(&key, step.place, step.suit.index(), false) {
            return;
        }
        let (place, suit) = (step.place, step.suit.index());
        let slots = &step.slots;
        self.push(key, score, step.node, || Transition::Runs {
            place,
            suit,
            slots: slots.to_vec(),
        });
    }
}

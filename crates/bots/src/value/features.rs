//! Features of an afterstate.

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, Faces, MeldKind, RANKS, Rank, RankSet};
use upcard_engine::View;
use upcard_engine::choices::{
    AfterDown, DownAndOut, LastCard, LayDownMode, LayOffNeeds, Rearrange, SwapWho,
};
use upcard_engine::table::Down;
use upcard_solver::{Goal, HandState, Survey};

use crate::hands::neighbours;
use crate::objective::{Objective, fits_table, naturals, open};

/// Number of leading features that all candidates of a decision share.
pub(super) const SHARED: usize = SURROUNDINGS + RULES;

/// Number of features of an afterstate.
pub const SIZE: usize = SHARED + 61;

/// Number of features of the cards, the rivals and the contract, and of the rules.
const SURROUNDINGS: usize = 32;
const RULES: usize = 9;

/// Fixed-point representation of 1.
pub const ONE: i32 = 1 << 10;

/// Largest magnitude of a feature; larger ones are clamped.
pub(super) const MAX_FEATURE: i32 = 8 * ONE;

fn to_fixed_point(number: f32) -> i16 {
    // Rounds to the nearest step: the shift makes it positive, where the conversion truncates.
    let steps = (number * ONE as f32 + (2 * MAX_FEATURE) as f32 + 0.5) as i32 - 2 * MAX_FEATURE;
    steps.clamp(-MAX_FEATURE, MAX_FEATURE) as i16
}

/// Stage of a seat in a deal; each has weights of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Its contract is still to be laid.
    Ahead,
    /// It is down and sheds the rest of the hand.
    Laid,
    /// A free-meld game.
    Free,
    /// Its contract is still to be laid, in a game that allows it in parts, or lay-offs before it.
    Parts,
    /// Its contract is still to be laid, in a game in which the table may be rearranged.
    Fluid,
    /// Its contract is still to be laid, together with the whole hand.
    Whole,
}

impl Stage {
    pub(super) const fn place(self) -> usize {
        self as usize
    }
}

/// What a seat knows right after an action of its own, before anybody else acts.
#[derive(Clone, Copy, Debug)]
pub struct Afterstate {
    /// The cards that it holds.
    pub hand: Cards,
    /// Number of blind cards that come into its hand with a buy.
    pub blind: u8,
    /// The upcard for the others.
    pub top: Option<Card>,
    /// Whether the seat discarded it.
    pub thrown: bool,
    /// Number of turns of other seats until its own; 0 if it draws now.
    pub turns: u8,
}

/// Summary of a rival.
struct Rival {
    turns: u8,
    down: bool,
    /// Whether it may lay cards off.
    adds: bool,
    count: u8,
    bought: u8,
    /// Number of elements of its contract that it still has to lay.
    open: u8,
    known: Cards,
    /// All faces of the ranks that it discarded recently.
    rejected: Faces,
}

/// How near a hand is to its seat's aim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prospect {
    pub(crate) measure: Survey,
    /// Average share of outs after one out has come.
    second: f32,
}

/// The part of the position that a seat's own action does not change.
pub struct Situation<'v> {
    view: View<'v>,
    /// The seat's aim, with the cards that it will hold when it plays.
    pub objective: Objective,
    /// The stage.
    pub stage: Stage,
    /// The cards whose location the seat does not know.
    pub unseen: Cards,
    /// The faces that fit a meld on the table.
    pub fits: Faces,
    rivals: ArrayVec<Rival, 7>,
    /// Points of ten average cards: the unit of all points.
    pub unit: f32,
    shared: [i16; SHARED],
}

/// Number of recent discards that are considered.
const MAX_RECENT_DISCARDS: usize = 24;

impl<'v> Situation<'v> {
    /// The situation of a seat that will hold this many cards when it plays next.
    #[must_use]
    pub fn of(view: &View<'v>, cards: usize) -> Situation<'v> {
        let rules = view.rules;
        let objective = Objective::of(view, cards);
        let choices = &rules.set.choices;
        let parts = choices.laying_down.mode != LayDownMode::AtOnce
            || choices.laying_off.needs != LayOffNeeds::Contract;
        let stage = if objective.contract {
            match choices.rearranging.allowed {
                _ if objective.whole => Stage::Whole,
                _ if parts => Stage::Parts,
                Rearrange::Never => Stage::Ahead,
                _ => Stage::Fluid,
            }
        } else if rules.has_contracts() {
            Stage::Laid
        } else {
            Stage::Free
        };
        let unseen = view.unseen();
        let players = view.table.players();
        let rivals = (1..players)
            .map(|turns| {
                let seat = view.seat.ahead(turns, players);
                let state = view.table.seat(seat);
                let lately = view.table.discards().iter().rev().take(MAX_RECENT_DISCARDS);
                let thrown = lately.filter(|discard| discard.by == Some(seat));
                let down = state.opened(rules) != Down::No;
                let adds = state.qualified_to_lay_off(rules) != Down::No;
                Rival {
                    turns,
                    down,
                    adds,
                    count: state.count,
                    bought: state.bought,
                    open: state.remaining.len() as u8,
                    known: view.known_of(seat),
                    rejected: thrown
                        .filter_map(|discard| discard.card.rank())
                        .fold(Faces::NONE, |all, rank| all | Faces::of_rank(rank)),
                }
            })
            .collect();
        let unit = rules.points(&rules.pack) as f32 / rules.pack_size as f32 * 10.0;
        let mut situation = Situation {
            view: *view,
            objective,
            stage,
            unseen,
            fits: fits_table(view),
            rivals,
            unit: unit.max(1.0),
            shared: [0; SHARED],
        };
        let surroundings = situation.surroundings();
        debug_assert!(surroundings.is_full());
        let all = surroundings.into_iter().chain(situation.rule_features());
        for (shared, number) in situation.shared.iter_mut().zip(all) {
            *shared = to_fixed_point(number);
        }
        situation
    }

    /// The features that all actions of this decision share, in fixed point.
    pub(crate) fn shared(&self) -> &[i16; SHARED] {
        &self.shared
    }

    /// Features of cards, rivals and the contract.
    fn surroundings(&self) -> ArrayVec<f32, SURROUNDINGS> {
        let mut f = ArrayVec::new();
        let view = &self.view;
        let table = view.table;
        let deal = view.contract_rules();
        let own = table.seat(view.seat);
        let players = f32::from(table.players());
        f.push((players - 4.0) / 4.0);
        f.push(f32::from(table.stock()) / (players * 20.0));
        f.push(table.discards().len() as f32 / (players * 10.0));
        f.push(f32::from(table.reshuffles().min(4)) / 2.0);
        let sizes = |kind: fn(MeldKind) -> bool| {
            let all = deal.contract.elements.iter().enumerate();
            all.filter(|(i, e)| open(view).has(*i) && kind(e.kind))
                .fold((0.0, 0.0), |(n, sum), (_, e)| (n + 1.0, sum + f32::from(e.size)))
        };
        let (runs, run_cards) = sizes(|kind| kind == MeldKind::Run);
        let (sets, set_cards) = sizes(|kind| kind != MeldKind::Run);
        f.extend([runs / 3.0, run_cards / 12.0, sets / 3.0, set_cards / 12.0]);
        f.push(f32::from(u8::from(self.objective.whole)));
        f.push(f32::from(u8::from(deal.buying)));
        f.push(f32::from(deal.price_cards) / 2.0);
        let left = deal.buy_limit.map_or(4.0, |limit| f32::from(limit.saturating_sub(own.bought)));
        f.push(left.min(4.0) / 4.0);
        f.push(self.unseen.jokers() as f32 / self.unseen.len().max(1) as f32 * 10.0);
        f.push(
            view.contract_rules().points(&self.unseen) as f32 / self.unseen.len().max(1) as f32
                * 10.0
                / self.unit,
        );
        f.push(table.melds().len() as f32 / 8.0);
        f.push(self.fits.count_in(&self.unseen) as f32 / self.unseen.len().max(1) as f32 * 2.0);
        // The next seat, the one before, and those between.
        let slots: [&[Rival]; 3] = match self.rivals.len() {
            0 => [&[], &[], &[]],
            1 => [&self.rivals, &[], &[]],
            n => [&self.rivals[..1], &self.rivals[1..n - 1], &self.rivals[n - 1..]],
        };
        for slot in slots {
            let n = (slot.len() as f32).max(1.0);
            let mean = |of: fn(&Rival) -> f32| slot.iter().map(of).sum::<f32>() / n;
            let down = |r: &Rival| f32::from(u8::from(r.down));
            f.push(mean(down));
            f.push(mean(|r| f32::from(r.count) / 12.0));
            f.push(mean(|r| if r.down { 1.0 / f32::from(r.count.max(1)) } else { 0.0 }));
            f.push(mean(|r| f32::from(r.bought.min(6)) / 3.0));
            f.push(mean(|r| r.known.len() as f32 / 6.0));
        }
        let nearest = self.rivals.iter().filter(|r| r.down).map(|r| r.count).min();
        f.push(nearest.map_or(0.0, |n| 1.0 / f32::from(n.max(1))));
        f
    }

    pub(crate) fn turns_after_own(&self) -> u8 {
        self.view.table.players() - 1
    }

    pub(crate) fn is_wild(&self, card: Card) -> bool {
        self.view.contract_rules().melds.is_wild(card)
    }

    /// Measures a hand against the seat's aim; `None` if it has none.
    pub(crate) fn prospect(&self, hand: &Cards) -> Option<Prospect> {
        if !self.objective.has_aim() {
            return None;
        }
        let goal = self.objective.goal(self.view.rules)?;
        let state = goal.state(hand);
        let measure = goal.survey(&state);
        let second = self.second(&goal, &state, &measure);
        Some(Prospect { measure, second })
    }

    /// The features of an afterstate, in fixed point.
    pub(crate) fn features(
        &self,
        afterstate: &Afterstate,
        prospect: Option<&Prospect>,
    ) -> [i16; SIZE] {
        let measure = prospect.map(|p| &p.measure);
        let mut f: ArrayVec<f32, { SIZE - SHARED }> = ArrayVec::new();
        let rules = self.view.rules;
        let melds = &self.view.contract_rules().melds;
        let hand = &afterstate.hand;
        let players = f32::from(self.view.table.players());
        f.push(f32::from(afterstate.turns) / players);
        f.push(f32::from(u8::from(afterstate.turns == 0)));
        f.push(f32::from(afterstate.blind) / 2.0);
        f.push(hand.len() as f32 / 12.0);
        f.push(rules.points(hand) as f32 / self.unit);
        let wilds = hand.iter_counts().filter(|(card, _)| melds.is_wild(*card));
        f.push(f32::from(wilds.map(|(_, n)| n).sum::<u8>()) / 2.0);
        let held = naturals(hand, self.view.contract_rules());
        // The ace lies below the two and above the king.
        let plane = held.bits();
        let line = plane | (plane & Faces::of_rank(Rank::ACE).bits()) << 13;
        f.push((line & line >> 1).count_ones() as f32 / 6.0);
        f.push((line & line >> 2).count_ones() as f32 / 6.0);
        // The ranks of which it holds each number of naturals.
        let mut ranks = [RankSet::NONE; 6];
        let mut of_each = [0.0; 13];
        for rank in RANKS.into_iter().filter(|rank| !melds.is_wild_rank(*rank)) {
            let number = match melds.has_wild_of(rank) {
                true => (Faces::of_rank(rank) - melds.wild_faces).count_in(hand) as usize,
                false => hand.rank_count(rank).into(),
            };
            of_each[rank.index()] = number as f32 / 2.0;
            if let Some(of_number) = ranks.get_mut(number) {
                of_number.insert(rank);
            }
        }
        let [_, ones, pairs, threes, fours, fives] = ranks;
        f.push(pairs.len() as f32 / 4.0);
        f.push(threes.len() as f32 / 3.0);
        f.push((fours.len() + fives.len()) as f32 / 2.0);
        f.push((Faces::duplicates(hand) & held).len() as f32 / 4.0);
        let unseen = self.unseen.len().max(1) as f32;
        // Unseen cards that go with those held.
        let live = |ranks: RankSet| Faces::of_ranks(ranks).count_in(&self.unseen) as f32 / unseen;
        f.push(live(pairs) * 2.0);
        f.push(live(ones));
        let beside = (Faces::from_bits(line << 1 | line >> 1) & Faces::NATURALS) - held;
        f.push(beside.count_in(&self.unseen) as f32 / unseen);
        // Cards that fit the table, and those that do not.
        let (mut fitting, mut fitting_points, mut loose, mut loose_points) = (0.0, 0.0, 0.0, 0.0);
        let mut highest = 0u8;
        for (card, n) in hand.iter_counts() {
            if melds.is_wild(card) {
                continue;
            }
            let value = rules.values[card.index()];
            let points = f32::from(value) * f32::from(n);
            if self.fits.has(card) {
                fitting += f32::from(n);
                fitting_points += points;
            } else if measure.is_none_or(|m| !m.used.has(card)) {
                loose += f32::from(n);
                loose_points += points;
                highest = highest.max(value);
            }
        }
        f.extend([
            fitting / 4.0,
            fitting_points / self.unit,
            loose / 6.0,
            loose_points / self.unit,
        ]);
        f.push(f32::from(highest) * 5.0 / self.unit);
        let mut distances = [0.0; 7];
        let mut rest = [0.0; 8];
        if let Some(m) = measure {
            distances[usize::from(m.shortfall().min(6))] = 1.0;
            let outs = m.useful.count_in(&self.unseen) as f32;
            let chance = outs / unseen;
            rest = [
                chance * 2.0,
                libm::logf(outs + 1.0) / 4.0,
                if m.shortfall() == 1 { chance * 2.0 } else { 0.0 },
                if m.shortfall() == 2 { chance * 2.0 } else { 0.0 },
                (m.useful & Faces::NATURALS).len() as f32 / 20.0,
                f32::from(m.missing.min(10)) / 6.0,
                (m.used & held).len() as f32 / 10.0,
                (m.needed & held).len() as f32 / 10.0,
            ];
        }
        f.extend(distances);
        f.extend(rest);
        f.extend(self.open_card(afterstate));
        f.push(prospect.map_or(0.0, |p| p.second));
        f.extend(of_each);
        debug_assert!(f.is_full());
        let mut all = [0; SIZE];
        let (shared, own) = all.split_at_mut(SHARED);
        shared.copy_from_slice(&self.shared);
        for (own, number) in own.iter_mut().zip(f) {
            *own = to_fixed_point(number);
        }
        all
    }

    /// Features of the game's choices and payments, and of the progress of contracts laid in parts.
    fn rule_features(&self) -> [f32; RULES] {
        let choices = &self.view.rules.set.choices;
        let yes = |x: bool| f32::from(u8::from(x));
        let all = self.view.contract_rules().contract.elements.len().max(1) as f32;
        let own = self.view.table.seat(self.view.seat);
        let rivals = self.rivals.len().max(1) as f32;
        let open: u8 = self.rivals.iter().map(|rival| rival.open).sum();
        [
            yes(choices.laying_off.needs == LayOffNeeds::None),
            1.0 - own.remaining.len() as f32 / all,
            1.0 - f32::from(open) / rivals / all,
            yes(choices.swapping.who != SwapWho::Nobody),
            yes(choices.drawing.after_down == AfterDown::StockOnly),
            yes(choices.scoring.down_and_out == DownAndOut::DoubleOthers),
            yes(self.view.contract_rules().last_card == LastCard::Forbidden),
            yes(choices.buying.limit_per_match.0.is_some()),
            yes(choices.laying_down.first_points > 0),
        ]
    }

    /// Average number of outs after one out has come, as a share of the unseen cards, for a hand that lacks
    /// two or more.
    fn second(&self, goal: &Goal<'_>, state: &HandState, measure: &Survey) -> f32 {
        if measure.shortfall() < 2 {
            return 0.0;
        }
        let mut sum = 0;
        for card in (measure.useful - Faces::JOKER).iter() {
            let n = u32::from(self.unseen.count(card));
            if n > 0 {
                let mut more = *state;
                more.add(card);
                sum += n * goal.promising(&more).count_in(&self.unseen);
            }
        }
        let unseen = self.unseen.len().max(1) as f32;
        sum as f32 / unseen / unseen * 2.0
    }

    /// Features of the upcard's possible worth to the others.
    fn open_card(&self, afterstate: &Afterstate) -> [f32; 12] {
        let Some(card) = afterstate.top else { return [0.0; 12] };
        let melds = &self.view.contract_rules().melds;
        let wild = melds.is_wild(card);
        let fits = self.fits.has(card);
        let mut f = [0.0; 12];
        f[0] = 1.0;
        f[1] = f32::from(u8::from(afterstate.thrown));
        f[2] = f32::from(self.view.contract_rules().values[card.index()]) * 5.0 / self.unit;
        f[3] = f32::from(u8::from(wild));
        let near = neighbours(card);
        if let Some(rank) = card.rank() {
            let mates = u32::from(self.unseen.rank_count(rank)) + near.count_in(&self.unseen);
            f[4] = mates as f32 / 12.0;
        }
        for rival in &self.rivals {
            let next = rival.turns == 1;
            let at = if next { 5 } else { 8 };
            let share = if next { 1.0 } else { 0.5 };
            if rival.adds && (fits || wild) {
                f[at] += share / f32::from(rival.count.max(1));
            }
            if !rival.down
                && let Some(rank) = card.rank()
            {
                let mates = u32::from(rival.known.rank_count(rank)) + near.count_in(&rival.known);
                f[at + 1] += share * mates as f32 / 2.0;
                f[at + 2] += share * f32::from(u8::from(rival.rejected.has(card)));
            }
        }
        f[11] = f32::from(u8::from(fits));
        f
    }
}

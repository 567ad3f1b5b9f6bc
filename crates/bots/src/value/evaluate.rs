//! The candidates of a decision with their features and values.

use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::choices::May;
use upcard_engine::{Action, Phase, View};
use upcard_solver::Survey;

use super::features::{Afterstate, Prospect, SIZE, Situation, Stage};
use super::net::PartialSums;
use super::nets::ValueNets;
use crate::hands::{companions, with, without};
use crate::laying::before_discard;
use crate::objective::Fitting;

/// A candidate action and the afterstate it leads to.
#[derive(Clone, Debug)]
pub struct EvaluatedMove {
    /// The action.
    pub action: Action,
    /// The seat's stage after it.
    pub stage: Stage,
    /// Features of the afterstate, in fixed point.
    pub features: [i16; SIZE],
    /// Value by the nets, in their unit.
    pub worth: f32,
}

/// How many candidates are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breadth {
    /// All.
    All,
    /// For lookahead: without discards of needed cards, if there are others.
    Likely,
}

/// Size of the largest hand that the nets were trained on sufficiently.
const MAX_CARDS: usize = 20;

/// The candidates of this decision with their values by the nets, the best first. Empty if there is nothing
/// to evaluate, or if the hand is too large for the nets: then the steady player's answer serves. The nets
/// also cannot collect a whole suit, or bring all cards into melds if only a player who goes out at once may
/// lay the contract: they kept points low while others went out, and lost more matches than the sharp player.
#[must_use]
pub fn evaluate(view: &View<'_>, worth: &ValueNets, breadth: Breadth) -> Vec<EvaluatedMove> {
    let deal = view.contract_rules();
    if view.hand.len() > MAX_CARDS || deal.asks_for_whole_suit() || deal.out_at_once {
        return Vec::new();
    }
    let mut all = match view.table.phase() {
        Phase::Draw => draws(view, worth, breadth),
        Phase::Offers { .. } => offers(view, worth),
        Phase::Play => plays(view, worth, breadth),
        _ => Vec::new(),
    };
    all.short_sort_by(|a, b| b.worth.total_cmp(&a.worth));
    all
}

/// A situation, with the part of the net's sums that all candidates share.
struct Evaluator<'n, 'v> {
    nets: &'n ValueNets,
    situation: Situation<'v>,
    partial_sums: PartialSums,
}

impl<'n, 'v> Evaluator<'n, 'v> {
    /// The scale of a seat that will hold this many cards when it plays next.
    fn of(view: &View<'v>, cards: usize, nets: &'n ValueNets) -> Evaluator<'n, 'v> {
        let situation = Situation::of(view, cards);
        let partial_sums = nets.net.partial_sums(situation.stage, situation.shared());
        Evaluator { nets, situation, partial_sums }
    }

    fn evaluate(
        &self,
        action: Action,
        afterstate: &Afterstate,
        prospect: Option<&Prospect>,
    ) -> EvaluatedMove {
        let stage = self.situation.stage;
        let features = self.situation.features(afterstate, prospect);
        let worth = self.nets.net.eval(stage, &self.partial_sums, &features);
        EvaluatedMove { action, stage, features, worth }
    }

    /// The same with the prospect of the remaining hand.
    fn evaluate_hand(&self, action: Action, afterstate: &Afterstate) -> EvaluatedMove {
        let prospect = self.situation.prospect(&afterstate.hand);
        self.evaluate(action, afterstate, prospect.as_ref())
    }
}

/// Number of unneeded cards that suffice as candidates.
const ENOUGH: usize = 2;

fn discards(
    evaluator: &Evaluator<'_, '_>,
    hand: &Cards,
    breadth: Breadth,
    may: impl Fn(Card) -> bool,
) -> Vec<EvaluatedMove> {
    let situation = &evaluator.situation;
    let whole = situation.prospect(hand);
    let turns = situation.turns_after_own();
    let needed = |card: Card| match &whole {
        Some(p) => situation.is_wild(card) || p.measure.needed.has(card),
        None => false,
    };
    let loose = || hand.iter_counts().filter(|(card, _)| !needed(*card) && may(*card)).count();
    let likely = breadth == Breadth::Likely && loose() >= ENOUGH;
    let mut all = Vec::with_capacity(16);
    for (card, _) in hand.iter_counts().filter(|(card, _)| may(*card)) {
        if likely && needed(card) {
            continue;
        }
        let left = without(hand, card);
        let unmissed =
            |m: &Survey| m.shortfall() > 0 && !m.used.has(card) && !situation.is_wild(card);
        let prospect = match &whole {
            // A card that no shortest way uses is not missed.
            Some(whole) if unmissed(&whole.measure) => Some(*whole),
            Some(_) => situation.prospect(&left),
            None => None,
        };
        let afterstate = Afterstate { hand: left, blind: 0, top: Some(card), thrown: true, turns };
        let action = Action::Discard { card, shanghai: false };
        all.push(evaluator.evaluate(action, &afterstate, prospect.as_ref()));
    }
    all
}

fn plays(view: &View<'_>, worth: &ValueNets, breadth: Breadth) -> Vec<EvaluatedMove> {
    let evaluator = Evaluator::of(view, view.hand.len(), worth);
    let situation = &evaluator.situation;
    let measure = situation.objective.measure(view.hand, view.rules);
    if before_discard(view, &situation.objective, &measure, &Fitting::default()).is_some() {
        return Vec::new();
    }
    let may = |card| view.allows(&Action::Discard { card, shanghai: false });
    discards(&evaluator, view.hand, breadth, may)
}

fn draws(view: &View<'_>, worth: &ValueNets, breadth: Breadth) -> Vec<EvaluatedMove> {
    let Some(card) = view.table.upcard() else { return Vec::new() };
    if !view.allows(&Action::Take) {
        return Vec::new();
    }
    let evaluator = Evaluator::of(view, view.hand.len() + 1, worth);
    let situation = &evaluator.situation;
    if situation.stage == Stage::Laid {
        return Vec::new();
    }
    let rules = &view.contract_rules().melds;
    let helps = situation.prospect(view.hand).is_some_and(|p| p.measure.useful.has(card));
    if !helps && companions(card, view.hand) == 0 && !rules.is_wild(card) {
        return Vec::new();
    }
    let more = with(view.hand, card);
    if situation.prospect(&more).is_some_and(|p| p.measure.shortfall() == 0) {
        return Vec::new();
    }
    let barred = view.rules.set.choices.discarding.taken_card != May::Allowed;
    let after = discards(&evaluator, &more, breadth, |c| !barred || c != card);
    let Some(best) = after.into_iter().max_by(|a, b| a.worth.total_cmp(&b.worth)) else {
        return Vec::new();
    };
    let declined =
        Afterstate { hand: *view.hand, blind: 0, top: Some(card), thrown: false, turns: 0 };
    let draw = evaluator.evaluate_hand(Action::Draw, &declined);
    vec![draw, EvaluatedMove { action: Action::Take, ..best }]
}

fn offers(view: &View<'_>, worth: &ValueNets) -> Vec<EvaluatedMove> {
    let Some(card) = view.table.upcard() else { return Vec::new() };
    if !view.allows(&Action::Buy) {
        return Vec::new();
    }
    let evaluator = Evaluator::of(view, view.hand.len() + 1, worth);
    let situation = &evaluator.situation;
    if !situation.objective.contract {
        return Vec::new();
    }
    let blind = view.table.deal_rules(view.rules).price_cards;
    let players = view.table.players();
    let turns = (view.seat.number() + players - view.table.turn().seat.number()) % players;
    let more = with(view.hand, card);
    let pass = Afterstate { hand: *view.hand, blind: 0, top: Some(card), thrown: false, turns };
    let buy = Afterstate { hand: more, blind, top: None, thrown: false, turns };
    let pass = evaluator.evaluate_hand(Action::Pass, &pass);
    // If the whole hand must go down, more cards change the aim; with too many to be measured the hand would
    // seem ready but could never go down.
    let whole = situation.objective.whole;
    let later = whole.then(|| Evaluator::of(view, more.len() + 1 + usize::from(blind), worth));
    let later = later.as_ref().unwrap_or(&evaluator);
    if !later.situation.objective.is_measured(view.rules) {
        return vec![pass];
    }
    let buy = later.evaluate_hand(Action::Buy, &buy);
    vec![pass, buy]
}

//! The sharp player for melds on the table: weighs expected points by what has been seen.
//!
//! It counts the cards that are out, so that it keeps what can still be filled; considers what the others
//! have taken and discarded before it discards; sheds points as the end comes near; buys what the steady
//! player would, and cards worth their price; and keeps what can be laid off.

use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::{Action, Phase, View};

use super::{go_out_at_once, steady};
use crate::bot::fallback;
use crate::hands::{neighbours, with, without};
use crate::laying::before_discard;
use crate::objective::{Fitting, SurveyCache, fits_table};
use crate::outlook::{Outlook, danger};

/// The sharp player's answer: the steady one's except for buys and discards.
pub(crate) fn answer(view: &View<'_>, weights: DiscardWeights) -> Action {
    match view.table.phase() {
        Phase::Offers { .. } => offer(view),
        Phase::Play => play(view, weights),
        _ => steady::answer(view, &mut SurveyCache::default()),
    }
}

/// Weight of the points of the blind cards against a buy; below 1 as a larger hand also has more ways. Tuned
/// by trial, like the other weights here.
const PRICE_WEIGHT: f64 = 0.5;

/// Points saved by buying the upcard, net of the blind cards that come with it.
pub(crate) fn buying(view: &View<'_>, card: Card) -> f64 {
    let outlook = Outlook::of(view, view.hand.len() + 1);
    if !outlook.objective.contract || outlook.objective.whole {
        return -1.0;
    }
    let price = f64::from(view.table.deal_rules(view.rules).price_cards);
    let now = outlook.cost(view, view.hand);
    let then = outlook.cost(view, &with(view.hand, card));
    let measure = outlook.objective.measure(view.hand, view.rules);
    let outs = outlook.outs(&measure);
    let mean = f64::from(view.contract_rules().points(&outlook.unseen)) / outlook.size;
    let in_time = outlook.in_time(measure.shortfall(), outs);
    // Each blind card costs its points, and may be a useful one.
    let lucky =
        f64::from(outs) / outlook.size * f64::from(view.contract_rules().points(view.hand)) * 0.2;
    now - then - price * PRICE_WEIGHT * (mean * (1.0 - 0.5 * in_time) - lucky)
}

/// Buys what the steady player would, and what saves more than it costs. If buys are limited per match, one
/// of them is worth more than a few points of this deal.
fn offer(view: &View<'_>) -> Action {
    let counted = view.rules.set.choices.buying.limit_per_match.0.is_some();
    let worth_it = || view.table.upcard().is_some_and(|card| buying(view, card) > 0.0);
    match steady::answer(view, &mut SurveyCache::default()) {
        Action::Pass if !counted && worth_it() => Action::Buy,
        answer => answer,
    }
}

/// Value of a missing card in points: more than any single card, so that it comes first.
const MISSING_CARD_VALUE: f64 = 25.0;
/// Points for a factor of e in the number of outs.
const OUTS_WEIGHT: f64 = 9.0;
/// Share of the others' gain that counts as own loss, in games with contracts and in those without.
const DANGER_SHARE: f64 = 0.3;
const FREE_DANGER_SHARE: f64 = 0.8;
/// Value to a rival of each unseen card that goes with the discard.
const MATE_VALUE: f64 = 0.2;
/// Value in points of an out in free-meld games, and of a missing card in outs.
const FREE_WEIGHTS: (f64, f64) = (2.2, 12.0);

/// The sharp player's weights for discards.
#[derive(Clone, Copy)]
pub(crate) struct DiscardWeights {
    /// In free-meld games: value of an out in points, and of a missing card in outs.
    pub(crate) free: (f64, f64),
    /// Whether any card of the discard pile may be taken. Cards there may still come, and what others could
    /// use matters little among all that they can take.
    pub(crate) deep: bool,
}

/// For games in which only the upcard may be taken.
pub(crate) const UPCARD: DiscardWeights = DiscardWeights { free: FREE_WEIGHTS, deep: false };

/// The legal discards of this hand with their expected cost, the best first.
pub(crate) fn discards(view: &View<'_>, weights: DiscardWeights) -> Vec<(f64, Action)> {
    let outlook = Outlook::of(view, view.hand.len());
    let objective = &outlook.objective;
    let free = !objective.contract && objective.has_aim() && !objective.needs_points();
    let at_once = go_out_at_once::applies(view);
    let mut to_come = outlook.unseen;
    if weights.deep {
        to_come.extend(view.table.pile());
    }
    let table = fits_table(view);
    let mut all: Vec<(f64, Action)> = Vec::with_capacity(12);
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        if view.allows(&action) {
            let share = if free { FREE_DANGER_SHARE } else { DANGER_SHARE };
            let risk = if weights.deep && free {
                0.0
            } else {
                share * danger(view, card, table) + MATE_VALUE * mates(card, &outlook.unseen)
            };
            let cost = if at_once {
                let wild = view.contract_rules().melds.is_wild(card);
                go_out_at_once::cost(view, objective, &without(view.hand, card))
                    + if wild { MISSING_CARD_VALUE } else { 0.0 }
            } else if free {
                -steady::free_worth(view, &outlook.objective, card, &to_come, weights.free)
            } else if !outlook.objective.has_aim() {
                outlook.cost(view, &without(view.hand, card))
            } else {
                let left = without(view.hand, card);
                let after = outlook.objective.measure(&left, view.rules);
                let outs = outlook.outs(&after);
                let held = f64::from(view.contract_rules().values[card.index()]);
                let stay = 1.0 - outlook.in_time(after.shortfall(), outs);
                MISSING_CARD_VALUE * f64::from(after.shortfall())
                    - OUTS_WEIGHT * libm::log(f64::from(outs + 1))
                    - held * (0.1 + 0.25 * stay)
            };
            all.push((cost + risk, action));
        }
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

fn play(view: &View<'_>, weights: DiscardWeights) -> Action {
    let outlook = Outlook::of(view, view.hand.len());
    let measure = outlook.objective.measure(view.hand, view.rules);
    if let Some(action) = before_discard(view, &outlook.objective, &measure, &Fitting::default()) {
        return action;
    }
    discards(view, weights).into_iter().next().map_or_else(|| fallback(view), |(_, action)| action)
}

/// Number of unseen cards that go with this one.
fn mates(card: Card, unseen: &Cards) -> f64 {
    let Some(rank) = card.rank() else { return 0.0 };
    f64::from(u32::from(unseen.rank_count(rank)) + neighbours(card).count_in(unseen))
}

//! The sharp player where melds lie on the table: weighs expected points by what has been seen.
//!
//! It counts the cards that are out, so that it keeps what can still be filled; looks at what the
//! others have taken and thrown before it throws; sheds points as the end comes near; buys what the
//! steady player would, and where the card is worth its price; and keeps what can be laid off.

use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::{Action, Phase, View};

use super::{at_once, steady};
use crate::bot::fallback;
use crate::hands::{neighbours, with, without};
use crate::laying::before_discard;
use crate::objective::{Fitting, SurveyCache, fits_table};
use crate::outlook::{Outlook, danger};

/// The sharp player's answer: the steady one's, but for what it buys and throws.
pub(crate) fn answer(view: &View<'_>, throwing: Throwing) -> Action {
    match view.table.phase() {
        Phase::Offers { .. } => offer(view),
        Phase::Play => play(view, throwing),
        _ => steady::answer(view, &mut SurveyCache::default()),
    }
}

/// How much of a blind card's points counts against a buy: a larger hand also has more ways.
/// Found by trying, as the other weights here.
const PRICE: f64 = 0.5;

/// What buying the upcard saves, the blind cards that come with it paid for.
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
    // Each blind card costs its points, and may be what is wanted.
    let lucky =
        f64::from(outs) / outlook.size * f64::from(view.contract_rules().points(view.hand)) * 0.2;
    now - then - price * PRICE * (mean * (1.0 - 0.5 * in_time) - lucky)
}

/// Buys what the steady player would, and what saves more than it costs; where buys are counted over the match,
/// one of them is worth more than a few points of this deal.
fn offer(view: &View<'_>) -> Action {
    let counted = view.rules.set.choices.buying.limit_per_match.0.is_some();
    let worth_it = || view.table.upcard().is_some_and(|card| buying(view, card) > 0.0);
    match steady::answer(view, &mut SurveyCache::default()) {
        Action::Pass if !counted && worth_it() => Action::Buy,
        answer => answer,
    }
}

/// What a missing card is worth in points: more than any one card, so that it comes first.
const STEP: f64 = 25.0;
/// What it is worth to have e times as many cards that help.
const OUTS: f64 = 9.0;
/// How far the others' gain is one's own loss, in games with contracts and in those without.
const DANGER: f64 = 0.3;
const FREE_DANGER: f64 = 0.8;
/// What each unseen card that a rival could hold beside the thrown one is worth to him.
const MATES: f64 = 0.2;
/// What a card that helps is worth where any meld may be laid, and a missing one.
const FREE: (f64, f64) = (2.2, 12.0);

/// How much the sharp player minds who gets what it throws, and what it hopes for.
#[derive(Clone, Copy)]
pub(crate) struct Throwing {
    /// Where any meld may be laid: what a card that helps is worth in points, and a missing one in
    /// cards that help.
    pub(crate) free: (f64, f64),
    /// May any discard be taken? Those that lie there may still come then, and what others could use is
    /// lost among all that they can take.
    pub(crate) deep: bool,
}

/// Where the upcard alone may be taken.
pub(crate) const UPCARD: Throwing = Throwing { free: FREE, deep: false };

/// The discards of this hand by what they will have cost, the best first; those that are refused
/// are left out.
pub(crate) fn discards(view: &View<'_>, throwing: Throwing) -> Vec<(f64, Action)> {
    let outlook = Outlook::of(view, view.hand.len());
    let objective = &outlook.objective;
    let free = !objective.contract && objective.aims() && !objective.counts();
    let at_once = at_once::is_on(view);
    let mut to_come = outlook.unseen;
    if throwing.deep {
        to_come.extend(view.table.pile());
    }
    let table = fits_table(view);
    let mut all: Vec<(f64, Action)> = Vec::with_capacity(12);
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        if view.allows(&action) {
            let share = if free { FREE_DANGER } else { DANGER };
            let risk = if throwing.deep && free {
                0.0
            } else {
                share * danger(view, card, table) + MATES * mates(card, &outlook.unseen)
            };
            let cost = if at_once {
                at_once::cost(view, objective, &without(view.hand, card))
                    + if view.contract_rules().melds.is_wild(card) { STEP } else { 0.0 }
            } else if free {
                -steady::free_worth(view, &outlook.objective, card, &to_come, throwing.free)
            } else if !outlook.objective.aims() {
                outlook.cost(view, &without(view.hand, card))
            } else {
                let left = without(view.hand, card);
                let after = outlook.objective.measure(&left, view.rules);
                let outs = outlook.outs(&after);
                let held = f64::from(view.contract_rules().values[card.index()]);
                let stay = 1.0 - outlook.in_time(after.shortfall(), outs);
                STEP * f64::from(after.shortfall())
                    - OUTS * libm::log(f64::from(outs + 1))
                    - held * (0.1 + 0.25 * stay)
            };
            all.push((cost + risk, action));
        }
    }
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    all
}

fn play(view: &View<'_>, throwing: Throwing) -> Action {
    let outlook = Outlook::of(view, view.hand.len());
    let measure = outlook.objective.measure(view.hand, view.rules);
    if let Some(action) = before_discard(view, &outlook.objective, &measure, &Fitting::default()) {
        return action;
    }
    discards(view, throwing).into_iter().next().map_or_else(|| fallback(view), |(_, action)| action)
}

/// Unseen cards that a rival could hold beside this one.
fn mates(card: Card, unseen: &Cards) -> f64 {
    let Some(rank) = card.rank() else { return 0.0 };
    f64::from(u32::from(unseen.rank_count(rank)) + neighbours(card).count_in(unseen))
}

//! The sharp player: weighs expected points by what has been seen.
//!
//! It counts the cards that are out, so that it keeps what can still be filled; looks at what the
//! others have taken and thrown before it throws; sheds points as the end comes near; buys where
//! the card is worth its price; and keeps what can be laid off.

use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::{Action, Phase, View};

use crate::bot::{Bot, Budget, fallback, or_rearranged};
use crate::hands::{with, without};
use crate::hidden;
use crate::objective::{Fitting, fits_table};
use crate::outlook::{Outlook, danger};
use crate::spread;
use crate::steady;

/// The player of [`Level::Sharp`](crate::Level::Sharp): weighs expected points.
pub struct Sharp;

impl Bot for Sharp {
    fn decide(&mut self, view: &View<'_>, _: &Budget<'_>) -> Action {
        or_rearranged(view, answer(view))
    }
}

/// The sharp player's answer.
pub(crate) fn answer(view: &View<'_>) -> Action {
    if hidden::is_played(view) {
        return hidden::sharp::answer(view);
    }
    if spread::is_played(view)
        && let Some(action) = spread::answer(view, spread::SHARP)
    {
        return action;
    }
    match view.table.phase() {
        Phase::Offers { .. } => offer(view),
        Phase::Play => play(view),
        _ => steady::answer(view),
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

fn offer(view: &View<'_>) -> Action {
    match view.table.upcard() {
        Some(card) if buying(view, card) > 0.0 => Action::Buy,
        _ => Action::Pass,
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
/// Where any meld may be laid: what a card that helps is worth in points, and a missing one in
/// cards that help.
const FREE: (f64, f64) = (2.2, 12.0);
/// The same where any discard may be taken.
const SPREAD: (f64, f64) = (4.0, 12.0);

/// The discards of this hand by what they will have cost, the best first; those that are refused
/// are left out.
pub(crate) fn discards(view: &View<'_>) -> Vec<(f64, Action)> {
    let outlook = Outlook::of(view, view.hand.len());
    let free = !outlook.objective.contract && outlook.objective.aims();
    // Where any discard may be taken, those that lie there may still come, and what others could
    // use is lost among all that they can take.
    let spread = spread::is_played(view);
    let mut to_come = outlook.unseen;
    if spread {
        to_come.extend(view.table.pile());
    }
    let weights = if spread { SPREAD } else { FREE };
    let table = fits_table(view);
    let mut all: Vec<(f64, Action)> = Vec::with_capacity(12);
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        if view.allows(&action) {
            let share = if free { FREE_DANGER } else { DANGER };
            let risk = if spread && free {
                0.0
            } else {
                share * danger(view, card, table) + MATES * mates(card, &outlook.unseen)
            };
            let cost = if free {
                -steady::free_worth(view, &outlook.objective, card, &to_come, weights)
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

fn play(view: &View<'_>) -> Action {
    let outlook = Outlook::of(view, view.hand.len());
    let measure = outlook.objective.measure(view.hand, view.rules);
    if let Some(action) =
        steady::before_discard(view, &outlook.objective, &measure, &Fitting::default())
    {
        return action;
    }
    discards(view).into_iter().next().map_or_else(|| fallback(view), |(_, action)| action)
}

/// Unseen cards that a rival could hold beside this one.
fn mates(card: Card, unseen: &Cards) -> f64 {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return 0.0 };
    let near = [1, 2, 11, 12]
        .into_iter()
        .map(|step| {
            unseen.count(Card::natural(upcard_cards::RANKS[(rank.index() + step) % 13], suit))
        })
        .sum::<u8>();
    f64::from(unseen.rank_count(rank) + near)
}

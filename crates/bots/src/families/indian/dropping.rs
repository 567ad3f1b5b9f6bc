//! Whether to drop out of a deal: the expected result of staying against the price of dropping. Each level
//! has its own estimate; the expert never drops a hand at distance two or less.

use upcard_engine::choices::{Dropping, Money, Winner};
use upcard_engine::table::Gone;
use upcard_engine::{Action, Seat, View};

use super::discards::{outs, useful};
use crate::beliefs::turns;
use crate::families::pool::stays_in;
use crate::hands::with;
use crate::measure::{self, distance, is_within};

/// Distance from which a hand is dropped, by the number of players in the deal. From there on playing costs
/// more than a first drop, net of wins: with three players a hand at distance five costs 55 points on
/// average, with four one at distance four 46.
const DROP_DISTANCES: [u8; 7] = [7, 7, 6, 5, 4, 4, 4];

/// Average final cost of a losing hand, by its distance at a draw. Measured, like [`chance_to_win`], on deals
/// that the sharp player played against itself at tables of two to six.
const LOSING_COSTS: [f64; 8] = [20.0, 32.0, 37.0, 46.0, 58.0, 66.0, 72.0, 76.0];

/// Average payment of a loser, including droppers.
const AVERAGE_PAYMENT: f64 = 36.0;

/// Probability of winning the deal with a hand at this distance: it falls with each player, the more the
/// farther the hand is, and with each turn.
fn chance_to_win(view: &View<'_>, distance: u8) -> f64 {
    let rivals = view.table.in_deal().len().saturating_sub(2) as f64;
    let step = (0.55 + 0.3 * rivals).min(1.3) + 0.05 * turns(view);
    let log_odds = 1.5 - 0.25 * rivals - 0.2 * turns(view) - step * (f64::from(distance) - 1.0);
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// Returns `true` if the losers of a deal pay its winner.
fn is_paid(view: &View<'_>) -> bool {
    let choices = &view.rules.set.choices;
    choices.settling.money == Money::PerPoint || choices.matching.winner == Winner::Chips
}

/// Returns `true` if the sharp player drops: the price is below the expected cost of playing on, net of wins.
/// In a pool nobody is paid, and a win only brings the others nearer to elimination.
pub(super) fn sharp(view: &View<'_>) -> bool {
    let Some(price) = view.drop_price().filter(|price| stays_in(view, *price)) else {
        return false;
    };
    let deal = view.table.deal_rules(view.rules);
    let distance = distance(deal, view.hand);
    let win = chance_to_win(view, distance);
    let others = view.table.in_deal().len().saturating_sub(1).max(1) as f64;
    let pool = view.rules.set.choices.matching.eliminate_at.0.is_some();
    let brings = if pool { AVERAGE_PAYMENT / others } else { AVERAGE_PAYMENT * others };
    let cap = f64::from(view.rules.set.choices.scoring.cap.0.unwrap_or(u8::MAX));
    let lost = LOSING_COSTS[usize::from(distance).min(LOSING_COSTS.len() - 1)].min(cap);
    (1.0 - win) * lost - win * brings > f64::from(price)
}

pub(super) fn is_worth_considering(view: &View<'_>) -> bool {
    let deal = view.table.deal_rules(view.rules);
    let price = view.drop_price();
    price.is_some_and(|price| stays_in(view, price) && !is_within(deal, view.hand, 2))
}

pub(super) fn steady(view: &View<'_>) -> bool {
    let choices = &view.rules.set.choices.dropping;
    let table = view.table;
    let deal = table.deal_rules(view.rules);
    if choices.allowed == Dropping::Never {
        return false;
    }
    let drew = table.seat(view.seat).drew;
    // Later the price is so high that playing on is as cheap.
    let worst = view.rules.set.choices.scoring.cap.0.unwrap_or(u8::MAX);
    let fair = !drew && choices.first.saturating_mul(3) < worst;
    fair && stays_in(view, choices.first.into())
        && distance(deal, view.hand) >= DROP_DISTANCES[table.in_deal().len().min(6)]
        && view.allows(&Action::Drop)
}

/// Weights of the features in a seat's expected gain, in points. A linear fit to 80,000 deals of Points Rummy
/// that the sharp player played against itself at tables of two to six; a third of the seats never dropped,
/// so that hopeless hands were played to the end, too.
///
/// - constant;
/// - logarithm of the outs plus one; ten points of the hand's cost; a wild;
/// - a player in the deal beyond two, and its product with each of the three features above;
/// - a turn that each has had; a known card in a rival's hand; a useful upcard;
/// - ten points paid by those who dropped.
type Weights = [f64; 12];

/// If the losers of a deal pay its winner: before the first turn, by distance (three, four, five or more).
/// The last to act has the least time.
const FIRST: [Weights; 3] = [
    [43.18, 2.55, -5.71, 9.38, -10.59, 3.68, -1.19, 1.82, -35.40, -5.49, 10.39, 0.44],
    [10.16, 7.54, -5.11, 10.90, -1.20, 0.32, -1.29, 1.85, -35.72, -4.30, 4.82, -1.08],
    [34.67, 6.77, -9.80, 10.30, 0.78, -1.33, -0.66, 1.60, -34.99, -0.60, 1.11, -2.02],
];

/// The same before later turns.
const LATER: [Weights; 3] = [
    [0.65, 10.90, -6.51, 7.10, 1.77, -1.24, -1.16, 1.96, -6.19, -2.31, 9.36, 0.40],
    [-25.23, 11.97, -5.95, 13.62, 13.40, -3.72, -1.32, -1.49, -5.11, -1.39, 2.13, -0.19],
    [1.68, 7.26, -8.94, 12.75, 7.84, -4.56, -0.05, -1.81, -4.55, -0.42, 0.42, -0.59],
];

/// If nobody is paid and points are to be kept low, before the first turn: the others' average points on a
/// win, otherwise minus its own.
const KEPT_FIRST: [Weights; 3] = [
    [29.80, 1.71, -5.18, 6.24, -5.79, 0.52, -0.75, 0.00, -19.63, -3.24, 6.16, -2.68],
    [8.13, 5.51, -5.07, 8.13, -1.96, -0.40, -0.91, 0.53, -25.07, -2.81, 3.31, -2.95],
    [19.61, 5.43, -8.45, 8.85, -1.48, -1.01, -0.44, 0.69, -25.30, -0.62, 0.88, -2.48],
];

/// The same before later turns.
const KEPT_LATER: [Weights; 3] = [
    [4.09, 6.34, -6.03, 4.91, 4.13, -2.02, -1.07, 0.64, -4.02, -1.49, 6.71, -1.64],
    [-19.41, 8.40, -5.77, 10.47, 8.93, -2.57, -1.16, -0.90, -3.64, -1.17, 1.60, -1.28],
    [-2.76, 6.52, -8.51, 8.26, 5.44, -3.67, 0.00, 0.66, -3.68, -0.57, -0.34, -0.93],
];

/// Points by which dropping may exceed the estimate if nobody is paid: too many points eliminate a player for
/// good, so a small sure loss beats a risk of a large one. Tuned by trial.
const MARGIN: f64 = 8.0;

/// Cap on the number of turns in the estimate.
const MAX_TURNS: f64 = 8.0;

/// Returns `true` if the expert drops because that is cheaper than staying.
pub(super) fn expert(view: &View<'_>) -> bool {
    let margin = if is_paid(view) { 0.0 } else { MARGIN };
    is_worth_considering(view)
        && view.drop_price().is_some_and(|price| expected(view) < margin - f64::from(price))
}

/// Expected gain of a seat that stays with a hand at distance three or more.
fn expected(view: &View<'_>) -> f64 {
    let (table, choices) = (view.table, &view.rules.set.choices);
    let deal = table.deal_rules(view.rules);
    let distance = measure::distance(deal, view.hand);
    let unseen = view.unseen();
    let useful = useful(deal, view.hand, &unseen, distance);
    let outs = outs(deal, view.hand, &unseen, useful, distance);
    let cap = choices.scoring.cap.0.map_or(i32::MAX, i32::from);
    let points = measure::points(deal, view.hand).min(cap);
    let wild = |(card, _): &(_, u8)| deal.melds.is_wild(*card);
    let wilds: u8 = view.hand.iter_counts().filter(wild).map(|(_, count)| count).sum();
    let rivals = || Seat::all(table.players()).filter(|seat| *seat != view.seat);
    let known: usize =
        rivals().filter(|seat| table.is_in(*seat)).map(|seat| view.known_of(seat).len()).sum();
    let paid = |seat: Seat| match table.seat(seat).gone {
        Gone::No | Gone::NotDealt => 0,
        Gone::DroppedFirst => choices.dropping.first,
        Gone::DroppedMiddle => choices.dropping.middle,
        Gone::DeclaredWrong => choices.declaring.penalty,
    };
    let paid: f64 = rivals().map(|seat| f64::from(paid(seat))).sum();
    let nearer = |card| measure::is_within(deal, &with(view.hand, card), distance - 1);
    let helps = table.upcard().is_some_and(|card| nearer(card) && view.allows(&Action::Take));
    let outs = libm::log1p(f64::from(outs));
    let (points, wilds) = (f64::from(points) / 10.0, f64::from(wilds));
    let more = table.in_deal().len() as f64 - 2.0;
    let figures: Weights = [
        1.0,
        outs,
        points,
        wilds,
        more,
        more * outs,
        more * points,
        more * wilds,
        turns(view).min(MAX_TURNS),
        known as f64,
        f64::from(u8::from(helps)),
        paid / 10.0,
    ];
    let weights = match (is_paid(view), table.seat(view.seat).drew) {
        (true, false) => &FIRST,
        (true, true) => &LATER,
        (false, false) => &KEPT_FIRST,
        (false, true) => &KEPT_LATER,
    };
    let weights = &weights[usize::from(distance.clamp(3, 5) - 3)];
    figures.iter().zip(weights).map(|(figure, weight)| figure * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::rules;
    use crate::families::Family as _;
    use upcard_engine::chance::Chance;
    use upcard_engine::{Game, Phase};

    /// What seats were paid that had a hand at distance three or more before their first turn and stayed in,
    /// played by the sharp player: those advised to drop, and the others.
    #[test]
    fn hands_to_drop_cost_more_than_the_price() {
        let rules = rules("points-rummy", 4, &[]);
        let mut paid = [(0, 0); 2];
        for number in 0..200 {
            let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
            game.next_deal(&mut ());
            let mut advised = [None; 4];
            while let Some(seat) = game.to_act() {
                let view = game.view(seat);
                let mut action = super::super::Indian.sharp(&view);
                if view.table.phase() == Phase::Draw
                    && !view.table.seat(seat).drew
                    && is_worth_considering(&view)
                {
                    advised[seat.index()] = Some(expert(&view));
                }
                // One seat never drops; the others follow their policy.
                if action == Action::Drop && seat.index() == number as usize % 4 {
                    action = Action::Draw;
                }
                game.act(seat, &action, &mut ()).expect("a legal answer");
            }
            let stays = number as usize % 4;
            if let Some(leaves) = advised[stays] {
                let (sum, count) = &mut paid[usize::from(leaves)];
                *sum += game.table().paid()[stays];
                *count += 1;
            }
        }
        let [stay, leave] = paid;
        assert!(stay.1 > 20 && leave.1 > 20, "{paid:?}");
        assert!(leave.0 < -25 * leave.1, "leaving costs 20: {paid:?}");
        assert!(stay.0 > -10 * stay.1, "{paid:?}");
    }
}

//! Discards from a hand that needs sequences for a declaration.
//!
//! The steady player minimizes the distance, then the points left. The sharp one also counts the cards that
//! would improve the hand after each discard, and withholds what the next rival may want.

use upcard_cards::{Card, Cards, Faces, JOKER, MeldRules, ShortSort};
use upcard_engine::choices::WhoScores;
use upcard_engine::{Action, DealRules, View};

use crate::beliefs::{NextPlayer, Rival};
use crate::families::gin::Style;
use crate::hands::{with, without};
use crate::measure::{self, distance, is_within, promise};

/// Cost of a missing card, against points of deadwood.
const MISSING_CARD: f64 = 12.0;

/// Number of discards that are evaluated closely: the cheapest at first glance.
const MAX_EVALUATED: usize = 5;

/// The discard that leaves the hand nearest to a declaration, and cheapest.
pub(super) fn discard(view: &View<'_>, style: Style) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let mut choices: Vec<(f64, Action, Cards)> = Vec::new();
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        let kept = without(view.hand, card);
        if view.allows(&action) {
            // A wild is worth more than its points.
            let wild = if deal.melds.is_wild(card) { 50.0 } else { 0.0 };
            choices.push((loose(deal, &kept, style.promise) + wild, action, kept));
        }
    }
    choices.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    choices.truncate(MAX_EVALUATED);
    let closely = |(loose, action, kept): (f64, Action, Cards)| {
        (MISSING_CARD * f64::from(distance(deal, &kept)) + loose, action)
    };
    let best = choices.into_iter().map(closely).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, action)| action)
}

/// Deadwood of a hand in any groups, less the potential of those cards.
fn loose(deal: &DealRules, hand: &Cards, promised: f64) -> f64 {
    let (points, left) = measure::loose(deal, hand);
    0.5 * measure::weight(deal) * f64::from(points) - promised * promise(&left, &deal.melds)
}

/// Points for a factor of e in the number of outs.
const OUTS_WEIGHT: f64 = 12.0;

/// Cost of a card that the next rival can meld.
const GIVEN_COST: f64 = 4.0;

/// Value of loose cards that go together.
const PAIR_VALUE: f64 = 1.0;

/// The discards with their cost, at least `most` of them, the best first. If some keep the distance of the
/// hand, only these.
pub(super) fn discards(view: &View<'_>, most: usize) -> Vec<(f64, Action)> {
    let unseen = view.unseen();
    let rival = Rival::of(view, view.seat.next(view.table.players()), &unseen);
    let deal = view.table.deal_rules(view.rules);
    by_cost(view, most, |card, kept| {
        loose(deal, kept, PAIR_VALUE) + GIVEN_COST * rival.wants(card, deal)
    })
}

/// The same with this cost for a discard and the hand left.
fn by_cost(view: &View<'_>, most: usize, cost: impl Fn(Card, &Cards) -> f64) -> Vec<(f64, Action)> {
    let deal = view.table.deal_rules(view.rules);
    let unseen = view.unseen();
    let mut all = Vec::with_capacity(14);
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        if view.allows(&action) {
            all.push((card, action));
        }
    }
    let now = distance(deal, view.hand);
    let near = |card: Card| is_within(deal, &without(view.hand, card), now);
    let some: Vec<bool> = all.iter().map(|(card, _)| near(*card)).collect();
    let goal = if some.contains(&true) {
        let mut some = some.iter();
        all.retain(|_| *some.next().unwrap_or(&false));
        now
    } else {
        now + 1
    };
    let useful = useful(deal, view.hand, &unseen, goal);
    // Outs are counted last, since that takes longest.
    let costs = |(card, action): (Card, Action)| {
        let kept = without(view.hand, card);
        let wild = if deal.melds.is_wild(card) { 50.0 } else { 0.0 };
        (cost(card, &kept) + wild, kept, action)
    };
    let mut all: Vec<(f64, Cards, Action)> = all.into_iter().map(costs).collect();
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    let worth = |outs: u32| OUTS_WEIGHT * libm::log(f64::from(outs) + 1.0);
    let most_outs = worth(useful.iter().map(|face| copies(deal, &unseen, face)).sum());
    let mut best: Vec<(f64, Action)> = Vec::with_capacity(all.len());
    for (cost, kept, action) in all {
        // Even if all useful cards were outs, it would cost more than the discards wanted.
        let worst = best.get(most.max(1) - 1);
        if worst.is_some_and(|(worst, _)| cost - most_outs > *worst) {
            break;
        }
        let cost = cost - worth(outs(deal, &kept, &unseen, useful, goal));
        let place = best.partition_point(|(other, _)| *other <= cost);
        best.insert(place, (cost, action));
    }
    best
}

/// Returns `true` if the deal is a race with runs alone, in which all losers pay the same whatever they hold.
pub(super) fn is_race(view: &View<'_>) -> bool {
    let deal = view.table.deal_rules(view.rules);
    view.rules.set.choices.scoring.who == WhoScores::Payments
        && deal.melds.set_min == MeldRules::NO_SETS
}

/// Weight of loose points in a race, where they only tell how well cards go together.
const LOOSE_WEIGHT: f64 = 0.2;

/// Cost in a race of bringing the next player nearer.
const GAINED_COST: f64 = 16.0;

/// The discard in a race: many outs after it, and little use to the next player.
pub(super) fn race_discard(view: &View<'_>) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let next = NextPlayer::of(view);
    let cost = |card, kept: &Cards| {
        LOOSE_WEIGHT * loose(deal, kept, PAIR_VALUE) + GAINED_COST * next.gains(card)
    };
    by_cost(view, 1, cost).into_iter().next().map(|best| best.1)
}

/// Number of discards, the best by immediate outs, that get a second card of lookahead.
const MAX_LOOKAHEAD: usize = 4;

/// Maximum cost above the best of those discards.
const MAX_BEHIND: f64 = 12.0;

/// Cost, in points, of a factor of e in the time until two useful cards have come.
const TURNS_WEIGHT: f64 = 12.0;

/// The discard after which two useful cards come soonest, among those that are best by immediate outs.
pub(super) fn with_lookahead(view: &View<'_>) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let mut best = discards(view, MAX_LOOKAHEAD);
    best.truncate(MAX_LOOKAHEAD);
    let least = best.first()?.0;
    best.retain(|(cost, _)| *cost <= least + MAX_BEHIND);
    let kept = |action: &Action| match action {
        Action::Discard { card, .. } => without(view.hand, *card),
        _ => *view.hand,
    };
    let now = distance(deal, &kept(&best[0].1));
    if best.len() > 1 && now > 1 {
        let unseen = view.unseen();
        for (cost, action) in &mut best {
            let improvement = improvement(deal, &kept(action), &unseen, now);
            *cost += OUTS_WEIGHT * libm::log(improvement.outs + 1.0)
                + TURNS_WEIGHT * libm::log(improvement.turns);
        }
    }
    best.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1)
}

/// How soon a hand improves.
struct Improvement {
    /// Outs: unseen cards that bring it nearer.
    outs: f64,
    /// Expected time until two useful cards have come, one after the other, as a share of the time in which
    /// all unseen cards are seen.
    turns: f64,
}

/// How soon a hand at this distance, at least two, improves twice.
fn improvement(deal: &DealRules, hand: &Cards, unseen: &Cards, distance: u8) -> Improvement {
    let (mut outs, mut then) = (0.0, 0.0);
    for face in useful(deal, hand, unseen, distance).iter() {
        let (count, left) = (f64::from(copies(deal, unseen, face)), without(unseen, face));
        // Whatever is discarded after it.
        let next = useful(deal, &with(hand, face), &left, distance - 1);
        let next: u32 = next.iter().map(|face| copies(deal, &left, face)).sum();
        outs += count;
        then += count / f64::from(next.max(1));
    }
    Improvement { outs, turns: (1.0 + then) / outs.max(1.0) }
}

/// The unseen faces that bring a hand below this distance. All wilds count as a joker.
pub(super) fn useful(deal: &DealRules, hand: &Cards, unseen: &Cards, distance: u8) -> Faces {
    let Some(nearer) = distance.checked_sub(1) else { return Faces::NONE };
    let wild = deal.melds.wild_faces;
    let mut faces = Faces::of(unseen) - wild;
    faces.add(JOKER);
    faces.iter().filter(|face| is_within(deal, &with(hand, *face), nearer)).collect()
}

/// Number of unseen cards of these faces that bring a hand below this distance.
pub(super) fn outs(
    deal: &DealRules,
    hand: &Cards,
    unseen: &Cards,
    faces: Faces,
    distance: u8,
) -> u32 {
    let nearer = distance.saturating_sub(1);
    let near = faces.iter().filter(|face| is_within(deal, &with(hand, *face), nearer));
    near.map(|face| copies(deal, unseen, face)).sum()
}

/// Number of unseen cards of a face; for the joker, of all wilds.
fn copies(deal: &DealRules, unseen: &Cards, face: Card) -> u32 {
    if !face.is_joker() {
        return unseen.count(face).into();
    }
    let wild = |(card, _): &(Card, u8)| deal.melds.is_wild(*card);
    unseen.iter_counts().filter(wild).map(|(_, count)| u32::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::{each_sharp_decision, rules};
    use upcard_engine::Phase;

    /// Among discards with similar immediate outs, the chosen one lets two useful cards come sooner, taken
    /// together: loose cards count for both.
    #[test]
    fn lookahead_discard_improves_sooner() {
        let rules = rules("points-rummy", 3, &[]);
        let (mut alike, mut other, mut turns) = (0, 0, [0.0; 2]);
        for number in 0..20 {
            each_sharp_decision(&rules, number, |_, view, sharp| {
                if let (Phase::Play, Action::Discard { card, .. }) = (view.table.phase(), sharp)
                    && let Some(Action::Discard { card: thrown, .. }) = with_lookahead(view)
                {
                    let (deal, unseen) = (view.table.deal_rules(view.rules), view.unseen());
                    let (theirs, own) = (without(view.hand, *card), without(view.hand, thrown));
                    let now = distance(deal, &own);
                    assert_eq!(distance(deal, &theirs), now, "both keep the hand as near");
                    alike += usize::from(thrown == *card);
                    if thrown != *card {
                        assert!(now > 1, "what is last needed comes by the next card alone");
                        other += 1;
                        for (sum, hand) in turns.iter_mut().zip([&own, &theirs]) {
                            *sum += improvement(deal, hand, &unseen, now).turns;
                        }
                    }
                }
            });
        }
        assert!(alike > 100 && other > 10, "{alike} alike, {other} not");
        assert!(turns[0] < 0.95 * turns[1], "{turns:?}");
    }

    /// If losers pay the same whatever they hold, the discard helps the next player less often than the sharp
    /// player's, and leaves the hand as near.
    #[test]
    fn race_discards_help_the_next_player_less() {
        let rules = rules("continental-15", 4, &[]);
        let (mut thrown, mut helped) = (0, [0, 0]);
        for number in 0..60 {
            each_sharp_decision(&rules, number, |game, view, sharp| {
                if let (Phase::Play, Action::Discard { card, .. }) = (view.table.phase(), sharp)
                    && let Some(Action::Discard { card: own, .. }) = race_discard(view)
                {
                    assert!(is_race(view));
                    let deal = view.table.deal_rules(view.rules);
                    let near = |card| distance(deal, &without(view.hand, card));
                    assert_eq!(near(own), near(*card), "both keep the hand as near");
                    let hand = game.hand(view.seat.next(4));
                    let nearer = distance(deal, hand).saturating_sub(1);
                    thrown += 1;
                    for (helped, card) in helped.iter_mut().zip([own, *card]) {
                        *helped += usize::from(is_within(deal, &with(hand, card), nearer));
                    }
                }
            });
        }
        assert!(thrown > 800 && 20 * helped[0] < 19 * helped[1], "of {thrown}: {helped:?}");
    }
}

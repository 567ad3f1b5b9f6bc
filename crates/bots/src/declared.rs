//! Hands that need sequences to be declared: how far they are from it, what to throw, when to leave
//! a deal, and when to share a pool.
//!
//! The steady player comes nearer with the fewest points left. The sharp one also counts the cards
//! that would bring it nearer after each discard, and keeps from the next rival what that one may want.

use arrayvec::ArrayVec;
use upcard_cards::{Card, Cards, Faces, JOKER, ShortSort};
use upcard_engine::choices::{Dropping, Money, Winner};
use upcard_engine::table::{Drawn, Table};
use upcard_engine::{Action, DealRules, MAX_PLAYERS, Phase, Seat, View};

use crate::bot::fallback;
use crate::hands::{with, without};
use crate::hidden::sharp::{Rival, turns};
use crate::hidden::{Style, promise};
use crate::measure::{self, distance, is_within};
use crate::novice::company;

/// What a missing card is worth beside points of deadwood.
const MISSING_CARD: f64 = 12.0;

/// How many discards are looked at closely: those that look cheapest.
const LOOKED_AT: usize = 5;

/// The discard that leaves the hand nearest to a declaration, and cheapest.
pub(crate) fn discard(view: &View<'_>, style: Style) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let mut choices: Vec<(f64, Action, Cards)> = Vec::new();
    for (card, _) in view.hand.iter_counts() {
        let action = Action::Discard { card, shanghai: false };
        let kept = without(view.hand, card);
        if view.allows(&action) {
            // A wild card is worth more than its points.
            let wild = if deal.melds.is_wild(card) { 50.0 } else { 0.0 };
            choices.push((loose(deal, &kept, style.promise) + wild, action, kept));
        }
    }
    choices.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    choices.truncate(LOOKED_AT);
    let closely = |(loose, action, kept): (f64, Action, Cards)| {
        (MISSING_CARD * f64::from(distance(deal, &kept)) + loose, action)
    };
    let best = choices.into_iter().map(closely).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, action)| action)
}

/// What a hand leaves over in any groups, less what those cards promise.
fn loose(deal: &DealRules, hand: &Cards, promised: f64) -> f64 {
    let (points, left) = measure::loose(deal, hand);
    0.5 * f64::from(points) - promised * promise(&left, &deal.melds)
}

/// What e times as many cards that help are worth in points.
const OUTS: f64 = 12.0;

/// What a card in the next rival's meld costs.
const GIVEN: f64 = 4.0;

/// What it is worth that loose cards go together.
const PROMISE: f64 = 1.0;

/// The discards by what they cost, the best first, this many at the least: those that keep the hand as
/// near as it is, if there are any.
pub(crate) fn discards(view: &View<'_>, most: usize) -> Vec<(f64, Action)> {
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
    let rival = Rival::of(view, view.seat.next(view.table.players()), &unseen);
    // The cards that help are counted last, since that takes longest.
    let cost = |(card, action): (Card, Action)| {
        let kept = without(view.hand, card);
        let wild = if deal.melds.is_wild(card) { 50.0 } else { 0.0 };
        let cost = loose(deal, &kept, PROMISE) + wild + GIVEN * rival.wants(card, deal);
        (cost, kept, action)
    };
    let mut all: Vec<(f64, Cards, Action)> = all.into_iter().map(cost).collect();
    all.short_sort_by(|a, b| a.0.total_cmp(&b.0));
    let worth = |outs: u32| OUTS * libm::log(f64::from(outs) + 1.0);
    let most_outs = worth(useful.iter().map(|face| copies(deal, &unseen, face)).sum());
    let mut best: Vec<(f64, Action)> = Vec::with_capacity(all.len());
    for (cost, kept, action) in all {
        // With all cards that help, it would still cost more than those that are wanted.
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

/// The unseen faces with which a hand comes nearer than this. All wilds count as a joker.
pub(crate) fn useful(deal: &DealRules, hand: &Cards, unseen: &Cards, distance: u8) -> Faces {
    let Some(nearer) = distance.checked_sub(1) else { return Faces::NONE };
    let wild = Faces::of_ranks(deal.melds.wild_ranks);
    let mut faces = Faces::of(unseen) - wild;
    faces.add(JOKER);
    faces.iter().filter(|face| is_within(deal, &with(hand, *face), nearer)).collect()
}

/// How many unseen cards of these faces bring a hand nearer than this.
pub(crate) fn outs(
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

/// How many cards of a face are unseen; for the joker, how many wilds.
fn copies(deal: &DealRules, unseen: &Cards, face: Card) -> u32 {
    if !face.is_joker() {
        return unseen.count(face).into();
    }
    let wild = |(card, _): &(Card, u8)| deal.melds.is_wild(*card);
    unseen.iter_counts().filter(wild).map(|(_, count)| u32::from(count)).sum()
}

/// How far the players' hands are in a rollout: a card that comes or goes changes that by one at the
/// most, so that it need not be found from the beginning.
#[derive(Default)]
pub(crate) struct Distances([Option<(Cards, u8)>; MAX_PLAYERS]);

impl Distances {
    /// The distance of the hand of the seat that views.
    fn of(&mut self, view: &View<'_>) -> u8 {
        let deal = view.table.deal_rules(view.rules);
        let known = &mut self.0[view.seat.index()];
        let found = match known {
            Some((hand, distance)) if hand == view.hand => *distance,
            Some((hand, known)) if view.hand.minus(hand).is_some_and(|more| more.len() == 1) => {
                let nearer = known.checked_sub(1);
                nearer.filter(|nearer| is_within(deal, view.hand, *nearer)).unwrap_or(*known)
            }
            _ => distance(deal, view.hand),
        };
        *known = Some((*view.hand, found));
        found
    }
}

/// The distance of a hand of which one card is another than in a hand at this distance.
pub(crate) fn distance_near(deal: &DealRules, hand: &Cards, before: u8) -> u8 {
    let near = before.saturating_sub(1)..=before;
    near.into_iter().find(|near| is_within(deal, hand, *near)).unwrap_or(before + 1)
}

/// A quick answer, for rollouts: takes what brings the hand nearer, throws the most expensive card
/// with no company that does not leave it farther, and declares as soon as it can.
pub(crate) fn quick(view: &View<'_>, distances: &mut Distances) -> Action {
    match view.table.phase() {
        Phase::Draw if takes(view, distances) => Action::Take,
        Phase::Draw => Action::Draw,
        Phase::Play => quick_play(view, distances),
        Phase::Rejoin { .. } => Action::Rejoin,
        Phase::Split { .. } => Action::PlayOn,
        Phase::Show { .. } => Action::Show(Vec::new()),
        Phase::Cut { .. } => Action::Cut(500),
        _ => Action::Pass,
    }
}

/// Does the upcard bring the hand nearer?
pub(crate) fn takes(view: &View<'_>, distances: &mut Distances) -> bool {
    let Some(card) = view.table.upcard() else { return false };
    let deal = view.table.deal_rules(view.rules);
    let nearer = distances.of(view).checked_sub(1);
    nearer.is_some_and(|nearer| is_within(deal, &with(view.hand, card), nearer))
        && view.allows(&Action::Take)
}

fn quick_play(view: &View<'_>, distances: &mut Distances) -> Action {
    let deal = view.table.deal_rules(view.rules);
    let now = distances.of(view);
    if now == 0
        && let Some(action) = declaration(view)
    {
        return action;
    }
    let mut cards: ArrayVec<(i32, Card), 53> = view
        .hand
        .iter_counts()
        .filter(|(card, _)| Some(*card) != taken(view) && !deal.melds.is_wild(*card))
        .map(|(card, _)| (2 * i32::from(company(card, view.hand)) - value(deal, card), card))
        .collect();
    cards.short_sort_by_key(|(cost, card)| (*cost, card.index()));
    let keeps = |card: &Card| is_within(deal, &without(view.hand, *card), now);
    let cards = || cards.iter().map(|(_, card)| *card);
    if let Some(card) = cards().find(keeps) {
        distances.0[view.seat.index()] = Some((without(view.hand, card), now));
        return Action::Discard { card, shanghai: false };
    }
    let any = cards().next().map(|card| Action::Discard { card, shanghai: false });
    any.unwrap_or_else(|| fallback(view))
}

/// The card that was taken from the discards in this turn.
fn taken(view: &View<'_>) -> Option<Card> {
    match view.table.turn().drawn {
        Drawn::Discards(card) => Some(card),
        _ => None,
    }
}

fn value(deal: &DealRules, card: Card) -> i32 {
    i32::from(deal.values[card.index()])
}

/// A declaration of the hand, if it is complete.
fn declaration(view: &View<'_>) -> Option<Action> {
    let deal = view.table.deal_rules(view.rules);
    let cards = view.hand.iter_counts().map(|(card, _)| card);
    cards.filter(|card| Some(*card) != taken(view)).find_map(|card| {
        let melds = deal.all_in_melds(&without(view.hand, card))?;
        let melds = melds.iter().map(|meld| meld.spec_under(&deal.melds)).collect();
        Some(Action::Declare { melds, finish: Some(card) })
    })
}

/// By the number of players in the deal, the distance of a hand that is dropped. So far from a
/// declaration, playing on costs more than a first drop, what a win brings taken off: with three
/// players a hand at distance five costs 55 points on average, with four one at distance four 46.
const HOPELESS: [u8; 7] = [7, 7, 6, 5, 4, 4, 4];

/// What a hand costs at the end that has not won, by its distance at a draw; from deals that the
/// sharp player played against itself at tables of two to six, as is [`chance_to_win`].
const LOST: [f64; 8] = [20.0, 32.0, 37.0, 46.0, 58.0, 66.0, 72.0, 76.0];

/// What a loser pays on average, droppers among them.
const PAID: f64 = 36.0;

/// The chance to win the deal with a hand at this distance: it falls with each player, the more the
/// farther the hand is, and with each turn.
fn chance_to_win(view: &View<'_>, distance: u8) -> f64 {
    let rivals = view.table.in_deal().len().saturating_sub(2) as f64;
    let step = (0.55 + 0.3 * rivals).min(1.3) + 0.05 * turns(view);
    let log_odds = 1.5 - 0.25 * rivals - 0.2 * turns(view) - step * (f64::from(distance) - 1.0);
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// Do the losers of a deal pay its winner?
pub(crate) fn is_paid(view: &View<'_>) -> bool {
    let choices = &view.rules.set.choices;
    choices.settling.money == Money::PerPoint || choices.matching.winner == Winner::Chips
}

/// Does the sharp player leave this deal: is the price lower than what playing on is expected to cost,
/// with what a win brings taken off? In a pool nobody is paid, and a win brings no more than that
/// others are nearer to their end.
pub(crate) fn sharp_drops(view: &View<'_>) -> bool {
    let Some(price) = view.drop_price().filter(|price| stays_in(view, *price)) else {
        return false;
    };
    let deal = view.table.deal_rules(view.rules);
    let distance = distance(deal, view.hand);
    let win = chance_to_win(view, distance);
    let others = view.table.in_deal().len().saturating_sub(1).max(1) as f64;
    let pool = view.rules.set.choices.matching.eliminate_at.0.is_some();
    let brings = if pool { PAID / others } else { PAID * others };
    let cap = f64::from(view.rules.set.choices.scoring.cap.0.unwrap_or(u8::MAX));
    let lost = LOST[usize::from(distance).min(LOST.len() - 1)].min(cap);
    (1.0 - win) * lost - win * brings > f64::from(price)
}

/// Is it worth a thought to leave this deal?
pub(crate) fn may_drop(view: &View<'_>) -> bool {
    let deal = view.table.deal_rules(view.rules);
    let price = view.drop_price();
    price.is_some_and(|price| stays_in(view, price) && !is_within(deal, view.hand, 2))
}

/// Does the player leave this deal?
pub(crate) fn drops(view: &View<'_>, style: Style) -> bool {
    let choices = &view.rules.set.choices.dropping;
    let table = view.table;
    let deal = table.deal_rules(view.rules);
    if choices.allowed == Dropping::Never || deal.sequences.is_none() || style.careless {
        return false;
    }
    let drew = table.seat(view.seat).drew;
    // Later the price is so high that playing on is as cheap.
    let worst = view.rules.set.choices.scoring.cap.0.unwrap_or(u8::MAX);
    let fair = !drew && choices.first.saturating_mul(3) < worst;
    fair && stays_in(view, choices.first.into())
        && distance(deal, view.hand) >= HOPELESS[table.in_deal().len().min(6)]
        && view.allows(&Action::Drop)
}

/// Is the player still in the match after paying this price?
fn stays_in(view: &View<'_>, price: i32) -> bool {
    let limit = view.rules.set.choices.matching.eliminate_at.0;
    let total = view.table.score(view.seat) + price;
    limit.is_none_or(|limit| total < i32::from(limit))
}

/// Shares the pool where that gives no less than an equal part of it.
pub(crate) fn split(view: &View<'_>) -> Action {
    let limit = i32::from(view.rules.set.choices.matching.eliminate_at.0.unwrap_or(0));
    let price = i32::from(view.rules.set.choices.dropping.first.max(1));
    let drops = |table: &Table, seat: Seat| ((limit - 1 - table.score(seat)) / price).max(0);
    let left = view.table.in_match();
    let all: i32 = left.iter().map(|seat| drops(view.table, seat)).sum();
    let fair = drops(view.table, view.seat) * left.len() as i32 >= all;
    if fair { Action::Split } else { Action::PlayOn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use upcard_engine::chance::Chance;
    use upcard_engine::{Game, Library, Rules};

    /// Deals played by quick answers alone.
    #[test]
    fn distances_kept_from_card_to_card_are_those_of_the_hands() {
        let library = Library::standard().expect("the games are read");
        let set = library.select("points-rummy", &[]).expect("the game is there");
        let rules = Arc::new(Rules::new(set, 3).expect("three play it"));
        let mut declared = 0;
        for number in 0..6 {
            let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
            let mut distances = Distances::default();
            game.next_deal(&mut ());
            while let Some(seat) = game.to_act() {
                let view = game.view(seat);
                let deal = view.table.deal_rules(view.rules);
                let now = distance(deal, view.hand);
                assert_eq!(distances.of(&view), now, "{}", view.hand);
                for (card, _) in view.hand.iter_counts() {
                    let other = with(&without(view.hand, card), JOKER);
                    assert_eq!(distance_near(deal, &other, now), distance(deal, &other), "{other}");
                }
                let action = quick(&view, &mut distances);
                declared += usize::from(matches!(action, Action::Declare { .. }));
                game.act(seat, &action, &mut ()).expect("a legal answer");
            }
        }
        assert!(declared > 3, "{declared}");
    }
}

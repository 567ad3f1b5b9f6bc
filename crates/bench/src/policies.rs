//! Cheap policies, so that benchmarks measure the engine and not the player: random, simple and hasty. The
//! law tests use them as well.

use std::sync::Arc;

use rand_core::Rng;
use upcard_cards::{Card, Rank, SUITS};
use upcard_engine::chance::{Chance, below, pick};
use upcard_engine::choices::{LayDownMode, LayOffNeeds, SwapFrom};
use upcard_engine::table::Down;
use upcard_engine::{Action, Game, Phase, Rules, Seat, View};
use upcard_solver::Remainder;

/// Plays match `number` by the actions that `decide` returns, until it ends, there is no action, or one is
/// refused. Returns the match as it then stands.
pub(crate) fn play_match(
    rules: &Arc<Rules>,
    number: u64,
    mut decide: impl FnMut(&Game, Seat) -> Option<Action>,
) -> Game {
    let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
    while let Some(seat) = game.next_to_act(&mut ())
        && let Some(action) = decide(&game, seat)
        && game.act(seat, &action, &mut ()).is_ok()
    {}
    game
}

/// Maximum number of lay-downs to choose from.
const MAX_LAY_DOWNS: usize = 40;

/// A uniformly random legal action; `undo` only rarely, so that turns do not cycle.
pub fn random(view: &View<'_>, rng: &mut impl Rng) -> Option<Action> {
    let mut actions = view.offered(MAX_LAY_DOWNS).actions;
    if actions.len() > 1 && below(rng, 8) != 0 {
        actions.retain(|action| *action != Action::Undo);
    }
    if actions.is_empty() {
        return None;
    }
    Some(actions.swap_remove(below(rng, actions.len() as u32) as usize))
}

/// Simple play: takes cards that fit, lays down and lays off what it can, discards isolated cards. Some
/// choices are random, so that matches differ.
pub fn simple(view: &View<'_>, rng: &mut impl Rng) -> Option<Action> {
    let fits = |least| view.table.upcard().is_some_and(|card| partners(view, card) >= least);
    let choice = match view.table.phase() {
        Phase::Draw if fits(2) && below(rng, 4) != 0 => Action::Take,
        Phase::Draw => Action::Draw,
        Phase::Offers { .. } if fits(3) && below(rng, 4) == 0 => Action::Buy,
        Phase::Offers { .. } => Action::Pass,
        Phase::Play => return play(view, rng),
        _ => return random(view, rng),
    };
    if view.allows(&choice) { Some(choice) } else { random(view, rng) }
}

fn play(view: &View<'_>, rng: &mut impl Rng) -> Option<Action> {
    let down = view.table.opened(view.rules, view.seat);
    let contracts = view.rules.has_contracts();
    let deal = view.contract_rules();
    let choices = &view.rules.set.choices;
    let must_wait = view.table.melds().is_empty()
        || (choices.laying_off.needs == LayOffNeeds::Contract
            && choices.swapping.from != SwapFrom::AnyTime);
    let hopeless = contracts
        && choices.laying_down.mode == LayDownMode::AtOnce
        && down == Down::No
        && must_wait
        && !deal.solver.feasible(view.hand, Remainder::ANY);
    if !hopeless {
        let mut plays = view.offered(MAX_LAY_DOWNS).actions;
        plays.retain(|action| {
            !matches!(action, Action::Discard { .. } | Action::Keep | Action::Undo)
        });
        if !plays.is_empty() && below(rng, 10) != 0 {
            return Some(plays.swap_remove(below(rng, plays.len() as u32) as usize));
        }
    }
    let cards = view.hand.iter_counts().map(|(card, _)| card);
    let card = cards.min_by_key(|card| partners(view, *card) * 4 + below(rng, 3))?;
    let action = Action::Discard { card, shanghai: below(rng, 4) == 0 };
    if view.allows(&action) {
        return Some(action);
    }
    let action = Action::Discard { card, shanghai: false };
    if view.allows(&action) { Some(action) } else { random(view, rng) }
}

/// Number of partners of a card in the hand: others of its rank, and neighbours in its suit.
fn partners(view: &View<'_>, card: Card) -> u32 {
    let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else { return 20 };
    if view.contract_rules().melds.is_wild(card) {
        return 20;
    }
    let others = SUITS.iter().filter(|s| **s != suit);
    let same: u8 = others.map(|s| view.hand.count(Card::natural(rank, *s))).sum();
    let near = [1usize, 2, 11, 12].iter().filter(|step| {
        let other = (rank.index() + **step) % 13;
        Rank::new(other as u8).is_some_and(|r| view.hand.has(Card::natural(r, suit)))
    });
    u32::from(same) * 2 + near.count() as u32
}

/// Random policy for engine benchmarks. It takes the upcard one time in four if it may, buys one time in
/// sixteen, lays its contract down as soon as it can, lays off the first card that fits (trying each card on
/// one random meld), and discards at random. It does not check legality first: if its action is refused,
/// [`random`] plays.
pub fn hasty(view: &View<'_>, rng: &mut impl Rng) -> Option<Action> {
    Some(match view.table.phase() {
        Phase::Draw if rng.next_u32() & 3 == 0 && !view.table.discards().is_empty() => Action::Take,
        Phase::Draw => Action::Draw,
        Phase::Offers { .. } if rng.next_u32() & 15 == 0 => Action::Buy,
        Phase::Offers { .. } | Phase::Call { .. } => Action::Pass,
        Phase::Play => return hasty_play(view, rng),
        _ => return random(view, rng),
    })
}

/// Plays one answer of the [`hasty`] policy. Returns `false` if the seat has none.
pub fn hasty_step(game: &mut Game, seat: Seat, rng: &mut impl Rng) -> bool {
    if let Some(action) = hasty(&game.view(seat), rng)
        && game.act(seat, &action, &mut ()).is_ok()
    {
        return true;
    }
    let action = random(&game.view(seat), rng);
    action.is_some_and(|action| game.act(seat, &action, &mut ()).is_ok())
}

fn hasty_play(view: &View<'_>, rng: &mut impl Rng) -> Option<Action> {
    let down = view.table.opened(view.rules, view.seat);
    let deal = view.contract_rules();
    if down == Down::No && view.rules.has_contracts() {
        let leave = if deal.whole_hand { Remainder::NOTHING } else { Remainder::DISCARD };
        if deal.solver.feasible(view.hand, leave) {
            let mut found = None;
            deal.solver.each(view.hand, leave, |lay_down| {
                let melds = lay_down.melds.iter().map(|m| m.spec_under(&deal.melds)).collect();
                found = Some(Action::Down(melds));
                std::ops::ControlFlow::Break(())
            });
            if found.is_some() {
                return found;
            }
        }
    } else if down == Down::Earlier && !view.table.melds().is_empty() && view.hand.len() > 1 {
        for (card, _) in view.hand.iter_counts() {
            let target = pick(rng, view.table.melds())?;
            let fit = target.meld.fit(card, &deal.melds);
            if fit.any() {
                let end = (fit.low && fit.high).then_some(upcard_cards::End::High);
                return Some(Action::Off { meld: target.id, card, end });
            }
        }
    }
    let place = below(rng, view.hand.len() as u32) as usize;
    Some(Action::Discard { card: view.hand.nth(place)?, shanghai: false })
}

//! Buying decisions.

use crate::common::{rules, rules_with};
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Phase};

/// A buy brings a blind card as well. A hand beyond the solver's limit would seem ready by the contract
/// alone, keep buying, and be caught with all of it.
#[test]
fn bots_do_not_buy_beyond_the_measurable_hand_size() {
    let last = [("contracts.deals", "[\"3R\"]"), ("dealing.hand", "[12]")];
    let rules = rules_with("contract-rummy", 4, &last);
    let mut bought = 0;
    for number in 0..80 {
        let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
        let mut bots: [Box<dyn Bot>; 4] =
            std::array::from_fn(|at| player([Level::Expert, Level::Steady][at.min(1)], number));
        game.next_deal(&mut ());
        while let Some(seat) = game.to_act() {
            let view = game.view(seat);
            let action = bots[seat.index()].decide(&view, &Budget::Playouts(0));
            if action == Action::Buy {
                let deal = view.contract_rules();
                let then = view.hand.len() + 2 + usize::from(deal.price_cards);
                let goal = deal.solver.whole_hand(then);
                assert_eq!(goal.cards(), then, "match {number}: {}", view.hand);
                bought += 1;
            }
            game.act(seat, &action, &mut ()).unwrap();
        }
    }
    assert!(bought > 0, "nobody buys");
}

/// Even if others may go out meanwhile: a card that completes the contract is bought, since it is laid in the
/// next turn.
#[test]
fn steady_buys_cards_that_complete_its_contract() {
    let rules = rules("contract-rummy", 4);
    let (mut completed, mut late) = (0, 0);
    for number in 0..6 {
        let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
        let mut bots: [Box<dyn Bot>; 4] = std::array::from_fn(|_| player(Level::Steady, number));
        while let Some(seat) = game.next_to_act(&mut ()) {
            let view = game.view(seat);
            let deal = view.contract_rules();
            let action = bots[seat.index()].decide(&view, &Budget::Playouts(0));
            let offered = view.table.upcard().filter(|_| {
                matches!(view.table.phase(), Phase::Offers { .. })
                    && view.allows(&Action::Buy)
                    && !deal.whole_hand
                    && view.table.seat(seat).remaining == deal.contract.all()
            });
            if let Some(card) = offered {
                let survey = deal.solver.survey(&deal.solver.state(view.hand));
                if survey.distance == Some(1) && survey.useful.has(card) {
                    assert_eq!(action, Action::Buy, "match {number}: {} and {card}", view.hand);
                    completed += 1;
                    let near = |seat| view.table.seat(seat).may_go_out(view.rules);
                    late += usize::from(upcard_engine::Seat::all(4).any(near));
                }
            }
            game.act(seat, &action, &mut ()).unwrap();
        }
    }
    assert!(completed > 20 && late > 5, "{completed}, {late} of them late");
}

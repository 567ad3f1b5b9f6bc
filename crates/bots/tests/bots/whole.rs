//! Deals in which the whole hand must go down at once.

use crate::common::rules_set;
use upcard_bots::{Bot, Budget, Level, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game};

/// Who buys takes a blind card as well. A hand that has outgrown what the solver measures seems ready
/// by the contract alone, buys on and on, and is caught with all of it.
#[test]
fn no_hand_is_bought_that_is_too_large_to_be_measured() {
    let last = [("contracts.deals", "[\"3R\"]"), ("dealing.hand", "[12]")];
    let rules = rules_set("contract-rummy", 4, &last);
    let mut bought = 0;
    for number in 0..80 {
        let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
        let mut bots: [Box<dyn Bot>; 4] =
            std::array::from_fn(|at| player([Level::Expert, Level::Steady][at.min(1)], number));
        game.next_deal(&mut ());
        while let Some(seat) = game.to_act() {
            let view = game.view(seat);
            let action = bots[seat.index()].decide(&view, &Budget::Playouts(0));
            if action == Action::Buy {
                let deal = view.contract_rules();
                let then = view.hand.len() + 2 + usize::from(deal.price_cards);
                let goal = deal.problem.whole_hand(then);
                assert_eq!(goal.cards(), then, "match {number}: {}", view.hand);
                bought += 1;
            }
            game.act(seat, &action, &mut ()).unwrap();
        }
    }
    assert!(bought > 0, "nobody buys");
}

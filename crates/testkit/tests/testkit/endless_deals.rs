//! A deal is blocked even if seats only take each other's discards.

use std::sync::Arc;

use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Library, Phase, Rules};

#[test]
fn a_deal_in_which_nobody_draws_from_the_stock_ends() {
    let library = Library::standard().unwrap();
    let rules = Arc::new(Rules::of(&library, "rummy", &[], Some(2)).unwrap());
    let mut game = Game::new(rules, Chance::numbered(1));
    game.next_deal(&mut ());
    let mut answers = 0;
    while let Some(seat) = game.to_act() {
        answers += 1;
        assert!(answers < 1000, "the deal goes on for ever");
        let action = match game.table().phase() {
            Phase::Draw => Action::Take,
            _ => {
                let view = game.view(seat);
                let mut discards = view.discards().iter();
                Action::Discard { card: discards.next().unwrap(), shanghai: false }
            }
        };
        game.act(seat, &action, &mut ()).unwrap();
    }
    assert_eq!(game.table().phase(), Phase::DealOver { winner: None });
}

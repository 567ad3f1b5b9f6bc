//! The first game for newcomers is worthwhile from the first deal on.

use std::sync::Arc;

use upcard_bots::{Budget, Level, player};
use upcard_client::first_game::{FIRST_GAME, short_match_changes};
use upcard_engine::chance::Chance;
use upcard_engine::{Event, Game, Library, Rules};

#[test]
fn the_first_deal_does_not_end_after_a_turn() {
    let set = Library::standard().unwrap().select(FIRST_GAME, &[]).unwrap();
    let rules = Arc::new(Rules::new(set, 4).unwrap());
    let rounds_of_deal = |number| {
        let mut game = Game::new(rules.clone(), Chance::numbered(number));
        let mut bots: Vec<_> = (0..4).map(|seat| player(Level::Novice, seat)).collect();
        let mut events: Vec<Event> = Vec::new();
        game.next_deal(&mut events);
        while let Some(seat) = game.to_act() {
            let action = bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(0));
            game.act(seat, &action, &mut events).unwrap();
        }
        events.iter().filter(|event| matches!(event, Event::TurnBegan { .. })).count() / 4
    };
    let mut rounds: Vec<usize> = (0..40).map(rounds_of_deal).collect();
    rounds.sort_unstable();
    println!("{FIRST_GAME}: rounds of a first deal {rounds:?}");
    // Rarely, a hand is complete as dealt; hardly one in forty.
    assert!(rounds[1] >= 3, "{rounds:?}");
    assert!(rounds[rounds.len() / 2] >= 5, "{rounds:?}");
}

#[test]
fn a_short_match_has_three_deals_in_every_game() {
    let library = Library::standard().unwrap();
    for id in library.ids() {
        let set = library.select(id, &[]).unwrap();
        let players = 4.clamp(set.choices.players.min, set.choices.players.max);
        let Some(changes) = short_match_changes(&library, id, players) else { continue };
        let rules = upcard_client::wire::RuleSource { game: id.into(), changes, players };
        let rules = rules.rules(&library).unwrap();
        assert_eq!(rules.schedule.len(), 3, "{id}");
        assert!(rules.target.is_none(), "{id}");
    }
    assert!(short_match_changes(&library, FIRST_GAME, 4).is_some());
}

//! Hints are legal and give reasons; a review finds a plain blunder.

use upcard_bots::hints::{advise, grouping};
use upcard_bots::review::{Decision, review};
use upcard_bots::{Bot, Budget, Level, Steady, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Game, Phase};

use crate::common::rules;

/// A hand's groups cover all of it.
#[test]
fn advice_is_legal_and_deterministic() {
    let four = ["contract-rummy", "ill-buy-it", "rummy"].map(|name| (name, 4, 4, 7, 24));
    let two = ["three-thirteen", "points-rummy", "rummy-500"].map(|name| (name, 2, 3, 1, 4));
    for (name, players, number, interval, playouts) in four.into_iter().chain(two) {
        let mut game = Game::new(rules(name, players), Chance::numbered(number)).without_undo();
        let (mut steady, budget) = (Steady::default(), Budget::Playouts(playouts));
        for i in 0..80 {
            let Some(seat) = game.next_to_act(&mut ()) else { break };
            let view = game.view(seat);
            if i % interval == 0 {
                let advice = advise(&view, &budget, 9);
                assert!(view.allows(&advice.best.action.parse().unwrap()), "{advice:?}");
                assert_eq!(advice, advise(&view, &budget, 9));
                assert!((0.0..=1.0).contains(&advice.best.reasons.in_time));
                let grouped = grouping(&view);
                assert_eq!(grouped.engaged.plus(&grouped.idle), *view.hand);
            }
            let action = steady.decide(&view, &Budget::Playouts(0));
            game.act(seat, &action, &mut ()).unwrap();
        }
    }
}

#[test]
fn expert_is_deterministic_for_seed_and_playouts() {
    let play = || {
        let mut game = Game::new(rules("shanghai-rummy", 4), Chance::numbered(2)).without_undo();
        let mut bots: Vec<_> = (0..4).map(|s| player(Level::Expert, s)).collect();
        let mut advised = Vec::new();
        for _ in 0..40 {
            let Some(seat) = game.next_to_act(&mut ()) else { break };
            let action = bots[seat.index()].decide(&game.view(seat), &Budget::Playouts(12));
            advised.push(action.to_string());
            game.act(seat, &action, &mut ()).unwrap();
        }
        advised
    };
    assert_eq!(play(), play());
}

#[test]
fn discarding_a_joker_is_remarked() {
    let rules = rules("contract-rummy", 4);
    let mut steady = Steady::default();
    for number in 0..50 {
        let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_undo();
        for _ in 0..80 {
            let Some(seat) = game.next_to_act(&mut ()) else { break };
            let joker = Action::Discard { card: upcard_cards::JOKER, shanghai: false };
            let view = game.view(seat);
            let fresh = view.table.melds().is_empty();
            if view.table.phase() == Phase::Play && fresh && view.allows(&joker) {
                let decision = Decision { at: 7, view: game.own_view(Some(seat)), action: joker };
                let remarks = review(&rules, &[decision], &Budget::Playouts(600), 1, 3);
                assert_eq!(remarks.len(), 1, "nothing to say about a thrown joker");
                assert_eq!(remarks[0].at, 7);
                assert!(remarks[0].cost > 2.0, "{:?}", remarks[0]);
                return;
            }
            let action = steady.decide(&view, &Budget::Playouts(0));
            game.act(seat, &action, &mut ()).unwrap();
        }
    }
    panic!("no joker was ever held");
}

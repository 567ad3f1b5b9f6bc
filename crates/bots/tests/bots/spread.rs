//! Games in which melds score and several discards may be taken: every level plays them to their end, and
//! takes what it can use.

use crate::common::{play, rules};
use upcard_bots::Level;
use upcard_cards::{Card, JOKER};
use upcard_engine::{Ending, Event};

#[test]
fn every_level_takes_from_deep_and_goes_out() {
    let rules = rules("rummy-500", 3);
    for level in [Level::Novice, Level::Steady, Level::Sharp, Level::Expert] {
        let (game, events) = play(&rules, &[level; 3], 5);
        let deep = events.iter().filter(|event| matches!(event, Event::TookDeep { .. })).count();
        let ended = |event: &&Event| matches!(event, Event::DealEnded { winner: Some(_), .. });
        let won = events.iter().filter(ended).count();
        assert!(deep > 0, "{level:?} takes no card from deep");
        assert!(won > 0, "{level:?} never goes out");
        assert!(game.table().scores()[..3].iter().any(|score| *score >= 500), "{level:?}");
    }
}

/// A variation of the game, and a check that its events show it.
type Form = (&'static str, fn(&[Event]) -> bool);

const FORMS: [Form; 4] = [
    ("jokers", |events| {
        let laid = |event: &Event| matches!(event, Event::LaidDown { melds, .. } if melds.iter().any(|meld| meld.cards().has(JOKER)));
        events.iter().any(laid)
    }),
    ("calling", |events| events.iter().any(|event| matches!(event, Event::Called { .. }))),
    ("discard-last", |events| {
        let mut endings = events.iter().filter_map(|event| match event {
            Event::DealEnded { winner: Some(_), how, .. } => Some(*how),
            _ => None,
        });
        endings.next() == Some(Ending::Discarded) && endings.all(|how| how == Ending::Discarded)
    }),
    ("top-card-too", |events| {
        let taken = events.iter().enumerate().filter_map(|(at, event)| match event {
            Event::Took { card, .. } => Some(uses(&events[at..], *card)),
            _ => None,
        });
        let taken: Vec<bool> = taken.collect();
        !taken.is_empty() && taken.into_iter().all(|used| used)
    }),
];

/// Returns `true` if the card is played to the table before the turn ends.
fn uses(events: &[Event], taken: Card) -> bool {
    let turn = events
        .iter()
        .take_while(|event| !matches!(event, Event::Discarded { .. } | Event::DealEnded { .. }));
    turn.into_iter().any(|event| match event {
        Event::LaidDown { melds, .. } => melds.iter().any(|meld| meld.cards().has(taken)),
        Event::LaidOff { card, .. } => *card == taken,
        _ => false,
    })
}

#[test]
fn every_level_plays_every_form() {
    for (form, shows) in FORMS {
        let rules = rules(&format!("rummy-500+{form}"), 5);
        for level in [Level::Novice, Level::Steady, Level::Sharp] {
            let (game, events) = play(&rules, &[level; 5], 7);
            assert!(game.is_over());
            // A novice never calls.
            let silent = form == "calling" && level == Level::Novice;
            assert_eq!(shows(&events), !silent, "{form}: {level:?}");
        }
    }
}

/// Mean lead of the second player over the first, with seats exchanged.
fn lead(levels: [Level; 2], matches: u64) -> f64 {
    let rules = rules("rummy-500", 2);
    let mut sum = 0;
    for number in 0..matches {
        let (game, _) = play(&rules, &levels, number);
        sum += game.table().scores()[1] - game.table().scores()[0];
        let (game, _) = play(&rules, &[levels[1], levels[0]], number);
        sum += game.table().scores()[0] - game.table().scores()[1];
    }
    f64::from(sum) / (2 * matches) as f64
}

#[test]
fn weighing_the_whole_take_plays_better() {
    let steady = lead([Level::Novice, Level::Steady], 12);
    assert!(steady > 0.0, "steady beside novice: {steady}");
    let sharp = lead([Level::Steady, Level::Sharp], 60);
    assert!(sharp > 0.0, "sharp beside steady: {sharp}");
}

//! Hints in games with hidden melds are true of the position.

use std::sync::Arc;

use serde_json::json;
use upcard_cards::{Card, Cards, Meld, MeldKind, MeldSpec, Stage};
use upcard_client::hint::{Aim, Ends, HiddenHand, Hint, Reason, hint};
use upcard_client::wire::Level;
use upcard_client::wording::hint as words;
use upcard_engine::chance::Chance;
use upcard_engine::table::Down;
use upcard_engine::{Action, Game, Library, Phase, Rules, Seat, Setup, SetupPhase, View};

use crate::common::{IDS, card, drawing, set_up, set_value, table};

/// A position for two players; the first has this hand.
fn position(game: &str, hand: &str, setup: Setup) -> Game {
    table(set_up(game, 2, Level::Steady, &[]), &[hand], Down::No, setup).1
}

fn at_play() -> Setup {
    Setup { phase: SetupPhase::Play, ..drawing("TC") }
}

fn said(game: &Game) -> (Hint, String) {
    let found = hint(&game.view(Seat::at(0)));
    let said = words::missing(&IDS, &found);
    (found, said)
}

fn kept(hint: &Hint) -> HiddenHand {
    let Aim::Keep(kept) = hint.aim else { panic!("{hint:?}") };
    kept
}

#[test]
fn gin_hint_counts_deadwood_and_knock_limit() {
    let far = "2H 4C 6D 8C TD QS AS 3H 7C JD KD";
    let (found, said_far) = said(&position("gin", far, at_play()));
    assert_eq!(said_far, "hint-left-throwing hint-knock");
    assert!(kept(&found).points > 10 && kept(&found).ending == Ends::Knock(10), "{found:?}");
    let Some((Action::Discard { card: discard, .. }, Reason::LeftOver { card, points })) =
        found.advice
    else {
        panic!("{found:?}")
    };
    assert_eq!((discard, points > 0), (card, true));
    let (found, said_near) = said(&position("gin", "5H 5D 5C 8S 9S TS JS 2D 3C 4H KD", at_play()));
    assert_eq!(said_near, "hint-left-throwing hint-can-knock");
    assert_eq!(kept(&found).points, 9);
    assert!(matches!(found.advice, Some((Action::Knock { .. }, Reason::Leaves(9)))), "{found:?}");
    let gin = position("gin", "5H 5D 5C 8S 9S TS JS 2D 3D 4D KD", at_play());
    assert_eq!(said(&gin).1, "hint-left-throwing hint-gin");
    // There is no discard in another player's turn.
    let waits =
        position("gin", "5H 5D 5C 8S 9S TS JS 2D 3C KD", Setup { turn: Seat::at(1), ..at_play() });
    let (found, said_waiting) = said(&waits);
    assert_eq!(said_waiting, "hint-left hint-knock");
    assert_eq!((kept(&found).points, found.advice), (15, None));
}

#[test]
fn upcard_hint_compares_deadwood() {
    let hand = "5H 5D 8S 9S TS JS 2D 3C QC KD";
    let advised = |upcard| said(&position("gin", hand, drawing(upcard))).0.advice.unwrap();
    // A third five saves the pair and replaces a king, which is discarded.
    let taken = Reason::LessOver { card: card("5C"), points: 20 };
    assert_eq!(advised("5C"), (Action::Take, taken));
    let left = Reason::OnlyLess { card: card("6H"), points: 4 };
    assert_eq!(advised("6H"), (Action::Draw, left));
    assert_eq!(advised("KH"), (Action::Draw, Reason::NoLess(card("KH"))));
}

#[test]
fn three_thirteen_hint_names_going_out() {
    let (found, said_far) = said(&position("three-thirteen", "7H 8D 2C KD", at_play()));
    assert_eq!(said_far, "hint-left-throwing hint-out");
    assert_eq!((kept(&found).points, kept(&found).discard), (17, Some(card("KD"))));
    let ready = position("three-thirteen", "7H 7D 3C KD", at_play());
    let (found, said_ready) = said(&ready);
    assert_eq!(said_ready, "hint-left-throwing hint-can-go-out");
    assert!(matches!(found.advice, Some((Action::Declare { .. }, Reason::Leaves(0)))));
    // Once a player is out, only deadwood counts.
    let last = position("three-thirteen", "7H 8D 2C", Setup { turn: Seat::at(1), ..at_play() });
    let mut out = last.own_view(Some(Seat::at(0)));
    set_value(&mut out, last.rules(), "went_out", json!(1));
    let found = hint(&out.view(last.rules()).unwrap());
    assert_eq!(words::missing(&IDS, &found), "hint-last hint-left");
}

#[test]
fn indian_hint_names_sequences_and_missing_cards() {
    let said_of = |hand: &str| {
        let setup = Setup { wild: Some(card("8D")), ..at_play() };
        let (found, said) = said(&position("points-rummy", hand, setup));
        let Ends::Declare(sequences) = kept(&found).ending else { panic!("{found:?}") };
        (sequences, said)
    };
    // Eights are wild. Sets alone save nothing.
    let (none, said) = said_of("3H 3C 3D 7C 7D 7S 9D 9C 9H QS KD 2C 6S JD");
    assert!(none.no_pure && !none.all && none.missing > Some(0), "{none:?}");
    assert_eq!(said, "hint-declare hint-no-pure");
    let (one, said) = said_of("3H 4H 5H 7C 7D 7S 9D 9C 9H QS KD 2C 6S JD");
    assert!(!one.no_pure && !one.all);
    assert_eq!(said, "hint-declare hint-no-sequences");
    // The best groups use the threes as a set, but the hand still contains a pure sequence.
    let (hidden, _) = said_of("3H 4H 5H 3C 3D 4S 5C 7D 9C JH QS KD 2C 6S");
    assert!(!hidden.no_pure, "{hidden:?}");
    let (both, said) = said_of("3H 4H 5H 6C 7C 8C 9D 9C 9H QS KD 2C 6S JD");
    assert!(!both.no_pure && both.all && both.missing > Some(0));
    assert_eq!(said, "hint-declare hint-sequences");
    let (ready, said) = said_of("3H 4H 5H 6C 7C 8C 9D 9C 9H QS QD QC QH JD");
    assert_eq!((ready.missing, said.as_str()), (Some(0), "hint-can-declare"));
}

/// Plays some deals and passes each hint to `see`.
fn each_hint(game: &str, players: u8, mut see: impl FnMut(&Game, &View<'_>, &Hint)) {
    use upcard_bots::{Budget, player};
    let set = Library::standard().unwrap().select(game, &[]).unwrap();
    let rules = Arc::new(Rules::new(set, players).unwrap());
    for number in 0..3 {
        let mut game = Game::new(rules.clone(), Chance::numbered(number));
        let levels = [Level::Steady, Level::Novice, Level::Random];
        for answer in 0..150u64 {
            let Some(seat) = game.to_act() else {
                if game.is_over() {
                    break;
                }
                game.next_deal(&mut ());
                continue;
            };
            let view = game.view(seat);
            if answer % 3 == 0 {
                see(&game, &view, &hint(&view));
            }
            let level = levels[(seat.index() + answer as usize / 40) % 3];
            let action = player(level, answer).decide(&view, &Budget::Playouts(0));
            game.act(seat, &action, &mut ()).unwrap();
        }
    }
}

/// Minimum cost of this seat's hand after a discard, by brute force.
fn minimum_after_discard(game: &Game, seat: Seat) -> i32 {
    let view = game.view(seat);
    let ends = view.declarations();
    let discard = view.hand.iter_counts().map(|(card, _)| card).filter(|card| {
        view.allows(&Action::Discard { card: *card, shanghai: false })
            || ends.iter().any(|action| match action {
                Action::Knock { discard, .. } | Action::Declare { finish: discard, .. } => {
                    *discard == Some(*card)
                }
                _ => false,
            })
    });
    let cost = |card| {
        let mut kept = *view.hand;
        kept.remove(card);
        view.table.deal_rules(view.rules).deadwood_points(&kept)
    };
    discard.map(cost).min().unwrap()
}

#[test]
fn hints_are_true_in_play() {
    let (mut weighed, mut ended, mut declared, mut left) = (0, 0, 0, 0);
    let games = [
        ("gin", 2),
        ("gin+oklahoma", 2),
        ("three-thirteen", 3),
        ("points-rummy", 3),
        ("pool-101", 2),
    ];
    for (name, players) in games {
        each_hint(name, players, |game, view, hint| {
            let said = words::missing(&IDS, hint);
            assert!(!said.contains("nothing-to-lay"), "{name}: {said}");
            let deal = view.table.deal_rules(view.rules);
            let Aim::Keep(kept) = hint.aim else {
                assert!(view.table.phase().is_after_deal() && said.is_empty(), "{hint:?}");
                return;
            };
            let plays = view.table.phase() == Phase::Play;
            assert_eq!(kept.now, plays && !view.declarations().is_empty());
            if plays {
                assert_eq!(kept.points, minimum_after_discard(game, view.seat), "{hint:?}");
            }
            if let Ends::Declare(sequences) = kept.ending {
                declared += 1;
                assert_eq!(sequences.no_pure, deal.needs.pure > 0 && !has_pure(deal, view.hand));
                let ready = |cards: &Cards| deal.all_in_melds(cards).is_some();
                let whole = match view.table.phase() {
                    Phase::Play => view.hand.iter_counts().any(|(card, _)| {
                        let mut kept = *view.hand;
                        kept.remove(card);
                        ready(&kept)
                    }),
                    _ => ready(view.hand),
                };
                assert_eq!(sequences.missing == Some(0), whole, "{} {hint:?}", view.hand);
            }
            match &hint.advice {
                Some((Action::Take, reason)) | Some((Action::Draw | Action::Pass, reason)) => {
                    let before = deal.deadwood_points(view.hand);
                    let mut taken = game.clone();
                    if taken.act(view.seat, &Action::Take, &mut ()).is_err() {
                        return;
                    }
                    let after = minimum_after_discard(&taken, view.seat);
                    match *reason {
                        Reason::LessOver { points, .. } | Reason::OnlyLess { points, .. } => {
                            assert_eq!(before - after, points, "{hint:?}");
                            weighed += 1;
                        }
                        Reason::NoLess(_) => assert!(after >= before, "{hint:?}"),
                        _ => {}
                    }
                }
                Some((Action::Discard { card, .. }, Reason::LeftOver { .. })) => {
                    let best = deal.grouper.best(view.hand);
                    assert!(best.left.has(*card) || deal.deadwood(view.hand).left.has(*card));
                    left += 1;
                }
                Some((Action::Knock { .. } | Action::Declare { .. }, Reason::Leaves(points))) => {
                    assert_eq!(*points, kept.points, "{hint:?}");
                    ended += 1;
                }
                _ => {}
            }
        });
    }
    let seen = [weighed, ended, declared, left];
    assert!(weighed > 20 && ended > 3 && declared > 50 && left > 50, "{seen:?}");
}

/// Returns `true` if any three cards form a pure run.
fn has_pure(deal: &upcard_engine::DealRules, hand: &Cards) -> bool {
    let all: Vec<Card> = hand.iter_counts().map(|(card, _)| card).collect();
    all.iter().any(|a| {
        all.iter().any(|b| {
            all.iter().any(|c| {
                let spec = MeldSpec { kind: MeldKind::Run, cards: vec![*a, *b, *c], named: None };
                Meld::new(&spec, &deal.melds, Stage::First).is_ok_and(|run| deal.is_pure(&run))
            })
        })
    })
}

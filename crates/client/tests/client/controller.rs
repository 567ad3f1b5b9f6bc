//! The controller of a match: what the person does becomes messages, and what the table says is followed
//! by the hand and by what is being put together.

use upcard_cards::Card;
use upcard_client::prompt::{Does, LayDown};
use upcard_client::wire::{ClientMessage, Refused, ServerMessage};
use upcard_client::{Controller, Draft, Sort, Standing};
use upcard_engine::table::Down;
use upcard_engine::{Action, Event, MeldId, Seat, Setup, SetupPhase};

use crate::common::{HAND, Ids, cards, meld, session};

fn playing(hand: &str, down: Down, setup: Setup) -> Controller<Ids> {
    let mut session = session("contract-rummy", hand, down, setup);
    session.sequence = Some(0);
    let mut play = Controller::new(Ids, session, Standing::default());
    play.settle();
    play
}

fn at_play() -> Setup {
    Setup { phase: SetupPhase::Play, discards: vec![None], ..Setup::default() }
}

/// The ids of these cards in the hand.
fn ids(play: &Controller<Ids>, text: &str) -> Vec<u32> {
    let mut left = play.hand().items().to_vec();
    let mut take = |card| left.remove(left.iter().position(|held| held.card == card).unwrap()).id;
    cards(text).into_iter().map(&mut take).collect()
}

/// The action that is on its way, with its number.
fn sent(play: &mut Controller<Ids>) -> (u64, Action) {
    let sent = play.take_outbox();
    let [ClientMessage::Act { id, action, .. }] = &sent[..] else { panic!("{sent:?}") };
    (*id, action.parse().unwrap())
}

fn main_answer(play: &mut Controller<Ids>) {
    let answer = play.prompt().answers.into_iter().find(|answer| answer.main).unwrap();
    assert_eq!(play.carry_out(answer.does), None);
}

#[test]
fn a_lay_down_is_proposed_and_closes_when_it_is_accepted() {
    let mut play = playing(HAND, Down::No, at_play());
    assert_eq!(*play.lay_down(), LayDown::Now);
    main_answer(&mut play);
    assert!(matches!(play.draft(), Draft::Down(_)));
    assert!(play.take_outbox().is_empty(), "it is looked at first");
    let shown: usize = play.shown(Sort::Mine).iter().map(Vec::len).sum();
    assert_eq!(shown, 4, "what lies in the draft is not in the hand as well");
    main_answer(&mut play);
    let (id, action) = sent(&mut play);
    assert!(matches!(action, Action::Down(_)));
    assert!(matches!(play.draft(), Draft::Down(_)), "nobody has said yes yet");
    play.fold(ServerMessage::Accepted { id });
    play.settle();
    assert_eq!(*play.draft(), Draft::None);
}

#[test]
fn a_refused_lay_down_stays_open_and_says_why() {
    let mut play = playing(HAND, Down::No, at_play());
    main_answer(&mut play);
    main_answer(&mut play);
    let (id, _) = sent(&mut play);
    play.fold(ServerMessage::Refused { id, why: Refused::TimeUp });
    play.settle();
    assert!(matches!(play.draft(), Draft::Down(_)));
    let notice = play.notice().clone().unwrap();
    assert_eq!((notice.text.as_str(), notice.refusal), ("refused-time-up", true));
    assert_eq!(play.refusals(), 1);
    // Put away, it is the same when it is opened again.
    let before = play.draft().clone();
    play.close();
    main_answer(&mut play);
    assert_eq!(*play.draft(), before);
}

#[test]
fn a_discard_that_gives_the_contract_away_is_asked_about_once() {
    let mut play = playing(HAND, Down::No, at_play());
    let king = ids(&play, "KC");
    play.select(king.clone());
    assert!(!play.tap_discards());
    assert!(play.take_outbox().is_empty());
    let ask = play.take_ask().unwrap();
    assert_eq!(ask.question, "ask-discard");
    // Whoever means it is not asked again in this decision.
    assert!(!play.tap_discards());
    assert_eq!(sent(&mut play).1, Action::Discard { card: "KC".parse().unwrap(), shanghai: false });

    let mut play = playing(HAND, Down::No, at_play());
    play.ask_discards(false);
    play.select(king);
    play.tap_discards();
    sent(&mut play);
}

#[test]
fn the_order_of_the_hand_lasts_and_a_new_card_comes_last() {
    let setup = Setup { phase: SetupPhase::Draw, ..at_play() };
    let mut play = playing("4H 9S KC 2C", Down::No, setup);
    let king = ids(&play, "KC")[0];
    let first = play.hand().items()[0].id;
    play.arrange_hand(Sort::Mine, king, Some(first));
    let before = play.hand().items().to_vec();
    assert_eq!(before[0].id, king);
    let card: Card = "3D".parse().unwrap();
    let event: Event = Event::Drew { seat: Seat::at(0), card: Some(card) };
    play.take_changed();
    play.fold(ServerMessage::Event { sequence: 1, event: event.into() });
    play.settle();
    let changed = play.take_changed();
    assert!(changed.session && changed.hand && !changed.draft && !changed.notice);
    let after = play.hand().items();
    assert_eq!(after[..4], before[..]);
    assert!(after[4].card == card && after[4].fresh);
    assert_eq!(play.log().lines().len(), 1, "it was said");
}

#[test]
fn several_cards_are_laid_off_one_after_the_other() {
    let melds = vec![meld(1, 1, "run 3S 4S 5S 6S"), meld(2, 0, "set 3H 3D 3C")];
    let setup = Setup { melds, ..at_play() };
    let mut play = playing("7S 8S KC 2C", Down::Earlier, setup);
    play.select(ids(&play, "7S 8S"));
    play.tap_meld(MeldId(1));
    let (id, action) = sent(&mut play);
    let seven: Card = "7S".parse().unwrap();
    assert!(matches!(action, Action::Off { card, .. } if card == seven));
    play.fold(ServerMessage::Accepted { id });
    let now = meld(1, 1, "run 3S 4S 5S 6S 7S").meld;
    let event: Event =
        Event::LaidOff { seat: Seat::at(0), meld: MeldId(1), card: seven, end: None, now };
    play.fold(ServerMessage::Event { sequence: 1, event: event.into() });
    play.settle();
    assert!(matches!(sent(&mut play).1, Action::Off { card, .. } if card == "8S".parse().unwrap()));
}

#[test]
fn what_the_user_interface_shows_is_left_to_it() {
    let mut play = playing(HAND, Down::No, at_play());
    assert_eq!(play.carry_out(Does::StandingAnswers), Some(Does::StandingAnswers));
    assert_eq!(play.carry_out(Does::NextDeal), None);
    assert_eq!(play.take_outbox(), [ClientMessage::Next]);
}

//! The controller of a match: input becomes messages, and the hand and the draft follow the table's messages.

use upcard_client::prompt::{AnswerAction, LayDown};
use upcard_client::wire::{
    Change, ClientMessage, Level, Refused, SeatChange, SeatInfo, ServerMessage, Sitter,
};
use upcard_client::{Draft, Sort, StandingAnswers, SteadyPlanner};
use upcard_engine::table::Down;
use upcard_engine::{Action, Event, MeldId, Seat, Setup, SetupPhase};

use crate::common::{
    HAND, IDS, Rendered, at_play, card, controller, meld, session, set_up, table, take,
};

type Controller = upcard_client::Controller<Rendered>;

fn playing(hand: &str, down: Down, setup: Setup) -> Controller {
    let mut session = session("contract-rummy", hand, down, setup);
    session.sequence = Some(0);
    controller(session)
}

/// Ids of these cards in the hand.
fn ids(play: &Controller, text: &str) -> Vec<u32> {
    take(play.hand().items().to_vec(), text).into_iter().map(|held| held.id).collect()
}

/// The pending action with its id.
fn sent(play: &mut Controller) -> (u64, Action) {
    let sent = play.take_outbox();
    let [ClientMessage::Act { id, action, .. }] = &sent[..] else { panic!("{sent:?}") };
    (*id, action.parse().unwrap())
}

fn main_answer(play: &mut Controller) {
    let answer = play.prompt().answers.into_iter().find(|answer| answer.main).unwrap();
    assert_eq!(play.carry_out(answer.action), None);
}

#[test]
fn advised_lay_down_is_opened_then_played() {
    let mut play = playing(HAND, Down::No, at_play());
    main_answer(&mut play);
    let laid = |play: &Controller| {
        play.prompt().answers.into_iter().find_map(|answer| match answer.action {
            AnswerAction::LayDown(action) => Some(action),
            _ => None,
        })
    };
    let action = laid(&play).unwrap();
    play.close();
    for _ in 0..2 {
        let does = play.advised(&action).unwrap();
        assert!(matches!(&does, AnswerAction::OpenAdvised(advised) if *advised == action));
        play.carry_out(does);
        let does = play.advised(&action).unwrap();
        assert!(matches!(does, AnswerAction::LayDown(_)), "{does:?}");
        // If the draft differs, the advice is opened again.
        let Draft::Down(draft) = play.draft() else { panic!("{:?}", play.draft()) };
        let id = draft.slots[0].cards[0].id;
        play.remove_from_draft(id);
        assert_eq!(laid(&play), None);
    }
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
fn open_lay_down_is_filled_when_the_planner_loads() {
    let mut session = session("contract-rummy", HAND, Down::No, at_play());
    session.sequence = Some(0);
    let mut play = Controller::new(IDS, session, StandingAnswers::default());
    play.settle();
    main_answer(&mut play);
    let is_empty = |play: &Controller| match play.draft() {
        Draft::Down(draft) => draft.is_empty(),
        other => panic!("{other:?}"),
    };
    assert!(is_empty(&play));
    play.set_planner(&SteadyPlanner);
    assert!(!is_empty(&play));
    // A draft of the player's own is not replaced.
    play.close();
    let king = ids(&play, "KC");
    play.open_with(&king);
    let before = play.draft().clone();
    play.set_planner(&SteadyPlanner);
    assert_eq!(*play.draft(), before);
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
    // After closing, it reopens unchanged.
    let before = play.draft().clone();
    play.close();
    main_answer(&mut play);
    assert_eq!(*play.draft(), before);
}

#[test]
fn discard_despite_lay_down_is_confirmed_once() {
    let mut play = playing(HAND, Down::No, at_play());
    let king = ids(&play, "KC");
    play.select(king.clone());
    assert!(!play.tap_discards());
    assert!(play.take_outbox().is_empty());
    let ask = play.take_confirmation().unwrap();
    assert_eq!(ask.question, "ask-discard");
    // Once confirmed, it is not asked again in this decision.
    assert!(!play.tap_discards());
    assert_eq!(sent(&mut play).1, Action::Discard { card: card("KC"), shanghai: false });

    let mut play = playing(HAND, Down::No, at_play());
    play.ask_discards(false);
    play.select(king);
    play.tap_discards();
    sent(&mut play);
}

#[test]
fn hand_order_persists_and_new_card_comes_last() {
    let setup = Setup { phase: SetupPhase::Draw, ..at_play() };
    let mut play = playing("4H 9S KC 2C", Down::No, setup);
    let king = ids(&play, "KC")[0];
    let first = play.hand().items()[0].id;
    play.arrange_hand(Sort::Mine, king, Some(first));
    let before = play.hand().items().to_vec();
    assert_eq!(before[0].id, king);
    let card = card("3D");
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
    let seven = card("7S");
    assert!(matches!(action, Action::Off { card, .. } if card == seven));
    play.fold(ServerMessage::Accepted { id });
    let now = meld(1, 1, "run 3S 4S 5S 6S 7S").meld;
    let event: Event =
        Event::LaidOff { seat: Seat::at(0), meld: MeldId(1), card: seven, end: None, now };
    play.fold(ServerMessage::Event { sequence: 1, event: event.into() });
    play.settle();
    assert!(matches!(sent(&mut play).1, Action::Off { card: off, .. } if off == card("8S")));
}

#[test]
fn user_interface_actions_are_returned() {
    let mut play = playing(HAND, Down::No, at_play());
    assert_eq!(play.carry_out(AnswerAction::StandingAnswers), Some(AnswerAction::StandingAnswers));
    assert_eq!(play.carry_out(AnswerAction::NextDeal), None);
    assert_eq!(play.take_outbox(), [ClientMessage::Next]);
}

#[test]
fn lay_off_that_leaves_too_few_cards_is_confirmed() {
    let asks = |hand: &str, buying: &str| {
        let changes = [("laying-off.needs", "none"), ("buying.deals", buying)];
        let set_up = set_up("contract-rummy", 4, Level::Steady, &changes);
        let setup = Setup { melds: vec![meld(1, 1, "set 8H 8D 8C")], ..at_play() };
        let mut play = controller(table(set_up, &[hand], Down::No, setup).0);
        play.select(ids(&play, "8S"));
        play.carry_out(AnswerAction::LayOff(MeldId(1)));
        let asked = play.ask().is_some();
        if let Some(ask) = play.take_confirmation() {
            assert!(play.take_outbox().is_empty() && ask.answers.iter().all(|answer| !answer.2));
            play.carry_out(ask.answers[0].1.clone());
        }
        assert_eq!(play.take_outbox().len(), 1, "whoever wants to may");
        asked
    };
    // Two sets of three, and a discard.
    assert!(asks("8S 4D 4C 9S 9D TD QH", "none"));
    assert!(!asks("8S 4D 4C 9S 9D TD QH KD", "none"), "one card more than it takes");
    assert!(!asks("8S 4D 4C 9S 9D QH", "none"), "it was out of reach before");
    assert!(!asks("8S 4D 4C 9S 9D TD QH", "all"), "a card can be bought");
}

#[test]
fn other_moves_are_logged_except_during_own_decision() {
    let mut play = playing(HAND, Down::No, Setup { turn: Seat::at(2), ..at_play() });
    let tell = |play: &mut Controller, event: Event| {
        let sequence = play.session().sequence.map_or(1, |last| last + 1);
        let message = ServerMessage::Event { sequence, event: event.into() };
        play.fold(message);
        play.settle();
    };
    let (seat, card) = (Seat::at(2), card("2H"));
    tell(&mut play, Event::Discarded { seat, card, protected: false });
    assert!(play.log().lines().last().is_some_and(|line| line.contains("news-discarded")));
    assert_eq!(play.log().own(), "");
    tell(&mut play, Event::Drew { seat: Seat::at(3), card: None });
    assert_eq!((play.log().lines().len(), play.log().own()), (2, ""));
}

/// A person who takes a seat is announced once; later reconnections are announced again.
#[test]
fn taking_a_seat_is_announced_once() {
    let seat = Seat::at(2);
    let info = SeatInfo::of(Sitter::Person { name: "Ann".into() });
    let mut session = session("contract-rummy", HAND, Down::No, at_play());
    (session.sequence, session.seated) = (Some(0), vec![info.clone(); 4]);
    session.present = vec![false; 4];
    let mut play = Controller::new(IDS, session, StandingAnswers::default());
    let is_there = |play: &mut Controller, is: bool| {
        let mut present = vec![false; 4];
        present[seat.index()] = is;
        play.fold(ServerMessage::Presence { present });
        play.log().lines().len()
    };
    let change = Change::Seat { seat, info, host: None, why: SeatChange::Sat };
    play.fold(ServerMessage::Change { sequence: 1, change });
    assert_eq!(play.log().lines().len(), 1);
    assert_eq!(is_there(&mut play, true), 1, "{:?}", play.log().lines());
    assert_eq!(is_there(&mut play, false), 2);
    assert_eq!(is_there(&mut play, true), 3);
}

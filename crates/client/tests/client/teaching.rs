//! Taps, hints, examples and coach lines in set-up positions.

use std::sync::Arc;

use serde_json::json;
use upcard_cards::{Card, Cards, Meld, MeldSpec, Stage as MeldStage};
use upcard_client::announce::{self, Arg};
use upcard_client::coach::{CoachLine, ShownCoachLines, next_coach_line};
use upcard_client::examples::examples;
use upcard_client::hint::{Reason, hint};
use upcard_client::prompt::can_lay_down;
use upcard_client::status_line::status_line;
use upcard_client::wire::Pace;
use upcard_client::{
    Plan, Tap, Targets, bot_delay, discards_despite_lay_down, layable_cards, tap_stock,
};
use upcard_engine::chance::Chance;
use upcard_engine::table::Down;
use upcard_engine::{
    Action, Event, Game, Library, MeldId, Refusal, Rules, Seat, Setup, SetupPhase,
};

use crate::common::{
    HAND, card, cards, chosen, drawing, meld, offering, session, set_value, tell_session,
};

fn at_play() -> Setup {
    Setup { phase: SetupPhase::Play, ..drawing("QC") }
}

#[test]
fn hints_show_groups_only_while_melds_can_be_laid() {
    let setup = || Setup { melds: vec![meld(1, 1, "set 8H 8D 8C")], ..at_play() };
    let groups = |game: &str, down: Down| {
        hint(&session(game, "KC KD 5C 5D 9S", down, setup()).view().unwrap()).groups
    };
    assert!(groups("contract-rummy", Down::Earlier).is_empty());
    assert!(!groups("contract-rummy", Down::No).is_empty());
    assert!(!groups("rummy", Down::Earlier).is_empty());
    assert!(
        !groups("three-thirteen", Down::Earlier).is_empty(),
        "its melds are shown at the end of the deal"
    );
}

#[test]
fn taps_move_or_explain_the_refusal() {
    let melds = vec![meld(1, 1, "set 8H 8D 8C"), meld(2, 1, "run 4S 5S JK 7S")];
    let hand = "8S 4D 5C 8D TD QH 2C 6D JS JK";
    let setup = Setup { melds, ..at_play() };
    let session = session("contract-rummy", hand, Down::Earlier, setup.clone());
    let view = session.view().unwrap();
    let tap = |text: &str, meld: u16| {
        let chosen = chosen(&session, text);
        Targets::of(&view, &chosen).tap_meld(&view, &chosen, MeldId(meld))
    };
    let off = |text: &str, meld| Action::Off { meld, card: card(text), end: None };
    assert_eq!(tap("8S", 1), Tap::Act(off("8S", MeldId(1))));
    assert_eq!(tap("8S 8D", 1), Tap::ActAndContinue(off("8S", MeldId(1))));
    assert!(matches!(tap("JK", 2), Tap::Ask(Some(_), places) if places.len() == 2));
    assert!(matches!(tap("4D", 1), Tap::Refused(_)));
    assert_eq!(tap("", 1), Tap::SelectCardFirst);
    let pile = |text: &str| {
        let chosen = chosen(&session, text);
        Targets::of(&view, &chosen).tap_discards(&view, &chosen)
    };
    assert_eq!(pile("4D"), Tap::Act(Action::Discard { card: card("4D"), shanghai: false }));
    assert_eq!(pile("4D 5C"), Tap::OneDiscardOnly);
    assert_eq!(pile(""), Tap::ShowDiscards);
    // Tapping the stock at the wrong time is refused with a reason.
    assert_eq!(tap_stock(&view), Tap::Refused(Refusal::AskedPlay));
    let layable: Cards = "8D 8S JK".parse().unwrap();
    assert_eq!(layable_cards(&view), layable.iter().collect::<Vec<_>>());
    // In another player's turn nothing is highlighted, and a tap says whose turn it is.
    let session =
        self::session("contract-rummy", hand, Down::Earlier, Setup { turn: Seat::at(2), ..setup });
    let view = session.view().unwrap();
    let own = chosen(&session, "8S");
    let targets = Targets::of(&view, &own);
    assert!(targets.melds().is_empty() && layable_cards(&view).is_empty());
    assert_eq!(targets.tap_meld(&view, &own, MeldId(1)), Tap::Refused(Refusal::NotYours));
    assert_eq!(targets.tap_discards(&view, &own), Tap::Refused(Refusal::NotYours));
    assert_eq!(tap_stock(&view), Tap::Refused(Refusal::NotYours));
}

#[test]
fn only_discards_despite_a_lay_down_need_confirmation() {
    let discard = Action::Discard { card: card("KC"), shanghai: false };
    let asks = |hand: &str, down, action: &Action| {
        let session = session("contract-rummy", hand, down, at_play());
        let view = session.view().unwrap();
        discards_despite_lay_down(&view, action, can_lay_down(&view))
    };
    assert!(asks(HAND, Down::No, &discard));
    assert!(!asks(HAND, Down::Earlier, &discard));
    assert!(!asks("4H 4D 5C 9S 9D TH 2C 6D JS KC", Down::No, &discard));
    assert!(!asks(HAND, Down::No, &Action::Undo));
}

#[test]
fn status_line_shows_the_hand_cost() {
    let session = session("contract-rummy", HAND, Down::No, at_play());
    let view = session.view().unwrap();
    let line = status_line(&view);
    assert_eq!((line.cards, line.score), (10, 0));
    assert_eq!(line.hand_cost, view.rules.points(view.hand));
    assert!(line.hand_cost > 40, "{line:?}");
}

#[test]
fn hand_is_grouped_by_contract_elements() {
    let groups = |deal, hand| {
        let session = session("contract-rummy", hand, Down::No, Setup { deal, ..at_play() });
        Plan::of(&session.view().unwrap()).groups()
    };
    let bag = |held: &[Card]| held.iter().copied().collect::<Cards>();
    let holds = |all: &[Vec<Card>], group| all.iter().any(|held| bag(held) == bag(&cards(group)));
    // Two sets: pairs stay together, neighbours in suit do not.
    let sets = groups(1, "2D 2S 4D 6D 6C 9H TH KS QC 8D");
    assert!(holds(&sets, "6C 6D") && holds(&sets, "2D 2S"), "{sets:?}");
    assert!(!sets.iter().any(|held| held.contains(&card("4D")) && held.contains(&card("2D"))));
    // Two runs: the other way round.
    let runs = groups(3, "2D 2S 4D 3D 6C 9H TH KS QC 8S");
    assert!(holds(&runs, "2D 3D 4D") && holds(&runs, "9H TH"), "{runs:?}");
}

#[test]
fn hint_marks_lay_offs_allowed_only_next_turn() {
    let melds = || vec![meld(1, 1, "set 8H 8D 8C"), meld(2, 0, "set 3H 3D 3C")];
    let fits = |game, down| {
        let setup = Setup { melds: melds(), ..at_play() };
        let session = session(game, "8S QH KC", down, setup);
        let found = hint(&session.view().unwrap());
        (found.fitting, found.later)
    };
    // PAGAT-CR-25: lay-offs are allowed from the turn after laying down the contract.
    assert_eq!(fits("contract-rummy", Down::Now), (cards("8S"), true));
    assert_eq!(fits("contract-rummy", Down::Earlier), (cards("8S"), false));
    assert_eq!(fits("kalooki", Down::Now), (cards("8S"), false));
    assert_eq!(fits("contract-rummy", Down::No), (Vec::new(), false));
}

#[test]
fn hint_groups_the_hand_with_a_reason() {
    let ready = session("contract-rummy", HAND, Down::No, at_play());
    let found = hint(&ready.view().unwrap());
    assert_eq!(found.missing, Some(0));
    assert!(matches!(found.advice, Some((Action::Down(_), Reason::Ready))), "{found:?}");
    assert!(found.groups.iter().any(|group| group.len() == 3));
    // One card is missing and named; an unneeded card is the advised discard.
    let hand = "4H 4D 4C 9S 9D 2C 6D JS KC QH";
    let near = session("contract-rummy", hand, Down::No, at_play());
    let view = near.view().unwrap();
    let found = hint(&view);
    assert_eq!(found.missing, Some(1));
    assert!(found.useful.contains(&card("9H")) && found.useful.contains(&card("9C")));
    assert!(found.wild);
    let Some((action, Reason::Loose { card: thrown, points })) = found.advice else {
        panic!("{found:?}")
    };
    assert_eq!(action, Action::Discard { card: thrown, shanghai: false });
    assert!(view.allows(&action) && points > 0);
    assert!(!cards("4H 4D 4C 9S 9D").contains(&thrown));
    assert!(!found.groups.is_empty() && found.now);
    // Drawing: a useful upcard is taken, and nothing can be laid down yet.
    let ready = session("contract-rummy", HAND, Down::No, drawing("9H"));
    assert!(!hint(&ready.view().unwrap()).now);
    let advice = |upcard| {
        let draw = session("contract-rummy", hand, Down::No, drawing(upcard));
        hint(&draw.view().unwrap()).advice
    };
    assert_eq!(advice("9H"), Some((Action::Take, Reason::Nearer(card("9H")))));
    assert_eq!(advice("3S"), Some((Action::Draw, Reason::NoHelp(card("3S")))));
    // Without a pending decision there is no advice, but the state of the hand.
    let waits = session("contract-rummy", hand, Down::No, Setup { turn: Seat::at(2), ..at_play() });
    let found = hint(&waits.view().unwrap());
    assert_eq!((found.missing, found.advice), (Some(1), None));
}

#[test]
fn examples_are_judged_by_the_rules_of_every_game() {
    let library = Library::standard().unwrap();
    for id in library.ids().chain(["carioca+escalas"]) {
        let players = library.select(id, &[]).unwrap().choices.players.min.max(2);
        let rules = Arc::new(Rules::new(library.select(id, &[]).unwrap(), players).unwrap());
        for deal in 0..rules.deals.len() {
            let mut game = Game::new(rules.clone(), Chance::numbered(1));
            game.next_deal(&mut ());
            let mut own = game.own_view(Some(Seat::at(0)));
            set_value(&mut own, &rules, "seats/0/contract", json!(deal));
            let view = own.view(&rules).unwrap();
            let all = examples(&view);
            let elements = &rules.deals[deal].contract.elements;
            for element in elements {
                let of = |legal| {
                    all.iter().filter(move |e| e.element == *element && e.legal == legal).count()
                };
                assert!(of(true) >= 1, "{id}, deal {deal}: no example of {element}");
                assert!(of(false) <= 1);
            }
            for example in &all {
                let (kind, cards) = (example.element.kind, example.cards.clone());
                let spec = MeldSpec { kind, cards, named: None };
                let melds = &view.contract_rules().melds;
                let is_one = Meld::new(&spec, melds, MeldStage::First)
                    .is_ok_and(|meld| example.element.is_met_by(&meld, melds));
                assert_eq!(is_one, example.legal);
                assert_eq!(example.cards.len(), usize::from(example.element.size));
            }
        }
    }
}

#[test]
fn coach_lines_appear_once_when_relevant() {
    let waits = session("contract-rummy", HAND, Down::No, Setup { turn: Seat::at(2), ..at_play() });
    let mut taught = ShownCoachLines::default();
    assert_eq!(next_coach_line(&waits, taught, false), Some(CoachLine::Melds));
    taught.note(CoachLine::Melds);
    assert_eq!(next_coach_line(&waits, taught, false), None, "the rest waits for one's turn");
    let plays = session("contract-rummy", HAND, Down::No, at_play());
    assert_eq!(next_coach_line(&plays, taught, true), Some(CoachLine::Slots));
    taught.note(CoachLine::Slots);
    assert_eq!(next_coach_line(&plays, taught, true), Some(CoachLine::AtOnce));
    assert_eq!(next_coach_line(&plays, taught, false), Some(CoachLine::Points));
    let parts = session("progressive-rummy", HAND, Down::No, at_play());
    assert_eq!(next_coach_line(&parts, taught, true), Some(CoachLine::Parts));
    let offered = session("shanghai-rummy", HAND, Down::No, offering("7H"));
    assert_eq!(next_coach_line(&offered, taught, false), Some(CoachLine::MayI));
    let melds = vec![meld(1, 1, "set 8H 8D 8C")];
    let down = session("contract-rummy", HAND, Down::Earlier, Setup { melds, ..at_play() });
    taught.note(CoachLine::Points);
    assert_eq!(next_coach_line(&down, taught, false), Some(CoachLine::LayOff));
    // When a card is drawn from another hand, the line would cover that hand.
    let mut picks = session("shanghai-rummy", HAND, Down::No, at_play());
    assert_eq!(next_coach_line(&picks, ShownCoachLines::default(), false), Some(CoachLine::Melds));
    tell_session(&mut picks, "phase", json!({ "pick": { "caller": 1 } }));
    assert_eq!(next_coach_line(&picks, ShownCoachLines::default(), false), None);
    // Never again, and not in later deals.
    assert_eq!(next_coach_line(&down, ShownCoachLines::ALL, true), None);
    assert_eq!(ShownCoachLines::read(taught.number()), taught);
    let mut later = waits;
    tell_session(&mut later, "deals_begun", json!(2));
    assert_eq!(next_coach_line(&later, ShownCoachLines::default(), true), None);
}

#[test]
fn only_relevant_events_are_announced() {
    let session = session("shanghai-rummy", HAND, Down::No, at_play());
    let line = |event| announce::event_line(&session, &event);
    let took = line(Event::Took { seat: Seat::at(2), card: card("7H") }).unwrap();
    assert_eq!(took.id, "news-took");
    let args = [
        ("name", Arg::Name(Seat::at(2))),
        ("who", Arg::Who(Seat::at(2))),
        ("card", Arg::Card(card("7H"))),
    ];
    assert_eq!(took.args, args);
    // Answers to offers are secret.
    for event in [
        Event::Answered { seat: Seat::at(1), buy: None },
        Event::Answered { seat: Seat::at(0), buy: Some(true) },
        Event::OffersClosed,
        Event::TurnBegan { seat: Seat::at(1) },
    ] {
        assert_eq!(line(event.clone()), None, "{event:?}");
    }
    assert_eq!(line(Event::TurnBegan { seat: Seat::at(0) }).unwrap().id, "news-your-turn");
    assert_eq!(line(Event::Drew { seat: Seat::at(1), card: None }).unwrap().id, "news-drew");
}

/// The delay of local bots is independent of all hands, the bot's and the person's.
#[test]
fn bot_delay_is_independent_of_hands() {
    let pauses = |hand: &str| -> Vec<u32> {
        let asked = |phase: SetupPhase| {
            let setup = Setup { phase, ..offering("7H") };
            let session = session("shanghai-rummy", hand, Down::No, setup);
            Pace::ALL.map(|pace| bot_delay(&session, pace, false, 0))
        };
        [SetupPhase::Draw, SetupPhase::Offers].into_iter().flat_map(asked).collect()
    };
    let held = pauses("7C 7D 7S 2C 3C 4C 5C 9D 9S JK JK");
    assert!(held.iter().all(|pause| *pause > 0));
    assert_eq!(held, pauses("2C 4D 6S 8C TD QS AC 3D 5S 9H KD"));
}

#[test]
fn bot_delay_leaves_time_to_see_a_card() {
    let mut race = session("shanghai-rummy", HAND, Down::No, offering("7H"));
    let mut rules = (**race.rules.as_ref().unwrap()).clone();
    rules.set.choices.buying.priority = upcard_engine::choices::Priority::Race;
    let turns = race.clone();
    race.rules = Some(Arc::new(rules));
    for pace in Pace::ALL {
        assert!(bot_delay(&race, pace, true, 0) >= 1_500, "{pace:?}");
        // No needless delay: neither without a race nor with a standing answer.
        assert!(bot_delay(&race, pace, false, 0) < 500);
        assert!(bot_delay(&turns, pace, true, 0) < 500);
        assert_eq!(bot_delay(&race, pace, true, 900), bot_delay(&race, pace, true, 0) + 900);
    }
    assert!(bot_delay(&race, Pace::default(), true, 0) >= 2_500);
}

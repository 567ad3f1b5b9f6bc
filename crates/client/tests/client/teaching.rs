//! Taps, hints, examples and coach lines in set-up positions.

use crate::told;
use std::sync::Arc;

use serde_json::json;
use upcard_cards::{Card, Cards, Meld, Stage as MeldStage};
use upcard_client::announce::{self, Arg};
use upcard_client::coach::{Lesson, Taught, lesson};
use upcard_client::examples::examples;
use upcard_client::hint::{Reason, hint};
use upcard_client::own::own_line;
use upcard_client::prompt::can_lay_down;
use upcard_client::wire::Pace;
use upcard_client::{Plan, Tap, Targets, bot_pause, layable, tap_stock, throws_away_a_lay_down};
use upcard_engine::chance::Chance;
use upcard_engine::table::Down;
use upcard_engine::{
    Action, Event, Game, Library, MeldId, Refusal, Rules, Seat, Setup, SetupPhase,
};

use crate::common::{HAND, cards, chosen, meld, session};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn at_play() -> Setup {
    Setup { phase: SetupPhase::Play, discards: vec![Some(card("QC"))], ..Setup::default() }
}

#[test]
fn a_tap_is_a_move_or_says_why_not() {
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
    assert_eq!(tap("8S 8D", 1), Tap::ActAndMore(off("8S", MeldId(1))));
    assert!(matches!(tap("JK", 2), Tap::Ask(Some(_), places) if places.len() == 2));
    assert!(matches!(tap("4D", 1), Tap::Refused(_)));
    assert_eq!(tap("", 1), Tap::ChooseFirst);
    let pile = |text: &str| {
        let chosen = chosen(&session, text);
        Targets::of(&view, &chosen).tap_discards(&view, &chosen)
    };
    assert_eq!(pile("4D"), Tap::Act(Action::Discard { card: card("4D"), shanghai: false }));
    assert_eq!(pile("4D 5C"), Tap::OneCard);
    assert_eq!(pile(""), Tap::ShowDiscards);
    // Tapping the stock at the wrong time is refused with a reason.
    assert_eq!(tap_stock(&view), Tap::Refused(Refusal::AskedPlay));
    assert_eq!(
        layable(&view),
        cards("8D 8S JK").into_iter().collect::<upcard_cards::Cards>().iter().collect::<Vec<_>>()
    );
    // In another player's turn nothing is highlighted, and a tap says whose turn it is.
    let session =
        self::session("contract-rummy", hand, Down::Earlier, Setup { turn: Seat::at(2), ..setup });
    let view = session.view().unwrap();
    let own = chosen(&session, "8S");
    let targets = Targets::of(&view, &own);
    assert!(targets.melds().is_empty() && layable(&view).is_empty());
    assert_eq!(targets.tap_meld(&view, &own, MeldId(1)), Tap::Refused(Refusal::NotYours));
    assert_eq!(targets.tap_discards(&view, &own), Tap::Refused(Refusal::NotYours));
    assert_eq!(tap_stock(&view), Tap::Refused(Refusal::NotYours));
}

#[test]
fn only_a_discard_that_gives_a_lay_down_away_is_worth_a_question() {
    let discard = Action::Discard { card: card("KC"), shanghai: false };
    let asks = |hand: &str, down, action: &Action| {
        let session = session("contract-rummy", hand, down, at_play());
        let view = session.view().unwrap();
        throws_away_a_lay_down(&view, action, can_lay_down(&view))
    };
    assert!(asks(HAND, Down::No, &discard));
    assert!(!asks(HAND, Down::Earlier, &discard));
    assert!(!asks("4H 4D 5C 9S 9D TH 2C 6D JS KC", Down::No, &discard));
    assert!(!asks(HAND, Down::No, &Action::Undo));
}

#[test]
fn the_own_line_tells_what_the_hand_would_cost() {
    let session = session("contract-rummy", HAND, Down::No, at_play());
    let view = session.view().unwrap();
    let line = own_line(&view);
    assert_eq!((line.cards, line.score), (10, 0));
    assert_eq!(line.cost, view.rules.points(view.hand));
    assert!(line.cost > 40, "{line:?}");
}

#[test]
fn a_hand_is_grouped_by_what_its_contract_wants() {
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
fn what_fits_the_table_only_from_the_next_turn_on_is_said_so() {
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
fn a_hint_groups_the_hand_and_gives_a_reason() {
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
    let setup = |upcard: &str| Setup {
        phase: SetupPhase::Draw,
        discards: vec![Some(card(upcard))],
        ..Setup::default()
    };
    let ready = session("contract-rummy", HAND, Down::No, setup("9H"));
    assert!(!hint(&ready.view().unwrap()).now);
    let draw = session("contract-rummy", hand, Down::No, setup("9H"));
    assert_eq!(
        hint(&draw.view().unwrap()).advice,
        Some((Action::Take, Reason::Nearer(card("9H"))))
    );
    let draw = session("contract-rummy", hand, Down::No, setup("3S"));
    assert_eq!(
        hint(&draw.view().unwrap()).advice,
        Some((Action::Draw, Reason::NoHelp(card("3S"))))
    );
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
            told::tell(&mut own, &rules, "seats/0/contract", json!(deal));
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
                let spec = upcard_cards::MeldSpec {
                    kind: example.element.kind,
                    cards: example.cards.clone(),
                    named: None,
                };
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
fn each_coach_line_comes_once_and_when_it_matters() {
    let waits = session("contract-rummy", HAND, Down::No, Setup { turn: Seat::at(2), ..at_play() });
    let mut taught = Taught::default();
    assert_eq!(lesson(&waits, taught, false), Some(Lesson::Melds));
    taught.note(Lesson::Melds);
    assert_eq!(lesson(&waits, taught, false), None, "the rest waits for one's turn");
    let plays = session("contract-rummy", HAND, Down::No, at_play());
    assert_eq!(lesson(&plays, taught, true), Some(Lesson::Slots));
    taught.note(Lesson::Slots);
    assert_eq!(lesson(&plays, taught, true), Some(Lesson::AtOnce));
    assert_eq!(lesson(&plays, taught, false), Some(Lesson::Points));
    let parts = session("progressive-rummy", HAND, Down::No, at_play());
    let found = lesson(&parts, taught, true);
    assert_eq!(found, Some(Lesson::Parts));
    let offer = Setup {
        phase: SetupPhase::Offers,
        turn: Seat::at(2),
        discards: vec![None, Some(card("7H"))],
        ..Setup::default()
    };
    let offered = session("shanghai-rummy", HAND, Down::No, offer);
    assert_eq!(lesson(&offered, taught, false), Some(Lesson::MayI));
    let melds = vec![meld(1, 1, "set 8H 8D 8C")];
    let down = session("contract-rummy", HAND, Down::Earlier, Setup { melds, ..at_play() });
    taught.note(Lesson::Points);
    assert_eq!(lesson(&down, taught, false), Some(Lesson::LayOff));
    // When a card is drawn from another hand, the line would cover that hand.
    let mut picks = session("shanghai-rummy", HAND, Down::No, at_play());
    assert_eq!(lesson(&picks, Taught::default(), false), Some(Lesson::Melds));
    let rules = picks.rules.clone().unwrap();
    let pick = json!({ "pick": { "caller": 1 } });
    told::tell(picks.view.as_mut().unwrap(), &rules, "phase", pick);
    assert_eq!(lesson(&picks, Taught::default(), false), None);
    // Never again, and not in later deals.
    assert_eq!(lesson(&down, Taught::ALL, true), None);
    assert_eq!(Taught::read(taught.number()), taught);
    let mut later = waits;
    let rules = later.rules.clone().unwrap();
    told::tell(later.view.as_mut().unwrap(), &rules, "deals_begun", json!(2));
    assert_eq!(lesson(&later, Taught::default(), true), None);
}

#[test]
fn a_line_is_announced_for_what_all_should_hear_and_for_nothing_else() {
    let session = session("shanghai-rummy", HAND, Down::No, at_play());
    let line =
        announce::happened(&session, &Event::Took { seat: Seat::at(2), card: card("7H") }).unwrap();
    assert_eq!(line.id, "news-took");
    let args = [
        ("name", Arg::Name(Seat::at(2))),
        ("who", Arg::Who(Seat::at(2))),
        ("card", Arg::Card(card("7H"))),
    ];
    assert_eq!(line.args, args);
    // Answers to offers are secret.
    for event in [
        Event::Answered { seat: Seat::at(1), buy: None },
        Event::Answered { seat: Seat::at(0), buy: Some(true) },
        Event::OffersClosed,
        Event::TurnBegan { seat: Seat::at(1) },
    ] {
        assert_eq!(announce::happened(&session, &event), None, "{event:?}");
    }
    let own = announce::happened(&session, &Event::TurnBegan { seat: Seat::at(0) });
    assert_eq!(own.map(|line| line.id), Some("news-your-turn"));
    let blind =
        announce::happened(&session, &Event::Drew { seat: Seat::at(1), card: None }).unwrap();
    assert_eq!(blind.id, "news-drew");
}

/// The delay of local bots is independent of all hands, the bot's and the person's.
#[test]
fn bots_of_the_page_take_as_long_whatever_is_held() {
    let pauses = |hand: &str| -> Vec<u32> {
        let asked = |phase: SetupPhase| {
            let setup = Setup { phase, turn: Seat::at(2), ..Setup::default() };
            let setup = Setup { discards: vec![None, Some(card("7H"))], ..setup };
            let session = session("shanghai-rummy", hand, Down::No, setup);
            Pace::ALL.map(|pace| bot_pause(&session, pace, false, 0))
        };
        [SetupPhase::Draw, SetupPhase::Offers].into_iter().flat_map(asked).collect()
    };
    let held = pauses("7C 7D 7S 2C 3C 4C 5C 9D 9S JK JK");
    assert!(held.iter().all(|pause| *pause > 0));
    assert_eq!(held, pauses("2C 4D 6S 8C TD QS AC 3D 5S 9H KD"));
}

#[test]
fn bots_of_the_page_leave_a_person_time_to_see_a_card() {
    let offer = Setup {
        phase: SetupPhase::Offers,
        turn: Seat::at(2),
        discards: vec![None, Some(card("7H"))],
        ..Setup::default()
    };
    let mut race = session("shanghai-rummy", HAND, Down::No, offer);
    let mut rules = (**race.rules.as_ref().unwrap()).clone();
    rules.set.choices.buying.priority = upcard_engine::choices::Priority::Race;
    let turns = race.clone();
    race.rules = Some(Arc::new(rules));
    for pace in Pace::ALL {
        assert!(bot_pause(&race, pace, true, 0) >= 1_500, "{pace:?}");
        // No needless delay: neither without a race nor with a standing answer.
        assert!(bot_pause(&race, pace, false, 0) < 500);
        assert!(bot_pause(&turns, pace, true, 0) < 500);
        assert_eq!(bot_pause(&race, pace, true, 900), bot_pause(&race, pace, true, 0) + 900);
    }
    assert!(bot_pause(&race, Pace::default(), true, 0) >= 2_500);
}

//! Set-up positions as a player's page sees them.

use std::sync::Arc;

use upcard_cards::{Card, Meld, MeldRules, Stage as MeldStage};
use upcard_client::prompt::{AnswerAction, LayDown};
use upcard_client::wire::{Level, SeatInfo, SeatPlan, ServerMessage, SetUp, Sitter, Stage};
use upcard_client::wording::{Args, Texts};
use upcard_client::{
    Controller, Draft, Hand, HandCard, Note, Prompt, PromptInputs, Reply, Session, StandingAnswers,
    SteadyPlanner, Targets,
};
use upcard_engine::chance::Chance;
use upcard_engine::table::{Down, TableMeld};
use upcard_engine::{
    Action, Game, Library, MeldId, OwnView, RawView, Rules, Seat, Setup, SetupPhase, SetupSeat,
};

/// Texts rendered by a function of their ids and arguments.
pub(crate) struct Rendered(pub(crate) fn(&str, &Args) -> String);

/// Texts that render as their ids.
pub(crate) const IDS: Rendered = Rendered(|id, _| id.to_owned());

impl Texts for Rendered {
    fn text(&self, id: &str, args: &Args) -> String {
        (self.0)(id, args)
    }

    fn card(&self, card: Card) -> String {
        card.to_string()
    }

    fn capital(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// A hand with a contract of two sets.
pub(crate) const HAND: &str = "4H 4D 4C 9S 9D 9H 2C 6D JS KC";

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

pub(crate) fn cards(text: &str) -> Vec<Card> {
    text.split(' ').filter(|word| !word.is_empty()).map(card).collect()
}

pub(crate) fn meld(id: u16, owner: usize, text: &str) -> TableMeld {
    let meld = Meld::new(&text.parse().unwrap(), &MeldRules::default(), MeldStage::Later).unwrap();
    TableMeld { id: MeldId(id), owner: Seat::at(owner), meld }
}

/// Play, without an upcard.
pub(crate) fn at_play() -> Setup {
    Setup { phase: SetupPhase::Play, discards: vec![None], ..Setup::default() }
}

/// Drawing, with this upcard.
pub(crate) fn drawing(upcard: &str) -> Setup {
    let discards = vec![Some(card(upcard))];
    Setup { phase: SetupPhase::Draw, discards, ..Setup::default() }
}

/// An offer of this card, discarded by the seat before seat 2, whose turn it is.
pub(crate) fn offering(upcard: &str) -> Setup {
    let discards = vec![None, Some(card(upcard))];
    Setup { phase: SetupPhase::Offers, turn: Seat::at(2), discards, ..Setup::default() }
}

/// Set-up of a game with these changes, for the person in seat 0 and bots.
pub(crate) fn set_up(game: &str, players: usize, level: Level, changes: &[(&str, &str)]) -> SetUp {
    let mut seats = vec![SeatPlan::Bot { level }; players];
    seats[0] = SeatPlan::Person;
    let changes = changes.iter().map(|(path, value)| ((*path).to_owned(), (*value).to_owned()));
    SetUp { changes: changes.collect(), ..SetUp::new(game, seats) }
}

/// A table with these hands, as the person sees it.
pub(crate) fn table(set_up: SetUp, hands: &[&str], down: Down, setup: Setup) -> (Session, Game) {
    let library = Arc::new(Library::standard().unwrap());
    let rules = Arc::new(set_up.source().rules(&library).unwrap());
    let hand =
        |text: &&str| SetupSeat { hand: text.parse().unwrap(), down, ..SetupSeat::default() };
    let seats = hands.iter().map(hand).map(Some).collect();
    let setup = Setup { deal: setup.deal.max(1), seats, ..setup };
    let game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
    let mut session = Session::new(library, 1);
    let sitter = |plan: &SeatPlan| match *plan {
        SeatPlan::Person => Sitter::Person { name: "Me".to_owned() },
        SeatPlan::Bot { level } => Sitter::Bot { level },
    };
    session.seated = set_up.seats.iter().map(sitter).map(SeatInfo::of).collect();
    session.rules = Some(rules);
    session.view = Some(game.own_view(Some(Seat::at(0))));
    session.seat = Some(Seat::at(0));
    session.stage = Stage::Playing;
    session.set_up = Some(set_up);
    (session, game)
}

/// A table of four with the person in seat 0 and this hand.
pub(crate) fn session(game: &str, hand: &str, down: Down, setup: Setup) -> Session {
    table(set_up(game, 4, Level::Steady, &[]), &[hand], down, setup).0
}

/// Controller of this session, with a planner.
pub(crate) fn controller(session: Session) -> Controller<Rendered> {
    let mut play =
        Controller::new(IDS, session, StandingAnswers::default()).with_planner(&SteadyPlanner);
    play.settle();
    play
}

/// Changes a value in the serialized table of a view.
pub(crate) fn set_value(view: &mut OwnView, rules: &Rules, place: &str, value: serde_json::Value) {
    let mut changed = serde_json::to_value(RawView::from(view.clone())).unwrap();
    *changed.pointer_mut(&format!("/table/{place}")).unwrap() = value;
    let changed: RawView = serde_json::from_value(changed).unwrap();
    *view = changed.validate(rules).unwrap();
}

/// The same in a session.
pub(crate) fn tell_session(session: &mut Session, place: &str, value: serde_json::Value) {
    let rules = session.rules.clone().unwrap();
    set_value(session.view.as_mut().unwrap(), &rules, place, value);
}

/// Folds messages, and asserts that none is missing and nothing is refused.
pub(crate) fn fold(session: &mut Session, messages: Vec<ServerMessage>) {
    for message in messages {
        let note = session.fold(message);
        let fault = matches!(note, Some(Note::Gap | Note::Error(_) | Note::Refused(_)));
        assert!(!fault, "{note:?}");
    }
}

/// The hand, with card ids.
pub(crate) fn held(session: &Session) -> Vec<HandCard> {
    let mut hand = Hand::default();
    hand.follow(&session.view.as_ref().unwrap().hand, &[]);
    hand.items().to_vec()
}

/// These cards of the hand, selected.
pub(crate) fn chosen(session: &Session, text: &str) -> Vec<HandCard> {
    take(held(session), text)
}

/// Takes these cards from a hand.
pub(crate) fn take(mut hand: Vec<HandCard>, text: &str) -> Vec<HandCard> {
    let mut take = |card| hand.remove(hand.iter().position(|held| held.card == card).unwrap());
    cards(text).into_iter().map(&mut take).collect()
}

/// Prompt with this draft and selection, without advice.
pub(crate) fn prompt(session: &Session, draft: &Draft, chosen: &[HandCard]) -> Prompt {
    let targets = &session.view().map(|view| Targets::of(&view, chosen)).unwrap_or_default();
    let (lay_down, advice, reply) = (LayDown::No, None, Reply::Ask);
    Prompt::now(session, PromptInputs { draft, chosen, targets, lay_down, advice, reply })
}

pub(crate) fn does(prompt: &Prompt) -> Vec<AnswerAction> {
    prompt.answers.iter().map(|answer| answer.action.clone()).collect()
}

/// The action that submits a draft, if the prompt offers only to submit or cancel it.
pub(crate) fn submits(prompt: &Prompt) -> Option<Action> {
    match &does(prompt)[..] {
        [AnswerAction::Cancel, AnswerAction::LayDown(action)] => Some(action.clone()),
        _ => None,
    }
}

//! Following every hint plays like the level that gives the hints: nothing is refused, there are no decisions
//! without a hint, and the actions match the hints.

use std::num::NonZero;
use std::sync::Arc;
use std::thread::ScopedJoinHandle;

use upcard_bots::{Bot, Budget, Steady};
use upcard_cards::{Cards, Meld, MeldSpec, Stage};
use upcard_client::hint::{hint, played_cards};
use upcard_client::prompt::{AnswerAction, advised};
use upcard_client::wire::{ClientMessage, Level, SetUp};
use upcard_client::{Controller, Draft, LocalTable, Session, StandingAnswers, SteadyPlanner};
use upcard_engine::{Action, Change, Library, Phase, Seat, View};

use crate::common::{IDS, Rendered, set_up};

fn steady(view: &View<'_>, _: Level, _: u64) -> Action {
    Steady::default().decide(view, &Budget::Playouts(0))
}

/// Normal form of an action: wild cards are interchangeable, and the order of melds is ignored.
fn plain(view: &View<'_>, action: &Action) -> String {
    let rules = &view.contract_rules().melds;
    let meld = |spec: &MeldSpec| {
        let made = Meld::new(spec, rules, Stage::Later).expect("it was judged");
        format!("{:?} {}", made.kind(), made.cards())
    };
    let all = |specs: &[MeldSpec]| {
        let mut all: Vec<String> = specs.iter().map(meld).collect();
        all.sort();
        all.join(", ")
    };
    match action {
        Action::Down(melds) => format!("down {}", all(melds)),
        Action::Knock { melds, discard } => format!("knock {} {discard:?}", all(melds)),
        Action::Declare { melds, finish } => format!("declare {} {finish:?}", all(melds)),
        Action::Arrange(changes) => {
            let one =
                |change: &Change| format!("{:?} {:?}", change.meld, change.now.as_ref().map(&meld));
            let mut all: Vec<String> = changes.iter().map(one).collect();
            all.sort();
            format!("arrange {}", all.join(", "))
        }
        other => other.to_string(),
    }
}

/// Builds an advised rearrangement card by card: every card moves at most once, none leaves the table, and
/// the result is as advised.
fn put_together(play: &mut Controller<Rendered>, said: &str) {
    let view = play.view().unwrap();
    let melds = view.table.melds().iter();
    let table: Cards = melds.flat_map(|meld| meld.meld.spec().cards).collect();
    let all = table.len() + view.hand.len();
    let mut moves = 0;
    while play.next_card() {
        moves += 1;
        assert!(moves <= all, "{said}: {moves} moves of {all} cards");
        let Draft::Arrange(draft) = play.draft() else { panic!("{said}: it is closed") };
        let lie = draft.zones.iter().flat_map(|zone| &zone.pieces);
        let lie: Cards = lie.filter(|piece| !piece.from_hand).map(|piece| piece.card).collect();
        assert_eq!(lie, table, "{said}");
    }
    let (Draft::Arrange(draft), Some(view)) = (play.draft(), play.view()) else {
        panic!("{said}: it is closed")
    };
    assert!(moves > 0, "{said}");
    assert_eq!(draft.action(&view).map(|action| plain(&view, &action)).as_deref(), Ok(said));
}

/// Plays a match following every hint; returns the number of hints.
fn obey(library: &Arc<Library>, game: &str, seed: u32) -> u32 {
    let set = library.select(game, &[]).unwrap();
    let players = usize::from(set.choices.players.max.min(4));
    let mut chance = [0; 32];
    chance[..4].copy_from_slice(&seed.to_le_bytes());
    let set_up = SetUp { offer_seconds: 0, ..set_up(game, players, Level::Steady, &[]) };
    let mut local = LocalTable::new(library.clone(), set_up, chance).unwrap();
    let mut play =
        Controller::new(IDS, Session::new(library.clone(), 1), StandingAnswers::default())
            .private()
            .with_planner(&SteadyPlanner)
            .card_by_card();
    let mut messages = local.connect(1);
    let sit = ClientMessage::Sit { seat: Some(Seat::at(0)), name: "One".into() };
    messages.extend(local.send(1, sit));
    messages.extend(local.send(1, ClientMessage::Start));
    let (mut followed, mut now) = (0, 2);
    let mut next = false;
    for _ in 0..200_000 {
        messages.drain(..).for_each(|message| drop(play.fold(message)));
        play.settle();
        let at = || format!("{game}, seed {seed}, hint {followed}");
        assert_eq!(play.refusals(), 0, "{}: {:?}", at(), play.notice());
        now += 1;
        let Some(view) = play.view() else { panic!("{}: no view", at()) };
        if view.table.phase() == Phase::MatchOver {
            return followed;
        }
        let over = matches!(view.table.phase(), Phase::DealOver { .. });
        let goes_on = over && !next;
        next = over;
        if goes_on {
            messages = local.send(now, ClientMessage::Next);
            continue;
        }
        if !play.session().must_decide() {
            messages = local.think(now, steady);
            assert!(local.is_bot_turn() || !messages.is_empty(), "{}: nobody plays", at());
            continue;
        }
        let found = hint(&view);
        let (action, _) = found.advice.unwrap_or_else(|| panic!("{}: no advice", at()));
        let said = plain(&view, &action);
        // A rearrangement names the cards of the hand that it plays.
        let played = played_cards(&view, &action);
        let rearranges = matches!(action, Action::Arrange(_));
        assert_eq!(rearranges, !played.is_empty(), "{}: {said}", at());
        assert!(played.iter().all(|card| view.hand.has(*card)), "{}: {said}", at());
        match advised(&view, &action) {
            Some(does) => assert_eq!(play.carry_out(does), None, "{}: {said}", at()),
            // The cut and the blind draw have their own controls.
            None => {
                assert!(matches!(action, Action::Cut(_) | Action::Pick(_)), "{}: {said}", at());
                play.act(&action);
            }
        }
        if let Some(ask) = play.take_confirmation() {
            assert!(matches!(action, Action::Drop), "{}: {said}: {ask:?}", at());
            let (_, does, _) = ask.answers.into_iter().next().unwrap();
            play.carry_out(does);
        }
        if *play.draft() != Draft::None {
            let main = play.prompt().answers.into_iter().find(|answer| answer.main);
            let main = main.unwrap_or_else(|| panic!("{}: {said}: {:?}", at(), play.prompt()));
            // A declaration with a fixed discard is made directly.
            let settled = matches!(&main.action, AnswerAction::Act(Action::Declare { .. }));
            let submits =
                matches!(main.action, AnswerAction::LayDown(_) | AnswerAction::Rearrange(_));
            assert!(settled || submits, "{}: {main:?}", at());
            if play.is_building() {
                put_together(&mut play, &said);
            }
            play.carry_out(main.action);
        }
        let sent = play.take_outbox();
        let [message @ ClientMessage::Act { action: done, .. }] = &sent[..] else {
            panic!("{}: {said}: {sent:?}", at())
        };
        let view = play.view().unwrap();
        assert_eq!(plain(&view, &done.parse().unwrap()), said, "{}", at());
        followed += 1;
        messages = local.send(now, message.clone());
    }
    panic!("{game}, seed {seed}: the match does not end")
}

/// Follows the hints of this many matches in parallel; returns the number of hints.
fn obey_all(library: &Arc<Library>, game: &str, matches: u32) -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get) as u32;
    std::thread::scope(|scope| {
        let share = |first| {
            move || {
                (first..matches).step_by(cores as usize).map(|seed| obey(library, game, seed)).sum()
            }
        };
        let shares: Vec<_> = (0..cores).map(|first| scope.spawn(share(first))).collect();
        let followed = |share: ScopedJoinHandle<'_, u32>| share.join().expect("said above");
        shares.into_iter().map(followed).sum()
    })
}

/// Two matches of each game, or `UPCARD_MATCHES` of them; limited to the comma-separated games in
/// `UPCARD_GAMES`, if set.
#[test]
fn every_hint_is_playable_and_correct() {
    let library = Arc::new(Library::standard().unwrap());
    let asked = std::env::var("UPCARD_MATCHES").ok().and_then(|text| text.parse().ok());
    let named = std::env::var("UPCARD_GAMES").ok();
    let is_named =
        |game: &&str| named.as_ref().is_none_or(|all| all.split(',').any(|one| one == *game));
    for game in library.ids().filter(is_named) {
        let followed = obey_all(&library, game, asked.unwrap_or(2));
        assert!(followed > 10, "{game}: {followed}");
        println!("{game}: {followed} hints followed");
    }
}

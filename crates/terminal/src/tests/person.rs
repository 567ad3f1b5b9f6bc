//! A simulated person who plays like a steady bot, with keys alone.

use std::collections::BTreeMap;

use ratatui::crossterm::event::KeyCode;
use upcard_bots::{Bot, Budget, Steady};
use upcard_cards::{Card, Cards};
use upcard_client::prompt::{AnswerAction, Draft};
use upcard_engine::{Action, Change, MeldId};

use super::{let_bots_play, press, screen, types};
use crate::app::{App, Effect, Focus, Sheet, Spot};

/// Screen sizes drawn along the way.
const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (60, 20), (200, 60)];

/// The person, and how often each kind of action was made with keys or had to be typed.
#[derive(Default)]
pub(super) struct Person {
    pub(super) by_keys: BTreeMap<String, u32>,
    pub(super) typed: BTreeMap<String, u32>,
    decisions: usize,
}

/// Kind of an action: the first word of its text, if that is unambiguous.
fn kind(action: &Action) -> String {
    match action {
        Action::TakeDeep(_) => "take-deep".to_owned(),
        Action::Slide { .. } => "slide".to_owned(),
        _ => action.to_string().split(' ').take(1).collect(),
    }
}

impl Person {
    /// Plays the match to its end. Each decision is that of `wish`, or else of a steady bot.
    pub(super) fn play(&mut self, app: &mut App, wish: impl Fn(&App) -> Option<Action>) {
        for _ in 0..30_000 {
            if app.match_over().is_some() {
                return;
            }
            self.step(app, &wish);
        }
        panic!("the match does not end:\n{}", screen(app, 80, 24).join("\n"));
    }

    /// Makes one decision, after those of the bots before it.
    pub(super) fn step(&mut self, app: &mut App, wish: &impl Fn(&App) -> Option<Action>) {
        let_bots_play(app);
        if app.match_over().is_some() {
            return;
        }
        self.decisions += 1;
        let (width, height) = SIZES[self.decisions % SIZES.len()];
        screen(app, width, height);
        if app.is_between_deals() {
            // The sheet is open, unless a question came up meanwhile.
            let open = matches!(&app.sheet, Some(open) if open.sheet == Sheet::Scores);
            press(app, if open { KeyCode::Enter } else { KeyCode::Char('n') });
            return;
        }
        assert!(app.must_decide(), "nobody is asked:\n{}", screen(app, 80, 24).join("\n"));
        let steady =
            |app: &App| Steady::default().decide(&app.play.view().unwrap(), &Budget::Playouts(0));
        let action = wish(app).unwrap_or_else(|| steady(app));
        self.make(app, &action);
    }

    /// Makes this action with keys; failing that, by typing it.
    fn make(&mut self, app: &mut App, action: &Action) {
        press(app, KeyCode::Esc);
        let before = app.changes();
        if self.decisions.is_multiple_of(7) {
            look_round(app);
        }
        by_keys(app, action);
        let made = app.changes() > before;
        let counts = if made { &mut self.by_keys } else { &mut self.typed };
        *counts.entry(kind(action)).or_default() += 1;
        if !made {
            app.ask = None;
            app.sheet = None;
            press(app, KeyCode::Esc);
            types(app, &format!(":{action}"));
            press(app, KeyCode::Enter);
            let text = screen(app, 80, 24).join("\n");
            assert!(app.changes() > before, "{action} cannot be made:\n{text}");
        }
        assert!(*app.play.draft() == Draft::None, "{action} left a draft open");
    }
}

/// Opens and closes everything that can be opened; that changes nothing.
fn look_round(app: &mut App) {
    let before = app.changes();
    for key in "hivzfa?".chars() {
        press(app, KeyCode::Char(key));
        assert!(app.sheet.is_some(), "{key} opens nothing");
        for (width, height) in SIZES {
            screen(app, width, height);
        }
        for code in [KeyCode::PageDown, KeyCode::End, KeyCode::Up, KeyCode::Home, KeyCode::Down] {
            press(app, code);
        }
        press(app, KeyCode::Esc);
        assert!(app.sheet.is_none());
    }
    press(app, KeyCode::Char('o'));
    press(app, KeyCode::Char('>'));
    press(app, KeyCode::Char('q'));
    screen(app, 60, 20);
    press(app, KeyCode::Esc);
    assert_eq!(app.changes(), before);
    assert!(!app.done());
}

fn letter(app: &mut App, letter: char) {
    press(app, KeyCode::Char(letter));
}

fn by_keys(app: &mut App, action: &Action) {
    match action {
        Action::Draw => letter(app, 'd'),
        Action::Take => letter(app, 't'),
        Action::Buy => letter(app, 'b'),
        Action::Pass | Action::PlayOn => letter(app, 'p'),
        Action::Keep => letter(app, 'e'),
        Action::Rejoin => letter(app, 'r'),
        Action::Leave => letter(app, 'l'),
        Action::Split => letter(app, 's'),
        Action::Show(_) => letter(app, 'g'),
        Action::Cut(_) => {
            let keys = [KeyCode::Right, KeyCode::PageDown, KeyCode::Enter];
            keys.into_iter().for_each(|code| press(app, code));
        }
        Action::Pick(_) => [KeyCode::Right, KeyCode::Enter].into_iter().for_each(|c| press(app, c)),
        Action::Drop => {
            let key = app
                .answers()
                .into_iter()
                .find(|(_, _, does, _)| matches!(does, AnswerAction::Drop(_)));
            letter(app, key.unwrap().0);
            press(app, KeyCode::Enter);
        }
        Action::TakeDeep(card) => take_deep(app, *card),
        Action::Down(_) | Action::Knock { .. } | Action::Declare { .. } => {
            letter(app, 'g');
            screen(app, 80, 24);
            letter(app, 'g');
        }
        Action::Off { meld, card, .. }
        | Action::Slide { meld, card, .. }
        | Action::Swap { meld, card, .. } => {
            choose(app, *card);
            go_to(app, Spot::Meld(*meld));
            press(app, KeyCode::Enter);
            answer(app, action);
        }
        Action::Call { meld, .. } => {
            go_to(app, Spot::Meld(*meld));
            press(app, KeyCode::Enter);
            answer(app, action);
        }
        Action::Discard { card, shanghai } => {
            choose(app, *card);
            letter(app, if *shanghai { 's' } else { 'x' });
            answer(app, action);
        }
        Action::Arrange(changes) => arrange(app, changes),
        _ => {}
    }
}

/// Chooses this action if a question offers several.
fn answer(app: &mut App, action: &Action) {
    let Some(ask) = &app.ask else { return };
    let means = |(_, then): &(String, Effect)| {
        *then == Effect::AnswerAction(AnswerAction::Act(action.clone()))
    };
    let at = ask.answers.iter().position(means).expect("the move is among the answers");
    screen(app, 80, 24);
    (0..at).for_each(|_| press(app, KeyCode::Down));
    press(app, KeyCode::Enter);
}

fn choose(app: &mut App, card: Card) {
    while app.focus != Focus::Hand {
        press(app, KeyCode::Down);
    }
    press(app, KeyCode::Home);
    let fits = |held: &upcard_client::HandCard| {
        held.card == card && !app.play.selected().contains(&held.id)
    };
    let at = app.displayed_hand().iter().flatten().position(fits).expect("the card is in the hand");
    (0..at).for_each(|_| press(app, KeyCode::Right));
    press(app, KeyCode::Char(' '));
}

/// Moves the focus to a spot of the table.
fn go_to(app: &mut App, spot: Spot) {
    let at = app.spots().iter().position(|other| *other == spot).expect("the place is there");
    while app.focus != Focus::Hand {
        press(app, KeyCode::Down);
    }
    press(app, KeyCode::Up);
    while app.focus != Focus::Spot(at) {
        let Focus::Spot(here) = app.focus else { panic!("the focus has left the table") };
        press(app, if here < at { KeyCode::Down } else { KeyCode::Up });
    }
}

fn take_deep(app: &mut App, card: Card) {
    letter(app, 'k');
    if app.sheet.is_some() {
        let takes = app.deep_takes();
        let at = takes.iter().position(|take| *take == card).expect("the card can be taken");
        (0..at).for_each(|_| press(app, KeyCode::Down));
        screen(app, 80, 24);
        press(app, KeyCode::Enter);
    }
    if app.ask.is_some() {
        press(app, KeyCode::Enter);
    }
}

/// Rearranges the table: every card that a meld lacks comes from a meld that can spare it, or from the hand.
fn arrange(app: &mut App, changes: &[Change]) {
    letter(app, 'r');
    let zone_of = |app: &App, meld: Option<MeldId>| {
        let Draft::Arrange(draft) = app.play.draft() else { panic!("no draft is open") };
        meld.and_then(|meld| draft.zones.iter().position(|zone| zone.meld == Some(meld)))
    };
    let lies = |app: &App, zone: usize| -> Cards {
        app.cards_in(Spot::Slot(zone)).iter().map(|lying| lying.card).collect()
    };
    for change in changes {
        let Some(spec) = &change.now else { continue };
        let wanted: Cards = spec.cards.iter().copied().collect();
        let mut zone = zone_of(app, change.meld);
        while zone.is_none_or(|zone| lies(app, zone) != wanted) {
            let Draft::Arrange(draft) = app.play.draft() else { panic!("no draft is open") };
            let count = draft.zones.len();
            let target = zone.unwrap_or(count);
            let have = zone.map_or(Cards::NONE, |zone| lies(app, zone));
            let missing = wanted.without(&have).iter().next();
            let Some(card) = missing else { break };
            let spare =
                changes.iter().filter(|other| other.meld != change.meld).find_map(|other| {
                    let from = zone_of(app, other.meld)?;
                    let keeps: Cards =
                        other.now.iter().flat_map(|s| s.cards.iter().copied()).collect();
                    lies(app, from).without(&keeps).has(card).then_some(from)
                });
            match spare {
                Some(from) => {
                    go_to(app, Spot::Slot(from));
                    press(app, KeyCode::Home);
                    let cards = app.cards_in(Spot::Slot(from));
                    let at = cards.iter().position(|lying| lying.card == card).unwrap();
                    (0..at).for_each(|_| press(app, KeyCode::Right));
                    press(app, KeyCode::Char(' '));
                }
                None => choose(app, card),
            }
            screen(app, 80, 24);
            go_to(app, Spot::Slot(target));
            press(app, KeyCode::Enter);
            zone = Some(target);
        }
    }
    letter(app, 'g');
    press(app, KeyCode::Esc);
}

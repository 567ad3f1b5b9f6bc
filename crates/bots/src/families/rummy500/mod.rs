//! Games in which melds score for their owner, and any usable discard may be taken: draws, and the play that
//! uses a card which must be used. Melds, lay-offs and discards are chosen as in other free-meld games.

mod taking;

use upcard_cards::{End, ShortSort};
use upcard_engine::choices::WhoScores;
use upcard_engine::{Action, Game, Phase, Rules, View};

use super::family::Family;
use super::melds;
use super::melds::sharp::DiscardWeights;
use crate::bot::checked;
use crate::objective::{Objective, SurveyCache};
use crate::plays;
use crate::search::{Candidate, Trials, gain, play_out, race, without_priors};
use taking::{NOVICE, SHARP, STEADY, Style, draw, takes};

pub(super) struct Rummy500;

/// The sharp player's discard weights if any discard may be taken.
const DEEP: DiscardWeights = DiscardWeights { free: (4.0, 12.0), deep: true };

/// The answer of a player with this style where the game differs from other families; `None` elsewhere.
fn own_answer(view: &View<'_>, style: Style) -> Option<Action> {
    match view.table.phase() {
        Phase::Draw if !Objective::has_contract(view) => Some(draw(view, style)),
        Phase::Play if view.table.turn().owed.is_some() => use_taken(view),
        Phase::Call { .. } if view.rules.set.choices.scoring.who == WhoScores::ShownMinusHand => {
            call(view)
        }
        _ => None,
    }
}

fn sharp(view: &View<'_>) -> Action {
    own_answer(view, SHARP).unwrap_or_else(|| melds::sharp::answer(view, DEEP))
}

/// The play worth the most points that uses a card which must be used.
fn use_taken(view: &View<'_>) -> Option<Action> {
    let deal = view.contract_rules();
    let worth = |action: &Action| match action {
        Action::Down(melds) => melds
            .iter()
            .flat_map(|meld| &meld.cards)
            .map(|c| i32::from(deal.values[c.index()]))
            .sum(),
        Action::Off { card, .. } => i32::from(deal.values[card.index()]),
        _ => 0,
    };
    view.owed_card_plays().into_iter().max_by_key(worth)
}

/// Makes a call, which costs nothing, wherever the card fits.
fn call(view: &View<'_>) -> Option<Action> {
    let ends = [None, Some(End::High)];
    let melds = view.table.melds().iter();
    let mut calls = melds.flat_map(|meld| ends.map(|end| Action::Call { meld: meld.id, end }));
    calls.find(|action| view.allows(action))
}

/// Maximum number of takes, and of discards, that are played out.
const MAX_TAKES: usize = 3;
const MAX_DISCARDS: usize = 4;

/// Candidate moves, the sharp player's choice first.
fn choices(view: &View<'_>) -> Vec<Action> {
    let first = checked(view, sharp(view));
    let mut all = vec![first.clone()];
    let mut add = |action: Action| {
        if !all.contains(&action) && view.allows(&action) {
            all.push(action);
        }
    };
    match (view.table.phase(), &first) {
        (Phase::Draw, _) => {
            add(Action::Draw);
            let mut takes = takes(view, SHARP);
            takes.short_sort_by(|a, b| b.0.total_cmp(&a.0));
            takes.into_iter().take(MAX_TAKES).for_each(|(_, action)| add(action));
        }
        (Phase::Play, Action::Down(_)) => {
            let objective = Objective::of(view, view.hand.len());
            plays::lay_downs(view, &objective).into_iter().take(2).for_each(&mut add);
            // Melds may be kept back: on the table they serve others, too.
            let discards = melds::sharp::discards(view, DEEP).into_iter().take(1);
            discards.for_each(|(_, action)| add(action));
        }
        (Phase::Play, Action::Discard { .. }) => {
            let discards = melds::sharp::discards(view, DEEP).into_iter().take(MAX_DISCARDS);
            discards.for_each(|(_, action)| add(action));
        }
        _ => {}
    }
    all
}

/// Decisions after which a playout stops.
const MAX_DECISIONS: u32 = 600;

impl Family for Rummy500 {
    fn name(&self) -> &'static str {
        "rummy-500"
    }

    fn has(&self, rules: &Rules) -> bool {
        let choices = &rules.set.choices;
        choices.drawing.deep || choices.scoring.who == WhoScores::ShownMinusHand
    }

    fn novice(&self, view: &View<'_>) -> Action {
        own_answer(view, NOVICE).unwrap_or_else(|| melds::novice::answer(view))
    }

    fn steady(&self, view: &View<'_>, cache: &mut SurveyCache) -> Action {
        own_answer(view, STEADY).unwrap_or_else(|| melds::steady::answer(view, cache))
    }

    fn sharp(&self, view: &View<'_>) -> Action {
        sharp(view)
    }

    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        without_priors(choices(view))
    }

    /// The nets were trained to shed cards, not to score melds on the table.
    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        let play_on = |_, game: &mut Game, before: &Game| {
            self.play_out(game);
            gain(game, before.table(), view.seat)
        };
        race(view, choices, trials, false, |rng| view.sample_world(rng), play_on);
    }

    fn play_out(&self, game: &mut Game) {
        play_out(game, MAX_DECISIONS, sharp);
    }
}

//! What a family of games is for its bots.

use upcard_cards::Cards;
use upcard_engine::{Action, Game, Rules, View};

use super::melds::{grouping, lookahead, novice, sharp, steady};
use crate::circles;
use crate::grouping::Grouping;
use crate::objective::SurveyCache;
use crate::search::{Candidate, Trials};

/// Games whose bots have code of their own. What a family does not say is as where any meld may be laid on
/// the table.
pub(crate) trait Family: Sync {
    /// Its name, in files and messages.
    fn name(&self) -> &'static str;

    /// Are these rules of a game of this family? It is asked of one family after the other, in the order
    /// in which they are listed.
    fn has(&self, rules: &Rules) -> bool;

    /// The novice's answer, not yet checked.
    fn novice(&self, view: &View<'_>) -> Action {
        novice::answer(view)
    }

    /// The steady player's, with what it has looked at lately. Plays are legal; others, but for games
    /// whose terms the estimate does not know.
    fn steady(&self, view: &View<'_>, cache: &mut SurveyCache) -> Action {
        steady::answer(view, cache)
    }

    /// The sharp player's, not yet checked.
    fn sharp(&self, view: &View<'_>) -> Action {
        sharp::answer(view, sharp::UPCARD)
    }

    /// What could sensibly be done, the first guess first, with what it seems to be worth where that is
    /// known. Legal, all of it. A single one where nothing needs a thought.
    fn choices(&self, view: &View<'_>) -> Vec<Candidate> {
        lookahead::choices(view)
    }

    /// The same without regard to what nets have learnt, the sharp player's choice first.
    fn proposals(&self, view: &View<'_>) -> Vec<Action> {
        self.choices(view).into_iter().map(|choice| choice.action).collect()
    }

    /// Tries choices out in imagined worlds; the others are held against the first.
    fn try_out(&self, view: &View<'_>, choices: &mut Vec<Candidate>, trials: &mut Trials<'_>) {
        lookahead::try_out(view, choices, trials);
    }

    /// What could be done, tried out. Nothing where the time is over before that.
    fn explored(&self, view: &View<'_>, trials: &mut Trials<'_>) -> Vec<Candidate> {
        let sensible = || gets_on(view, self.choices(view), |view| self.choices(view));
        let mut choices = trials.budget.in_time(sensible).unwrap_or_default();
        self.try_out(view, &mut choices, trials);
        choices
    }

    /// How a deal is played to its end in an imagined world.
    fn play_out(&self, game: &mut Game) {
        lookahead::steadily(game);
    }

    /// What a hand costs, in points.
    fn cost(&self, view: &View<'_>, hand: &Cards) -> i32 {
        view.contract_rules().points(hand)
    }

    /// How the hand of the seat that views groups.
    fn grouping(&self, view: &View<'_>) -> Grouping {
        grouping::grouping(view)
    }
}

/// These choices without the upcard, where it would be taken for nothing by who then does what comes first among
/// the choices.
pub(super) fn gets_on(
    view: &View<'_>,
    mut choices: Vec<Candidate>,
    then: impl FnOnce(&View<'_>) -> Vec<Candidate>,
) -> Vec<Candidate> {
    let takes = |choice: &Candidate| choice.action == Action::Take;
    let next = |view: &View<'_>| then(view).into_iter().next().map(|choice| choice.action);
    if choices.iter().any(takes) && circles::takes_in_vain(view, next) {
        choices.retain(|choice| !takes(choice));
        if choices.is_empty() {
            choices.push(Candidate::new(Action::Draw, None));
        }
    }
    choices
}

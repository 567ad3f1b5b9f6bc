//! The choices of a decision, each with what it looks like.

use upcard_cards::{Card, Cards, ShortSort};
use upcard_engine::choices::May;
use upcard_engine::{Action, Phase, View};
use upcard_solver::Survey;

use super::Worth;
use super::features::{SIZE, Scene, Stage, Standing};
use crate::{novice, steady};

/// A choice and where the seat stands after it.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The action.
    pub action: Action,
    /// The stage it leaves the seat in.
    pub stage: Stage,
    /// What the standing looks like.
    pub features: [f32; SIZE],
    /// What it is worth by the nets, in units.
    pub worth: f32,
}

/// How many choices are weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breadth {
    /// All.
    All,
    /// Without discards of cards that are needed, where there are others: for looking ahead.
    Likely,
}

/// The most cards in a hand of which the nets have seen enough.
const MOST_CARDS: usize = 20;

/// The choices of this decision by what the nets say, the best first. Nothing where there is
/// nothing to weigh, or a hand so large that the nets know nothing of it: then the steady player's
/// answer does.
#[must_use]
pub fn weigh(view: &View<'_>, worth: &Worth, breadth: Breadth) -> Vec<Weighed> {
    if view.hand.len() > MOST_CARDS {
        return Vec::new();
    }
    let mut all = match view.table.phase {
        Phase::Draw => draws(view, worth, breadth),
        Phase::Offers { .. } => offers(view, worth),
        Phase::Play => plays(view, worth, breadth),
        _ => Vec::new(),
    };
    all.short_sort_by(|a, b| b.worth.total_cmp(&a.worth));
    all
}

fn weighed(worth: &Worth, scene: &Scene<'_>, action: Action, standing: &Standing) -> Weighed {
    let features = scene.features(standing, scene.prospect(&standing.hand).as_ref());
    let worth = worth.of(scene.stage, &features);
    Weighed { action, stage: scene.stage, features, worth }
}

/// How many cards that are not needed are choice enough.
const ENOUGH: usize = 2;

/// The discards from a hand.
fn discards(
    worth: &Worth,
    scene: &Scene<'_>,
    hand: &Cards,
    breadth: Breadth,
    may: impl Fn(Card) -> bool,
) -> Vec<Weighed> {
    let whole = scene.prospect(hand);
    let turns = scene.turns_after_own();
    let needed = |card: Card| match &whole {
        Some(p) => scene.is_wild(card) || p.measure.needed.has(card),
        None => false,
    };
    let loose = || hand.iter_counts().filter(|(card, _)| !needed(*card) && may(*card)).count();
    let likely = breadth == Breadth::Likely && loose() >= ENOUGH;
    let mut all = Vec::with_capacity(16);
    for (card, _) in hand.iter_counts().filter(|(card, _)| may(*card)) {
        if likely && needed(card) {
            continue;
        }
        let mut left = *hand;
        left.remove(card);
        let unmissed = |m: &Survey| m.shortfall() > 0 && !m.used.has(card) && !scene.is_wild(card);
        let prospect = match &whole {
            // What no shortest way uses is not missed.
            Some(whole) if unmissed(&whole.measure) => Some(*whole),
            Some(_) => scene.prospect(&left),
            None => None,
        };
        let standing = Standing { hand: left, blind: 0, top: Some(card), thrown: true, turns };
        let features = scene.features(&standing, prospect.as_ref());
        let action = Action::Discard { card, shanghai: false };
        let worth = worth.of(scene.stage, &features);
        all.push(Weighed { action, stage: scene.stage, features, worth });
    }
    all
}

fn plays(view: &View<'_>, worth: &Worth, breadth: Breadth) -> Vec<Weighed> {
    let scene = Scene::of(view, view.hand.len());
    let measure = scene.objective.measure(view.hand, view.rules);
    if steady::before_discard(view, &scene.objective, &measure).is_some() {
        return Vec::new();
    }
    let may = |card| view.allows(&Action::Discard { card, shanghai: false });
    discards(worth, &scene, view.hand, breadth, may)
}

fn draws(view: &View<'_>, worth: &Worth, breadth: Breadth) -> Vec<Weighed> {
    let Some(card) = view.table.upcard() else { return Vec::new() };
    if !view.allows(&Action::Take) {
        return Vec::new();
    }
    let scene = Scene::of(view, view.hand.len() + 1);
    if scene.stage == Stage::Laid {
        return Vec::new();
    }
    let rules = &view.contract_rules().melds;
    let helps = scene.prospect(view.hand).is_some_and(|p| p.measure.useful.has(card));
    if !helps && novice::company(card, view.hand) == 0 && !rules.is_wild(card) {
        return Vec::new();
    }
    let mut more = *view.hand;
    more.add(card);
    if scene.prospect(&more).is_some_and(|p| p.measure.shortfall() == 0) {
        return Vec::new();
    }
    let barred = view.rules.set.choices.discarding.taken_card != May::Allowed;
    let after = discards(worth, &scene, &more, breadth, |c| !barred || c != card);
    let Some(best) = after.into_iter().max_by(|a, b| a.worth.total_cmp(&b.worth)) else {
        return Vec::new();
    };
    let declined =
        Standing { hand: *view.hand, blind: 0, top: Some(card), thrown: false, turns: 0 };
    let draw = weighed(worth, &scene, Action::Draw, &declined);
    vec![draw, Weighed { action: Action::Take, ..best }]
}

fn offers(view: &View<'_>, worth: &Worth) -> Vec<Weighed> {
    let Some(card) = view.table.upcard() else { return Vec::new() };
    if !view.allows(&Action::Buy) {
        return Vec::new();
    }
    let scene = Scene::of(view, view.hand.len() + 1);
    if !scene.objective.contract {
        return Vec::new();
    }
    let blind = view.table.deal_rules(view.rules).price_cards;
    let players = view.table.players;
    let turns = (view.seat.0 + players - view.table.turn.seat.0) % players;
    let mut more = *view.hand;
    more.add(card);
    let pass = Standing { hand: *view.hand, blind: 0, top: Some(card), thrown: false, turns };
    let buy = Standing { hand: more, blind, top: None, thrown: false, turns };
    let pass = weighed(worth, &scene, Action::Pass, &pass);
    // Where the whole hand must go down, more cards are another aim.
    let later = scene.objective.whole.then(|| Scene::of(view, more.len() + 1 + usize::from(blind)));
    let buy = weighed(worth, later.as_ref().unwrap_or(&scene), Action::Buy, &buy);
    vec![pass, buy]
}

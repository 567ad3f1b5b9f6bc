//! Games in which melds count for whoever laid them, and any discard may be taken that can be used:
//! what to draw, and which play uses a card that must be used.
//!
//! A hand is measured by the points that it can lay on the table, and by what its loose cards are
//! worth to the player: a cautious one counts them as lost, a bold one knows that most of them will
//! be laid one day. Melds, lay-offs and discards are chosen as in other games with free melds.

use upcard_cards::{Card, Cards, Faces, ShortSort};
use upcard_engine::choices::WhoScores;
use upcard_engine::{Action, Game, Phase, View};
use upcard_solver::LayDown;

use crate::bot::{Budget, Playouts, decides, fallback};
use crate::lookahead::Candidate;
use crate::objective::{Objective, fits_table};
use crate::search::gain;
use crate::{plays, sharp};

/// How a player looks at what may be drawn.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// The most cards that it takes beside the one that it wants.
    reach: usize,
    /// What a point of loose cards is worth.
    loose: f64,
    /// What a card from the stock is expected to be worth.
    stock: f64,
    /// Does it overlook one chance in five?
    careless: bool,
}

/// The novice takes what makes a meld, where little comes with it.
pub(crate) const NOVICE: Style = Style { reach: 2, loose: -1.0, stock: 3.0, careless: true };
/// The steady player weighs what comes with it.
pub(crate) const STEADY: Style = Style { reach: 60, loose: -0.7, stock: 3.0, careless: false };
/// The sharp one knows that cards are chances; found by trying.
pub(crate) const SHARP: Style = Style { reach: 60, loose: 0.2, stock: -5.0, careless: false };

/// Do melds count for whoever laid them, or is there a pile to take from?
pub(crate) fn is_played(view: &View<'_>) -> bool {
    let choices = &view.rules.set.choices;
    choices.drawing.deep || choices.scoring.who == WhoScores::ShownMinusHand
}

/// The answer that such a game wants of a player with this eye, where it is another than elsewhere.
// Not inlined, for the same reason as the answer in games with hidden melds.
#[inline(never)]
pub(crate) fn answer(view: &View<'_>, style: Style) -> Option<Action> {
    match view.table.phase() {
        Phase::Draw if !Objective::has_contract(view) => Some(draw(view, style)),
        Phase::Play if view.table.turn().owed.is_some() => use_taken(view),
        Phase::Call { .. } if view.rules.set.choices.scoring.who == WhoScores::ShownMinusHand => {
            call(view)
        }
        _ => None,
    }
}

fn draw(view: &View<'_>, style: Style) -> Action {
    let mut best = (worth(view, view.hand, style) + style.stock, Action::Draw);
    if !view.allows(&Action::Draw) {
        best.0 = f64::NEG_INFINITY;
    }
    for (worth, action) in takes(view, style) {
        if worth > best.0 {
            best = (worth, action);
        }
    }
    let overlooked = style.careless && view.table.decision().is_multiple_of(5);
    if overlooked && view.allows(&Action::Draw) { Action::Draw } else { best.1 }
}

/// The ways to take discards, with what the hand is worth after each.
fn takes(view: &View<'_>, style: Style) -> Vec<(f64, Action)> {
    let mut all = Vec::new();
    if let Some(card) = view.table.upcard()
        && view.allows(&Action::Take)
    {
        let mut hand = *view.hand;
        hand.add(card);
        // A card that helps nothing is not worth showing that one has it.
        let used = is_used(view, &hand, card);
        if used {
            all.push((after_discard(view, &hand, Some(card), style), Action::Take));
        }
    }
    for card in view.deep_takes() {
        let Some(at) = view.table.pile().rposition(|other| other == card) else {
            continue;
        };
        let cards = view.table.pile().skip(at);
        if cards.len() > style.reach + 1 {
            break;
        }
        let mut hand = *view.hand;
        hand.extend(cards);
        all.push((after_discard(view, &hand, None, style), Action::TakeDeep(card)));
    }
    all
}

/// Is this card in a meld of the hand, or does it fit the table?
fn is_used(view: &View<'_>, hand: &Cards, card: Card) -> bool {
    let left = group(view, hand).1;
    left.count(card) < hand.count(card) || fits_table(view).has(card)
}

/// The melds of a hand, one after the other with the most points first, and what is left.
fn group(view: &View<'_>, hand: &Cards) -> (i32, Cards) {
    let deal = view.contract_rules();
    let goal = deal.problem.any_meld();
    let (mut points, mut left) = (0, *hand);
    loop {
        let one = deal.of_one_meld(&left);
        let found = goal.lay_downs(&one, &deal.values);
        let grown = found.map(|found| found.grown(&deal.problem, &one, 0));
        let value = |found: &LayDown| deal.points(&found.cards());
        let Some(best) = grown.max_by_key(value) else { break };
        points += value(&best);
        left = best.left(&left);
    }
    (points, left)
}

/// What a hand is worth: the points that it can lay, and what the others may be worth.
fn worth(view: &View<'_>, hand: &Cards, style: Style) -> f64 {
    let deal = view.contract_rules();
    let (melded, left) = group(view, hand);
    let table = fits_table(view);
    let fitting: Cards = left.iter().filter(|card| table.has(*card)).collect();
    let loose = left.without(&fitting);
    let laid = f64::from(melded + deal.points(&fitting));
    laid + promise(view, &loose) + style.loose * f64::from(deal.points(&loose))
}

/// What a hand is worth after its most expensive loose card is thrown, which may not be this one.
fn after_discard(view: &View<'_>, hand: &Cards, kept: Option<Card>, style: Style) -> f64 {
    let deal = view.contract_rules();
    let left = group(view, hand).1;
    let table = fits_table(view);
    let may = |card: &Card| Some(*card) != kept && !table.has(*card);
    let thrown = left.iter().filter(may).max_by_key(|card| deal.values[card.index()]);
    let mut hand = *hand;
    if let Some(card) = thrown {
        hand.remove(card);
    }
    worth(view, &hand, style)
}

/// What loose cards promise together: cards of a rank, and neighbours in a suit, that a third makes
/// a meld of.
fn promise(view: &View<'_>, loose: &Cards) -> f64 {
    let deal = view.contract_rules();
    let unseen = Faces::of(&view.unseen());
    let measure = deal.problem.any_meld();
    let survey = measure.survey(&measure.state(&deal.of_one_meld(loose)));
    if survey.shortfall() != 1 {
        return 0.0;
    }
    f64::from((survey.useful & unseen).iter().count() as u32).min(8.0)
}

/// The play that uses a card which must be used, with the most points.
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
    view.uses().into_iter().max_by_key(worth)
}

/// A call that costs nothing is made wherever the card fits.
fn call(view: &View<'_>) -> Option<Action> {
    let ends = [None, Some(upcard_cards::End::High)];
    let melds = view.table.melds().iter();
    let mut calls = melds.flat_map(|meld| ends.map(|end| Action::Call { meld: meld.id, end }));
    calls.find(|action| view.allows(action))
}

/// The most ways to draw, and the most discards, that are played on.
const MOST_TAKES: usize = 3;
const MOST_DISCARDS: usize = 4;

/// What could sensibly be done, the sharp player's choice first.
pub(crate) fn choices(view: &View<'_>) -> Vec<Action> {
    let first = crate::bot::checked(view, sharp::answer(view));
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
            takes.into_iter().take(MOST_TAKES).for_each(|(_, action)| add(action));
        }
        (Phase::Play, Action::Down(_)) => {
            let objective = Objective::of(view, view.hand.len());
            plays::lay_downs(view, &objective).into_iter().take(2).for_each(&mut add);
            // Melds may be kept back: what lies on the table serves others, too.
            sharp::discards(view).into_iter().take(1).for_each(|(_, action)| add(action));
        }
        (Phase::Play, Action::Discard { .. }) => {
            let discards = sharp::discards(view).into_iter().take(MOST_DISCARDS);
            discards.for_each(|(_, action)| add(action));
        }
        _ => {}
    }
    all
}

/// Decisions after which a world is left as it is.
const MOST_DECISIONS: u32 = 600;

/// Plays a deal to its end, with the sharp player at every seat.
fn play_on(game: &mut Game) {
    for _ in 0..MOST_DECISIONS {
        let Some(seat) = game.to_act().filter(|_| decides()) else { return };
        let action = sharp::answer(&game.view(seat));
        if game.act(seat, &action, &mut ()).is_err() {
            let action = fallback(&game.view(seat));
            if game.act(seat, &action, &mut ()).is_err() {
                return;
            }
        }
    }
}

/// Plays the choices on to the end of the deal, in the same imagined worlds, as long as the budget
/// lasts.
pub(crate) fn explore(
    view: &View<'_>,
    budget: &Budget<'_>,
    mut world: impl FnMut() -> Game,
) -> Vec<Candidate> {
    let found = budget.in_time(|| choices(view)).unwrap_or_default();
    let mut all: Vec<Candidate> =
        found.into_iter().map(|action| Candidate::new(action, None)).collect();
    let mut playouts = Playouts::new(budget);
    while all.len() > 1 && playouts.more() {
        let Some(world) = playouts.prepare(&mut world) else { return all };
        let mut first = 0.0;
        for (at, tried) in all.iter_mut().enumerate() {
            let mut game = world.clone();
            if game.act(view.seat, &tried.action, &mut ()).is_err() {
                continue;
            }
            let played = playouts.play(|| {
                play_on(&mut game);
                gain(&game, world.table(), view.seat)
            });
            let Some(value) = played else { return all };
            if at == 0 {
                first = value;
            }
            tried.note(value - first);
        }
    }
    all
}

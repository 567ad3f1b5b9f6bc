//! Hand evaluation, and the network inputs of a position with all hands open.

use upcard_bots::{Objective, fits_table};
use upcard_cards::{Card, Cards, Elements, Faces};
use upcard_engine::table::Down;
use upcard_engine::{Seat, View};

use super::net::{INPUTS, Inputs};
use super::quiet::QuietPosition;

/// Number of features of a hand, each of magnitude about one.
const FEATURES: usize = 22;

#[derive(Clone, Copy, Debug, Default)]
struct HandFeatures {
    features: [f32; FEATURES],
    /// The cards that help it.
    useful: Faces,
    /// The cards that it can spare.
    spare: Cards,
    /// Number of cards missing from its contract; `None` if it has none to lay down.
    missing: u8,
    /// Rough distance from going out.
    distance: f32,
}

/// Cache key of a hand's evaluation, which otherwise depends only on the other hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    seat: usize,
    hand: Cards,
    open: Elements,
    down: Down,
    fits: Faces,
}

/// Cache of recent hand evaluations: most compared positions differ in one hand.
#[derive(Default)]
pub(super) struct HandCache(Vec<(Key, HandFeatures)>);

struct HandEvaluator<'a> {
    view: View<'a>,
    hand: &'a Cards,
    /// Faces that can be laid off on the table.
    fits: Faces,
}

impl HandEvaluator<'_> {
    fn evaluate(&self) -> HandFeatures {
        let objective = Objective::of(&self.view, self.hand.len() + 1);
        if objective.contract {
            return self.before_contract(&objective);
        }
        if self.view.rules.has_contracts() {
            return self.after_contract();
        }
        let found = self.view.table.deal_rules(self.view.rules).deadwood(self.hand);
        let mut features = self.common();
        features[4] = found.points as f32 / 40.0;
        features[10] = self.points(&found.left);
        features[12] = found.left.len() as f32 / 10.0;
        let aims = objective.has_aim();
        let useful =
            if aims { objective.measure(self.hand, self.view.rules).useful } else { Faces::NONE };
        HandFeatures {
            features,
            useful,
            spare: found.left,
            distance: found.points as f32 / 10.0,
            ..HandFeatures::default()
        }
    }

    fn points(&self, cards: &Cards) -> f32 {
        self.view.rules.points(cards) as f32 / 60.0
    }

    fn is_wild(&self, card: Card) -> bool {
        self.view.table.deal_rules(self.view.rules).melds.is_wild(card)
    }

    fn common(&self) -> [f32; FEATURES] {
        let mut features = [0.0; FEATURES];
        let wilds = self.hand.iter().filter(|card| self.is_wild(*card)).count();
        features[8] = self.hand.len() as f32 / 10.0;
        features[9] = self.points(self.hand);
        features[11] = wilds as f32 / 2.0;
        features
    }

    fn before_contract(&self, objective: &Objective) -> HandFeatures {
        let measure = objective.measure(self.hand, self.view.rules);
        let missing = measure.shortfall().min(20);
        let mut features = self.common();
        match missing {
            0 => {}
            1..=3 => features[usize::from(missing)] = 1.0,
            4 => features[20] = 1.0,
            _ => features[21] = 1.0,
        }
        features[4] = f32::from(missing) / 4.0;
        let spare = |card: &Card| !measure.used.has(*card) && !self.is_wild(*card);
        let spare: Cards = self.hand.iter().filter(spare).collect();
        let left: Cards = spare.iter().filter(|card| !self.fits.has(*card)).collect();
        features[10] = self.points(&left);
        features[13] = (spare.len() - left.len()) as f32 / 5.0;
        features[17] = left.len() as f32 / 5.0;
        let distance = f32::from(missing) * 4.0 + left.len() as f32;
        HandFeatures { features, useful: measure.useful, spare, missing, distance }
    }

    fn after_contract(&self) -> HandFeatures {
        let can_be_laid_off = |card: &Card| self.fits.has(*card) || self.is_wild(*card);
        let left: Cards = self.hand.iter().filter(|card| !can_be_laid_off(card)).collect();
        let mut features = self.common();
        features[0] = 1.0;
        features[10] = self.points(&left);
        features[12] = left.len() as f32 / 5.0;
        features[13] = (self.hand.len() - left.len()) as f32 / 5.0;
        match left.len() {
            0 | 1 => features[14] = 1.0,
            2 => features[15] = 1.0,
            _ => {}
        }
        let (useful, distance) = (self.fits, left.len() as f32);
        HandFeatures { features, useful, spare: left, distance, ..HandFeatures::default() }
    }
}

impl HandFeatures {
    /// Adds the features that depend on where the helpful cards are: in the stock, in the other hands, and
    /// among those that they can spare.
    fn with_context(mut self, stock: &Cards, others: &Cards, spare: &Cards) -> HandFeatures {
        let share = self.useful.count_in(stock) as f32 / stock.len().max(1) as f32;
        self.features[5] = 3.0 * share;
        if let 1 | 2 = self.missing {
            self.features[5 + usize::from(self.missing)] = (3.0 * share).sqrt();
        }
        self.features[16] = self.useful.count_in(others) as f32 / 6.0;
        self.features[18] = self.useful.count_in(spare) as f32 / 4.0;
        self.features[19] = self.useful.len() as f32 / 10.0;
        self.distance -= 4.0 * share;
        self
    }
}

impl HandCache {
    fn evaluate(&mut self, quiet: &QuietPosition) -> Vec<HandFeatures> {
        let all = quiet.hands.iter().fold(Cards::NONE, |all, hand| all.plus(hand));
        let fits = fits_table(&quiet.game.view(Seat::at(0)));
        let seats = quiet.hands.iter().enumerate();
        let evaluate = |(seat, hand): (usize, &Cards)| {
            let view = quiet.game.view(Seat::at(seat));
            let state = view.table.seat(view.seat);
            let key = Key { seat, hand: *hand, open: state.remaining, down: state.down, fits };
            let known =
                self.0.iter().find(|(other, _)| *other == key).map(|(_, features)| *features);
            known.unwrap_or_else(|| {
                let features = HandEvaluator { view, hand, fits }.evaluate();
                self.0.push((key, features));
                features
            })
        };
        let hands: Vec<HandFeatures> = seats.map(evaluate).collect();
        let spare = hands.iter().fold(Cards::NONE, |all, features| all.plus(&features.spare));
        let with_context = |(features, hand): (&HandFeatures, &Cards)| {
            features.with_context(&quiet.stock, &all.without(hand), &spare.without(&features.spare))
        };
        hands.iter().zip(&quiet.hands).map(with_context).collect()
    }

    /// Network inputs for each seat: its own hand, the next seat's, the previous seat's, that of the rival
    /// nearest to going out, and the average of all rivals.
    pub(super) fn inputs(&mut self, quiet: &QuietPosition) -> Vec<Inputs> {
        let hands = self.evaluate(quiet);
        (0..hands.len()).map(|seat| inputs(quiet, seat, &hands)).collect()
    }
}

fn inputs(quiet: &QuietPosition, seat: usize, hands: &[HandFeatures]) -> Inputs {
    let table = quiet.game.table();
    let players = hands.len();
    let mut inputs = [0.0; INPUTS];
    let ahead = |turns: usize| (seat + turns) % players;
    let rivals = || (1..players).map(ahead);
    let nearest = rivals().min_by(|a, b| hands[*a].distance.total_cmp(&hands[*b].distance));
    let shown = [seat, ahead(1), ahead(players - 1), nearest.unwrap_or(seat)];
    for (place, shown) in inputs.chunks_mut(FEATURES).zip(shown) {
        place.copy_from_slice(&hands[shown].features);
    }
    let share = 1.0 / (players.max(2) - 1) as f32;
    for other in rivals() {
        let mean = &mut inputs[4 * FEATURES..5 * FEATURES];
        mean.iter_mut().zip(hands[other].features).for_each(|(sum, one)| *sum += share * one);
    }
    // One-hot inputs, as far as there is room: progress of the deal, whose turn it is, and which deal it is.
    let rest = &mut inputs[5 * FEATURES..];
    rest[0] = 1.0;
    rest[1] = (f32::from(table.stock()) / 50.0).min(2.0);
    rest[2] = (table.discards().len() as f32 / players as f32 / 10.0).min(2.0);
    let turn = table.turn().seat.index();
    rest[3 + ((seat + players - turn) % players).min(3)] = 1.0;
    let last = rest.len() - 8;
    rest[7 + usize::from(table.deal()).min(last)] = 1.0;
    inputs
}

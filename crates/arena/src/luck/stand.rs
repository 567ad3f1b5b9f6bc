//! Hand evaluation, and the network inputs of a position with all hands open.

use upcard_bots::{Objective, fits_table};
use upcard_cards::{Card, Cards, Elements, Faces};
use upcard_engine::table::Down;
use upcard_engine::{Seat, View};

use super::net::{INPUTS, Inputs};
use super::quiet::Quiet;

/// Number of features of a hand, each of magnitude about one.
const SIZE: usize = 22;

/// Evaluation of a hand.
#[derive(Clone, Copy, Debug, Default)]
struct Stand {
    numbers: [f32; SIZE],
    /// The cards that help it.
    helps: Faces,
    /// The cards that it can spare.
    loose: Cards,
    /// Number of cards missing from its contract; `None` if it has none to lay down.
    missing: u8,
    /// Rough distance from going out.
    far: f32,
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
pub(super) struct Stands(Vec<(Key, Stand)>);

/// A hand under evaluation.
struct Looked<'a> {
    view: View<'a>,
    hand: &'a Cards,
    /// Faces that can be laid off on the table.
    fits: Faces,
}

impl Looked<'_> {
    fn stand(&self) -> Stand {
        let objective = Objective::of(&self.view, self.hand.len() + 1);
        if objective.contract {
            return self.before_contract(&objective);
        }
        if self.view.rules.has_contracts() {
            return self.after_contract();
        }
        let found = self.view.table.deal_rules(self.view.rules).deadwood(self.hand);
        let mut numbers = self.common();
        numbers[4] = found.points as f32 / 40.0;
        numbers[10] = self.points(&found.left);
        numbers[12] = found.left.len() as f32 / 10.0;
        let aims = objective.aims();
        let helps =
            if aims { objective.measure(self.hand, self.view.rules).useful } else { Faces::NONE };
        Stand {
            numbers,
            helps,
            loose: found.left,
            far: found.points as f32 / 10.0,
            ..Stand::default()
        }
    }

    fn points(&self, cards: &Cards) -> f32 {
        self.view.rules.points(cards) as f32 / 60.0
    }

    fn is_wild(&self, card: Card) -> bool {
        self.view.table.deal_rules(self.view.rules).melds.is_wild(card)
    }

    fn common(&self) -> [f32; SIZE] {
        let mut numbers = [0.0; SIZE];
        let wilds = self.hand.iter().filter(|card| self.is_wild(*card)).count();
        numbers[8] = self.hand.len() as f32 / 10.0;
        numbers[9] = self.points(self.hand);
        numbers[11] = wilds as f32 / 2.0;
        numbers
    }

    fn before_contract(&self, objective: &Objective) -> Stand {
        let measure = objective.measure(self.hand, self.view.rules);
        let missing = measure.shortfall().min(20);
        let mut numbers = self.common();
        match missing {
            0 => {}
            1..=3 => numbers[usize::from(missing)] = 1.0,
            4 => numbers[20] = 1.0,
            _ => numbers[21] = 1.0,
        }
        numbers[4] = f32::from(missing) / 4.0;
        let loose = |card: &Card| !measure.used.has(*card) && !self.is_wild(*card);
        let loose: Cards = self.hand.iter().filter(loose).collect();
        let left: Cards = loose.iter().filter(|card| !self.fits.has(*card)).collect();
        numbers[10] = self.points(&left);
        numbers[13] = (loose.len() - left.len()) as f32 / 5.0;
        numbers[17] = left.len() as f32 / 5.0;
        let far = f32::from(missing) * 4.0 + left.len() as f32;
        Stand { numbers, helps: measure.useful, loose, missing, far }
    }

    fn after_contract(&self) -> Stand {
        let goes = |card: &Card| self.fits.has(*card) || self.is_wild(*card);
        let left: Cards = self.hand.iter().filter(|card| !goes(card)).collect();
        let mut numbers = self.common();
        numbers[0] = 1.0;
        numbers[10] = self.points(&left);
        numbers[12] = left.len() as f32 / 5.0;
        numbers[13] = (self.hand.len() - left.len()) as f32 / 5.0;
        match left.len() {
            0 | 1 => numbers[14] = 1.0,
            2 => numbers[15] = 1.0,
            _ => {}
        }
        Stand { numbers, helps: self.fits, loose: left, far: left.len() as f32, ..Stand::default() }
    }
}

impl Stand {
    /// Adds the features that depend on where the helpful cards are: in the stock, in the other hands, and
    /// among those that they can spare.
    fn among(mut self, stock: &Cards, others: &Cards, loose: &Cards) -> Stand {
        let share = self.helps.count_in(stock) as f32 / stock.len().max(1) as f32;
        self.numbers[5] = 3.0 * share;
        if let 1 | 2 = self.missing {
            self.numbers[5 + usize::from(self.missing)] = (3.0 * share).sqrt();
        }
        self.numbers[16] = self.helps.count_in(others) as f32 / 6.0;
        self.numbers[18] = self.helps.count_in(loose) as f32 / 4.0;
        self.numbers[19] = self.helps.len() as f32 / 10.0;
        self.far -= 4.0 * share;
        self
    }
}

impl Stands {
    /// Evaluates all hands of the position.
    fn of(&mut self, quiet: &Quiet) -> Vec<Stand> {
        let all = quiet.hands.iter().fold(Cards::NONE, |all, hand| all.plus(hand));
        let fits = fits_table(&quiet.game.view(Seat::at(0)));
        let seats = quiet.hands.iter().enumerate();
        let stand = |(seat, hand): (usize, &Cards)| {
            let view = quiet.game.view(Seat::at(seat));
            let state = view.table.seat(view.seat);
            let key = Key { seat, hand: *hand, open: state.remaining, down: state.down, fits };
            let known = self.0.iter().find(|(other, _)| *other == key).map(|(_, stand)| *stand);
            known.unwrap_or_else(|| {
                let stand = Looked { view, hand, fits }.stand();
                self.0.push((key, stand));
                stand
            })
        };
        let stands: Vec<Stand> = seats.map(stand).collect();
        let loose = stands.iter().fold(Cards::NONE, |all, stand| all.plus(&stand.loose));
        let among = |(stand, hand): (&Stand, &Cards)| {
            stand.among(&quiet.stock, &all.without(hand), &loose.without(&stand.loose))
        };
        stands.iter().zip(&quiet.hands).map(among).collect()
    }

    /// Network inputs for each seat: its own hand, the next seat's, the previous seat's, that of the rival
    /// nearest to going out, and the average of all rivals.
    pub(super) fn inputs(&mut self, quiet: &Quiet) -> Vec<Inputs> {
        let stands = self.of(quiet);
        (0..stands.len()).map(|seat| inputs(quiet, seat, &stands)).collect()
    }
}

fn inputs(quiet: &Quiet, seat: usize, stands: &[Stand]) -> Inputs {
    let table = quiet.game.table();
    let players = stands.len();
    let mut inputs = [0.0; INPUTS];
    let ahead = |turns: usize| (seat + turns) % players;
    let rivals = || (1..players).map(ahead);
    let nearest = rivals().min_by(|a, b| stands[*a].far.total_cmp(&stands[*b].far));
    let shown = [seat, ahead(1), ahead(players - 1), nearest.unwrap_or(seat)];
    for (place, shown) in inputs.chunks_mut(SIZE).zip(shown) {
        place.copy_from_slice(&stands[shown].numbers);
    }
    let share = 1.0 / (players.max(2) - 1) as f32;
    for other in rivals() {
        let mean = &mut inputs[4 * SIZE..5 * SIZE];
        mean.iter_mut().zip(stands[other].numbers).for_each(|(sum, one)| *sum += share * one);
    }
    // One-hot inputs, as far as there is room: progress of the deal, whose turn it is, and which deal it is.
    let rest = &mut inputs[5 * SIZE..];
    rest[0] = 1.0;
    rest[1] = (f32::from(table.stock()) / 50.0).min(2.0);
    rest[2] = (table.discards().len() as f32 / players as f32 / 10.0).min(2.0);
    let turn = table.turn().seat.index();
    rest[3 + ((seat + players - turn) % players).min(3)] = 1.0;
    let last = rest.len() - 8;
    rest[7 + usize::from(table.deal()).min(last)] = 1.0;
    inputs
}

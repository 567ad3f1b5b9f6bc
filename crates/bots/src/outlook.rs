//! Expected cost of a hand, from its distance to its goals, its outs, and how long the deal will last.

use upcard_cards::{Card, Cards, Faces};
use upcard_engine::table::Down;
use upcard_engine::{Seat, View};
use upcard_solver::Survey;

use crate::hands::neighbours;
use crate::objective::{Objective, fits_table};

/// Smallest hand of another seat that may go out.
pub(crate) fn nearest_rival(view: &View<'_>) -> Option<u8> {
    let others = Seat::all(view.table.players()).filter(|&seat| seat != view.seat);
    let seats = others.map(|seat| view.table.seat(seat));
    seats.filter(|seat| seat.may_go_out(view.rules)).map(|seat| seat.count).min()
}

/// Returns `true` if somebody may go out before the viewing seat, which is not on turn, has had this many
/// turns. Rivals are assumed to shed two cards a turn; those who play before it have one turn more until then
/// than those who play after it.
pub(crate) fn rival_may_go_out(view: &View<'_>, turns: u8) -> bool {
    let players = view.table.players();
    let on_turn = view.table.turn().seat.number();
    let place = |seat: Seat| (seat.number() + players - on_turn) % players;
    let own = place(view.seat);
    Seat::all(players).filter(|seat| *seat != view.seat).any(|seat| {
        let state = view.table.seat(seat);
        let more = if place(seat) < own { turns } else { turns.saturating_sub(1) };
        state.may_go_out(view.rules) && state.count <= more.saturating_mul(2)
    })
}

/// A seat's view of the rest of the deal.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    pub(crate) objective: Objective,
    /// Cards that may come: those whose location it does not know.
    pub(crate) unseen: Cards,
    pub(crate) size: f64,
    /// Rounds played since the discard pile was last reshuffled into the stock.
    pub(crate) rounds: f64,
    /// Smallest hand of a rival that may go out, in games with contracts.
    pub(crate) rival: Option<f64>,
    /// The faces that fit the table, if the seat may lay off.
    pub(crate) table: Faces,
}

impl Outlook {
    /// The outlook of a seat that will hold this many cards when it plays.
    pub(crate) fn of(view: &View<'_>, cards: usize) -> Outlook {
        let objective = Objective::of(view, cards);
        let unseen = view.unseen();
        let table = if objective.contract { Faces::NONE } else { fits_table(view) };
        let rounds = view.table.discards().len() as f64 / f64::from(view.table.players());
        let rival = nearest_rival(view).filter(|_| view.rules.has_contracts());
        let rival = rival.map(|cards| f64::from(cards.max(1)));
        Outlook { objective, size: (unseen.len() as f64).max(1.0), unseen, rounds, rival, table }
    }

    pub(crate) fn outs(&self, measure: &Survey) -> u32 {
        measure.useful.count_in(&self.unseen)
    }

    /// Estimated probability of laying down before the deal ends, for a hand at this distance with this many
    /// outs. A logistic fit to deals that the steady player played against itself, over five games.
    pub(crate) fn in_time(&self, distance: u8, outs: u32) -> f64 {
        if distance == 0 {
            return 1.0;
        }
        let shortfall = f64::from(distance);
        let luck = libm::log(f64::from(outs) / self.size + 0.03);
        let mut log_odds =
            4.2 - 0.75 * shortfall + (0.9 + 0.15 * shortfall) * luck - 0.12 * self.rounds;
        if let Some(rival) = self.rival {
            log_odds += 0.6 - 0.35 * shortfall - (1.6 + 0.8 * shortfall) / rival;
        }
        1.0 / (1.0 + libm::exp(-log_odds))
    }

    /// Expected cost of a hand, in points.
    pub(crate) fn cost(&self, view: &View<'_>, hand: &Cards) -> f64 {
        let values = &view.contract_rules().values;
        let points = f64::from(view.contract_rules().points(hand));
        if !self.objective.has_aim() {
            let fitting =
                f64::from(view.contract_rules().points(&fitting_cards(hand, self.table, view)));
            return (points - fitting) + 0.35 * fitting;
        }
        let measure = self.objective.measure(hand, view.rules);
        let in_time = self.in_time(measure.shortfall(), self.outs(&measure));
        let idle = hand.iter_counts().filter(|(card, _)| !measure.used.has(*card));
        let rules = &view.contract_rules().melds;
        let loose: f64 = idle
            .filter(|(card, _)| !rules.is_wild(*card) && !self.table.has(*card))
            .map(|(card, n)| f64::from(values[card.index()]) * f64::from(n))
            .sum();
        (1.0 - in_time) * points + in_time * loose * 0.6
    }
}

/// The cards of a hand that fit, including wilds.
fn fitting_cards(hand: &Cards, faces: Faces, view: &View<'_>) -> Cards {
    let rules = &view.contract_rules().melds;
    hand.iter().filter(|card| faces.has(*card) || rules.is_wild(*card)).collect()
}

/// Expected cost of discarding this card where a rival may use it.
pub(crate) fn danger(view: &View<'_>, card: Card, table: Faces) -> f64 {
    let rules = &view.contract_rules().melds;
    let next = view.seat.next(view.table.players());
    let mut danger = 0.0;
    for seat in Seat::all(view.table.players()).filter(|&s| s != view.seat) {
        let state = view.table.seat(seat);
        let weight = if seat == next { 1.0 } else { 0.4 };
        let down = state.opened(view.rules) != Down::No;
        if down && (table.has(card) || rules.is_wild(card)) {
            // Laid off, it brings that rival a card nearer to going out.
            danger += weight * if state.count <= 2 { 12.0 } else { 3.0 };
        }
        if !down || !view.rules.has_contracts() {
            let known = state.known;
            let same = card.rank().map_or(0, |rank| known.rank_count(rank));
            let near = (neighbours(card) & Faces::of(&known)).len() as u8;
            danger += weight * f64::from(same * 2 + near) * 0.8;
            // A rival will not take what it has discarded itself.
            let mut thrown = view.table.discards().iter().rev().take(24);
            let rejected = thrown.any(|d| d.by == Some(seat) && d.card.rank() == card.rank());
            danger += weight * if rejected { 0.3 } else { 1.0 };
            if rules.is_wild(card) {
                danger += weight * 8.0;
            }
        }
    }
    danger
}

#[cfg(test)]
mod tests {
    use upcard_engine::chance::Chance;
    use upcard_engine::{Game, Setup, SetupPhase, SetupSeat};

    use super::*;
    use crate::bot::rules;

    /// A rival that plays before the seat has one turn more to go out than one that plays after it.
    #[test]
    fn earlier_rivals_have_one_more_turn() {
        let rules = rules("contract-rummy", 4, &[]);
        let beaten = |rival: usize, cards: usize, turns: u8| {
            let mut seats = vec![None; 4];
            seats[rival] =
                Some(SetupSeat { any: cards, down: Down::Earlier, ..SetupSeat::default() });
            let setup = Setup {
                deal: 1,
                dealer: Seat::at(3),
                seats,
                discards: vec![Some("2C".parse().unwrap())],
                phase: SetupPhase::Draw,
                ..Setup::default()
            };
            let game = Game::set_up(rules.clone(), &setup, Chance::numbered(1)).unwrap();
            rival_may_go_out(&game.view(Seat::at(2)), turns)
        };
        // On turn, and between it and the seat.
        for rival in [0, 1] {
            assert!(beaten(rival, 4, 2) && !beaten(rival, 5, 2), "{rival}");
        }
        assert!(beaten(3, 2, 2) && !beaten(3, 3, 2));
        assert!(!beaten(3, 1, 1) && beaten(1, 2, 1));
    }
}

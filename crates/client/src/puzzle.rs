//! Puzzle of the day, the same for everybody: can this hand be laid down? The hands come from a match between
//! bots, just before a discard.

use std::sync::Arc;

use upcard_bots::hints::grouping;
use upcard_bots::{Bot, Budget, Steady};
use upcard_cards::{Card, Cards};
use upcard_engine::chance::Chance;
use upcard_engine::table::Down;
use upcard_engine::{Deal, Game, Library, Phase, Rules};

/// Game and number of players.
const GAME: (&str, u8) = ("contract-rummy", 4);

/// Maximum number of bot decisions per deal.
const MAX_DECISIONS: usize = 300;

/// Maximum number of deals to search.
const MAX_DEALS: u64 = 60;

/// A hand and its contract.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Rules.
    pub rules: Arc<Rules>,
    /// Index of the deal in the rules.
    pub deal: u8,
    /// Hand.
    pub hand: Cards,
    /// Melds of a solution; empty if there is none.
    pub melds: Vec<Vec<Card>>,
    /// Faces that would help, if one card is missing.
    pub missing: Vec<Card>,
}

impl Puzzle {
    /// Returns `true` if the hand can be laid down.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        !self.melds.is_empty()
    }

    /// Returns the puzzle of a day, counted from 1970. `None` if the library lacks the game.
    #[must_use]
    pub fn of_day(library: &Library, day: u32) -> Option<Puzzle> {
        let set = library.select(GAME.0, &[]).ok()?;
        let rules = Arc::new(Rules::new(set, GAME.1).ok()?);
        // Solution and deal depend only on the day.
        let mixed = u64::from(day).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (ready, number) = ((mixed >> 40) % 2 == 1, mixed >> 8);
        let contract = (mixed >> 41) % rules.schedule.len() as u64;
        let deal = Deal::new(contract as u8 + 1)?;
        (0..MAX_DEALS).find_map(|more| find_puzzle(&rules, deal, number.wrapping_add(more), ready))
    }
}

/// Finds the first hand in this deal that is ready, or lacks one card.
fn find_puzzle(rules: &Arc<Rules>, deal: Deal, number: u64, ready: bool) -> Option<Puzzle> {
    let mut game =
        Game::new(rules.clone(), Chance::numbered(number)).without_undo().starting_at(deal);
    game.next_deal(&mut ());
    let mut bot = Steady::default();
    for _ in 0..MAX_DECISIONS {
        let seat = game.to_act()?;
        let view = game.view(seat);
        let opens = view.table.opened(view.rules, seat) == Down::No;
        if view.table.phase() == Phase::Play && opens {
            let grouped = grouping(&view);
            if grouped.missing == Some(u8::from(!ready)) {
                let melds = grouped.ready.iter().map(|meld| meld.cards.clone()).collect();
                let deal = view.table.deal_rules(rules).number - 1;
                let (rules, hand) = (rules.clone(), *view.hand);
                return Some(Puzzle { rules, deal, hand, melds, missing: grouped.useful });
            }
        }
        let action = bot.decide(&view, &Budget::Playouts(0));
        game.act(seat, &action, &mut ()).ok()?;
    }
    None
}

#[cfg(test)]
mod tests {
    use upcard_engine::{Action, Seat, Setup, SetupPhase, SetupSeat};

    use super::*;

    #[test]
    fn each_day_has_a_consistent_puzzle() {
        let library = Library::standard().unwrap();
        let (mut yes, mut contracts) = (0, std::collections::BTreeSet::new());
        for day in 20_000..20_030 {
            let puzzle = Puzzle::of_day(&library, day).unwrap();
            let again = Puzzle::of_day(&library, day).unwrap();
            assert_eq!((puzzle.hand, puzzle.deal), (again.hand, again.deal));
            yes += usize::from(puzzle.is_solvable());
            contracts.insert(puzzle.deal);
            // Cross-check with the rules.
            let own = SetupSeat { hand: puzzle.hand, ..SetupSeat::default() };
            let setup = Setup {
                deal: puzzle.deal + 1,
                phase: SetupPhase::Play,
                seats: vec![Some(own)],
                discards: vec![None],
                ..Setup::default()
            };
            let game = Game::set_up(puzzle.rules.clone(), &setup, Chance::numbered(1)).unwrap();
            let offered = game.view(Seat::at(0)).offered(1).actions;
            let lays = offered.iter().any(|action| matches!(action, Action::Down(_)));
            assert_eq!(lays, puzzle.is_solvable(), "day {day}: {}", puzzle.hand);
            let used: Cards = puzzle.melds.iter().flatten().copied().collect();
            assert_eq!(puzzle.hand.without(&used).len() + used.len(), puzzle.hand.len());
            assert!(puzzle.is_solvable() || !puzzle.missing.is_empty(), "day {day}");
        }
        assert!((8..23).contains(&yes), "{yes} of 30 can go down");
        assert!(contracts.len() > 4, "{contracts:?}");
    }

    #[test]
    fn a_library_without_the_game_has_no_puzzle() {
        assert!(Puzzle::of_day(&Library::default(), 1).is_none());
    }
}

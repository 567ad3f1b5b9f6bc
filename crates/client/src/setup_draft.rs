//! Editing a table's setup between matches: game, variations, seats, clock, offers.

use upcard_engine::{Flaws, Library};
use upcard_table::wire::{Clock, Level, SeatInfo, SeatPlan, SetUp, Sitter};

/// Path and value of the choice that lets a given seat deal first.
pub(crate) const CHOSEN_FIRST_DEALER: (&str, &str) = ("dealing.first-dealer", "chosen");
/// Path of the choice for that seat's number, from 1.
pub(crate) const FIRST_SEAT: &str = "dealing.first-seat";

/// Default time bank of each player in seconds, in matches with a clock.
pub const DEFAULT_TIME_BANK: u16 = 60;

/// A setup being edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUpDraft {
    /// Current setup.
    pub set_up: SetUp,
}

impl SetUpDraft {
    /// Starts from the current setup.
    #[must_use]
    pub fn new(set_up: SetUp) -> SetUpDraft {
        SetUpDraft { set_up }
    }

    /// Id of the game, without variations.
    #[must_use]
    pub fn game(&self) -> &str {
        self.set_up.game.split('+').next().unwrap_or_default()
    }

    /// Returns `true` if this variation is selected.
    #[must_use]
    pub fn has(&self, variation: &str) -> bool {
        self.set_up.game.split('+').skip(1).any(|id| id == variation)
    }

    /// Selects another game without changes, and adjusts the number of seats. `players` is the allowed range
    /// for games that are not in the library.
    pub fn select_game(&mut self, game: &str, players: Option<(u8, u8)>, library: &Library) {
        game.clone_into(&mut self.set_up.game);
        self.set_up.changes.clear();
        let own = library.select(game, &[]).ok().map(|set| set.choices.players);
        let bounds = own.map(|players| (players.min, players.max)).or(players);
        if let Some((least, most)) = bounds {
            self.set_seat_count(self.set_up.seats.len().clamp(least.into(), most.into()));
        }
    }

    /// Toggles a variation.
    pub fn toggle(&mut self, variation: &str) {
        let mut parts: Vec<&str> = self.set_up.game.split('+').collect();
        match parts.iter().skip(1).position(|id| *id == variation) {
            Some(at) => {
                parts.remove(at + 1);
            }
            None => parts.push(variation),
        }
        self.set_up.game = parts.join("+");
    }

    /// Sets the number of seats: adds seats for people, and removes bots before people.
    pub fn set_seat_count(&mut self, players: usize) {
        let seats = &mut self.set_up.seats;
        while seats.len() > players {
            let bot = seats.iter().rposition(|seat| matches!(seat, SeatPlan::Bot { .. }));
            seats.remove(bot.unwrap_or(seats.len() - 1));
        }
        seats.resize(players, SeatPlan::Person);
        if self.first_dealer().is_some_and(|seat| usize::from(seat) > players) {
            self.set_first_dealer(None);
        }
    }

    /// Number of the seat that deals first, from 1; `None` if the rules determine the dealer.
    #[must_use]
    pub fn first_dealer(&self) -> Option<u8> {
        let value = |path: &str| {
            let change = self.set_up.changes.iter().find(|(other, _)| other == path);
            change.map(|(_, value)| value.as_str())
        };
        let volunteers = value(CHOSEN_FIRST_DEALER.0) == Some(CHOSEN_FIRST_DEALER.1);
        volunteers.then(|| value(FIRST_SEAT).map_or(Some(1), |seat| seat.parse().ok()))?
    }

    /// Sets the seat that deals first; `None` lets the rules determine the dealer.
    pub fn set_first_dealer(&mut self, seat: Option<u8>) {
        let changes = &mut self.set_up.changes;
        changes.retain(|(path, _)| path != CHOSEN_FIRST_DEALER.0 && path != FIRST_SEAT);
        if let Some(seat) = seat {
            let (path, value) = CHOSEN_FIRST_DEALER;
            changes.push((path.to_owned(), value.to_owned()));
            changes.push((FIRST_SEAT.to_owned(), seat.to_string()));
        }
    }

    /// Assigns a seat to a person, or to a bot of this level.
    pub fn assign_seat(&mut self, seat: usize, bot: Option<Level>) {
        if let Some(plan) = self.set_up.seats.get_mut(seat) {
            *plan = bot.map_or(SeatPlan::Person, |level| SeatPlan::Bot { level });
        }
    }

    /// Sets the seconds per move and the time bank; 0 for no limit.
    pub fn set_clock(&mut self, seconds: u16, bank: u16) {
        self.set_up.clock = match seconds {
            0 => Clock::None,
            seconds => Clock::PerMove { seconds, bank },
        };
    }

    /// Seconds per move; 0 for no limit.
    #[must_use]
    pub fn seconds(&self) -> u16 {
        match self.set_up.clock {
            Clock::None => 0,
            Clock::PerMove { seconds, .. } => seconds,
        }
    }

    /// Checks the setup, as far as this client knows the game.
    ///
    /// # Errors
    /// Errors in the rules.
    pub fn check(&self, library: &Library) -> Result<(), Flaws> {
        if library.file(self.game()).is_none() {
            return Ok(());
        }
        self.set_up.source().new_rules(library).map(|_| ())
    }
}

/// The same setup with the person of this name dealing first; `None` if they are not seated, or deal first
/// already.
#[must_use]
pub fn with_first_dealer(set_up: &SetUp, seated: &[SeatInfo], name: &str) -> Option<SetUp> {
    let person = Sitter::Person { name: name.to_owned() };
    let is_it = |info: &SeatInfo| info.sitter == person;
    let seat = u8::try_from(seated.iter().position(is_it)?).ok()? + 1;
    let mut draft = SetUpDraft::new(set_up.clone());
    if draft.first_dealer() == Some(seat) {
        return None;
    }
    draft.set_first_dealer(Some(seat));
    Some(draft.set_up)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> (SetUpDraft, Library) {
        let bot = SeatPlan::Bot { level: Level::Novice };
        let seats = vec![SeatPlan::Person, bot, SeatPlan::Person, bot];
        let mut set_up = SetUp::new("contract-rummy", seats);
        set_up.changes.push(("match.deals".into(), "3".into()));
        (SetUpDraft::new(set_up), Library::standard().unwrap())
    }

    #[test]
    fn selecting_a_game_resets_changes_and_adjusts_seats() {
        let (mut draft, library) = draft();
        draft.select_game("gin", None, &library);
        assert_eq!((draft.game(), draft.set_up.changes.len()), ("gin", 0));
        // Bots are removed before people.
        assert_eq!(draft.set_up.seats, [SeatPlan::Person; 2]);
        assert!(draft.check(&library).is_ok());
        draft.select_game("house", Some((3, 6)), &library);
        assert_eq!(draft.set_up.seats.len(), 3);
        assert!(draft.check(&library).is_ok(), "the server knows it");
    }

    #[test]
    fn first_dealer_follows_the_person() {
        let (draft, library) = draft();
        let person = |name: &str| SeatInfo::of(Sitter::Person { name: name.to_owned() });
        let free = || SeatInfo::of(Sitter::Free);
        let mut seated = vec![person("Ann"), free(), person("Bob"), free()];
        assert_eq!(with_first_dealer(&draft.set_up, &seated, "Cat"), None, "she is not there yet");
        let mut now = SetUpDraft::new(with_first_dealer(&draft.set_up, &seated, "Bob").unwrap());
        assert_eq!((draft.first_dealer(), now.first_dealer()), (None, Some(3)));
        assert!(now.check(&library).is_ok());
        assert_eq!(with_first_dealer(&now.set_up, &seated, "Bob"), None, "he does already");
        seated.swap(0, 2);
        let moved = with_first_dealer(&now.set_up, &seated, "Bob").unwrap();
        assert_eq!(SetUpDraft::new(moved).first_dealer(), Some(1));
        // Without the seat or the choice, the rules determine the dealer.
        now.set_seat_count(2);
        assert_eq!((now.first_dealer(), &now.set_up.changes), (None, &draft.set_up.changes));
    }

    #[test]
    fn variations_seats_and_clock_are_editable() {
        let (mut draft, library) = draft();
        draft.select_game("rummy", None, &library);
        draft.toggle("jokers");
        assert!(draft.has("jokers") && draft.game() == "rummy");
        draft.toggle("jokers");
        assert_eq!(draft.set_up.game, "rummy");
        draft.assign_seat(0, Some(Level::Sharp));
        draft.assign_seat(1, None);
        draft.assign_seat(99, None);
        let bot = SeatPlan::Bot { level: Level::Sharp };
        assert_eq!(draft.set_up.seats[..2], [bot, SeatPlan::Person]);
        draft.set_clock(30, 60);
        let clock = Clock::PerMove { seconds: 30, bank: 60 };
        assert_eq!((draft.seconds(), draft.set_up.clock), (30, clock));
        draft.set_clock(0, 60);
        assert_eq!((draft.seconds(), draft.set_up.clock), (0, Clock::None));
        draft.set_seat_count(9);
        assert!(draft.check(&library).is_err(), "too many");
    }
}

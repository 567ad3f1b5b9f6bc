//! Options of `upcard sit --open`: game, house rules and seats of the table to open.

use std::error::Error;

use clap::Args;
use upcard_client::wire::{SeatPlan, SetUp};
use upcard_client::{DEFAULT_TIME_BANK, SetUpDraft};
use upcard_engine::{Level, Library};

use crate::proof::count;
use crate::selection::{changes, player_count, raw_change};

/// A table to be opened.
#[derive(Args)]
pub(crate) struct OpenTable {
    /// Open a table for this game at the server, as its host: an id, or `id+variation+variation`. LINK is
    /// then the server's address; the table's link is printed, to be shared.
    #[arg(long = "open", value_name = "GAME")]
    game: Option<String>,
    /// With --open: change one choice, as in `--set buying.limit.per-deal=3`; may be repeated.
    #[arg(long = "set", value_name = "CHOICE=VALUE", value_parser = raw_change, requires = "game")]
    sets: Vec<(String, String)>,
    /// With --open: number of players (by default 4, or the nearest number that the game allows).
    #[arg(long, value_name = "N", requires = "game")]
    players: Option<u8>,
    /// With --open: number of seats for people, yours included (by default all that --bots leaves). Bots also
    /// take the seats that are free when the match begins.
    #[arg(long, value_name = "N", requires = "game")]
    people: Option<u8>,
    /// With --open: levels of the bots, as for 'upcard play'; a list assigns one to each seat in turn.
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', requires = "game")]
    bots: Vec<Level>,
    /// With --open: a short match of three deals, if the game allows that.
    #[arg(long, requires = "game")]
    short: bool,
    /// With --open: seconds per move, plus a minute to spare per match; 0 is unlimited.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, requires = "game")]
    clock: u16,
}

impl OpenTable {
    /// Returns the set-up of the table to open; `None` without --open.
    pub(crate) fn set_up(&self, library: &Library) -> Result<Option<SetUp>, Box<dyn Error>> {
        let Some(game) = &self.game else { return Ok(None) };
        let players = self.players(game, library)?;
        let mut set_up = SetUp::new(game, self.seats(players)?);
        set_up.changes = changes(library, game, players, self.short, &self.sets)?;
        let mut draft = SetUpDraft::new(set_up);
        draft.set_clock(self.clock, DEFAULT_TIME_BANK);
        draft.check(library)?;
        Ok(Some(draft.set_up))
    }

    fn players(&self, game: &str, library: &Library) -> Result<u8, Box<dyn Error>> {
        let id = game.split('+').next().unwrap_or(game);
        Ok(match (library.file(id), self.players) {
            (Some(_), players) => player_count(library, game, players)?,
            // It may be a custom game of the server.
            (None, Some(players @ 1..)) if !id.contains(['/', '.']) => players,
            (None, _) => {
                let why = "unknown game; if it is one of the server's own, give the number of players with \
                    --players";
                return Err(format!("--open: {id}: {why}").into());
            }
        })
    }

    /// Seats of people, then those of bots.
    fn seats(&self, players: u8) -> Result<Vec<SeatPlan>, String> {
        let players = usize::from(players);
        let others = players.saturating_sub(1);
        let bots = match self.people {
            Some(people @ 1..) if usize::from(people) <= players => players - usize::from(people),
            Some(people) => {
                return Err(format!("--people: {people} of {}", count(players, "player")));
            }
            None => self.bots.len(),
        };
        // Levels without a seat would be ignored.
        let seats = if self.people.is_some() { bots } else { others };
        if self.bots.len() > seats {
            let levels = count(self.bots.len(), "level");
            return Err(format!("--bots: {levels} for {}", count(seats, "other seat")));
        }
        let people = players - bots;
        let levels = if self.bots.is_empty() { &[Level::Steady][..] } else { &self.bots };
        let bots = levels.iter().cycle().take(bots).map(|level| SeatPlan::Bot { level: *level });
        let people = std::iter::repeat_n(SeatPlan::Person, people);
        Ok(people.chain(bots).collect())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct TestCli {
        #[command(flatten)]
        opening: OpenTable,
    }

    /// What this opens: one letter per seat, P or the first of the bot's level.
    fn opened(line: &str) -> Result<(SetUp, String), String> {
        let words = std::iter::once("sit").chain(line.split_whitespace());
        let asked = TestCli::try_parse_from(words).map_err(|error| error.to_string())?;
        let library = Library::standard().unwrap();
        let set_up = asked.opening.set_up(&library).map_err(|error| error.to_string())?;
        let set_up = set_up.ok_or("nothing")?;
        let letter = |seat: &SeatPlan| match seat {
            SeatPlan::Person => 'P',
            SeatPlan::Bot { level } => level.name().chars().next().unwrap_or_default(),
        };
        let seats = set_up.seats.iter().map(letter).collect();
        Ok((set_up, seats))
    }

    #[test]
    fn seats_without_bots_are_for_people() {
        let seats = |line: &str| opened(line).map(|(_, seats)| seats);
        for (line, expected) in [
            ("--open gin", "PP"),
            ("--open rummy", "PPPP"),
            ("--open rummy --players 6 --people 2", "PPssss"),
            ("--open rummy --bots novice,expert", "PPne"),
            ("--open rummy --people 1 --bots novice,expert", "Pnen"),
            ("--open house --players 3", "PPP"),
        ] {
            assert_eq!(seats(line).as_deref(), Ok(expected), "{line}");
        }
        for (line, why) in [
            ("--open rummy --people 0", "--people: 0 of 4 players"),
            ("--open rummy --people 5", "--people: 5 of 4 players"),
            ("--open gin --bots novice,novice", "--bots: 2 levels for 1 other seat"),
            ("--open gin --people 2 --bots novice", "--bots: 1 level for 0 other seats"),
            ("--open house", "--players"),
            ("--open ./house.toml --players 3", "--players"),
            ("--players 3", "--open"),
            ("", "nothing"),
        ] {
            let error = seats(line).unwrap_err();
            assert!(error.contains(why), "{line}: {error}");
        }
        for wrong in ["--open gin --players 5", "--open rummy --players 0", "--open gin+nothing"] {
            assert!(seats(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn house_rules_and_clock_follow_the_options() {
        let library = Library::standard().unwrap();
        let deals = |set_up: &SetUp| set_up.source().rules(&library).unwrap().schedule.len();
        let (set_up, _) = opened("--open rummy --short").unwrap();
        assert_eq!(deals(&set_up), 3);
        let (set_up, _) = opened("--open rummy+jokers --set match.deals=2 --clock 30").unwrap();
        assert_eq!((set_up.game.as_str(), deals(&set_up)), ("rummy+jokers", 2));
        assert_eq!(
            set_up.clock,
            upcard_client::wire::Clock::PerMove { seconds: 30, bank: DEFAULT_TIME_BANK }
        );
        let (set_up, _) = opened("--open rummy").unwrap();
        assert_eq!(set_up, SetUp::new("rummy", vec![SeatPlan::Person; 4]));
        assert!(opened("--open pool-101 --short").is_err());
        let (set_up, _) = opened("--open rummy --short --set match.deals=2").unwrap();
        assert_eq!(deals(&set_up), 2);
        assert!(opened("--open rummy --set match.deals=none-at-all").is_err());
    }
}

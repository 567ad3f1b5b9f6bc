//! What `upcard sit --open` opens at a server: the game, its house rules, and for whom the seats are.

use std::error::Error;

use clap::Args;
use upcard_client::wire::{SeatPlan, SetUp};
use upcard_client::{BANK, SetUpDraft};
use upcard_engine::{Level, Library, Rules};

use crate::proof::count;
use crate::selection::{changes, raw_change};

/// A table to be opened.
#[derive(Args)]
pub(crate) struct Opening {
    /// Open a table for this game at the server, and be its host: an id, or `id+variation+variation`. LINK is
    /// the server's address then; the table's link is printed, for the others.
    #[arg(long = "open", value_name = "GAME")]
    game: Option<String>,
    /// With --open: change one choice, as in `--set buying.limit.per-deal=3`; may be repeated.
    #[arg(long = "set", value_name = "CHOICE=VALUE", value_parser = raw_change, requires = "game")]
    sets: Vec<(String, String)>,
    /// With --open: how many play (by default 4, or the nearest number that the game allows).
    #[arg(long, value_name = "N", requires = "game")]
    players: Option<u8>,
    /// With --open: how many seats wait for people, yours among them (by default all that no bot of --bots
    /// takes). Bots take those that are free when the match begins, too.
    #[arg(long, value_name = "N", requires = "game")]
    people: Option<u8>,
    /// With --open: how well the bots play in the other seats, as for 'upcard play'; a list of levels, one for
    /// each in turn.
    #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', requires = "game")]
    bots: Vec<Level>,
    /// With --open: a short match of three deals, where the game can be cut short so.
    #[arg(long, requires = "game")]
    short: bool,
    /// With --open: so many seconds for a move, and a minute to spare in a match; 0 is as long as it takes.
    #[arg(long, value_name = "SECONDS", default_value_t = 0, requires = "game")]
    clock: u16,
}

impl Opening {
    /// The table that is to be opened; none where there is one already.
    pub(crate) fn set_up(&self, library: &Library) -> Result<Option<SetUp>, Box<dyn Error>> {
        let Some(game) = &self.game else { return Ok(None) };
        let players = self.players_of(game, library)?;
        let mut set_up = SetUp::new(game, self.seats(players)?);
        set_up.changes = changes(library, game, players, self.short, &self.sets)?;
        let mut draft = SetUpDraft::new(set_up);
        draft.time(self.clock, BANK);
        draft.check(library)?;
        Ok(Some(draft.set_up))
    }

    /// How many play this game.
    fn players_of(&self, game: &str, library: &Library) -> Result<u8, Box<dyn Error>> {
        let id = game.split('+').next().unwrap_or(game);
        let players = match (library.file(id), self.players) {
            (Some(_), players) => {
                let set = library.select(game, &[])?;
                let players = players.unwrap_or_else(|| set.usual_players());
                if players == 0 {
                    // There is the host's seat at least: a set-up cannot say this.
                    Rules::new(set, players)?;
                }
                players
            }
            // It may be a game of the server's own, which nobody else knows.
            (None, Some(players @ 1..)) if !id.contains(['/', '.']) => players,
            (None, _) => {
                let why = "no game of the project is called so; for one of the server's own say by --players how many \
                           play";
                return Err(format!("--open: {id}: {why}").into());
            }
        };
        Ok(players)
    }

    /// The seats of people, then those of bots.
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
        // Without a seat for it, what was asked for would be forgotten.
        let seats = if self.people.is_some() { bots } else { others };
        if self.bots.len() > seats {
            let levels = count(self.bots.len(), "level");
            return Err(format!("--bots: {levels} for {}", count(seats, "other seat")));
        }
        let levels = if self.bots.is_empty() { &[Level::Steady][..] } else { &self.bots };
        let bots: Vec<SeatPlan> = levels.iter().cycle().take(bots).copied().map(bot).collect();
        let people = std::iter::repeat_n(SeatPlan::Person, players - bots.len());
        Ok(people.chain(bots).collect())
    }
}

fn bot(level: Level) -> SeatPlan {
    SeatPlan::Bot { level }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Asked {
        #[command(flatten)]
        opening: Opening,
    }

    /// What this opens: a letter for each seat, P or that of the bot's level.
    fn opened(line: &str) -> Result<(SetUp, String), String> {
        let words = std::iter::once("sit").chain(line.split_whitespace());
        let asked = Asked::try_parse_from(words).map_err(|error| error.to_string())?;
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
    fn seats_are_for_people_where_no_bot_was_asked_for() {
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
    fn house_rules_and_the_clock_are_those_that_were_asked_for() {
        let library = Library::standard().unwrap();
        let deals = |set_up: &SetUp| set_up.source().rules(&library).unwrap().schedule.len();
        let (set_up, _) = opened("--open rummy --short").unwrap();
        assert_eq!(deals(&set_up), 3);
        let (set_up, _) = opened("--open rummy+jokers --set match.deals=2 --clock 30").unwrap();
        assert_eq!((set_up.game.as_str(), deals(&set_up)), ("rummy+jokers", 2));
        assert_eq!(set_up.clock, upcard_client::wire::Clock::PerMove { seconds: 30, bank: BANK });
        let (set_up, _) = opened("--open rummy").unwrap();
        assert_eq!(set_up, SetUp::new("rummy", vec![SeatPlan::Person; 4]));
        assert!(opened("--open pool-101 --short").is_err());
        let (set_up, _) = opened("--open rummy --short --set match.deals=2").unwrap();
        assert_eq!(deals(&set_up), 2);
        assert!(opened("--open rummy --set match.deals=none-at-all").is_err());
    }
}

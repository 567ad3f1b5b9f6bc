//! The matches that supply the positions: players and every answer given.
//!
//! They are stored as answers rather than replayed by bots: a change of a bot is to change the answers in the
//! positions, not the positions.

use std::fmt::{self, Write as _};
use std::sync::Arc;

use upcard_bots::{Budget, player};
use upcard_engine::chance::Chance;
use upcard_engine::{Action, Deal, Game, Level, Library, Phase, Rules, View};

use super::family::Family;

/// Positions of a block.
pub(super) const BLOCK_SIZE: usize = 100;

/// Maximum number of positions from one match, so that many games are covered.
const MAX_POSITIONS_PER_MATCH: usize = 34;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    /// A draw from the stock or a pass: half of all answers, written as a dot.
    Default,
    /// Any other answer.
    Other(Action),
}

impl Answer {
    fn of(action: Action, phase: Phase) -> Answer {
        if action == default_answer(phase) { Answer::Default } else { Answer::Other(action) }
    }

    fn action(&self, phase: Phase) -> Action {
        match self {
            Answer::Default => default_answer(phase),
            Answer::Other(action) => action.clone(),
        }
    }
}

fn default_answer(phase: Phase) -> Action {
    if phase == Phase::Draw { Action::Draw } else { Action::Pass }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Default => f.write_str("."),
            Answer::Other(Action::Take) => f.write_str("+"),
            Answer::Other(Action::Discard { card, shanghai: false }) => write!(f, "{card}"),
            Answer::Other(action) => write!(f, "[{action}]"),
        }
    }
}

/// A match, as far as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Match {
    /// The game, with its variations.
    game: String,
    players: u8,
    /// Number of its random source.
    seed: u64,
    /// The first deal.
    deal: Deal,
    answers: Vec<Answer>,
}

impl fmt::Display for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match { game, players, seed, deal, .. } = self;
        writeln!(f, "match {game} players {players} seed {seed} deal {deal}")?;
        let mut line = String::new();
        for answer in &self.answers {
            let answer = answer.to_string();
            if line.len() + answer.len() > 100 {
                writeln!(f, "{}", line.trim_end())?;
                line.clear();
            }
            write!(line, "{answer} ")?;
        }
        writeln!(f, "{}", line.trim_end())
    }
}

/// Why a match can no longer be replayed.
#[derive(Debug)]
pub(crate) struct ReplayFault {
    /// Number of answers before the fault.
    after: usize,
    why: String,
}

impl Match {
    /// Parses a match from its first line and the lines with its answers.
    fn read(head: &str, body: &str) -> Option<Match> {
        let mut words = head.split(' ');
        let mut field = |name: &str| if words.next() == Some(name) { words.next() } else { None };
        let game = field("match")?.to_owned();
        let players = field("players")?.parse().ok()?;
        let seed = field("seed")?.parse().ok()?;
        let deal = Deal::new(field("deal")?.parse().ok()?)?;
        let mut answers = Vec::new();
        let mut rest = body.trim_start();
        while !rest.is_empty() {
            let (word, after) = match rest.strip_prefix('[') {
                Some(inner) => inner.split_once(']')?,
                None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
            };
            answers.push(match word {
                "." => Answer::Default,
                "+" => Answer::Other(Action::Take),
                action if rest.starts_with('[') => Answer::Other(action.parse().ok()?),
                card => Answer::Other(format!("discard {card}").parse().ok()?),
            });
            rest = after.trim_start();
        }
        Some(Match { game, players, seed, deal, answers })
    }

    fn begin(&self, library: &Library) -> Option<Game> {
        let rules = Rules::of(library, &self.game, &[], Some(self.players)).ok()?;
        let game = Game::new(Arc::new(rules), Chance::numbered(self.seed));
        Some(game.starting_at(self.deal))
    }

    /// Replays the match and shows each sampled position, with a name.
    pub(crate) fn replay(
        &self,
        library: &Library,
        mut visit: impl FnMut(&View<'_>, &dyn Fn() -> String),
    ) -> Result<(), ReplayFault> {
        let fault = |after: usize, why: String| ReplayFault { after, why };
        let Some(mut game) = self.begin(library) else {
            return Err(fault(0, "its rules are invalid".into()));
        };
        for (number, answer) in self.answers.iter().enumerate() {
            let Some(seat) = game.next_to_act(&mut ()) else {
                return Err(fault(number, "the match is over".into()));
            };
            let view = game.view(seat);
            if is_sampled(number) {
                let name = || format!("{} seed {} answer {}", self.game, self.seed, number + 1);
                visit(&view, &name);
            }
            let action = answer.action(view.table.phase());
            if let Err(refusal) = game.act(seat, &action, &mut ()) {
                return Err(fault(number, format!("'{action}' is refused: {refusal:?}")));
            }
        }
        Ok(())
    }

    pub(crate) fn positions(&self) -> usize {
        (0..self.answers.len()).filter(|number| is_sampled(*number)).count()
    }

    /// Its name in a message, with a fault.
    pub(crate) fn name(&self, fault: &ReplayFault) -> String {
        let Match { game, players, seed, .. } = self;
        let ReplayFault { after, why } = fault;
        format!("{game}, {players} players, seed {seed}, after {after} answers: {why}")
    }

    /// The match, truncated to the part that can still be replayed.
    fn truncate_to_playable(mut self, library: &Library) -> Match {
        if let Err(fault) = self.replay(library, |_, _| ()) {
            self.answers.truncate(fault.after);
        }
        self
    }

    /// Lets a mixture of players play the match until it has `most` positions or is over.
    fn play(mut self, library: &Library, most: usize) -> Match {
        use Level::{Expert, Novice, Sharp, Steady};
        const PLAYERS: [Level; 6] = [Novice, Steady, Steady, Sharp, Sharp, Expert];
        let Some(mut game) = self.begin(library) else { return self };
        while self.positions() < most
            && let Some(seat) = game.next_to_act(&mut ())
        {
            let view = game.view(seat);
            let answer = self.answers.len() as u64;
            // One answer in twelve is random, so that no position is out of reach.
            let of_seat = mix(self.seed, u64::MAX - seat.index() as u64) % PLAYERS.len() as u64;
            let of_seat = PLAYERS.get(of_seat as usize);
            let level = match mix(self.seed, answer) % 12 {
                0 => Level::Random,
                _ => of_seat.copied().unwrap_or(Level::Steady),
            };
            let action = player(level, answer).decide(&view, &Budget::Playouts(0));
            let phase = view.table.phase();
            if game.act(seat, &action, &mut ()).is_err() {
                break;
            }
            self.answers.push(Answer::of(action, phase));
        }
        // A match ends with a sampled position.
        while self.answers.len().checked_sub(1).is_some_and(|last| !is_sampled(last)) {
            self.answers.pop();
        }
        self
    }
}

/// Returns `true` if the position before this answer is sampled: one in four, not in step with the turns.
fn is_sampled(number: usize) -> bool {
    mix(0, number as u64).is_multiple_of(4)
}

/// Mixes a seed and a number by SplitMix64.
fn mix(seed: u64, number: u64) -> u64 {
    let mut x = seed.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(number);
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// The matches of a block of positions.
pub(crate) type Block = Vec<Match>;

/// Parses a file of matches; the error is the number of the invalid line.
pub(crate) fn read(text: &str) -> Result<Vec<Block>, usize> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if line == "block" {
            blocks.push(Vec::new());
        } else {
            let mut body = String::new();
            let answers = |line: &str| !line.starts_with("match") && line != "block";
            while let Some((_, line)) = lines.next_if(|(_, line)| answers(line)) {
                body.push_str(line);
                body.push('\n');
            }
            let read = Match::read(line, &body).ok_or(number + 1)?;
            blocks.last_mut().ok_or(number + 1)?.push(read);
        }
    }
    Ok(blocks)
}

/// The text of a file of matches.
pub(crate) fn write(blocks: &[Block]) -> String {
    let mut text = String::from(
        "# Matches from which positions are taken; cargo xtask freeze --positions writes them.\n\
         # Each begins with its game; a dot is a draw or a pass, a plus takes the upcard, a card by\n\
         # itself is a discard.\n",
    );
    for block in blocks {
        text.push_str("block\n");
        block.iter().for_each(|one| text.push_str(&one.to_string()));
    }
    text
}

/// A block with all its positions: its matches as far as they can still be replayed, and new ones for the
/// rest.
pub(crate) fn fill_block(library: &Library, family: Family, number: usize, old: Block) -> Block {
    let (games, varied) = family.games(library);
    let kept = old.into_iter().map(|one| one.truncate_to_playable(library));
    let mut block: Block = kept.filter(|one| one.positions() > 0).collect();
    // As far as there are enough games, no two blocks share any.
    for at in (number * 4..).take(100) {
        let present: usize = block.iter().map(Match::positions).sum();
        if present >= BLOCK_SIZE {
            break;
        }
        let names = if at % 2 == 0 || varied.is_empty() { &games } else { &varied };
        let Some(game) = names.get(at / 2 % names.len().max(1)) else { break };
        let Ok(set) = library.select(game, &[]) else { continue };
        let (least, most) = (set.choices.players.min, set.choices.players.max.min(6));
        let seed = 1 + at as u64 + 1000 * number as u64;
        let players = least + (mix(seed, 1) % u64::from(most.max(least) - least + 1)) as u8;
        let Ok(rules) = Rules::new(set, players) else { continue };
        // A match to a target has no fixed number of deals: it begins with its first.
        let deals = if rules.target.is_none() { rules.schedule.len().max(1) as u64 } else { 1 };
        let deal = Deal::new(1 + (mix(seed, 2) % deals) as u8).unwrap_or(Deal::FIRST);
        if block.iter().any(|one| one.seed == seed) {
            continue;
        }
        let new = Match { game: game.clone(), players, seed, deal, answers: Vec::new() };
        let new = new.play(library, MAX_POSITIONS_PER_MATCH.min(BLOCK_SIZE - present));
        if new.positions() > 0 {
            block.push(new);
        }
    }
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library() -> Library {
        Library::standard().unwrap()
    }

    #[test]
    fn a_file_round_trips() {
        let library = library();
        let block = fill_block(&library, Family::Contracts, 3, Vec::new());
        let text = write(&[block.clone(), Vec::new()]);
        assert_eq!(read(&text).unwrap(), [block, Vec::new()]);
        assert_eq!(read("block\nmatch rummy players 2 seed 1 deal 1\n. XX\n"), Err(2));
        assert_eq!(read("match rummy players 2 seed 1 deal 1\n"), Err(1));
    }

    #[test]
    fn a_filled_block_replays() {
        let library = library();
        let block = fill_block(&library, Family::FreeMelds, 1, Vec::new());
        let mut seen = 0;
        for one in &block {
            one.replay(&library, |_, _| seen += 1).unwrap();
        }
        assert_eq!(seen, BLOCK_SIZE);
        assert_eq!(fill_block(&library, Family::FreeMelds, 1, block.clone()), block);
    }

    #[test]
    fn a_match_that_is_now_refused_is_truncated() {
        let library = library();
        let whole = fill_block(&library, Family::FreeMelds, 1, Vec::new());
        let mut block = whole.clone();
        let half = block[0].answers.len() / 2;
        block[0].answers[half] = Answer::Other(Action::Rejoin);
        let fault = block[0].replay(&library, |_, _| ()).unwrap_err();
        assert_eq!(fault.after, half);
        assert!(block[0].name(&fault).contains("'rejoin' is refused"));
        let mended = fill_block(&library, Family::FreeMelds, 1, block);
        assert_eq!(mended[0].answers[..], whole[0].answers[..half]);
        assert_eq!(mended[1..whole.len()], whole[1..]);
        assert_eq!(mended.iter().map(Match::positions).sum::<usize>(), BLOCK_SIZE);
    }
}

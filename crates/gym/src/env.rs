//! A single match, stepped by action numbers.

use std::sync::Arc;

use upcard_bots::{Budget, player};
use upcard_engine::chance::Chance;
use upcard_engine::record::{Record, Recorder};
use upcard_engine::{Action, Deal, Event, Game, Level, MAX_PLAYERS, Refusal, Rules, Seat};

use crate::error::GymError;
use crate::listed_plays::{self, ListedPlays, single_play};
use crate::mask::Mask;

/// End of an episode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Episode {
    /// At the end of the match.
    #[default]
    Match,
    /// At the end of its first deal.
    Deal,
}

/// Options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// End of an episode.
    pub episode: Episode,
    /// First deal to play, from 1; 0 means 1.
    pub first_deal: u8,
    /// `true` to allow undoing plays within a turn.
    pub undo: bool,
    /// `true` to keep the history, and a record if the match begins with its first deal.
    pub record: bool,
}

impl Options {
    /// Checks that a match by these rules has the first deal asked for.
    ///
    /// # Errors
    /// If it does not; names the deals that exist.
    pub fn check(&self, rules: &Arc<Rules>) -> Result<(), GymError> {
        let begins = |deal: Deal| {
            let game = Game::new(rules.clone(), Chance::numbered(0)).without_undo();
            let mut game = game.starting_at(deal);
            game.next_deal(&mut ());
            game.to_act().is_some()
        };
        match Deal::new(self.first_deal) {
            Some(first) if !begins(first) => {
                let last = Deal::all().take_while(|deal| begins(*deal)).last();
                Err(GymError::Deal { last: last.unwrap_or(Deal::FIRST).number() })
            }
            _ => Ok(()),
        }
    }
}

/// Result of a step.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StepResult {
    /// Change of each seat's standing, in points, higher is better. Standings change when a deal ends.
    pub rewards: [f32; MAX_PLAYERS],
    /// `true` if the episode is over.
    pub over: bool,
}

/// One match with all its secrets.
#[derive(Clone)]
pub struct Env {
    game: Game,
    options: Options,
    seed: u64,
    said: Vec<u8>,
    /// Plays of the present decision, if they had to be listed.
    listed: Option<ListedPlays>,
    mask: Mask,
    standings: [i32; MAX_PLAYERS],
    over: bool,
    recorder: Option<Recorder>,
    /// Actions so far, if the history is kept.
    history: Vec<Action>,
    /// Who has decided for each seat; `None` if nobody has yet.
    deciders: [Option<Decider>; MAX_PLAYERS],
}

/// Who has decided for a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decider {
    /// A bot of this level, every time.
    Bot(Level),
    /// Somebody else, at least once.
    Other,
}

impl Env {
    /// Creates a match by these rules. The seed determines the deals.
    #[must_use]
    pub fn new(rules: &Arc<Rules>, options: Options, seed: u64) -> Env {
        let mut game = Game::new(rules.clone(), Chance::numbered(seed));
        if !options.undo {
            game = game.without_undo();
        }
        if let Some(first) = Deal::new(options.first_deal) {
            game = game.starting_at(first);
        }
        let seats = Seat::all(rules.players).map(|seat| seat_name(seat, None));
        // A record covers a whole match.
        let records = options.record && options.first_deal <= 1;
        let mut env = Env {
            game,
            options,
            seed,
            said: Vec::new(),
            listed: None,
            mask: Mask::NONE,
            standings: [0; MAX_PLAYERS],
            over: false,
            recorder: records.then(|| Recorder::new(rules, seed, seats.collect())),
            history: Vec::new(),
            deciders: [None; MAX_PLAYERS],
        };
        env.start_next_deal();
        env.standings = standings(&env.game);
        env.update_mask();
        env
    }

    /// Starts another match by the same rules.
    pub fn reset(&mut self, seed: u64) {
        *self = Env::new(self.game.rules(), self.options, seed);
    }

    /// The match itself, with all its secrets.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Seed of the match.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the seat to act; `None` if the episode is over.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        if self.over { None } else { self.game.to_act() }
    }

    /// Returns the numbers of the incomplete play.
    #[must_use]
    pub fn said(&self) -> &[u8] {
        &self.said
    }

    /// Returns the action mask of the seat to act.
    #[must_use]
    pub const fn mask(&self) -> &Mask {
        &self.mask
    }

    /// Returns `true` if the episode is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Returns the standings of the seats, in points, higher is better.
    #[must_use]
    pub const fn standings(&self) -> &[i32; MAX_PLAYERS] {
        &self.standings
    }

    /// Steps the seat to act by one number. Executes the play if that completes it.
    ///
    /// # Errors
    /// If the number is masked; nothing has changed then.
    pub fn step(&mut self, number: u8) -> Result<StepResult, GymError> {
        let Some(seat) = self.seat() else { return Err(GymError::Over) };
        if !self.mask.has(number) {
            return Err(GymError::Masked { number });
        }
        let view = self.game.view(seat);
        if self.said.is_empty()
            && let Some(action) = single_play(&view, number)
        {
            return self.execute(seat, &action, None);
        }
        self.said.push(number);
        if self.said.len() == 1 {
            self.listed = Some(ListedPlays::after(&view, number, self.listed.take()));
        }
        let choices = self.listed.get_or_insert_with(|| ListedPlays::list(&view));
        match choices.decode(&view, &self.said) {
            Some(action) => self.execute(seat, &action, None),
            None => {
                self.mask = choices.follow(&view, &self.said);
                Ok(StepResult::default())
            }
        }
    }

    /// Executes an action of the seat to act, independent of its encoding.
    ///
    /// # Errors
    /// If a play is incomplete, or the rules forbid the action; nothing has changed then.
    pub fn act(&mut self, action: &Action) -> Result<StepResult, GymError> {
        self.act_for(action, None)
    }

    /// The same, recording that a bot of this level or somebody else chose it.
    ///
    /// # Errors
    /// As [`Env::act`].
    pub fn act_for(&mut self, action: &Action, bot: Option<Level>) -> Result<StepResult, GymError> {
        let Some(seat) = self.seat() else { return Err(GymError::Over) };
        if !self.said.is_empty() {
            return Err(GymError::IncompletePlay);
        }
        self.execute(seat, action, bot)
    }

    /// Lets bots play until a seat without a bot is to act, or the episode is over. `bot` maps a seat and
    /// decision number to a level and seed. The mask is computed only at the end.
    ///
    /// # Errors
    /// If a play is incomplete, or a bot's action is illegal.
    pub fn play_on(
        &mut self,
        budget: &Budget<'_>,
        mut bot: impl FnMut(Seat, u32) -> Option<(Level, u64)>,
    ) -> Result<StepResult, GymError> {
        let mut sum = StepResult::default();
        let (mut played, mut moved) = (Ok(()), false);
        while played.is_ok()
            && let Some(seat) = self.seat()
            && let Some((level, seed)) = bot(seat, self.game.table().decision())
        {
            if !self.said.is_empty() {
                return Err(GymError::IncompletePlay);
            }
            let action = player(level, seed).decide(&self.game.view(seat), budget);
            played = self.play(seat, &action, Some(level)).map(|stepped| {
                moved = true;
                let rewards = sum.rewards.iter_mut().zip(stepped.rewards);
                rewards.for_each(|(sum, more)| *sum += more);
                sum.over = stepped.over;
            });
        }
        if moved {
            self.update_mask();
        }
        played.map(|()| sum)
    }

    /// Returns the level of each seat that bots of a single level have played so far; `None` for others.
    pub fn bots(&self) -> impl Iterator<Item = Option<Level>> {
        self.deciders.iter().take(usize::from(self.game.rules().players)).map(|by| match by {
            Some(Decider::Bot(level)) => Some(*level),
            _ => None,
        })
    }

    /// Encodes an action of the seat to act.
    ///
    /// # Errors
    /// If it is illegal, or has no encoding.
    pub fn encode(&self, action: &Action) -> Result<Vec<u8>, GymError> {
        let Some(seat) = self.seat() else { return Err(GymError::Over) };
        let view = self.game.view(seat);
        if *action == Action::Undo && !self.options.undo {
            return Err(GymError::Refused(Refusal::UndoNothing));
        }
        ListedPlays::list(&view).encode(&view, action)
    }

    /// Returns the record of the match so far.
    ///
    /// # Errors
    /// If none is kept.
    pub fn record(&self) -> Result<&Record, GymError> {
        self.recorder.as_ref().map(Recorder::record).ok_or(GymError::NoRecord)
    }

    /// Options of the match.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns all actions so far.
    ///
    /// # Errors
    /// If they are not kept.
    pub fn history(&self) -> Result<&[Action], GymError> {
        if self.options.record { Ok(&self.history) } else { Err(GymError::NoRecord) }
    }

    fn execute(
        &mut self,
        seat: Seat,
        action: &Action,
        bot: Option<Level>,
    ) -> Result<StepResult, GymError> {
        let stepped = self.play(seat, action, bot)?;
        self.update_mask();
        Ok(stepped)
    }

    /// Records who decides for a seat. In the record, a seat played by a single level gets the usual name of
    /// a bot.
    fn note_decider(&mut self, seat: Seat, bot: Option<Level>) {
        let decider = &mut self.deciders[seat.index()];
        let now = match (*decider, bot.map_or(Decider::Other, Decider::Bot)) {
            (None, new) => new,
            (Some(known), new) if known == new => return,
            _ => Decider::Other,
        };
        *decider = Some(now);
        let names = self.recorder.as_mut().map(Recorder::names);
        if let Some(name) = names.and_then(|names| names.get_mut(seat.index())) {
            *name = seat_name(seat, Some(now));
        }
    }

    /// Executes an action, without computing the next mask.
    fn play(
        &mut self,
        seat: Seat,
        action: &Action,
        bot: Option<Level>,
    ) -> Result<StepResult, GymError> {
        let done = match &mut self.recorder {
            None => self.game.act(seat, action, &mut ()),
            Some(recorder) => {
                let mut events: Vec<Event> = Vec::new();
                let done = self.game.act(seat, action, &mut events);
                if done.is_ok() {
                    recorder.acted(seat, action, &events, self.game.table());
                }
                done
            }
        };
        done.map_err(GymError::Refused)?;
        self.note_decider(seat, bot);
        self.said.clear();
        self.listed = None;
        if self.options.record {
            self.history.push(action.clone());
        }
        let mut stepped = StepResult::default();
        if self.game.table().phase().is_after_deal() {
            let deal_over = self.game.to_act().is_none();
            self.over = self.game.is_over() || (deal_over && self.options.episode == Episode::Deal);
            if !self.over {
                self.start_next_deal();
            }
            let now = standings(&self.game);
            for (seat, reward) in stepped.rewards.iter_mut().enumerate() {
                *reward = (now[seat] - self.standings[seat]) as f32;
            }
            self.standings = now;
            stepped.over = self.over;
            if let Some(recorder) = self.recorder.as_mut().filter(|_| self.over) {
                recorder.end(&self.game);
            }
        }
        Ok(stepped)
    }

    /// Starts the next deal if no seat is to act.
    fn start_next_deal(&mut self) {
        if self.game.to_act().is_some() || self.game.is_over() {
            return;
        }
        match &mut self.recorder {
            None => self.game.next_deal(&mut ()),
            Some(recorder) => {
                recorder.before_deal(self.game.table());
                let mut events: Vec<Event> = Vec::new();
                self.game.next_deal(&mut events);
                recorder.began(&events);
            }
        }
    }

    /// Computes the mask of the next decision.
    #[inline]
    fn update_mask(&mut self) {
        let Some(seat) = self.seat() else {
            self.mask = Mask::NONE;
            return;
        };
        (self.mask, self.listed) = listed_plays::first(&self.game.view(seat), self.options.undo);
    }
}

/// Name of a seat in records.
fn seat_name(seat: Seat, by: Option<Decider>) -> String {
    match by {
        Some(Decider::Bot(level)) => format!("bot {level}"),
        _ => format!("seat {seat}"),
    }
}

/// Standings that decide the match, higher is better.
fn standings(game: &Game) -> [i32; MAX_PLAYERS] {
    let rules = game.rules();
    let mut all = [0; MAX_PLAYERS];
    for seat in Seat::all(rules.players) {
        all[seat.index()] = game.table().standing(rules, seat);
    }
    all
}

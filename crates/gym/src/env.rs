//! One match that is stepped by numbers.

use std::sync::Arc;

use upcard_bots::{Budget, player};
use upcard_engine::chance::Chance;
use upcard_engine::record::{Record, Recorder};
use upcard_engine::{Action, Deal, Event, Game, Level, MAX_PLAYERS, Refusal, Rules, Seat};

use crate::choices::{self, Choices, single_play};
use crate::error::GymError;
use crate::mask::Mask;

/// When an episode ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Episode {
    /// With the match.
    #[default]
    Match,
    /// With its first deal.
    Deal,
}

/// How a match is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// When it ends.
    pub episode: Episode,
    /// The deal that it begins with, from 1; 0 is 1 as well.
    pub first_deal: u8,
    /// May plays be taken back within a turn?
    pub undo: bool,
    /// Is it kept what was done, and a record of a match that begins with its first deal?
    pub record: bool,
}

impl Options {
    /// Has a match by these rules the deal that it is to begin with?
    ///
    /// # Errors
    /// It has not; the error says which deals there are.
    pub fn check(&self, rules: &Arc<Rules>) -> Result<(), GymError> {
        let begins = |deal: Deal| {
            let game = Game::new(rules.clone(), Chance::numbered(0)).without_drafts();
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

/// What a number came to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Stepped {
    /// What the standing of each seat changed by, in points, the more the better for the seat. Deals change
    /// standings when they end.
    pub rewards: [f32; MAX_PLAYERS],
    /// Is the episode over?
    pub over: bool,
}

/// One match with all its secrets.
#[derive(Clone)]
pub struct Env {
    game: Game,
    options: Options,
    seed: u64,
    said: Vec<u8>,
    /// The plays of the present decision, where they had to be listed.
    listed: Option<Choices>,
    mask: Mask,
    standings: [i32; MAX_PLAYERS],
    over: bool,
    recorder: Option<Recorder>,
    /// What was done so far, where a record is wanted.
    history: Vec<Action>,
    /// Who has decided for each seat; none where nobody has yet.
    by: [Option<By>; MAX_PLAYERS],
}

/// Who has decided for a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// A bot of this level, each time.
    Bot(Level),
    /// Somebody else, at least once.
    Other,
}

impl Env {
    /// A match by these rules. The same seed deals the same cards.
    #[must_use]
    pub fn new(rules: &Arc<Rules>, options: Options, seed: u64) -> Env {
        let mut env = Env {
            game: Game::new(rules.clone(), Chance::numbered(seed)),
            options,
            seed,
            said: Vec::new(),
            listed: None,
            mask: Mask::NONE,
            standings: [0; MAX_PLAYERS],
            over: false,
            recorder: None,
            history: Vec::new(),
            by: [None; MAX_PLAYERS],
        };
        env.reset(seed);
        env
    }

    /// Begins another match by the same rules.
    pub fn reset(&mut self, seed: u64) {
        let rules = self.game.rules().clone();
        let mut game = Game::new(rules.clone(), Chance::numbered(seed));
        if !self.options.undo {
            game = game.without_drafts();
        }
        if let Some(first) = Deal::new(self.options.first_deal) {
            game = game.starting_at(first);
        }
        let seats = Seat::all(rules.players).map(|seat| named(seat, None));
        // A record is of a whole match.
        let records = self.options.record && self.options.first_deal <= 1;
        self.recorder = records.then(|| Recorder::new(&rules, seed, seats.collect()));
        self.game = game;
        self.seed = seed;
        self.said.clear();
        self.history.clear();
        self.by = [None; MAX_PLAYERS];
        self.over = false;
        self.go_on();
        self.standings = standings(&self.game);
        self.ask();
    }

    /// The match itself, with all its secrets.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The number that the match was dealt from.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The seat that is asked; none where the episode is over.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        if self.over { None } else { self.game.to_act() }
    }

    /// The numbers that were said of a play that is not complete.
    #[must_use]
    pub fn said(&self) -> &[u8] {
        &self.said
    }

    /// The numbers that the seat which is asked may say now.
    #[must_use]
    pub const fn mask(&self) -> &Mask {
        &self.mask
    }

    /// Is the episode over?
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The standings of the seats: their points, the more the better.
    #[must_use]
    pub const fn standings(&self) -> &[i32; MAX_PLAYERS] {
        &self.standings
    }

    /// Says a number for the seat that is asked. Where it completes a play, that is carried out.
    ///
    /// # Errors
    /// The number is not among those of the mask; nothing has changed then.
    pub fn step(&mut self, number: u8) -> Result<Stepped, GymError> {
        let Some(seat) = self.seat() else { return Err(GymError::Over) };
        if !self.mask.has(number) {
            return Err(GymError::Masked { number });
        }
        let view = self.game.view(seat);
        if self.said.is_empty()
            && let Some(action) = single_play(&view, number)
        {
            return self.carry_out(seat, &action, None);
        }
        self.said.push(number);
        if self.said.len() == 1 {
            self.listed = Some(Choices::after(&view, number, self.listed.take()));
        }
        let choices = self.listed.get_or_insert_with(|| Choices::list(&view));
        match choices.read(&view, &self.said) {
            Some(action) => self.carry_out(seat, &action, None),
            None => {
                self.mask = choices.follow(&view, &self.said);
                Ok(Stepped::default())
            }
        }
    }

    /// Carries out an action of the seat that is asked, whatever its numbers are.
    ///
    /// # Errors
    /// A play was begun by numbers, or the rules refuse it; nothing has changed then.
    pub fn act(&mut self, action: &Action) -> Result<Stepped, GymError> {
        self.act_for(action, None)
    }

    /// The same of an action that a bot of this level has chosen, or somebody else.
    ///
    /// # Errors
    /// As of [`Env::act`].
    pub fn act_for(&mut self, action: &Action, bot: Option<Level>) -> Result<Stepped, GymError> {
        let Some(seat) = self.seat() else { return Err(GymError::Over) };
        if !self.said.is_empty() {
            return Err(GymError::Begun);
        }
        self.carry_out(seat, action, bot)
    }

    /// Lets bots play on until a seat is asked that has none, or the episode is over: `bot` gives the level and the
    /// seed for a seat and the number of the decision. What may be said is worked out at the end alone.
    ///
    /// # Errors
    /// A play was begun by numbers, or the rules refuse what a bot does.
    pub fn play_on(
        &mut self,
        budget: &Budget<'_>,
        mut bot: impl FnMut(Seat, u32) -> Option<(Level, u64)>,
    ) -> Result<Stepped, GymError> {
        let mut sum = Stepped::default();
        let (mut played, mut moved) = (Ok(()), false);
        while let Some(seat) = self.seat() {
            let Some((level, seed)) = bot(seat, self.game.table().decision()) else { break };
            if !self.said.is_empty() {
                return Err(GymError::Begun);
            }
            let action = player(level, seed).decide(&self.game.view(seat), budget);
            match self.play(seat, &action, Some(level)) {
                Ok(stepped) => {
                    moved = true;
                    let rewards = sum.rewards.iter_mut().zip(stepped.rewards);
                    rewards.for_each(|(sum, more)| *sum += more);
                    sum.over = stepped.over;
                }
                Err(error) => {
                    played = Err(error);
                    break;
                }
            }
        }
        if moved {
            self.ask();
        }
        played.map(|()| sum)
    }

    /// The level of each seat that a bot of one level has played so far; none for others.
    pub fn bots(&self) -> impl Iterator<Item = Option<Level>> {
        self.by.iter().take(usize::from(self.game.rules().players)).map(|by| match by {
            Some(By::Bot(level)) => Some(*level),
            _ => None,
        })
    }

    /// The numbers of an action of the seat that is asked.
    ///
    /// # Errors
    /// It is refused, or the space has no numbers for it.
    pub fn spell(&self, action: &Action) -> Result<Vec<u8>, GymError> {
        let Some(seat) = self.seat() else { return Err(GymError::Over) };
        let view = self.game.view(seat);
        if *action == Action::Undo && !self.options.undo {
            return Err(GymError::Refused(Refusal::UndoNothing));
        }
        Choices::list(&view).spell(&view, action)
    }

    /// The record of the match so far.
    ///
    /// # Errors
    /// None is kept.
    pub fn record(&self) -> Result<&Record, GymError> {
        self.recorder.as_ref().map(Recorder::record).ok_or(GymError::NoRecord)
    }

    /// How it is kept.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// All that was done so far, if that is kept.
    ///
    /// # Errors
    /// It is not.
    pub fn history(&self) -> Result<&[Action], GymError> {
        if self.options.record { Ok(&self.history) } else { Err(GymError::NoRecord) }
    }

    fn carry_out(
        &mut self,
        seat: Seat,
        action: &Action,
        bot: Option<Level>,
    ) -> Result<Stepped, GymError> {
        let stepped = self.play(seat, action, bot)?;
        self.ask();
        Ok(stepped)
    }

    /// Notes who decides for a seat. In the record a seat that one level plays is called as bots of tables are.
    fn decides(&mut self, seat: Seat, bot: Option<Level>) {
        let by = &mut self.by[seat.index()];
        let now = match (*by, bot.map_or(By::Other, By::Bot)) {
            (None, new) => new,
            (Some(known), new) if known == new => return,
            _ => By::Other,
        };
        *by = Some(now);
        let names = self.recorder.as_mut().map(Recorder::names);
        if let Some(name) = names.and_then(|names| names.get_mut(seat.index())) {
            *name = named(seat, Some(now));
        }
    }

    /// Carries out an action; what may be said next is still to be worked out.
    fn play(
        &mut self,
        seat: Seat,
        action: &Action,
        bot: Option<Level>,
    ) -> Result<Stepped, GymError> {
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
        self.decides(seat, bot);
        self.said.clear();
        self.listed = None;
        if self.options.record {
            self.history.push(action.clone());
        }
        let mut stepped = Stepped::default();
        if self.game.table().phase().is_after_deal() {
            let deal_over = self.game.to_act().is_none();
            self.over = self.game.is_over() || (deal_over && self.options.episode == Episode::Deal);
            if !self.over {
                self.go_on();
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

    /// Begins the next deal where nobody is asked.
    fn go_on(&mut self) {
        if self.game.to_act().is_some() || self.game.is_over() {
            return;
        }
        match &mut self.recorder {
            None => self.game.next_deal(&mut ()),
            Some(recorder) => {
                recorder.coming(self.game.table());
                let mut events: Vec<Event> = Vec::new();
                self.game.next_deal(&mut events);
                recorder.began(&events);
            }
        }
    }

    /// Works out what may be said first.
    #[inline]
    fn ask(&mut self) {
        let Some(seat) = self.seat() else {
            self.mask = Mask::NONE;
            return;
        };
        (self.mask, self.listed) = choices::first(&self.game.view(seat), self.options.undo);
    }
}

/// What a seat is called in records.
fn named(seat: Seat, by: Option<By>) -> String {
    match by {
        Some(By::Bot(level)) => format!("bot {level}"),
        _ => format!("seat {seat}"),
    }
}

/// By what the match is decided, the more the better.
fn standings(game: &Game) -> [i32; MAX_PLAYERS] {
    let rules = game.rules();
    let mut all = [0; MAX_PLAYERS];
    for seat in Seat::all(rules.players) {
        all[seat.index()] = game.table().standing(rules, seat);
    }
    all
}

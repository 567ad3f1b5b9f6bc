//! Laws that every game and variation obeys, checked while matches are played.
//!
//! - No card is lost or duplicated.
//! - A seat with a decision has a legal answer; every offered answer is accepted.
//! - Every guess that the engine accepts is among what it offers.
//! - The state that a client folds from its events equals the server's view for it.
//! - A world sampled from a view gives that view again.
//! - Actions and records parse back, replay to the same end, and their deals verify.
//! - Undoing a play restores the previous state.
//! - Every match ends.

use std::fmt;
use std::sync::Arc;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng;
use upcard_bench::policies;
use upcard_cards::Meld;
use upcard_engine::chance::{Chance, below, pick};
use upcard_engine::choices::LayDownMode;
use upcard_engine::record::{Record, Recorder};
use upcard_engine::{
    Action, Event, Flaws, Game, Library, Move, OwnView, Phase, Rules, Seat, Value, Viewer,
};

use crate::cores::on_all_cores;
use crate::guess;

/// Answers after which a deal counts as endless. (The rules limit the number of deals.)
pub const MAX_DECISIONS: u64 = 100_000;

/// How much is checked.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of answers between checks of the expensive laws.
    pub every: u64,
    /// Guesses per check.
    pub guesses: u32,
    /// `true` to fold events in clients and compare them with the server's views.
    pub clients: bool,
}

impl Effort {
    /// Everything, at every answer.
    pub const FULL: Effort = Effort { every: 1, guesses: 12, clients: true };
}

/// A broken law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LawViolation {
    /// The game, with its variations and changes.
    pub game: String,
    /// Match number; with the game it reproduces the match.
    pub number: u64,
    /// Number of answers before it.
    pub decision: u64,
    /// Which law, and how it was broken.
    pub law: String,
}

impl fmt::Display for LawViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, match {}, answer {}: {}", self.game, self.number, self.decision, self.law)
    }
}

/// Statistics of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchStats {
    /// Answers given.
    pub decisions: u64,
    /// Deals played.
    pub deals: u64,
    /// Answers of the longest deal.
    pub longest: u64,
}

/// Names of all games and single variations.
#[must_use]
pub fn all_games(library: &Library) -> Vec<String> {
    let mut all = Vec::new();
    for id in library.ids() {
        all.push(id.to_owned());
        if let Some(file) = library.file(id) {
            all.extend(file.variations.iter().map(|v| format!("{id}+{}", v.id)));
        }
    }
    all
}

/// Rules for match `number` of a game: table sizes rotate, and some matches deal larger hands, so that
/// rare situations occur.
///
/// # Errors
/// The game's flaws.
pub fn rules_for(library: &Library, game: &str, number: u64) -> Result<Arc<Rules>, Flaws> {
    let plain = library.select(game, &[])?;
    let (min, max) = (plain.choices.players.min, plain.choices.players.max);
    let players = min + (number % u64::from(max - min + 1)) as u8;
    if number % 3 == 2 {
        let rich = [("dealing.hand".to_owned(), Value::Int(15))];
        if let Ok(rules) = library.select(game, &rich).and_then(|set| Rules::new(set, players)) {
            return Ok(Arc::new(rules));
        }
    }
    Rules::new(plain, players).map(Arc::new)
}

struct Match<'a> {
    game: Game,
    name: &'a str,
    number: u64,
    effort: Effort,
    clients: Vec<OwnView>,
    recorder: Recorder,
    played: MatchStats,
    /// Answers given in this deal.
    in_deal: u64,
}

/// Plays one match, checking the laws. Odd numbers are played randomly, even ones by the simple policy, some
/// by both.
///
/// # Errors
/// The broken law.
pub fn check_match(
    name: &str,
    rules: &Arc<Rules>,
    number: u64,
    effort: Effort,
) -> Result<MatchStats, LawViolation> {
    let seats = (1..=rules.players).map(|seat| format!("seat {seat}")).collect();
    let viewers = Seat::all(rules.players).map(Some).chain([None]);
    let clients = viewers.map(|seat| OwnView::new(rules.players, seat)).collect();
    let mut running = Match {
        game: Game::new(rules.clone(), Chance::numbered(number)),
        name,
        number,
        effort,
        clients,
        recorder: Recorder::new(rules, number, seats),
        played: MatchStats::default(),
        in_deal: 0,
    };
    running.play()?;
    Ok(running.played)
}

impl Match<'_> {
    fn violation(&self, law: impl fmt::Display) -> LawViolation {
        LawViolation {
            game: format!("{} with {} players", self.name, self.game.rules().players),
            number: self.number,
            decision: self.played.decisions,
            law: law.to_string(),
        }
    }

    fn ensure(&self, holds: bool, broken_law: impl fmt::Display) -> Result<(), LawViolation> {
        if holds { Ok(()) } else { Err(self.violation(broken_law)) }
    }

    fn play(&mut self) -> Result<(), LawViolation> {
        let mut rng = ChaCha12Rng::seed_from_u64(self.number.wrapping_mul(0x9e37_79b9) ^ 0x5eed);
        while !self.game.is_over() {
            let Some(seat) = self.game.to_act() else {
                self.next_deal()?;
                continue;
            };
            self.played.decisions += 1;
            self.in_deal += 1;
            self.played.longest = self.played.longest.max(self.in_deal);
            self.ensure(self.in_deal <= MAX_DECISIONS, "the deal does not end")?;
            // Offers may be answered in any order.
            let waiting = self.game.table().waiting();
            let asked: Vec<Seat> = waiting.iter().collect();
            let any = below(&mut rng, 3) == 0;
            let seat = if any { *pick(&mut rng, &asked).unwrap_or(&seat) } else { seat };
            if self.played.decisions.is_multiple_of(self.effort.every) {
                self.check_position(seat, &mut rng)?;
            }
            let view = self.game.view(seat);
            let style = self.number % 4;
            let chosen = if style == 1 || (style == 3 && below(&mut rng, 2) == 0) {
                policies::random(&view, &mut rng)
            } else {
                policies::simple(&view, &mut rng)
            };
            let Some(action) = chosen else {
                return Err(self.violation(format_args!("seat {seat} has no legal answer")));
            };
            let goes_on = action != Action::Undo || has_answer_besides_undo(&self.game, seat);
            self.ensure(goes_on, format_args!("seat {seat} can only take back"))?;
            self.act(seat, &action)?;
        }
        self.check_finished()
    }

    fn next_deal(&mut self) -> Result<(), LawViolation> {
        let is_counted = self.game.table().coming_deal().is_some();
        self.ensure(is_counted, "a match has more deals than can be counted")?;
        self.recorder.before_deal(self.game.table());
        let mut events = Vec::new();
        self.game.next_deal(&mut events);
        self.ensure(!events.is_empty(), "nobody is asked, and no deal begins")?;
        self.played.deals += 1;
        self.in_deal = 0;
        self.recorder.began(&events);
        self.fold(&events);
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: &Action) -> Result<(), LawViolation> {
        let text = action.to_string();
        let reads_back = text.parse().as_ref() == Ok(action);
        self.ensure(reads_back, format_args!("'{text}' does not read back"))?;
        let mut events = Vec::new();
        if let Err(refusal) = self.game.act(seat, action, &mut events) {
            let law = format_args!("'{text}' was offered and is refused: {refusal}");
            return Err(self.violation(law));
        }
        self.recorder.acted(seat, action, &events, self.game.table());
        self.fold(&events);
        Ok(())
    }

    /// Folds the events in every client and compares with the server's views.
    fn fold(&mut self, events: &[Event]) {
        if !self.effort.clients {
            return;
        }
        let rules = self.game.rules();
        for client in &mut self.clients {
            let viewer = client.seat.map_or(Viewer::Spectator, Viewer::Seat);
            events.iter().for_each(|event| client.apply(rules, &event.redacted_for(viewer)));
        }
    }

    /// Checks the laws that hold at every moment.
    fn check_position(&mut self, seat: Seat, rng: &mut ChaCha12Rng) -> Result<(), LawViolation> {
        let rules = self.game.rules().clone();
        let mut sorted: Vec<_> = rules.pack.iter().collect();
        sorted.sort_unstable();
        if self.effort.clients {
            for client in &self.clients {
                let who = client.seat.map_or("a spectator".into(), |s| format!("seat {s}"));
                let law = format_args!("what {who} folded is not what it is shown");
                self.ensure(*client == self.game.own_view(client.seat), law)?;
            }
        }
        if matches!(self.game.table().phase(), Phase::Cut { .. }) {
            // Nothing is dealt yet.
            return Ok(());
        }
        self.ensure(self.game.all_cards() == sorted, "cards were lost or doubled")?;
        for s in Seat::all(rules.players) {
            let hand = self.game.hand(s);
            let is_counted = hand.len() == self.game.table().seat(s).count as usize;
            self.ensure(is_counted, format_args!("seat {s}: its number of cards is wrong"))?;
            let known = self.game.view(s.next(rules.players)).known_of(s);
            let law = format_args!("seat {s}: a card is known there that it does not hold");
            self.ensure(hand.contains(&known), law)?;
        }
        for s in self.game.table().waiting().iter() {
            let has_answer = has_answer_besides_undo(&self.game, s);
            self.ensure(has_answer, format_args!("seat {s} has no legal answer"))?;
        }
        let imagined = self.game.view(seat).sample_world(rng);
        let is_same = imagined.own_view(Some(seat)) == self.game.own_view(Some(seat));
        self.ensure(is_same, "an imagined world gives another view")?;
        self.ensure(imagined.all_cards() == sorted, "an imagined world has other cards")?;
        self.check_offers(seat, rng)?;
        self.check_undo(seat, rng)
    }

    /// Checks that offered answers are accepted, and accepted guesses offered.
    fn check_offers(&self, seat: Seat, rng: &mut ChaCha12Rng) -> Result<(), LawViolation> {
        let view = self.game.view(seat);
        let offered = view.offered(400);
        let at_once = view.rules.set.choices.laying_down.mode == LayDownMode::AtOnce;
        let moves: Vec<Move> =
            offered.actions.iter().filter_map(|action| view.judge(action).ok()).collect();
        let are_accepted = moves.len() == offered.actions.len();
        self.ensure(are_accepted, "an action is offered that is refused")?;
        for _ in 0..self.effort.guesses {
            let Some(guess) = guess::guess(&view, rng) else { continue };
            let Ok(accepted) = view.judge(&guess) else { continue };
            let several = matches!(&guess, Action::Down(melds) if melds.len() > 1);
            let parts = several && !at_once;
            // A wrong declaration is accepted (with a penalty) but not offered.
            let wrong = matches!(accepted, Move::DeclareWrong { .. });
            if parts || wrong || (offered.cut_short && matches!(guess, Action::Down(_))) {
                continue;
            }
            let is_offered = moves.iter().any(|m| equivalent(m, &accepted));
            self.ensure(is_offered, format_args!("'{guess}' is accepted and not offered"))?;
        }
        Ok(())
    }

    /// Checks that undoing a play restores the previous state.
    fn check_undo(&self, seat: Seat, rng: &mut ChaCha12Rng) -> Result<(), LawViolation> {
        let before = self.game.own_view(Some(seat));
        let mut game = self.game.clone();
        let Some(action) = policies::random(&game.view(seat), rng) else { return Ok(()) };
        let play = matches!(
            action,
            Action::Down(_) | Action::Off { .. } | Action::Slide { .. } | Action::Swap { .. }
        );
        let phase = game.table().phase();
        if !play || game.act(seat, &action, &mut ()).is_err() || game.table().phase() != phase {
            return Ok(());
        }
        if game.view(seat).allows(&Action::Undo) {
            let undone = game.act(seat, &Action::Undo, &mut ());
            let is_restored = undone.is_ok() && game.own_view(Some(seat)) == before;
            let law = format_args!("'{action}' cannot be taken back without a trace");
            self.ensure(is_restored, law)?;
        }
        Ok(())
    }

    fn check_finished(&self) -> Result<(), LawViolation> {
        let mut recorder = self.recorder.clone();
        recorder.end(&self.game);
        let text = recorder.record().to_string();
        let read = Record::parse(&text)
            .map_err(|error| self.violation(format!("the record does not read back: {error}")))?;
        self.ensure(read.to_string() == text, "the record reads back as another")?;
        let replayed = read
            .replay(|_, _| {})
            .map_err(|error| self.violation(format!("the record does not replay: {error}")))?;
        let is_same_end = replayed.table() == self.game.table();
        self.ensure(is_same_end, "the record replays to another end")?;
        let proof = read
            .verify()
            .map_err(|error| self.violation(format!("the record does not verify: {error}")))?;
        let are_proved = proof.deals() as u64 == self.played.deals;
        self.ensure(are_proved, "not all deals of the record are proved")
    }
}

fn has_answer_besides_undo(game: &Game, seat: Seat) -> bool {
    game.view(seat).offered(40).actions.iter().any(|action| *action != Action::Undo)
}

/// Returns `true` for equal moves, ignoring the order of melds.
fn equivalent(a: &Move, b: &Move) -> bool {
    match (a, b) {
        (Move::Down { melds: x, .. }, Move::Down { melds: y, .. }) => {
            let count = |of: &[Meld], meld| of.iter().filter(|other| *other == meld).count();
            x.len() == y.len() && x.iter().all(|meld| count(x, meld) == count(y, meld))
        }
        // One grouping is offered per card to finish with.
        (Move::Declare { finish: x, .. }, Move::Declare { finish: y, .. })
        | (Move::Knock { discard: x, .. }, Move::Knock { discard: y, .. }) => x == y,
        (a, b) => a == b,
    }
}

/// Results of many matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Matches played.
    pub matches: u64,
    /// Their combined statistics.
    pub played: MatchStats,
    /// Laws broken.
    pub violations: Vec<LawViolation>,
}

/// Plays matches `from..from + matches` of a game on all cores.
///
/// # Errors
/// The game's flaws.
pub fn check_game(
    library: &Library,
    game: &str,
    from: u64,
    matches: u64,
    effort: Effort,
) -> Result<Tally, Flaws> {
    rules_for(library, game, 0)?;
    let mut tally = Tally::default();
    let check = |number| {
        let rules = rules_for(library, game, number).ok()?;
        Some(check_match(game, &rules, number, effort))
    };
    on_all_cores(from, matches, check, |result| {
        tally.matches += 1;
        match result {
            Ok(played) => {
                tally.played.decisions += played.decisions;
                tally.played.deals += played.deals;
            }
            Err(violation) => tally.violations.push(violation),
        }
    });
    Ok(tally)
}

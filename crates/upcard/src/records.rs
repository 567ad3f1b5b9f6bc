//! `upcard replay` and `upcard demo`: records of matches.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use upcard_bots::{Bot, Budget, Novice};
use upcard_client::ReplayFault;
use upcard_engine::chance::Chance;
use upcard_engine::record::{LineKind, PublicKey, Record, Recorder, Results, from_hex};
use upcard_engine::{Game, Library, Seat};
use upcard_server::signing::{VerifyError, verify_record};
use upcard_terminal::{ReplayViewer, ScreenError, screen};

use crate::display::{DisplayOptions, exit_code};
use crate::errors::error_text;
use crate::input::read_input;
use crate::out::{self, Outcome, say, say_line};
use crate::proof::{self, count};
use crate::selection::Selection;

/// `upcard replay`.
#[derive(Args)]
pub(crate) struct Replay {
    /// File of the record; `-` reads from standard input.
    file: PathBuf,
    /// Verify each deal by the secrets that the record reveals, and list what is proved and what not. Exit
    /// code 1 if less holds than the record claims.
    #[arg(long)]
    verify: bool,
    /// Require a signature by this public key (a server shows its own at /api/key).
    #[arg(long, value_name = "HEX", requires = "verify", value_parser = public_key)]
    key: Option<PublicKey>,
    /// Print every step.
    #[arg(long)]
    steps: bool,
    /// Print JSON.
    #[arg(long, conflicts_with = "look")]
    json: bool,
    /// Step through the match with keys; with `--plain`, or if input or output is no terminal, by commands
    /// from standard input, one per line.
    #[arg(long, conflicts_with_all = ["verify", "steps"])]
    look: bool,
    /// Show the perspective of this seat, from 1; 0 is a spectator's.
    #[arg(long, value_name = "SEAT", requires = "look")]
    seat: Option<usize>,
    /// Start at this play, from 1.
    #[arg(long, value_name = "PLAY", requires = "look")]
    at: Option<usize>,
    #[command(flatten)]
    looks: DisplayOptions,
}

/// Parses a public key in hexadecimal digits.
fn public_key(text: &str) -> Result<PublicKey, String> {
    from_hex(text.trim()).ok_or_else(|| "expected 64 hexadecimal digits".to_owned())
}

impl Replay {
    pub(crate) fn run(&self) -> Outcome {
        let (name, text) = read_input(&self.file)?;
        let library = Library::standard()?;
        let record = match Record::parse(&text) {
            Ok(record) => record,
            Err(error) => {
                say_line!("{name}: {}", error_text(&error));
                return Ok(ExitCode::FAILURE);
            }
        };
        if self.look {
            return self.step_through(library, &record, &name);
        }
        // Verify before replaying: a modified record is reported as such, not by the effects of the modified
        // line.
        let checked = self.verify.then(|| verify_record(&text, self.key.as_ref())).transpose();
        let shown = checked.and_then(|checked| {
            let proof = checked.map(|checked| proof::describe(&checked, self.key.is_some()));
            match self.json {
                true => self.print_json(&record, proof, &library),
                false => self.print(&record, proof, &library),
            }
        });
        match shown {
            Ok(()) => return Ok(ExitCode::SUCCESS),
            Err(error) if self.json => out::error(format_args!("{name}: {}", error_text(&error))),
            Err(error) => say_line!("{name}: {}", error_text(&error)),
        }
        Ok(ExitCode::FAILURE)
    }

    /// Prints the result of the match.
    fn print(
        &self,
        record: &Record,
        proof: Option<Vec<String>>,
        library: &Library,
    ) -> Result<(), VerifyError> {
        match record.differs_from(library) {
            None => {
                say_line!("{}: not among today's games; replayed by its own rules", record.rules.id)
            }
            Some(differences) if !differences.is_empty() => {
                say_line!(
                    "{}: replayed by its own rules, which differ from today's:",
                    record.rules.id
                );
                for (path, then, now) in differences {
                    say_line!("  {path}: {then} in the record, {now} today");
                }
            }
            Some(_) => {}
        }
        let game = record.replay(|step, _| {
            let line = step.line.number;
            match step.action {
                _ if !self.steps => {}
                Some((seat, action)) => say_line!("line {line}: {seat} {action}"),
                None => say_line!("line {line}: next deal"),
            }
        })?;
        let table = game.table();
        for (seat, (name, score)) in record.seats.iter().zip(table.scores()).enumerate() {
            let won = if table.winners().has(Seat::at(seat)) { ", won" } else { "" };
            let money = table.settlement().get(seat).map_or(String::new(), |n| format!(", {n:+}"));
            say_line!("seat {} {name}: {score}{money}{won}", seat + 1);
        }
        let ended = record.lines.iter().any(|line| line.kind == LineKind::Ended);
        let how = match (game.is_over(), ended) {
            (true, _) => "the match is over",
            (false, true) => "the match was ended early",
            (false, false) => "the match is not over",
        };
        say_line!("{}, {how}", count(table.deals_begun().into(), "deal"));
        proof.into_iter().flatten().for_each(|line| say_line!("{line}"));
        Ok(())
    }

    /// The same as JSON.
    fn print_json(
        &self,
        record: &Record,
        proof: Option<Vec<String>>,
        library: &Library,
    ) -> Result<(), VerifyError> {
        let (mut steps, mut results) = (Vec::new(), Results::default());
        let game = record.replay(|step, events| {
            let line = step.line.number;
            results.note(line, events);
            steps.push(match step.action {
                Some((seat, action)) => {
                    json!({ "line": line, "seat": seat.number(), "action": action.to_string() })
                }
                None => json!({ "line": line, "action": "next deal" }),
            });
        })?;
        let differs = record.differs_from(library).map(|differences| {
            let each = |(path, then, now): &(_, _, _)| {
                json!({ "choice": format!("{path}"), "record": format!("{then}"), "today": format!("{now}") })
            };
            differences.iter().map(each).collect::<Vec<_>>()
        });
        let by_deal = results.deals().iter().map(|result| {
            json!({
                "deal": result.deal,
                "line": result.line,
                "dealer": result.dealer.number(),
                "dealt": result.dealt.iter().map(Seat::number).collect::<Vec<_>>(),
                "winner": result.winner.map(Seat::number),
                "how": result.how,
                "points": result.points,
            })
        });
        let table = game.table();
        let seats =
            record.seats.iter().zip(table.scores()).enumerate().map(|(at, (name, score))| {
                json!({
                    "seat": at + 1,
                    "name": name,
                    "score": score,
                    "won": table.winners().has(Seat::at(at)),
                    "settlement": table.settlement().get(at),
                })
            });
        out::json(
            "replay",
            &json!({
                "game": record.rules.id,
                "differs": differs,
                "deals": table.deals_begun(),
                "over": game.is_over(),
                "ended": record.lines.iter().any(|line| line.kind == LineKind::Ended),
                "seats": seats.collect::<Vec<_>>(),
                "by_deal": by_deal.collect::<Vec<_>>(),
                "steps": self.steps.then_some(steps),
                "proof": proof,
            }),
        );
        Ok(())
    }

    fn step_through(&self, library: Library, record: &Record, name: &str) -> Outcome {
        let replay = match upcard_client::Replay::of(Arc::new(library), record) {
            Ok(replay) => replay,
            Err(fault) => {
                let why = match &fault {
                    ReplayFault::Replay(error) => error_text(error),
                    fault => fault.to_string(),
                };
                say_line!("{name}: {why}");
                return Ok(ExitCode::FAILURE);
            }
        };
        let eye = match self.seat.unwrap_or(1) {
            0 => None,
            seat if seat <= replay.seats().len() => Some(Seat::at(seat - 1)),
            seat => {
                return Err(format!("seat {seat}: the match has {}", replay.seats().len()).into());
            }
        };
        let at = self.at.unwrap_or(1).saturating_sub(1);
        let looking = ReplayViewer::new(&replay, at, eye, self.looks.looks());
        // If the record came from standard input, there are no keys to read.
        if !self.looks.is_plain() && name != "-" {
            return Ok(exit_code(screen::show_replay(looking, self.looks.mouse()))?);
        }
        let shown = looking.by_lines(std::io::stdin().lock(), std::io::stdout().lock());
        shown.map_err(ScreenError::Unread)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// `upcard demo`.
#[derive(Args)]
pub(crate) struct Demo {
    #[command(flatten)]
    selection: Selection,
    /// Seed: the same number gives the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Demo {
    pub(crate) fn run(&self) -> Outcome {
        let rules = Arc::new(self.selection.rules()?);
        // The usual names of bots in records.
        let names = (1..=rules.players).map(|_| "bot novice".to_owned()).collect();
        let mut recorder = Recorder::new(&rules, self.seed, names);
        let mut game = Game::new(rules, Chance::numbered(self.seed));
        while !game.is_over() {
            let mut events = Vec::new();
            let Some(seat) = game.to_act() else {
                recorder.before_deal(game.table());
                game.next_deal(&mut events);
                recorder.began(&events);
                continue;
            };
            let action = Novice.decide(&game.view(seat), &Budget::Playouts(0));
            game.act(seat, &action, &mut events)?;
            recorder.acted(seat, &action, &events, game.table());
        }
        recorder.end(&game);
        say!("{}", recorder.record());
        Ok(ExitCode::SUCCESS)
    }
}

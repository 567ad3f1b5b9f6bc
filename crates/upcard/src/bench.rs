//! `upcard bench`: what the solver and the engine do in a second.

use std::error::Error;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use upcard_cards::Cards;
use upcard_engine::chance::Chance;
use upcard_engine::{Game, Library, Rules};
use upcard_solver::Leave;
use upcard_testkit::players;

/// `upcard bench`.
#[derive(Args)]
pub(crate) struct Bench {
    /// Measure the random play of every game, not only of contract-rummy.
    #[arg(long)]
    all: bool,
    /// Measurements of each row; the median and the spread are printed.
    #[arg(long, default_value_t = 7)]
    rounds: usize,
}

/// One row: what was measured, in which unit, and each measurement.
struct Row {
    what: String,
    unit: &'static str,
    measured: Vec<f64>,
}

impl Row {
    fn print(&mut self) {
        self.measured.sort_by(f64::total_cmp);
        let last = self.measured.len() - 1;
        let (least, median, most) =
            (self.measured[0], self.measured[last / 2], self.measured[last]);
        println!(
            "{:<62} {:>12} {:<12} {:>12} – {}",
            self.what,
            short(median),
            self.unit,
            short(least),
            short(most)
        );
    }
}

fn short(number: f64) -> String {
    if number >= 1e6 {
        format!("{:.2} M", number / 1e6)
    } else if number >= 1e4 {
        format!("{:.1} k", number / 1e3)
    } else {
        format!("{number:.1}")
    }
}

/// Hands as they come up in random play of a game, by the deal in which they were held.
fn hands_from_play(rules: &Arc<Rules>, want: usize) -> Vec<(usize, Cards)> {
    let mut hands = Vec::new();
    let mut number = 0;
    while hands.len() < want {
        number += 1;
        let mut game = Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
        let mut rng = ChaCha8Rng::seed_from_u64(number);
        let mut turns = 0;
        while let Some(seat) = next_seat(&mut game) {
            let view = game.view(seat);
            if matches!(view.table.phase, upcard_engine::Phase::Play) {
                turns += 1;
                if turns % 7 == 0 {
                    hands.push((view.table.deal as usize, *view.hand));
                }
            }
            let Some(action) = players::simple(&view, &mut rng) else { break };
            if game.act(seat, &action, &mut ()).is_err() {
                break;
            }
        }
    }
    hands.truncate(want);
    hands
}

/// The seat to act, after the next deal was begun where one is due.
fn next_seat(game: &mut Game) -> Option<upcard_engine::Seat> {
    if game.to_act().is_none() && !game.is_over() {
        game.next_deal(&mut ());
    }
    game.to_act()
}

impl Bench {
    pub(crate) fn run(&self) -> Result<ExitCode, Box<dyn Error>> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        println!("{} rounds a row, on one of {cores} cores: median, least and most", self.rounds);
        let library = Library::standard()?;
        let rules = Arc::new(Rules::new(library.select("contract-rummy", &[])?, 4)?);
        for mut row in self.solver(&rules) {
            row.print();
        }
        let ids: Vec<&str> =
            if self.all { library.ids().collect() } else { vec!["contract-rummy"] };
        for id in ids {
            let set = library.select(id, &[])?;
            let players = crate::selection::usual_players(&set);
            let rules = Arc::new(Rules::new(set, players)?);
            self.random_play(id, &rules).print();
        }
        Ok(ExitCode::SUCCESS)
    }

    fn rounds(&self, what: &str, unit: &'static str, mut once: impl FnMut() -> f64) -> Row {
        once();
        Row { what: what.to_owned(), unit, measured: (0..self.rounds).map(|_| once()).collect() }
    }

    fn solver(&self, rules: &Arc<Rules>) -> Vec<Row> {
        let hands = hands_from_play(rules, 4000);
        let problems: Vec<_> = rules.deals.iter().map(|d| &d.problem).collect();
        let each = |time: Duration, count: usize| time.as_nanos() as f64 / count as f64;
        let states: Vec<_> = hands.iter().map(|(d, h)| (*d, problems[*d].state(h))).collect();
        vec![
            self.rounds("contract feasible, hands from play", "ns", || {
                let start = Instant::now();
                for (deal, hand) in &hands {
                    black_box(problems[*deal].feasible(black_box(hand), Leave::DISCARD));
                }
                each(start.elapsed(), hands.len())
            }),
            self.rounds("contract distance, hands from play", "ns", || {
                let start = Instant::now();
                for (deal, hand) in &hands {
                    black_box(problems[*deal].distance(black_box(hand), None));
                }
                each(start.elapsed(), hands.len())
            }),
            self.rounds("distance of a hand kept card by card", "ns", || {
                let start = Instant::now();
                for (deal, state) in &states {
                    black_box(problems[*deal].distance_of(black_box(state)));
                }
                each(start.elapsed(), states.len())
            }),
            self.rounds("distance after each possible discard, all of a hand", "ns", || {
                let start = Instant::now();
                for (deal, hand) in &hands {
                    for (card, _) in hand.iter_counts() {
                        let mut left = *hand;
                        left.remove(card);
                        black_box(problems[*deal].distance(black_box(&left), None));
                    }
                }
                each(start.elapsed(), hands.len())
            }),
        ]
    }

    fn random_play(&self, id: &str, rules: &Arc<Rules>) -> Row {
        let mut number = 0;
        self.rounds(
            &format!("random legal play of {id}, {} players", rules.players),
            "decisions/s",
            || {
                let start = Instant::now();
                let mut decisions = 0u64;
                while start.elapsed() < Duration::from_millis(300) {
                    number += 1;
                    let mut game =
                        Game::new(rules.clone(), Chance::numbered(number)).without_drafts();
                    let mut rng = ChaCha8Rng::seed_from_u64(number);
                    while let Some(seat) = next_seat(&mut game) {
                        if !players::hasty_step(&mut game, seat, &mut rng) {
                            break;
                        }
                        decisions += 1;
                    }
                }
                decisions as f64 / start.elapsed().as_secs_f64()
            },
        )
    }
}

//! A record looked at in a terminal, line by line: commands come in, moments go out.

use std::io::{self, BufRead, Write};

use upcard_cards::{Card, Cards};
use upcard_client::wording::news::words;
use upcard_client::{Replay, meld_cards};
use upcard_engine::Seat;

use crate::texts::Words;

/// What can be typed.
const HELP: &str = "\
  Enter  the next play          b  the play before
  t      the next turn          u  the turn before
  d N    deal N                 p N  play N
  s N    through the eyes of seat N, of none with 0
  a      all hands, or not any more
  l      all plays of this deal
  q      the end";

/// Shows the moments of a match, as commands ask for them, from this play on and through the eyes of this
/// seat, until there are no more commands.
///
/// # Errors
/// What cannot be read or written.
pub fn look(
    replay: &Replay,
    at: usize,
    eye: Option<Seat>,
    letters: bool,
    input: impl BufRead,
    mut out: impl Write,
) -> io::Result<()> {
    let words = Words { letters };
    let last = replay.moments().len() - 1;
    let (mut at, mut eye, mut all) = (at.min(last), eye, false);
    writeln!(out, "{HELP}")?;
    show(replay, at, eye, all, &words, &mut out)?;
    for line in input.lines() {
        let line = line?;
        let (command, number) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let number: Option<usize> = number.trim().parse().ok();
        match (command, number) {
            ("", _) => at = (at + 1).min(last),
            ("b", _) => at = at.saturating_sub(1),
            ("t", _) => at = replay.turn_on(at),
            ("u", _) => at = replay.turn_back(at),
            ("d", Some(deal)) => at = replay.deal_start(deal),
            ("p", Some(play)) => at = play.saturating_sub(1).min(last),
            ("s", Some(0)) => eye = None,
            ("s", Some(seat)) if seat <= replay.seats().len() => eye = Some(Seat::at(seat - 1)),
            ("a", _) => all = !all,
            ("l", _) => {
                list(replay, at, eye, &words, &mut out)?;
                continue;
            }
            ("q", _) => break,
            _ => {
                writeln!(out, "{HELP}")?;
                continue;
            }
        }
        show(replay, at, eye, all, &words, &mut out)?;
    }
    Ok(())
}

/// The plays of the deal, each with its number.
fn list(
    replay: &Replay,
    at: usize,
    eye: Option<Seat>,
    texts: &Words,
    out: &mut impl Write,
) -> io::Result<()> {
    let lines = replay.lines(replay.moments()[at].deal, eye, |number, session, line| {
        let mark = if number == at { '>' } else { ' ' };
        let said = line.map(|line| words(texts, session, line)).unwrap_or_default();
        format!("{mark} {:>4}  {said}", number + 1)
    });
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn faces(cards: impl IntoIterator<Item = Card>, words: &Words) -> String {
    cards.into_iter().map(|card| words.face(card)).collect::<Vec<_>>().join(" ")
}

fn show(
    replay: &Replay,
    at: usize,
    eye: Option<Seat>,
    all: bool,
    texts: &Words,
    out: &mut impl Write,
) -> io::Result<()> {
    let (moment, session) = (replay.moments()[at], replay.session(at, eye));
    let Some(view) = &session.view else { return Ok(()) };
    let (table, rules) = (&view.table, replay.rules());
    let said = replay.line(at, &session).map(|line| words(texts, &session, &line));
    let (deals, plays) = (replay.deals(), replay.moments().len());
    writeln!(out)?;
    writeln!(
        out,
        "{}: deal {} of {deals}, play {} of {plays}, line {}",
        rules.set.catalogue.name,
        moment.deal,
        at + 1,
        moment.line
    )?;
    writeln!(out, "{}", said.unwrap_or_default())?;
    let melds = table.deal_rules(rules).melds;
    let hands: Vec<Cards> = if all { replay.hands(at) } else { Vec::new() };
    for (seat, name) in Seat::all(table.players()).zip(replay.seats()) {
        let turn = if table.turn().seat == seat { '>' } else { ' ' };
        let (count, score) = (table.seat(seat).count, table.score(seat));
        write!(out, "{turn} {} {name}: {count} cards, {score} points", seat.number())?;
        let own = hands.get(seat.index()).or_else(|| (eye == Some(seat)).then_some(&view.hand));
        match own {
            Some(hand) => writeln!(out, ": {}", faces(hand.iter(), texts))?,
            None => writeln!(out)?,
        }
        for meld in table.melds().iter().filter(|meld| meld.owner == seat) {
            let cards = meld_cards(&meld.meld, &melds).into_iter().map(|(card, _)| card);
            writeln!(out, "      {}: {}", meld.id, faces(cards, texts))?;
        }
    }
    let upcard = table.upcard().map_or_else(|| "-".to_owned(), |card| texts.face(card));
    writeln!(out, "  upcard {upcard}, {} cards in the stock", table.stock())
}

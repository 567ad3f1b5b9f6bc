//! Score of a match with real cards, as entered by the scorekeeper: players, rules, deals and corrections.
//! Stored and sent as text.

use std::sync::Arc;

use upcard_engine::score_pad::{DealEntry, PadError, ScorePad, SeatEntry, Sheet};
use upcard_engine::table::Gone;
use upcard_engine::{Flaws, Library, MAX_PLAYERS, Rules, Seat};

use crate::house_rules::HouseRules;
use crate::strip_needless_joiners;

/// First line of the text, with the format version.
const HEADER: &str = "score-sheet 1";

const MAX_CORRECTIONS: usize = 500;

/// Maximum number of deals when parsing.
const MAX_DEALS: usize = 255;

/// A score that was changed after its deal was entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// Deal, from 0.
    pub deal: usize,
    /// Player.
    pub seat: Seat,
    /// Points before.
    pub before: i32,
    /// Points after.
    pub after: i32,
}

/// A match with real cards.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    /// Game with house rules.
    pub house: HouseRules,
    /// Players by seat.
    pub names: Vec<String>,
    /// Start time in milliseconds since 1970.
    pub begun: u64,
    first: Seat,
    pad: ScorePad,
    changes: Vec<Correction>,
}

impl ScoreSheet {
    /// Creates an empty sheet for these players, with the first dealer.
    ///
    /// # Errors
    /// Errors in the rules, or for this number of players.
    pub fn new(
        library: &Library,
        house: HouseRules,
        names: &[String],
        first: Seat,
        begun: u64,
    ) -> Result<ScoreSheet, Flaws> {
        let players = names.len().min(MAX_PLAYERS) as u8;
        let set = house.set(library)?;
        let rules = Arc::new(Rules::new(set, players)?);
        let names = (0..).zip(names).map(|(seat, name)| normalized_name(name, seat)).collect();
        let pad = ScorePad::new(rules, first);
        Ok(ScoreSheet { house, names, begun, first, pad, changes: Vec::new() })
    }

    /// Rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        self.pad.rules()
    }

    /// Score pad.
    #[must_use]
    pub fn pad(&self) -> &ScorePad {
        &self.pad
    }

    /// Corrections, in chronological order.
    #[must_use]
    pub fn changes(&self) -> &[Correction] {
        &self.changes
    }

    /// Computed scores.
    #[must_use]
    pub fn sheet(&self) -> Sheet {
        self.pad.sheet()
    }

    /// Draft of a deal: empty, or as entered before.
    #[must_use]
    pub fn draft(&self, at: usize) -> DealEntry {
        let empty = || DealEntry {
            seats: vec![SeatEntry::default(); self.names.len()],
            ..DealEntry::default()
        };
        self.pad.deals().get(at).cloned().unwrap_or_else(empty)
    }

    /// Enters or replaces a deal.
    ///
    /// # Errors
    /// As [`ScorePad::enter`].
    pub fn enter(&mut self, at: usize, deal: DealEntry) -> Result<(), PadError> {
        let before = self.sheet().rows;
        self.pad.enter(at, deal)?;
        let after = self.sheet().rows;
        let Some((before, after)) = before.get(at).zip(after.get(at)) else { return Ok(()) };
        for (seat, (before, after)) in before.points.iter().zip(&after.points).enumerate() {
            if before != after && self.changes.len() < MAX_CORRECTIONS {
                let (before, after) = (*before, *after);
                self.changes.push(Correction { deal: at, seat: Seat::at(seat), before, after });
            }
        }
        Ok(())
    }

    /// Restores a deal to its earlier content: `was` holds it and the later deals that the step removed, and
    /// is empty if the deal did not exist. `changes` is the earlier number of corrections. Returns `false`,
    /// without any change, if that is not possible.
    pub(crate) fn restore_deal(&mut self, at: usize, was: Vec<DealEntry>, changes: usize) -> bool {
        let mut pad = self.pad.clone();
        let mut after = Vec::new();
        while pad.deals().len() > at {
            after.extend(pad.take_back());
        }
        // Remove the step's own deal; if it did not exist before, it must be the last.
        if after.pop().is_none() || was.is_empty() && !after.is_empty() {
            return false;
        }
        let mut was = was.into_iter();
        let deals = was.next().into_iter().chain(after.into_iter().rev()).chain(was);
        for deal in deals {
            let next = pad.deals().len();
            if pad.enter(next, deal).is_err() {
                return false;
            }
        }
        self.pad = pad;
        self.changes.truncate(changes);
        true
    }

    /// Current points of each player, or chips if they decide.
    #[must_use]
    pub fn points(&self) -> Vec<i32> {
        let sheet = self.sheet();
        let chips = sheet.rows.last().map(|row| row.chips.clone()).filter(|c| !c.is_empty());
        chips.unwrap_or_else(|| sheet.totals(self.rules().players))
    }

    /// Players by place, best first; ties share a place.
    #[must_use]
    pub fn places(&self) -> Vec<(usize, Seat)> {
        let (sheet, rules) = (self.sheet(), self.rules());
        let by_chips = sheet.rows.last().is_some_and(|row| !row.chips.is_empty());
        let lowest = rules.set.choices.matching.winner == upcard_engine::choices::Winner::Lowest;
        let totals = self.points();
        let out = sheet.rows.last().map(|row| row.out).unwrap_or_default();
        let won = sheet.finished.map(|end| end.winners).unwrap_or_default();
        let key = |seat: Seat| {
            let total = totals[seat.index()];
            let worse = if lowest && !by_chips { total } else { -total };
            (!won.has(seat), out.has(seat), worse)
        };
        let mut seats: Vec<Seat> = Seat::all(rules.players).collect();
        seats.sort_by_key(|&seat| key(seat));
        let place =
            |seat: &Seat| 1 + seats.iter().filter(|other| key(**other) < key(*seat)).count();
        seats.iter().map(|seat| (place(seat), *seat)).collect()
    }

    /// Exports the deals as CSV: one line per deal, totals last.
    #[must_use]
    pub fn csv(&self) -> String {
        let quoted = |text: &String| format!("\"{}\"", text.replace('"', "\"\""));
        let sheet = self.sheet();
        let names: Vec<String> = self.names.iter().map(quoted).collect();
        let mut lines = vec![format!("deal,dealer,{}", names.join(","))];
        let numbers = |all: &[i32]| all.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        for (number, row) in (1..).zip(&sheet.rows) {
            let dealer = quoted(&self.names[row.dealer.index()]);
            lines.push(format!("{number},{dealer},{}", numbers(&row.points)));
        }
        lines.push(format!("total,,{}", numbers(&sheet.totals(self.rules().players))));
        lines.join("\n") + "\n"
    }

    /// Serializes the sheet to text.
    #[must_use]
    pub fn text(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| plain(name)).collect();
        let mut lines = vec![
            HEADER.to_owned(),
            self.house.text(),
            names.join("\t"),
            format!("{} {}", self.first.index(), self.begun),
        ];
        lines.extend(self.pad.deals().iter().map(|deal| format!("deal {}", write_deal(deal))));
        lines.extend(self.changes.iter().map(|change| {
            let Correction { deal, seat, before, after } = change;
            format!("change {deal} {} {before} {after}", seat.index())
        }));
        lines.join("\n") + "\n"
    }

    /// Parses the output of [`ScoreSheet::text`]; `None` if it is invalid or its rules are unknown to the
    /// library.
    #[must_use]
    pub fn read(library: &Library, text: &str) -> Option<ScoreSheet> {
        let mut lines = text.lines();
        if lines.next()? != HEADER {
            return None;
        }
        let house = HouseRules::read(lines.next()?).ok()?;
        let names: Vec<String> = lines.next()?.split('\t').map(str::to_owned).collect();
        let (first, begun) = lines.next()?.split_once(' ')?;
        let first = Seat::at(first.parse::<u8>().ok().filter(|seat| *seat < 8)?.into());
        let begun = begun.parse().ok()?;
        let mut sheet = ScoreSheet::new(library, house, &names, first, begun).ok()?;
        for line in lines.take(MAX_DEALS + MAX_CORRECTIONS) {
            match line.split_once(' ')? {
                ("deal", deal) => {
                    let at = sheet.pad.deals().len();
                    sheet.pad.enter(at, read_deal(deal)?).ok()?;
                }
                ("change", change) => sheet.changes.push(read_change(change, names.len())?),
                _ => return None,
            }
        }
        Some(sheet)
    }
}

/// Score sheets on a device, by start time, most recently used first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SheetList(Vec<u64>);

impl SheetList {
    /// Parses the output of [`SheetList::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> SheetList {
        SheetList(text.lines().filter_map(|line| line.parse().ok()).collect())
    }

    /// Serializes the list, one sheet per line.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.iter().map(|begun| format!("{begun}\n")).collect()
    }

    /// Iterates over the sheets, most recently used first.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().copied()
    }

    /// Marks a sheet as the most recently used.
    pub fn note(&mut self, begun: u64) {
        self.forget(begun);
        self.0.insert(0, begun);
    }

    /// Removes a sheet.
    pub fn forget(&mut self, begun: u64) {
        self.0.retain(|other| *other != begun);
    }
}

/// Normalizes a name for a line of the text; the seat number if it is empty.
fn normalized_name(name: &str, seat: usize) -> String {
    let name: String = plain(name).trim().chars().take(24).collect();
    let name = strip_needless_joiners(&name);
    if name.is_empty() { (seat + 1).to_string() } else { name }
}

fn plain(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Letters of the flags that are set.
fn letters<const N: usize>(all: [(char, bool); N]) -> String {
    let some: String = all.into_iter().filter(|(_, so)| *so).map(|(letter, _)| letter).collect();
    if some.is_empty() { "-".to_owned() } else { some }
}

pub(crate) fn write_deal(deal: &DealEntry) -> String {
    let winner = deal.winner.map_or("-".to_owned(), |seat| seat.index().to_string());
    let flags = letters([
        ('g', deal.gin),
        ('b', deal.big_gin),
        ('s', deal.spade),
        ('r', deal.rummy),
        ('f', deal.first_lay),
        ('h', deal.shared),
    ]);
    // Extra payments follow the flags.
    let flags = if deal.besides > 0 { format!("{flags}+{}", deal.besides) } else { flags };
    let seats = deal.seats.iter().map(|one| {
        let flags = letters([
            ('d', one.down),
            ('n', one.no_turn),
            ('j', one.rejoins),
            ('1', one.gone == Gone::DroppedFirst),
            ('2', one.gone == Gone::DroppedMiddle),
            ('w', one.gone == Gone::DeclaredWrong),
        ]);
        let points = one.written.map_or("-".to_owned(), |points| points.to_string());
        format!("{},{},{},{flags},{points}", one.hand, one.shown, one.buys)
    });
    format!("{winner} {flags} {}", seats.collect::<Vec<_>>().join(" "))
}

pub(crate) fn read_deal(text: &str) -> Option<DealEntry> {
    let mut parts = text.split(' ');
    let (winner, flags) = (parts.next()?, parts.next()?);
    let (flags, besides) = flags.split_once('+').unwrap_or((flags, "0"));
    let winner = match winner {
        "-" => None,
        seat => Some(Seat::at(seat.parse::<u8>().ok().filter(|seat| *seat < 8)?.into())),
    };
    let seats = parts.map(|part| {
        let mut of = part.split(',');
        let (hand, shown, buys) = (of.next()?, of.next()?, of.next()?);
        let (flags, points) = (of.next()?, of.next()?);
        let has = |letter| flags.contains(letter);
        Some(SeatEntry {
            hand: hand.parse().ok()?,
            shown: shown.parse().ok()?,
            buys: buys.parse().ok()?,
            down: has('d'),
            no_turn: has('n'),
            rejoins: has('j'),
            gone: match flags {
                _ if has('1') => Gone::DroppedFirst,
                _ if has('2') => Gone::DroppedMiddle,
                _ if has('w') => Gone::DeclaredWrong,
                _ => Gone::No,
            },
            written: match points {
                "-" => None,
                points => Some(points.parse().ok()?),
            },
        })
    });
    let has = |letter| flags.contains(letter);
    Some(DealEntry {
        besides: besides.parse().ok()?,
        winner,
        gin: has('g'),
        big_gin: has('b'),
        spade: has('s'),
        rummy: has('r'),
        first_lay: has('f'),
        shared: has('h'),
        seats: seats.collect::<Option<_>>()?,
    })
}

fn read_change(text: &str, players: usize) -> Option<Correction> {
    let mut parts = text.split(' ');
    let deal = parts.next()?.parse().ok()?;
    let seat = parts.next()?.parse::<usize>().ok().filter(|seat| *seat < players)?;
    let (before, after) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some(Correction { deal, seat: Seat::at(seat), before, after })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn names(all: &[&str]) -> Vec<String> {
        all.iter().map(|name| (*name).to_owned()).collect()
    }

    pub(crate) fn begun(game: &str, all: &[&str]) -> ScoreSheet {
        let library = Library::standard().unwrap();
        let house = HouseRules::of(game);
        ScoreSheet::new(&library, house, &names(all), Seat::at(1), 17).unwrap()
    }

    fn entered(sheet: &mut ScoreSheet, at: usize, winner: usize, hands: &[i32]) {
        let mut deal = sheet.draft(at);
        deal.winner = Some(Seat::at(winner));
        for (one, &hand) in deal.seats.iter_mut().zip(hands) {
            one.hand = hand;
        }
        sheet.enter(at, deal).unwrap();
    }

    #[test]
    fn sheet_round_trips_through_text() {
        let library = Library::standard().unwrap();
        let mut sheet = begun("pool-101", &["Ann", "Bob\tthe second", ""]);
        assert_eq!(sheet.names, ["Ann", "Bob the second", "3"]);
        entered(&mut sheet, 0, 0, &[0, 12, 70]);
        let mut deal = sheet.draft(1);
        deal.winner = Some(Seat::at(1));
        deal.seats[0].gone = Gone::DroppedMiddle;
        deal.seats[2] = SeatEntry { hand: 60, rejoins: true, ..SeatEntry::default() };
        deal.besides = 12;
        sheet.enter(1, deal).unwrap();
        // The second player had 20, and 2 were subtracted by agreement.
        let mut again = sheet.draft(0);
        again.seats[1] = SeatEntry { hand: 20, written: Some(-2), ..SeatEntry::default() };
        sheet.enter(0, again).unwrap();
        let changed = Correction { deal: 0, seat: Seat::at(1), before: 12, after: -2 };
        assert_eq!(sheet.changes(), [changed]);
        let back = ScoreSheet::read(&library, &sheet.text()).unwrap();
        assert_eq!((back.text(), back.sheet()), (sheet.text(), sheet.sheet()));
        assert_eq!(back.changes(), sheet.changes());
        // A player who rejoins gets one point more than the highest other total.
        assert_eq!(sheet.sheet().rows[1].totals, [40, -2, 41]);
    }

    #[test]
    fn text_has_the_documented_form() {
        let mut sheet = begun("gin", &["Ann", "Bob"]);
        let mut deal = sheet.draft(0);
        (deal.winner, deal.gin, deal.seats[1].hand) = (Some(Seat::at(0)), true, 31);
        sheet.enter(0, deal).unwrap();
        let text = "score-sheet 1\n1&gin&\nAnn\tBob\n1 17\ndeal 0 g 0,0,0,-,- 31,0,0,-,-\n";
        assert_eq!(sheet.text(), text);
    }

    #[test]
    fn invalid_sheets_are_rejected() {
        let library = Library::standard().unwrap();
        let mut sheet = begun("rummy", &["Ann", "Bob"]);
        entered(&mut sheet, 0, 0, &[0, 12]);
        let text = sheet.text();
        // Truncation and changed characters give another score or an error, but no panic.
        for cut in 0..text.len() {
            let _ = ScoreSheet::read(&library, &text[..cut]);
            for other in ["x", "9", "-", " ", "\n", "\t"] {
                let mut changed = text.clone();
                changed.replace_range(cut..=cut, other);
                let _ = ScoreSheet::read(&library, &changed);
            }
        }
        for (from, to) in [
            ("sheet 1", "sheet 2"),
            ("rummy", "bridge"),
            ("deal 0", "deal 7"),
            ("deal 0", "deal 99999"),
            ("12,", "99999999999,"),
            ("12,", "2000000,"),
            ("\nAnn\tBob\n", "\nAnn\n"),
            ("deal", "drop"),
        ] {
            assert!(text.contains(from), "{text}");
            assert!(ScoreSheet::read(&library, &text.replacen(from, to, 1)).is_none(), "{to}");
        }
    }

    #[test]
    fn most_recently_used_sheet_comes_first() {
        let mut all = SheetList::read("7\nx\n5\n");
        all.note(5);
        all.note(9);
        assert_eq!(all.text(), "9\n5\n7\n");
        all.forget(5);
        assert_eq!(all.iter().collect::<Vec<_>>(), [9, 7]);
    }

    #[test]
    fn places_follow_the_winning_direction() {
        let mut low = begun("contract-rummy", &["Ann", "Bob", "Cat"]);
        entered(&mut low, 0, 1, &[30, 0, 30]);
        assert_eq!(low.places(), [(1, Seat::at(1)), (2, Seat::at(0)), (2, Seat::at(2))]);
        let mut high = begun("rummy+winner-scores", &["Ann", "Bob", "Cat"]);
        entered(&mut high, 0, 1, &[30, 0, 30]);
        assert_eq!(high.places()[0], (1, Seat::at(1)));
        let csv = "deal,dealer,\"Ann\",\"Bob\",\"Cat\"\n1,\"Bob\",0,60,0\ntotal,,0,60,0\n";
        assert_eq!(high.csv(), csv);
    }
}

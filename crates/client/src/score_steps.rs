//! Data that a device keeps with a score sheet: the undo history, and a partially entered deal.

use upcard_cards::{Card, Rank};
use upcard_engine::score_pad::{DealEntry, MAX_POINTS};

use crate::ScoreSheet;
use crate::score_sheet::{read_deal, write_deal};

/// An entered or changed deal.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// Index of the deal.
    at: usize,
    /// Number of corrections before it.
    changes: usize,
    /// The deal before the step, followed by the later deals that the step removed; empty for a new deal.
    was: Vec<DealEntry>,
}

/// Undo history, oldest step first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UndoHistory(Vec<Step>);

impl UndoHistory {
    const MAX_STEPS: usize = 50;

    /// Returns `true` if there is nothing to undo.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Records the change of a deal, given the sheet before and after it.
    pub fn note(&mut self, before: &ScoreSheet, after: &ScoreSheet, at: usize) {
        let old = before.pad().deals();
        // A change that ends the match earlier removes the deals after its end.
        let gone = old.iter().skip(after.pad().deals().len().max(at + 1));
        let was = old.get(at).into_iter().chain(gone).cloned().collect();
        self.0.push(Step { at, changes: before.changes().len(), was });
        let more = self.0.len().saturating_sub(UndoHistory::MAX_STEPS);
        self.0.drain(..more);
    }

    /// Undoes the last step. Returns `false`, with the history cleared, if there is none or the sheet has
    /// changed in another way.
    pub fn undo(&mut self, sheet: &mut ScoreSheet) -> bool {
        let done =
            self.0.pop().is_some_and(|step| sheet.restore_deal(step.at, step.was, step.changes));
        if !done {
            self.0.clear();
        }
        done
    }

    /// Serializes the history for this sheet: a line that identifies the sheet's state, and a line per step.
    #[must_use]
    pub fn text(&self, sheet: &ScoreSheet) -> String {
        let line = |Step { at, changes, was }: &Step| {
            let was: String = was.iter().map(|deal| format!("\t{}", write_deal(deal))).collect();
            format!("{at} {changes}{was}\n")
        };
        sheet_line(sheet) + &self.0.iter().map(line).collect::<String>()
    }

    /// Parses the output of [`UndoHistory::text`]; empty if it belongs to another sheet or another state of
    /// this one.
    #[must_use]
    pub fn read(text: &str, sheet: &ScoreSheet) -> UndoHistory {
        let step = |line: &str| {
            let mut parts = line.split('\t');
            let (at, changes) = parts.next()?.split_once(' ')?;
            let was = parts.map(read_deal).collect::<Option<Vec<_>>>()?;
            Some(Step { at: at.parse().ok()?, changes: changes.parse().ok()?, was })
        };
        let own = sheet_line(sheet);
        let lines = text.strip_prefix(&own).map(str::lines).into_iter().flatten();
        // One invalid step makes the whole history useless.
        let steps: Option<Vec<Step>> = lines.take(UndoHistory::MAX_STEPS).map(step).collect();
        UndoHistory(steps.unwrap_or_default())
    }
}

/// Identifies a sheet and its state.
fn sheet_line(sheet: &ScoreSheet) -> String {
    let last = sheet.pad().deals().last().map(write_deal).unwrap_or_default();
    let (deals, changes) = (sheet.pad().deals().len(), sheet.changes().len());
    format!("steps 1 {} {deals} {changes} {last}\n", sheet.begun)
}

/// Progress of entering a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryStep {
    /// Asks who went out.
    Winner,
    /// Asks for the number with this index.
    Number(usize),
    /// Summary before the deal is saved.
    All,
}

/// A number being entered, as digits or by counting cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NumberInput {
    /// Digits.
    pub digits: String,
    /// Cards in the order in which they were tapped.
    pub cards: Vec<Card>,
    /// `true` if the number is counted from the cards.
    pub counting: bool,
}

impl NumberInput {
    /// Maximum number of cards, more than any hand has.
    const MAX_CARDS: usize = 60;

    /// Appends a digit if the number remains valid.
    pub fn press(&mut self, digit: char) {
        self.digits.push(digit);
        if !is_number(&self.digits) {
            self.digits.pop();
        }
    }

    /// Removes the last digit or card.
    pub fn drop_last(&mut self) {
        if self.counting {
            self.cards.pop();
        } else {
            self.digits.pop();
        }
    }

    fn text(&self) -> String {
        let how = if self.counting { "cards" } else { "digits" };
        let cards: String = self.cards.iter().map(|card| format!(" {card}")).collect();
        format!("{how} {}{cards}", if self.digits.is_empty() { "-" } else { &self.digits })
    }

    fn read(text: &str) -> Option<NumberInput> {
        let mut words = text.split(' ');
        let counting = match words.next()? {
            "cards" => true,
            "digits" => false,
            _ => return None,
        };
        let digits = words.next().filter(|digits| is_number(digits)).unwrap_or_default();
        let cards = words.take(NumberInput::MAX_CARDS).map(str::parse).collect::<Result<_, _>>();
        Some(NumberInput { digits: digits.to_owned(), cards: cards.ok()?, counting })
    }
}

/// Returns `true` if these are the digits of a valid number of points.
fn is_number(digits: &str) -> bool {
    let plain = digits.chars().all(|c| c.is_ascii_digit());
    plain && digits.parse::<i32>().is_ok_and(|number| number <= MAX_POINTS)
}

/// A partially entered deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreDraft {
    /// Index of the deal.
    pub at: usize,
    /// Content of the deal when entry began.
    pub was: Option<DealEntry>,
    /// Deal so far.
    pub deal: DealEntry,
    /// Progress.
    pub step: EntryStep,
    /// Number being entered.
    pub typed: NumberInput,
    /// Wild rank of the deal, if cards are counted with it.
    pub wild: Option<Rank>,
}

impl ScoreDraft {
    /// Serializes the draft.
    #[must_use]
    pub fn text(&self) -> String {
        let step = match self.step {
            EntryStep::Winner => "winner".to_owned(),
            EntryStep::Number(number) => number.to_string(),
            EntryStep::All => "all".to_owned(),
        };
        let was = self.was.as_ref().map(write_deal).unwrap_or_default();
        let wild = self.wild.map_or('-', Rank::letter);
        let (deal, typed) = (write_deal(&self.deal), self.typed.text());
        format!("draft 1\n{} {step}\n{deal}\n{was}\n{wild} {typed}\n", self.at)
    }

    /// Parses the output of [`ScoreDraft::text`]; `None` if the sheet no longer accepts the deal, or its
    /// content has changed.
    #[must_use]
    pub fn read(text: &str, sheet: &ScoreSheet) -> Option<ScoreDraft> {
        let mut lines = text.lines();
        if lines.next()? != "draft 1" {
            return None;
        }
        let (at, step) = lines.next()?.split_once(' ')?;
        let step = match step {
            "winner" => EntryStep::Winner,
            "all" => EntryStep::All,
            number => EntryStep::Number(number.parse().ok()?),
        };
        let (at, deal) = (at.parse().ok()?, read_deal(lines.next()?)?);
        let was = lines.next().filter(|line| !line.is_empty());
        let was = was.map(read_deal).map_or(Some(None), |read| read.map(Some))?;
        // Drafts of earlier versions lack this line.
        let on_its_way = lines.next().and_then(|line| line.split_once(' '));
        let wild = on_its_way.and_then(|(wild, _)| Rank::from_letter(wild.parse().ok()?));
        let typed = on_its_way.and_then(|(_, typed)| NumberInput::read(typed)).unwrap_or_default();
        let deals = sheet.pad().deals();
        let comes = at < deals.len() || at == deals.len() && sheet.sheet().next_deal.is_some();
        let winner = deal.winner.is_none_or(|seat| seat.index() < sheet.names.len());
        let fits = deal.seats.len() == sheet.names.len() && was.as_ref() == deals.get(at);
        let valid = comes && winner && fits;
        valid.then_some(ScoreDraft { at, was, deal, step, typed, wild })
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::{Library, Seat};

    use super::*;

    fn begun() -> ScoreSheet {
        crate::score_sheet::tests::begun("rummy", &["Ann", "Bob", "Cat"])
    }

    fn deal(sheet: &ScoreSheet, at: usize, winner: usize, hand: i32) -> DealEntry {
        let mut deal = sheet.draft(at);
        deal.winner = Some(Seat::at(winner));
        for (seat, one) in deal.seats.iter_mut().enumerate() {
            one.hand = if seat == winner { 0 } else { hand };
        }
        deal
    }

    fn enter(sheet: &mut ScoreSheet, steps: &mut UndoHistory, at: usize, winner: usize, hand: i32) {
        let before = sheet.clone();
        sheet.enter(at, deal(&before, at, winner, hand)).unwrap();
        steps.note(&before, sheet, at);
    }

    /// Each undo restores exactly the previous sheet, even after a reload.
    #[test]
    fn undo_works_after_a_reload() {
        let library = Library::standard().unwrap();
        let (mut sheet, mut steps) = (begun(), UndoHistory::default());
        let mut before = Vec::new();
        // The last step changes the first deal so that the match ends there, which removes the others.
        for (at, winner, hand) in [(0, 0, 10), (1, 1, 12), (0, 2, 9), (2, 0, 5), (0, 1, 5_000)] {
            before.push(sheet.text());
            enter(&mut sheet, &mut steps, at, winner, hand);
        }
        while let Some(was) = before.pop() {
            sheet = ScoreSheet::read(&library, &sheet.text()).unwrap();
            steps = UndoHistory::read(&steps.text(&sheet), &sheet);
            assert!(steps.undo(&mut sheet));
            assert_eq!(sheet.text(), was);
        }
        assert!(steps.is_empty() && !steps.undo(&mut sheet));
    }

    #[test]
    fn undo_history_is_limited() {
        let (mut sheet, mut steps) = (begun(), UndoHistory::default());
        (0..60).for_each(|n| enter(&mut sheet, &mut steps, 0, 0, 1 + n % 9));
        assert_eq!(steps.0.len(), UndoHistory::MAX_STEPS);
        assert_eq!(UndoHistory::read(&steps.text(&sheet), &sheet), steps);
    }

    #[test]
    fn undo_history_of_another_sheet_is_ignored() {
        let (mut sheet, mut steps) = (begun(), UndoHistory::default());
        enter(&mut sheet, &mut steps, 0, 0, 10);
        let text = steps.text(&sheet);
        let mut other = sheet.clone();
        other.enter(1, deal(&sheet, 1, 1, 3)).unwrap();
        assert!(UndoHistory::read(&text, &other).is_empty());
        assert!(UndoHistory::read("", &sheet).is_empty());
        // Corrupted histories do no harm.
        for cut in 0..text.len() {
            let mut sheet = sheet.clone();
            let _ = UndoHistory::read(&text[..cut], &sheet).undo(&mut sheet);
            let wrong = text.clone() + "7 0\t0 - 1,0,0,-,-\n";
            let mut steps = UndoHistory::read(&wrong, &sheet);
            assert!(!steps.undo(&mut sheet) && steps.is_empty());
        }
    }

    #[test]
    fn partially_entered_deal_is_restored() {
        let mut sheet = begun();
        sheet.enter(0, deal(&sheet, 0, 1, 7)).unwrap();
        for (at, step) in [(1, EntryStep::Winner), (1, EntryStep::Number(1)), (0, EntryStep::All)] {
            let was = sheet.pad().deals().get(at).cloned();
            let deal = deal(&sheet, at, 2, 30);
            let draft =
                ScoreDraft { at, was, deal, step, typed: NumberInput::default(), wild: None };
            assert_eq!(ScoreDraft::read(&draft.text(), &sheet), Some(draft.clone()));
            // Another device has entered that deal meanwhile.
            let mut other = sheet.clone();
            other.enter(at, self::deal(&sheet, at, 0, 44)).unwrap();
            assert_eq!(ScoreDraft::read(&draft.text(), &other), None);
        }
        let (deal, typed) = (sheet.draft(2), NumberInput::default());
        let early = ScoreDraft { at: 2, was: None, deal, step: EntryStep::All, typed, wild: None };
        assert_eq!(ScoreDraft::read(&early.text(), &sheet), None);
        let mut over = sheet.clone();
        over.enter(1, self::deal(&sheet, 1, 0, 5_000)).unwrap();
        assert_eq!(ScoreDraft::read(&early.text(), &over), None);
        assert_eq!(ScoreDraft::read("draft 1\n0", &sheet), None);
    }

    /// A number being entered survives a reload; invalid ones are dropped.
    #[test]
    fn partially_entered_number_is_restored() {
        let sheet = begun();
        let mut typed = NumberInput::default();
        "1".repeat(9).chars().for_each(|digit| typed.press(digit));
        assert_eq!(typed.digits, "11111", "no more than can be entered");
        let cards = ["TH", "AS", "TH"].map(|card| card.parse().unwrap()).to_vec();
        let counted = NumberInput { cards, counting: true, ..typed.clone() };
        let (deal, step) = (sheet.draft(0), EntryStep::Number(1));
        for (typed, wild) in [(typed, None), (counted, Rank::from_letter('7'))] {
            let (was, deal) = (None, deal.clone());
            let mut draft = ScoreDraft { at: 0, was, deal, step, typed, wild };
            assert_eq!(ScoreDraft::read(&draft.text(), &sheet), Some(draft.clone()));
            let text = draft.text();
            draft.typed.drop_last();
            assert_ne!(draft.text(), text);
            // Corrupted or older drafts have no number.
            let lines: Vec<&str> = text.lines().collect();
            for last in ["", "- digits 999999", "x digits -5", "- cards - XX", "-", "nonsense"] {
                let text = format!("{}\n{last}", lines[..4].join("\n"));
                let read = ScoreDraft::read(&text, &sheet).unwrap();
                assert_eq!((read.typed, read.wild), (NumberInput::default(), None), "{last}");
            }
        }
    }
}

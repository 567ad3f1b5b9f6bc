//! What a device keeps of a score sheet beside the sheet: the steps that can be taken back, and a deal that is half
//! entered.

use upcard_cards::{Card, Rank};
use upcard_engine::score_pad::{DealCount, MOST_POINTS};

use crate::ScoreSheet;
use crate::score_sheet::{read_deal, written};

/// A deal was entered or changed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    /// Which, from 0.
    at: usize,
    /// How many changes the sheet told of before.
    changes: usize,
    /// The deal as it was before, and behind it those that went with the step; empty for a new one.
    was: Vec<DealCount>,
}

/// The steps that can be taken back, the first one first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScoreSteps(Vec<Step>);

impl ScoreSteps {
    /// As many can be taken back.
    const MOST: usize = 50;

    /// Is there anything to take back?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This deal was entered: the sheet before, and with it.
    pub fn note(&mut self, before: &ScoreSheet, after: &ScoreSheet, at: usize) {
        let old = before.pad().deals();
        // A match that is over sooner by a change loses the deals behind its end.
        let gone = old.iter().skip(after.pad().deals().len().max(at + 1));
        let was = old.get(at).into_iter().chain(gone).cloned().collect();
        self.0.push(Step { at, changes: before.changes().len(), was });
        let more = self.0.len().saturating_sub(ScoreSteps::MOST);
        self.0.drain(..more);
    }

    /// Takes the last step back. False where there is none, or the sheet has become another one meanwhile: then none
    /// is left.
    pub fn take_back(&mut self, sheet: &mut ScoreSheet) -> bool {
        let done = self.0.pop().is_some_and(|step| sheet.put_back(step.at, step.was, step.changes));
        if !done {
            self.0.clear();
        }
        done
    }

    /// The steps as a text, for this sheet: a line that tells it, and a line for each.
    #[must_use]
    pub fn text(&self, sheet: &ScoreSheet) -> String {
        let line = |Step { at, changes, was }: &Step| {
            let was: String = was.iter().map(|deal| format!("\t{}", written(deal))).collect();
            format!("{at} {changes}{was}\n")
        };
        sheet_line(sheet) + &self.0.iter().map(line).collect::<String>()
    }

    /// Reads what [`ScoreSteps::text`] gave; none where it is of another sheet, or of this one before it was changed.
    #[must_use]
    pub fn read(text: &str, sheet: &ScoreSheet) -> ScoreSteps {
        let step = |line: &str| {
            let mut parts = line.split('\t');
            let (at, changes) = parts.next()?.split_once(' ')?;
            let was = parts.map(read_deal).collect::<Option<Vec<_>>>()?;
            Some(Step { at: at.parse().ok()?, changes: changes.parse().ok()?, was })
        };
        let own = sheet_line(sheet);
        let lines = text.strip_prefix(&own).map(str::lines).into_iter().flatten();
        // Those behind one that cannot be read do not lead back to where they began.
        let steps: Option<Vec<Step>> = lines.take(ScoreSteps::MOST).map(step).collect();
        ScoreSteps(steps.unwrap_or_default())
    }
}

/// What tells a sheet from itself before and after a step.
fn sheet_line(sheet: &ScoreSheet) -> String {
    let last = sheet.pad().deals().last().map(written).unwrap_or_default();
    let (deals, changes) = (sheet.pad().deals().len(), sheet.changes().len());
    format!("steps 1 {} {deals} {changes} {last}\n", sheet.begun)
}

/// Where somebody is who enters a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryStep {
    /// Who went out?
    Winner,
    /// This number of the numbers that are asked for.
    Number(usize),
    /// All of it, before it is entered.
    All,
}

/// A number on its way: what is typed, or the cards that are counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typed {
    /// The digits.
    pub digits: String,
    /// The cards, in the order in which they were tapped.
    pub cards: Vec<Card>,
    /// Do the cards count, and not the digits?
    pub counting: bool,
}

impl Typed {
    /// As many cards are kept: more than any hand holds.
    const CARDS_MOST: usize = 60;

    /// Adds a digit, as long as the number is one that can be entered.
    pub fn press(&mut self, digit: char) {
        self.digits.push(digit);
        if !is_number(&self.digits) {
            self.digits.pop();
        }
    }

    /// Takes the last digit or card away.
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

    fn read(text: &str) -> Option<Typed> {
        let mut words = text.split(' ');
        let counting = match words.next()? {
            "cards" => true,
            "digits" => false,
            _ => return None,
        };
        let digits = words.next().filter(|digits| is_number(digits)).unwrap_or_default();
        let cards = words.take(Typed::CARDS_MOST).map(str::parse).collect::<Result<_, _>>();
        Some(Typed { digits: digits.to_owned(), cards: cards.ok()?, counting })
    }
}

/// Are these the digits of a number of points that can be entered?
fn is_number(digits: &str) -> bool {
    let plain = digits.chars().all(|c| c.is_ascii_digit());
    plain && digits.parse::<i32>().is_ok_and(|number| number <= MOST_POINTS)
}

/// A deal that is half entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreDraft {
    /// Which, from 0.
    pub at: usize,
    /// What was there when it was begun.
    pub was: Option<DealCount>,
    /// The deal so far.
    pub deal: DealCount,
    /// Where its keeper is.
    pub step: EntryStep,
    /// The number that is on its way there.
    pub typed: Typed,
    /// The rank that is wild in the deal, where cards are counted by it.
    pub wild: Option<Rank>,
}

impl ScoreDraft {
    /// The draft as a text.
    #[must_use]
    pub fn text(&self) -> String {
        let step = match self.step {
            EntryStep::Winner => "winner".to_owned(),
            EntryStep::Number(number) => number.to_string(),
            EntryStep::All => "all".to_owned(),
        };
        let was = self.was.as_ref().map(written).unwrap_or_default();
        let wild = self.wild.map_or('-', Rank::letter);
        let (deal, typed) = (written(&self.deal), self.typed.text());
        format!("draft 1\n{} {step}\n{deal}\n{was}\n{wild} {typed}\n", self.at)
    }

    /// Reads what [`ScoreDraft::text`] gave; none where the sheet takes no such deal any more, or another stands
    /// there by now.
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
        // A draft of earlier days has no such line.
        let on_its_way = lines.next().and_then(|line| line.split_once(' '));
        let wild = on_its_way.and_then(|(wild, _)| Rank::from_letter(wild.parse().ok()?));
        let typed = on_its_way.and_then(|(_, typed)| Typed::read(typed)).unwrap_or_default();
        let deals = sheet.pad().deals();
        let comes = at < deals.len() || at == deals.len() && sheet.sheet().coming.is_some();
        let winner = deal.winner.is_none_or(|seat| seat.index() < sheet.names.len());
        let fits = deal.seats.len() == sheet.names.len() && winner;
        (comes && fits && was.as_ref() == deals.get(at)).then_some(ScoreDraft {
            at,
            was,
            deal,
            step,
            typed,
            wild,
        })
    }
}

#[cfg(test)]
mod tests {
    use upcard_engine::{Library, Seat};

    use super::*;
    use crate::house_rules::HouseRules;

    fn begun(game: &str) -> ScoreSheet {
        let names = ["Ann", "Bob", "Cat"].map(str::to_owned);
        let library = Library::standard().unwrap();
        ScoreSheet::new(&library, HouseRules::of(game), &names, Seat::at(1), 17).unwrap()
    }

    fn deal(sheet: &ScoreSheet, at: usize, winner: usize, hand: i32) -> DealCount {
        let mut deal = sheet.draft(at);
        deal.winner = Some(Seat::at(winner));
        for (seat, one) in deal.seats.iter_mut().enumerate() {
            one.hand = if seat == winner { 0 } else { hand };
        }
        deal
    }

    fn enter(sheet: &mut ScoreSheet, steps: &mut ScoreSteps, at: usize, winner: usize, hand: i32) {
        let before = sheet.clone();
        sheet.enter(at, deal(&before, at, winner, hand)).unwrap();
        steps.note(&before, sheet, at);
    }

    /// Each step leads back to the very sheet that was before it, also when all was loaded again in between.
    #[test]
    fn steps_lead_back_through_a_reload() {
        let library = Library::standard().unwrap();
        let (mut sheet, mut steps) = (begun("rummy"), ScoreSteps::default());
        let mut before = Vec::new();
        // The last one changes the first deal so that the match is over with it, and the others go.
        for (at, winner, hand) in [(0, 0, 10), (1, 1, 12), (0, 2, 9), (2, 0, 5), (0, 1, 5_000)] {
            before.push(sheet.text());
            enter(&mut sheet, &mut steps, at, winner, hand);
        }
        while let Some(was) = before.pop() {
            sheet = ScoreSheet::read(&library, &sheet.text()).unwrap();
            steps = ScoreSteps::read(&steps.text(&sheet), &sheet);
            assert!(steps.take_back(&mut sheet));
            assert_eq!(sheet.text(), was);
        }
        assert!(steps.is_empty() && !steps.take_back(&mut sheet));
    }

    #[test]
    fn no_more_steps_are_kept_than_can_be_taken_back() {
        let (mut sheet, mut steps) = (begun("rummy"), ScoreSteps::default());
        (0..60).for_each(|n| enter(&mut sheet, &mut steps, 0, 0, 1 + n % 9));
        assert_eq!(steps.0.len(), ScoreSteps::MOST);
        assert_eq!(ScoreSteps::read(&steps.text(&sheet), &sheet), steps);
    }

    #[test]
    fn steps_of_another_sheet_are_none() {
        let (mut sheet, mut steps) = (begun("rummy"), ScoreSteps::default());
        enter(&mut sheet, &mut steps, 0, 0, 10);
        let text = steps.text(&sheet);
        let mut other = sheet.clone();
        other.enter(1, deal(&sheet, 1, 1, 3)).unwrap();
        assert!(ScoreSteps::read(&text, &other).is_empty());
        assert!(ScoreSteps::read("", &sheet).is_empty());
        // What is damaged leads nowhere, and breaks nothing.
        for cut in 0..text.len() {
            let mut sheet = sheet.clone();
            let _ = ScoreSteps::read(&text[..cut], &sheet).take_back(&mut sheet);
            let wrong = text.clone() + "7 0\t0 - 1,0,0,-,-\n";
            let mut steps = ScoreSteps::read(&wrong, &sheet);
            assert!(!steps.take_back(&mut sheet) && steps.is_empty());
        }
    }

    #[test]
    fn a_deal_that_is_half_entered_is_there_again() {
        let mut sheet = begun("rummy");
        sheet.enter(0, deal(&sheet, 0, 1, 7)).unwrap();
        for (at, step) in [(1, EntryStep::Winner), (1, EntryStep::Number(1)), (0, EntryStep::All)] {
            let was = sheet.pad().deals().get(at).cloned();
            let deal = deal(&sheet, at, 2, 30);
            let draft = ScoreDraft { at, was, deal, step, typed: Typed::default(), wild: None };
            assert_eq!(ScoreDraft::read(&draft.text(), &sheet), Some(draft.clone()));
            // Somebody else has entered that deal meanwhile.
            let mut other = sheet.clone();
            other.enter(at, self::deal(&sheet, at, 0, 44)).unwrap();
            assert_eq!(ScoreDraft::read(&draft.text(), &other), None);
        }
        let (deal, typed) = (sheet.draft(2), Typed::default());
        let early = ScoreDraft { at: 2, was: None, deal, step: EntryStep::All, typed, wild: None };
        assert_eq!(ScoreDraft::read(&early.text(), &sheet), None);
        let mut over = sheet.clone();
        over.enter(1, self::deal(&sheet, 1, 0, 5_000)).unwrap();
        assert_eq!(ScoreDraft::read(&early.text(), &over), None);
        assert_eq!(ScoreDraft::read("draft 1\n0", &sheet), None);
    }

    /// A number that was typed, or counted by cards, and not taken yet comes back, and nothing that is none.
    #[test]
    fn a_number_on_its_way_is_there_again() {
        let sheet = begun("rummy");
        let mut typed = Typed::default();
        "1".repeat(9).chars().for_each(|digit| typed.press(digit));
        assert_eq!(typed.digits, "11111", "no more than can be entered");
        let cards = ["TH", "AS", "TH"].map(|card| card.parse().unwrap()).to_vec();
        let counted = Typed { cards, counting: true, ..typed.clone() };
        let (deal, step) = (sheet.draft(0), EntryStep::Number(1));
        for (typed, wild) in [(typed, None), (counted, Rank::from_letter('7'))] {
            let (was, deal) = (None, deal.clone());
            let mut draft = ScoreDraft { at: 0, was, deal, step, typed, wild };
            assert_eq!(ScoreDraft::read(&draft.text(), &sheet), Some(draft.clone()));
            let text = draft.text();
            draft.typed.drop_last();
            assert_ne!(draft.text(), text);
            // What is damaged, or of earlier days, is nothing that was typed.
            let lines: Vec<&str> = text.lines().collect();
            for last in ["", "- digits 999999", "x digits -5", "- cards - XX", "-", "nonsense"] {
                let text = format!("{}\n{last}", lines[..4].join("\n"));
                let read = ScoreDraft::read(&text, &sheet).unwrap();
                assert_eq!((read.typed, read.wild), (Typed::default(), None), "{last}");
            }
        }
    }
}

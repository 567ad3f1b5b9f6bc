//! Parses scenarios: assigns lines to their sections.

mod lines;

use std::collections::BTreeSet;

use upcard_cards::text::{TextError, Words};
use upcard_engine::MeldId;

use crate::laid::read_meld_line;
use crate::scenario::{
    Check, MeldLine, Problem, Scenario, ScenarioError, Step, StepKind, Verdict, at,
};
use lines::{Melds, position_line, read_action, read_chance, read_check, whole};

/// Maximum number of errors reported individually.
const MAX_ERRORS: usize = 20;

/// Maximum number of melds on a table in a scenario: more than seven packs make.
const MAX_MELDS: usize = 150;

/// Parses all scenarios of a text.
///
/// # Errors
/// The first invalid lines, and the number of the others. A text without a scenario is an error.
pub fn parse(text: &str) -> Result<Vec<Scenario>, Vec<ScenarioError>> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line = index + 1;
        if let Err(error) = reader.read(line) {
            reader.add_error(error.column, error.message);
        }
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    line: usize,
    done: Vec<Scenario>,
    now: Option<Scenario>,
    comments: Vec<String>,
    melds: Melds,
    /// The clauses that the current scenario cites.
    cited: BTreeSet<String>,
    errors: Vec<ScenarioError>,
    /// Number of further errors.
    more: usize,
}

/// Returns `true` if this is a clause id, like `PAGAT-CR-36`, `S000-V1` or `X-02`.
fn is_clause(word: &str) -> bool {
    let Some((prefix, last)) = word.rsplit_once('-') else { return false };
    let mut prefix_letters = prefix.chars();
    let digits = last.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let number = digits.trim_end_matches(|c: char| c.is_ascii_lowercase());
    last.len() - digits.len() <= 1
        && digits.len() - number.len() <= 1
        && !number.is_empty()
        && number.chars().all(|c| c.is_ascii_digit())
        && prefix_letters.next().is_some_and(|c| c.is_ascii_uppercase())
        && prefix_letters.all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-')
}

impl Reader {
    fn add_error(&mut self, column: usize, message: String) {
        if self.errors.len() < MAX_ERRORS {
            let problem = Problem::Form(message);
            self.errors.push(ScenarioError { line: self.line, column, problem });
        } else {
            self.more += 1;
        }
    }

    fn read(&mut self, raw: &str) -> Result<(), TextError> {
        let (text, comment) = raw.split_once('#').unwrap_or((raw, ""));
        if !comment.trim().is_empty() {
            self.comments.push(comment.trim().to_owned());
        }
        let mut words = Words::new(text);
        let Some(first) = words.peek() else { return Ok(()) };
        if first == "game" {
            words.next_word();
            return self.begin(&mut words);
        }
        let comments = std::mem::take(&mut self.comments);
        if self.now.is_none() {
            return Err(whole("expected 'game' first"));
        }
        for comment in &comments {
            self.note(comment);
        }
        self.read_line(text, words)
    }

    fn begin(&mut self, words: &mut Words<'_>) -> Result<(), TextError> {
        self.done.extend(self.now.take());
        self.melds = Melds::No;
        self.cited.clear();
        let game = words.rest().to_owned();
        let is_one = !game.is_empty() && !game.contains(char::is_whitespace);
        self.now = Some(Scenario { line: self.line, game, ..Scenario::default() });
        for comment in std::mem::take(&mut self.comments) {
            self.note(&comment);
        }
        if is_one { Ok(()) } else { Err(whole("expected one game after 'game'")) }
    }

    fn note(&mut self, comment: &str) {
        let Some(scenario) = &mut self.now else { return };
        if let Some(games) = comment.strip_prefix("also:") {
            scenario.also.extend(games.split_whitespace().map(str::to_owned));
            return;
        }
        let words = comment.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        for word in words.map(|w| w.trim_matches(|c: char| !c.is_ascii_alphanumeric())) {
            if is_clause(word) && self.cited.insert(word.to_owned()) {
                scenario.cites.push(word.to_owned());
            }
        }
        if scenario.title.is_empty() {
            scenario.title = comment.to_owned();
        }
    }

    fn read_line(&mut self, text: &str, mut words: Words<'_>) -> Result<(), TextError> {
        let line = self.line;
        let Some(scenario) = &mut self.now else { return Ok(()) };
        let before = words.clone();
        let word = words.next_word().unwrap_or_default();
        let is_meld = MeldId::read(word).is_some();
        if is_meld && self.melds != Melds::No {
            let (id, owner, meld, laid) = read_meld_line(word, &mut words)?;
            if self.melds == Melds::Position {
                if scenario.position.melds.iter().any(|m| m.id == id) {
                    return Err(before.error("an unused meld number"));
                }
                if scenario.position.melds.len() >= MAX_MELDS {
                    return Err(before.error("no more melds"));
                }
                scenario.position.melds.push(MeldLine { line, id, owner, meld, laid });
            } else if let Some(Step { kind: StepKind::Check(Check::Melds(all)), .. }) =
                scenario.steps.last_mut()
            {
                all.push((id, owner, meld, laid));
            }
            return Ok(());
        }
        self.melds = Melds::No;
        if matches!(word, "ok" | "refused") {
            let verdict = if word == "ok" {
                Verdict::Ok
            } else {
                let code = words.rest();
                Verdict::Refused((!code.is_empty()).then(|| code.to_owned()))
            };
            words.end()?;
            let last = scenario.steps.last_mut().map(|step| &mut step.kind);
            let Some(StepKind::Act { verdict: slot @ None, .. } | StepKind::Next(slot @ None)) =
                last
            else {
                return Err(before.error("an action before its verdict"));
            };
            *slot = Some(verdict);
            return Ok(());
        }
        if word.starts_with('>') {
            if scenario.invalid {
                return Err(before.error("the end after 'invalid'"));
            }
            let text = text.trim().trim_start_matches('>').trim();
            let offset = before.column() + 1;
            let kind = read_action(text)
                .map_err(|e| TextError { column: e.column + offset, message: e.message })?;
            scenario.steps.push(Step { line, text: text.to_owned(), kind });
            return Ok(());
        }
        if word == "invalid" && scenario.steps.is_empty() {
            scenario.invalid = true;
            return words.end();
        }
        let started = scenario.position.turn.is_some() || !scenario.steps.is_empty();
        if !started && position_line(scenario, line, word, &mut words, &mut self.melds)? {
            return words.end();
        }
        if word == "chance" {
            scenario.position.chance.push(read_chance(&mut words)?);
            return words.end();
        }
        if scenario.invalid {
            return Err(before.error("the end after 'invalid'"));
        }
        let check = read_check(word, &mut words).map_err(|error| match error {
            Some(error) => error,
            None => before.error("a line of a position, an action, a verdict or a check"),
        })?;
        words.end()?;
        if matches!(check, Check::Melds(_)) {
            self.melds = Melds::Check;
        }
        let text = text.trim().to_owned();
        scenario.steps.push(Step { line, text, kind: StepKind::Check(check) });
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<Scenario>, Vec<ScenarioError>> {
        self.done.extend(self.now.take());
        let line = self.line.max(1);
        if self.done.is_empty() && self.errors.is_empty() {
            self.errors.push(at(line, "expected a scenario, beginning with 'game'"));
        }
        if self.more > 0 {
            self.errors.push(at(line, format!("errors in {} more lines", self.more)));
        }
        if self.errors.is_empty() { Ok(self.done) } else { Err(self.errors) }
    }
}

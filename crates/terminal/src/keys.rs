//! Keyboard input.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use upcard_cards::RANKS;
use upcard_client::prompt::{AnswerAction, Draft};
use upcard_client::wire::Pace;
use upcard_client::{Sort, hint, tr};
use upcard_engine::MeldId;
use upcard_engine::table::Phase;

use crate::app::{App, Effect, Focus, Sheet, Spot};
use crate::remote::RematchOption;

/// Step of the cut for a key, and for a key with a large step.
const CUT_STEP: u16 = 10;
const CUT_LARGE_STEP: u16 = 100;

/// Maximum length of a search query.
const MAX_QUERY: usize = 40;

/// Edits a search query; returns `true` if the key belongs to it.
fn edit_query(query: &mut String, code: KeyCode) -> bool {
    match code {
        KeyCode::Char(letter) if query.len() < MAX_QUERY => query.push(letter),
        KeyCode::Backspace => {
            query.pop();
        }
        _ => return matches!(code, KeyCode::Char(_)),
    }
    true
}

/// Lower-cases a letter key: the screen shows keys as capitals.
pub(crate) fn lowercase_key(code: KeyCode) -> KeyCode {
    match code {
        KeyCode::Char(letter) => KeyCode::Char(letter.to_lowercase().next().unwrap_or(letter)),
        code => code,
    }
}

/// Maximum length of a typed action.
const MAX_LINE: usize = 400;

impl App {
    /// Handles a key press.
    pub fn key(&mut self, key: KeyEvent) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            let asked = self.ask.as_ref().is_some_and(|ask| ask.answers.iter().any(is_quit));
            if asked || self.too_small { self.leave() } else { self.ask_to_leave() }
        } else if self.too_small {
            // No play while the table cannot be seen.
            if lowercase_key(key.code) == KeyCode::Char('q') {
                self.leave();
            }
        } else if self.line.is_some() {
            self.key_in_line(key.code, control);
        } else if self.ask.is_some() {
            self.key_in_ask(key.code);
        } else if self.sheet.is_some() {
            self.key_in_sheet(key.code);
        } else if !control {
            self.key_at_table(key);
        }
        self.refresh();
    }

    fn key_in_line(&mut self, code: KeyCode, control: bool) {
        let Some(line) = &mut self.line else { return };
        match code {
            KeyCode::Esc => {
                self.line = None;
                self.play.clear_notice();
            }
            KeyCode::Enter => {
                let text = line.clone();
                if text.trim().is_empty() || self.enter(&text) {
                    self.line = None;
                }
            }
            KeyCode::Backspace => {
                line.pop();
            }
            KeyCode::Char('u') if control => line.clear(),
            KeyCode::Char(letter) if !control && line.len() < MAX_LINE => line.push(letter),
            _ => {}
        }
    }

    fn key_in_ask(&mut self, code: KeyCode) {
        let Some(ask) = &mut self.ask else { return };
        let last = ask.answers.len();
        let chosen = match lowercase_key(code) {
            // The last line cancels.
            KeyCode::Up | KeyCode::Left | KeyCode::BackTab => {
                ask.at = ask.at.checked_sub(1).unwrap_or(last);
                return;
            }
            KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                ask.at = (ask.at + 1) % (last + 1);
                return;
            }
            KeyCode::Enter | KeyCode::Char(' ') => ask.at,
            KeyCode::Esc | KeyCode::Char('q' | 'n') => last,
            KeyCode::Char('y') if last == 1 => 0,
            KeyCode::Char(digit @ '1'..='9') => digit as usize - '1' as usize,
            _ => return,
        };
        self.choose_in_ask(chosen);
    }

    /// Gives this answer to the open question; the index after the last one cancels.
    pub(crate) fn choose_in_ask(&mut self, chosen: usize) {
        let Some(ask) = self.ask.as_ref().filter(|ask| chosen <= ask.answers.len()) else { return };
        let answer = ask.answers.get(chosen).map(|(_, then)| then.clone());
        self.ask = None;
        match answer {
            None => {}
            Some(Effect::Quit) => self.leave(),
            Some(Effect::AnswerAction(does)) => self.carry_out(does),
        }
    }

    fn key_in_sheet(&mut self, code: KeyCode) {
        let items = self.items();
        let (lines, room) = self.sheet_size;
        let over = self.match_over().is_some();
        let Some(open) = &mut self.sheet else { return };
        // In a search, letters are text.
        if let Sheet::Words(query) = &mut open.sheet
            && edit_query(query, code)
        {
            open.scroll = 0;
            return;
        }
        let most = lines.saturating_sub(room);
        let page = room.saturating_sub(1).max(1);
        match lowercase_key(code) {
            KeyCode::Up if items > 0 => open.at = open.at.saturating_sub(1),
            KeyCode::Down if items > 0 => open.at = (open.at + 1).min(items - 1),
            KeyCode::Up => open.scroll = open.scroll.min(most).saturating_sub(1),
            KeyCode::Down => open.scroll = (open.scroll + 1).min(most),
            KeyCode::PageUp => open.scroll = open.scroll.min(most).saturating_sub(page),
            KeyCode::PageDown => open.scroll = (open.scroll + page).min(most),
            KeyCode::Home => (open.scroll, open.at) = (0, 0),
            KeyCode::End => (open.scroll, open.at) = (most, items.saturating_sub(1)),
            KeyCode::Esc | KeyCode::Char('q') => self.sheet = None,
            KeyCode::Enter | KeyCode::Char(' ') => self.do_in_sheet(),
            KeyCode::Char('r') if over && open.sheet == Sheet::Scores => self.play_again(),
            KeyCode::Char('l') if over && open.sheet == Sheet::Scores => self.ask_to_leave(),
            KeyCode::Char('n') if open.sheet == Sheet::Scores => self.do_in_sheet(),
            // Keys that open a sheet work from another one, too.
            KeyCode::Char(letter) if self.open_sheet_for(letter) => {}
            _ => {}
        }
    }

    fn items(&self) -> usize {
        self.sheet.as_ref().map_or(0, |open| self.items_of(&open.sheet))
    }

    pub(crate) fn items_of(&self, sheet: &Sheet) -> usize {
        match sheet {
            Sheet::Discards => self.deep_takes().len(),
            Sheet::Preferences => self.preferences().len(),
            _ => 0,
        }
    }

    /// Selects an item of the open sheet, and executes it.
    pub(crate) fn choose_in_sheet(&mut self, at: usize) {
        if at < self.items() {
            self.sheet.iter_mut().for_each(|open| open.at = at);
            self.do_in_sheet();
        }
    }

    /// Discards that can be taken together with those above them.
    pub(crate) fn deep_takes(&self) -> Vec<upcard_cards::Card> {
        let draws = self.is_deciding_in(|phase| phase == Phase::Draw);
        self.play.view().filter(|_| draws).map(|view| view.deep_takes()).unwrap_or_default()
    }

    fn do_in_sheet(&mut self) {
        let Some(open) = self.sheet.clone() else { return };
        match open.sheet {
            Sheet::Discards => match self.deep_takes().get(open.at) {
                Some(card) => self.take_deep(*card),
                None => self.sheet = None,
            },
            Sheet::Preferences => self.switch(open.at),
            Sheet::Hint(hint) => {
                self.sheet = None;
                let does = self.advised(&hint);
                does.into_iter().for_each(|does| self.carry_out(does));
            }
            Sheet::Scores if self.is_between_deals() => self.carry_out(AnswerAction::NextDeal),
            _ => self.sheet = None,
        }
    }

    pub(crate) fn is_between_deals(&self) -> bool {
        let phase = self.play.session().view.as_ref().map(|own| own.table.phase());
        matches!(phase, Some(Phase::DealOver { .. })) && self.match_over().is_none()
    }

    /// Switches of the comfort sheet, with their state.
    pub(crate) fn preferences(&self) -> Vec<(Switch, bool)> {
        let own = self.play.standing();
        let rules = self.play.session().rules.as_ref();
        let mut all = Vec::new();
        if rules.is_some_and(|rules| rules.deals.iter().any(|deal| deal.buying)) {
            all = vec![
                (Switch::Named("standing-helpful"), own.only_helpful == Some(true)),
                (Switch::Named("standing-deal"), own.not_this_deal),
                (Switch::Named("standing-down"), own.not_when_down),
                (Switch::Named("standing-own"), own.own_discards),
            ];
            let ranks = RANKS.into_iter().rev();
            all.extend(ranks.map(|rank| (Switch::Rank(rank), own.ranks.has(rank))));
        }
        all.extend(Pace::ALL.map(|pace| (Switch::Pace(pace), self.pace == pace)));
        all
    }

    fn switch(&mut self, at: usize) {
        let Some((switch, on)) = self.preferences().into_iter().nth(at) else { return };
        match switch {
            Switch::Pace(pace) => self.pace = pace,
            Switch::Rank(rank) => self.play.change_standing(|own| own.ranks.toggle(rank)),
            Switch::Named(name) => self.play.change_standing(|own| match name {
                "standing-helpful" => own.only_helpful = Some(!on),
                "standing-deal" => own.not_this_deal = !on,
                "standing-down" => own.not_when_down = !on,
                _ => own.own_discards = !on,
            }),
        }
        self.play.send_standing_reply();
        self.pass_on();
    }

    fn key_at_table(&mut self, key: KeyEvent) {
        let spots = self.spots();
        let spot = self.focused(&spots);
        let moves = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Left if moves && self.focus == Focus::Hand => self.move_card(false),
            KeyCode::Right if moves && self.focus == Focus::Hand => self.move_card(true),
            KeyCode::Char('<') => self.move_card(false),
            KeyCode::Char('>') => self.move_card(true),
            KeyCode::Left => self.move_cursor(spot, false),
            KeyCode::Right => self.move_cursor(spot, true),
            KeyCode::Home => (self.at, self.within) = (0, 0),
            KeyCode::End => (self.at, self.within) = (usize::MAX, usize::MAX),
            KeyCode::Up => self.move_focus(&spots, true),
            KeyCode::Down => self.move_focus(&spots, false),
            KeyCode::Tab => self.next_fitting(&spots),
            KeyCode::PageUp if self.is_cutting() => {
                self.cut = (self.cut + CUT_LARGE_STEP).min(1000)
            }
            KeyCode::PageDown if self.is_cutting() => {
                self.cut = self.cut.saturating_sub(CUT_LARGE_STEP)
            }
            KeyCode::Char(' ') => self.choose(spot),
            KeyCode::Enter => match spot {
                // On a meld Enter lays off, and complains if no card is chosen.
                Some(spot @ Spot::Meld(_)) => self.tap(spot),
                Some(spot) if !self.play.selected().is_empty() => self.tap(spot),
                _ => self.answer_main(),
            },
            KeyCode::Backspace | KeyCode::Delete => {
                if let Some(lying) = spot.and_then(|s| self.cards_in(s).get(self.within).copied()) {
                    self.play.remove_from_draft(lying.id);
                }
            }
            KeyCode::Esc => {
                self.play.clear_notice();
                self.play.close();
                self.focus = Focus::Hand;
            }
            KeyCode::Char(digit @ '0'..='9') => self.focus_numbered(digit as u16 - '0' as u16),
            KeyCode::Char(letter) => {
                self.letter(letter, spot);
            }
            _ => {}
        }
    }

    /// Handles a letter; returns `false` if it does nothing.
    pub(crate) fn letter(&mut self, letter: char, spot: Option<Spot>) -> bool {
        let letter = letter.to_lowercase().next().unwrap_or(letter);
        let answers = self.answers().into_iter();
        if let Some((_, _, does, _)) = answers.rev().find(|(key, ..)| *key == letter) {
            self.carry_out(does);
            return true;
        }
        match letter {
            's' if self.may_begin() => self.begin(),
            'r' if self.rematch_option() != RematchOption::Nothing => self.play_again(),
            'o' => {
                let at = Sort::ALL.iter().position(|sort| *sort == self.sort).unwrap_or(0);
                self.sort = Sort::ALL[(at + 1) % Sort::ALL.len()];
            }
            'y' => spot.into_iter().for_each(|spot| self.next_reading(spot)),
            ':' => {
                self.play.clear_notice();
                self.line = Some(String::new());
            }
            'q' => self.ask_to_leave(),
            'g' if self.play.session().must_decide() => return self.explain_no_lay_down(),
            // The card under the cursor is not chosen by that alone.
            'x' if self.play.selected().is_empty()
                && self.is_deciding_in(|is| is == Phase::Play) =>
            {
                let words = tr!("notice-choose-first", &self.words);
                self.play.refuse(words);
            }
            other => return self.open_sheet_for(other),
        }
        true
    }

    /// Opens the sheet of this letter, if there is one.
    fn open_sheet_for(&mut self, letter: char) -> bool {
        let sheet = match letter.to_ascii_lowercase() {
            'h' if !self.prompt.mine && !self.play.session().must_decide() => {
                self.play.refuse(tr!("hint-later", &self.words));
                return true;
            }
            'h' => match self.play.view() {
                Some(view) => Sheet::Hint(Box::new(hint::hint(&view))),
                None => return false,
            },
            'i' => Sheet::Rules,
            'v' => Sheet::Scores,
            'z' => Sheet::Log,
            'f' => Sheet::Discards,
            'a' => Sheet::Preferences,
            'w' => Sheet::Words(String::new()),
            '?' => Sheet::Keys,
            _ => return false,
        };
        self.open(sheet);
        true
    }

    /// Explains why nothing can be laid down; returns `false` if there is no reason to give.
    fn explain_no_lay_down(&mut self) -> bool {
        let why = self.play.view().and_then(|v| upcard_client::prompt::lay_down_refused(&v));
        why.into_iter().for_each(|why| self.play.refuse(upcard_rulebook::refusal_sentence(why)));
        why.is_some()
    }

    pub(crate) fn is_cutting(&self) -> bool {
        self.is_deciding_in(|phase| matches!(phase, Phase::Cut { .. }))
    }

    fn move_cursor(&mut self, spot: Option<Spot>, right: bool) {
        let by = |place: usize, most: usize| match right {
            true => (place + 1).min(most.saturating_sub(1)),
            false => place.saturating_sub(1),
        };
        if self.is_cutting() {
            self.cut = match right {
                true => (self.cut + CUT_STEP).min(1000),
                false => self.cut.saturating_sub(CUT_STEP),
            };
            return;
        }
        let picks = self.play.view().and_then(|view| match view.table.phase() {
            Phase::Pick { caller } if self.play.session().must_decide() => {
                Some(view.table.seat(caller).count)
            }
            _ => None,
        });
        if let Some(cards) = picks {
            self.pick = by(self.pick.into(), cards.into()) as u8;
            return;
        }
        match (spot, *self.play.draft() == Draft::None) {
            (Some(_), true) => self.move_focus(&self.spots(), !right),
            (Some(spot), false) => self.within = by(self.within, self.cards_in(spot).len()),
            (None, _) => self.at = by(self.at, self.play.hand().items().len()),
        }
    }

    /// Moves the focus up the table or down to the hand.
    fn move_focus(&mut self, spots: &[Spot], up: bool) {
        if spots.is_empty() {
            return;
        }
        self.within = 0;
        self.focus = match (self.focus, up) {
            // From the hand to a meld where a chosen card fits, if any.
            (Focus::Hand, true) => {
                let lit = self.play.targets().melds();
                let fits = |spot: &Spot| matches!(spot, Spot::Meld(id) if lit.contains(id));
                Focus::Spot(spots.iter().position(fits).unwrap_or(spots.len() - 1))
            }
            (Focus::Hand, false) => Focus::Hand,
            (Focus::Spot(at), true) => Focus::Spot(at.saturating_sub(1)),
            (Focus::Spot(at), false) if at + 1 < spots.len() => Focus::Spot(at + 1),
            (Focus::Spot(_), false) => Focus::Hand,
        };
    }

    /// Moves the focus to the next spot where a chosen card fits; without any, between hand and table.
    fn next_fitting(&mut self, spots: &[Spot]) {
        let lit = self.play.targets().melds();
        let fits = |spot: &Spot| match spot {
            Spot::Meld(id) => lit.contains(id),
            Spot::Slot(_) | Spot::Thrown => true,
        };
        let from = match self.focus {
            Focus::Hand => 0,
            Focus::Spot(at) => at + 1,
        };
        let next = spots.iter().enumerate().skip(from).find(|(_, spot)| fits(spot));
        self.within = 0;
        self.focus = next.map_or(Focus::Hand, |(at, _)| Focus::Spot(at));
    }

    /// Toggles the card under the cursor.
    pub(crate) fn choose(&mut self, spot: Option<Spot>) {
        self.play.clear_notice();
        let id = match (spot, self.play.draft()) {
            (Some(spot @ Spot::Meld(_)), _) => return self.tap(spot),
            (Some(spot), Draft::Arrange(_)) => {
                self.cards_in(spot).get(self.within).map(|lying| lying.id)
            }
            (Some(spot), _) => {
                let lying = self.cards_in(spot).get(self.within).copied();
                return lying.into_iter().for_each(|lying| self.play.remove_from_draft(lying.id));
            }
            (None, _) => self.under_cursor().map(|held| held.id),
        };
        id.into_iter().for_each(|id| self.play.toggle(id));
    }

    /// Handles a digit: moves the focus to that meld or slot.
    fn focus_numbered(&mut self, digit: u16) {
        match self.play.draft() {
            Draft::None => {
                let meld = Spot::Meld(MeldId(if digit == 0 { 10 } else { digit }));
                if self.spots().contains(&meld) {
                    self.tap(meld);
                }
            }
            _ => {
                let spots = self.spots();
                let spot = match usize::from(digit).checked_sub(1) {
                    Some(at) => spots.get(at),
                    None => spots.last(),
                };
                spot.copied().into_iter().for_each(|spot| self.tap(spot));
            }
        }
    }

    /// Moves the card under the cursor, and turns the displayed order into a custom one.
    fn move_card(&mut self, right: bool) {
        let shown = self.displayed_hand();
        let all: Vec<_> = shown.iter().flatten().copied().collect();
        let Some(held) = all.get(self.at) else { return };
        let to = if right { self.at + 1 } else { self.at.wrapping_sub(1) };
        if to >= all.len() || *self.play.draft() != Draft::None {
            return;
        }
        let before = if right { all.get(to + 1) } else { all.get(to) };
        self.play.arrange_hand(self.sort, held.id, before.map(|held| held.id));
        self.sort = Sort::Mine;
        self.at = to;
    }
}

fn is_quit((_, then): &(String, Effect)) -> bool {
    *then == Effect::Quit
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Switch {
    /// A standing answer, by its text id.
    Named(&'static str),
    /// Buy cards of this rank at once.
    Rank(upcard_cards::Rank),
    /// Pace of the bots.
    Pace(Pace),
}

//! A table on a device: commands and answers are serialized, as between two threads.

use std::sync::Arc;

use upcard_client::wire::{ClientMessage, Level, Stage};
use upcard_client::{
    Begin, DeviceCommand, DeviceReply, DeviceTable, LocalTable, SavedTableError, Session,
    join_saved, record_of,
};
use upcard_engine::record::Record;
use upcard_engine::{Library, Seat};
use upcard_table::compact;

use crate::common::{fold, set_up};

/// The page's side: folded messages and saved entries.
struct Page {
    table: DeviceTable,
    session: Session,
    last: DeviceReply,
    kept: Vec<String>,
}

impl Page {
    /// `first` is the id of the person's first message.
    fn new(begin: Begin, first: u64) -> Page {
        let library = Arc::new(Library::standard().unwrap());
        let table = DeviceTable::new(library.clone());
        let session = Session::new(library, first);
        let mut page = Page { table, session, last: DeviceReply::default(), kept: Vec::new() };
        page.tell(&DeviceCommand::Begin(begin, [5; 32], None));
        page
    }

    /// A match of one deal that has begun.
    fn playing() -> Page {
        let set_up = set_up("rummy", 3, Level::Novice, &[("match.deals", "1")]);
        let mut page = Page::new(Begin::New(set_up), 1);
        let sit = ClientMessage::Sit { seat: Some(Seat::at(0)), name: "Ann".to_owned() };
        page.tell(&DeviceCommand::Send(sit));
        page.tell(&DeviceCommand::Send(ClientMessage::Start));
        page
    }

    fn tell(&mut self, command: &DeviceCommand) {
        let command: DeviceCommand = compact::read(&compact::write(command)).unwrap();
        let answer = self.table.execute(0, command);
        self.take(&answer);
    }

    fn take(&mut self, answer: &DeviceReply) {
        let answer: DeviceReply = compact::read(&compact::write(answer)).unwrap();
        fold(&mut self.session, answer.messages.clone());
        if let Some(kept) = &answer.to_save {
            if kept.from == 0 {
                self.kept.clear();
            }
            self.kept.push(kept.entries.clone());
            assert_eq!(self.table.all_entries().unwrap().entries, join_saved(&self.kept).unwrap());
        }
        self.last = answer;
    }

    /// Lets the next bot decide.
    fn think(&mut self) {
        self.tell(&DeviceCommand::Think);
        let think = self.table.question().unwrap();
        let action = think.view.view(&think.rules).map(|view| upcard_bots::fallback(&view));
        let answer = self.table.apply_decision(0, &think, action);
        self.take(&answer);
    }

    /// Advances by one decision of a bot or the person; `false` when the match is over.
    fn step(&mut self) -> bool {
        if self.last.bot_due {
            self.think();
        } else if self.session.must_decide() {
            let action = upcard_bots::fallback(&self.session.view().unwrap());
            let act = self.session.act(&action).unwrap();
            self.tell(&DeviceCommand::Send(act));
        } else {
            assert_eq!(self.session.stage, Stage::Over);
        }
        self.session.stage != Stage::Over
    }
}

#[test]
fn match_ends_with_its_record() {
    let mut page = Page::playing();
    while page.step() {
        assert_eq!(page.last.record, None, "it is not over");
    }
    let given = page.last.record.clone();
    let kept = LocalTable::parse_saved(&join_saved(&page.kept).unwrap()).unwrap();
    assert_eq!(given, record_of(page.session.library().clone(), &kept));
    let record = Record::parse(&given.unwrap()).unwrap();
    assert!(record.replay(|_, _| {}).unwrap().is_over());
}

#[test]
fn saved_entries_resume_after_every_step() {
    let mut page = Page::playing();
    for step in 1..60 {
        page.step();
        let again = Page::new(Begin::Saved(page.kept.clone()), 1_000 * step);
        assert_eq!(again.session.view, page.session.view);
        let goes_on = again.last.bot_due || again.session.must_decide();
        assert!(goes_on || again.session.stage == Stage::Over);
        page = again;
    }
}

#[test]
fn one_bot_thinks_at_a_time_and_unchanged_entries_are_not_resaved() {
    let mut page = Page::playing();
    while !page.last.bot_due {
        page.step();
    }
    let think = page.table.question().unwrap();
    assert!(page.table.question().is_none());
    page.tell(&DeviceCommand::Send(ClientMessage::Ping));
    assert!(!page.last.bot_due, "one thinks");
    assert_eq!(page.last.to_save, None);
    // If a bot finds no action, the table plays for it.
    let answer = page.table.apply_decision(0, &think, None);
    assert!(answer.to_save.is_some() && !answer.messages.is_empty());
}

#[test]
fn several_tables_are_open_at_once() {
    let mut pages = [Page::playing(), Page::playing()];
    pages[0].step();
    assert_ne!(pages[0].kept, pages[1].kept);
    while pages.iter_mut().any(|page| page.session.stage != Stage::Over && page.step()) {}
    assert!(pages.iter().all(|page| page.session.stage == Stage::Over));
}

#[test]
fn saved_text_identifies_its_match() {
    let mut page = Page::playing();
    let library = page.session.library().clone();
    let look = |texts: &[String]| LocalTable::inspect(library.clone(), texts);
    assert_eq!(look(&page.kept), Ok(Some(("Rummy".to_owned(), 1))));
    page.step();
    assert_eq!(look(&page.kept), Ok(Some(("Rummy".to_owned(), 1))));
    // A table without a started match.
    let new = Begin::New(set_up("rummy", 2, Level::Novice, &[]));
    assert_eq!(look(&Page::new(new, 1).kept), Ok(None));
    let last = page.kept[1..].to_vec();
    assert_eq!(look(&last), Err(SavedTableError::Damaged));
    assert_eq!(look(&["nonsense".to_owned()]), Err(SavedTableError::Damaged));
    assert_eq!(look(&["\0\u{63}".to_owned()]), Err(SavedTableError::Format(99)));
}

#[test]
fn unreadable_entries_do_not_start() {
    let mut page = Page::new(Begin::Saved(vec!["nonsense".to_owned()]), 1);
    assert!(page.last.failed);
    page.tell(&DeviceCommand::Send(ClientMessage::Start));
    assert_eq!(page.last, DeviceReply::default());
    assert!(page.table.question().is_none());
}

//! A table on a device: commands and answers are serialized, as between two threads.

use std::sync::Arc;

use upcard_client::wire::{ClientMessage, Level, SeatPlan, SetUp, Stage};
use upcard_client::{
    Answer, Begin, DeviceTable, KeptError, Local, Note, Order, Session, join_kept, record_of,
};
use upcard_engine::record::Record;
use upcard_engine::{Library, Seat};
use upcard_table::compact;

/// The page's side: folded messages and saved entries.
struct Page {
    table: DeviceTable,
    session: Session,
    last: Answer,
    kept: Vec<String>,
}

impl Page {
    /// `first` is the id of the person's first message.
    fn new(begin: Begin, first: u64) -> Page {
        let library = Arc::new(Library::standard().unwrap());
        let table = DeviceTable::new(library.clone());
        let session = Session::new(library, first);
        let mut page = Page { table, session, last: Answer::default(), kept: Vec::new() };
        page.tell(&Order::Begin(begin, [5; 32], None));
        page
    }

    /// A match of one deal that has begun.
    fn playing() -> Page {
        let bot = SeatPlan::Bot { level: Level::Novice };
        let mut set_up = SetUp::new("rummy", vec![SeatPlan::Person, bot, bot]);
        set_up.changes = vec![("match.deals".to_owned(), "1".to_owned())];
        let mut page = Page::new(Begin::New(set_up), 1);
        page.tell(&Order::Say(ClientMessage::Sit {
            seat: Some(Seat::at(0)),
            name: "Ann".to_owned(),
        }));
        page.tell(&Order::Say(ClientMessage::Start));
        page
    }

    fn tell(&mut self, order: &Order) {
        let order: Order = compact::read(&compact::write(order)).unwrap();
        let answer = self.table.obey(0, order);
        self.take(&answer);
    }

    fn take(&mut self, answer: &Answer) {
        let answer: Answer = compact::read(&compact::write(answer)).unwrap();
        for message in answer.messages.clone() {
            let note = self.session.fold(message);
            assert!(
                !matches!(note, Some(Note::Gap | Note::Error(_) | Note::Refused(_))),
                "{note:?}"
            );
        }
        if let Some(kept) = &answer.kept {
            if kept.from == 0 {
                self.kept.clear();
            }
            self.kept.push(kept.entries.clone());
            assert_eq!(self.table.whole().unwrap().entries, join_kept(&self.kept).unwrap());
        }
        self.last = answer;
    }

    /// Lets the next bot decide.
    fn think(&mut self) {
        self.tell(&Order::Think);
        let think = self.table.question().unwrap();
        let action = think.view.view(&think.rules).map(|view| upcard_bots::fallback(&view));
        let answer = self.table.thought(0, &think, action);
        self.take(&answer);
    }

    /// Advances by one decision of a bot or the person; `false` when the match is over.
    fn step(&mut self) -> bool {
        if self.last.thinks {
            self.think();
        } else if self.session.asked() {
            let action = upcard_bots::fallback(&self.session.view().unwrap());
            let act = self.session.act(&action).unwrap();
            self.tell(&Order::Say(act));
        } else {
            assert_eq!(self.session.stage, Stage::Over);
        }
        self.session.stage != Stage::Over
    }
}

#[test]
fn a_match_is_played_to_its_record() {
    let mut page = Page::playing();
    while page.step() {
        assert_eq!(page.last.record, None, "it is not over");
    }
    let given = page.last.record.clone();
    let kept = Local::read_kept(&join_kept(&page.kept).unwrap()).unwrap();
    assert_eq!(given, record_of(page.session.library().clone(), &kept));
    let record = Record::parse(&given.unwrap()).unwrap();
    assert!(record.replay(|_, _| {}).unwrap().is_over());
}

#[test]
fn what_was_kept_is_gone_on_with_after_every_step() {
    let mut page = Page::playing();
    for step in 1..60 {
        page.step();
        let again = Page::new(Begin::Kept(page.kept.clone()), 1_000 * step);
        assert_eq!(again.session.view, page.session.view);
        assert!(again.last.thinks || again.session.asked() || again.session.stage == Stage::Over);
        page = again;
    }
}

#[test]
fn one_bot_thinks_at_a_time_and_what_is_unchanged_is_not_kept_again() {
    let mut page = Page::playing();
    while !page.last.thinks {
        page.step();
    }
    let think = page.table.question().unwrap();
    assert!(page.table.question().is_none());
    page.tell(&Order::Say(ClientMessage::Ping));
    assert!(!page.last.thinks, "one thinks");
    assert_eq!(page.last.kept, None);
    // If a bot finds no action, the table plays for it.
    let answer = page.table.thought(0, &think, None);
    assert!(answer.kept.is_some() && !answer.messages.is_empty());
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
fn what_is_kept_says_which_match_it_is() {
    let mut page = Page::playing();
    let library = page.session.library().clone();
    let look = |texts: &[String]| Local::look_into(library.clone(), texts);
    assert_eq!(look(&page.kept), Ok(Some(("Rummy".to_owned(), 1))));
    page.step();
    assert_eq!(look(&page.kept), Ok(Some(("Rummy".to_owned(), 1))));
    // A table without a started match.
    let bot = SeatPlan::Bot { level: Level::Novice };
    let set_up = SetUp::new("rummy", vec![SeatPlan::Person, bot]);
    assert_eq!(look(&Page::new(Begin::New(set_up), 1).kept), Ok(None));
    let last = page.kept[1..].to_vec();
    assert_eq!(look(&last), Err(KeptError::Damaged));
    assert_eq!(look(&["nonsense".to_owned()]), Err(KeptError::Damaged));
    assert_eq!(look(&["\0\u{63}".to_owned()]), Err(KeptError::Format(99)));
}

#[test]
fn what_cannot_be_read_does_not_begin() {
    let mut page = Page::new(Begin::Kept(vec!["nonsense".to_owned()]), 1);
    assert!(page.last.failed);
    page.tell(&Order::Say(ClientMessage::Start));
    assert_eq!(page.last, Answer::default());
    assert!(page.table.question().is_none());
}

//! Shared devices: no hand is shown while the curtain is down or another player decides, decisions follow the
//! order of precedence, and a match finishes.

use std::sync::Arc;

use upcard_client::first_game::short_match_changes;
use upcard_client::wire::{ClientMessage, Level, SeatPlan, ServerMessage, SetUp, Stage};
use upcard_client::{
    Begin, Curtain, DeviceCommand, DeviceReply, DeviceTable, Session, SharedDevice, player_names,
};
use upcard_engine::{Action, Library, Phase, Seat};
use upcard_table::compact;

use crate::common::fold;

/// The page's side, which sees the table as one player or as a spectator.
struct Page {
    table: DeviceTable,
    library: Arc<Library>,
    session: Session,
    shared: SharedDevice,
    last: DeviceReply,
    kept: Vec<String>,
    now: u64,
}

impl Page {
    fn new(begin: Begin) -> Page {
        let library = Arc::new(Library::standard().unwrap());
        let table = DeviceTable::new(library.clone());
        let session = Session::new(library.clone(), 1);
        let (shared, last) = (SharedDevice::default(), DeviceReply::default());
        let mut page = Page { table, library, session, shared, last, kept: Vec::new(), now: 1 };
        page.tell(DeviceCommand::Begin(begin, [7; 32], None));
        page
    }

    /// A table with these numbers of people and bots, and a game of a few deals.
    fn playing(game: &str, people: usize, bots: usize) -> Page {
        let mut seats = vec![SeatPlan::Person; people];
        seats.extend(vec![SeatPlan::Bot { level: Level::Novice }; bots]);
        let library = Library::standard().unwrap();
        let changes = short_match_changes(&library, game, seats.len() as u8).unwrap_or_default();
        let set_up = SetUp { changes, offer_seconds: 0, ..SetUp::new(game, seats) };
        let names = ["Ann", "Bo", "Cy", "Di"].into_iter().take(people).map(str::to_owned);
        Page::new(Begin::Shared(set_up, names.collect()))
    }

    fn tell(&mut self, command: DeviceCommand) {
        self.now += 1;
        let command: DeviceCommand = compact::read(&compact::write(&command)).unwrap();
        let answer = self.table.execute(self.now, command);
        self.take(answer);
    }

    fn take(&mut self, answer: DeviceReply) {
        let answer: DeviceReply = compact::read(&compact::write(&answer)).unwrap();
        assert!(!answer.failed);
        let shared = answer.shared_device.clone().unwrap();
        if shared.viewer_changes != self.shared.viewer_changes {
            // A new viewer gets the full state.
            self.session = Session::new(self.library.clone(), self.now * 1_000);
        }
        self.shared = shared;
        fold(&mut self.session, answer.messages.clone());
        if let Some(kept) = &answer.to_save {
            if kept.from == 0 {
                self.kept.clear();
            }
            self.kept.push(kept.entries.clone());
        }
        self.last = answer;
        self.is_fair();
    }

    fn phase(&self) -> Phase {
        self.session.view.as_ref().unwrap().table.phase()
    }

    /// Invariants.
    fn is_fair(&self) {
        let SharedDevice { people, viewer, asked, .. } = &self.shared;
        assert_eq!(self.session.seat, *viewer);
        assert!(viewer.is_none_or(|viewer| people.contains(&viewer)));
        let own = self.session.view.as_ref().unwrap();
        assert!(viewer.is_some() || own.hand.is_empty(), "a hand lies behind the curtain");
        let between = self.session.stage == Stage::Over
            || matches!(self.phase(), Phase::DealOver { .. } | Phase::MatchOver);
        assert!(!between || viewer.is_some(), "all see the score sheet");
        assert!(!between || asked.is_empty());
        // Nobody sees a hand while another player decides.
        assert!(viewer.is_none_or(|viewer| asked.is_empty() || asked.contains(&viewer)));
        assert!(!self.last.bot_due || asked.is_empty(), "bots wait for people");
        let waiting = own.table.waiting();
        assert!(asked.iter().all(|seat| waiting.has(*seat)), "{asked:?} of {waiting:?}");
    }

    fn act(&mut self, action: &Action) {
        let act = self.session.act(action).unwrap();
        self.tell(DeviceCommand::Send(act));
    }

    /// Advances by one step; `calls` says whether somebody wants to look at an offered card. Returns `false`
    /// when the match is over.
    fn step(&mut self, calls: bool) -> bool {
        if self.session.stage == Stage::Over {
            return false;
        }
        if self.last.bot_due {
            self.tell(DeviceCommand::Think);
            let think = self.table.question().unwrap();
            let action = think.view.view(&think.rules).map(|view| upcard_bots::fallback(&view));
            let answer = self.table.apply_decision(self.now, &think, action);
            self.take(answer);
        } else if self.shared.viewer.is_none() {
            match self.shared.curtain(&self.session) {
                Curtain::Waits => panic!("nobody is asked: {:?}", self.phase()),
                Curtain::Pass(seat) => self.tell(DeviceCommand::SetViewer(Some(seat))),
                Curtain::Offer { asked, .. } if calls => {
                    let seat = asked[self.now as usize % asked.len()];
                    self.tell(DeviceCommand::SetViewer(Some(seat)));
                }
                Curtain::Offer { .. } => self.tell(DeviceCommand::PassAll),
            }
        } else if self.session.must_decide() {
            let view = self.session.view().unwrap();
            let offer = matches!(view.table.phase(), Phase::Offers { .. });
            let action = match Action::Buy {
                buy if offer && view.allows(&buy) => buy,
                _ => upcard_bots::fallback(&view),
            };
            self.act(&action);
        } else {
            assert!(matches!(self.phase(), Phase::DealOver { .. }), "{:?}", self.phase());
            self.tell(DeviceCommand::Send(ClientMessage::Next));
        }
        true
    }
}

#[test]
fn every_game_plays_into_its_second_deal_on_a_shared_device() {
    let library = Library::standard().unwrap();
    for (number, game) in library.ids().enumerate() {
        let most = usize::from(library.select(game, &[]).unwrap().choices.players.max);
        let people = (2 + number % 2).min(most);
        let mut page = Page::playing(game, people, 2.min(most - people));
        let second =
            |page: &Page| page.session.view.as_ref().is_some_and(|own| own.table.deals_begun() > 1);
        let mut steps = 0;
        while !second(&page) && page.step(steps % 3 == 0) {
            steps += 1;
            assert!(steps < 20_000, "{game}: the deal does not end");
        }
    }
}

#[test]
fn match_ends_with_a_record_and_can_be_rematched() {
    let mut page = Page::playing("rummy", 3, 1);
    for matches in 1..=2 {
        while page.step(false) {}
        assert!(page.last.record.is_some());
        assert_eq!((page.session.number, page.shared.viewer.is_some()), (matches, true));
        page.tell(DeviceCommand::Send(ClientMessage::Rematch));
        assert_eq!((page.session.stage, page.shared.viewer), (Stage::Playing, None));
    }
}

#[test]
fn restored_match_resumes_behind_the_curtain() {
    let mut page = Page::playing("contract-rummy", 3, 1);
    for step in 0..80 {
        page.step(step % 3 == 0);
        let again = Page::new(Begin::Saved(page.kept.clone()));
        assert_eq!(again.shared.asked, page.shared.asked);
        let over = matches!(page.phase(), Phase::DealOver { .. } | Phase::MatchOver);
        assert_eq!(again.shared.viewer, over.then_some(Seat::at(0)));
        let tables = [&again, &page].map(|page| page.session.view.as_ref().unwrap().table.clone());
        assert_eq!(tables[0].decision(), tables[1].decision());
    }
}

#[test]
fn lowered_curtain_resumes_the_same_turn() {
    let mut page = Page::playing("rummy", 2, 0);
    while page.phase() != Phase::Play {
        page.step(false);
    }
    let (seat, hand) = (page.shared.viewer, page.session.view.as_ref().unwrap().hand);
    assert!(seat.is_some() && !hand.is_empty());
    page.tell(DeviceCommand::SetViewer(None));
    assert_eq!((page.shared.viewer, page.shared.commands > 1), (None, true));
    assert_eq!(page.shared.curtain(&page.session), Curtain::Pass(seat.unwrap()));
    // A player without a pending decision cannot look.
    let other = page.shared.people.iter().copied().find(|other| Some(*other) != seat);
    page.tell(DeviceCommand::SetViewer(other));
    assert_eq!(page.shared.viewer, None);
    page.tell(DeviceCommand::SetViewer(seat));
    assert_eq!(page.session.view.as_ref().unwrap().hand, hand);
    // A seat that is not on this device cannot look.
    page.tell(DeviceCommand::SetViewer(Some(Seat::at(5))));
    assert_eq!(page.shared.viewer, None);
}

#[test]
fn new_viewer_gets_all_missed_events() {
    let mut page = Page::playing("rummy", 2, 0);
    while page.phase() != Phase::Draw || page.shared.viewer.is_none() {
        page.step(false);
    }
    let before = page.shared.viewer;
    while page.shared.viewer.is_none_or(|viewer| Some(viewer) == before) {
        page.step(false);
    }
    // On another player's first turn, the earlier actions arrive as events after the snapshot.
    let happened = page.last.messages.iter();
    let events = happened.filter(|message| matches!(message, ServerMessage::Event { .. }));
    assert!(events.count() > 1, "{:?}", page.last.messages);
}

/// Plays until a card is offered to all people; `false` if the match ends first.
fn offered(page: &mut Page, by: impl Fn(&Page) -> bool) -> bool {
    for _ in 0..2_000 {
        let offer = matches!(page.shared.curtain(&page.session), Curtain::Offer { .. });
        if page.shared.viewer.is_none() && offer && by(page) {
            return true;
        }
        if !page.step(false) {
            return false;
        }
    }
    false
}

#[test]
fn offers_are_shown_to_all_in_order_of_precedence() {
    let mut page = Page::playing("contract-rummy", 3, 1);
    assert!(offered(&mut page, |page| page.shared.asked.len() > 1));
    let Curtain::Offer { asked, call, .. } = page.shared.curtain(&page.session) else { panic!() };
    assert!(!call);
    let turn = page.session.view.as_ref().unwrap().table.turn().seat;
    let after: Vec<Seat> = (1..=4).map(|step| turn.ahead(step, 4)).collect();
    let command: Vec<Seat> = after.into_iter().filter(|seat| asked.contains(seat)).collect();
    assert_eq!(asked, command);
    // The player who calls looks and answers; then the others are asked again.
    page.tell(DeviceCommand::SetViewer(Some(asked[1])));
    assert_eq!(page.shared.viewer, Some(asked[1]));
    page.act(&Action::Pass);
    assert_eq!(page.shared.viewer, None);
    assert!(page.shared.asked.contains(&asked[0]) && !page.shared.asked.contains(&asked[1]));
    page.tell(DeviceCommand::PassAll);
    assert!(page.shared.asked.is_empty() || page.shared.curtain(&page.session) != Curtain::Waits);
}

#[test]
fn turn_resumes_when_all_pass() {
    let mut page = Page::playing("contract-rummy", 2, 2);
    assert!(offered(&mut page, |page| page.shared.resumes.is_some()));
    let resumes = page.shared.resumes;
    assert_eq!(resumes, page.session.view.as_ref().map(|own| own.table.turn().seat));
    page.tell(DeviceCommand::PassAll);
    assert_eq!(page.shared.viewer, resumes);
    // Also after another player has looked at the offer without answering.
    assert!(offered(&mut page, |page| page.shared.resumes.is_some()));
    let (resumes, asked) = (page.shared.resumes, page.shared.asked[0]);
    page.tell(DeviceCommand::SetViewer(Some(asked)));
    page.tell(DeviceCommand::SetViewer(None));
    assert_eq!(page.shared.resumes, resumes);
    // A player who looks and answers keeps the device.
    page.tell(DeviceCommand::SetViewer(Some(asked)));
    page.act(&Action::Pass);
    assert!(page.shared.viewer.is_some() || page.shared.resumes.is_none());
}

#[test]
fn names_are_normalized_and_unique() {
    let typed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let usual = |at: usize| format!("Player {}", at + 1);
    let named = |names: &[&str]| player_names(&typed(names), usual);
    assert_eq!(named(&[" Ann  Lee ", "", "Bo"]), Ok(typed(&["Ann Lee", "Player 2", "Bo"])));
    assert_eq!(named(&["Ann", "Bo", "Ann "]), Err("Ann".to_owned()));
    assert_eq!(named(&["Player 2", ""]), Err("Player 2".to_owned()));
}

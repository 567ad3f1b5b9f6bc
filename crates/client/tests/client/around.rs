//! Shared devices: no hand is shown while the curtain is down or another player decides, decisions follow the
//! order of precedence, and a match finishes.

use std::sync::Arc;

use upcard_client::first::short;
use upcard_client::wire::{ClientMessage, Level, SeatPlan, ServerMessage, SetUp, Stage};
use upcard_client::{
    Answer, Around, Begin, Curtain, DeviceTable, Note, Order, Session, names_around,
};
use upcard_engine::{Action, Library, Phase, Seat};
use upcard_table::compact;

/// The page's side, which sees the table as one player or as a spectator.
struct Page {
    table: DeviceTable,
    library: Arc<Library>,
    session: Session,
    around: Around,
    last: Answer,
    kept: Vec<String>,
    now: u64,
}

impl Page {
    fn new(begin: Begin) -> Page {
        let library = Arc::new(Library::standard().unwrap());
        let table = DeviceTable::new(library.clone());
        let session = Session::new(library.clone(), 1);
        let (around, last) = (Around::default(), Answer::default());
        let mut page = Page { table, library, session, around, last, kept: Vec::new(), now: 1 };
        page.tell(Order::Begin(begin, [7; 32], None));
        page
    }

    /// A table with these numbers of people and bots, and a game of a few deals.
    fn playing(game: &str, people: usize, bots: usize) -> Page {
        let mut seats = vec![SeatPlan::Person; people];
        seats.extend(vec![SeatPlan::Bot { level: Level::Novice }; bots]);
        let mut set_up = SetUp { offer_seconds: 0, ..SetUp::new(game, seats) };
        if let Some(changes) = short(&Library::standard().unwrap(), game, (people + bots) as u8) {
            set_up.changes = changes;
        }
        let names = ["Ann", "Bo", "Cy", "Di"].into_iter().take(people).map(str::to_owned);
        Page::new(Begin::Shared(set_up, names.collect()))
    }

    fn tell(&mut self, order: Order) {
        self.now += 1;
        let order: Order = compact::read(&compact::write(&order)).unwrap();
        let answer = self.table.obey(self.now, order);
        self.take(answer);
    }

    fn take(&mut self, answer: Answer) {
        let answer: Answer = compact::read(&compact::write(&answer)).unwrap();
        assert!(!answer.failed);
        let around = answer.around.clone().unwrap();
        if around.turns != self.around.turns {
            // A new viewer gets the full state.
            self.session = Session::new(self.library.clone(), self.now * 1_000);
        }
        self.around = around;
        for message in answer.messages.clone() {
            let note = self.session.fold(message);
            let fault = matches!(note, Some(Note::Gap | Note::Error(_) | Note::Refused(_)));
            assert!(!fault, "{note:?}");
        }
        if let Some(kept) = &answer.kept {
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
        let Around { people, front, asked, .. } = &self.around;
        assert_eq!(self.session.seat, *front);
        assert!(front.is_none_or(|front| people.contains(&front)));
        let own = self.session.view.as_ref().unwrap();
        assert!(front.is_some() || own.hand.is_empty(), "a hand lies behind the curtain");
        let between = self.session.stage == Stage::Over
            || matches!(self.phase(), Phase::DealOver { .. } | Phase::MatchOver);
        assert!(!between || front.is_some(), "all see the score sheet");
        assert!(!between || asked.is_empty());
        // Nobody sees a hand while another player decides.
        assert!(front.is_none_or(|front| asked.is_empty() || asked.contains(&front)));
        assert!(!self.last.thinks || asked.is_empty(), "bots wait for people");
        let waiting = own.table.waiting();
        assert!(asked.iter().all(|seat| waiting.has(*seat)), "{asked:?} of {waiting:?}");
    }

    fn act(&mut self, action: &Action) {
        let act = self.session.act(action).unwrap();
        self.tell(Order::Say(act));
    }

    /// Advances by one step; `calls` says whether somebody wants to look at an offered card. Returns `false`
    /// when the match is over.
    fn step(&mut self, calls: bool) -> bool {
        if self.session.stage == Stage::Over {
            return false;
        }
        if self.last.thinks {
            self.tell(Order::Think);
            let think = self.table.question().unwrap();
            let action = think.view.view(&think.rules).map(|view| upcard_bots::fallback(&view));
            let answer = self.table.thought(self.now, &think, action);
            self.take(answer);
        } else if self.around.front.is_none() {
            match self.around.curtain(&self.session) {
                Curtain::Waits => panic!("nobody is asked: {:?}", self.phase()),
                Curtain::Pass(seat) => self.tell(Order::Look(Some(seat))),
                Curtain::Offer { asked, .. } if calls => {
                    let seat = asked[self.now as usize % asked.len()];
                    self.tell(Order::Look(Some(seat)));
                }
                Curtain::Offer { .. } => self.tell(Order::PassAll),
            }
        } else if self.session.asked() {
            let view = self.session.view().unwrap();
            let offer = matches!(view.table.phase(), Phase::Offers { .. });
            let action = match Action::Buy {
                buy if offer && view.allows(&buy) => buy,
                _ => upcard_bots::fallback(&view),
            };
            self.act(&action);
        } else {
            assert!(matches!(self.phase(), Phase::DealOver { .. }), "{:?}", self.phase());
            self.tell(Order::Say(ClientMessage::Next));
        }
        true
    }
}

#[test]
fn every_game_is_played_into_its_second_deal_by_people_who_pass_the_device() {
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
fn a_match_comes_to_its_end_with_a_record_and_another_one_begins() {
    let mut page = Page::playing("rummy", 3, 1);
    for matches in 1..=2 {
        while page.step(false) {}
        assert!(page.last.record.is_some());
        assert_eq!((page.session.number, page.around.front.is_some()), (matches, true));
        page.tell(Order::Say(ClientMessage::Rematch));
        assert_eq!((page.session.stage, page.around.front), (Stage::Playing, None));
    }
}

#[test]
fn what_was_kept_is_gone_on_with_behind_the_curtain() {
    let mut page = Page::playing("contract-rummy", 3, 1);
    for step in 0..80 {
        page.step(step % 3 == 0);
        let again = Page::new(Begin::Kept(page.kept.clone()));
        assert_eq!(again.around.asked, page.around.asked);
        if matches!(page.phase(), Phase::DealOver { .. } | Phase::MatchOver) {
            assert_eq!(again.around.front, Some(Seat::at(0)));
        } else {
            assert_eq!(again.around.front, None);
        }
        let tables = [&again, &page].map(|page| page.session.view.as_ref().unwrap().table.clone());
        assert_eq!(tables[0].decision(), tables[1].decision());
    }
}

#[test]
fn the_curtain_can_be_put_down_at_any_time_and_is_lifted_for_the_same_turn() {
    let mut page = Page::playing("rummy", 2, 0);
    while page.phase() != Phase::Play {
        page.step(false);
    }
    let (seat, hand) = (page.around.front, page.session.view.as_ref().unwrap().hand);
    assert!(seat.is_some() && !hand.is_empty());
    page.tell(Order::Look(None));
    assert_eq!((page.around.front, page.around.orders > 1), (None, true));
    assert_eq!(page.around.curtain(&page.session), Curtain::Pass(seat.unwrap()));
    // A player without a pending decision cannot look.
    let other = page.around.people.iter().copied().find(|other| Some(*other) != seat);
    page.tell(Order::Look(other));
    assert_eq!(page.around.front, None);
    page.tell(Order::Look(seat));
    assert_eq!(page.session.view.as_ref().unwrap().hand, hand);
    // A seat that is not on this device cannot look.
    page.tell(Order::Look(Some(Seat::at(5))));
    assert_eq!(page.around.front, None);
}

#[test]
fn whoever_comes_to_look_is_told_what_has_happened_meanwhile() {
    let mut page = Page::playing("rummy", 2, 0);
    while page.phase() != Phase::Draw || page.around.front.is_none() {
        page.step(false);
    }
    let before = page.around.front;
    while page.around.front.is_none_or(|front| Some(front) == before) {
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
        let offer = matches!(page.around.curtain(&page.session), Curtain::Offer { .. });
        if page.around.front.is_none() && offer && by(page) {
            return true;
        }
        if !page.step(false) {
            return false;
        }
    }
    false
}

#[test]
fn a_card_is_offered_to_all_before_one_looks_and_first_to_who_comes_first() {
    let mut page = Page::playing("contract-rummy", 3, 1);
    assert!(offered(&mut page, |page| page.around.asked.len() > 1));
    let Curtain::Offer { asked, call, .. } = page.around.curtain(&page.session) else { panic!() };
    assert!(!call);
    let turn = page.session.view.as_ref().unwrap().table.turn().seat;
    let after: Vec<Seat> = (1..=4).map(|step| turn.ahead(step, 4)).collect();
    let order: Vec<Seat> = after.into_iter().filter(|seat| asked.contains(seat)).collect();
    assert_eq!(asked, order);
    // The player who calls looks and answers; then the others are asked again.
    page.tell(Order::Look(Some(asked[1])));
    assert_eq!(page.around.front, Some(asked[1]));
    page.act(&Action::Pass);
    assert_eq!(page.around.front, None);
    assert!(page.around.asked.contains(&asked[0]) && !page.around.asked.contains(&asked[1]));
    page.tell(Order::PassAll);
    assert!(page.around.asked.is_empty() || page.around.curtain(&page.session) != Curtain::Waits);
}

#[test]
fn whoever_drew_goes_on_when_nobody_wants_the_card() {
    let mut page = Page::playing("contract-rummy", 2, 2);
    assert!(offered(&mut page, |page| page.around.goes_on.is_some()));
    let goes_on = page.around.goes_on;
    assert_eq!(goes_on, page.session.view.as_ref().map(|own| own.table.turn().seat));
    page.tell(Order::PassAll);
    assert_eq!(page.around.front, goes_on);
    // Also after another player has looked at the offer without answering.
    assert!(offered(&mut page, |page| page.around.goes_on.is_some()));
    let (goes_on, asked) = (page.around.goes_on, page.around.asked[0]);
    page.tell(Order::Look(Some(asked)));
    page.tell(Order::Look(None));
    assert_eq!(page.around.goes_on, goes_on);
    // A player who looks and answers keeps the device.
    page.tell(Order::Look(Some(asked)));
    page.act(&Action::Pass);
    assert!(page.around.front.is_some() || page.around.goes_on.is_none());
}

#[test]
fn names_are_words_and_no_two_are_the_same() {
    let typed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let usual = |at: usize| format!("Player {}", at + 1);
    let named = |names: &[&str]| names_around(&typed(names), usual);
    assert_eq!(named(&[" Ann  Lee ", "", "Bo"]), Ok(typed(&["Ann Lee", "Player 2", "Bo"])));
    assert_eq!(named(&["Ann", "Bo", "Ann "]), Err("Ann".to_owned()));
    assert_eq!(named(&["Player 2", ""]), Err("Player 2".to_owned()));
}

//! Hosts a table on this device: a separate module, loaded in a worker or, if that fails, in the page; its
//! bots are another module. Events are stored before they are reported.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::futures::spawn_local;
use upcard_client::{Answer, Begin, DeviceTable, Found, Kept, KeptError, Local, Order, join_kept};
use upcard_table::Think;

use crate::games::games;
use crate::later::{self, Host};
use crate::{bots, browser, vault};

/// Receives a response.
type Then = Box<dyn FnOnce(Answer)>;

pub(crate) struct Table {
    table: RefCell<DeviceTable>,
    /// Its number in the database, if any.
    number: Cell<Option<u64>>,
    /// Queued responses, in order, each with the number it is stored under.
    answers: RefCell<VecDeque<(Option<u64>, Answer, Then)>>,
    gives: Cell<bool>,
}

impl Table {
    /// Returns a table that has not begun.
    pub(crate) fn new() -> Table {
        Table {
            table: RefCell::new(DeviceTable::new(Arc::new(games()))),
            number: Cell::default(),
            answers: RefCell::default(),
            gives: Cell::default(),
        }
    }

    /// Queues a response; responses are delivered in order, once their state is stored.
    fn give(self: Rc<Self>, answer: Answer, then: Then) {
        self.answers.borrow_mut().push_back((self.number.get(), answer, then));
        if self.gives.replace(true) {
            return;
        }
        spawn_local(async move {
            loop {
                let next = self.answers.borrow_mut().pop_front();
                let Some((number, mut answer, then)) = next else { break };
                if let (Some(number), Some(kept)) = (number, &answer.kept) {
                    answer.stored = match &answer.record {
                        // The match is over and kept as a record from now on.
                        Some(_) => vault::forget(number).await.is_some(),
                        None => vault::append(number, kept).await,
                    };
                }
                answer.kept = answer.kept.filter(|_| !answer.stored).and_then(|_| self.whole());
                then(answer);
            }
            self.gives.set(false);
        });
    }

    /// Returns the whole table, to be saved elsewhere if it could not be stored.
    fn whole(&self) -> Option<Kept> {
        self.table.borrow().whole()
    }

    /// Starts a table after reading its stored state.
    fn begin(self: Rc<Self>, (begin, seed, number): (Begin, [u8; 32], Option<u64>), then: Then) {
        self.number.set(number);
        let begins = move |table: Rc<Self>, begin: Begin| {
            let order = Order::Begin(begin, seed, number);
            let answer = table.table.borrow_mut().obey(browser::now() as u64, order);
            table.give(answer, then);
        };
        let (Begin::Stored, Some(number)) = (&begin, number) else { return begins(self, begin) };
        // Orders arriving meanwhile must not reach the previous table.
        self.table.replace(DeviceTable::new(Arc::new(games())));
        spawn_local(async move {
            let stored = vault::read(number).await.unwrap_or_default();
            begins(self, Begin::Kept(stored));
        });
    }
}

/// Finds stored matches with unlisted numbers below `before`. Deletes those that no version can read.
async fn find(known: &[u64], before: u64) -> Vec<Found> {
    let library = Arc::new(games());
    let mut found = Vec::new();
    let numbers = vault::numbers().await.unwrap_or_default();
    for number in numbers.into_iter().filter(|one| *one < before && !known.contains(one)) {
        let Some(texts) = vault::read(number).await else { continue };
        match Local::look_into(library.clone(), &texts) {
            Ok(Some((game, deal))) => found.push(Found { number, game, deal }),
            Err(KeptError::Format(_)) => {}
            Ok(None) | Err(KeptError::Damaged) => drop(vault::forget(number).await),
        }
    }
    found
}

impl Host for Table {
    fn tell(self: Rc<Self>, order: Order, nets: &str, then: Then) {
        match order {
            Order::Try(source, seed) => {
                return bots::try_out(source, seed, |tried| {
                    then(Answer { tried, ..Answer::default() })
                });
            }
            Order::Begin(begin, seed, number) => return self.begin((begin, seed, number), then),
            Order::Fetch(number) => {
                return spawn_local(async move {
                    let texts = vault::read(number).await.and_then(|texts| join_kept(&texts).ok());
                    let kept = texts.map(|entries| Kept { from: 0, entries, ends_turn: true });
                    then(Answer { kept, ..Answer::default() });
                });
            }
            Order::Forget(number) => {
                return spawn_local(async move {
                    let stored = vault::forget(number).await.is_some();
                    then(Answer { stored, ..Answer::default() });
                });
            }
            Order::Find(known, before) => {
                return spawn_local(async move {
                    let found = find(&known, before).await;
                    then(Answer { found, ..Answer::default() });
                });
            }
            _ => {}
        }
        let thinks = matches!(order, Order::Think);
        let answer = self.table.borrow_mut().obey(browser::now() as u64, order);
        let question = if thinks { self.table.borrow_mut().question() } else { None };
        let Some(think) = question else { return self.give(answer, then) };
        let nets = nets.to_owned();
        later::with_bots(move |own| {
            bots::with_learnt(think.level, &nets, move || {
                let Think { view, rules, level, seed, .. } = &think;
                let action = bots::decide_as_can(own, view, rules, *level, *seed);
                let answer = self.table.borrow_mut().thought(browser::now() as u64, &think, action);
                self.give(answer, then);
            });
        });
    }
}

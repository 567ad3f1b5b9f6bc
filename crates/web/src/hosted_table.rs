//! Hosts a table on this device: a separate module, loaded in a worker or, if that fails, in the page; its
//! bots are another module. Events are stored before they are reported.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::futures::spawn_local;
use upcard_client::{
    Begin, DeviceCommand, DeviceReply, DeviceTable, LocalTable, OrphanedMatch, SavedEntries,
    SavedTableError, join_saved,
};
use upcard_table::BotRequest;

use crate::games::games;
use crate::lazy::{self, HostedTable};
use crate::{bots, browser, match_database};

/// Receives a response.
type ReplyHandler = Box<dyn FnOnce(DeviceReply)>;

pub(crate) struct Table {
    table: RefCell<DeviceTable>,
    /// Its number in the database, if any.
    number: Cell<Option<u64>>,
    /// Queued responses, in order, each with the number it is stored under.
    replies: RefCell<VecDeque<(Option<u64>, DeviceReply, ReplyHandler)>>,
    is_delivering: Cell<bool>,
}

impl Table {
    /// Returns a table that has not begun.
    pub(crate) fn new() -> Table {
        Table {
            table: RefCell::new(DeviceTable::new(Arc::new(games()))),
            number: Cell::default(),
            replies: RefCell::default(),
            is_delivering: Cell::default(),
        }
    }

    /// Queues a response; responses are delivered in order, once their state is stored.
    fn queue_reply(self: Rc<Self>, answer: DeviceReply, then: ReplyHandler) {
        self.replies.borrow_mut().push_back((self.number.get(), answer, then));
        if self.is_delivering.replace(true) {
            return;
        }
        spawn_local(async move {
            loop {
                let next = self.replies.borrow_mut().pop_front();
                let Some((number, mut answer, then)) = next else { break };
                if let (Some(number), Some(kept)) = (number, &answer.to_save) {
                    answer.stored = match &answer.record {
                        // The match is over and kept as a record from now on.
                        Some(_) => match_database::delete(number).await.is_some(),
                        None => match_database::append(number, kept).await,
                    };
                }
                answer.to_save =
                    answer.to_save.filter(|_| !answer.stored).and_then(|_| self.all_entries());
                then(answer);
            }
            self.is_delivering.set(false);
        });
    }

    /// Returns the whole table, to be saved elsewhere if it could not be stored.
    fn all_entries(&self) -> Option<SavedEntries> {
        self.table.borrow().all_entries()
    }

    /// Starts a table after reading its stored state.
    fn begin(
        self: Rc<Self>,
        (begin, seed, number): (Begin, [u8; 32], Option<u64>),
        then: ReplyHandler,
    ) {
        self.number.set(number);
        let start = move |table: Rc<Self>, begin: Begin| {
            let order = DeviceCommand::Begin(begin, seed, number);
            let answer = table.table.borrow_mut().execute(browser::now() as u64, order);
            table.queue_reply(answer, then);
        };
        let (Begin::Stored, Some(number)) = (&begin, number) else { return start(self, begin) };
        // Orders arriving meanwhile must not reach the previous table.
        self.table.replace(DeviceTable::new(Arc::new(games())));
        spawn_local(async move {
            let stored = match_database::read(number).await.unwrap_or_default();
            start(self, Begin::Saved(stored));
        });
    }
}

/// Finds stored matches with unlisted numbers below `before`. Deletes those that no version can read.
async fn find_orphaned(known: &[u64], before: u64) -> Vec<OrphanedMatch> {
    let library = Arc::new(games());
    let mut found = Vec::new();
    let numbers = match_database::numbers().await.unwrap_or_default();
    for number in numbers.into_iter().filter(|one| *one < before && !known.contains(one)) {
        let Some(texts) = match_database::read(number).await else { continue };
        match LocalTable::inspect(library.clone(), &texts) {
            Ok(Some((game, deal))) => found.push(OrphanedMatch { number, game, deal }),
            Err(SavedTableError::Format(_)) => {}
            Ok(None) | Err(SavedTableError::Damaged) => drop(match_database::delete(number).await),
        }
    }
    found
}

impl HostedTable for Table {
    fn request(self: Rc<Self>, order: DeviceCommand, nets: &str, then: ReplyHandler) {
        match order {
            DeviceCommand::Trial(source, seed) => {
                return bots::play_trial(source, seed, |trial| {
                    then(DeviceReply { trial, ..DeviceReply::default() })
                });
            }
            DeviceCommand::Begin(begin, seed, number) => {
                return self.begin((begin, seed, number), then);
            }
            DeviceCommand::Fetch(number) => {
                return spawn_local(async move {
                    let texts = match_database::read(number)
                        .await
                        .and_then(|texts| join_saved(&texts).ok());
                    let to_save =
                        texts.map(|entries| SavedEntries { from: 0, entries, ends_turn: true });
                    then(DeviceReply { to_save, ..DeviceReply::default() });
                });
            }
            DeviceCommand::Forget(number) => {
                return spawn_local(async move {
                    let stored = match_database::delete(number).await.is_some();
                    then(DeviceReply { stored, ..DeviceReply::default() });
                });
            }
            DeviceCommand::Find(known, before) => {
                return spawn_local(async move {
                    let orphaned = find_orphaned(&known, before).await;
                    then(DeviceReply { orphaned, ..DeviceReply::default() });
                });
            }
            _ => {}
        }
        let is_bot_request = matches!(order, DeviceCommand::Think);
        let answer = self.table.borrow_mut().execute(browser::now() as u64, order);
        let question = if is_bot_request { self.table.borrow_mut().question() } else { None };
        let Some(think) = question else { return self.queue_reply(answer, then) };
        let nets = nets.to_owned();
        lazy::with_bots(move |own| {
            bots::with_level_loaded(think.level, &nets, move || {
                let BotRequest { view, rules, level, seed, .. } = &think;
                let action = bots::decide_with_fallback(own, view, rules, *level, *seed);
                let answer =
                    self.table.borrow_mut().apply_decision(browser::now() as u64, &think, action);
                self.queue_reply(answer, then);
            });
        });
    }
}

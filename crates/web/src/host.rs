//! A table on this device, with its bots: a part of the program of its own, which is loaded where the table
//! lies, in a worker or, where that fails, in the page.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use upcard_client::{Answer, DeviceTable, Order};

use crate::games::games;
use crate::later::Host;
use crate::{bots, browser};

pub(crate) struct Table(RefCell<DeviceTable>);

impl Table {
    /// A table that has not begun.
    pub(crate) fn new() -> Table {
        Table(RefCell::new(DeviceTable::new(Arc::new(games()), bots::decide)))
    }
}

impl Host for Table {
    fn tell(self: Rc<Self>, order: Order, nets: &str, then: Box<dyn FnOnce(Answer)>) {
        if let Order::Try(source, seed) = order {
            return bots::try_out(source, seed, |tried| {
                then(Answer { tried, ..Answer::default() })
            });
        }
        let thinks = matches!(order, Order::Think);
        let answer = self.0.borrow_mut().obey(browser::now() as u64, order);
        let question = if thinks { self.0.borrow_mut().question() } else { None };
        let Some(think) = question else { return then(answer) };
        bots::with_learnt(think.level, nets, move || {
            let action = bots::decide_as_can(&think.view, &think.rules, think.level, think.seed);
            let answer = self.0.borrow_mut().thought(browser::now() as u64, &think, action);
            then(answer);
        });
    }
}

//! Slots for room inputs that may take milliseconds, shared out by the same fair queue as the bots', so that
//! a guest whose tables search a lot delays only those.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::oneshot;

use crate::rooms::bots::{Account, Shares};

/// Slots, with a fair queue.
#[derive(Debug)]
pub(crate) struct Searches(Mutex<InLine>);

#[derive(Debug)]
struct InLine {
    shares: Shares<oneshot::Sender<Place>>,
    free: usize,
    asked: u64,
}

/// A slot, released on drop.
#[derive(Debug)]
pub(crate) struct Place {
    of: Arc<Searches>,
    who: Account,
    began: Instant,
    given_back: bool,
}

impl Searches {
    pub(crate) fn new(places: usize) -> Searches {
        Searches(Mutex::new(InLine { shares: Shares::new(), free: places, asked: 0 }))
    }

    /// Waits for a slot, charged to this account. `None` if the slots are gone.
    pub(crate) async fn enter(self: &Arc<Self>, who: Account) -> Option<Place> {
        let (call, called) = oneshot::channel();
        {
            let mut line = self.0.lock();
            line.asked += 1;
            let number = line.asked;
            line.shares.push(who, number, call);
        }
        self.call();
        called.await.ok()
    }

    /// Assigns free slots to the queue.
    fn call(self: &Arc<Self>) {
        loop {
            let mut line = self.0.lock();
            if line.free == 0 {
                return;
            }
            let Some((who, call)) = line.shares.next() else { return };
            line.free -= 1;
            drop(line);
            let place = Place { of: self.clone(), who, began: Instant::now(), given_back: false };
            // The caller may have gone.
            if let Err(mut place) = call.send(place) {
                place.give_back();
            }
        }
    }
}

impl Place {
    fn give_back(&mut self) {
        self.given_back = true;
        let took = u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX);
        let mut line = self.of.0.lock();
        line.free += 1;
        line.shares.done(self.who, took);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.given_back {
            self.give_back();
            self.of.call();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use upcard_table::Hex;

    use super::*;

    fn who(address: u8, table: u64) -> Account {
        Account { address: IpAddr::from([192, 0, 2, address]), guest: Hex([address; 16]), table }
    }

    /// Queues these accounts; returns them in the order in which they are served.
    async fn order(searches: &Arc<Searches>, waiting: &[Account]) -> Vec<Account> {
        let served = Arc::new(Mutex::new(Vec::new()));
        let held = searches.enter(who(9, 0)).await.unwrap();
        let mut tasks = Vec::new();
        for own in waiting {
            let (searches, served, own) = (searches.clone(), served.clone(), *own);
            tasks.push(tokio::spawn(async move {
                let place = searches.enter(own).await.unwrap();
                served.lock().push(own);
                drop(place);
            }));
            tokio::task::yield_now().await;
        }
        drop(held);
        for task in tasks {
            task.await.unwrap();
        }
        Arc::into_inner(served).unwrap().into_inner()
    }

    #[tokio::test]
    async fn one_guest_does_not_hold_up_the_searches_of_others() {
        let searches = Arc::new(Searches::new(1));
        // Fifty tables of one guest come first, then two of others.
        let mut waiting: Vec<Account> = (1..=50).map(|table| who(1, table)).collect();
        waiting.extend([who(2, 60), who(3, 61)]);
        let served = order(&searches, &waiting).await;
        assert_eq!(served.len(), waiting.len());
        let at =
            |address| served.iter().position(|own| *own == who(address, 58 + u64::from(address)));
        assert!(at(2) < Some(4) && at(3) < Some(4), "{served:?}");
    }

    #[tokio::test]
    async fn a_place_is_given_on_though_who_waited_has_gone() {
        let searches = Arc::new(Searches::new(1));
        let held = searches.enter(who(1, 1)).await;
        for table in 2..1_000 {
            let mut gone = Box::pin(searches.enter(who(1, table)));
            let waits = std::future::poll_fn(|context| {
                std::task::Poll::Ready(gone.as_mut().poll(context).is_pending())
            });
            assert!(waits.await);
        }
        drop(held);
        let last = searches.enter(who(2, 7)).await;
        assert_eq!(last.map(|place| place.who), Some(who(2, 7)));
        let line = searches.0.lock();
        assert_eq!((line.free, line.shares.is_empty()), (1, true));
    }
}
